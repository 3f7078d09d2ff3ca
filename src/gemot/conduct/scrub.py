"""Secrets are taken out of every text before it is kept. The desk knows how.

Laws: a text is kept without its secrets, and how many of each kind were taken out is kept with
it; a name or an id, which cannot be forgotten, is refused where it holds one; bytes that came
from outside are cleaned as they stand and as what their JSON says, however it is escaped.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from gemot.conduct.desk import Desk
from gemot.records.faults import Fault, Faulty
from gemot.records.framing import Redaction
from gemot.records.prose import join, split

R = TypeVar("R", bound=msgspec.Struct)
Redact = Callable[[str], tuple[str, Mapping[str, int]]]
DEEP = 64
"""Levels of JSON that are looked through."""


def scrub(desk: Desk, record: R) -> tuple[R, tuple[Redaction, ...]]:
    """The record with the secrets taken out of its texts, and how many of each kind. `Faulty`
    where an id or a name holds one."""
    body, texts = split(record)
    bare(desk.redact, body)
    counts: dict[str, int] = {}
    clean = {}
    for pointer, text in texts.items():
        clean[pointer], found = desk.redact(text)
        for kind, n in found.items():
            counts[kind] = counts.get(kind, 0) + n
    whole: Any = join(type(record), body, clean)
    return whole, tuple(Redaction(kind=k, count=counts[k]) for k in sorted(counts))


def bare(redact: Redact, body: Any) -> None:
    """`Faulty` where a name, an id or another word of the envelope holds a secret."""
    found = [
        Fault(
            place=place,
            got="a secret (not shown)",
            needed="a name without one",
            fix="name it otherwise; what stands in a name can never be forgotten",
        )
        for place, word in _words(body, "")
        if redact(word)[1]
    ]
    if found:
        raise Faulty("the record", found)


def _words(value: Any, at: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield at, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _words(inner, f"{at}.{key}" if at else key)
    elif isinstance(value, (list, tuple)):
        for i, inner in enumerate(value):
            yield from _words(inner, f"{at}[{i}]")


def scrub_bytes(redact: Redact, raw: bytes) -> bytes:
    """The bytes without the secrets that they hold, also where JSON escapes them or where they
    are no UTF-8; the same bytes where they hold none."""
    try:
        text, code = raw.decode(), "utf-8"
    except UnicodeDecodeError:
        text, code = raw.decode("latin-1"), "latin-1"
    clean, found = redact(text)
    deep = _through(redact, clean, DEEP)
    if deep is None:
        return clean.encode(code) if found else raw
    return deep.encode(code)


class _Pairs(list[tuple[str, Any]]):
    """An object with its keys as they stand, repeated ones included."""


def _through(redact: Redact, text: str, depth: int) -> str | None:
    """The JSON text with the secrets taken out of what its strings say; None where there were
    none, or where it is no JSON."""
    if depth == 0 or text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        said = json.loads(text, object_pairs_hook=_Pairs)
    except (ValueError, RecursionError):
        return None
    changed: list[bool] = []

    def clean(word: str) -> str:
        without, found = redact(word)
        inner = _through(redact, without, depth - 1)
        if found or inner is not None:
            changed.append(True)
        return without if inner is None else inner

    try:
        written = _written(said, clean)
    except RecursionError:
        return None
    return written if changed else None


def _written(value: Any, clean: Callable[[str], str]) -> str:
    if isinstance(value, str):
        return json.dumps(clean(value), ensure_ascii=True)
    if isinstance(value, _Pairs):
        pairs = (f"{_written(k, clean)}: {_written(v, clean)}" for k, v in value)
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_written(v, clean) for v in value) + "]"
    return json.dumps(value)
