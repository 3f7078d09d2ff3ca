"""`gemot case resume`."""

import click

from gemot.surfaces.cli import options


@click.command(
    short_help="Go on with a case that was interrupted.",
    epilog=options.examples("gemot case resume CASE", "gemot case resume CASE --json"),
)
@options.case
@options.owner
@options.mode
@click.option(
    "--evidence", multiple=True, metavar="PATH", help="An untracked path that the case may read."
)
@options.as_agent
@options.quiet
@options.as_json
def resume(
    case: str,
    owner: str | None,
    mode: str | None,
    evidence: tuple[str, ...],
    as_agent: bool,
    quiet: bool,
    as_json: bool,
) -> int:
    """Go on with a case that was interrupted.

    The command does what the case needs until only a person can go on. Whatever stopped it,
    nothing that was received is asked or paid again; a call whose reply may have been lost is
    in doubt, and `gemot case doubt` answers it.
    """  # fmt: skip
    from gemot.surfaces.cli.convene import convene, show
    from gemot.surfaces.cli.progress import progress
    from gemot.surfaces.cli.session import Session, person

    shown = progress(quiet=quiet or as_json)
    session = Session(trace=shown.told)
    try:
        id = session.find(case)[0]
        resolved = session.mode(mode)
    except BaseException:
        shown.close()
        raise
    name = person(owner)
    actor = session.actor(name, as_agent=as_agent)
    stop = convene(session, id, session.convening(resolved, evidence), actor, shown)
    return show(id, stop, as_json=as_json, warnings=resolved.warnings)
