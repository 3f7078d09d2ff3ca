"""`gemot case search`."""

import click

from gemot.surfaces.cli import options
from gemot.surfaces.cli.refusal import Denied

MOST = 20


@click.command(
    short_help="Find words in all that was written.",
    epilog=options.examples(
        "gemot case search queue restart",
        'gemot case search "lost jobs" --kind conclusion --all-projects',
    ),
)
@click.argument("words", metavar="WORDS...", nargs=-1, required=True)
@click.option("--all-projects", is_flag=True, help="In every project, not in this one alone.")
@click.option("--kind", metavar="KIND", help="In records of one kind: case, position, conclusion…")
@click.option(
    "--most", metavar="N", type=click.IntRange(1, 10_000), default=MOST, show_default=True,
    help="How many to show.",
)  # fmt: skip
@options.as_json
def search(
    words: tuple[str, ...], all_projects: bool, kind: str | None, most: int, as_json: bool
) -> int:
    """Find words in all that was written.

    A record is found where every word stands in its texts, whatever the case of the letters; a
    quoted phrase is one word. The texts themselves are read each time and no index is kept, so
    that a forgotten text is found by nobody. Raw replies and packets are not searched.
    """  # fmt: skip
    from gemot.surfaces.cli.out import emit, say
    from gemot.surfaces.cli.session import Session
    from gemot.views.search import answer, wanted
    from gemot.views.search import search as find

    _known(kind)
    try:
        want = wanted(words)
    except ValueError:
        raise Denied(
            "usage", "WORDS", got="blanks", needed="a word at least", fix="name a word"
        ) from None
    session = Session()
    store = session.store
    project = None if all_projects else session.workshop.project.identity()
    found = [] if store is None else find(store.texts(project, kind), want)
    if as_json:
        steps = [
            {"act": "show", "says": "read it", "command": f"gemot show {m.case} {m.record}"}
            for m in found[:1]
        ]
        emit({**answer(found, most, want), "next": steps})
        return 0
    for m in found[:most]:
        say([f"{m.case} {m.record}  {m.at[:10]}", f"  {m.snippet}"])
    if len(found) > most:
        say([f"and {len(found) - most} more: --most shows them"])
    if not found:
        say(["nothing found" if all_projects else "nothing found; --all-projects looks further"])
    return 0


def _known(kind: str | None) -> None:
    from gemot.records.kinds import KINDS

    if kind is not None and kind not in KINDS:
        from difflib import get_close_matches

        near = get_close_matches(kind, KINDS, n=3, cutoff=0.5)
        raise Denied(
            "usage", "--kind", got=repr(kind[:60]), needed="a kind of record",
            fix=f"did you mean {' or '.join(near)}?" if near else "one of " + ", ".join(KINDS),
        )  # fmt: skip
