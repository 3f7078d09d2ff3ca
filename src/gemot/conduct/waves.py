"""Taking, dispatching and settling the calls of a wave.

Laws: a wave is taken whole or not at all, in one transaction with its reservations and its
clearance; before a dispatch is written an expired lease frees the act; after it the call is in
doubt and never asked again by itself; settling needs the lease's fence, and a reply without it
is kept, charged and fills nothing; what is received is never paid for twice. A seat that a person
answers for is a wave of its own: taken, dispatched and settled at once, by `conduct.paste`.
"""

import msgspec

from gemot.conduct.acts import wave
from gemot.conduct.asking import Result, call, max_output, result
from gemot.conduct.desk import WRITER, Desk, Refused
from gemot.conduct.instant import later
from gemot.conduct.scrub import scrub_bytes
from gemot.ports.advisor import Call, Reply
from gemot.ports.journal import Charge, Lease, Tx
from gemot.records.call import Authorization, Clearance, Dispatch, Quote, ReadFault
from gemot.records.canonical import sha256
from gemot.records.envelope import Actor
from gemot.records.evidence import Observation
from gemot.records.plan import Seat
from gemot.records.vocab import BY_HAND, Round
from gemot.rules.rule import Admission, Offence, admit, refused
from gemot.rules.state import State, ended, fold
from gemot.views.money import clearance, quote
from gemot.views.packet import Read

DAY = 86_400


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """One act of a wave, taken and not yet dispatched."""

    seat: Seat
    round: Round
    lease: Lease
    call: Call
    body: bytes
    quote: Quote


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """One call that may leave from now on."""

    case: str
    taken: Taken
    dispatch: Dispatch


def act_name(seat: str, round: Round) -> str:
    """The key of a lease: `A.positions`."""
    return f"{seat}.{round}"


def take(
    desk: Desk, tx: Tx, case: str, round: Round, only: Seat | None = None
) -> tuple[Taken, ...]:
    """Take the whole wave of a round: leases, reservations and clearance in one transaction. With
    `only` the wave of that one seat, for which a person answers.

    Empty: there is nothing to take, or somebody else holds it. `Refused`: a ceiling or a price
    keeps the wave back, and nothing of it was written.
    """
    state = fold(tx.filed(case))
    now = desk.clock.now()
    seats = wave(state, round) if only is None else (only,)
    if not seats or not _free(desk, tx, case, seats, round, now):
        return ()
    prepared = _prepare(desk, state, round, seats, tx.get)
    quotes = tuple(prepared[s.id][2] for s in seats)
    cleared = clearance(state, round, quotes, now, tx.spent_since(later(now, -DAY)))
    desk.write(tx, case, state, cleared)
    return tuple(_reserve(desk, tx, case, round, now, s, *prepared[s.id]) for s in seats)


def _reserve(
    desk: Desk,
    tx: Tx,
    case: str,
    round: Round,
    now: str,
    seat: Seat,
    made: Call,
    body: bytes,
    priced: Quote,
) -> Taken:
    act = act_name(seat.id, round)
    lease = tx.take(case, act, desk.holders.me(), later(now, desk.lease_seconds))
    tx.reserve(
        Charge(
            fence=lease.fence,
            case=case,
            act=act,
            at=now,
            reserved=priced.reserve,
            actual=None,
            settled=False,
        )
    )
    return Taken(seat=seat, round=round, lease=lease, call=made, body=body, quote=priced)


def _prepare(
    desk: Desk, state: State, round: Round, seats: tuple[Seat, ...], read: Read
) -> dict[str, tuple[Call, bytes, Quote]]:
    """Every call of a wave with its exact bytes and its quote."""
    found = {}
    for seat in seats:
        made = call(state, round, seat, desk.ids.context(), read)
        body = desk.advisors(seat.entry).prepare(made)
        found[seat.id] = (made, body, quote(seat, len(body), max_output(seat.entry)))
    return found


def _free(desk: Desk, tx: Tx, case: str, seats: tuple[Seat, ...], round: Round, now: str) -> bool:
    """Whether nobody holds an act of the wave. A lease that ended before its dispatch is freed
    together with its reservation."""
    mine = {act_name(s.id, round) for s in seats}
    held = [lease for lease in tx.leases(case) if lease.act in mine]
    if any(not _over(desk, lease, now) for lease in held):
        return False
    # A call that was dispatched in another store has a fence of that store's.
    dispatched = {(d.fence, d.holder) for d in fold(tx.filed(case)).dispatches.values()}
    for lease in held:
        if (lease.fence, lease.holder) not in dispatched:
            tx.forgo(lease.fence)
        tx.release(case, lease.act, lease.fence)
    return True


def _over(desk: Desk, lease: Lease, now: str) -> bool:
    return lease.until <= now or desk.holders.gone(lease.holder)


def proposed(desk: Desk, case: str, round: Round) -> Clearance:
    """The clearance that the wave of a round would take now. Writes nothing."""
    state = desk.state(case)
    prepared = _prepare(desk, state, round, wave(state, round), desk.journal.get)
    now = desk.clock.now()
    with desk.journal.begin() as tx:
        daily = tx.spent_since(later(now, -DAY))
    return clearance(state, round, tuple(p[2] for p in prepared.values()), now, daily)


def held_back(desk: Desk, case: str, round: Round) -> tuple[Offence, ...]:
    """Why the wave of a round may not be sent now; empty where it may. Writes nothing."""
    cleared = proposed(desk, case, round)
    facts = Admission(state=desk.state(case), record=cleared, actor=WRITER, at=desk.clock.now())
    return refused(admit(desk.rules, facts))


def dispatch(
    desk: Desk, tx: Tx, case: str, taken: tuple[Taken, ...], actor: Actor = WRITER
) -> tuple[Sent, ...]:
    """Write the dispatches of what was taken, in one transaction; `actor` carries the calls. What
    was overtaken meanwhile is left out."""
    sent = []
    state = fold(tx.filed(case))
    mine = {(x.act, x.fence) for x in tx.leases(case)}
    until = later(desk.clock.now(), desk.lease_seconds)
    for t in taken:
        if (t.lease.act, t.lease.fence) not in mine:
            continue
        tx.renew(case, t.lease.act, t.lease.fence, until)
        made = Dispatch(
            id=t.call.context,
            seat=t.seat.id,
            round=t.round,
            attempt=state.attempts(t.seat.id, t.round) + 1,
            packet=sha256(t.call.prompt.encode()),
            request=tx.put(t.body),
            size=len(t.body),
            reserve=t.quote.reserve,
            fence=t.lease.fence,
            holder=t.lease.holder,
            until=until,
        )
        state = desk.write(tx, case, state, made, actor)
        sent.append(Sent(case=case, taken=t, dispatch=made))
    return tuple(sent)


def settle(desk: Desk, tx: Tx, sent: Sent, reply: Reply, began: str, actor: Actor = WRITER) -> bool:
    """Record a reply inside a transaction: raw bytes, what it says, its receipt, its charge.
    `actor` brought it. False: it came too late and fills nothing."""
    state = fold(tx.filed(sent.case))
    lease = sent.taken.lease
    reply = clean(desk, sent, reply)
    timely = tx.release(sent.case, lease.act, lease.fence) and not ended(state)
    done = result(
        state, sent.dispatch, reply, rules=desk.rules, began=began, ended=desk.clock.now(),
        late=not timely,
    )  # fmt: skip
    if reply.raw:
        tx.put(reply.raw)
    if done.said is not None:
        try:
            state = desk.write(tx, sent.case, state, done.said)
        except Refused as e:
            done = unsaid(done, e.offences)
    desk.write(tx, sent.case, state, done.receipt, actor)
    tx.settle(lease.fence, done.receipt.cost)
    return timely


def clean(desk: Desk, sent: Sent, reply: Reply) -> Reply:
    """The reply without the secrets that its bytes may hold; what was taken out of them is not
    read from them either."""
    raw = scrub_bytes(desk.redact, reply.raw)
    diagnostic = None if reply.diagnostic is None else desk.redact(reply.diagnostic)[0]
    reply = msgspec.structs.replace(reply, diagnostic=diagnostic)
    if raw == reply.raw:
        return reply
    if reply.status != "completed":
        return msgspec.structs.replace(reply, raw=raw, model=None, reference=None)
    entry = sent.taken.seat.entry
    again = desk.advisors(entry).parse(raw)
    if entry.transport in BY_HAND:  # what a person said beside the bytes stands
        return msgspec.structs.replace(again, model=reply.model)
    return again


def unsaid(done: Result, offences: tuple[Offence, ...]) -> Result:
    """The result of a reply that was read and then refused: kept, charged, unreadable."""
    faults = tuple(
        ReadFault(code=o.code, place=o.place, got=o.got, needed=o.needed) for o in offences
    )
    receipt = msgspec.structs.replace(done.receipt, status="malformed", faults=faults)
    return Result(receipt=receipt)


def doubt(desk: Desk, case: str) -> bool:
    """Record as doubtful every dispatched call whose lease is over; whether there was one."""
    found = False
    with desk.journal.begin() as tx:
        state = fold(tx.filed(case))
        now = desk.clock.now()
        leases = {(x.fence, x.holder): x for x in tx.leases(case)}
        for d in state.dispatches.values():
            settled = d.id in state.receipts or d.id in state.doubts
            if settled or state.slot(d.seat, d.round) != "open":
                continue
            lease = leases.get((d.fence, d.holder))
            if lease is not None and not _over(desk, lease, now):
                continue
            if lease is not None:
                tx.release(case, lease.act, lease.fence)
            state = desk.write(tx, case, state, Observation(what="doubt", dispatch=d.id))
            found = True
    return found


def answer_doubt(desk: Desk, case: str, id: str, again: bool, actor: Actor) -> State:
    """Answer a doubtful call: ask its seat again, or give the seat up."""
    answer = Authorization(what="again" if again else "drop", dispatch=id)
    return desk.record(case, answer, actor)


def renew(desk: Desk, case: str, sent: tuple[Sent, ...]) -> None:
    """Put off the end of the leases of calls that are under way."""
    with desk.journal.begin() as tx:
        until = later(desk.clock.now(), desk.lease_seconds)
        for s in sent:
            tx.renew(case, s.taken.lease.act, s.taken.lease.fence, until)
