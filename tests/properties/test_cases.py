"""Five hundred cases, driven at random through the library on doubles.

What must hold after every step stands in `laws`. The examples are the same in every run
(`derandomize`), as long as the code that draws them is; what they reach is counted. A longer
search, drawn anew, whose failures are shrunk: `GEMOT_EXAMPLES=1000 pytest tests/properties`.
"""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from gemot import Denied
from gemot.conduct.settings import Settings
from gemot.journal.sqlite import SqliteJournal
from gemot.records.evidence import Council as Seating
from gemot.rules.stage import STAGES
from gemot.testing.fixed import CountingIds
from tests.council import FOUR
from tests.properties.laws import Reached
from tests.properties.machine import Cases
from tests.properties.world import World

MORE = int(os.environ.get("GEMOT_EXAMPLES", "0"))
"""Examples of a longer search, drawn anew in each run."""


CALLS = {
    "completed", "timeout", "rate_limited", "auth_failed", "malformed", "empty", "unavailable",
    "late", "mismatch", "doubt", "availability",
}  # fmt: skip
"""What becomes of calls."""


def drive(machine: type[Cases], examples: int, **more: Any) -> Reached:
    """Run a machine; what it reached."""
    machine.reached = Reached()
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        machine,
        settings=settings(
            max_examples=MORE or examples,
            stateful_step_count=30,
            derandomize=not MORE,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, *([Phase.shrink] if MORE else [])],
            **more,
        ),
    )
    print(machine.reached)
    return machine.reached


@pytest.fixture
def store(tmp_path: Path) -> Iterator[type[Cases]]:
    """The machine on files."""
    made: list[SqliteJournal] = []
    numbers = count()

    class Stored(Cases):
        def made(self, settings: Settings) -> World:
            path = tmp_path / f"{next(numbers)}.db"
            made.append(SqliteJournal(path, CountingIds("salt")))
            return World(settings, made[-1])

        def teardown(self) -> None:
            super().teardown()
            if made:
                made.pop().close()

    yield Stored
    for journal in made:
        journal.close()


def test_five_hundred_cases_keep_the_laws() -> None:
    """No illegal stage, no lost record, `verify` follows, no ceiling passed, no filled seat asked
    again, refusals change nothing; and nearly everything that can happen did."""

    class Councils(Cases):
        pass

    found = drive(Councils, 90)
    assert found.cases >= 500
    assert len(set(STAGES) - {"new"} - set(found.stages)) <= 1, found.stages
    assert len(found.codes) >= 24, found.codes
    assert len(CALLS - set(found.calls)) <= 2, found.calls


def test_cases_on_files_keep_the_laws(store: type[Cases]) -> None:
    found: Any = drive(store, 10)
    assert found.cases >= 25
    assert len(found.stages) >= 10


@pytest.mark.parametrize("code", ["STG001", "CLR002"])
def test_the_machine_finds_a_rule_that_is_gone(code: str) -> None:
    """The laws are looked at by the machine itself, not by the rules that it tests."""

    class Lawless(Cases):
        def made(self, settings: Settings) -> World:
            tight = Seating(seats=2, rounds=2, case_nano=1)
            return World(Settings(council=tight, advisors=FOUR), without=code)

    with pytest.raises((AssertionError, Denied)):
        drive(Lawless, 60, report_multiple_bugs=False)
