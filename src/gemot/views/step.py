"""What to do next, as every door shows it.

Law: an act is shown as it is, in its order; the only step that is added is the owner's answer
to a wave that a ceiling holds back, since no record of it exists yet that an act could be read
from.
"""

from collections.abc import Iterable
from typing import Protocol

import msgspec

from gemot.rules.rule import Offence


class Act(Protocol):
    """What `conduct.acts` yields, as far as a view reads it."""

    @property
    def kind(self) -> str: ...
    @property
    def says(self) -> str: ...
    @property
    def command(self) -> str: ...
    @property
    def waits(self) -> bool: ...
    @property
    def round(self) -> str | None: ...
    @property
    def seat(self) -> str | None: ...
    @property
    def subject(self) -> str | None: ...


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing to do, and the exact command that does it."""

    act: str
    says: str
    command: str
    waits: bool
    """Whether it waits for a person."""
    round: str | None = None
    seat: str | None = None
    subject: str | None = None
    """The record, dispatch or disagreement that it is about."""


ANSWERABLE = frozenset({"CLR002", "CLR004"})
"""Refusals that the owner's authorization lifts; any other one needs another input."""


def answerable(held: Iterable[Offence]) -> bool:
    """Whether the owner's answer alone lets what was held back go on."""
    codes = [o.code for o in held]
    return bool(codes) and all(code in ANSWERABLE for code in codes)


def steps(case: str, acts: Iterable[Act], held: tuple[Offence, ...] = ()) -> tuple[Step, ...]:
    """The acts as steps, led by the owner's answer where a ceiling holds a wave back."""
    found = [_step(a) for a in acts]
    if answerable(held):
        found.insert(0, _authorize(case))
    return tuple(found)


def together(found: Iterable[Step]) -> list[tuple[str, str]]:
    """What is said and the command, for people: steps of one command are one line."""
    said: dict[str, list[str]] = {}
    for s in found:
        said.setdefault(s.command, []).append(s.says)
    return [("; ".join(says), command) for command, says in said.items()]


def _step(act: Act) -> Step:
    return Step(
        act=act.kind,
        says=act.says,
        command=act.command,
        waits=act.waits,
        round=act.round,
        seat=act.seat,
        subject=act.subject,
    )


def _authorize(case: str) -> Step:
    return Step(
        act="authorize",
        says="the owner says what this case may cost in all",
        command=f"gemot case authorize {case} --spend USD",
        waits=True,
    )
