"""`gemot case list`."""

from typing import TYPE_CHECKING

import click

from gemot.surfaces.cli import options

if TYPE_CHECKING:
    from gemot.journal.sqlite import SqliteJournal


@click.command(
    short_help="List the cases, newest first.",
    epilog=options.examples("gemot case list", "gemot case list --all --json"),
)
@click.option("--all", "everywhere", is_flag=True, help="Of all projects, not of this one alone.")
@options.as_json
def cases(everywhere: bool, as_json: bool) -> int:
    """List the cases, newest first.

    Cases belong to a project, the repository's root commit or the folder, so that clones and
    worktrees of one repository list the same.
    """
    from gemot.rules.stage import stage
    from gemot.rules.state import fold
    from gemot.surfaces.cli.out import emit, say
    from gemot.surfaces.cli.session import Session
    from gemot.views.listing import listed
    from gemot.views.visible import line

    session = Session()
    store = session.store
    found = []
    if store is not None:
        project = None if everywhere else session.workshop.project.identity()
        found = [(h, fold(store.read(h.case))) for h in store.heads(project)]
    if as_json:
        shown = listed(found)
        for row, (head, _) in zip(shown["cases"], found, strict=True):
            row["imported"] = _imported(store, head.case)
        emit({**shown, "next": []})
        return 0
    for head, state in found:
        question = line(state.case.question, 200) if state.case else "unreadable"
        came = "  (imported)" if _imported(store, head.case) else ""
        say([f"{head.opened[:10]}  {head.case}  {stage(state)}{came}", f"  {question}"])
    if not found:
        say(["no case yet; `gemot decide` opens one"])
    return 0


def _imported(store: "SqliteJournal | None", case: str) -> int:
    """How many records of a case came from another store."""
    return sum(a.last - a.first + 1 for a in store.arrivals(case)) if store else 0
