"""Whether the host's own text leans: a preference, a settled answer, a plea, an identity.

Laws: pure; places count in the text as given; what is quoted (code, quotation marks, block
quotes, addresses) is somebody else's and is not judged; the owner's own words (`ask`,
`directions`) are not to be put here, they travel verbatim (design 4, pack; ai-council 1.1, 1.7).
It finds turns of phrase, not bias: a text without a lean is not thereby neutral.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

import msgspec

from gemot.rules.lexicon import ASKING, PRAISE, TURNS

RUN: Final = 6
"""Words in a row of the hypothesis that are no coincidence."""
_LONGEST: Final = 80
_QUOTED: Final = re.compile(
    r"```[^`]*+(?:`(?!``)[^`]*+)*(?:```|\Z)|~~~[^~]*+(?:~(?!~~)[^~]*+)*(?:~~~|\Z)"
    r"|`[^`\n]{1,200}`|(?m:^[ \t]{0,3}>.*$)|\bhttps?://\S+"
    r"|\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»|»[^«\n]{1,300}«"
)
_END: Final = re.compile(r"[.!?](?=\s|\Z)|\n\s*\n")
_WORD: Final = re.compile(r"\w+")


class Lean(msgspec.Struct, frozen=True):
    """One place where a text leans."""

    start: int
    """Character of the text, from 0."""
    phrase: str
    """What stands there, on one line, at most 80 characters."""
    why: str


def leans(text: str) -> list[Lean]:
    """Where `text` leans by its wording, in order; places do not overlap."""
    judged = _judged(text)
    ends = [m.start() for m in _END.finditer(judged)]
    found = [
        _lean(text, match.start(), match.end(), turn.why)
        for turn in TURNS
        for match in turn.pattern.finditer(judged)
        if not (turn.stated and _asks(judged, match, ends))
    ]
    return _apart(found)


def leans_towards(text: str, hypothesis: str | None, favoured: str | None) -> list[Lean]:
    """Where `text` leans, and where it repeats the host's hypothesis or praises the option that
    the host favours (`favoured` is its title)."""
    found = leans(text)
    if hypothesis:
        found += _repeated(text, hypothesis)
    if favoured and favoured.strip():
        found += _praised(text, favoured)
    return _apart(found)


def _judged(text: str) -> str:
    """`text` of the same length, with what is quoted blanked out."""
    plain = text.replace("’", "'")
    return _QUOTED.sub(lambda m: re.sub(r"[^\n]", "\0", m[0]), plain)


def _asks(text: str, match: re.Match[str], ends: list[int]) -> bool:
    """Whether the match stands in a question, or after a word that asks."""
    after = bisect_right(ends, match.start())
    end = ends[after] if after < len(ends) else -1
    question = end >= 0 and text[end] == "?"
    return question or ASKING.search(text, max(0, match.start() - 40), match.start()) is not None


def _repeated(text: str, hypothesis: str) -> Iterator[Lean]:
    """Runs of the hypothesis's words; all of them where it has fewer than `RUN`."""
    thought = [m[0].casefold() for m in _WORD.finditer(hypothesis)]
    said = list(_WORD.finditer(text))
    length = min(RUN, len(thought))
    if length < 2:
        return
    runs = {tuple(thought[i : i + length]) for i in range(len(thought) - length + 1)}
    words = [m[0].casefold() for m in said]
    at = 0
    while at + length <= len(words):
        if tuple(words[at : at + length]) in runs:
            last = at + length
            while last < len(words) and tuple(words[last - length + 1 : last + 1]) in runs:
                last += 1
            start, end = said[at].start(), said[last - 1].end()
            yield _lean(text, start, end, "repeats the host's hypothesis")
            at = last
        else:
            at += 1


def _praised(text: str, favoured: str) -> Iterator[Lean]:
    """Sentences that name the favoured option and praise in one breath."""
    judged = _judged(text)
    words = r"\W+".join(map(re.escape, _WORD.findall(favoured)))
    if not words:
        return
    title = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
    start = 0
    for end in [*(m.end() for m in _END.finditer(judged)), len(judged)]:
        sentence = judged[start:end]
        praise = PRAISE.search(sentence)
        if praise and not sentence.rstrip().endswith("?") and title.search(sentence):
            at = start + praise.start()
            yield _lean(text, at, start + praise.end(), "praises the option that the host favours")
        start = end


def _lean(text: str, start: int, end: int, why: str) -> Lean:
    phrase = " ".join(text[start:end].split())
    short = phrase if len(phrase) <= _LONGEST else phrase[: _LONGEST - 1] + "…"
    return Lean(start, short, why)


def _apart(found: list[Lean]) -> list[Lean]:
    """In order of place; of those that overlap, the first and longest."""
    out: list[Lean] = []
    for lean in sorted(found, key=lambda each: (each.start, -len(each.phrase))):
        if not out or lean.start >= out[-1].start + len(out[-1].phrase):
            out.append(lean)
    return out
