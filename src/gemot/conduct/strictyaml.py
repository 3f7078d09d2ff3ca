"""YAML as a decision file may hold it: mappings, lists, text, true, false and nothing.

Laws: a plain scalar is nothing, true or false as in the core schema of YAML 1.2, and else its
own text: `no`, `2026-11-30`, `1.10` and an all-digit commit stay what was written. Every
duplicate key, alias, anchor, tag and directive is a fault, all of them at once, each with its
line; what cannot be scanned is one fault with line and column. An alias is never expanded, so
that no small text becomes a large value.

PyYAML is imported when first used (it costs 32 ms); its parser only gives events, and all
that they mean is decided here.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from gemot.records.faults import Fault

if TYPE_CHECKING:
    import yaml

MAX_SIZE = 1_048_576
"""Bytes of UTF-8."""
MAX_DEPTH = 16
"""Containers within each other; a decision file needs 3."""

NULL = frozenset({"", "~", "null", "Null", "NULL"})
BOOLEAN = {
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"  # YAML 1.2.2, 5.1
)


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """What a text holds. Where it is `broken`, it could not be scanned and `value` is None."""

    value: Any
    found: tuple[Fault, ...] = ()
    holes: tuple[str, ...] = ()
    """Places whose value is unknown: nothing else is to be said of what stands there."""
    broken: bool = False


class _Stop(Exception):
    """The rest cannot be read."""


def load(text: str, first: int = 1) -> Loaded:
    """The value of `text` and all its faults; `first` is the number of its first line."""
    early = list(_unreadable(text, first))
    if early:
        return Loaded(value=None, found=tuple(early), broken=True)
    import yaml

    builder = _Builder(first)
    parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        value = builder.stream(yaml.parse(text, Loader=parser))
    except yaml.MarkedYAMLError as error:
        found = (*builder.found, _syntax(error, first))
        return Loaded(value=None, found=found, broken=True)
    except _Stop:
        return Loaded(value=None, found=tuple(builder.found), broken=True)
    return Loaded(value=value, found=tuple(builder.found), holes=tuple(builder.holes))


def _unreadable(text: str, first: int) -> Iterator[Fault]:
    size = len(text.encode("utf-8", "replace"))
    if size > MAX_SIZE:
        yield Fault(
            place="(whole)",
            got=f"{size} bytes",
            needed=f"at most {MAX_SIZE}",
            fix="move long texts to files and name them as evidence",
        )
        return
    for number, line in enumerate(text.split("\n"), first):
        hit = _UNPRINTABLE.search(line)
        if hit:
            yield Fault(
                place=f"line {number}, column {hit.start() + 1}",
                got=f"the character U+{ord(hit[0]):04X}",
                needed="text without control characters",
                fix="remove the character",
            )


def _syntax(error: "yaml.MarkedYAMLError", first: int) -> Fault:
    mark = error.problem_mark or error.context_mark
    place = "(whole)" if mark is None else f"line {mark.line + first}, column {mark.column + 1}"
    context = f" {error.context}" if error.context else ""
    return Fault(
        place=place,
        got=f"what is no YAML: {error.problem}{context}",
        needed="valid YAML",
        fix="put text that holds `: ` or ` #`, or begins with a special character, in quotes",
    )


class _Builder:
    """Values from events. Nesting is bounded, so recursion is."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.found: list[Fault] = []
        self.holes: list[str] = []

    def stream(self, events: Iterator[Any]) -> Any:
        """The one document of a stream."""
        value: Any = None
        documents = 0
        for event in events:
            kind = type(event).__name__
            if kind == "DocumentStartEvent":
                documents += 1
                self._document(event, documents)
            elif kind not in ("StreamStartEvent", "StreamEndEvent", "DocumentEndEvent"):
                value = self._node(event, events, "", 1)
        return value

    def _document(self, event: Any, number: int) -> None:
        line = event.start_mark.line + self.first
        if number > 1:
            self._fault(f"line {line}", "a second document", "one", "remove the line `---`")
            raise _Stop
        if event.version or event.tags:
            self._fault(f"line {line}", "a directive", "none", "remove the line that begins with %")

    def _node(self, event: Any, events: Iterator[Any], at: str, depth: int) -> Any:
        kind = type(event).__name__
        if kind == "AliasEvent":
            where = f"the alias *{event.anchor} on line {self._line(event)}"
            self._fault(at, where, "a value", "write the value out: aliases are not read")
            self.holes.append(at)
            return None
        self._decorated(event, at)
        if kind == "ScalarEvent":
            return _scalar(event)
        if depth > MAX_DEPTH:
            where = f"more than {MAX_DEPTH} levels on line {self._line(event)}"
            self._fault(at, where, "flat values", "remove the nesting")
            raise _Stop
        if kind == "SequenceStartEvent":
            return self._list(events, at, depth)
        return self._mapping(events, at, depth)

    def _list(self, events: Iterator[Any], at: str, depth: int) -> list[Any]:
        items: list[Any] = []
        for event in events:
            if type(event).__name__ == "SequenceEndEvent":
                break
            items.append(self._node(event, events, f"{at}[{len(items)}]", depth + 1))
        return items

    def _mapping(self, events: Iterator[Any], at: str, depth: int) -> dict[str, Any]:
        items: dict[str, Any] = {}
        lines: dict[str, int] = {}
        for event in events:
            if type(event).__name__ == "MappingEndEvent":
                break
            key = self._key(event, at)
            line = self._line(event)
            place = key if not at else f"{at}.{key}"
            # What a key holds a second time is read too, so that its own faults are said.
            value = self._node(next(events), events, place, depth + 1)
            if key not in items:
                items[key], lines[key] = value, line
            else:
                got = f"a second {key[:60]!r} on line {line}"
                needed = f"each key once; the first is on line {lines[key]}"
                self._fault(place, got, needed, "remove one of them")
        return items

    def _key(self, event: Any, at: str) -> str:
        if type(event).__name__ == "ScalarEvent":
            self._decorated(event, at)
            key: str = event.value
            return key
        line = self._line(event)
        self._fault(at, f"a key that is no text on line {line}", "text", "write a plain key")
        raise _Stop

    def _decorated(self, event: Any, at: str) -> None:
        """Faults of an anchor or a tag; the value itself is read as though it had none."""
        if event.anchor:
            where = f"the anchor &{event.anchor} on line {self._line(event)}"
            self._fault(at, where, "a plain value", "remove it: aliases are not read")
        if event.tag:
            where = f"the tag {event.tag} on line {self._line(event)}"
            self._fault(at, where, "a plain value", "remove the tag")

    def _line(self, event: Any) -> int:
        line: int = event.start_mark.line + self.first
        return line

    def _fault(self, at: str, got: str, needed: str, fix: str) -> None:
        self.found.append(Fault(place=at or "(whole)", got=got, needed=needed, fix=fix))


def _scalar(event: Any) -> Any:
    text: str = event.value
    if event.style is None or event.style == "":
        if text in NULL:
            return None
        return BOOLEAN.get(text, text)
    return text
