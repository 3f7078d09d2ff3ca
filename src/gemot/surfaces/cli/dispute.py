"""`gemot case dispute`."""

from typing import TYPE_CHECKING, Any

import click

from gemot.surfaces.cli import options
from gemot.surfaces.cli.refusal import Denied

if TYPE_CHECKING:
    from gemot.rules.state import State
    from gemot.surfaces.cli.session import Session


@click.command(
    short_help="Show a disagreement, or declare an experiment for it.",
    epilog=options.examples(
        "gemot case dispute CASE D1",
        "gemot case dispute CASE D1 --experiment -- python load.py --jobs 50",
        'gemot case dispute CASE D1 --experiment --ask --shows "lost jobs" -- pytest -q tests/load',
    ),
)
@options.case
@click.argument("disagreement", metavar="D1")
@click.argument("command", metavar="[-- COMMAND]", nargs=-1)
@click.option("--experiment", is_flag=True, help="Declare COMMAND as what is to settle it.")
@click.option("--shows", metavar="TEXT", default="", help="What it is meant to show.")
@click.option(
    "--ask", is_flag=True,
    help="Ask each seat what it expects, in a call of its own, when the case goes on.",
)  # fmt: skip
@click.option("--folder", metavar="FOLDER", default=".", help="Where it is run, from the root.")
@options.owner
@options.as_agent
@options.as_json
def dispute(
    case: str,
    disagreement: str,
    experiment: bool,
    owner: str | None,
    as_agent: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Show a disagreement, or declare an experiment for it.

    Alone, its sides, what each expects of each experiment, and what every run says of them. With
    --experiment the command that is to settle it is recorded, and nothing is run: first each side
    says what it expects, by `gemot case predict` or, with --ask, itself; then `gemot probe` runs
    it. What is about values no experiment settles.
    """  # fmt: skip
    from gemot.surfaces.cli.session import Session

    command = list(given["command"])
    if experiment != bool(command):
        got = "a command without --experiment" if command else "--experiment without a command"
        raise Denied(
            "usage", "gemot case dispute", got=got, needed="both, or neither",
            fix="gemot case dispute CASE D1 --experiment -- COMMAND",
        )  # fmt: skip
    session = Session()
    id, state = session.find(case)
    if not experiment:
        return _shown(id, state, session, disagreement, as_json)
    from gemot.conduct.disputing import Trying, declare
    from gemot.records.faults import read
    from gemot.surfaces.cli.answered import answered
    from gemot.surfaces.cli.session import person

    asked = {**given, "command": command, "disagreement": disagreement}
    actor = session.actor(person(owner), as_agent=as_agent)
    after, made = declare(session.desk, id, read(Trying, asked, "the experiment"), actor)
    said = f"{made.id} is to settle {disagreement}"
    return answered(id, after, said, as_json=as_json, more={"experiment": made.id})


def _shown(case: str, state: "State", session: "Session", id: str, as_json: bool) -> int:
    import msgspec

    from gemot.conduct.acts import next_acts
    from gemot.surfaces.cli.answered import shown_next
    from gemot.surfaces.cli.out import emit, say
    from gemot.views import answer
    from gemot.views.experiment import lines, trial
    from gemot.views.step import steps

    found, read = state.disagreements.get(id), session.workshop.journal.get
    if found is None:
        known = ", ".join(state.disagreements) or "none"
        raise Denied(
            "unknown-name", id[:80], got="no such disagreement", needed=f"one of: {known}",
            fix=f"`gemot status {case}` names what is open",
        )  # fmt: skip
    if not as_json:
        say(lines(state, found, read))
        shown_next(case, state)
        return 0
    tried = [x for x in state.experiments.values() if x.disagreement == id]
    wholes = [trial(state, x.id, "", read) for x in tried]
    emit(
        {
            "schema": "gemot/dispute/1",
            "case": case,
            "disagreement": msgspec.to_builtins(found),
            "experiments": [
                {
                    **msgspec.to_builtins(x),
                    "predictions": msgspec.to_builtins(whole.predictions),
                    "runs": [
                        {"probe": r.probe.id, **msgspec.to_builtins(whole.outcome(r))}
                        for r in whole.runs
                    ],
                }
                for x, whole in zip(tried, wholes, strict=True)
            ],
            "resolution": msgspec.to_builtins(state.resolutions.get(id)),
            "next": [answer.step(s) for s in steps(case, next_acts(state, case))],
        }
    )
    return 0
