"""`docs/stages.md`, from the stage table; the diagram is drawn by walking it.

Law: an edge is drawn only where the table allows the record at the stage and folding it leads
from the one stage to the other.
"""

from collections.abc import Iterator

import msgspec

from gemot.records.plan import Plan
from gemot.rules.stage import STAGES, TABLE, Stage, stage
from gemot.rules.state import fold
from gemot.testing.builders import (
    BUILDERS,
    authorization,
    case,
    context,
    dispatch,
    evidence,
    observation,
    outcome,
    plan,
    position,
    receipt,
    seat,
)
from gemot.testing.ways import WAY, filed

Edge = tuple[Stage, Stage]


def page() -> str:
    """The diagram, then the whole table."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield from ("# Stages", "")
    yield (
        "Where a case stands is derived from its records. An arrow is a record that moves it; "
        "what a stage takes without moving is in the table."
    )
    yield from ("", "```mermaid", "stateDiagram-v2", "    [*] --> new")
    for (before, after), kinds in edges().items():
        yield f"    {before} --> {after}: {', '.join(kinds)}"
    yield from ("    concluded --> [*]", "```", "")
    yield from ("## Which record may come at which stage", "")
    yield (
        "`x`: it may come. Everything else is refused (STG001) and changes nothing, however "
        "it came about."
    )
    yield from ("", *_table())


def _table() -> Iterator[str]:
    kinds = list(dict.fromkeys(kind for kind, _ in TABLE))
    yield "| Record | " + " | ".join(s.replace("_", " ") for s in STAGES) + " |"
    yield "|" + " --- |" * (len(STAGES) + 1)
    for kind in kinds:
        marks = ("x" if TABLE[kind, s] else " " for s in STAGES)
        yield f"| {kind} | " + " | ".join(marks) + " |"


def edges() -> dict[Edge, tuple[str, ...]]:
    """The moves from stage to stage, each with the record kinds that make it, in the order of
    the table."""
    found: dict[Edge, set[str]] = {}
    for before, kind, after in _moves():
        if before != after and TABLE[kind, before]:
            found.setdefault((before, after), set()).add(kind)
    order = {s: i for i, s in enumerate(STAGES)}
    kinds = list(dict.fromkeys(kind for kind, _ in TABLE))
    return {
        edge: tuple(k for k in kinds if k in found[edge])
        for edge in sorted(found, key=lambda e: (order[e[0]], order[e[1]]))
    }


def _moves() -> Iterator[tuple[Stage, str, Stage]]:
    """Every step of the known ways, and every allowed record at the end of each."""
    for way in (*WAY.values(), *_others()):
        records = filed(*way)
        for i, f in enumerate(records):
            yield stage(fold(records[:i])), f.kind, stage(fold(records[: i + 1]))
    for at, way in WAY.items():
        for kind, build in BUILDERS.items():
            if TABLE[kind, at]:
                records = filed(*way)
                yield at, kind, stage(fold(filed(build(), after=records)))


def _others() -> Iterator[tuple[msgspec.Struct, ...]]:
    """Ways that differ from the usual ones: nothing to look up, the outcome last, a seat that
    fails or is given up in doubt."""
    yield (case(evidence=(), outcomes=0),)
    yield (case(), evidence(), outcome())
    called = (*WAY["cleared"], *(dispatch(id) for id in "AB"), position(), receipt())
    yield (*called, receipt("B", status="timeout", raw=None))
    yield (*called, *_given_up(context("B", "positions")))
    third = plan(seats=(seat("A", "anna"), seat("B", "ben"), seat("C", "cleo")))
    three = tuple(
        third if isinstance(r, Plan) else r for r in (*called, position("B"), receipt("B"))
    )
    yield (*three, dispatch("C"), *_given_up(context("C", "positions")))
    yield (*WAY["challenged"][:-2], *_given_up(context("B", "challenge")))


def _given_up(lost: str) -> tuple[msgspec.Struct, ...]:
    """A doubtful call, and the owner's answer to drop it."""
    doubt = observation(what="doubt", advisors=(), council=None, dispatch=lost)
    return doubt, authorization(what="drop", nano=None, dispatch=lost)
