"""Finding words in what people and models wrote. Pure.

Laws: a text that is no longer in the store is found by nobody, since nothing but the stored
payloads is looked at and nothing is kept of a search; a record is found where each word (or
quoted phrase) stands in one of its texts, whatever the case of the letters; the order depends
on the texts alone: whole words before parts of words, what was decided and asked before what
was said of it, more mentions before fewer, newer before older.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Protocol

import msgspec

from gemot.views.visible import line

AROUND = 60
"""Characters of a snippet before the word."""
SNIPPET = 180
"""Characters of a snippet at most."""
WEIGHT = {"conclusion": 8, "case": 8, "report": 3, "lookback": 3, "attempt": 3, "resolution": 3}
"""What a record's kind adds to its rank; any other adds 1."""
WHOLE = 10
"""What a word that stands as a whole word adds; one within another adds 2."""


class Text(Protocol):
    """A stored payload, as the journal yields it."""

    @property
    def case(self) -> str: ...
    @property
    def seq(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def at(self) -> str: ...
    @property
    def payload(self) -> bytes: ...


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A record in which all words were found."""

    case: str
    record: str
    """Its name within the case."""
    kind: str
    at: str
    place: str
    """The JSON pointer of the text that says most."""
    snippet: str
    """One visible line around the first word of it."""
    rank: int


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """The words of a search, made ready once."""

    phrases: tuple[str, ...]
    """Without case, blanks as one blank."""
    needles: tuple[str, ...]
    """What the JSON of a payload must hold so that it can match at all."""


def wanted(words: Iterable[str]) -> Wanted:
    """The search for these words; `ValueError` where there is none."""
    phrases = tuple(dict.fromkeys(p for w in words if (p := " ".join(w.split()).casefold())))
    if not phrases:
        raise ValueError("no word to search for")
    parts = dict.fromkeys(x for p in phrases for x in p.split())
    return Wanted(phrases=phrases, needles=tuple(_quoted(x) for x in parts))


def _quoted(word: str) -> str:
    """The word as JSON spells it."""
    return msgspec.json.encode(word).decode()[1:-1].casefold()


def search(texts: Iterable[Text], want: Wanted) -> list[Match]:
    """The records that hold all the words, best first."""
    found = [m for t in texts for m in _match(t, want)]
    found.sort(key=lambda m: m.at, reverse=True)
    return sorted(found, key=lambda m: -m.rank)


def _match(t: Text, want: Wanted) -> Iterator[Match]:
    # Most payloads end here: to parse each would cost ten times as much.
    if not _may(t.payload, want.needles):
        return
    said = {place: " ".join(x.split()) for place, x in _texts(t.payload).items()}
    if not all(any(p in x.casefold() for x in said.values()) for p in want.phrases):
        return
    place = max(said, key=lambda p: (_held(said[p], want.phrases), -p.count("/")))
    yield Match(
        case=t.case,
        record=f"{t.seq:03d}-{t.kind}",
        kind=t.kind,
        at=t.at,
        place=place,
        snippet=snippet(said[place], want.phrases),
        rank=_rank(t.kind, said, want.phrases),
    )


def _may(payload: bytes, needles: Sequence[str]) -> bool:
    """Whether the JSON holds every word somewhere. Lowering ASCII costs a tenth of folding."""
    if payload.isascii():
        low = payload.lower()
        return all(n.encode("utf-8", "replace") in low for n in needles)
    flat = payload.decode("utf-8", "replace").casefold()
    return all(n in flat for n in needles)


def _texts(payload: bytes) -> dict[str, str]:
    try:
        return {p: x for p, x in msgspec.json.decode(payload).items() if isinstance(x, str)}
    except (msgspec.DecodeError, UnicodeError, AttributeError):
        return {}  # `verify` names it.


def _held(text: str, phrases: Sequence[str]) -> int:
    flat = text.casefold()
    return sum(p in flat for p in phrases)


def _rank(kind: str, said: dict[str, str], phrases: Sequence[str]) -> int:
    flat = "\n".join(dict.fromkeys(said.values())).casefold()
    mentions = sum(min(flat.count(p), 5) for p in phrases)
    whole = sum(WHOLE if _whole(p).search(flat) else 2 for p in phrases)
    return whole + mentions + WEIGHT.get(kind, 1)


@lru_cache(maxsize=64)
def _whole(phrase: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(phrase)}(?!\w)")


def snippet(text: str, phrases: Sequence[str]) -> str:
    """The text around the first of the words, in one visible line."""
    # Case folding may change lengths, so a place in the folded text is only about right.
    flat = text.casefold()
    first = min((i for p in phrases if (i := flat.find(p)) >= 0), default=0)
    begin = max(0, min(first, len(text)) - AROUND)
    if begin:
        begin = text.find(" ", begin, begin + AROUND) + 1 or begin
    return ("…" if begin else "") + line(text[begin:], SNIPPET)


def answer(found: Sequence[Match], most: int, want: Wanted) -> dict[str, Any]:
    """What `case search` answers; `more` is how many are left out."""
    return {
        "schema": "gemot/search/1",
        "words": list(want.phrases),
        "matches": [msgspec.structs.asdict(m) for m in found[:most]],
        "more": max(0, len(found) - most),
    }
