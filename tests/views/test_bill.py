"""The bill: exact, a row a call, and unknown is never zero."""

from decimal import Decimal

from gemot.rules.state import fold
from gemot.testing.builders import dispatch, receipt
from gemot.testing.ways import WAY, filed
from gemot.views.bill import answer, items, lines, total
from tests.views.states import concluded, doubtful, local


def test_a_row_a_call_and_their_sum() -> None:
    rows = items(concluded())
    assert [(r.seat, r.round) for r in rows] == [
        ("A", "positions"), ("B", "positions"), ("C", "positions"),
        ("A", "challenge"), ("B", "challenge"), ("CHAIR", "chair"),
    ]  # fmt: skip
    assert [r.standing for r in rows] == [
        "settled", "unpriced", "unpriced", "settled", "settled", "settled",
    ]  # fmt: skip
    assert rows[0].model == "m1-2026"
    sum_ = total(rows)
    assert (sum_.calls, sum_.nano, sum_.unpriced, sum_.in_doubt) == (6, 2_450_002, 2, 0)
    assert sum_.input_tokens is None


def test_what_is_in_doubt_stays_reserved() -> None:
    rows = items(doubtful())
    assert [r.standing for r in rows] == ["settled", "in_doubt"]
    assert (rows[1].nano, rows[1].reserved) == (None, 12_000_000)
    shown = answer(rows, case="c-1")
    assert shown["calls"][1]["usd"] is None
    assert shown["total"]["usd"] == Decimal("0.002")
    assert shown["total"]["reserved_usd"] == Decimal("0.012")
    assert lines(rows)[-1] == (
        "2 calls, 0.002 USD settled; 1 in doubt; 0.012 USD still reserved; "
        "90 tokens in, 40 out, as reported"
    )


def test_a_late_reply_is_charged_and_said_to_be_late() -> None:
    state = fold(
        filed(*WAY["cleared"], dispatch("A"), receipt("A", late=True, cost=7), dispatch("B"),
              receipt("B", sent=False, status="unavailable", cost=0))
    )  # fmt: skip
    late, unsent = items(state)
    assert (late.late, late.nano, late.standing) == (True, 7, "settled")
    assert (unsent.standing, unsent.nano) == ("not_sent", 0)
    assert total((late, unsent)).calls == 1
    assert "not sent, unavailable" in lines((late, unsent))[2]
    assert "late" in lines((late, unsent))[1]


def test_only_the_calls_of_the_hours_asked_for() -> None:
    state = fold(filed(*WAY["cleared"], dispatch("A"), at="2026-11-30T23:59:59.000Z"))
    state = fold(filed(dispatch("B"), after=state.filed, at="2026-12-01T00:00:00.000Z"))
    day = items(state, "2026-12-01T00:00:00.000Z", "2026-12-02T00:00:00.000Z")
    assert [r.seat for r in day] == ["B"]
    assert [r.standing for r in day] == ["under_way"]


def test_nobody_was_asked() -> None:
    assert items(local()) == ()
    assert lines(()) == ["no call was made", "0 calls, 0.00 USD settled; 0 tokens in, 0 out, "
                         "as reported"]  # fmt: skip
    assert "case" in lines(items(concluded()), cases=True)[0]
