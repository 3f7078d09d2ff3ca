"""`gemot case withdraw`."""

import click

from gemot.surfaces.cli import options


@click.command(
    short_help="Take a question back, undecided.",
    epilog=options.examples('gemot case withdraw CASE --because "the service is retired"'),
)
@options.case
@click.option("--because", required=True, metavar="TEXT", help="Why nothing has to be decided.")
@options.owner
@options.as_agent
@options.as_json
def withdraw(case: str, because: str, owner: str | None, as_agent: bool, as_json: bool) -> int:
    """Take a question back, undecided.

    Nothing is decided and nothing more is asked; what was recorded stays, and a reply that still
    comes is kept and charged. A concluded case cannot be withdrawn: its conclusion is superseded.
    """
    from gemot.conduct.after import withdraw as record
    from gemot.surfaces.cli.answered import answered
    from gemot.surfaces.cli.session import Session, person

    session = Session()
    id, _ = session.find(case)
    actor = session.actor(person(owner), as_agent=as_agent)
    after = record(session.desk, id, actor, reason=because)
    return answered(id, after, "withdrawn; nothing is decided", as_json=as_json)
