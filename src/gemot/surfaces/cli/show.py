"""`gemot show`."""

from typing import TYPE_CHECKING, Any

import click

from gemot.surfaces.cli import options
from gemot.surfaces.cli.refusal import Denied

if TYPE_CHECKING:
    from gemot.journal.sqlite import SqliteJournal
    from gemot.rules.state import State


@click.command(
    short_help="Show a case, one record, or what seats were shown.",
    epilog=options.examples(
        "gemot show CASE",
        "gemot show CASE 003-plan",
        "gemot show CASE E1",
        "gemot show CASE --packet --seat A",
        "gemot show CASE 010-receipt --raw",
    ),
)
@options.case
@click.argument("what", metavar="[RECORD|FINDING|EVIDENCE]", required=False)
@click.option(
    "--packet", is_flag=True, help="The exact prompt of each seat, and what was kept back."
)
@click.option(
    "--raw", is_flag=True, help="The kept bytes of a dispatch (as sent) or a receipt (as it came)."
)
@click.option(
    "--round",
    "round",
    metavar="ROUND",
    default="positions",
    show_default=True,
    help="Whose packet: positions, challenge, chair, or prediction.X1 of an experiment.",
)
@click.option("--seat", metavar="SEAT", help="One seat's packet alone: A, B, … or CHAIR.")
@options.as_json
def show(
    case: str,
    what: str | None,
    packet: bool,
    raw: bool,
    round: str,
    seat: str | None,
    as_json: bool,
) -> int:
    """Show a case, one record, or what seats were shown.

    Alone, the first screen and the list of records. With a record (`003-plan`), a finding (`F1`),
    a piece of evidence (`E1`) or a disagreement (`D1`), that one whole. With --packet the exact
    prompt of each seat, and what was withheld from it, by kind and count; with --raw the bytes
    of a call as they went or came, which hold the system message and the form too.
    """  # fmt: skip
    from gemot.surfaces.cli.session import Session

    session = Session()
    id, state = session.find(case)
    store = session.workshop.journal
    if packet:
        from gemot.surfaces.cli.packets import packets

        return packets(id, state, store, round, seat, as_json=as_json)
    if raw:
        return _bytes(state, store, what)
    if what is None:
        return _whole(id, state, as_json)
    return _one(id, state, store, what, as_json)


def _whole(case: str, state: "State", as_json: bool) -> int:
    from gemot.conduct.acts import next_acts
    from gemot.surfaces.cli.out import emit, say
    from gemot.views.answer import step
    from gemot.views.screen import lines, screen
    from gemot.views.step import steps
    from gemot.views.visible import line
    from gemot.views.whole import whole

    acts = next_acts(state, case)
    if as_json:
        emit({**whole(case, state), "next": [step(s) for s in steps(case, acts)]})
        return 0
    say(lines(screen(case, state, acts)))
    say(["", f"Records ({len(state.filed)})"])
    for f in state.filed:
        say([f"  {f.name:<20}{f.at}  {line(f.actor.name, 40)} ({f.actor.channel})"])
    return 0


def _bytes(state: "State", store: "SqliteJournal", what: str | None) -> int:
    """Write the kept bytes of a call as they are."""
    import sys

    filed = state.find(what) if what else None
    record = filed.record if filed else None
    digest = getattr(record, "request", None) or getattr(record, "raw", None)
    data = store.get(digest) if isinstance(digest, str) else None
    if data is None:
        raise Denied(
            "no-bytes",
            what or "RECORD",
            got="a record without kept bytes" if filed else "no record of the case",
            needed="a dispatch or a receipt, e.g. 010-receipt",
            fix="`gemot show CASE` lists the records",
        )
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
    return 0


def _one(case: str, state: "State", store: "SqliteJournal", what: str, as_json: bool) -> int:
    from gemot.surfaces.cli.out import emit, say
    from gemot.views.forgotten import answer, over
    from gemot.views.whole import lines, record

    filed = state.find(what) or _holding(state, what)
    if filed is None:
        raise _unknown(state, what)
    finding = (
        next((f for f in state.report.findings if f.id == what), None) if state.report else None
    )
    if as_json:
        stone = next((s for s in answer(state) if s["record"] == filed.name), None)
        shown = {**record(case, filed), "tombstone": stone, **_extra(state, store, what)}
        emit({**shown, "next": []})
        return 0
    if finding is not None:
        from gemot.surfaces.cli.finding import finding_lines

        say(finding_lines(state, finding))
        return 0
    say(lines(filed))
    say([f"  {buried}"] if (buried := over(state, filed.name)) else [])
    say(_excerpt(state, store, what))
    return 0


BY_ID = ("evidence", "outcome", "disagreement", "dispatch", "probe", "experiment")
"""Kinds whose records have an id of their own."""


def _holding(state: "State", what: str) -> Any:
    """The newest record that holds a finding, a piece of evidence, an outcome, a disagreement,
    or the claim or proposal of a seat."""
    for f in reversed(state.filed):
        r = f.record
        if f.kind in BY_ID and r.id == what:
            return f
        if f.kind == "report" and any(x.id == what for x in r.findings):
            return f
        if f.kind == "position" and what in [x.id for x in (*r.claims, *r.proposals)]:
            return f
    return None


def _unknown(state: "State", what: str) -> Denied:
    from difflib import get_close_matches

    names = [f.name for f in state.filed] + list(state.evidence) + list(state.disagreements)
    names += [*state.probes, *state.experiments]
    names += [x.id for x in state.report.findings] if state.report else []
    near = get_close_matches(what, names, n=3, cutoff=0.4)
    fix = "did you mean " + ", ".join(near) + "?" if near else "`gemot show CASE` lists the records"
    return Denied(
        "unknown-name", what[:80], got="no such record",
        needed="a record, a finding, a piece of evidence or a disagreement of the case", fix=fix,
    )  # fmt: skip


def _extra(state: "State", store: "SqliteJournal", what: str) -> dict[str, Any]:
    if state.report and any(f.id == what for f in state.report.findings):
        return {"finding": what}
    piece, run = state.evidence.get(what), state.probes.get(what)
    digest = piece.excerpt if piece else run.output if run else None
    if digest is None:
        return {}
    data = store.get(digest)
    return {"excerpt": None if data is None else data.decode("utf-8", "replace")}


def _excerpt(state: "State", store: "SqliteJournal", what: str) -> list[str]:
    from gemot.views.visible import visible

    found = _extra(state, store, what).get("excerpt")
    return (
        ["  what was found:", *(f"    {visible(x)}" for x in found.splitlines())] if found else []
    )
