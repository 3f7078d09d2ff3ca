"""The bill, a row a call: who was asked, what it cost, and what nobody knows. Pure.

Laws: costs are exact and in nano-dollars; a cost that is unknown is None and never zero, and
its reservation stands; tokens are as reported and never estimated; the sums are of the rows
that are shown, and say how many rows they leave out as unknown.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from gemot.records.call import Dispatch, Receipt
from gemot.rules.state import State
from gemot.views import money
from gemot.views.answer import Object, usd
from gemot.views.visible import line

Standing = Literal["settled", "unpriced", "under_way", "in_doubt", "not_sent"]


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """One call."""

    case: str
    at: str
    """When it was dispatched."""
    seat: str
    round: str
    attempt: int
    advisor: str | None
    model: str | None
    """The name that the other side gave of itself; None: it gave none."""
    status: str | None
    """Of the receipt; None: there is none."""
    standing: Standing
    input_tokens: int | None
    output_tokens: int | None
    nano: int | None
    """The cost; None: unknown."""
    reserved: int | None
    """What is still kept for it; 0: nothing, None: it has no price."""
    late: bool


def items(state: State, since: str = "", until: str = "~") -> tuple[Item, ...]:
    """The calls that were dispatched from one instant to before another, in order."""
    return tuple(
        _item(state, f.case, f.at, f.record)
        for f in state.filed
        if type(f.record) is Dispatch and since <= f.at < until
    )


def _item(state: State, case: str, at: str, d: Dispatch) -> Item:
    receipt, seat = state.receipts.get(d.id), state.seat(d.seat)
    standing = _standing(state, d, receipt)
    kept = standing in ("unpriced", "under_way", "in_doubt")
    return Item(
        case=case,
        at=at,
        seat=d.seat,
        round=d.round,
        attempt=d.attempt,
        advisor=seat.advisor if seat else None,
        model=receipt.model if receipt else None,
        status=receipt.status if receipt else None,
        standing=standing,
        input_tokens=receipt.input_tokens if receipt else None,
        output_tokens=receipt.output_tokens if receipt else None,
        nano=receipt.cost if receipt else None,
        reserved=d.reserve if kept else 0,
        late=receipt.late if receipt else False,
    )


def _standing(state: State, d: Dispatch, receipt: Receipt | None) -> Standing:
    if receipt is None:
        return "in_doubt" if d.id in state.doubts else "under_way"
    if not receipt.sent:
        return "not_sent"
    return "unpriced" if receipt.cost is None else "settled"


class Total(msgspec.Struct, frozen=True, kw_only=True):
    """What the calls come to."""

    calls: int
    """Requests that may have left."""
    nano: int
    """Of those whose cost is known."""
    unpriced: int
    """Answered, at a cost that nobody knows."""
    in_doubt: int
    """Without a reply and given up waiting for."""
    under_way: int
    reserved: int
    """Still kept for the unknown, the doubtful and those under way, as far as they have a price."""
    late: int
    input_tokens: int | None
    output_tokens: int | None
    """Sums as reported; None where a call reported none."""


def total(rows: Sequence[Item]) -> Total:
    """The sums over the rows."""
    sent = [r for r in rows if r.standing != "not_sent"]
    ended = [r for r in sent if r.standing in ("settled", "unpriced")]
    return Total(
        calls=len(sent),
        nano=sum(r.nano or 0 for r in rows),
        unpriced=_many(rows, "unpriced"),
        in_doubt=_many(rows, "in_doubt"),
        under_way=_many(rows, "under_way"),
        reserved=sum(r.reserved or 0 for r in rows),
        late=sum(r.late for r in rows),
        input_tokens=_sum([r.input_tokens for r in ended]),
        output_tokens=_sum([r.output_tokens for r in ended]),
    )


def _many(rows: Iterable[Item], standing: Standing) -> int:
    return sum(r.standing == standing for r in rows)


def _sum(parts: list[int | None]) -> int | None:
    known = [p for p in parts if p is not None]
    return sum(known) if len(known) == len(parts) else None


def answer(rows: Sequence[Item], **about: Any) -> Object:
    """What `case bill` answers; `about` says which case or which hours it is for."""
    return {
        "schema": "gemot/bill/1",
        **about,
        "calls": [_row(r) for r in rows],
        "total": _figures(msgspec.structs.asdict(total(rows))),
    }


def _row(r: Item) -> Object:
    return _figures(msgspec.structs.asdict(r))


def _figures(row: Object) -> Object:
    """Amounts in USD instead of nano-dollars."""
    names = {"nano": "usd", "reserved": "reserved_usd"}
    return {names.get(k, k): usd(v) if k in names else v for k, v in row.items()}


HEAD = ("seat", "round", "advisor", "model", "in", "out", "USD", "standing")


def lines(rows: Sequence[Item], *, cases: bool = False) -> list[str]:
    """The bill for the terminal; with the case of each row where several are shown."""
    table = [HEAD, *(_cells(r) for r in rows)]
    widths = [max(len(row[i]) for row in table) for i in range(len(HEAD))]
    found = []
    for i, row in enumerate(table):
        cells = (c.rjust(w) if 4 <= n <= 6 else c.ljust(w)
                 for n, (c, w) in enumerate(zip(row, widths, strict=True)))  # fmt: skip
        named = ("case" if i == 0 else rows[i - 1].case) if cases else ""
        found.append(f"{'  '.join(cells)}  {named}".rstrip())
    return [*(found if rows else ["no call was made"]), *_sums(total(rows))]


def _cells(r: Item) -> tuple[str, ...]:
    known = {"settled": "", "unpriced": "cost unknown", "not_sent": "not sent"}
    said = [known.get(r.standing, r.standing.replace("_", " "))]
    said += [r.status] if r.status not in (None, "completed") else []
    said += ["late"] if r.late else []
    said += [f"{money.usd(r.reserved)} USD reserved"] if r.reserved else []
    said += ["no price"] if r.reserved is None else []
    return (
        r.seat, r.round, line(r.advisor or "-", 30), line(r.model or "-", 40),
        _number(r.input_tokens), _number(r.output_tokens),
        "unknown" if r.nano is None else money.usd(r.nano),
        ", ".join(x for x in said if x),
    )  # fmt: skip


def _number(value: int | None) -> str:
    return "-" if value is None else str(value)


def _sums(t: Total) -> list[str]:
    found = [f"{t.calls} calls, {money.usd(t.nano)} USD settled"]
    for n, words in (
        (t.unpriced, "of unknown cost"),
        (t.in_doubt, "in doubt"),
        (t.under_way, "under way"),
        (t.late, "answered late"),
    ):
        if n:
            found.append(f"{n} {words}")
    if t.reserved:
        found.append(f"{money.usd(t.reserved)} USD still reserved")
    tokens = "tokens not reported by every call"
    if t.input_tokens is not None and t.output_tokens is not None:
        tokens = f"{t.input_tokens} tokens in, {t.output_tokens} out, as reported"
    return ["; ".join([*found, tokens])]
