"""Whether what was recorded follows: every computed record is computed again.

Laws: a record admitted under another rule set than ours is *not re-derived*, which is neither
yes nor no; a record whose inputs were forgotten or left out is not re-derived either, and says
which; everything else either equals what the records before it give, or is named with its place.
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from gemot.conduct.asking import call, identity, interpret, max_output, names
from gemot.conduct.decision import request
from gemot.conduct.desk import WRITER
from gemot.conduct.judging import judged
from gemot.ports.advisor import Advisor
from gemot.records.after import Precedent
from gemot.records.answer import Challenge, Draft, Position
from gemot.records.call import Clearance, Dispatch, Receipt
from gemot.records.canonical import sha256
from gemot.records.catalogue import Entry
from gemot.records.envelope import Filed
from gemot.records.evidence import Evidence
from gemot.records.framing import Case, Outcome
from gemot.records.kinds import Opaque
from gemot.records.plan import Packet, Plan
from gemot.records.probe import Experiment, Prediction
from gemot.records.report import Report
from gemot.records.settlement import Conclusion, Disagreement, Resolution
from gemot.records.vocab import BY_HAND, CallStatus
from gemot.rules.clearance import price
from gemot.rules.derivation import Admitted, Derivation
from gemot.rules.rule import Admission, Offence, Rule, admit, judge, refused
from gemot.rules.state import State, fold
from gemot.rules.trial import favoured
from gemot.views.conclusion import complete
from gemot.views.experiment import printed, trial
from gemot.views.money import clearance, quote
from gemot.views.packet import Lost, Read, pack
from gemot.views.plan import plan
from gemot.views.probe import evidence as produced
from gemot.views.report import disagreement, report

READABLE: frozenset[CallStatus] = frozenset(
    {"completed", "malformed", "empty", "timeout", "cancelled"}
)
"""Statuses whose kept bytes are read again: a call that timed out can have left no whole answer."""
IMPOSSIBLE = (LookupError, AssertionError, StopIteration, RuntimeError, ValueError)
"""What computing over records that no writer of ours wrote may raise."""
OTHERS = "what other cases said when this one was framed is not in this one's records"
Answer = Literal["yes", "no", "not re-derived"]


class Followed(msgspec.Struct, frozen=True, kw_only=True):
    """What re-deriving a case gave."""

    answer: Answer
    records: int
    """How many were derived again or judged again."""
    offences: tuple[Offence, ...] = ()
    left: tuple[str, ...] = ()
    """Records that were not re-derived, each with why."""
    taken: tuple[str, ...] = ()
    """Records taken as they were observed, since what they are of lies outside the case; each
    with why. They are judged again, and speak neither for nor against."""


class Bench(msgspec.Struct, frozen=True, kw_only=True):
    """What re-deriving needs beside the records."""

    rules: tuple[Rule, ...]
    ruleset: str
    read: Read
    advisors: Callable[[Entry], Advisor]


def follows(filed: tuple[Filed, ...], bench: Bench) -> Followed:
    """Derive and judge every record of a case again."""
    offences: list[Offence] = []
    left: list[str] = []
    done = 0
    whole = fold(filed)
    for i, f in enumerate(filed):
        before = fold(filed[:i])
        why = _beyond(f, filed[:i], bench)
        if why is not None:
            left.append(f"{f.name}: {why}")
            continue
        try:
            offences += _derived(before, f, whole, bench)
            done += 1
        except Lost as e:
            left.append(f"{f.name}: {e}")
    answer: Answer = "no" if offences else "not re-derived" if left else "yes"
    if not filed:
        answer = "not re-derived"
    taken = tuple(f"{f.name}: {OTHERS}" for f in filed if isinstance(f.record, Precedent))
    return Followed(
        answer=answer, records=done, offences=tuple(offences), left=tuple(left), taken=taken
    )


def _beyond(f: Filed, before: tuple[Filed, ...], bench: Bench) -> str | None:
    """Why a record cannot be derived again."""
    if isinstance(f.record, Opaque):
        return f"a kind or version this program does not know ({f.kind} {f.record.version})"
    if f.rules != bench.ruleset:
        return "admitted under another rule set"
    if f.forgotten:
        return "its texts were forgotten"
    if any(b.forgotten for b in before):
        return "texts that it may rest on were forgotten"
    return None


def _derived(before: State, f: Filed, whole: State, bench: Bench) -> list[Offence]:
    facts = Admission(state=before, record=f.record, actor=f.actor, at=f.at)
    found = judged(bench.rules, facts, bench.read)
    admitted = Admitted(name=f.name, stored=f.offences, judged=tuple(o.marked() for o in found))
    offences = [*judge(bench.rules, "admission", admitted)]
    try:
        again = _again(before, f, whole, bench)
    except Lost:
        raise
    except IMPOSSIBLE as e:
        again = {"impossible": type(e).__name__}
    if again is not None:
        derivation = Derivation(
            kind=f.kind,
            name=f.name,
            stored=msgspec.to_builtins(f.record),
            derived=msgspec.to_builtins(again),
        )
        offences += judge(bench.rules, "derivation", derivation)
    return offences


def _again(before: State, f: Filed, whole: State, bench: Bench) -> Any:
    """The record as the records before it give it; None where nothing of it is computed."""
    match f.record:
        case Case():
            first = tuple(o for o in whole.every(Outcome) if o.version == 1)
            return msgspec.structs.replace(f.record, request=request(f.record, first))
        case Plan():
            return plan(before, f.record.token)
        case Packet():
            return _packet(before, f.record, bench)
        case Clearance():
            return _clearance(before, f.record, f.at, bench)
        case Dispatch():
            return _dispatch(before, f.record, bench)
        case Position() | Challenge() | Draft() | Prediction():
            return _said(before, f.record, whole, bench)
        case Evidence(probe=str()):
            return _produced(before, f, bench)
        case Experiment():
            return msgspec.structs.replace(f.record, id=f"X{len(before.experiments) + 1}")
        case Resolution(by="experiment"):
            made = trial(before, f.record.experiment or "", f.record.favours, bench.read)
            return msgspec.structs.replace(f.record, favours=favoured(made))
        case Receipt():
            return _receipt(before, f.record, bench)
        case Report():
            return report(before)
        case Disagreement():
            return disagreement(before)
        case Conclusion():
            return complete(before, f.record)
        case _:
            return None


def _packet(before: State, packet: Packet, bench: Bench) -> Packet:
    return pack(before, packet.round, bench.read).packet


def _clearance(before: State, c: Clearance, at: str, bench: Bench) -> Clearance:
    """Quotes from the requests' sizes; what other cases spent is theirs to say."""
    quotes = []
    for q in c.quotes:
        seat = before.seat(q.seat)
        if seat is None:
            raise LookupError(f"seat {q.seat} is not planned")
        made = call(before, c.round, seat, "ctx", bench.read)
        size = len(bench.advisors(seat.entry).prepare(made))
        quotes.append(quote(seat, size, max_output(seat.entry)))
    return clearance(before, c.round, tuple(quotes), at, c.daily_spent)


def _dispatch(before: State, d: Dispatch, bench: Bench) -> Dispatch:
    seat = before.seat(d.seat)
    if seat is None:
        raise LookupError(f"seat {d.seat} is not planned")
    made = call(before, d.round, seat, d.id, bench.read)
    body = bench.advisors(seat.entry).prepare(made)
    return msgspec.structs.replace(
        d, request=sha256(body), size=len(body), attempt=before.attempts(d.seat, d.round) + 1
    )


def _produced(before: State, f: Filed, bench: Bench) -> Any:
    """The evidence that its run gives; who saw it is whoever ran it."""
    run = before.probes.get(f.record.probe)
    if run is None or run.evidence is None:
        raise LookupError(f"the run {f.record.probe} is not recorded")
    return produced(before, run, printed(run, bench.read), f.actor.name)


def _said(
    before: State, record: Position | Challenge | Draft | Prediction, whole: State, bench: Bench
) -> Any:
    """What the kept reply says; the receipt that names the reply comes right after. What the
    host predicts for a seat no reply says."""
    if isinstance(record, Prediction) and record.by == "host":
        return None
    dispatch = before.dispatches.get(record.dispatch or "")
    receipt = whole.receipts.get(record.dispatch or "")
    seat = before.seat(record.holder if isinstance(record, Prediction) else record.seat)
    if dispatch is None or receipt is None or receipt.raw is None or seat is None:
        raise LookupError(f"the call {record.dispatch} has no receipt with a reply")
    raw = bench.read(receipt.raw)
    if raw is None:
        raise Lost("its raw reply is not in the store")
    reply = bench.advisors(seat.entry).parse(raw)
    said, _ = interpret(before, dispatch, reply.text, bench.rules)
    return said if said is not None else {"unreadable": True}


def _receipt(before: State, r: Receipt, bench: Bench) -> Receipt:
    dispatch = before.dispatches.get(r.dispatch)
    seat = before.seat(r.seat)
    if dispatch is None or seat is None:
        raise LookupError(f"dispatch {r.dispatch} is not recorded")
    paid = price(seat.entry, r.input_tokens, r.output_tokens) if r.sent else 0
    derived = msgspec.structs.replace(r, cost=paid)
    if r.raw is None or r.status not in READABLE:
        return derived
    raw = bench.read(r.raw)
    if raw is None:
        raise Lost("its raw reply is not in the store")
    derived = msgspec.structs.replace(derived, size=len(raw))
    reply = bench.advisors(seat.entry).parse(raw)
    if reply.status != "completed":
        return derived
    said, offences = interpret(before, dispatch, reply.text, bench.rules)
    # Who answered a pasted call is said by who pasted it, beside the bytes.
    model = r.model if seat.entry.transport in BY_HAND else reply.model
    mismatch = model is not None and not names(seat.entry, model)
    if said is not None and not (r.late or mismatch) and said not in before.every(type(said)):
        # It was read, and then a rule kept it out.
        facts = Admission(state=before, record=said, actor=WRITER, at=r.ended)
        offences = refused(admit(bench.rules, facts))
    return msgspec.structs.replace(
        derived,
        identity=identity(seat.entry, model),
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
        mismatch=mismatch,
        model=model,
        reference=reply.reference,
        status="malformed" if offences else "completed",
    )
