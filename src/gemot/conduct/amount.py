"""Money as TOML numbers, made exact: prices to decimal text, ceilings to nano-dollars.

Laws: nothing is rounded: a number that the record's form cannot hold is a fault; equal numbers
give equal text (`3`, `3.0` and `3e0` are `3`); text in quotes is no number.
"""

from decimal import ROUND_DOWN, Context, Decimal, InvalidOperation
from typing import Any

from gemot.records.faults import Fault, say

CEILING_FORM = "a number of USD from 0 to 9000000, with at most 9 decimals"
PRICE_FORM = "a number of USD from 0 to 9999999 per million tokens, with at most 9 decimals"

_CEILING_MOST = Decimal(9_000_000)
_PRICE_MOST = Decimal("9999999.999999999")
_STEP = Decimal("0.000000001")
_EXACT = Context(prec=40, rounding=ROUND_DOWN)


def number(text: str) -> Decimal:
    """A TOML float without loss; one beyond `Decimal` becomes infinite. For `parse_float`."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal("Infinity")


def ceiling(value: Any, place: str) -> int | Fault:
    """USD as a whole number of nano-dollars (1e-9 USD)."""
    exact = _within(value, _CEILING_MOST)
    return _fault(value, place, CEILING_FORM) if exact is None else int(exact.scaleb(9))


def price(value: Any, place: str) -> str | Fault:
    """USD per million tokens as plain decimal text without trailing zeros."""
    exact = _within(value, _PRICE_MOST)
    if exact is None:
        return _fault(value, place, PRICE_FORM)
    text = format(exact, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _within(value: Any, most: Decimal) -> Decimal | None:
    """`value` to nine decimals where that is exact and it lies in 0..`most`."""
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
        return None
    if isinstance(value, Decimal) and not value.is_finite():
        return None
    if not 0 <= value <= most:
        return None
    exact = Decimal(value).quantize(_STEP, context=_EXACT)
    return abs(exact) if exact == value else None


def _fault(value: Any, place: str, form: str) -> Fault:
    got = f"the text {say(value)}" if isinstance(value, str) else say(plain(value))
    fix = "write it without quotes" if isinstance(value, str) else f"give {form}"
    return Fault(place=place, got=got, needed=form, fix=fix)


def plain(value: Any) -> Any:
    """`value` with every `Decimal` in it as a float, for those who judge and show its form."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value
