"""`gemot decide`."""

import os
from pathlib import Path
from typing import Any

import click

from gemot.surfaces.cli import options
from gemot.surfaces.cli.refusal import Denied

INLINE = (
    "options", "evidence", "materiality", "ask", "directions", "constraints", "facts", "outcomes",
    "categories", "affects", "deadline", "favours", "hypothesis", "confidence", "new_evidence",
)  # fmt: skip
"""What describes a decision on the command line; a file says these itself."""


@click.command(
    short_help="Bring a decision before the council.",
    epilog=options.examples(
        'gemot decide "Retry in process, or a queue?" --option retry --option queue',
        'gemot decide "Retry, or a queue?" --option retry --option queue '
        "--evidence src/jobs.py:10-42",
        "gemot decide decision.md",
        "gemot decide decision.md --mode offline --json",
    ),
)
@click.argument("what", metavar="QUESTION|FILE")
@click.option("--option", "options", multiple=True, metavar="ID|TITLE", help="What could be done.")
@click.option(
    "--evidence",
    multiple=True,
    metavar="AT",
    help="PATH, PATH:10-42, a commit, or a note. With a FILE: an untracked path that it may read.",
)
@click.option("--materiality", metavar="LEVEL", help="trivial, low, material, high, critical.")
@click.option("--ask", metavar="TEXT", help="The owner's own words, which travel verbatim.")
@click.option("--direction", "directions", multiple=True, metavar="TEXT", help="What to look at.")
@click.option("--constraint", "constraints", multiple=True, metavar="TEXT", help="What must hold.")
@click.option("--fact", "facts", multiple=True, metavar="TEXT", help="What is known.")
@click.option("--outcome", "outcomes", multiple=True, metavar="TEXT", help="What success means.")
@click.option("--category", "categories", multiple=True, metavar="WORD", help="Sets a floor.")
@click.option("--affects", multiple=True, metavar="WHAT", help="A part of the system it touches.")
@click.option("--deadline", metavar="DATE", help="A day like 2026-11-30.")
@click.option("--favours", metavar="OPTION", help="What you favour; no advisor sees it.")
@click.option("--hypothesis", metavar="TEXT", help="What you think; no advisor sees it.")
@click.option("--confidence", metavar="LEVEL", help="low, medium, high; high asks one fewer.")
@click.option("--new-evidence", is_flag=True, help="Open it again though it was concluded.")
@click.option("--again", is_flag=True, help="Open a new case, whatever was decided before.")
@options.owner
@options.mode
@options.as_agent
@options.quiet
@options.as_json
def decide(what: str, **given: Any) -> int:
    """Bring a decision before the council.

    QUESTION with options is the short form, for what can be taken back; FILE (`-` reads standard
    input) is a decision file, for the rest: `gemot init` writes one. The decision is framed, its
    evidence looked up, and advisors are asked apart from each other where the stakes want it.
    The same decision given again goes on where it was, and pays for nothing twice; one that was
    decided before, by the same request or subject, is answered by the conclusion that stands,
    unless its evidence moved, a check of it failed, its day passed or another contradicts it.
    """  # fmt: skip
    from gemot.surfaces.cli.session import person

    file = _file(what, given)
    if file is None:
        host = {k: v for k in ("favours", "hypothesis", "confidence") if (v := given[k])}
        keys = {k: v for k in INLINE if (v := given[k]) and k not in host}
        # A question without options is told so by the rule, and not as a missing key.
        keys |= {"question": what, "options": given["options"], "owner": person(given["owner"])}
        return _run(None, keys | ({"host": host} if host else {}), given)
    return _run(file, {}, given)


def _file(what: str, given: dict[str, Any]) -> Path | None:
    """The decision file that was named; None where a question was asked."""
    inline = [k for k in INLINE if k not in ("evidence", "new_evidence") and given[k]]
    looks = what == "-" or what.endswith((".md", ".markdown")) or _is_file(what)
    if "options" in inline:
        return None
    if _is_folder(what):
        raise Denied(
            "unreadable-file", what, got="a folder", needed="a decision file, or a question",
            fix="name a file in it, or give the question's options with --option",
        )  # fmt: skip
    if not looks:
        return None
    if inline:
        raise Denied(
            "usage",
            "gemot decide",
            got=f"a file together with {', '.join('--' + k.replace('_', '-') for k in inline)}",
            needed="a file, or a question with these",
            fix="write them into the file",
        )
    return Path(what)


def _is_file(what: str) -> bool:
    try:
        return Path(what).is_file()
    except (OSError, ValueError):
        return False


def _is_folder(what: str) -> bool:
    try:
        return Path(what).is_dir()
    except (OSError, ValueError):
        return False


def _run(file: Path | None, keys: dict[str, Any], given: dict[str, Any]) -> int:
    from msgspec import structs

    from gemot.conduct.cases import open_case
    from gemot.conduct.salvage import check_decision, check_inline
    from gemot.engines.inline import Stop
    from gemot.journal.world import SystemClock
    from gemot.rules.registry import RULES
    from gemot.surfaces.cli.convene import convene, show
    from gemot.surfaces.cli.files import read
    from gemot.surfaces.cli.progress import progress
    from gemot.surfaces.cli.session import Session, person
    from gemot.views.notice import unheard

    now = SystemClock().now()
    if file is None:
        decision = check_inline(keys, RULES, at=now)
    else:
        decision = check_decision(read(file), RULES, at=now)
        if given["new_evidence"]:
            decision = structs.replace(decision, new_evidence=True)
    shown = progress(quiet=given["quiet"] or given["as_json"])
    near = None if file is None or str(file) == "-" else file.resolve().parent
    session = Session(near=near or Path(os.getcwd()), trace=shown.told)
    mode = session.mode(given["mode"])
    name = person(given["owner"])
    actor = session.actor(name, as_agent=given["as_agent"])
    convening = session.convening(mode, given["evidence"])
    opening = open_case(session.desk, decision, actor, again=given["again"], convening=convening)
    if opening.how == "reused":
        shown.close()
        stop = Stop(state=session.desk.state(opening.case))
    else:
        stop = convene(session, opening.case, convening, actor, shown)
    return show(
        opening.case,
        stop,
        as_json=given["as_json"],
        reused=opening.how == "reused",
        earlier=opening.earlier,
        warnings=mode.warnings,
        more=unheard(opening.unheard),
    )
