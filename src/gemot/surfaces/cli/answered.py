"""The answer of a command that recorded what a person said: the case as it stands then."""

from typing import TYPE_CHECKING, Any

from gemot.conduct.acts import next_acts
from gemot.surfaces.cli.out import emit, say
from gemot.views import answer
from gemot.views.notice import head
from gemot.views.step import steps, together
from gemot.views.visible import visible

if TYPE_CHECKING:
    from gemot.rules.state import State


def answered(
    case: str,
    state: "State",
    said: str,
    *,
    as_json: bool,
    schema: str = "gemot/recorded/1",
    more: dict[str, Any] | None = None,
) -> int:
    """Show that `said` stands in the record, and what comes next; `more` is of the object."""
    acts = next_acts(state, case)
    if as_json:
        emit(
            {
                "schema": schema,
                "case": case,
                "record": state.filed[-1].name,
                "head": head(state),
                **(more or {}),
                "next": [answer.step(s) for s in steps(case, acts)],
            }
        )
        return 0
    say([f"{case}: {visible(said)} (record {state.filed[-1].name})"])
    shown_next(case, state)
    return 0


def shown_next(case: str, state: "State") -> None:
    """Show what comes next, where anything does."""
    acts = next_acts(state, case)
    if acts:
        say(["", "Next"])
        for says, command in together(steps(case, acts)):
            say([f"  {visible(says)}", f"    {visible(command)}"])
