"""What people see of texts that others wrote: nothing in it can move, hide or reorder.

Law: in `visible(text)` every character but newline and tab is printable and takes up space;
what was not stands as its code point, `<U+202E>`. Text without such characters is unchanged.
"""

from gemot.rules.unseen import hides as hides


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
