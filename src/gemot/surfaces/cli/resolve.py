"""`gemot case resolve`."""

from typing import Any

import click

from gemot.surfaces.cli import options
from gemot.surfaces.cli.refusal import Denied


@click.command(
    short_help="Settle a disagreement.",
    epilog=options.examples(
        'gemot case resolve CASE D1 --by X1 --because "the load test lost no job"',
        'gemot case resolve CASE D1 --favours queue --by-authority --because "we value simplicity"',
        'gemot case resolve CASE D1 --favours queue --because "it was tried: see E2" --evidence E2',
    ),
)
@options.case
@click.argument("disagreement", metavar="D1")
@click.option("--favours", metavar="OPTION", help="An option, or `neither`; with --by computed.")
@click.option("--by", "experiment", metavar="X1", help="The experiment whose runs settle it.")
@click.option("--by-authority", is_flag=True, help="The owner says so; for values alone.")
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
    favours: str | None,
    experiment: str | None,
    by_authority: bool,
    owner: str | None,
    as_agent: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Settle a disagreement.

    One about values its owner settles. One about facts is settled by a reason where little is at
    stake; at material stakes and above it takes an experiment that every side predicted before,
    and what it favours is computed from its newest run. No count settles anything. A wrong
    resolution is replaced by another with --supersedes.
    """  # fmt: skip
    import msgspec

    from gemot.conduct.cases import note
    from gemot.conduct.closing import Settled, resolution
    from gemot.conduct.disputing import favours as computed
    from gemot.records.faults import read
    from gemot.surfaces.cli.answered import answered
    from gemot.surfaces.cli.session import Session, person

    if (favours is None and experiment is None) or (experiment and by_authority):
        got = "--by and --by-authority" if experiment else "neither --favours nor --by"
        raise Denied(
            "usage", "gemot case resolve", got=got, needed="--by X1, or --favours OPTION",
            fix=f"`gemot case dispute {case} {disagreement}` shows the sides and the experiments",
        )  # fmt: skip
    session = Session()
    id, state = session.find(case)
    option = favours or computed(session.desk, state, experiment or "")
    written = {"disagreement": disagreement, "reason": because, "favours": option, **given}
    settled = read(Settled, {**written, "experiment": experiment}, "the resolution")
    made = resolution(state, settled)
    if by_authority:
        made = msgspec.structs.replace(made, by="authorization")
    after = note(session.desk, id, made, session.actor(person(owner), as_agent=as_agent))
    return answered(id, after, f"{disagreement} is settled for {option}", as_json=as_json)
