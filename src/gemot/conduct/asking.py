"""From a frozen packet to a call, and from a reply to records.

Law: a reply is read once, here, with the rules of reading; `verify` reads the kept reply again
through the same function, so that what was recorded is what the bytes say.
"""

import re

import msgspec

from gemot.ports.advisor import Call, Reply
from gemot.reading.read import challenge, draft, position, prediction, read
from gemot.reading.reply import (
    ChallengeReply,
    DraftReply,
    PositionReply,
    PredictionReply,
    Size,
    schema,
)
from gemot.records.answer import Challenge, Draft, Position
from gemot.records.call import Dispatch, Identity, ReadFault, Receipt
from gemot.records.canonical import sha256
from gemot.records.catalogue import Entry, Source
from gemot.records.plan import Seat
from gemot.records.probe import Prediction
from gemot.records.vocab import BY_HAND, REMOTE, CallStatus, Round, stem
from gemot.rules.clearance import price
from gemot.rules.rule import Offence, Rule
from gemot.rules.state import State
from gemot.views.packet import Lost, Read, shown

VERSION = re.compile(r"[-@:](v?\d[\d.-]{0,15}|latest)")
"""What may follow the name of a model without making it another."""
BRIEF_OUTPUT = 700
"""Tokens that a rehearsal seat's reply may have."""

Said = Position | Challenge | Draft | Prediction


def size_of(entry: Entry) -> Size:
    """A rehearsal seat is asked for less, since a small model fills whatever it may."""
    return "brief" if entry.rehearsal else "full"


def max_output(entry: Entry) -> int:
    """Tokens that a seat's reply may have."""
    return min(entry.limits.output, BRIEF_OUTPUT) if entry.rehearsal else entry.limits.output


def call(state: State, round: Round, seat: Seat, context: str, read: Read) -> Call:
    """The call that a seat's view of a round's packet makes."""
    packet = state.packets[round]
    view = next(v for v in packet.views if v.seat == seat.id)
    form = schema(round, shown(state, round, seat.id), size_of(seat.entry))
    system = _text(read, packet.system)
    if not seat.entry.structured:
        system += "\n\nJSON Schema of the form:\n" + msgspec.json.encode(form).decode()
    return Call(
        context=context,
        entry=seat.entry,
        system=system,
        prompt=_text(read, view.digest),
        schema=form,
        name=f"gemot_{stem(round)}",
        max_output=max_output(seat.entry),
        timeout=float(seat.entry.limits.timeout),
    )


def _text(read: Read, digest: str) -> str:
    data = read(digest)
    if data is None:
        raise Lost(f"blob {digest} is not in the store")
    return data.decode()


def identity(entry: Entry, model: str | None) -> Identity:
    """Who answered: attested where the other side named the model that was asked for. What a
    person says who carried the answer attests nothing; without an address of their own the seats
    that persons answer for are one endpoint."""
    by_hand = entry.transport in BY_HAND
    named = not by_hand and model is not None and names(entry, model)
    endpoint = entry.base_url if entry.transport in REMOTE else entry.transport
    if by_hand and endpoint is None:
        endpoint = entry.transport
    weights = model if named else entry.source.weights
    return Identity(
        source=Source(vendor=entry.source.vendor, family=entry.source.family, weights=weights),
        attested="provider" if named else "configuration",
        endpoint=sha256(endpoint.encode()) if endpoint else None,
    )


def names(entry: Entry, model: str) -> bool:
    """Whether a reported name is that of the model asked for: equal, or a version of it that
    only a date or a number tells apart (`m1-2026-01-01`, `m1@20260101`, `m1:latest`)."""
    if entry.transport == "local" or entry.model is None:
        return True
    asked, got = entry.model.casefold(), model.casefold()
    return got == asked or (
        got.startswith(asked) and VERSION.fullmatch(got[len(asked) :]) is not None
    )


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A call's receipt, and what was said where it could be read and counts."""

    receipt: Receipt
    said: Said | None = None


def result(
    state: State,
    dispatch: Dispatch,
    reply: Reply,
    *,
    rules: tuple[Rule, ...],
    began: str,
    ended: str,
    late: bool,
) -> Result:
    """What becomes of a reply. A late one, one of another model and an unreadable one say
    nothing; all are kept and charged."""
    seat = state.seat(dispatch.seat)
    assert seat is not None
    entry = seat.entry
    mismatch = reply.model is not None and not names(entry, reply.model)
    said: Said | None = None
    offences: tuple[Offence, ...] = ()
    status: CallStatus = reply.status
    if reply.status == "completed":
        said, offences = interpret(state, dispatch, reply.text, rules)
        status = "malformed" if offences else "completed"
        if any(o.code == "REA002" for o in offences):
            status = "empty"
    receipt = Receipt(
        dispatch=dispatch.id,
        seat=dispatch.seat,
        round=dispatch.round,
        status=status,
        sent=reply.sent,
        raw=sha256(reply.raw) if reply.raw else None,
        size=len(reply.raw),
        model=reply.model,
        reference=reply.reference,
        identity=identity(entry, reply.model),
        mismatch=mismatch,
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
        cost=price(entry, reply.input_tokens, reply.output_tokens) if reply.sent else 0,
        began=began,
        ended=max(began, ended),
        retry_after=reply.retry_after,
        diagnostic=reply.diagnostic,
        faults=tuple(_fault(o) for o in offences),
        late=late,
    )
    return Result(receipt=receipt, said=None if late or mismatch else said)


def interpret(
    state: State, dispatch: Dispatch, text: str | None, rules: tuple[Rule, ...]
) -> tuple[Said | None, tuple[Offence, ...]]:
    """A reply's text as the record it makes, or its offences."""
    seen = shown(state, dispatch.round, dispatch.seat)
    reply, offences = read(rules, dispatch.round, text, seen)
    match reply:
        case PositionReply():
            return position(reply, dispatch.seat, dispatch.id), ()
        case ChallengeReply():
            view = next(v for v in state.packets["challenge"].views if v.seat == dispatch.seat)
            labels = {label.label: label.of for label in view.labels}
            first = state.positions[dispatch.seat]
            return challenge(reply, first, dispatch.id, labels), ()
        case DraftReply():
            return draft(reply, dispatch.seat, dispatch.id), ()
        case PredictionReply():
            experiment = dispatch.round.partition(".")[2]
            return prediction(reply, experiment, dispatch.seat, dispatch.id), ()
        case _:
            return None, offences


def _fault(o: Offence) -> ReadFault:
    return ReadFault(code=o.code, place=o.place, got=o.got, needed=o.needed)
