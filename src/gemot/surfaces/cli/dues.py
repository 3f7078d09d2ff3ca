"""What is due of the project's cases, for `gemot status`.

Law: only cases of which something may be due are read whole: one with a deadline, a conclusion
that names a day or a check, or a validation. A case that cannot be read is left to the list.
"""

from typing import TYPE_CHECKING, Any

from gemot.ports.journal import StoreDamaged
from gemot.rules.state import fold
from gemot.views.due import due
from gemot.views.visible import visible

if TYPE_CHECKING:
    from gemot.journal.sqlite import SqliteJournal
    from gemot.ports.journal import Head
    from gemot.views.due import Due

MOST = 10
"""Due things that are shown to people; `--json` has all."""


def dues(store: "SqliteJournal", heads: "tuple[Head, ...]") -> "list[tuple[str, Due]]":
    """What is due of these cases on this day, in UTC, each with its case."""
    from gemot.journal.world import SystemClock

    found: list[tuple[str, Due]] = []
    try:
        wanted = _promising(store)
    except StoreDamaged:
        wanted = {h.case for h in heads}
    day = SystemClock().now()[:10]
    for case in (h.case for h in heads if h.case in wanted):
        try:
            state = fold(store.read(case))
        except StoreDamaged:
            continue
        found += [(case, d) for d in due(case, state, day)]
    return found


def lines(found: "list[tuple[str, Due]]") -> list[str]:
    """What is due, for people, each with its command."""
    if not found:
        return []
    shown = [x for case, d in found[:MOST] for x in (f"  {case}: {d.says}", f"    {d.command}")]
    more = len(found) - MOST
    rest = [f"  and {more} more: gemot status --json"] if more > 0 else []
    return ["Due", *map(visible, shown), *rest, ""]


def _promising(store: "SqliteJournal") -> set[str]:
    """The cases, of any project, of which something may be due."""
    dated = {f.case for f in store.since("case", "") if getattr(f.record, "deadline", None)}
    bound = {f.case for f in store.since("conclusion", "") if _binds(f.record)}
    return dated | bound | {f.case for f in store.since("validation", "")}


def _binds(said: Any) -> bool:
    names = ("review_on", "validation_plan", "revisit_if")
    return any(getattr(said, name, None) for name in names)
