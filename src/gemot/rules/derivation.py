"""Rules on derivations: what is computed equals what the records before it give.

Laws: every place that differs is named; the facts are plain JSON values, so that nothing of how
a thing is computed is known here.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from gemot.records.envelope import Marked
from gemot.records.faults import say
from gemot.rules.rule import Hit, Rule


class Derivation(msgspec.Struct, frozen=True, kw_only=True):
    """A computed record as it is stored, and as it is computed again."""

    kind: str
    name: str
    """The record's name within its case."""
    stored: Any
    derived: Any


class Admitted(msgspec.Struct, frozen=True, kw_only=True):
    """The offences that a record was admitted with, as stored and as judged again."""

    name: str
    stored: tuple[Marked, ...]
    judged: tuple[Marked, ...]


def _differs(d: Derivation) -> Iterator[Hit]:
    for pointer, stored, derived in _places(d.stored, d.derived, ""):
        yield Hit(place=f"{d.name}{pointer or '/'}", got=say(stored), needed=say(derived))


def _places(stored: Any, derived: Any, at: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(stored, dict) and isinstance(derived, dict):
        for key in sorted({*stored, *derived}):
            yield from _places(stored.get(key), derived.get(key), f"{at}/{key}")
    elif isinstance(stored, (list, tuple)) and isinstance(derived, (list, tuple)):
        if len(stored) != len(derived):
            yield at, stored, derived
            return
        for i, (one, other) in enumerate(zip(stored, derived, strict=True)):
            yield from _places(one, other, f"{at}/{i}")
    elif stored != derived or isinstance(stored, bool) != isinstance(derived, bool):
        yield at, stored, derived


def _refused(a: Admitted) -> Iterator[Hit]:
    for mark in a.judged:
        if mark.severity in ("refuse", "block"):
            got = f"{mark.code} at {mark.place}, which keeps a record out"
            yield Hit(place=f"{a.name}/offences", got=got, needed="a record that rules admit")


def _other_offences(a: Admitted) -> Iterator[Hit]:
    for mark in a.stored:
        if mark not in a.judged:
            got = f"{mark.code} at {mark.place}"
            yield Hit(place=f"{a.name}/offences", got=got, needed="no such offence")
    for mark in a.judged:
        if mark not in a.stored:
            needed = f"{mark.code} at {mark.place}"
            yield Hit(place=f"{a.name}/offences", got="no such offence", needed=needed)


RULES = (
    Rule(
        code="DRV001",
        name="not-what-follows",
        on=("derivation",),
        severity="refuse",
        says="a computed record is not what the records before it give",
        why="What anyone could flatter is computed by the writer; a value that cannot be computed "
        "again was put there by something else.",
        fix="do not rely on the record; compare with an export or a head that was kept elsewhere",
        check=_differs,
    ),
    Rule(
        code="DRV002",
        name="admitted-with-other-offences",
        on=("admission",),
        severity="refuse",
        says="a record was admitted with other offences than the same rules find",
        why="What a record was admitted with is part of what it says; taking an offence away "
        "makes it look better than it was.",
        fix="do not rely on the record; compare with an export or a head that was kept elsewhere",
        check=_other_offences,
    ),
    Rule(
        code="DRV003",
        name="stored-though-refused",
        on=("admission",),
        severity="refuse",
        says="a record stands in the store that the rules keep out",
        why="No writer of ours writes what a rule refuses; that it names its own refusal makes it "
        "no better.",
        fix="do not rely on the record; compare with an export or a head that was kept elsewhere",
        check=_refused,
    ),
)
