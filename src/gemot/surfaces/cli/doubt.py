"""`gemot case doubt`."""

import click

from gemot.surfaces.cli import options
from gemot.surfaces.cli.refusal import Denied


@click.command(
    short_help="Answer a call whose reply was lost.",
    epilog=options.examples(
        "gemot case doubt CASE DISPATCH --again", "gemot case doubt CASE DISPATCH --drop"
    ),
)
@options.case
@click.argument("dispatch", metavar="DISPATCH")
@click.option("--again", is_flag=True, help="Ask the seat again; the lost call stays charged.")
@click.option("--drop", is_flag=True, help="Give the seat up in this round.")
@options.owner
@options.as_agent
@options.as_json
def doubt(
    case: str,
    dispatch: str,
    again: bool,
    drop: bool,
    owner: str | None,
    as_agent: bool,
    as_json: bool,
) -> int:
    """Answer a call whose reply was lost.

    The call was dispatched and its reply never recorded, so that it may have been made and paid.
    It is never repeated by itself: say whether to ask again or to give the seat up.
    """  # fmt: skip
    from gemot.conduct.waves import answer_doubt
    from gemot.surfaces.cli.answered import answered
    from gemot.surfaces.cli.session import Session, person

    if again == drop:
        got = "both" if again else "neither"
        raise Denied(
            "usage", "gemot case doubt", got=got, needed="--again or --drop", fix="give one of both"
        )
    session = Session()
    id = session.find(case)[0]
    actor = session.actor(person(owner), as_agent=as_agent)
    after = answer_doubt(session.desk, id, dispatch, again, actor)
    said = f"{dispatch} is asked again" if again else f"{dispatch} is given up"
    return answered(id, after, said, as_json=as_json)
