"""`gemot case predict`."""

from typing import Any

import click

from gemot.surfaces.cli import options


@click.command(
    short_help="Say what a side expects of an experiment.",
    epilog=options.examples(
        'gemot case predict CASE X1 --holder A --exit 0 --because "no job is lost"',
        'gemot case predict CASE X1 --holder primary --contains "2 lost" --because "the log"',
    ),
)
@options.case
@click.argument("experiment", metavar="X1")
@click.option("--holder", required=True, metavar="SEAT|primary", help="Whose expectation.")
@click.option("--exit", type=int, metavar="0-255", help="The exit status.")
@click.option("--contains", metavar="TEXT", help="Text that the output contains.")
@click.option("--lacks", metavar="TEXT", help="Text that the output does not contain.")
@click.option("--because", "reason", required=True, metavar="TEXT", help="Why it follows.")
@options.owner
@options.as_agent
@options.as_json
def predict(
    case: str, experiment: str, owner: str | None, as_agent: bool, as_json: bool, **given: Any
) -> int:
    """Say what a side expects of an experiment.

    It is the host's word for that side, and is labelled so; a seat that was asked and answered
    speaks for itself. `primary` is the host's own favoured option. All that is given must hold
    for a run to fit. Nothing is taken any more once the experiment was run.
    """  # fmt: skip
    from gemot.conduct.disputing import Expected
    from gemot.conduct.disputing import predict as record
    from gemot.records.faults import read
    from gemot.surfaces.cli.answered import answered
    from gemot.surfaces.cli.session import Session, person
    from gemot.views.notice import holder as whom

    said = read(Expected, {"experiment": experiment, **given}, "the prediction")
    session = Session()
    id, _ = session.find(case)
    actor = session.actor(person(owner), as_agent=as_agent)
    after = record(session.desk, id, said, actor)
    done = f"what {whom(said.holder)} expects of {experiment} is recorded, as the host's word"
    return answered(id, after, done, as_json=as_json)
