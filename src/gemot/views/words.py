"""Where the words of a record stand elsewhere: in other records, in kept bytes. Pure.

Laws: a line of a text is looked for with its blanks made one, so that it is found in a quote, a
list or a collapsed line; bytes that are JSON are looked into, at any depth, also JSON within a
text of JSON; lines of fewer than `LEAST` characters are not looked for, since they stand
everywhere by chance.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from gemot.records.kinds import Opaque
from gemot.records.prose import split

LEAST = 8
"""Characters of a line that can be told from chance."""
DEEP = 8
"""How many texts of JSON within one another are opened."""


def said(record: Any) -> tuple[str, ...]:
    """The texts of a record; none of an opaque one, which cannot be read."""
    return () if isinstance(record, Opaque) else tuple(split(record)[1].values())


def lines(texts: Iterable[str]) -> frozenset[str]:
    """The lines to look for."""
    found = (flat(x) for text in texts for x in (text, *text.splitlines()))
    return frozenset(x for x in found if len(x) >= LEAST)


def flat(text: str) -> str:
    """The text with its blanks made one, and fences as a packet writes them."""
    return " ".join(text.replace("\n> ", "\n").split()).replace("```", "'''").replace("~~~", "---")


def repeats(texts: Iterable[str], wanted: frozenset[str]) -> bool:
    """Whether one of the texts holds one of the lines."""
    said_ = [flat(t) for t in texts]
    return any(w in s for s in said_ for w in wanted)


def holds(data: bytes, wanted: frozenset[str]) -> bool:
    """Whether bytes hold one of the lines, in whatever JSON they may be wrapped."""
    return repeats(_unwrapped(data.decode("utf-8", "replace"), DEEP), wanted)


def _unwrapped(text: str, deep: int) -> Iterator[str]:
    yield text
    start = text.lstrip()[:1]
    if deep and start in ("{", "["):
        try:
            value = msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return
        for inner in _strings(value):
            yield from _unwrapped(inner, deep - 1)


def _strings(value: Any) -> Iterator[str]:
    held = [value]
    while held:
        one = held.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            held += [*one.values(), *one]
        elif isinstance(one, list):
            held += one
