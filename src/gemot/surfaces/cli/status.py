"""`gemot status`."""

from typing import TYPE_CHECKING, Any

import click

from gemot.surfaces.cli import options
from gemot.surfaces.cli.refusal import Denied

if TYPE_CHECKING:
    from gemot.conduct.staleness import Moved
    from gemot.ports.journal import Head
    from gemot.rules.rule import Offence
    from gemot.rules.state import State
    from gemot.surfaces.cli.session import Session

NEWEST = 20
"""Cases that are listed unless all are wanted."""
SHOWN = ("due", "decided", "since", "precedent", "cost", "held")
"""Sections of the first screen that the status of a case has."""


@click.command(
    short_help="Show where cases stand, and what comes next.",
    epilog=options.examples("gemot status", "gemot status CASE", "gemot status CASE --stale"),
)
@options.some_case
@click.option("--stale", is_flag=True, help="Look the evidence of CASE up again: what has moved?")
@options.as_json
def status(case: str | None, stale: bool, as_json: bool) -> int:
    """Show where cases stand, and what comes next.

    With CASE its stage, what it cost, what is in doubt, what is due, and the exact commands that
    go on with it. Without, the newest cases of this project with the next act of each, and what
    is due of any of them: a day that is near or over, a check that failed or was never made.
    """
    from gemot.surfaces.cli.session import Session

    session = Session()
    if case is None:
        if stale:
            raise Denied(
                "usage", "gemot status", got="--stale without a case", needed="CASE --stale",
                fix="gemot status CASE --stale",
            )  # fmt: skip
        return _cases(session, as_json)
    return _one(session, case, stale, as_json)


def _one(session: "Session", asked: str, stale: bool, as_json: bool) -> int:
    import msgspec

    from gemot.conduct.acts import next_acts
    from gemot.journal.world import SystemClock
    from gemot.surfaces.cli.out import emit, say
    from gemot.views.due import due

    case, state = session.find(asked)
    acts = next_acts(state, case)
    found = due(case, state, SystemClock().now()[:10])
    held: tuple[Offence, ...] = ()
    if acts and acts[0].kind in ("call", "plan"):
        from gemot.conduct.held import why_held

        held = why_held(session.desk, case, state)
    moved = _moved(session, state) if stale else None
    if as_json:
        from gemot.views.answer import status as view

        answer = view(case, state, acts, held, found)
        emit(answer if moved is None else {**answer, "stale": msgspec.to_builtins(moved)})
        return 0
    from gemot.views.screen import lines, screen

    whole = screen(case, state, acts, held, due=found)
    kept = tuple(s for s in whole.sections if s.name in SHOWN)
    say(lines(msgspec.structs.replace(whole, sections=kept)))
    if moved is not None:
        say(_stale(moved))
    return 0


def _moved(session: "Session", state: "State") -> "tuple[Moved, ...]":
    from gemot.conduct.staleness import stale

    return stale(session.desk, state)


def _stale(moved: "tuple[Moved, ...]") -> list[str]:
    """What has moved, a line each with what to do."""
    from gemot.views.visible import line

    if not moved:
        return ["", "All evidence stands as it was found"]
    found = ["", "Evidence that moved"]
    for m in moved:
        found.append(f"  {m.evidence} ({line(m.at, 80)}): {m.how}: {line(m.why, 400)}")
        found.append(f"    {m.do}")
    return found


def _cases(session: "Session", as_json: bool) -> int:
    from gemot.surfaces.cli.dues import dues, lines
    from gemot.surfaces.cli.out import emit, say
    from gemot.views.due import plain

    heads, rows = _rows(session)
    more = max(len(heads) - NEWEST, 0)
    found = dues(session.store, heads) if session.store is not None else []
    if as_json:
        steps = [{"case": r["case"], "command": r["next"]} for r in rows]
        steps += [{"case": c, "command": d.command} for c, d in found]
        listed = {"cases": rows, "more": more, "due": [plain(c, d) for c, d in found]}
        emit({"schema": "gemot/cases/1", **listed, "next": steps})
        return 0
    from gemot.views.visible import line

    say(lines(found))
    for r in rows:
        say([f"{r['case']}  {r['stage']}", f"  {line(r['question'], 200)}", f"  {r['next']}"])
    if more:
        say([f"and {more} older ones: gemot case list"])
    if not rows:
        say(["no case in this project yet; `gemot decide` opens one"])
    return 0


def _rows(session: "Session") -> "tuple[tuple[Head, ...], list[dict[str, Any]]]":
    """The project's cases, and a row for each of the newest."""
    from gemot.conduct.acts import next_acts
    from gemot.ports.journal import StoreDamaged
    from gemot.rules.stage import stage
    from gemot.rules.state import fold

    store = session.store
    if store is None:
        return (), []
    heads = store.heads(session.workshop.project.identity())
    rows = []
    for head in heads[:NEWEST]:
        try:
            state = fold(store.read(head.case))
        except StoreDamaged:
            rows.append(_damaged(head))
            continue
        acts = next_acts(state, head.case)
        rows.append(
            {
                "case": head.case,
                "stage": stage(state),
                "question": state.case.question if state.case else "",
                "opened": head.opened,
                "records": head.seq + 1,
                "next": acts[0].command if acts else f"gemot show {head.case}",
            }
        )
    return heads, rows


def _damaged(head: "Head") -> "dict[str, Any]":
    """The row of a case that cannot be read."""
    return {
        "case": head.case,
        "stage": "damaged",
        "question": "what is stored is not what was written",
        "opened": head.opened,
        "records": head.seq + 1,
        "next": f"gemot verify {head.case}",
    }
