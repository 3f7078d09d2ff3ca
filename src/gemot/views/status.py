"""Where a run ended, in one word, and the exit code that says it.

Law: pure; what was refused comes before what was reached, so that no refusal ends in 0.
"""

from typing import Literal

from gemot.rules.rule import Offence
from gemot.rules.state import State
from gemot.views.step import answerable

Status = Literal["reported", "waiting", "inconclusive", "decided_locally", "reused", "stopped"]

EXIT: dict[Status, int] = {
    "reported": 0,
    "decided_locally": 0,
    "reused": 0,
    "stopped": 3,
    "inconclusive": 4,
    "waiting": 5,
}
"""Exit codes of `decide` and `case resume` (design, section 10)."""
MEANING: dict[Status, str] = {
    "reported": "the seats answered and their report is written",
    "waiting": "it cannot go on without the owner, or without who pastes an answer",
    "inconclusive": "too few of the planned seats gave an answer that counts",
    "decided_locally": "no advisor was asked; the owner decides",
    "reused": "the same question was decided before, and that conclusion stands",
    "stopped": "a rule refused what comes next, and nothing of it was written",
}


def status_of(state: State, held: tuple[Offence, ...] = (), *, reused: bool = False) -> Status:
    """The status of a case after a run; `held` is why its next act was refused."""
    if reused:
        return "reused"
    if held:
        return "waiting" if answerable(held) else "stopped"
    if state.report is not None:
        return "inconclusive" if state.report.insufficient else "reported"
    if state.plan is not None and not state.plan.seats:
        return "decided_locally"
    return "waiting"
