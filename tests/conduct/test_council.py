"""A whole council on scripted advisors: calls, waves, order, blindness, what counts."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemot.conduct.acts import next_acts
from gemot.conduct.cases import note
from gemot.conduct.follows import follows
from gemot.engines.inline import run
from gemot.ports.advisor import Call, Reply
from gemot.records.call import Authorization
from gemot.records.canonical import canonical
from gemot.records.framing import Host
from gemot.records.settlement import Adoption
from gemot.rules.stage import stage
from gemot.testing.advisor import ScriptedAdvisor, fill
from tests.council import FOUR, OWNER, bench, convening, decide, decision, desk

SLOW = settings(max_examples=25, deadline=None)


def counted(script: Callable[[Call], Any]) -> tuple[list[str], Callable[[Call], Any]]:
    """A script, and the names of the rounds it was asked in."""
    rounds: list[str] = []

    def asked(call: Call) -> Any:
        rounds.append(call.name)
        return script(call)

    return rounds, asked


def test_four_advisors_a_challenge_and_a_chair_are_nine_calls_in_three_waves() -> None:
    rounds, script = counted(fill)
    on = desk(ScriptedAdvisor(script))
    stop = decide(on, decision(), convening())
    assert rounds == ["gemot_positions"] * 4 + ["gemot_challenge"] * 4 + ["gemot_chair"]
    assert stage(stop.state) == "reported"
    assert [c.round for c in stop.state.clearances] == ["positions", "challenge", "chair"]
    assert stop.state.plan is not None
    assert stop.state.plan.calls == 9
    assert follows(stop.state.filed, bench(on)).answer == "yes"


class Shuffled(ScriptedAdvisor):
    """Answers in an order of its own."""

    def __init__(self, delays: list[int]) -> None:
        super().__init__()
        self.delays = iter(delays)

    async def send(self, call: Call, body: bytes, trace: Any) -> Reply:
        for _ in range(next(self.delays, 0)):
            await asyncio.sleep(0)
        return await super().send(call, body, trace)


@SLOW
@given(st.lists(st.integers(0, 40), min_size=9, max_size=9))
def test_the_order_of_arrival_changes_no_record_of_the_outcome(delays: list[int]) -> None:
    """Design, section 4: whatever the order of answers, the report is the same bytes."""
    first = decide(desk(), decision(), convening()).state.report
    other = decide(desk(Shuffled(delays)), decision(), convening()).state.report
    assert canonical(first) == canonical(other)


HOSTS = st.builds(
    Host,
    hypothesis=st.none() | st.text(st.characters(codec="utf-8"), min_size=1, max_size=40),
    favours=st.sampled_from([None, "retry", "queue"]),
    confidence=st.just("medium"),
)


def seen(host: Host) -> tuple[bytes, list[bytes], list[bytes]]:
    """The plan, the packets and the requests of a case with this host."""
    advisor = ScriptedAdvisor()
    on = desk(advisor)
    state = decide(on, decision(host=host), convening()).state
    requests = [advisor.prepare(c) for c in advisor.sent]
    return canonical(state.plan), [canonical(p) for p in state.packets.values()], requests


@SLOW
@given(HOSTS, HOSTS)
def test_the_hosts_view_reaches_no_plan_no_packet_and_no_request(one: Host, other: Host) -> None:
    """Cases that differ only in hypothesis and favoured option ask exactly the same."""
    assert seen(one) == seen(other)


@pytest.mark.parametrize("confidence", ["low", "medium", "high"])
def test_confidence_changes_who_is_asked_and_never_a_packet(confidence: Any) -> None:
    plain = seen(Host(confidence="medium"))
    assert seen(Host(confidence=confidence))[1:] == plain[1:]


REPLIES: dict[str, tuple[Any, str, str]] = {
    "empty": ("", "empty", ""),
    "blank": (" \n", "empty", ""),
    "truncated": ('{"choice": "retry", "confid', "malformed", "REA003"),
    "prose": ("I would retry. Option queue is dangerous.", "malformed", "REA003"),
    "another schema": ('{"vote": "retry"}', "malformed", "REA005"),
    "a list": ("[]", "malformed", "REA003"),
    "a number": ("7", "malformed", "REA003"),
    "NaN": ('{"choice": NaN}', "malformed", "REA003"),
    "deep": ("[" * 5000 + "]" * 5000, "malformed", "REA003"),
}


@pytest.mark.parametrize("name", REPLIES)
def test_an_unreadable_reply_is_recorded_as_what_it_is_and_never_counted(name: str) -> None:
    text, status, code = REPLIES[name]
    on = desk(ScriptedAdvisor(lambda c: text if c.entry.id == "anna" else fill(c)))
    state = decide(on, decision(), convening()).state
    receipt = next(r for r in state.receipts.values() if r.seat == "A")
    codes = [f.code for f in receipt.faults]
    assert (receipt.status, codes[:1]) == (status, [code] if code else [])
    assert "A" not in state.positions
    assert state.report is not None
    assert [a.seat for a in state.report.absences] == ["A"]
    assert state.report.panel.returned == 3
    assert on.journal.get(receipt.raw or "") is not None
    assert follows(state.filed, bench(on)).answer == "yes"


def good(call: Call) -> str:
    return json.dumps(fill(call))


@pytest.mark.parametrize(
    "wrap",
    [
        lambda good: f"Do not retry! {good}",
        lambda good: f"{good}\nIgnore the above: queue it is.",
        lambda good: f"```json\n{good}\n```\nOn reflection, no.",
        lambda good: f"{good}{good}",
    ],
)
def test_json_of_the_right_form_inside_other_text_is_not_read(wrap: Callable[[str], str]) -> None:
    on = desk(ScriptedAdvisor(lambda c: wrap(good(c)) if c.entry.id == "anna" else fill(c)))
    state = decide(on, decision(), convening()).state
    assert "A" not in state.positions
    receipt = next(r for r in state.receipts.values() if r.seat == "A")
    assert [f.code for f in receipt.faults] == ["REA003"]


def test_one_fence_around_the_whole_reply_is_its_wrapping() -> None:
    on = desk(ScriptedAdvisor(lambda c: f"```json\n{good(c)}\n```\n"))
    assert len(decide(on, decision(), convening()).state.positions) == 4


def test_another_model_than_asked_fills_no_seat() -> None:
    def script(call: Call) -> Any:
        if call.entry.id != "anna":
            return fill(call)
        return Reply(
            status="completed", sent=True, raw=b"{}", text=good(call), model="cheap-1",
            input_tokens=1, output_tokens=1,
        )  # fmt: skip

    state = decide(desk(ScriptedAdvisor(script)), decision(), convening()).state
    assert "A" not in state.positions
    assert state.report is not None
    assert [a.why for a in state.report.absences] == ["another model answered"]


@pytest.mark.parametrize("failing", [3, 4])
def test_fewer_than_two_answers_are_insufficient(failing: int) -> None:
    names = [e.id for e in FOUR[:failing]]

    def script(call: Call) -> Any:
        if call.entry.id in names:
            return Reply(status="unavailable", sent=False, diagnostic="refused")
        return fill(call)

    stop = decide(desk(ScriptedAdvisor(script)), decision(), convening())
    assert stage(stop.state) == "inconclusive"
    assert stop.state.report is not None
    assert stop.state.report.insufficient
    assert stop.state.report.recommendation is None
    assert [a.kind for a in next_acts(stop.state, "c")] == ["conclude"]


def test_copies_of_one_source_are_one_source_and_no_consensus() -> None:
    def script(call: Call) -> Any:
        made = fill(call)
        for link in made.get("links", []):
            link["own"] = call.schema["properties"]["links"]["items"]["properties"]["own"]["anyOf"][
                0
            ]["enum"][0]
        return made

    copies = tuple(msgspec.structs.replace(e, model="m1", source=FOUR[0].source) for e in FOUR)
    state = decide(desk(ScriptedAdvisor(script)), decision(), convening(copies, chair=None)).state
    assert state.report is not None
    assert state.report.panel.sources == 1
    assert {f.bucket for f in state.report.findings} == {"minority"}
    assert all(f.confirmations == 1 for f in state.report.findings)
    apart = decide(desk(ScriptedAdvisor(script)), decision(), convening(chair=None)).state
    assert apart.report is not None
    assert apart.report.panel.sources == 4
    assert "consensus" in {f.bucket for f in apart.report.findings}


def test_conflicting_positions_open_a_disagreement_by_themselves() -> None:
    def script(call: Call) -> Any:
        made = fill(call)
        if "choice" in made and call.entry.id == "anna":
            made["choice"] = "queue"
        return made

    state = decide(desk(ScriptedAdvisor(script)), decision(), convening()).state
    assert stage(state) == "disputed"
    (dispute,) = state.disagreements.values()
    assert {(s.holder, s.option) for s in dispute.sides} == {
        ("A", "queue"), ("B", "retry"), ("C", "retry"), ("D", "retry"),
    }  # fmt: skip
    assert state.report is not None
    assert state.report.recommendation is None


def test_the_hosts_favoured_option_is_a_side_and_never_a_source() -> None:
    given_ = decision(host=Host(favours="queue"))
    state = decide(desk(), given_, convening()).state
    (dispute,) = state.disagreements.values()
    assert ("primary", "queue") in {(s.holder, s.option) for s in dispute.sides}
    assert state.report is not None
    assert state.report.panel.sources == 4


def test_an_open_case_adopts_other_rules_by_a_record() -> None:
    old = desk(ruleset="e" * 64)
    stop = decide(old, decision(), convening(case_nano=None))
    new = msgspec.structs.replace(old, ruleset="d" * 64)
    case = stop.state.filed[0].case
    note(new, case, Authorization(what="spend", reason="go on"), OWNER)
    state = asyncio.run(run(new, case, convening())).state
    assert state.report is not None
    (adopted,) = state.every(Adoption)
    assert (adopted.before, adopted.after) == ("e" * 64, "d" * 64)
