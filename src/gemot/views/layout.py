"""Where boxes and lines go: columns from left to right, few crossings, nothing on top. Pure.

Laws: boxes of a column never overlap and keep `GAP` between them; a line that passes a column
gets a lane of its own there, so that it runs behind no box; the same graph gives the same
layout. In the way of Sugiyama, Tagawa and Toda: layers, order by barycentres, then places by
least squares under the order (pooled neighbours).
"""

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from gemot.views.graph import Edge, Graph, Node
from gemot.views.text import BOLD, wrap

WIDE = 236
"""Width of a box."""
BETWEEN = 84
"""Between two columns."""
GAP = 14
"""Between two boxes of a column."""
LANE = 4
"""Height of a lane for a line that passes."""
PAD = 10
HEAD, BODY = 12.5, 12
"""Font sizes of a box's head and text."""
LEADING = 16
"""From line to line."""
SWEEPS = 6


class Box(msgspec.Struct, kw_only=True):
    """A box or a lane at its place."""

    id: str
    column: int
    height: float
    node: Node | None = None
    """None: a lane."""
    head: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    y: float = 0.0
    """Its upper edge."""

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """A line and the boxes and lanes that it runs through, in order."""

    edge: Edge
    stops: tuple[str, ...]


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """Everything at its place; the origin is the upper left corner of the first column."""

    boxes: dict[str, Box]
    columns: tuple[tuple[Box, ...], ...]
    routes: tuple[Route, ...]
    arcs: tuple[Edge, ...]
    """Lines within a column."""
    height: float


def left(column: int) -> float:
    """The left edge of a column."""
    return column * (WIDE + BETWEEN)


def layout(graph: Graph) -> Layout:
    """Places for all of a graph."""
    boxes = {n.id: _box(n) for n in graph.nodes}
    routes, arcs = [], []
    for e in graph.edges:
        ends = boxes[e.start], boxes[e.end]
        if ends[0].column == ends[1].column:
            arcs.append(e)
        else:
            routes.append(_route(boxes, e))
    columns = [[b for b in boxes.values() if b.column == i] for i in range(len(graph.columns))]
    near = _neighbours(routes)
    _order(columns, near)
    _place(columns, near)
    top = min((b.y for b in boxes.values()), default=0.0)
    for box in boxes.values():
        box.y -= top
    return Layout(
        boxes=boxes,
        columns=tuple(tuple(c) for c in columns),
        routes=tuple(routes),
        arcs=tuple(arcs),
        height=max((b.y + b.height for b in boxes.values()), default=0.0),
    )


def _box(n: Node) -> Box:
    room = WIDE - 2 * PAD - 4
    head, text = wrap(n.head, HEAD * BOLD, room, 2), wrap(n.text, BODY, room, 4)
    height = (len(head) + len(text)) * LEADING + 2 * PAD - 2
    return Box(id=n.id, column=n.column, height=height, node=n, head=head, text=text)


def _route(boxes: dict[str, Box], e: Edge) -> Route:
    """A line from left to right with a lane in each column that it passes; all lines of one box
    to one end share none."""
    first, last = sorted((boxes[e.start], boxes[e.end]), key=lambda b: b.column)
    stops = [first.id]
    for column in range(first.column + 1, last.column):
        lane = Box(id=f"{e.start}>{e.end}:{e.kind}:{column}", column=column, height=LANE)
        boxes[lane.id] = lane
        stops.append(lane.id)
    return Route(edge=e, stops=(*stops, last.id))


Near = dict[str, list[str]]


def _neighbours(routes: Sequence[Route]) -> tuple[Near, Near]:
    """What each box is joined to on its left and on its right."""
    before: Near = defaultdict(list)
    after: Near = defaultdict(list)
    for r in routes:
        for a, b in zip(r.stops, r.stops[1:], strict=False):
            after[a].append(b)
            before[b].append(a)
    return before, after


def _order(columns: list[list[Box]], near: tuple[Near, Near]) -> None:
    """Order each column by the middle of its neighbours' ranks, in sweeps both ways."""
    for sweep in range(SWEEPS):
        forth = sweep % 2 == 0
        sides = near[0] if forth else near[1]
        for column in columns if forth else reversed(columns):
            rank = {b.id: i / max(len(c), 1) for c in columns for i, b in enumerate(c)}
            column.sort(key=lambda b: _mean([rank[x] for x in sides[b.id]], rank[b.id]))


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _place(columns: list[list[Box]], near: tuple[Near, Near]) -> None:
    """Stack the columns, then draw each box towards what it is joined to."""
    at: dict[str, Box] = {b.id: b for c in columns for b in c}
    for column in columns:
        y = 0.0
        for box in column:
            box.y, y = y, y + box.height + _gap(box)
    for sweep in range(SWEEPS):
        for column in columns if sweep % 2 == 0 else reversed(columns):
            _settle(column, _wanted(column, at, near))
    _close(list(at.values()))


def _wanted(column: list[Box], at: dict[str, Box], near: tuple[Near, Near]) -> list[float]:
    """Where each box is drawn to; one that is joined to nothing follows the one above it."""
    found: list[float] = []
    for i, box in enumerate(column):
        joined = [at[x].middle for x in (*near[0][box.id], *near[1][box.id])]
        if joined or not i:
            found.append(_mean(joined, box.middle) - box.height / 2)
        else:
            found.append(found[-1] + column[i - 1].height + _gap(column[i - 1]))
    return found


def _close(boxes: list[Box]) -> None:
    """Take out what is empty across all columns."""
    end, shift = None, 0.0
    for box in sorted(boxes, key=lambda b: b.y):
        if end is not None and box.y - end > GAP:
            shift += box.y - end - GAP
        end = max(end or box.y, box.y + box.height)
        box.y -= shift


def _gap(box: Box) -> float:
    return GAP if box.node else GAP / 2


def _settle(column: list[Box], wanted: list[float]) -> None:
    """The places nearest to those wanted that keep the order and the gaps."""
    offset, offsets = 0.0, []
    for box in column:
        offsets.append(offset)
        offset += box.height + _gap(box)
    pools: list[tuple[float, int]] = []
    for want, off in zip(wanted, offsets, strict=True):
        total, count = want - off, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            before = pools.pop()
            total, count = total + before[0], count + before[1]
        pools.append((total, count))
    places = [total / count for total, count in pools for _ in range(count)]
    for box, place, off in zip(column, places, offsets, strict=True):
        box.y = place + off
