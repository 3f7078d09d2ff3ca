"""A case as boxes in columns and lines between them, whatever draws it. Pure.

Laws: every text of a box is one visible line; an edge joins boxes that are there; a box's id is
derived and made of letters, digits and hyphens; kinds are words and never colours alone, so that
each drawing can also be read.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from gemot.views.visible import line

Kind = Literal[
    "evidence", "unfound", "claim", "proposal", "consensus", "divergence", "minority",
    "unresolved", "caller_challenge", "option", "chosen", "outcome", "source", "seat", "absent",
    "host", "moment",
]  # fmt: skip
Line = Literal["plain", "against", "moved"]
LONG = 400
"""Characters of a text that a box may hold; a drawing may show fewer."""


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """One box."""

    id: str
    column: int
    kind: Kind
    head: str
    """What it is: `E1 observed`."""
    text: str = ""
    """What it says."""


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """A line from one box to another; within a column it is an opposition."""

    start: str
    end: str
    kind: Line = "plain"
    says: str = ""


class Graph(msgspec.Struct, frozen=True, kw_only=True):
    """What is drawn."""

    title: str
    desc: str
    columns: tuple[str, ...]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    notes: tuple[str, ...] = ()
    """Lines beneath."""


def node(id: str, column: int, kind: Kind, head: str, text: str = "") -> Node:
    """A box with its texts made visible and short."""
    return Node(id=clean(id), column=column, kind=kind, head=line(head, 80), text=line(text, LONG))


def edge(start: str, end: str, kind: Line = "plain", says: str = "") -> Edge:
    """A line between two boxes by their names."""
    return Edge(start=clean(start), end=clean(end), kind=kind, says=line(says, 120))


def clean(name: str) -> str:
    """The id of a name: what is no letter, digit or hyphen is written by its number."""
    safe = (c if c.isascii() and (c.isalnum() or c == "-") else f"_{ord(c):x}_" for c in name)
    return "".join(safe) or "_"


def graph(
    title: str,
    desc: str,
    columns: Sequence[str],
    nodes: Iterable[Node],
    edges: Iterable[Edge],
    notes: Iterable[str] = (),
) -> Graph:
    """A graph; edges to what is not there are left out, and so are repeated ones."""
    boxes = {n.id: n for n in nodes}
    kept = {(e.start, e.end, e.kind): e for e in edges if {e.start, e.end} <= boxes.keys()}
    return Graph(
        title=line(title, 200),
        desc=line(desc, LONG),
        columns=tuple(columns),
        nodes=tuple(boxes.values()),
        edges=tuple(kept.values()),
        notes=tuple(line(n, LONG) for n in notes),
    )
