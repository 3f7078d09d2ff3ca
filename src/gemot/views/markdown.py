"""A case in Markdown: the first screen, and the whole record. Pure.

Laws: the first screen comes first and says the same as at the terminal; what others wrote
renders as text and as nothing else (`mark.escape`).
"""

from collections.abc import Iterable

from gemot.rules.rule import Offence
from gemot.rules.state import State
from gemot.views import chapters, closing, since
from gemot.views.mark import bullets, code, escape, text
from gemot.views.screen import Screen, Section, screen
from gemot.views.step import Act, together

CHAPTERS = (
    chapters.question,
    chapters.evidence,
    chapters.panel,
    closing.findings,
    closing.standings,
    chapters.positions,
    closing.draft,
    closing.disagreements,
    closing.conclusion,
    since.chapter,
    closing.bill,
    closing.rulings,
    closing.records,
)
"""The chapters after the first screen, in order."""


def markdown(
    case: str, state: State, acts: Iterable[Act] = (), held: tuple[Offence, ...] = ()
) -> str:
    """The whole case."""
    found = list(_screen(screen(case, state, acts, held)))
    for chapter in CHAPTERS:
        found += ["", *chapter(state)]
    return text(found)


def first(shown: Screen) -> str:
    """The first screen alone."""
    return text(_screen(shown))


def _screen(shown: Screen) -> Iterable[str]:
    yield from (x for said in shown.notice for x in (f"> **{escape(said)}**", ">"))
    yield from ("", f"# {escape(shown.question) or 'No case yet'}", "")
    yield f"{code(shown.case)}: {escape(shown.standing)}"
    for section in shown.sections:
        yield from ("", f"## {escape(section.title)}", "", *_items(section))
    if shown.steps:
        yield from ("", "## Next", "")
        yield from bullets(
            f"{escape(says)}: {code(command)}" for says, command in together(shown.steps)
        )


def _items(section: Section) -> Iterable[str]:
    for each in section.lines:
        inner = each.startswith("  ")
        yield f"  - {code(each)}" if inner else f"- {escape(each)}"
