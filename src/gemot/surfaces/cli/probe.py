"""`gemot probe`."""

from typing import TYPE_CHECKING, Any

import click

from gemot.surfaces.cli import options

if TYPE_CHECKING:
    from gemot.conduct.probing import Probed

LINES = 40
"""Lines of the output that are shown, from its end."""


@click.command(
    short_help="Run a command, and keep what it showed.",
    epilog=options.examples(
        "gemot probe CASE -- pytest -q tests/test_jobs.py",
        "gemot probe CASE --for E3",
        "gemot probe CASE --for X1",
        "gemot probe CASE --seat A --timeout 60 -- python load.py --jobs 50",
    ),
)
@options.case
@click.argument("command", metavar="[-- COMMAND]", nargs=-1)
@click.option(
    "--for", "purpose", metavar="E3|X1|D1",
    help="The evidence that it produces, or the experiment that it is a run of.",
)  # fmt: skip
@click.option("--seat", metavar="SEAT", help="The seat whose claim it tries out.")
@click.option(
    "--timeout", type=click.FloatRange(min=0.1), default=600.0, show_default=True,
    metavar="SECONDS", help="When to end it, and all that it started.",
)  # fmt: skip
@click.option("--folder", metavar="FOLDER", help="Where to run it, from the project's root.")
@options.owner
@options.as_agent
@options.as_json
def probe(case: str, owner: str | None, as_agent: bool, as_json: bool, **given: Any) -> int:
    """Run a command, and keep what it showed.

    The command runs in the project, without a shell and without input, with your environment.
    Kept are its words, the folder, the commit, how it ended, what it printed (without secrets, and
    at most 64 KiB of it, the whole by its digest) and when. With --for it produces a piece of
    evidence, or is a run of an experiment; both name their own command, and no other counts.
    Every run is kept. Nothing runs that a rule would refuse to record.
    """  # fmt: skip
    from gemot.conduct.probing import Asked
    from gemot.conduct.probing import probe as run
    from gemot.records.faults import read
    from gemot.surfaces.cli.session import Session, person

    asked = read(Asked, {**given, "command": list(given["command"])}, "the probe")
    session = Session(trace=_told)
    id, _ = session.find(case)
    actor = session.actor(person(owner), as_agent=as_agent)
    return _show(id, run(session.desk, id, asked, actor), session.desk.journal.get, as_json)


def _told(point: str, subject: str) -> None:
    """Say what is run before it is, since it may have been written down by somebody else."""
    from gemot.surfaces.cli.out import note
    from gemot.views.visible import line

    if point == "probe.running":
        note(f"gemot: running {line(subject, 300)}")


def _show(case: str, done: "Probed", read: Any, as_json: bool) -> int:
    from gemot.surfaces.cli.answered import answered, shown_next
    from gemot.surfaces.cli.out import say
    from gemot.views.experiment import command, ended
    from gemot.views.visible import line, visible

    made = done.probe
    if as_json:
        more = _facts(done, read)
        return answered(case, done.state, "", as_json=True, schema="gemot/probe/1", more=more)
    say([f"{case}: {made.id}: {line(command(made.command), 300)}: {ended(made)}"])
    text = done.output.splitlines()
    if len(text) > LINES:
        say([f"  … {len(text) - LINES} lines before these, in the record"])
    say(f"  {visible(x)}" for x in text[-LINES:])
    if made.redactions:
        say([f"  {sum(r.count for r in made.redactions)} secret(s) were taken out"])
    if made.experiment is not None:
        from gemot.views.experiment import lines

        dispute = done.state.experiments[made.experiment].disagreement
        say(["", *lines(done.state, done.state.disagreements[dispute], read)])
    shown_next(case, done.state)
    return 0


def _facts(done: "Probed", read: Any) -> dict[str, Any]:
    """The run, and for an experiment who was right about it."""
    import msgspec

    from gemot.rules.trial import Run
    from gemot.views.experiment import trial

    made, outcome = done.probe, None
    if made.experiment is not None:
        whole = trial(done.state, made.experiment, "", read)
        outcome = whole.outcome(Run(probe=made, output=done.output))
    return {
        "probe": msgspec.to_builtins(made),
        "output_text": done.output,
        "outcome": msgspec.to_builtins(outcome),
    }
