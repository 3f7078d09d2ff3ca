"""`gemot case bill`."""

from typing import TYPE_CHECKING

import click

from gemot.surfaces.cli import options
from gemot.surfaces.cli.refusal import Denied

if TYPE_CHECKING:
    from gemot.surfaces.cli.session import Session
    from gemot.views.bill import Item

ROLLING = "the last 24 hours"


@click.command(
    short_help="Show what a case or a day cost, a row a call.",
    epilog=options.examples(
        "gemot case bill CASE", "gemot case bill --day", "gemot case bill --day 2026-11-30 --json"
    ),
)
@options.some_case
@click.option(
    "--day", is_flag=False, flag_value=ROLLING, metavar="[DATE]",
    help="All cases of all projects, of one day in UTC; without DATE the last 24 hours, which "
    "is what the daily ceiling counts.",
)  # fmt: skip
@options.as_json
def bill(case: str | None, day: str | None, as_json: bool) -> int:
    """Show what a case or a day cost, a row a call.

    Seat, round, advisor, the model as it named itself, the tokens as reported, the exact cost.
    A cost that nobody knows is said to be unknown and counts as its reservation; a call without
    a reply is in doubt, one whose reply came late is charged and fills nothing.
    """  # fmt: skip
    from gemot.surfaces.cli.out import emit, say
    from gemot.surfaces.cli.session import Session
    from gemot.views.bill import answer, items, lines

    if (case is None) == (day is None):
        got = "neither" if case is None else "both"
        raise Denied("usage", "gemot case bill", got=got, needed="CASE or --day", fix="give one")
    session = Session()
    if case is not None:
        id, state = session.find(case)
        rows, about = items(state), {"case": id, "since": None, "until": None}
    else:
        since, until = _span(day or ROLLING)
        rows, about = _day(session, since, until), {"case": None, "since": since, "until": until}
    if as_json:
        emit({**answer(rows, **about), "next": []})
    else:
        say(lines(rows, cases=case is None))
    return 0


def _span(day: str) -> tuple[str, str]:
    """From which instant to before which."""
    from datetime import UTC, date, datetime, time, timedelta

    from gemot.conduct.instant import render

    if day == ROLLING:
        now = datetime.now(UTC)
        return render(now - timedelta(hours=24)), render(now + timedelta(seconds=1))
    try:
        begun = datetime.combine(date.fromisoformat(day), time(), UTC)
        return render(begun), render(begun + timedelta(days=1))
    except (ValueError, OverflowError):
        raise Denied(
            "usage", "--day", got=repr(day[:60]), needed="a date", fix="write it like 2026-11-30"
        ) from None


def _day(session: "Session", since: str, until: str) -> "tuple[Item, ...]":
    """The calls of all cases, in order of time."""
    from gemot.rules.state import fold
    from gemot.views.bill import items

    store = session.store
    if store is None:
        return ()
    cases = dict.fromkeys(f.case for f in store.since("dispatch", since))
    rows = (r for c in cases for r in items(fold(store.read(c)), since, until))
    return tuple(sorted(rows, key=lambda r: r.at))
