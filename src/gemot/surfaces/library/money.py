"""Money and time as arguments of a call."""

from datetime import UTC, datetime
from decimal import Decimal

from gemot.conduct.amount import CEILING_FORM, ceiling, number
from gemot.conduct.instant import render
from gemot.surfaces.library.denied import faulty

UNBOUNDED = "unbounded"
Usd = str | int | float | Decimal


def nano(spend: Usd) -> int | None:
    """Nano-dollars of an amount of USD; None: `unbounded`. A float is read as it is written."""
    if spend == UNBOUNDED:
        return None
    exact = ceiling(number(str(spend)) if not isinstance(spend, bool) else spend, "spend")
    if isinstance(exact, int):
        return exact
    needed = f"{CEILING_FORM}, or `{UNBOUNDED}`"
    got = repr(str(spend)[:60])
    raise faulty("the authorization", "spend", got, needed, 'give a sum like "0.5"')


def instant(until: str | datetime | None) -> str | None:
    """The instant as it is recorded; a time without a zone is in UTC."""
    if until is None:
        return None
    try:
        at = until if isinstance(until, datetime) else datetime.fromisoformat(until)
    except ValueError:
        raise faulty(
            "the authorization", "until", repr(str(until)[:60]), "a day or an instant",
            "write 2026-11-30 or 2026-11-30T18:00:00Z",
        ) from None  # fmt: skip
    return render(at if at.tzinfo else at.replace(tzinfo=UTC))
