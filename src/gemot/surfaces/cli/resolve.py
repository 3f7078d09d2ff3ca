"""`gemot case resolve`."""

from typing import Any

import click

from gemot.surfaces.cli import options


@click.command(
    short_help="Settle a disagreement.",
    epilog=options.examples(
        'gemot case resolve CASE D1 --favours queue --because "it was tried: see E2" --evidence E2'
    ),
)
@options.case
@click.argument("disagreement", metavar="D1")
@click.option("--favours", required=True, metavar="OPTION", help="An option, or `neither`.")
@click.option("--because", required=True, metavar="TEXT", help="What settles it.")
@click.option("--evidence", multiple=True, metavar="ID", help="Evidence of the case, like E1.")
@click.option("--supersedes", metavar="RECORD", help="An earlier resolution that was wrong.")
@options.owner
@options.as_agent
@options.as_json
def resolve(
    case: str,
    disagreement: str,
    because: str,
    owner: str | None,
    as_agent: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Settle a disagreement.

    One about values its owner settles. One about facts is settled by a reason where little is at
    stake; at material stakes and above it takes an experiment. No count settles anything.
    """  # fmt: skip
    from gemot.conduct.cases import note
    from gemot.conduct.closing import Settled, resolution
    from gemot.records.faults import read
    from gemot.surfaces.cli.answered import answered
    from gemot.surfaces.cli.session import Session, person

    written = {"disagreement": disagreement, "reason": because, **given}
    settled = read(Settled, written, "the resolution")
    session = Session()
    id, state = session.find(case)
    actor = session.actor(person(owner), as_agent=as_agent)
    after = note(session.desk, id, resolution(state, settled), actor)
    return answered(id, after, f"{disagreement} is settled for {given['favours']}", as_json=as_json)
