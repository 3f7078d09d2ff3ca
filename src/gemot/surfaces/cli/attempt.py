"""`gemot case attempt`."""

from typing import Any

import click

from gemot.surfaces.cli import options


@click.command(
    short_help="Record what was tried and failed.",
    epilog=options.examples(
        'gemot case attempt CASE --tried "a timer in the worker" --failed "two jobs were lost"',
        'gemot case attempt CASE --tried "a timer" --failed "it drifts" '
        '--invalidated "the clock is steady" --hypothesis "the host sleeps"',
    ),
)
@options.case
@click.option("--tried", required=True, metavar="TEXT", help="What was tried.")
@click.option("--failed", required=True, metavar="TEXT", help="How it failed: what was seen.")
@click.option("--invalidated", metavar="TEXT", help="The assumption that it proved wrong.")
@click.option("--hypothesis", metavar="TEXT", help="What is held for true from now on.")
@click.option("--evidence", multiple=True, metavar="ID", help="Evidence of the case, like E1.")
@options.owner
@options.as_agent
@options.as_json
def attempt(case: str, owner: str | None, as_agent: bool, as_json: bool, **given: Any) -> int:
    """Record what was tried and failed.

    So that nobody tries it again without knowing, before a decision or after it. A conclusion
    is not reused after an attempt that proved an assumption wrong.
    """
    from gemot.conduct.after import attempt as record
    from gemot.surfaces.cli.answered import answered
    from gemot.surfaces.cli.session import Session, person

    session = Session()
    id, _ = session.find(case)
    after = record(session.desk, id, session.actor(person(owner), as_agent=as_agent), **given)
    return answered(id, after, "the attempt is recorded", as_json=as_json)
