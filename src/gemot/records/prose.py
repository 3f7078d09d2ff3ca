"""Free text, kept apart from the envelope so that it can be forgotten.

Law: `join(kind, *split(record)) == record`; `split(record)[0]` is itself a valid body of the
kind, with every prose text empty; and no text marked `Prose` is left in it. The payload maps
the JSON pointer (RFC 6901) of each text to the text.
"""

from collections.abc import Callable
from functools import cache
from inspect import get_annotations
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import Meta

Prose = Annotated[str, Meta(max_length=60_000, extra={"prose": True})]
"""Somebody's words: goes into the payload, never into the envelope."""

FORGOTTEN = "[forgotten]"
"""What stands where a text was, once its payload is gone."""

Body = Any
Payload = dict[str, str]
Visit = Callable[[str, str], str]


def split(record: msgspec.Struct) -> tuple[Body, Payload]:
    """The record's body with its texts emptied, and the payload of the texts by pointer."""
    texts: Payload = {}

    def take(pointer: str, text: str) -> str:
        if text:
            texts[pointer] = text
        return ""

    body = _map(_shape(type(record)), msgspec.to_builtins(record), "", take)
    return body, texts


def join(kind: type[msgspec.Struct], body: Body, payload: Payload | None) -> msgspec.Struct:
    """The record of `body` and `payload`; a forgotten payload (None) leaves `FORGOTTEN`."""

    def put(pointer: str, _: str) -> str:
        return FORGOTTEN if payload is None else payload.get(pointer, "")

    return msgspec.convert(_map(_shape(kind), body, "", put), kind)


@cache
def _shape(kind: type[msgspec.Struct]) -> Any:
    """The plan of a struct: a dict of the fields that hold prose, or None.

    It reads the annotations as they stand: `msgspec.inspect` costs a command 9 ms.
    """
    hints: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        hints |= get_annotations(base)
    found = {n: p for n in kind.__struct_fields__ if (p := _plan(hints[n])) is not None}
    return found or None


def _plan(t: Any) -> Any:
    """True for prose, a dict of fields, a one-item list for lists, None where no prose is."""
    if get_origin(t) is Annotated:
        marked = any(isinstance(m, Meta) and (m.extra or {}).get("prose") for m in t.__metadata__)
        return True if marked else _plan(t.__origin__)
    if isinstance(t, type) and issubclass(t, msgspec.Struct):
        return _shape(t)
    if get_origin(t) in (tuple, list):
        inner = _plan(get_args(t)[0])
        return None if inner is None else [inner]
    if get_origin(t) in (Union, UnionType):
        return next((p for u in get_args(t) if (p := _plan(u)) is not None), None)
    assert not isinstance(t, str), f"an annotation that is not evaluated: {t}"
    return None


def _map(plan: Any, value: Any, at: str, visit: Visit) -> Any:
    if value is None or plan is None:
        return value
    if plan is True:
        return visit(at, value)
    if isinstance(plan, list):
        return [_map(plan[0], item, f"{at}/{i}", visit) for i, item in enumerate(value)]
    return {
        name: _map(plan[name], item, f"{at}/{name}", visit) if name in plan else item
        for name, item in value.items()
    }
