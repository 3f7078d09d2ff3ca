"""Ceilings: a wave that fits is never refused, one that does not is held whole."""

from decimal import Decimal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemot.records.call import Authorization, Clearance
from gemot.records.catalogue import Price
from gemot.records.plan import Plan
from gemot.rules.clearance import price, usd
from gemot.rules.state import State
from gemot.testing.builders import NOW
from gemot.testing.ways import filed
from tests.conformance.council import cleared, entry
from tests.rules.cases import BASES, judged

NANO = st.integers(0, 10**12)


def bounded(case: int | None, daily: int | None, *more: msgspec.Struct) -> State:
    """A packed case under these ceilings."""
    terms = {"case_nano": case, "daily_nano": daily}
    records = [
        msgspec.structs.replace(r, **terms) if isinstance(r, Plan) else r
        for r in BASES["council-positions-packed"]
    ]
    return State(filed(*records, *more))


def wave(state: State, reserve: int, daily_spent: int) -> Clearance:
    """A wave whose two seats reserve so much each, whatever they would cost."""
    made = cleared(state, "positions")
    quotes = tuple(msgspec.structs.replace(q, reserve=reserve) for q in made.quotes)
    return msgspec.structs.replace(made, quotes=quotes, daily_spent=daily_spent)


@given(case=st.none() | NANO, daily=st.none() | NANO, reserve=NANO, spent=NANO)
def test_a_wave_is_held_exactly_where_it_would_pass(
    case: int | None, daily: int | None, reserve: int, spent: int
) -> None:
    """All seats of a wave are reserved before any is sent; a call that fits is never refused."""
    state = bounded(case, daily)
    codes = {line[:6] for line in judged(state, wave(state, reserve, spent))}
    assert ("CLR002" in codes) == (case is not None and 2 * reserve > case)
    assert ("CLR003" in codes) == (daily is not None and spent + 2 * reserve > daily)
    assert ("CLR004" in codes) == (case is None and daily is None and reserve > 0)
    assert "CLR001" not in codes


def test_a_daily_ceiling_alone_bounds() -> None:
    state = bounded(None, 10**9)
    assert judged(state, cleared(state, "positions")) == []


def test_the_newest_authorization_is_in_force() -> None:
    """An authorization is for the case in all; a newer one replaces it, lower ones too."""
    much, little = (Authorization(what="spend", nano=n) for n in (2 * 10**9, 10**8))
    state = bounded(10**9, 5 * 10**9, much, little)
    assert judged(state, cleared(state, "positions")) == [
        "CLR002 case_nano: 0.00 USD before, 0.12888 USD for the wave; together at most 0.10 USD"
    ]


def test_an_expired_authorization_is_as_none() -> None:
    over = Authorization(what="spend", nano=10**8, until=NOW)
    state = bounded(10**9, 5 * 10**9, over)
    assert judged(state, cleared(state, "positions")) == []


@pytest.mark.parametrize("transport", ["api", "local", "scripted", "recorded"])
@pytest.mark.parametrize("priced", [Price(input="3", output="0.0000005"), None])
@pytest.mark.parametrize("tokens", [(900, 400), (None, 400), (900, None)])
def test_what_is_free_what_is_unknown_and_what_costs(
    transport: str, priced: Price | None, tokens: tuple[int | None, int | None]
) -> None:
    asked = entry("anna", transport=transport, price=priced)
    free, unknown = transport != "api", priced is None or None in tokens
    expected = 0 if free else None if unknown else priced.nano_usd(*tokens)
    assert price(asked, *tokens) == expected


@given(NANO)
def test_amounts_are_exact_and_have_two_decimals_at_least(nano: int) -> None:
    """One style everywhere: what is shown of two amounts can be added up."""
    text = usd(nano).removesuffix(" USD")
    assert Decimal(text) == Decimal(nano) / 10**9
    decimals = text.partition(".")[2]
    assert len(decimals) >= 2
    assert len(decimals) == 2 or not decimals.endswith("0")
