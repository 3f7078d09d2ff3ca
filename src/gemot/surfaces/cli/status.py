"""`gemot status`."""

from typing import TYPE_CHECKING

import click

from gemot.surfaces.cli import options

if TYPE_CHECKING:
    from gemot.ports.journal import Head
    from gemot.surfaces.cli.session import Session

NEWEST = 20
"""Cases that are listed unless all are wanted."""


@click.command(
    short_help="Show where cases stand, and what comes next.",
    epilog=options.examples("gemot status", "gemot status CASE", "gemot status CASE --json"),
)
@click.argument("case", metavar="[CASE]", required=False)
@options.as_json
def status(case: str | None, as_json: bool) -> int:
    """Show where cases stand, and what comes next.

    With CASE its stage, what it cost, what is in doubt, and the exact commands that go on with
    it. Without, the newest cases of this project, a line each, with the next act of each.
    """
    from gemot.surfaces.cli.session import Session

    session = Session()
    return _cases(session, as_json) if case is None else _one(session, case, as_json)


def _one(session: "Session", asked: str, as_json: bool) -> int:
    import msgspec

    from gemot.conduct.acts import next_acts
    from gemot.surfaces.cli.out import emit, say

    case, state = session.find(asked)
    acts = next_acts(state, case)
    if as_json:
        from gemot.views.answer import status as view

        emit(view(case, state, acts))
        return 0
    from gemot.views.screen import lines, screen

    whole = screen(case, state, acts)
    kept = tuple(s for s in whole.sections if s.name in ("decided", "cost"))
    say(lines(msgspec.structs.replace(whole, sections=kept)))
    return 0


def _cases(session: "Session", as_json: bool) -> int:
    from gemot.conduct.acts import next_acts
    from gemot.rules.stage import stage
    from gemot.rules.state import fold
    from gemot.surfaces.cli.out import emit, say
    from gemot.views.visible import line

    store = session.store
    heads: tuple[Head, ...] = ()
    if store is not None:
        heads = store.heads(session.workshop.project.identity())
    rows = []
    for head in heads[:NEWEST]:
        assert store is not None
        state = fold(store.read(head.case))
        acts = next_acts(state, head.case)
        first = acts[0].command if acts else f"gemot show {head.case}"
        rows.append((head, state, stage(state), first))
    if as_json:
        emit({"schema": "gemot/cases/1", "cases": [
            {"case": h.case, "stage": at, "question": s.case.question if s.case else None,
             "opened": h.opened, "records": h.seq + 1, "next": command}
            for h, s, at, command in rows
        ], "more": max(len(heads) - NEWEST, 0), "next": []})  # fmt: skip
        return 0
    for h, s, at, command in rows:
        say(
            [f"{h.case}  {at}", f"  {line(s.case.question if s.case else '', 200)}", f"  {command}"]
        )
    if len(heads) > NEWEST:
        say([f"and {len(heads) - NEWEST} older ones: gemot case list"])
    if not heads:
        say(["no case in this project yet; `gemot decide` opens one"])
    return 0
