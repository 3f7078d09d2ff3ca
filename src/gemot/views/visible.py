"""What people see of texts that others wrote: nothing in it can move, hide or reorder.

Law: in `visible(text)` every character but newline and tab is printable and takes up space;
what was not stands as its code point, `<U+202E>`. Text without such characters is unchanged.
"""

import unicodedata

HIDING = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""General categories that control, format, or have no glyph (ANSI escapes, bidi, zero width)."""
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters, marks and symbols by category that show nothing."""
SELECTORS = range(0xE0100, 0xE01F0)
"""Variation selectors, which can carry a text of their own."""


def hides(char: str) -> bool:
    """Whether a character may not be shown as it is."""
    if char in "\n\t":
        return False
    return char in BLANK or ord(char) in SELECTORS or unicodedata.category(char) in HIDING


def visible(text: str) -> str:
    """The text with what hides made visible."""
    if text.isascii() and text.isprintable():
        return text
    whole = text.replace("\r\n", "\n")
    return "".join(f"<U+{ord(c):04X}>" if hides(c) else c for c in whole)


def line(text: str, most: int | None = None) -> str:
    """The text in one visible line, cut to `most` characters with an ellipsis."""
    flat = visible(" ".join(text.split(None)))
    if most is not None and len(flat) > most:
        return flat[: most - 1].rstrip() + "…"
    return flat
