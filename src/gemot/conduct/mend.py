"""Placeholders where an input is of the wrong form, so that the rest of it can be judged.

Law: `mend(kind, value, holes).value` converts to `kind`, whatever `value` is; what converts
already is left as it is, and every place where something was put in is named.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import msgspec.inspect as shape

from gemot.records.faults import faults


class Mended(msgspec.Struct, frozen=True, kw_only=True):
    """A value of the right form, and the places where it is not what was given."""

    value: Any
    replaced: tuple[str, ...]


def mend(kind: type[Any], value: Any, holes: Iterable[str] = ()) -> Mended:
    """`value` with placeholders; at `holes` its values are unknown from the start."""
    mender = _Mender(holes)
    return Mended(value=mender.mend(kind, value, ""), replaced=tuple(mender.replaced))


def under(place: str, root: str) -> bool:
    """Whether `place` is `root` or stands within it."""
    return place == root or place.startswith((f"{root}.", f"{root}["))


class _Mender:
    def __init__(self, holes: Iterable[str]) -> None:
        self.holes = frozenset(holes)
        self.replaced: list[str] = sorted(self.holes)

    def mend(self, kind: Any, value: Any, at: str) -> Any:
        t = kind if isinstance(kind, shape.Type) else shape.type_info(kind)
        if not self._sound(t, value, at):
            return self._put(t, at)
        inner = _inner(t)
        if isinstance(inner, shape.StructType) and isinstance(value, dict):
            return self._struct(inner, value, at)
        if isinstance(inner, shape.VarTupleType) and isinstance(value, list | tuple):
            return [self.mend(inner.item_type, v, f"{at}[{i}]") for i, v in enumerate(value)]
        return value

    def _struct(self, t: shape.StructType, value: dict[str, Any], at: str) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for field in t.fields:
            name = field.encode_name
            place = f"{at}.{name}" if at else name
            if name in value and (field.required or self._sound(field.type, value[name], place)):
                fields[name] = self.mend(field.type, value[name], place)
            elif field.required:
                fields[name] = self._put(field.type, place)
            elif name in value:
                self.replaced.append(place)
        return fields

    def _sound(self, t: shape.Type, value: Any, at: str) -> bool:
        """Whether a value needs no replacing as a whole; else its field takes its default."""
        if at in self.holes:
            return False
        inner = _inner(t)
        if isinstance(inner, shape.StructType) and isinstance(value, dict):
            return True
        if isinstance(inner, shape.VarTupleType) and isinstance(value, list | tuple):
            return True
        return not faults(t, value)

    def _put(self, t: shape.Type, at: str) -> Any:
        self.replaced.append(at)
        inner = _inner(t)
        if isinstance(inner, shape.StructType):
            return self._struct(inner, {}, at)
        return next(v for v in self._candidates(inner) if not faults(t, v))

    def _candidates(self, t: shape.Type) -> Iterator[Any]:
        """Values of which one is of any type that a decision has; ids are fresh ones."""
        if isinstance(t, shape.LiteralType):
            yield from t.values
        number = 9999 - len(self.replaced) % 9000
        yield from (None, False, "", [], f"placeholder-{number}", f"E{number}", f"O{number}")


def _inner(t: shape.Type) -> shape.Type:
    """The type beneath its metadata and beside None."""
    while True:
        if isinstance(t, shape.Metadata):
            t = t.type
        elif isinstance(t, shape.UnionType):
            t = next(u for u in t.types if not isinstance(u, shape.NoneType))
        else:
            return t
