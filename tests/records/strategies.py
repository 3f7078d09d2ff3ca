"""Records and near-records: minimal valid ones of every kind, filled, and mutated."""

from typing import Any

import msgspec
from hypothesis import strategies as st

from gemot.records.kinds import KINDS
from gemot.records.prose import join, split
from gemot.testing.builders import BUILDERS

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 10),
    st.just(2**53),
    st.just(2.0),
    st.just(1.5),
    st.text(max_size=4),
    st.sampled_from(["low", "high", "E1", "O1", "D1", "F1", "2026-11-30", "a" * 64, "x" * 201]),
    st.builds(list),
    st.builds(dict),
    st.builds(lambda: [None]),
    st.builds(lambda: {"id": "E1"}),
)
"""Values that stand at a place where they may or may not belong."""


def spots(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every path within a value but the value itself."""
    found: list[tuple[Any, ...]] = []
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, inner in items:
        found += [(*at, key), *spots(inner, (*at, key))]
    return found


def put(value: Any, path: tuple[Any, ...], new: Any) -> None:
    """Replace what stands at a path, where the path is still there."""
    for key in path[:-1]:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return
    if isinstance(value, dict) or (isinstance(value, list) and path[-1] < len(value)):
        value[path[-1]] = new


def remove(value: Any, path: tuple[Any, ...]) -> None:
    """Remove what stands at a path."""
    for key in path[:-1]:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return
    if isinstance(value, dict):
        value.pop(path[-1], None)


@st.composite
def mutants(draw: st.DrawFn, kind: str) -> Any:
    """Plain JSON values near a valid record of the kind, sometimes still valid."""
    value = msgspec.json.decode(msgspec.json.encode(BUILDERS[kind]()))
    for _ in range(draw(st.integers(0, 4))):
        paths = spots(value)
        if not paths:
            break
        path = draw(st.sampled_from(paths))
        action = draw(st.sampled_from(["put", "put", "remove", "add"]))
        if action == "put":
            put(value, path, draw(JUNK))
        elif action == "remove":
            remove(value, path)
        elif isinstance(path[-1], str):
            put(value, (*path[:-1], draw(st.sampled_from(["extra", "ïd"]))), draw(JUNK))
    return draw(st.sampled_from([value, value, value, draw(JUNK)]))


TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)


@st.composite
def records(draw: st.DrawFn) -> msgspec.Struct:
    """A valid record of any kind, its free texts drawn."""
    kind = draw(st.sampled_from(sorted(KINDS)))
    record = BUILDERS[kind]()
    body, texts = split(record)
    return join(KINDS[kind], body, {pointer: draw(TEXTS) for pointer in texts})
