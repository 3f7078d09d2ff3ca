"""Rules on the clearance: no wave is sent that a ceiling does not bear.

Laws: all seats of a wave are bounded before any is sent; an unknown price is not zero and no
ceiling bears it; with no ceiling at all the owner is asked first; the sums are those of the
records. A seat that a person answers for is a wave of its own, cleared when its answer is taken:
what the person's own access costs is unknown, is not billed to us, and no ceiling refuses it.
What all cases together spent in a day stands outside this case's records and is the journal's to
know. Amounts are nano-dollars. Source: ai-council 1.8.
"""

from collections.abc import Callable, Iterator

from gemot.records.call import Authorization, Clearance, Quote
from gemot.records.catalogue import Entry
from gemot.records.vocab import BY_HAND, REHEARSAL, Severity
from gemot.rules.rule import Admission, Hit, Rule
from gemot.rules.state import State

MOST = 9_007_199_254_740_991
"""Nano-dollars: what a record can hold (RFC 8785); a count beyond it is none."""
FREE = REHEARSAL | {"local"}
"""Transports that cost nothing by their nature."""


def dollars(nano: int) -> str:
    """Nano-dollars as dollars, exact, at least two decimals: `0.00245`."""
    whole, rest = divmod(nano, 1_000_000_000)
    decimals = f"{rest:09d}".rstrip("0").ljust(2, "0")
    return f"{whole}.{decimals}"


def usd(nano: int) -> str:
    """`0.00245 USD`, exact."""
    return f"{dollars(nano)} USD"


def price(entry: Entry, input_tokens: int | None, output_tokens: int | None) -> int | None:
    """What so many tokens cost; None where the price or a count is unknown, and for what a
    person carries, whatever price is configured."""
    if entry.transport in FREE:
        return 0
    if entry.transport in BY_HAND:
        return None
    if entry.price is None or input_tokens is None or output_tokens is None:
        return None
    nano = entry.price.nano_usd(input_tokens, output_tokens)
    return nano if nano <= MOST else None


def spent(state: State) -> int:
    """What the case was charged, and what is reserved where the charge is unknown."""
    total = 0
    for d in state.dispatches.values():
        receipt = state.receipts.get(d.id)
        known = receipt.cost if receipt else None
        total += (d.reserve or 0) if known is None else known
    return total


def standing(state: State, at: str) -> Authorization | None:
    """The newest authorization to spend that has not expired."""
    found = [a for a in state.authorizations if a.what == "spend"]
    return next((a for a in reversed(found) if a.until is None or at < a.until), None)


def _reserved(record: Clearance) -> int:
    return sum(q.reserve or 0 for q in record.quotes)


def _named(facts: Admission, quote: Quote) -> str:
    seat = facts.state.seat(quote.seat)
    return f"{seat.advisor!r} (seat {quote.seat})" if seat else f"seat {quote.seat}"


def _carried(facts: Admission, quote: Quote) -> bool:
    """Whether a person carries the call."""
    seat = facts.state.seat(quote.seat)
    return seat is not None and seat.entry.transport in BY_HAND


def _billed(facts: Admission) -> bool:
    """Whether anything of the wave could be billed to us."""
    return not all(_carried(facts, q) for q in facts.record.quotes)


def _unpriced(facts: Admission) -> Iterator[Hit]:
    record: Clearance = facts.record
    if record.case_nano is None and record.daily_nano is None:
        return
    for i, quote in enumerate(record.quotes):
        if quote.reserve is None and not _carried(facts, quote):
            got = f"no price of {_named(facts, quote)}"
            yield Hit(place=f"quotes[{i}].reserve", got=got, needed="a price, under a ceiling")


def _case_ceiling(facts: Admission) -> Iterator[Hit]:
    record: Clearance = facts.record
    if _billed(facts):
        yield from _ceiling("case_nano", record.case_spent, _reserved(record), record.case_nano)


def _daily_ceiling(facts: Admission) -> Iterator[Hit]:
    record: Clearance = facts.record
    if _billed(facts):
        yield from _ceiling("daily_nano", record.daily_spent, _reserved(record), record.daily_nano)


def _ceiling(place: str, before: int, wave: int, most: int | None) -> Iterator[Hit]:
    if most is not None and before + wave > most:
        got = f"{usd(before)} before, {usd(wave)} for the wave"
        yield Hit(place=place, got=got, needed=f"together at most {usd(most)}")


def _unbounded(facts: Admission) -> Iterator[Hit]:
    record: Clearance = facts.record
    if record.case_nano is not None or record.daily_nano is not None:
        return
    costly = [q for q in record.quotes if q.reserve != 0 and not _carried(facts, q)]
    if costly and standing(facts.state, facts.at) is None:
        who = ", ".join(_named(facts, q) for q in costly)
        needed = "a ceiling, or the owner's standing authorization to spend"
        yield Hit(place="case_nano", got=f"no ceiling for {who}", needed=needed)


def _quotes(facts: Admission) -> Iterator[Hit]:
    record: Clearance = facts.record
    if record.round not in facts.state.packets:
        got = f"no packet of the round {record.round!r}"
        yield Hit(place="round", got=got, needed="a frozen packet")
        return
    left = facts.state.unasked(record.round)
    called = tuple(s.id for s in left if s.entry.transport not in BY_HAND)
    carried = tuple(s.id for s in left if s.entry.transport in BY_HAND)
    quoted = tuple(q.seat for q in record.quotes)
    if (quoted and quoted == called) or (len(quoted) == 1 and quoted[0] in carried):
        return
    got = "quotes for " + (", ".join(quoted) or "nobody")
    needed = "the seats still to ask: " + (", ".join(called) or "none, so no wave")
    if carried:
        needed += "; or one of those that a person answers for: " + ", ".join(carried)
    yield Hit(place="quotes", got=got, needed=needed)


def _wave(facts: Admission) -> Iterator[Hit]:
    record: Clearance = facts.record
    needed = 1 + sum(c.round == record.round for c in facts.state.clearances)
    if record.wave != needed:
        yield Hit(place="wave", got=str(record.wave), needed=str(needed))


def _terms(facts: Admission) -> Iterator[Hit]:
    record = facts.record
    if facts.state.plan is None:
        return
    allowed = standing(facts.state, facts.at)
    case_nano, daily_nano = facts.state.limits
    whose = "as the owner authorized" if allowed else "as configured"
    for name, needed, says in (
        ("case_nano", allowed.nano if allowed else case_nano, whose),
        ("daily_nano", daily_nano, "as configured"),
    ):
        got = getattr(record, name)
        if got != needed:
            yield Hit(place=name, got=_amount(got), needed=f"{_amount(needed)}, {says}")


def _amount(nano: int | None) -> str:
    return "no ceiling" if nano is None else usd(nano)


def _spent(facts: Admission) -> Iterator[Hit]:
    got, needed = facts.record.case_spent, spent(facts.state)
    if got != needed:
        yield Hit(place="case_spent", got=f"{got} nano-USD", needed=f"{needed} nano-USD")


def _bound(facts: Admission) -> Iterator[Hit]:
    record: Clearance = facts.record
    for i, q in enumerate(record.quotes):
        seat = facts.state.seat(q.seat)
        if seat is None:
            continue
        place, most = f"quotes[{i}]", seat.entry.limits.output
        needed = price(seat.entry, q.input_tokens, q.output_tokens)
        if q.reserve != needed:
            got = "unpriced" if q.reserve is None else f"{q.reserve} nano-USD"
            priced = "unpriced" if needed is None else f"{needed} nano-USD"
            yield Hit(place=f"{place}.reserve", got=got, needed=priced)
        # Fewer tokens than the entry's bound are asked of a rehearsal seat, and sent as its bound.
        if q.output_tokens > most or (q.output_tokens < most and not seat.entry.rehearsal):
            got = f"{q.output_tokens} tokens"
            yield Hit(place=f"{place}.output_tokens", got=got, needed=f"{most} tokens")


def _rule(
    code: str, name: str, check: Callable[[Admission], Iterator[Hit]], says: str, why: str,
    fix: str = "leave the clearance to the writer: run `gemot case resume CASE`",
    severity: Severity = "refuse", revision: int = 1,
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=("clearance",), severity=severity, says=says, why=why, fix=fix,
        check=check, revision=revision,
    )  # fmt: skip


AUTHORIZE = "ask the owner: `gemot case authorize CASE --spend USD`; or set a ceiling in [limits]"
RULES: tuple[Rule, ...] = (
    _rule(
        "CLR001", "unpriced-under-ceiling", _unpriced,
        "a call has no known price while a ceiling is set",
        "An unknown price is not zero: a ceiling that lets it pass bounds nothing. What a person "
        "pastes is not billed to us; its cost stays unknown and no ceiling is meant for it.",
        "add `price` to the advisor in the configuration, for the next case; for this one the "
        "owner may lift the case's ceiling: `gemot case authorize CASE --spend unbounded`",
        revision=2,
    ),
    _rule(
        "CLR002", "case-ceiling-passed", _case_ceiling,
        "the wave would pass the ceiling of the case",
        "All seats of a wave are reserved before any is sent, so that the owner's bound holds "
        "even if every reply is as long as it may be.",
        "ask the owner: `gemot case authorize CASE --spend USD`; or raise `case_usd` under "
        "[limits]",
        revision=2,
    ),
    _rule(
        "CLR003", "daily-ceiling-passed", _daily_ceiling,
        "the wave would pass the ceiling of a day over all cases",
        "Many small cases cost as much as a large one; the daily bound is the one that a loop "
        "of an agent runs into.",
        "wait until the day has passed, or raise `daily_usd` under [limits]",
        revision=2,
    ),
    _rule(
        "CLR004", "unbounded-spending", _unbounded,
        "calls that cost something would be sent without any ceiling",
        "Whoever set no ceiling was not asked; silence is no consent to any sum.",
        AUTHORIZE,
        revision=2,
    ),
    _rule(
        "CLR005", "wrong-quotes", _quotes,
        "the quotes are not those of the seats that the round still has to ask",
        "A wave goes out whole: a seat without a quote would be asked without being paid for, "
        "and a quote for an answered one asks it again. A seat that a person answers for is a "
        "wave of its own, since nobody knows when its answer comes.",
        revision=2,
    ),
    _rule(
        "CLR006", "wrong-wave-number", _wave, "the wave is not the next of its round",
        "Waves are numbered so that a second one, after a doubt or for a pasted answer, is seen "
        "as such.",
    ),
    _rule(
        "CLR007", "other-ceiling", _terms, "the ceilings are not those in force",
        "A clearance under a ceiling that nobody set would pass anything.",
    ),
    _rule(
        "CLR008", "miscounted-spending", _spent, "what the case spent is not what its records say",
        "What is already charged or reserved counts against the ceiling; a call whose cost is "
        "unknown counts with its whole reserve.",
    ),
    _rule(
        "CLR009", "wrong-quote", _bound, "a quote does not bound what its call may cost",
        "A reserve is the price of the whole reply that was asked for; a smaller one is passed "
        "by a long answer.",
    ),
)  # fmt: skip
