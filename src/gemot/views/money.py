"""What a wave may cost at most, and which ceilings are in force. Pure.

Nano-dollars throughout; None is unknown and never zero.
"""

import msgspec

from gemot.records.call import Clearance, Quote
from gemot.records.plan import Seat
from gemot.records.vocab import BY_HAND, Round
from gemot.rules.clearance import dollars, price, spent, standing
from gemot.rules.state import State


def tokens(size: int) -> int:
    """Tokens that a text of `size` bytes of UTF-8 may be: a quarter, with a margin of 30%."""
    return -(-size * 13 // 40)


def quote(seat: Seat, size: int, max_output: int) -> Quote:
    """The quote of one call whose request has `size` bytes."""
    return Quote(
        seat=seat.id,
        input_tokens=tokens(size),
        output_tokens=max_output,
        reserve=price(seat.entry, tokens(size), max_output),
    )


def ceiling(state: State, at: str) -> int | None:
    """The case's ceiling in force: the owner's newest authorization, else the configured one."""
    allowed = standing(state, at)
    return allowed.nano if allowed is not None else state.limits[0]


def clearance(
    state: State, round: Round, quotes: tuple[Quote, ...], at: str, daily_spent: int
) -> Clearance:
    """The clearance of a wave; whether it may stand is for the rules."""
    return Clearance(
        round=round,
        wave=1 + sum(c.round == round for c in state.clearances),
        quotes=quotes,
        case_nano=ceiling(state, at),
        daily_nano=state.limits[1],
        case_spent=spent(state),
        daily_spent=daily_spent,
    )


class Bill(msgspec.Struct, frozen=True, kw_only=True):
    """What a case cost so far."""

    calls: int
    """Requests that may have left."""
    nano: int
    """Nano-dollars of the settled calls whose cost is known."""
    unpriced: int
    """Calls whose cost is unknown, pasted ones included."""
    pasted: int
    """Those of them that a person carried: what they cost is unknown and not billed to us."""
    in_doubt: int
    """Calls without a reply whose reservation stands."""
    reserved: int
    """Nano-dollars still reserved."""
    input_tokens: int | None
    output_tokens: int | None
    """Sums as reported; None where a call reported none."""


def bill(state: State) -> Bill:
    """The bill, from the receipts and open dispatches."""
    calls = nano = unpriced = pasted = doubtful = reserved = 0
    tokens_in: list[int | None] = []
    tokens_out: list[int | None] = []
    for d in state.dispatches.values():
        receipt = state.receipts.get(d.id)
        if receipt is None:
            doubtful += 1
            calls += 1
            reserved += d.reserve or 0
            continue
        if not receipt.sent:
            continue
        calls += 1
        if receipt.cost is None:
            unpriced += 1
            pasted += by_hand(state, d.seat)
            reserved += d.reserve or 0
        nano += receipt.cost or 0
        tokens_in.append(receipt.input_tokens)
        tokens_out.append(receipt.output_tokens)
    return Bill(
        calls=calls,
        nano=nano,
        unpriced=unpriced,
        pasted=pasted,
        in_doubt=doubtful,
        reserved=reserved,
        input_tokens=_sum(tokens_in),
        output_tokens=_sum(tokens_out),
    )


def by_hand(state: State, seat: str) -> bool:
    """Whether a person answers for a seat."""
    planned = state.seat(seat)
    return planned is not None and planned.entry.transport in BY_HAND


def _sum(parts: list[int | None]) -> int | None:
    known = [p for p in parts if p is not None]
    return sum(known) if len(known) == len(parts) else None


def usd(nano: int) -> str:
    """Nano-dollars as dollars, exact, at least two decimals: `0.00245`."""
    return dollars(nano)
