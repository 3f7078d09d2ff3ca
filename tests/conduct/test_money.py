"""Ceilings hold the whole wave, fitting calls go out, and the bill is the server's own count."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gemot.advisors.api import ApiAdvisor
from gemot.conduct.cases import note, open_case
from gemot.conduct.follows import follows
from gemot.conduct.waves import held_back
from gemot.engines.inline import Stop, run
from gemot.journal.sqlite import SqliteJournal
from gemot.records.call import Authorization
from gemot.rules.stage import stage
from gemot.testing.advisor import ScriptedAdvisor, fill
from gemot.testing.fixed import CountingIds
from gemot.views.money import bill, spent
from tests.council import CARL, FOUR, OWNER, PRICE, bench, convening, decide, decision, desk
from tests.fakes.openai_server import OpenAIServer


def codes(stop: Stop) -> list[str]:
    return [o.code for o in stop.held]


def quotes(**council: Any) -> int:
    """What the first wave reserves."""
    state = decide(desk(), decision(), convening(**council)).state
    return sum(q.reserve or 0 for q in state.clearances[0].quotes)


def test_a_ceiling_that_the_wave_just_fits_sends_it_whole() -> None:
    advisor = ScriptedAdvisor()
    exact = quotes(rounds=1, chair=None)
    stop = decide(desk(advisor), decision(), convening(rounds=1, chair=None, case_nano=exact))
    assert stop.held == ()
    assert len(advisor.sent) == 4


def test_a_ceiling_one_nano_short_holds_the_whole_wave_and_writes_nothing_of_it() -> None:
    advisor = ScriptedAdvisor()
    exact = quotes(rounds=1, chair=None)
    on = desk(advisor)
    stop = decide(on, decision(), convening(rounds=1, chair=None, case_nano=exact - 1))
    assert codes(stop) == ["CLR002"]
    assert advisor.sent == []
    assert stage(stop.state) == "packed"
    assert stop.state.clearances == ()
    assert on.journal.charges(stop.state.filed[0].case) == ()
    assert on.journal.leases(stop.state.filed[0].case) == ()


def test_a_later_wave_is_held_when_the_first_used_the_ceiling_up() -> None:
    advisor = ScriptedAdvisor()
    on = desk(advisor)
    first = quotes()
    stop = decide(on, decision(), convening(case_nano=first))
    assert codes(stop) == ["CLR002"]
    assert len(advisor.sent) == 4
    assert stage(stop.state) == "positioned"
    case = stop.state.filed[0].case
    assert [o.code for o in held_back(on, case, "challenge")] == ["CLR002"]
    note(on, case, Authorization(what="spend", nano=10 * first), OWNER)
    again = asyncio.run(run(on, case, convening()))
    assert again.held == ()
    assert len(advisor.sent) == 9


def test_the_ceiling_of_a_day_counts_all_cases() -> None:
    on = desk()
    day = quotes() + 1
    first = decide(on, decision(), convening(daily_nano=day, case_nano=None, rounds=1))
    assert first.held == ()
    other = decision(question="Which colour?")
    second = decide(on, other, convening(daily_nano=day, case_nano=None, rounds=1))
    assert codes(second) == ["CLR003"]


def test_zero_means_that_nothing_may_be_spent() -> None:
    advisor = ScriptedAdvisor()
    stop = decide(desk(advisor), decision(), convening(case_nano=0))
    assert codes(stop) == ["CLR002"]
    assert advisor.sent == []


def test_an_absent_ceiling_asks_before_unbounded_spending() -> None:
    advisor = ScriptedAdvisor()
    on = desk(advisor)
    stop = decide(on, decision(), convening(case_nano=None))
    assert codes(stop) == ["CLR004"]
    case = stop.state.filed[0].case
    note(on, case, Authorization(what="spend", reason="go on"), OWNER)
    again = asyncio.run(run(on, case, convening()))
    assert again.held == ()
    assert len(advisor.sent) == 9


UNPRICED = tuple(msgspec.structs.replace(e, price=None) for e in FOUR)


def test_an_unpriced_advisor_under_a_ceiling_is_refused() -> None:
    advisor = ScriptedAdvisor()
    entries = (UNPRICED[0], *FOUR[1:])
    stop = decide(desk(advisor), decision(), convening(entries, chair=None))
    assert codes(stop) == ["CLR001"]
    assert advisor.sent == []


def test_an_unpriced_call_is_unknown_on_the_bill_and_never_zero() -> None:
    on = desk()
    first = decide(on, decision(), convening(UNPRICED, chair=None, case_nano=None))
    assert codes(first) == ["CLR004"]
    case = first.state.filed[0].case
    note(on, case, Authorization(what="spend", reason="a local server"), OWNER)
    state = asyncio.run(run(on, case, convening(UNPRICED, chair=None))).state
    counted = bill(state)
    assert (counted.calls, counted.unpriced, counted.nano) == (8, 8, 0)
    assert all(r.cost is None for r in state.receipts.values())


@pytest.mark.parametrize("price", [PRICE, msgspec.structs.replace(PRICE, input="0.15")])
def test_the_bill_is_the_servers_own_count_times_the_price(tmp_path: Path, price: Any) -> None:
    with OpenAIServer() as server:
        entries = tuple(
            msgspec.structs.replace(e, base_url=server.base_url, price=price) for e in (*FOUR, CARL)
        )
        adapter = ApiAdvisor("openai", environ={})
        journal = SqliteJournal(tmp_path / "store.db", CountingIds())
        on = desk(adapter, journal)

        async def council() -> Stop:
            opening = open_case(on, decision(), OWNER)
            stop = await run(on, opening.case, convening(entries))
            await adapter.close()
            return stop

        state = asyncio.run(council()).state
        journal.close()
    assert server.log.requests == 9
    expected = price.nano_usd(server.log.input_tokens, server.log.output_tokens)
    counted = bill(state)
    assert (counted.calls, counted.nano, counted.unpriced, counted.in_doubt) == (9, expected, 0, 0)
    assert spent(state) == expected
    assert counted.input_tokens == server.log.input_tokens
    assert counted.output_tokens == server.log.output_tokens


def test_a_ceiling_that_was_lowered_after_the_plan_is_in_force() -> None:
    """Zero means that nothing may be spent, whenever it is set."""
    advisor = ScriptedAdvisor()
    on = desk(advisor)
    first = quotes()
    stop = decide(on, decision(), convening(case_nano=first, daily_nano=10**12))
    assert codes(stop) == ["CLR002"]
    case = stop.state.filed[0].case
    note(on, case, Authorization(what="spend", nano=10 * first), OWNER)
    held = asyncio.run(run(on, case, convening(case_nano=first, daily_nano=0)))
    assert codes(held) == ["CLR003"]
    assert len(advisor.sent) == 4
    raised = asyncio.run(run(on, case, convening(case_nano=first, daily_nano=10**12)))
    assert raised.held == ()
    assert len(advisor.sent) == 9
    assert follows(raised.state.filed, bench(on)).answer == "yes"


def test_an_advisor_that_left_the_configuration_is_not_asked() -> None:
    advisor = ScriptedAdvisor()
    on = desk(advisor)
    stop = decide(on, decision(), convening(case_nano=0))
    gone = asyncio.run(run(on, stop.state.filed[0].case, convening(FOUR[:3], case_nano=10**9)))
    assert {c.entry.id for c in advisor.sent} == {"anna", "ben", "cleo"}
    assert gone.state.report is not None
    assert [(a.seat, a.status) for a in gone.state.report.absences] == [("D", "unavailable")]


def test_a_count_past_all_belief_costs_nobody_else_their_reply() -> None:
    def script(call: Any) -> Any:
        made = ScriptedAdvisor().parse(b"")
        text = msgspec.json.encode(fill(call)).decode()
        many = 5 * 10**12 if call.entry.id == "anna" else 10
        return msgspec.structs.replace(
            made, status="completed", raw=b"{}", text=text, model=call.entry.model,
            input_tokens=many, output_tokens=1, diagnostic=None,
        )  # fmt: skip

    state = decide(desk(ScriptedAdvisor(script)), decision(), convening(rounds=1)).state
    assert len(state.positions) == 4
    assert [r.cost is None for r in state.receipts.values()].count(True) == 1
