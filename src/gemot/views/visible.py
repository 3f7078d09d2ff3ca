"""What people see of texts that others wrote: nothing in it can move, hide or reorder.

Law: in `visible(text)` every character but newline and tab is printable and takes up space;
what was not stands as its code point, `<U+202E>`. Text without such characters is unchanged.
"""

import unicodedata

HIDING = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""General categories that control, format, or have no glyph (ANSI escapes, bidi, zero width)."""
BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols by category that show nothing."""


def hides(char: str) -> bool:
    """Whether a character may not be shown as it is."""
    if char in "\n\t":
        return False
    return char in BLANK or unicodedata.category(char) in HIDING


def visible(text: str) -> str:
    """The text with what hides made visible."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"<U+{ord(c):04X}>" if hides(c) else c for c in text)


def line(text: str, most: int | None = None) -> str:
    """The text in one visible line, cut to `most` characters with an ellipsis."""
    flat = visible(" ".join(text.split(None)))
    if most is not None and len(flat) > most:
        return flat[: most - 1].rstrip() + "…"
    return flat
