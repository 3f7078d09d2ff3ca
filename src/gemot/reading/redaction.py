"""Secrets taken out of a text, before anything is kept or sent.

Laws: pure; `redact(redact(text)) == redact(text)`, and a second pass takes nothing out; a value
in `held` (of 8 characters or more) never stands in the result; the same secret has the same four
digits under one key, which tell nothing without the key (HMAC-SHA256); the result is at most
eight times as long as the text; time is linear in the text. Markers already in a text stay as
they are, and no secret reaches across one.

It is a floor, not a proof: what has no known shape and is not held passes. Differs from
ai-council 1.6, which drops whole lines and says neither what nor how much (its limit 8).
"""

import hmac
import re
from collections import Counter
from typing import Final
from urllib.parse import quote

from gemot.reading.secret import KINDS, LONGEST, MORE, SHAPES
from gemot.records.framing import Redaction

__all__ = ["MARKER", "SHORTEST", "redact"]

MARKER: Final = re.compile(rf"\[\[secret:(?:{'|'.join(KINDS)}):[0-9a-f]{{4}}\]\]")
"""What stands where a secret was: `[[secret:github:3f9a]]`."""
SHORTEST: Final = 8
"""Characters of the shortest held value that is looked for; shorter ones would cut up words."""
_PASSES: Final = 16
_TAIL: Final = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_BODY: Final = re.compile(r"[\s>|\"'+]{0,4}[A-Za-z0-9+/=]{16,}+[\s\"',\\n]{0,8}")
_SHORT: Final = re.compile(r"[\s>|\"'+]{0,4}[A-Za-z0-9+/=]++[\s\"',\\n]{0,8}")

_Span = tuple[int, int, str]
"""From, to, kind."""


def redact(text: str, key: bytes, held: tuple[str, ...]) -> tuple[str, tuple[Redaction, ...]]:
    """`text` with a typed marker for each secret, and how many of each kind were taken out.

    `key` makes the markers' digits; `held` are values of credentials that we hold ourselves."""
    values = _variants(held)
    found: Counter[str] = Counter()
    for _ in range(_PASSES):  # what is left between markers may now begin or end like a secret
        text, taken = _pass(text, key, values)
        if not taken:
            break
        found.update(taken)
    return text, tuple(Redaction(kind=kind, count=found[kind]) for kind in sorted(found))


def _variants(held: tuple[str, ...]) -> tuple[str, ...]:
    """Each held value, as it is and as an address shows it; longest first."""
    long = [value for value in held if len(value) >= SHORTEST]
    return tuple(
        sorted({form for v in long for form in (v, quote(v, safe=""))}, key=len, reverse=True)
    )


def _pass(text: str, key: bytes, held: tuple[str, ...]) -> tuple[str, Counter[str]]:
    """One pass over every piece between markers."""
    out: list[str] = []
    taken: Counter[str] = Counter()
    at = 0
    for marker in [*MARKER.finditer(text), None]:
        piece = text[at : marker.start() if marker else len(text)]
        out.append(_piece(piece, key, held, taken))
        if marker:
            out.append(marker[0])
            at = marker.end()
    return "".join(out), taken


def _piece(text: str, key: bytes, held: tuple[str, ...], taken: Counter[str]) -> str:
    out: list[str] = []
    at = 0
    for start, end, kind in _merged(_spans(text, held)):
        digits = hmac.digest(key, text[start:end].encode(errors="surrogatepass"), "sha256").hex()
        out += [text[at:start], f"[[secret:{kind}:{digits[:4]}]]"]
        taken[kind] += 1
        at = end
    return "".join([*out, text[at:]])


def _spans(text: str, held: tuple[str, ...]) -> list[_Span]:
    """Where secrets are, held ones first, then in the order of the table."""
    found: list[_Span] = []
    for value in held:
        at = text.find(value)
        while at >= 0:
            found.append((at, at + len(value), "held"))
            at = text.find(value, at + len(value))
    lower = text.lower()
    for shape in SHAPES:
        if not any(needle in lower for needle in shape.needles):
            continue
        match = shape.pattern.search(text)
        while match:
            start, end = match.span("secret")
            good = shape.when is None or shape.when(match)
            if good:
                if shape.when is not None:
                    end = _end(text, start, end)
                found.append((start, end, shape.kind))
            match = shape.pattern.search(text, end if good else max(start, match.start() + 1))
    return found + (_tails(text) if "private key" in lower else [])


def _end(text: str, start: int, end: int) -> int:
    """Where a value of a bounded pattern ends: all of a long one, no full stop after it."""
    if end - start >= LONGEST and (more := MORE.match(text, end)):
        end = more.end()
    return start + len(text[start:end].rstrip(".,"))


def _tails(text: str) -> list[_Span]:
    """Ends of private keys whose beginning an excerpt cut off, with the lines before them."""
    found: list[_Span] = []
    floor = 0
    for tail in _TAIL.finditer(text):
        line = max(text.rfind("\n", floor, tail.start()) + 1, floor)
        start = 1 + max(text.rfind(c, line, tail.start()) for c in " \t\"'\n")
        start = max(start, line)
        if not text[line:start].strip("+> \t"):
            start = _first(text, floor, line)
        found.append((start, tail.end(), "private-key"))
        floor = tail.end()
    return found


def _first(text: str, floor: int, line: int) -> int:
    """Where the lines of a key's body begin that end at `line`; the last may be short."""
    shape = _SHORT
    while line > floor:
        before = max(text.rfind("\n", floor, line - 1) + 1, floor)
        if not shape.fullmatch(text, before, line):
            break
        line, shape = before, _BODY
    return line


def _merged(spans: list[_Span]) -> list[_Span]:
    """Overlapping spans as one; the longest names the kind, of equal ones the first found."""
    out: list[_Span] = []
    longest = 0
    for start, end, kind in sorted(spans, key=lambda span: span[0]):
        if out and start < out[-1][1]:
            first, last, name = out[-1]
            name, longest = (kind, end - start) if end - start > longest else (name, longest)
            out[-1] = (first, max(last, end), name)
        else:
            out.append((start, end, kind))
            longest = end - start
    return out
