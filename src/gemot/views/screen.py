"""The one first screen of a case. Pure; the terminal prints `lines`, Markdown has its own form.

Laws: the order is fixed (design, section 1): what must be known first, the strongest objection
and what would settle it, what is recommended, what is missing, what would change it, what
policy removed, the cost, what to do next; nothing on it is unseen text (`views.visible`); an
empty section is left out, never filled.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

from gemot.records.after import Earlier
from gemot.rules.rule import Offence
from gemot.rules.stage import stage
from gemot.rules.state import State
from gemot.views import sections
from gemot.views.due import Due
from gemot.views.notice import notice
from gemot.views.precedent import told
from gemot.views.since import since
from gemot.views.step import Act, Step, steps, together
from gemot.views.visible import line, visible

SectionName = Literal[
    "due", "decided", "since", "precedent", "objection", "recommendation", "missing", "change",
    "policy", "cost", "held", "review", "counsel",
]  # fmt: skip
TITLES: dict[SectionName, str] = {
    "due": "Due",
    "decided": "What was decided",
    "since": "What was seen since",
    "precedent": "Decided before",
    "objection": "Strongest objection",
    "recommendation": "Recommended",
    "missing": "Missing",
    "change": "What would change it",
    "policy": "Left off the panel",
    "cost": "Cost",
    "held": "Held back",
    "review": "Review it yourself",
    "counsel": "What brings a real advisor",
}
REHEARSED: dict[SectionName, str] = {
    "objection": "Strongest objection (the machinery's words, no counsel)",
    "change": "What would change it (the machinery's words, no counsel)",
}
"""Titles in a rehearsal."""


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """One section; a line that begins with two blanks belongs to the one before it."""

    name: SectionName
    title: str
    lines: tuple[str, ...]


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """What is shown first, in this order."""

    notice: tuple[str, ...]
    case: str
    question: str
    standing: str
    """Stage, stakes, owner in one line."""
    sections: tuple[Section, ...]
    steps: tuple[Step, ...]


def screen(
    case: str,
    state: State,
    acts: Iterable[Act] = (),
    held: tuple[Offence, ...] = (),
    *,
    reused: bool = False,
    earlier: Iterable[Earlier] = (),
    due: Iterable[Due] = (),
    more: Iterable[str] = (),
) -> Screen:
    """The screen of a case, given its next acts and why the next one was refused; `earlier` are
    cases on the subject (else those it was framed with), `due` what is due of it, `more` lines
    that must be known first."""
    said = state.case
    known = tuple(earlier) or (state.precedent.earlier if state.precedent else ())
    first: dict[SectionName, list[str]] = {
        "due": [x for d in due for x in (d.says, f"  {d.command}")],
        "decided": sections.decided(state),
        "since": since(state),
        "precedent": told(known, reused=reused),
    }
    return Screen(
        notice=(*notice(state, held, reused=reused), *more),
        case=case,
        question=line(said.question, 300) if said else "",
        standing=_standing(state),
        sections=tuple(_sections(state, held, first)),
        steps=steps(case, acts, held),
    )


def _standing(state: State) -> str:
    said = state.case
    if said is None:
        return "no case yet"
    lifted = f" (lifted by {', '.join(line(f) for f in said.floors)})" if said.floors else ""
    return f"stage {stage(state)}, stakes {said.stakes}{lifted}, owner {line(said.owner, 80)}"


def _sections(
    state: State, held: tuple[Offence, ...], first: dict[SectionName, list[str]]
) -> Iterable[Section]:
    bodies: dict[SectionName, list[str]] = {
        **first,
        "objection": sections.objection(state),
        "recommendation": sections.recommendation(state),
        "missing": sections.missing(state),
        "change": sections.change(state),
        "policy": sections.policy(state),
        "cost": sections.cost(state),
        "held": sections.refusals(held),
        "review": [] if state.conclusion else sections.review(state),
        "counsel": [] if state.conclusion else sections.counsel(state),
    }
    rehearsal = state.plan is not None and state.plan.rehearsal
    for name, body in bodies.items():
        if body:
            title = REHEARSED.get(name, TITLES[name]) if rehearsal else TITLES[name]
            yield Section(name=name, title=title, lines=tuple(body))


def lines(screen: Screen) -> list[str]:
    """The screen as plain lines, without colour and of any length."""
    found = [*screen.notice, *([""] if screen.notice else [])]
    found += [screen.question, f"{screen.case}: {screen.standing}"]
    for section in screen.sections:
        found += ["", section.title, *(f"  {x}" for x in section.lines)]
    if screen.steps:
        found += ["", "Next"]
        for says, command in together(screen.steps):
            found += [f"  {visible(says)}", f"    {visible(command)}"]
    return found
