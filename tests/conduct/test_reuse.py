"""Reuse: what stands is given again without a call, and whatever speaks against it is named."""

import asyncio
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemot.conduct.after import attempt, look_back, validate, withdraw
from gemot.conduct.cases import Opening, conclude, open_case
from gemot.conduct.desk import Desk
from gemot.conduct.follows import OTHERS, follows
from gemot.conduct.precedent import contradicted
from gemot.engines.inline import run
from gemot.evidence.project import Folder
from gemot.evidence.resolve import resolve, resolvers
from gemot.records.framing import Option, Reference
from gemot.records.settlement import Conclusion
from gemot.testing.advisor import ScriptedAdvisor
from gemot.testing.fixed import CountingIds, FixedClock
from gemot.testing.journal import MemoryJournal
from gemot.views.precedent import NEAR, normalised, similarity
from tests.council import FOUR, OWNER, bench, convening, decision, desk

DAY = 86_400_000
WHO = {
    "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}  # fmt: skip


class Eyes:
    """The real look-up."""

    def __init__(self, project: Folder, owner: str) -> None:
        self.table = resolvers(project, owner, FixedClock())

    def resolve(self, reference: Reference, commit: str | None, allowed: tuple[str, ...]) -> Any:
        return resolve(self.table, reference, commit, allowed)


class World:
    """A store, a clock and an advisor that counts; with `folder`, a repository too."""

    def __init__(self, folder: Path | None = None) -> None:
        self.journal = MemoryJournal(CountingIds())
        self.ids = CountingIds("world")
        self.clock = FixedClock(step=1)
        self.advisor = ScriptedAdvisor()
        self.folder = folder

    @property
    def desk(self) -> Desk:
        """A desk of a new process: what git says is asked anew."""
        more: dict[str, Any] = {"clock": self.clock, "ids": self.ids}
        if self.folder is not None:
            project = Folder(self.folder)
            more |= {"project": project, "evidence": lambda owner: Eyes(project, owner)}
        return desk(self.advisor, self.journal, **more)

    @property
    def calls(self) -> int:
        return len(self.advisor.sent)

    def ask(self, *, again: bool = False, **changes: Any) -> Opening:
        """Decide: open, and do all that waits for nobody."""
        opening = open_case(self.desk, decision(**changes), OWNER, again=again)
        if opening.how != "reused":
            asyncio.run(run(self.desk, opening.case, convening()))
        return opening

    def conclude(self, case: str, choice: str = "retry", **more: Any) -> None:
        said = Conclusion(choice=choice, because="it is so", **more)
        conclude(self.desk, case, said, OWNER)

    def decided(self, choice: str = "retry", **more: Any) -> str:
        """A council that was concluded."""
        case = self.ask().case
        self.conclude(case, choice, **more)
        return case


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True, env={**os.environ, **WHO})


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one file of three lines."""
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "jobs.py").write_text("one\ntwo\nthree\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "Begin")
    return tmp_path


def test_what_stands_is_reused_without_a_call() -> None:
    world = World()
    case = world.decided()
    before, records = world.calls, len(world.journal.read(case))
    assert before == 9
    again = world.ask()
    assert (again.case, again.how) == (case, "reused")
    assert [(e.case, e.how, e.choice, e.refused) for e in again.earlier] == [
        (case, "same", "retry", ())
    ]
    assert (world.calls, len(world.journal.heads())) == (before, 1)
    assert len(world.journal.read(case)) == records


@pytest.mark.parametrize(
    "subject", ["Retry in process, or a queue?", "  RETRY in\tprocess, or a\nＱＵＥＵＥ? "]
)
def test_the_same_subject_is_reused_whatever_else_was_written(subject: str) -> None:
    world = World()
    case = world.decided()
    again = world.ask(question="What now?", subject=subject, ask="Another word.")
    assert (again.case, again.how, again.earlier[0].how) == (case, "reused", "subject")


def test_an_unchanged_file_is_reused_and_a_changed_one_is_not(repository: Path) -> None:
    world = World(repository)
    evidence = (Reference(id="E1", status="OBSERVED", kind="file", at="jobs.py:2-3"),)
    case = world.ask(evidence=evidence).case
    world.conclude(case)
    (repository / "other.py").write_text("nothing\n")
    (repository / "jobs.py").write_text("uno\ntwo\nthree\n")
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "Change what was not cited")
    assert world.ask(evidence=evidence).how == "reused"
    (repository / "jobs.py").write_text("uno\ntwo\n3\n")
    git(repository, "commit", "-qam", "Change what was cited")
    before = world.calls
    again = world.ask(evidence=evidence)
    assert again.how == "new"
    assert [(e.case, e.refused) for e in again.earlier] == [(case, ("evidence E1 moved",))]
    assert world.calls > before
    git(repository, "rm", "-q", "jobs.py")
    git(repository, "commit", "-qm", "Remove it")
    world.conclude(again.case)
    third = world.ask(evidence=evidence)
    assert [e.refused for e in third.earlier] == [("evidence E1 is gone",)] * 2


def failing(world: World, case: str) -> None:
    validate(world.desk, case, OWNER, check="no job is lost", passed=False)


def mended(world: World, case: str) -> None:
    failing(world, case)
    validate(world.desk, case, OWNER, check="No job  is LOST", passed=True)


def missed(world: World, case: str) -> None:
    look_back(world.desk, case, OWNER, met="not_met", observed="two jobs were lost")


def disproved(world: World, case: str) -> None:
    attempt(world.desk, case, OWNER, tried="a timer", failed="it drifts", invalidated="steady")


def tried(world: World, case: str) -> None:
    attempt(world.desk, case, OWNER, tried="a timer", failed="it drifts")


def later(days: int) -> Callable[[World, str], None]:
    def wait(world: World, _case: str) -> None:
        world.clock.advance(days * DAY)

    return wait


def looked(world: World, case: str) -> None:
    world.clock.advance(3 * DAY)
    look_back(world.desk, case, OWNER, met="met", observed="no job was lost")


SINCE: dict[str, tuple[dict[str, Any], Callable[[World, str], None], str | None]] = {
    "a failed validation": ({}, failing, "the validation 039-validation failed"),
    "a validation passed since": ({}, mended, None),
    "a look-back on what was not met": ({}, missed, "the look-back 039-lookback says not met"),
    "a wrong assumption": ({}, disproved, "the attempt 039-attempt proved an assumption wrong"),
    "a failed attempt": ({}, tried, None),
    "the review date": (
        {"review_on": "2026-12-02"}, later(3), "its review date 2026-12-02 passed",
    ),
    "the review is today": ({"review_on": "2026-12-02"}, later(2), None),
    "the review was made": ({"review_on": "2026-12-02"}, looked, None),
    "a revisit date": (
        {"revisit_if": ("it is 2026-12-01",)}, later(2), "its revisit date 2026-12-01 passed",
    ),
    "a day that was over before": ({"revisit_if": ("the log of 2026-11-01 errs",)}, later(9), None),
}  # fmt: skip


@pytest.mark.parametrize("name", SINCE)
def test_what_happened_since(name: str) -> None:
    """A conclusion is reused unless something speaks against it, which is named."""
    more, happen, why = SINCE[name]
    world = World()
    case = world.decided(**more)
    happen(world, case)
    before = world.calls
    again = world.ask()
    assert again.how == ("reused" if why is None else "new")
    assert [e.refused for e in again.earlier] == [() if why is None else (why,)]
    assert (world.calls > before) == (why is not None)


def test_a_rival_conclusion_is_named_on_both_sides() -> None:
    world = World()
    one = world.decided("retry")
    two = world.ask(again=True).case
    world.conclude(two, "queue")
    rivals = contradicted(world.desk, two, world.desk.state(two))
    assert [(e.case, e.how, e.choice) for e in rivals] == [(one, "contradicting", "retry")]
    three = world.ask()
    assert three.how == "new"
    assert [(e.case, e.how, e.choice, e.refused) for e in three.earlier] == [
        (two, "same", "queue", (f"the rival conclusion of {one} stands for 'retry'",)),
        (one, "contradicting", "retry", (f"the rival conclusion of {two} stands for 'queue'",)),
    ]
    withdraw(world.desk, three.case, OWNER, reason="settled otherwise")
    name = world.desk.state(one).concluded
    assert name is not None
    world.conclude(one, "queue", supersedes=name.name)
    assert world.ask().how == "reused"


ASKED: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "new evidence": ({"new_evidence": True}, ("new evidence was declared",)),
    "more at stake": (
        {"subject": "Retry in process, or a queue?", "materiality": "high"},
        ("it was decided at stakes material, and this is high",),
    ),
    "another owner": ({"owner": "Ben"}, ("its owner is another",)),
    "other options": (
        {"options": (Option(id="queue"), Option(id="cron"))},
        ("its choice 'retry' is no option here",),
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_what_is_asked_otherwise(name: str) -> None:
    changes, why = ASKED[name]
    world = World()
    world.decided()
    again = world.ask(**changes)
    assert again.how == "new"
    assert [e.refused for e in again.earlier] == [why]


def test_again_opens_a_new_case_in_any_case() -> None:
    world = World()
    one = world.ask().case
    two = world.ask(again=True)
    assert (two.how, two.case != one) == ("new", True)
    assert two.earlier[0].refused == ("nothing is concluded in it", "it was asked for again")
    assert world.ask().case == two.case


def test_a_withdrawn_case_answers_nothing() -> None:
    world = World()
    one = world.ask().case
    withdraw(world.desk, one, OWNER, reason="moot")
    two = world.ask()
    assert (two.how, two.earlier[0].refused) == ("new", ("it was withdrawn",))


def test_a_rehearsal_and_a_provisional_conclusion_are_not_reused() -> None:
    world = World()
    case = open_case(world.desk, decision(), OWNER).case
    small = tuple(msgspec.structs.replace(e, rehearsal=True) for e in FOUR)
    asyncio.run(run(world.desk, case, convening(small, chair=None)))
    world.conclude(case)
    assert world.ask().earlier[0].refused == ("it was a rehearsal",)
    other = World()
    case = open_case(other.desk, decision(), OWNER).case
    asyncio.run(run(other.desk, case, convening(case_nano=0)))
    other.conclude(case, without_plan="nobody may be paid")
    refused = other.ask().earlier[0].refused
    assert refused == ("it is provisional: no council came about",)


def test_a_near_subject_is_suggested_and_decides_nothing() -> None:
    world = World()
    near = world.ask(question="Retry in process or in a queue?").case
    world.conclude(near)
    again = world.ask()
    assert again.how == "new"
    assert [(e.case, e.how, e.refused) for e in again.earlier] == [
        (near, "near", ("its subject is similar and not the same",))
    ]
    world.conclude(again.case, "queue")
    assert contradicted(world.desk, again.case, world.desk.state(again.case)) == ()
    assert world.ask().case == again.case


class Elsewhere:
    """Another project."""

    def identity(self) -> str:
        return "b" * 64

    def commit(self) -> str | None:
        return None

    def name(self) -> str:
        return "elsewhere"


def test_another_subject_and_another_project_are_nothing_to_it() -> None:
    world = World()
    world.conclude(world.ask(question="Which colour has the door?").case)
    world.decided()
    other = msgspec.structs.replace(world.desk, project=Elsewhere())
    opening = open_case(other, decision(), OWNER)
    assert (opening.how, opening.earlier) == ("new", ())
    assert [e.how for e in world.ask().earlier] == ["same"]


def test_a_precedent_is_recorded_and_said_to_be_taken_as_it_was() -> None:
    world = World()
    case = world.decided()
    failing(world, case)
    again = world.ask()
    state = world.desk.state(again.case)
    assert state.precedent is not None
    assert state.precedent.earlier == again.earlier
    name = next(f.name for f in state.filed if f.kind == "precedent")
    found = follows(state.filed, bench(world.desk))
    assert (found.answer, found.left, found.taken) == ("yes", (), (f"{name}: {OTHERS}",))


def test_what_an_earlier_case_gained_meanwhile_is_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Between the look and the transaction a check of the earlier conclusion fails."""
    world = World()
    case = world.decided()
    begin, late = world.journal.begin, [case]

    def slow() -> Any:
        if late:
            monkeypatch.setattr(world.journal, "begin", begin)
            failing(world, late.pop())
        return begin()

    monkeypatch.setattr(world.journal, "begin", slow)
    again = open_case(world.desk, decision(), OWNER)
    assert again.how == "new"
    assert again.earlier[0].refused == ("the validation 039-validation failed",)


@given(st.text(max_size=30), st.text(max_size=30))
def test_similarity_is_a_symmetric_measure_from_0_to_1(one: str, other: str) -> None:
    assert similarity(one, other) == similarity(other, one)
    assert 0 <= similarity(one, other) <= 1
    if normalised(one):
        assert similarity(one, normalised(one)) == 1


@given(st.text(max_size=40))
def test_normalising_twice_is_normalising_once(text: str) -> None:
    assert normalised(normalised(text)) == normalised(text)


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("Retry in process, or a queue?", "Retry in process or in a queue?", True),
        ("which database for the mailer", "which database for the mailers?", True),
        ("which database for the mailer", "which database for the shop", True),
        ("Retry in process, or a queue?", "Which colour has the door?", False),
        ("", "", False),
    ],
)
def test_the_bar(one: str, other: str, near: bool) -> None:
    assert (similarity(one, other) >= NEAR) == near
