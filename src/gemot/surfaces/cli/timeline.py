"""`gemot case timeline`."""

import click

from gemot.surfaces.cli import options


@click.command(
    short_help="Show what happened in a case, a line a record.",
    epilog=options.examples("gemot case timeline CASE", "gemot case timeline CASE --json"),
)
@options.case
@options.as_json
def timeline(case: str, as_json: bool) -> int:
    """Show what happened in a case, a line a record.

    Each line has the time in UTC, the phase (uncertainty, consulting, local, reuse,
    advisor_response, degradation, disagreement, experiment, conclusion, validation, attempt,
    upkeep) and the first line of what the record says, cut to 140 characters.
    """  # fmt: skip
    from gemot.conduct.acts import next_acts
    from gemot.surfaces.cli.out import emit, say
    from gemot.surfaces.cli.session import Session
    from gemot.views.answer import step
    from gemot.views.step import steps
    from gemot.views.timeline import answer, lines

    id, state = Session().find(case)
    if as_json:
        emit({**answer(id, state), "next": [step(s) for s in steps(id, next_acts(state, id))]})
    else:
        say(lines(state))
    return 0
