"""All faults of a bad input at once, each with its place, what was got and what is needed.

Law: `faults(kind, value)` is empty exactly when `msgspec.convert(value, kind)` succeeds.
The fast path is msgspec; this walk over `msgspec.inspect` runs only for input that failed.
"""

import re
import typing
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar

import msgspec
import msgspec.inspect as shape

T = TypeVar("T")


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """One fault of an input; `fix` says what to do about it."""

    place: str
    """JSON-path-like place: `options[1].id`; `(whole)` for the input itself."""
    got: str
    needed: str
    fix: str
    code: str | None = None
    """The rule that was broken; None: the form itself is wrong."""


class Faulty(Exception):
    """An input of the caller's is not of its form; holds every fault of it."""

    def __init__(self, what: str, found: list[Fault]) -> None:
        self.what = what
        self.found = found
        lines = [f"{f.place}: got {f.got}, needed {f.needed}" for f in found]
        super().__init__(f"{what}: {_many(len(found), 'fault')}\n" + "\n".join(lines))


def read(kind: type[T], value: Any, what: str) -> T:
    """`value` (plain JSON values) as a `kind`, or `Faulty` with all its faults."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError):
        found = faults(kind, value)
        raise Faulty(what, found or [_unknown()]) from None


def faults(kind: Any, value: Any) -> list[Fault]:
    """Every fault of `value` as a `kind` (a type, or one inspected), in the order of the fields."""
    if isinstance(kind, shape.Type):
        return list(_walk(kind, value, ""))
    return list(_walk(shape.type_info(kind), value, "", kind))


def _unknown() -> Fault:
    return Fault(
        place="(whole)", got="nesting too deep", needed="a flat input", fix="remove the nesting"
    )


def say(value: Any) -> str:
    """What was got, short: scalars as JSON cut to 60 characters, containers by kind and size."""
    if isinstance(value, dict):
        return f"a mapping of {len(value)}"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        text = repr(value) if not isinstance(value, str) else '"' + value + '"'
        return text if len(text) <= 60 else text[:56] + '..."'
    return f"a {type(value).__name__}"


def _many(number: int, noun: str) -> str:
    """`1 item`, `2 items`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _walk(t: shape.Type, value: Any, at: str, hint: Any = None) -> Iterator[Fault]:
    """`hint` is the annotation that `t` was read from: msgspec sorts the words of a vocabulary,
    and only the annotation has them in their order."""
    match t:
        case shape.Metadata():
            yield from _named(t, value, at, hint)
        case shape.UnionType():
            yield from _union(t, value, at, hint)
        case shape.StructType():
            yield from _struct(t, value, at)
        case shape.VarTupleType() | shape.ListType():
            yield from _items(t, value, at, hint)
        case shape.LiteralType():
            if isinstance(value, bool | float) or value not in t.values:
                yield _fault(at, value, _words(t, hint))
        case shape.StrType():
            yield from _text(t, value, at)
        case shape.IntType():
            yield from _number(t, value, at)
        case shape.BoolType():
            if not isinstance(value, bool):
                yield _fault(at, value, "true or false")
        case shape.NoneType():
            if value is not None:
                yield _fault(at, value, "nothing")
        case shape.DictType():
            if not isinstance(value, dict):
                yield _fault(at, value, "a mapping")
        case shape.AnyType() | shape.RawType():
            return
        case shape.FloatType():
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                yield _fault(at, value, "a number")
        case _:  # pragma: no cover - a test lists every type that records use
            raise NotImplementedError(type(t).__name__)


def _named(t: shape.Metadata, value: Any, at: str, hint: Any) -> Iterator[Fault]:
    """Faults of a type that says its form in words, in those words."""
    form = (t.extra or {}).get("form")
    found = list(_walk(t.type, value, at, hint))
    if form and found:
        yield _fault(at, value, form)
    else:
        yield from found


def _struct(t: shape.StructType, value: Any, at: str) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield _fault(at, value, "a mapping")
        return
    known = {f.encode_name: f for f in t.fields}
    hints = _hints(t.cls)
    for name, field in known.items():
        place = f"{at}.{name}" if at else name
        if name in value:
            yield from _walk(field.type, value[name], place, hints.get(field.name))
        elif field.required:
            needed = _needed(field.type, hints.get(field.name))
            yield Fault(place=place, got="nothing", needed=needed, fix=f"add {name!r}")
    if t.forbid_unknown_fields:
        allowed = sorted(known)
        for name in value:
            if name not in known and name != t.tag_field:
                place = f"{at}.{name}" if at else str(name)
                yield Fault(
                    place=place,
                    got=f"an unknown key {str(name)[:60]!r}",
                    needed="one of " + ", ".join(allowed),
                    fix=_nearest(str(name), allowed),
                )


def _nearest(name: str, allowed: list[str]) -> str:
    import difflib

    near = difflib.get_close_matches(name, allowed, n=1)
    return f"did you mean {near[0]!r}?" if near else f"remove {name[:60]!r}"


def _items(
    t: shape.VarTupleType | shape.ListType, value: Any, at: str, hint: Any
) -> Iterator[Fault]:
    if not isinstance(value, (list, tuple)):
        yield _fault(at, value, "a list")
        return
    if t.min_length is not None and len(value) < t.min_length:
        yield _fault(at, value, f"at least {_many(t.min_length, 'item')}")
    if t.max_length is not None and len(value) > t.max_length:
        yield _fault(at, value, f"at most {_many(t.max_length, 'item')}")
    for i, item in enumerate(value):
        yield from _walk(t.item_type, item, f"{at}[{i}]", hint)


def _text(t: shape.StrType, value: Any, at: str) -> Iterator[Fault]:
    if not isinstance(value, str):
        yield _fault(at, value, "text")
    elif t.min_length is not None and len(value) < t.min_length:
        yield _fault(at, value, f"text of at least {_many(t.min_length, 'character')}")
    elif t.max_length is not None and len(value) > t.max_length:
        yield Fault(
            place=at or "(whole)",
            got=f"text of {len(value)} characters",
            needed=f"at most {t.max_length}",
            fix="shorten it",
        )
    elif t.pattern is not None and not re.search(t.pattern, value):
        yield _fault(at, value, f"text that matches {t.pattern}")


def _number(t: shape.IntType, value: Any, at: str) -> Iterator[Fault]:
    if isinstance(value, bool) or not isinstance(value, int):
        yield _fault(at, value, "a whole number")
        return
    if t.ge is not None and value < t.ge:
        yield _fault(at, value, f"at least {t.ge}")
    if t.le is not None and value > t.le:
        yield _fault(at, value, f"at most {t.le}")


def _union(t: shape.UnionType, value: Any, at: str, hint: Any) -> Iterator[Fault]:
    if value is None and any(isinstance(u, shape.NoneType) for u in t.types):
        return
    rest = [u for u in t.types if not isinstance(u, shape.NoneType)]
    if len(rest) == 1:
        yield from _walk(rest[0], value, at, hint)
        return
    tried = [list(_walk(u, value, at, hint)) for u in rest]
    if all(tried):
        same = [f for u, f in zip(rest, tried, strict=True) if _alike(u, value)]
        yield from (
            same[0] if same else [_fault(at, value, " or ".join(_needed(u, hint) for u in rest))]
        )


def _alike(t: shape.Type, value: Any) -> bool:
    while isinstance(t, shape.Metadata):
        t = t.type
    return (isinstance(t, shape.StructType) and isinstance(value, dict)) or (
        isinstance(t, shape.StrType) and isinstance(value, str)
    )


def _needed(t: shape.Type, hint: Any = None) -> str:
    match t:
        case shape.Metadata():
            form: str | None = (t.extra or {}).get("form")
            return form or _needed(t.type, hint)
        case shape.UnionType():
            rest = (u for u in t.types if not isinstance(u, shape.NoneType))
            return " or ".join(_needed(u, hint) for u in rest)
        case shape.StructType() | shape.DictType():
            return "a mapping"
        case shape.VarTupleType() | shape.ListType():
            return "a list"
        case shape.LiteralType():
            return _words(t, hint)
        case shape.BoolType():
            return "true or false"
        case shape.IntType():
            return "a whole number"
        case _:
            return "text"


def _words(t: shape.LiteralType, hint: Any) -> str:
    """`one of low, medium, high`: the words of a vocabulary, in its order where it is known."""
    for words in _vocabularies(hint):
        if set(words) == set(t.values):
            return "one of " + ", ".join(map(str, words))
    return "one of " + ", ".join(map(str, t.values))


def _vocabularies(hint: Any) -> Iterator[tuple[Any, ...]]:
    """The vocabularies of an annotation, at any depth."""
    inner = typing.get_args(hint)
    if typing.get_origin(hint) is typing.Literal:
        yield inner
        return
    for each in inner:
        yield from _vocabularies(each)


@cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return typing.get_type_hints(kind, include_extras=True)


def _fault(at: str, value: Any, needed: str) -> Fault:
    return Fault(place=at or "(whole)", got=say(value), needed=needed, fix=f"give {needed}")
