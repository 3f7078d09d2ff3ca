"""How much room text takes where no font can be asked. Pure.

Laws: a width is an estimate from above, for the widest of the usual sans-serif fonts (DejaVu
Sans); a wrapped text has no line wider than asked and ends in an ellipsis where it was cut.
"""

import unicodedata
from functools import lru_cache

BOLD = 1.12
"""How much more room the same text takes in bold."""
_WIDTHS: dict[str, float] = {
    **dict.fromkeys("ijl'", 0.29),
    **dict.fromkeys(" .,:;|!()[]/\\frt-", 0.42),
    **dict.fromkeys('"*_', 0.52),
    **dict.fromkeys("w#<>=+~&", 0.85),
    **dict.fromkeys("mMW@%", 1.0),
}
"""Ems of characters that are narrower or wider than others of their kind."""


@lru_cache(maxsize=4096)
def _em(char: str) -> float:
    if char in _WIDTHS:
        return _WIDTHS[char]
    if char.isascii():
        return 0.79 if char.isupper() else 0.645
    if unicodedata.combining(char):
        return 0.3
    return 1.1 if unicodedata.east_asian_width(char) in "WF" else 1.0


def width(text: str, size: float) -> float:
    """Pixels that a line takes at most at a font size."""
    return sum(_em(c) for c in text) * size


def fit(text: str, size: float, room: float) -> str:
    """The text, cut with an ellipsis to what the room holds."""
    if width(text, size) <= room:
        return text
    kept = text
    while kept and width(kept + "…", size) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def wrap(text: str, size: float, room: float, most: int) -> tuple[str, ...]:
    """The text in at most so many lines."""
    lines: list[str] = []
    rest = text.strip()
    while rest:
        if len(lines) == most - 1:
            return (*lines, fit(rest, size, room))
        head = _head(rest, size, room)
        lines.append(head.strip())
        rest = rest[len(head) :].strip()
    return tuple(lines)


def _head(text: str, size: float, room: float) -> str:
    """As much of the text as a line holds, up to a blank where there is one."""
    taken, used = 0, 0.0
    for char in text:
        used += _em(char) * size
        if used > room:
            break
        taken += 1
    if taken == len(text):
        return text
    blank = text.rfind(" ", 0, taken + 1)
    return text[: blank if blank > 0 else max(taken, 1)]
