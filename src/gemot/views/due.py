"""What is due of a case on a day: what passed, what is near, what was promised and never made.

Laws: pure, and of the case's records and the day alone; a day is one in UTC; a day that is due
stays due until somebody looked back since; a planned check is made once a validation of the
standing conclusion bears its words, whatever their case and white space.
"""

from collections.abc import Iterator
from datetime import date
from typing import Literal

import msgspec

from gemot.rules.state import State, ended
from gemot.views.precedent import days, failed, normalised
from gemot.views.visible import line

NEAR_DAYS = 7
"""Days before a day from which on it is near."""
DueKind = Literal["failed", "deadline", "review", "revisit", "validation"]


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is due, and the exact command that answers it."""

    kind: DueKind
    says: str
    command: str
    on: str | None = None
    """The day; None: no day was set."""
    passed: bool = False
    """Whether the day is over."""


def due(case: str, state: State, today: str) -> tuple[Due, ...]:
    """What is due of the case, the most pressing first."""
    found = (_failed(case, state), _deadline(case, state, today), _days(case, state, today))
    return tuple(d for some in (*found, _unmade(case, state)) for d in some)


def _failed(case: str, state: State) -> Iterator[Due]:
    for name in failed(state):
        filed = state.find(name)
        check = line(filed.record.check, 120) if filed else ""
        says = f"the validation {name} failed: {check}"
        yield Due(kind="failed", says=says, command=f"gemot show {case} {name}")


def _deadline(case: str, state: State, today: str) -> Iterator[Due]:
    said = state.case
    if said is None or said.deadline is None or ended(state):
        return
    left = _left(said.deadline, today)
    if left is not None and left <= NEAR_DAYS:
        says = _said("the deadline", said.deadline, left)
        command = f"gemot status {case}"
        yield Due(kind="deadline", says=says, command=command, on=said.deadline, passed=left < 0)


def _days(case: str, state: State, today: str) -> Iterator[Due]:
    looked = [f.at[:10] for f in state.filed if f.kind == "lookback"
              and f.record in state.lookbacks]  # fmt: skip
    for what, day in days(state):
        left = _left(day, today)
        if left is None or left > NEAR_DAYS or any(at >= day for at in looked):
            continue
        kind: DueKind = "review" if what == "review date" else "revisit"
        yield Due(
            kind=kind,
            says=_said(f"the {what}", day, left),
            command=f"gemot case lookback {case} '--met|--partly|--not-met|--unknown' "
            "--observed 'TEXT'",
            on=day,
            passed=left < 0,
        )


def _unmade(case: str, state: State) -> Iterator[Due]:
    end = state.conclusion
    made = {normalised(v.check) for v in state.validations}
    for n, check in enumerate(end.validation_plan if end else (), 1):
        if check.strip() and normalised(check) not in made:
            says = f"a planned check was never made: {line(check, 120)}"
            command = f"gemot case validate {case} --check {n} '--pass|--fail'"
            yield Due(kind="validation", says=says, command=command)


def _said(what: str, day: str, left: int) -> str:
    if left == 0:
        return f"{what} is today, {day}"
    count = "1 day" if abs(left) == 1 else f"{abs(left)} days"
    return f"{what} {day} passed {count} ago" if left < 0 else f"{what} is in {count}, {day}"


def _left(day: str, today: str) -> int | None:
    """Days from today to a day; None where it is none of the calendar."""
    try:
        return (date.fromisoformat(day) - date.fromisoformat(today)).days
    except ValueError:
        return None


def plain(case: str, d: Due) -> dict[str, object]:
    """A due thing as `--json` has it."""
    return {
        "case": case, "kind": d.kind, "says": d.says, "command": d.command, "on": d.on,
        "passed": d.passed,
    }  # fmt: skip
