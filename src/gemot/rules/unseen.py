"""What of a text nobody sees: characters that control, format, or have no glyph.

Laws: pure; a text of such characters and white space alone is blank, and two texts that differ
in such characters alone look the same.
"""

import unicodedata

HIDING = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""General categories that control, format, or have no glyph (ANSI escapes, bidi, zero width)."""
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters, marks and symbols by category that show nothing."""
SELECTORS = frozenset(map(chr, range(0xE0100, 0xE01F0)))
"""Variation selectors, which can carry a text of their own."""
FEW = frozenset(map(chr, range(0xFE00, 0xFE10)))
"""Variation selectors that ordinary text has, as behind a sign that is drawn in colour."""


def hides(char: str) -> bool:
    """Whether a character may not be shown as it is."""
    if char in "\n\t":
        return False
    return char in BLANK or char in SELECTORS or unicodedata.category(char) in HIDING


def seen(text: str) -> str:
    """The text as it looks, in one line: equal for texts that nobody can tell apart so."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    shown = unicodedata.normalize("NFC", "".join(c for c in text if not _unseen(c)))
    return " ".join(shown.split())


def _unseen(char: str) -> bool:
    return char in FEW or (hides(char) and not char.isspace())


def blank(text: str | None) -> bool:
    """Whether a text says nothing: none, or none that can be seen."""
    return text is None or not seen(text)
