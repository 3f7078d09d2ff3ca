"""`gemot case validate`."""

from typing import Any

import click

from gemot.surfaces.cli import options


@click.command(
    short_help="Record whether what was promised holds.",
    epilog=options.examples(
        'gemot case validate CASE --check "no job was lost in a week" --pass --evidence E1',
        "gemot case validate CASE --check 1 --fail --probe P1",
    ),
)
@options.case
@click.option(
    "--check", required=True, metavar="TEXT|N", help="What was checked; N: of the validation plan."
)
@click.option("--pass/--fail", "passed", required=True, default=None, help="What came of it.")
@click.option("--probe", metavar="P1", help="The run that shows it.")
@click.option("--evidence", multiple=True, metavar="ID", help="Evidence of the case, like E1.")
@click.option("--note", metavar="TEXT", help="What else a reader should know.")
@options.owner
@options.as_agent
@options.as_json
def validate(
    case: str, check: str, passed: bool, owner: str | None, as_agent: bool, as_json: bool,
    **given: Any,
) -> int:  # fmt: skip
    """Record whether what was promised holds.

    It is of the conclusion that stands. A check that failed keeps the conclusion from being
    reused until the same check passes; every outcome stays in the record. What was planned and
    never checked is shown by `gemot status`.
    """
    from gemot.conduct.after import planned
    from gemot.conduct.after import validate as record
    from gemot.surfaces.cli.answered import answered
    from gemot.surfaces.cli.session import Session, person
    from gemot.views.visible import line

    session = Session()
    id, state = session.find(case)
    actor = session.actor(person(owner), as_agent=as_agent)
    after = record(session.desk, id, actor, check=check, passed=passed, **given)
    said = f"{'holds' if passed else 'does not hold'}: {line(planned(state, check), 200)}"
    return answered(id, after, said, as_json=as_json)
