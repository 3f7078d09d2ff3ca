"""`gemot case lookback`."""

from typing import Any

import click

from gemot.surfaces.cli import options


@click.command(
    short_help="Record what came of a decision.",
    epilog=options.examples(
        'gemot case lookback CASE --outcome O1 --met --observed "no job was lost in May"',
        'gemot case lookback CASE --unknown --observed "nobody counted the lost jobs"',
    ),
)
@options.case
@click.option("--outcome", metavar="O1", help="One outcome; without, the decision as a whole.")
@click.option("--met", "met", flag_value="met", help="What was wanted came about.")
@click.option("--partly", "met", flag_value="partly", help="Some of it did.")
@click.option("--not-met", "met", flag_value="not_met", help="It did not.")
@click.option("--unknown", "met", flag_value="unknown", help="Nobody can tell.")
@click.option("--observed", required=True, metavar="TEXT", help="What was seen.")
@click.option("--probe", metavar="P1", help="The run that shows it.")
@click.option("--evidence", multiple=True, metavar="ID", help="Evidence of the case, like E1.")
@options.owner
@options.as_agent
@options.as_json
def lookback(
    case: str, met: str | None, observed: str, owner: str | None, as_agent: bool, as_json: bool,
    **given: Any,
) -> int:  # fmt: skip
    """Record what came of a decision.

    What was observed of one outcome, as it was said beforehand, or of the decision as a whole.
    What nobody can tell is unknown, which is neither met nor not. A conclusion whose outcome was
    not met is not reused; `gemot status` shows which look-backs are due.
    """
    from gemot.conduct.after import look_back
    from gemot.surfaces.cli.answered import answered
    from gemot.surfaces.cli.refusal import Denied
    from gemot.surfaces.cli.session import Session, person

    if met is None:
        raise Denied(
            "usage", "gemot case lookback", got="no word on what came of it",
            needed="--met, --partly, --not-met or --unknown", fix="give one of them",
        )  # fmt: skip
    session = Session()
    id, _ = session.find(case)
    actor = session.actor(person(owner), as_agent=as_agent)
    after = look_back(session.desk, id, actor, met=met, observed=observed, **given)
    said = f"{given['outcome'] or 'the decision'}: {met.replace('_', ' ')}"
    return answered(id, after, said, as_json=as_json)
