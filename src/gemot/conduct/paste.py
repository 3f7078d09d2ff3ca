"""Seats that a person answers for: their blocks, and taking what was pasted.

Laws: nothing is written while a person is away: clearance, dispatch, answer and receipt of a
pasted call are one transaction, made when the answer is taken, and no lease outlives it; the
request is the block's bytes and the raw reply the pasted ones, secrets taken out; of two who
paste for one seat the first is taken and the other is told (`Passed`); trying an answer goes
the whole way of taking it and writes nothing; who pasted stands in the call's records.
"""

import msgspec

from gemot.conduct.acts import next_acts, since
from gemot.conduct.asking import Said, call
from gemot.conduct.desk import Desk
from gemot.conduct.scrub import scrub
from gemot.conduct.waves import dispatch, settle, take
from gemot.ports.journal import Tx
from gemot.records.call import Authorization, Receipt
from gemot.records.canonical import sha256
from gemot.records.envelope import Actor
from gemot.records.plan import Seat
from gemot.records.vocab import Round, stem
from gemot.rules.state import State, fold


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """What a person carries for one seat in one round."""

    seat: str
    round: Round
    advisor: str
    since: str
    """Instant since which the case waits for the answer."""
    data: bytes
    """The block exactly as it is to be pasted, UTF-8."""

    @property
    def digest(self) -> str:
        """SHA-256 of the block: the request of the call that it becomes."""
        return sha256(self.data)


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What came back for a block."""

    seat: str
    round: Round
    raw: bytes
    """As pasted."""
    began: str
    """Instant at which the block was shown for it."""
    model: str | None = None
    """Who answered, as the person says."""


class Pasted(msgspec.Struct, frozen=True, kw_only=True):
    """What became, or would become, of a pasted answer."""

    state: State
    """The case with it."""
    receipt: Receipt

    @property
    def said(self) -> Said | None:
        """What it says; None: it fills no seat."""
        state, r = self.state, self.receipt
        kind = stem(r.round)
        said: dict[str, Said | None] = {
            "positions": state.positions.get(r.seat),
            "challenge": state.challenges.get(r.seat),
            "chair": state.draft,
            "prediction": next((p for p in state.predictions if p.dispatch == r.dispatch), None),
        }
        found = said[kind]
        return found if found is not None and found.dispatch == r.dispatch else None


class Passed(Exception):
    """The seat waits for no paste in this round: answered meanwhile, given up, or not asked."""

    def __init__(self, seat: str, round: Round | None, slot: str) -> None:
        self.seat, self.round, self.slot = seat, round, slot
        super().__init__(f"seat {seat} in the round {round} waits for no paste: {slot}")


class _Undone(Exception):
    """Ends a transaction that was only tried."""

    def __init__(self, pasted: Pasted) -> None:
        self.pasted = pasted


def waiting(state: State, case: str) -> tuple[tuple[str, Round], ...]:
    """The seats whose answers a person has to paste now, each with its round."""
    acts = (a for a in next_acts(state, case) if a.kind == "paste")
    return tuple((a.seat, a.round) for a in acts if a.seat is not None and a.round is not None)


def block(desk: Desk, case: str, seat: str, round: Round) -> Block:
    """The block of a seat that waits; `Passed` where it does not. Writes nothing."""
    state = desk.state(case)
    planned = _waits(state, case, seat, round)
    made = call(state, round, planned, "", desk.journal.get)
    return Block(
        seat=seat,
        round=round,
        advisor=planned.advisor,
        since=since(state, round),
        data=desk.advisors(planned.entry).prepare(made),
    )


def attempt(desk: Desk, case: str, answer: Answer, actor: Actor) -> Pasted:
    """What taking an answer would record; writes nothing. Raises as `take_answer` does."""
    try:
        with desk.journal.begin() as tx:
            raise _Undone(_taken(desk, tx, case, answer, actor))
    except _Undone as undone:
        return undone.pasted


def take_answer(desk: Desk, case: str, answer: Answer, actor: Actor) -> Pasted:
    """Record a pasted answer, readable or not. `Passed`: the seat waits no longer; `Refused`:
    a rule refuses the call. Then nothing was written."""
    with desk.journal.begin() as tx:
        return _taken(desk, tx, case, answer, actor)


def give_up(
    desk: Desk, case: str, seat: str, round: Round, reason: str | None, actor: Actor
) -> State:
    """Record that a seat is given up in a round, and why; `Refused` where it waits for nothing."""
    given = Authorization(what="drop", seat=seat, round=round, reason=reason)
    return desk.record(case, scrub(desk, given)[0], actor)


def _waits(state: State, case: str, seat: str, round: Round) -> Seat:
    planned = state.seat(seat)
    if planned is None or (seat, round) not in waiting(state, case):
        raise Passed(seat, round, state.slot(seat, round))
    return planned


def _taken(desk: Desk, tx: Tx, case: str, answer: Answer, actor: Actor) -> Pasted:
    state = fold(tx.filed(case))
    seat = _waits(state, case, answer.seat, answer.round)
    taken = take(desk, tx, case, answer.round, only=seat)
    (sent,) = dispatch(desk, tx, case, taken, actor)
    reply = desk.advisors(seat.entry).parse(answer.raw)
    if answer.model is not None:
        reply = msgspec.structs.replace(reply, model=desk.redact(answer.model)[0])
    settle(desk, tx, sent, reply, answer.began, actor)
    state = fold(tx.filed(case))
    return Pasted(state=state, receipt=state.receipts[sent.dispatch.id])
