"""Runs in a case: evidence that only a run produces, what is kept, and what is refused before."""

import asyncio
from typing import Any

import msgspec
import pytest

from gemot.conduct.acts import next_acts
from gemot.conduct.cases import open_case
from gemot.conduct.desk import Desk, Refused
from gemot.conduct.follows import follows
from gemot.conduct.probing import Asked, Probed, probe
from gemot.engines.inline import run
from gemot.ports.advisor import Call
from gemot.ports.runner import Ran
from gemot.records.canonical import sha256
from gemot.records.envelope import Actor
from gemot.records.faults import Faulty
from gemot.records.framing import Redaction, Reference
from gemot.rules.stage import stage
from gemot.rules.state import State
from gemot.testing.advisor import ScriptedAdvisor, fill
from gemot.testing.runner import ScriptedRunner, ran
from gemot.views.findings import methods, unverified
from tests.council import OWNER, bench, convening, decide, decision, desk

SECRET = "sk-" + "a1" * 20
REFERENCES = (
    Reference(id="E1", status="OBSERVED", kind="note", at="two jobs a second"),
    Reference(id="E2", status="OBSERVED", kind="command", at="pytest -q 'tests/a b.py'"),
    Reference(id="E3", status="OBSERVED", kind="test", at="tests/test_jobs.py::test_lost"),
    Reference(id="E4", status="OBSERVED", kind="runtime", at="jobs lost in an hour"),
    Reference(id="E5", status="ASSUMED", kind="test", at="tests/test_mail.py"),
)


def redact(text: str) -> tuple[str, dict[str, int]]:
    return text.replace(SECRET, "[key]"), {"key": text.count(SECRET)} if SECRET in text else {}


def opened(runner: ScriptedRunner | None = None, **more: Any) -> tuple[Desk, str]:
    """A case whose evidence takes three runs, gone on with as far as it goes."""
    on = desk(runner=runner or ScriptedRunner(), redact=redact, **more)
    case = open_case(on, decision(evidence=REFERENCES), OWNER).case
    go_on(on, case)
    return on, case


def go_on(on: Desk, case: str) -> State:
    return asyncio.run(run(on, case, convening(chair=None))).state


def made(on: Desk, case: str, purpose: str | None = None, *command: str, **more: Any) -> Probed:
    return probe(on, case, Asked(purpose=purpose, command=command, **more), OWNER)


def test_what_only_a_run_shows_is_waited_for_with_the_exact_command() -> None:
    on, case = opened()
    state = on.state(case)
    assert stage(state) == "framed"
    assert list(state.evidence) == ["E1", "E5"]
    acts = next_acts(state, case)
    assert [(a.kind, a.subject, a.waits) for a in acts] == [
        ("probe", "E2", True), ("probe", "E3", True), ("probe", "E4", True),
    ]  # fmt: skip
    assert [a.command.replace(case, "CASE") for a in acts] == [
        "gemot probe CASE --for E2 -- pytest -q 'tests/a b.py'",
        "gemot probe CASE --for E3 -- python -m pytest -q tests/test_jobs.py::test_lost",
        "gemot probe CASE --for E4 -- COMMAND",
    ]


def test_the_runs_are_evidence_and_the_case_goes_on() -> None:
    advisor = ScriptedAdvisor()
    on, case = opened(advisors=lambda entry: advisor)
    done = made(on, case, "E2")
    assert done.probe.command == ("pytest", "-q", "tests/a b.py")
    made(on, case, "E3", "pytest", "tests/test_jobs.py")
    made(on, case, "E4", "jobs", "--count")
    found = on.state(case).evidence["E2"]
    assert (found.resolved, found.probe, found.seen_by) == (True, "P1", "owner")
    assert on.journal.get(found.excerpt or "") == (
        b"$ pytest -q 'tests/a b.py'\n(exit status 0; in the folder .)\npytest -q tests/a b.py\n"
    )
    assert stage(on.state(case)) == "evidenced"
    state = go_on(on, case)
    assert stage(state) == "reported"
    assert "(exit status 0; in the folder .)" in advisor.sent[0].prompt
    assert follows(state.filed, bench(on)).answer == "yes"


def test_a_failing_command_is_an_observation_and_a_killed_one_is_none() -> None:
    ends = iter((ran("1 failed\n", exit=1), Ran(status="timeout", whole=sha256(b""))))
    on, case = opened(ScriptedRunner(lambda command: next(ends)))
    made(on, case, "E2")
    made(on, case, "E3", "pytest", "tests/test_jobs.py")
    state = on.state(case)
    assert state.evidence["E2"].resolved
    assert (state.evidence["E3"].resolved, state.evidence["E3"].why) == (
        False, "its run P2 did not end by itself: ended at its time-out",
    )  # fmt: skip
    assert [o.code for o in state.filed[-1].offences] == ["EVD003"]
    assert follows(state.filed, bench(on)).answer == "yes"


def test_every_run_is_kept_and_the_newest_counts() -> None:
    ends = iter((1, 0))
    on, case = opened(ScriptedRunner(lambda command: ran("", exit=next(ends))))
    made(on, case, "E2")
    made(on, case, "E2")
    state = on.state(case)
    assert [p.exit for p in state.probes.values()] == [1, 0]
    assert state.evidence["E2"].probe == "P2"


def test_secrets_are_taken_out_of_output_and_command() -> None:
    on, case = opened(ScriptedRunner(lambda command: ran(f"key {SECRET}\n")))
    done = made(on, case, None, "curl", "-H", SECRET)
    assert done.output == "key [key]\n"
    assert done.probe.command == ("curl", "-H", "[key]")
    assert done.probe.redactions == (Redaction(kind="key", count=2),)
    assert on.journal.get(done.probe.output or "") == b"key [key]\n"
    assert done.probe.whole == sha256(f"key {SECRET}\n".encode())
    assert on.runner is not None
    assert on.runner.commands[-1][0] == ("curl", "-H", SECRET)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("purpose", "command", "more", "code"),
    [
        ("E1", ("pytest",), {}, "PRB002"),
        ("E9", ("pytest",), {}, "PRB002"),
        ("E2", ("pytest",), {}, "PRB003"),
        ("E3", ("pytest", "tests/test_mail.py"), {}, "PRB003"),
        (None, ("pytest",), {"seat": "A"}, "PRB005"),
        (None, (), {}, "PRB007"),
        ("E4", (), {}, "PRB007"),
    ],
)
def test_what_would_be_refused_is_not_run(
    purpose: str | None, command: tuple[str, ...], more: dict[str, Any], code: str
) -> None:
    runner = ScriptedRunner()
    on, case = opened(runner)
    with pytest.raises(Refused) as refused:
        made(on, case, purpose, *command, **more)
    assert code in [o.code for o in refused.value.offences]
    assert runner.commands == []
    assert not on.state(case).probes


@pytest.mark.parametrize("purpose", ["X1", "D1"])
def test_there_is_no_run_of_an_experiment_that_nobody_declared(purpose: str) -> None:
    on, case = opened()
    with pytest.raises(Faulty) as faulty:
        made(on, case, purpose)
    assert [(f.place, f.got) for f in faulty.value.found] == [("--for", repr(purpose))]


def test_a_page_runs_nothing_and_a_door_without_a_runner_neither() -> None:
    runner = ScriptedRunner()
    on, case = opened(runner)
    with pytest.raises(Refused) as afar:
        probe(on, case, Asked(command=("ls",)), Actor(name="owner", channel="page"))
    assert [o.code for o in afar.value.offences] == ["PRB004"]
    with pytest.raises(LookupError):
        made(msgspec.structs.replace(on, runner=None), case, None, "ls")
    assert runner.commands == []


def mechanism(call: Call) -> Any:
    said = fill(call)
    for claim in said.get("claims", ()):
        claim["kind"] = "mechanism"
    return said


def test_a_run_for_a_seat_shows_that_its_method_is_executing() -> None:
    on = desk(ScriptedAdvisor(mechanism))
    stop = decide(on, decision(), convening(chair=None))
    case, report = stop.state.filed[0].case, stop.state.report
    assert report is not None
    finding = next(f for f in report.findings if "A" in f.supporters)
    assert methods(stop.state, finding) == ("reading",)
    assert unverified(stop.state, finding)
    after = made(on, case, None, "pytest", seat="A").state
    assert "executing" in methods(after, finding)
    assert not unverified(after, finding)
    assert follows(after.filed, bench(on)).answer == "yes"


def test_a_run_after_the_report_may_be_evidence_of_its_own() -> None:
    on = desk(ScriptedAdvisor())
    case = decide(on, decision(), convening(chair=None)).state.filed[0].case
    state = made(on, case, "E9", "pytest", "-q").state
    found = state.evidence["E9"]
    assert (found.kind, found.at, found.status, found.resolved) == (
        "command", "pytest -q", "OBSERVED", True,
    )  # fmt: skip
    assert follows(state.filed, bench(on)).answer == "yes"


def test_evidence_that_says_another_output_than_its_run_does_not_follow() -> None:
    from tests.conduct.test_follows import chained

    on, case = opened()
    state = made(on, case, "E2").state
    *rest, last = [(f, f.record) for f in state.filed]
    edited = msgspec.structs.replace(last[1], excerpt="e" * 64)
    found = follows(chained([*rest, (last[0], edited)]), bench(on))
    assert [o.code for o in found.offences] == ["DRV001"]


def test_an_output_that_is_gone_leaves_its_evidence_not_derived() -> None:
    on, case = opened()
    state = made(on, case, "E2").state
    lost = msgspec.structs.replace(bench(on), read=lambda digest: None)
    found = follows(state.filed, lost)
    assert found.answer == "not re-derived"
    assert found.left[-1].endswith("the output of P1 is not in the store")
