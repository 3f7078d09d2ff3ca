"""Rules on calls: what may be sent, and what a receipt has to say of it.

Laws: a call is sent only under the newest clearance of its seat and round, once for each quote
(a wave that the engine sends and one that a person carries are cleared apart); it sends
the packet that was frozen for its seat; a filled, open, doubtful or given-up seat is not asked;
a call has one receipt; only a reply that was read, in time and from the model asked for, fills a
seat. Doubts and what the owner answers are judged in `doubt`.
"""

from collections.abc import Callable, Iterator

from gemot.records.call import Clearance, Dispatch, Quote, Receipt
from gemot.records.vocab import BY_HAND, Severity
from gemot.rules import doubt
from gemot.rules.citation import count
from gemot.rules.clearance import price, usd
from gemot.rules.rule import Admission, Hit, Rule
from gemot.rules.state import State, ended


def _quote(state: State, call: Dispatch) -> tuple[Quote | None, bool]:
    """The seat's newest quote in the round, and whether a call used it."""
    quote, used = None, False
    for f in state.filed:
        r = f.record
        if type(r) is Clearance and r.round == call.round:
            given = next((q for q in r.quotes if q.seat == call.seat), None)
            quote, used = (quote, used) if given is None else (given, False)
        elif type(r) is Dispatch and (r.seat, r.round) == (call.seat, call.round):
            used = True
    return quote, used


def _uncleared(facts: Admission) -> Iterator[Hit]:
    call: Dispatch = facts.record
    quote, used = _quote(facts.state, call)
    if quote is None or used:
        got = f"{call.seat!r}, " + ("whose quote a call used up" if quote else "without a quote")
        needed = f"a seat of the newest clearance of the round {call.round!r}"
        yield Hit(place="seat", got=got, needed=needed)


def _reserve(facts: Admission) -> Iterator[Hit]:
    call: Dispatch = facts.record
    quote, _ = _quote(facts.state, call)
    if quote is not None and call.reserve != quote.reserve:
        yield Hit(place="reserve", got=_nano(call.reserve), needed=_nano(quote.reserve))


def _nano(amount: int | None) -> str:
    return "unknown" if amount is None else f"{amount} nano-USD"


def _packet(facts: Admission) -> Iterator[Hit]:
    call: Dispatch = facts.record
    packet = facts.state.packets.get(call.round)
    views = packet.views if packet else ()
    digest = next((v.digest for v in views if v.seat == call.seat), None)
    if call.packet != digest:
        needed = "a frozen view of the seat" if digest is None else digest
        yield Hit(place="packet", got=call.packet, needed=needed)


def _asked(facts: Admission) -> Iterator[Hit]:
    call: Dispatch = facts.record
    slot = facts.state.slot(call.seat, call.round)
    if slot not in ("unasked", "again"):
        words = {
            "open": "whose call is under way",
            "doubt": "whose call is in doubt",
            "dropped": "which was given up",
            "answered": "whose call has ended",
        }
        got = f"{call.seat!r}, {words[slot]}"
        yield Hit(place="seat", got=got, needed="a seat never asked, or to be asked again")


def _attempt(facts: Admission) -> Iterator[Hit]:
    call: Dispatch = facts.record
    needed = facts.state.attempts(call.seat, call.round) + 1
    if call.attempt != needed:
        yield Hit(place="attempt", got=str(call.attempt), needed=str(needed))


def _context(facts: Admission) -> Iterator[Hit]:
    if facts.record.id in facts.state.dispatches:
        got = f"{facts.record.id!r}, which an earlier call has"
        yield Hit(place="id", got=got, needed="a fresh context")


def _fence(facts: Admission) -> Iterator[Hit]:
    newest = max((d.fence for d in facts.state.dispatches.values()), default=0)
    if facts.record.fence <= newest:
        yield Hit(place="fence", got=str(facts.record.fence), needed=f"more than {newest}")


def _lapsed(facts: Admission) -> Iterator[Hit]:
    if facts.record.until <= facts.at:
        yield Hit(place="until", got=facts.record.until, needed=f"later than {facts.at}")


def _stray(facts: Admission) -> Iterator[Hit]:
    if facts.record.dispatch not in facts.state.dispatches:
        yield Hit(place="dispatch", got=repr(facts.record.dispatch), needed="a call of the case")


def _second(facts: Admission) -> Iterator[Hit]:
    if facts.record.dispatch in facts.state.receipts:
        got = f"{facts.record.dispatch!r}, which has a receipt"
        yield Hit(place="dispatch", got=got, needed="a call without one")


def _misdirected(facts: Admission) -> Iterator[Hit]:
    receipt: Receipt = facts.record
    call = facts.state.dispatches.get(receipt.dispatch)
    for name in ("seat", "round") if call else ():
        got, needed = getattr(receipt, name), getattr(call, name)
        if got != needed:
            yield Hit(place=name, got=repr(got), needed=f"{needed!r}, as dispatched")


def _lateness(facts: Admission) -> Iterator[Hit]:
    receipt: Receipt = facts.record
    doubtful = receipt.dispatch in facts.state.doubts
    if receipt.late != doubtful and not (receipt.late and ended(facts.state)):
        why = "is in doubt" if doubtful else "was never in doubt"
        got, needed = str(receipt.late).lower(), str(doubtful).lower()
        yield Hit(place="late", got=got, needed=f"{needed}: {receipt.dispatch!r} {why}")


def _backwards(facts: Admission) -> Iterator[Hit]:
    receipt: Receipt = facts.record
    if receipt.ended < receipt.began:
        yield Hit(place="ended", got=receipt.ended, needed=f"{receipt.began} or later")


def _fills(receipt: Receipt) -> bool:
    """Whether the reply may fill its seat."""
    return receipt.status == "completed" and not receipt.late and not receipt.mismatch


def _said(state: State, dispatch: str) -> bool:
    said = (*state.positions.values(), *state.challenges.values(), state.draft)
    expected = any(p.dispatch == dispatch for p in state.predictions)
    return expected or any(s is not None and s.dispatch == dispatch for s in said)


def _silent(facts: Admission) -> Iterator[Hit]:
    receipt: Receipt = facts.record
    if _fills(receipt) and not _said(facts.state, receipt.dispatch):
        got = f"a completed call {receipt.dispatch!r} that said nothing"
        yield Hit(place="status", got=got, needed="the record that was read from it, before it")


def _unearned(facts: Admission) -> Iterator[Hit]:
    receipt: Receipt = facts.record
    if _fills(receipt) or not _said(facts.state, receipt.dispatch):
        return
    got = "a late reply" if receipt.late else "a reply of another model"
    got = got if receipt.status == "completed" else str(receipt.status)
    yield Hit(place="status", got=got, needed="completed, since its answer was recorded")


def _unproved(facts: Admission) -> Iterator[Hit]:
    receipt: Receipt = facts.record
    if receipt.status != "completed":
        return
    if not receipt.sent:
        yield Hit(place="sent", got="false", needed="true: it was answered")
    if receipt.raw is None:
        yield Hit(place="raw", got="nothing", needed="the digest of the bytes that came")
    if receipt.faults:
        got = count(len(receipt.faults), "fault")
        yield Hit(place="faults", got=got, needed="none, or the status malformed")


def _vouched(facts: Admission) -> Iterator[Hit]:
    receipt: Receipt = facts.record
    seat = facts.state.seat(receipt.seat)
    got = receipt.identity.attested
    if seat is not None and seat.entry.transport in BY_HAND and got != "configuration":
        needed = "'configuration': a person pasted it"
        yield Hit(place="identity.attested", got=repr(got), needed=needed)


def _cost(facts: Admission) -> Iterator[Hit]:
    receipt: Receipt = facts.record
    call = facts.state.dispatches.get(receipt.dispatch)
    seat = facts.state.seat(call.seat) if call else None
    if seat is None:
        return
    needed = price(seat.entry, receipt.input_tokens, receipt.output_tokens)
    needed = needed if receipt.sent else 0
    if receipt.cost != needed:
        yield Hit(place="cost", got=_nano(receipt.cost), needed=_nano(needed))


def _overrun(facts: Admission) -> Iterator[Hit]:
    receipt: Receipt = facts.record
    call = facts.state.dispatches.get(receipt.dispatch)
    reserve = call.reserve if call else None
    if reserve is not None and receipt.cost is not None and receipt.cost > reserve:
        yield Hit(place="cost", got=usd(receipt.cost), needed=f"at most {usd(reserve)}")


def _rule(
    code: str, name: str, on: str, check: Callable[[Admission], Iterator[Hit]], says: str,
    why: str, fix: str = "leave calls to the engine: run `gemot case resume CASE`",
    severity: Severity = "refuse", revision: int = 1,
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=(on,), severity=severity, says=says, why=why, fix=fix,
        check=check, revision=revision,
    )  # fmt: skip


RULES: tuple[Rule, ...] = (
    _rule(
        "CAL001", "uncleared-call", "dispatch", _uncleared, "the call has no clearance of its own",
        "What was not cleared was not bounded; and one clearance pays for one call.",
        revision=2,
    ),
    _rule(
        "CAL002", "other-reserve", "dispatch", _reserve,
        "the call reserves another amount than was cleared",
        "A ceiling that was checked against one sum does not hold for another.",
    ),
    _rule(
        "CAL003", "other-packet", "dispatch", _packet,
        "the call sends another packet than was frozen for its seat",
        "What a seat was asked is what anyone can read in the record, byte for byte.",
    ),
    _rule(
        "CAL004", "filled-seat-asked", "dispatch", _asked,
        "the seat has a call under way, in doubt, ended or given up",
        "What was received is never paid for twice, and asking until an answer pleases is "
        "no counsel.",
        "run `gemot status CASE`; a doubtful call is answered by `gemot case doubt`",
    ),
    _rule(
        "CAL005", "wrong-attempt", "dispatch", _attempt, "the attempt is not the seat's next",
        "How often a seat was asked is part of the record.",
    ),
    _rule(
        "CAL006", "reused-context", "dispatch", _context, "the context was used before",
        "A seat that has seen an answer, even its own, is no independent one "
        "(agentops-council 1.2).",
    ),
    _rule(
        "CAL007", "stale-fence", "dispatch", _fence,
        "the fence token is not newer than those of earlier calls",
        "A process that was overtaken must not send on; the fence tells the old holder from "
        "the new.",
    ),
    _rule(
        "CAL008", "lapsed-lease", "dispatch", _lapsed, "the lease is over before the call is sent",
        "From a lapsed lease the call could be taken over while it is being sent.",
    ),
    _rule(
        "CAL009", "receipt-without-call", "receipt", _stray, "the receipt is for no call",
        "A receipt proves a call; without one it proves nothing.",
    ),
    _rule(
        "CAL010", "second-receipt", "receipt", _second, "the call has a receipt already",
        "One call is one request and ends once; a second receipt would replace what was said "
        "or charge it again.",
    ),
    _rule(
        "CAL011", "misdirected-receipt", "receipt", _misdirected,
        "the receipt is for another seat or round than the call",
        "An answer belongs to the seat that was asked, whoever it would suit.",
    ),
    _rule(
        "CAL012", "wrong-lateness", "receipt", _lateness,
        "the receipt does not say rightly whether the reply came too late",
        "A late reply is kept and charged and fills nothing, since its seat may have been asked "
        "again; a timely one counts.",
    ),
    _rule(
        "CAL013", "backward-call", "receipt", _backwards, "the call ended before it began",
        "Times that run backwards prove no duration, and order nothing.",
    ),
    _rule(
        "CAL014", "silent-completion", "receipt", _silent,
        "the call is completed, and what it said was not recorded",
        "An answer that is dropped without a word looks like a seat that never answered.",
    ),
    _rule(
        "CAL015", "unearned-answer", "receipt", _unearned,
        "an answer was recorded from a call that did not complete",
        "A failure, a late reply or another model's words must not fill a seat.",
    ),
    _rule(
        "CAL016", "unproved-completion", "receipt", _unproved,
        "the call is completed without bytes that came, or with faults in them",
        "What was said can be read again from the kept bytes by anyone; without them it is "
        "hearsay.",
    ),
    _rule(
        "CAL017", "wrong-cost", "receipt", _cost, "the cost is not tokens times price",
        "A bill is computed from what the other side counted and what the catalogue says; "
        "where either is unknown the cost is unknown, and not zero.",
    ),
    _rule(
        "CAL018", "reserve-overrun", "receipt", _overrun, "the call cost more than was reserved",
        "It is charged as it is. The ceiling may be passed by it, and the estimate of the next "
        "wave should be doubted.",
        "read the bill: `gemot status CASE`", severity="note",
    ),
    *doubt.RULES,
    _rule(
        "CAL026", "attested-paste", "receipt", _vouched,
        "who answered a pasted call is said to be attested",
        "A person carries any text from anywhere: the configuration says who was to be asked, "
        "the person may say who answered, and neither is proof.",
        "leave the receipt to the writer: run `gemot case paste CASE`",
    ),
)  # fmt: skip
