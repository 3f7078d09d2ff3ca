"""Markdown that others' words cannot break.

Law: whatever `escape` is given, what it returns is one line that renders as that text and as
nothing else: no heading, list, table cell, link, image, HTML, fence, entity or autolink.
"""

import re
from collections.abc import Iterable, Sequence

from gemot.views.visible import line, visible

_ANYWHERE = re.compile(r"([\\`*_\[\]<>|~&$@])")
_START = re.compile(r"^([#+\-=:]|\d{1,9}[.)])")
_LINK = re.compile(r"(?i)(:)(//)|\b(www)(\.)")


def escape(text: str, most: int | None = None) -> str:
    """Somebody's text in one line, cut to `most` characters before it is escaped."""
    flat = _ANYWHERE.sub(r"\\\1", line(text, most))
    flat = _LINK.sub(_unlink, flat)
    return _START.sub(_start, flat)


def _unlink(found: re.Match[str]) -> str:
    return r":\//" if found[1] else rf"{found[3]}\."


def _start(found: re.Match[str]) -> str:
    return f"{found[0][:-1]}\\{found[0][-1]}"


def quote(text: str) -> list[str]:
    """Somebody's text as a block quote, line by line."""
    kept = visible(text.replace("\r\n", "\n").replace("\r", "\n")).strip("\n").split("\n")
    return [f"> {escape(x)}".rstrip() + ("  " if x.strip() else "") for x in kept]


def code(text: str) -> str:
    """One line of text as a code span that its own backticks cannot end."""
    flat = line(text)
    runs = [len(x) for x in re.findall("`+", flat)]
    fence = "`" * (max(runs, default=0) + 1)
    pad = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{fence}{pad}{flat}{pad}{fence}" if flat else ""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table; the cells are Markdown already, and no cell of it is empty."""
    found = [_row(head), _row(["---"] * len(head))]
    return [*found, *(_row([cell or "–" for cell in row]) for row in rows)]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def bullets(items: Iterable[str]) -> list[str]:
    """List items; the texts are Markdown already."""
    return [f"- {item}" for item in items]


def named(name: str, items: Sequence[str]) -> list[str]:
    """A named list of others' texts, or nothing."""
    return ["", f"**{name}**", "", *bullets(escape(x) for x in items)] if items else []


def text(lines: Iterable[str]) -> str:
    """One document: no two blank lines on end, one newline at its end."""
    found: list[str] = []
    for each in lines:
        if each or (found and found[-1]):
            found.append(each)
    return "\n".join(found).strip("\n") + "\n"
