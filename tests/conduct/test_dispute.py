"""Disagreements settled by an experiment: what is refused, what is computed, what is derived."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from gemot.conduct.acts import next_acts
from gemot.conduct.cases import note
from gemot.conduct.closing import Settled, resolution
from gemot.conduct.desk import Desk, Refused
from gemot.conduct.disputing import Expected, Trying, declare, favours, predict
from gemot.conduct.follows import follows
from gemot.conduct.probing import Asked, Probed, probe
from gemot.engines.inline import run
from gemot.ports.advisor import Call
from gemot.ports.runner import Ran
from gemot.records.faults import Faulty
from gemot.records.framing import Host
from gemot.records.probe import Prediction
from gemot.rules.stage import stage
from gemot.rules.state import State
from gemot.testing.advisor import ScriptedAdvisor, fill
from gemot.testing.runner import ScriptedRunner, ran
from tests.council import OWNER, bench, convening, decide, decision, desk

COMMAND = ("python", "load.py")
SECRET = "s" * 40


def contest(call: Call) -> Any:
    """Anna is for the queue, all others for a retry; each expects its own option to hold."""
    made = fill(call)
    if call.name == "gemot_positions" and call.entry.id == "anna":
        made["choice"] = "queue"
    if call.name == "gemot_challenge" and call.entry.id == "anna":
        made["choice"] = "queue"
    if call.name == "gemot_prediction":
        made = {"exit": int(call.entry.id == "anna"), "contains": None, "lacks": None,
                "reason": "so I said"}  # fmt: skip
    return made


class Court:
    """A case in dispute, and what is done about it."""

    def __init__(self, runs: Callable[[tuple[str, ...]], Ran] | None = None, **given: Any) -> None:
        self.runner = ScriptedRunner(runs)
        self.advisor = ScriptedAdvisor(contest)
        self.desk: Desk = desk(self.advisor, runner=self.runner)
        stop = decide(self.desk, decision(**given), convening(chair=None))
        assert stage(stop.state) == "disputed"
        self.case = stop.state.filed[0].case

    @property
    def state(self) -> State:
        return self.desk.state(self.case)

    @property
    def acts(self) -> list[str]:
        return [a.command.replace(self.case, "CASE") for a in next_acts(self.state, self.case)]

    def declare(self, *command: str, ask: bool = False) -> str:
        given = Trying(disagreement="D1", command=command or COMMAND, ask=ask)
        return declare(self.desk, self.case, given, OWNER)[1].id

    def predict(self, x: str = "X1", *, holders: str = "ABCD", **same: Any) -> None:
        for h in holders:
            expected = same or {"exit": int(h == "A")}
            said = Expected(experiment=x, holder=h, reason="it follows", **expected)
            predict(self.desk, self.case, said, OWNER)

    def probe(self, x: str = "X1", **more: Any) -> Probed:
        return probe(self.desk, self.case, Asked(purpose=x, **more), OWNER)

    def settle(self, x: str = "X1", favoured: str | None = None, **more: Any) -> State:
        option = favoured or favours(self.desk, self.state, x)
        given = Settled(disagreement="D1", favours=option, experiment=x, reason="it ran", **more)
        return note(self.desk, self.case, resolution(self.state, given), OWNER)

    def go_on(self) -> State:
        return asyncio.run(run(self.desk, self.case, convening(chair=None))).state


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [o.code for o in refused.value.offences]


def test_a_dispute_is_settled_by_what_both_sides_predicted() -> None:
    court = Court(lambda command: ran("lost 2\n", exit=1))
    assert court.acts == ["gemot case dispute CASE D1 --experiment --ask -- COMMAND"]
    court.declare()
    assert court.acts == [
        f"gemot case predict CASE X1 --holder {h} --exit N --because 'REASON'" for h in "ABCD"
    ]
    court.predict()
    assert court.acts == ["gemot probe CASE --for X1"]
    done = court.probe()
    assert (done.probe.id, done.probe.exit, done.probe.command) == ("P1", 1, COMMAND)
    assert court.acts == [
        "gemot case resolve CASE D1 --by X1 --because 'REASON'",
        "gemot case dispute CASE D1 --experiment --ask -- COMMAND",
    ]
    state = court.settle()
    assert state.resolutions["D1"].favours == "queue"
    assert stage(state) == "resolved"
    assert follows(state.filed, bench(court.desk)).answer == "yes"


def test_the_seats_of_a_dispute_are_asked_in_a_wave_of_their_own() -> None:
    court = Court(lambda command: ran("fine\n"))
    planned = court.state.plan
    court.declare(ask=True)
    assert court.acts == ["gemot case resume CASE"]
    state = court.go_on()
    assert [p.holder for p in sorted(state.predictions, key=lambda p: p.holder)] == list("ABCD")
    assert {p.by for p in state.predictions} == {"seat"}
    assert state.clearances[-1].round == "prediction.X1"
    assert state.plan == planned
    asked = [c for c in court.advisor.sent if c.name == "gemot_prediction"]
    assert len(asked) == 4
    assert all("python load.py" in c.prompt for c in asked)
    with pytest.raises(Refused) as spoken:
        court.predict(holders="A")
    assert codes(spoken) == ["EXP009"]
    court.probe()
    state = court.settle()
    assert state.resolutions["D1"].favours == "retry"
    assert follows(state.filed, bench(court.desk)).answer == "yes"


def test_a_seat_that_expects_nothing_is_unreadable_and_the_host_may_speak_for_it() -> None:
    def mute(call: Call) -> Any:
        nothing = {"exit": None, "contains": None, "lacks": " ", "reason": "who knows"}
        anna = call.name == "gemot_prediction" and call.entry.id == "anna"
        return nothing if anna else contest(call)

    court = Court()
    court.advisor.script = mute
    court.declare(ask=True)
    state = court.go_on()
    assert sorted(p.holder for p in state.predictions) == ["B", "C", "D"]
    (faulty,) = [r for r in state.receipts.values() if r.faults]
    assert [f.code for f in faulty.faults] == ["REA012"]
    assert court.acts == ["gemot case predict CASE X1 --holder A --exit N --because 'REASON'"]
    court.predict(holders="A")
    assert [p.by for p in court.state.predictions][-1] == "host"
    assert follows(court.state.filed, bench(court.desk)).answer == "yes"


@pytest.mark.parametrize(
    "command",
    [["true"], ["false"], [":"], ["exit", "3"], ["test", "1"], ["echo", "lost"], ["[", "1", "]"],
     ["sleep", "1"], ["sh", "-c", "exit 1"], ["bash", "-c", "true && echo ok"],
     ["env", "A=1", "true"], ["/bin/true"], ["timeout", "5", "false"],
     ["python3", "-c", "import sys; sys.exit(1)"], ["python", "-c", "print('lost')"]],
    ids=" ".join,
)  # fmt: skip
def test_a_command_that_can_show_nothing_is_no_experiment(command: list[str]) -> None:
    court = Court()
    with pytest.raises(Refused) as idle:
        court.declare(*command)
    assert codes(idle) == ["EXP003"]
    assert not court.state.experiments


@pytest.mark.parametrize(
    "command",
    [["pytest", "-q"], ["test", "-f", "x"], ["sh", "-c", "grep -c lost log"], ["cat", "log"],
     ["python", "-c", "import jobs; jobs.run()"], ["sh", "-c", "true; ./load"]],
    ids=" ".join,
)  # fmt: skip
def test_a_command_that_looks_at_something_is_one(command: list[str]) -> None:
    court = Court()
    assert court.declare(*command) == "X1"


def test_predictions_that_all_sides_share_settle_nothing() -> None:
    court = Court()
    court.declare()
    court.predict(exit=0)
    assert court.acts == ["gemot case dispute CASE D1 --experiment --ask -- COMMAND"]
    court.probe()
    with pytest.raises(Refused) as shared:
        court.settle(favoured="queue")
    assert codes(shared) == ["EXP012"]


def test_a_prediction_after_the_run_is_refused_and_one_missing_too() -> None:
    court = Court()
    court.declare()
    court.predict(holders="AB")
    early = court.probe()
    assert [o.code for o in early.state.filed[-1].offences] == ["PRB009", "PRB009"]
    with pytest.raises(Refused) as late:
        court.predict(holders="C")
    assert codes(late) == ["EXP007"]
    with pytest.raises(Refused) as missing:
        court.settle(favoured="queue")
    assert codes(missing) == ["EXP010", "EXP010"]
    assert court.acts == ["gemot case dispute CASE D1 --experiment --ask -- COMMAND"]


def test_nothing_is_resolved_by_an_experiment_that_was_not_run() -> None:
    court = Court()
    court.declare()
    court.predict()
    with pytest.raises(Refused) as unrun:
        court.settle(favoured="queue")
    assert codes(unrun) == ["DSP014"]
    with pytest.raises(Refused) as unknown:
        court.settle("X2", favoured="queue")
    assert codes(unknown) == ["DSP014"]


def test_a_run_that_fits_nobody_or_several_settles_nothing() -> None:
    court = Court(lambda command: ran("odd\n", exit=7))
    court.declare()
    court.predict()
    court.probe()
    with pytest.raises(Refused) as odd:
        court.settle()
    assert codes(odd) == ["EXP013"]
    court.declare("./again")
    court.predict("X2", holders="A", contains="odd")
    court.predict("X2", holders="BCD", exit=7)
    court.probe("X2")
    with pytest.raises(Refused) as both:
        court.settle("X2")
    assert codes(both) == ["EXP013"]


def test_nobody_reads_a_run_otherwise_than_it_came_out() -> None:
    court = Court(lambda command: ran("", exit=1))
    court.declare()
    court.predict()
    court.probe()
    for option in ("retry", "neither"):
        with pytest.raises(Refused) as misread:
            court.settle(favoured=option)
        assert codes(misread) == ["EXP014"]


def test_runs_that_contradict_each_other_are_told_and_the_newest_counts() -> None:
    ends = iter((1, 0))
    court = Court(lambda command: ran("", exit=next(ends)))
    court.declare()
    court.predict()
    court.probe()
    court.probe()
    state = court.settle()
    assert state.resolutions["D1"].favours == "retry"
    assert [o.code for o in state.filed[-1].offences] == ["EXP015"]
    assert follows(state.filed, bench(court.desk)).answer == "yes"


def test_what_was_left_out_of_an_output_fits_nobody() -> None:
    def big(command: tuple[str, ...]) -> Ran:
        return msgspec.structs.replace(ran("begin … end"), truncated=True, size=10**6)

    court = Court(big)
    court.declare()
    court.predict(holders="A", contains="lost")
    court.predict(holders="BCD", lacks="lost")
    court.probe()
    with pytest.raises(Refused) as unsure:
        court.settle()
    assert codes(unsure) == ["EXP013"]
    assert "may fit" in unsure.value.offences[0].got


def test_another_command_or_folder_is_no_run_of_the_experiment() -> None:
    court = Court()
    court.declare()
    court.predict()
    for more in ({"command": ("python", "other.py")}, {"folder": "src"}):
        with pytest.raises(Refused) as other:
            court.probe(**more)
        assert codes(other) == ["PRB003"]
    assert court.runner.commands == []
    court.probe("D1", command=COMMAND)
    assert court.runner.commands == [(COMMAND, ".", 600.0)]


def test_a_run_that_never_started_is_kept_and_is_none() -> None:
    ends = iter((Ran(status="not_started", why="no such file"), ran("", exit=1)))
    court = Court(lambda command: next(ends))
    court.declare()
    court.predict()
    assert court.probe().probe.status == "not_started"
    with pytest.raises(Refused) as unrun:
        court.settle(favoured="queue")
    assert codes(unrun) == ["DSP014"]
    court.probe()
    assert court.settle().resolutions["D1"].favours == "queue"


def test_a_value_disagreement_takes_no_experiment() -> None:
    def value(call: Call) -> Any:
        made = contest(call)
        return {**made, "dispute": "value"} if call.name == "gemot_challenge" else made

    advisor = ScriptedAdvisor(value)
    on = desk(advisor)
    case = decide(on, decision(), convening(chair=None)).state.filed[0].case
    with pytest.raises(Refused) as about:
        declare(on, case, Trying(disagreement="D1", command=COMMAND), OWNER)
    assert codes(about) == ["EXP002"]
    (act,) = next_acts(on.state(case), case)
    assert act.command == f"gemot case resolve {case} D1 --favours 'OPTION' --because 'REASON'"


def test_the_host_has_a_side_of_its_own() -> None:
    court = Court(host=Host(favours="queue", confidence="medium"))
    court.declare(ask=True)
    court.go_on()
    assert court.acts == ["gemot case predict CASE X1 --holder primary --exit N --because 'REASON'"]
    said = Expected(experiment="X1", holder="primary", exit=1, reason="it follows")
    predict(court.desk, court.case, said, OWNER)
    assert court.acts == ["gemot probe CASE --for X1"]


def test_a_wrong_resolution_is_superseded_by_another_experiment() -> None:
    ends = iter((1, 0))
    court = Court(lambda command: ran("", exit=next(ends)))
    court.declare()
    court.predict()
    court.probe()
    first = court.settle().filed[-1].name
    court.declare("./better")
    court.predict("X2")
    court.probe("X2")
    with pytest.raises(Refused) as twice:
        court.settle("X2")
    assert codes(twice) == ["DSP008"]
    state = court.settle("X2", supersedes=first)
    assert state.resolutions["D1"].favours == "retry"
    assert follows(state.filed, bench(court.desk)).answer == "yes"


def test_a_command_with_a_secret_in_it_is_no_experiment() -> None:
    court = Court()

    def redact(text: str) -> tuple[str, dict[str, int]]:
        return text.replace(SECRET, "[secret]"), {"key": 1} if SECRET in text else {}

    court.desk = msgspec.structs.replace(court.desk, redact=redact)
    with pytest.raises(Faulty) as held:
        court.declare("curl", SECRET)
    assert [f.place for f in held.value.found] == ["command"]
    assert not court.state.experiments


def test_a_resolution_edited_to_another_option_does_not_follow() -> None:
    from tests.conduct.test_follows import chained

    court = Court(lambda command: ran("", exit=1))
    court.declare()
    court.predict()
    court.probe()
    state = court.settle()
    *rest, last = [(f, f.record) for f in state.filed]
    edited = msgspec.structs.replace(last[1], favours="retry")
    found = follows(chained([*rest, (last[0], edited)]), bench(court.desk))
    assert found.answer == "no"
    assert {"DRV001", "DRV002"} <= {o.code for o in found.offences}


def test_a_seats_prediction_edited_does_not_follow() -> None:
    from tests.conduct.test_follows import chained

    court = Court()
    court.declare(ask=True)
    records: list[tuple[Any, Any]] = []
    for f in court.go_on().filed:
        r = f.record
        if isinstance(r, Prediction) and r.holder == "A":
            r = msgspec.structs.replace(r, exit=0)
        records.append((f, r))
    found = follows(chained(records), bench(court.desk))
    assert "DRV001" in {o.code for o in found.offences}


def test_an_expectation_that_arrives_after_a_run_is_kept_and_counts_for_nothing() -> None:
    court = Court()

    def hasty(call: Call) -> Any:
        if call.name == "gemot_prediction" and not court.state.probes:
            court.probe()
        return contest(call)

    court.advisor.script = hasty
    court.declare(ask=True)
    state = court.go_on()
    assert state.predictions == ()
    late = [r for r in state.receipts.values() if r.round == "prediction.X1"]
    assert [r.status for r in late] == ["malformed"] * 4
    assert {f.code for r in late for f in r.faults} == {"EXP007"}
    assert follows(state.filed, bench(court.desk)).answer == "yes"
