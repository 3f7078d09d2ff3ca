"""A graph as SVG, made of nothing but text. Pure.

Laws: well-formed XML whatever the texts hold; no script, no reference to anything outside or
inside, no font but those of the reader; no text reaches beyond its box; what colour says, a word
says too; readable on a light and on a dark ground; title and description for those who hear it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from gemot.rules.state import State
from gemot.views.graph import Edge, Graph, Node
from gemot.views.layout import BETWEEN, BODY, HEAD, LEADING, PAD, WIDE, Box, Layout, Route, left
from gemot.views.layout import layout as laid
from gemot.views.text import BOLD, fit, wrap
from gemot.views.timeline import Moment, timeline
from gemot.views.visible import line

MARGIN = 24
TITLE = 17
STRIPE = 5
"""Width of the coloured stripe at a box's left edge."""
LIGHT = {
    "evidence": "#5b7083", "unfound": "#8a8f98", "claim": "#7a6a4f", "proposal": "#8250df",
    "consensus": "#1a7f37", "divergence": "#bc4c00", "minority": "#0969da",
    "unresolved": "#6e7781", "caller_challenge": "#cf222e", "option": "#57606a",
    "chosen": "#1a7f37", "outcome": "#0f766e", "source": "#5b7083", "seat": "#0969da",
    "absent": "#8a8f98", "host": "#7a6a4f", "moment": "#57606a",
}  # fmt: skip
"""The colour of each kind's stripe; it reads on both grounds."""
STYLE = """
text { font-family: system-ui, "Segoe UI", Helvetica, Arial, "DejaVu Sans", sans-serif;
  fill: #1f2328; }
.ground { fill: #ffffff; }
.title { font-size: 17px; font-weight: 600; }
.column { font-size: 12.5px; font-weight: 600; fill: #57606a; }
.box { fill: #f6f8fa; stroke: #d0d7de; }
.chosen .box { stroke: #1a7f37; stroke-width: 2.5; }
.absent .box, .unfound .box { stroke-dasharray: 4 3; }
.head { font-size: 12.5px; font-weight: 600; }
.text, .note { font-size: 12px; }
.text, .note, .time { fill: #424a53; }
.time { font-size: 12px; }
.line { fill: none; stroke: #8c959f; stroke-width: 1.3; }
.tip { fill: #8c959f; }
.against { stroke: #cf222e; stroke-dasharray: 5 3; }
.against-tip { fill: #cf222e; }
.moved { stroke-dasharray: 2 3; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .ground { fill: #0d1117; }
  .column { fill: #9198a1; }
  .box { fill: #161b22; stroke: #3d444d; }
  .chosen .box { stroke: #3fb950; }
  .text, .note, .time { fill: #c0c8d0; }
  .line { stroke: #768390; }
  .tip { fill: #768390; }
  .against { stroke: #f85149; }
  .against-tip { fill: #f85149; }
}
"""


def svg(graph: Graph) -> str:
    """The graph from left to right."""
    made = laid(graph)
    wide = left(len(graph.columns) - 1) + WIDE
    title = wrap(graph.title, TITLE * BOLD, wide, 2)
    top = MARGIN + len(title) * 24 + 34
    notes = [x for n in graph.notes for x in wrap(n, BODY, wide, 3)]
    deep = top + made.height + (len(notes) * LEADING + 20 if notes else 0)
    body = [
        *_titled(title),
        *_headings(graph, top),
        f'<g transform="translate({MARGIN} {_n(top)})">',
        *_lines(made),
        *(x for b in made.boxes.values() if b.node for x in _box(b, b.node)),
        "</g>",
        *_notes(notes, top + made.height + 24),
    ]
    return _document(graph.title, graph.desc, wide + 2 * MARGIN, deep + MARGIN, body)


def _document(title: str, desc: str, wide: float, deep: float, body: Iterable[str]) -> str:
    size = f'width="{_n(wide)}" height="{_n(deep)}" viewBox="0 0 {_n(wide)} {_n(deep)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" '
        'aria-labelledby="gemot-title gemot-desc">',
        f'<title id="gemot-title">{escape(title)}</title>',
        f'<desc id="gemot-desc">{escape(desc)}</desc>',
        f"<style>{STYLE}{_stripes()}</style>",
        '<rect class="ground" width="100%" height="100%"/>',
        *body,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    """Somebody's text in one line as XML."""
    flat = line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return flat.replace('"', "&quot;")


def _n(value: float) -> str:
    """A number in its shortest form, to a tenth."""
    return f"{value:.1f}".removesuffix(".0")


def _stripes() -> str:
    return "\n".join(f".{kind} .stripe {{ fill: {c}; }}" for kind, c in LIGHT.items())


def _text(x: float, y: float, said: str, kind: str) -> str:
    return f'<text class="{kind}" x="{_n(x)}" y="{_n(y)}">{escape(said)}</text>'


def _titled(title: Iterable[str]) -> Iterator[str]:
    return (_text(MARGIN, MARGIN + 12 + 24 * i, t, "title") for i, t in enumerate(title))


def _headings(graph: Graph, top: float) -> Iterator[str]:
    for i, name in enumerate(graph.columns):
        empty = not any(n.column == i for n in graph.nodes)
        said = fit(f"{name}: none" if empty else name, HEAD * BOLD, WIDE)
        yield _text(MARGIN + left(i), top - 14, said, "column")


def _notes(notes: Iterable[str], top: float) -> Iterator[str]:
    return (_text(MARGIN, top + LEADING * i, n, "note") for i, n in enumerate(notes))


def _box(box: Box, node: Node) -> Iterator[str]:
    x, y = left(box.column), box.y
    yield f'<g class="{node.kind}">'
    yield f"<title>{escape(': '.join(t for t in (node.head, node.text) if t))}</title>"
    shape = f'x="{_n(x)}" y="{_n(y)}" width="{WIDE}" height="{_n(box.height)}"'
    yield f'<rect class="box" {shape} rx="4"/>'
    stripe = f'x="{_n(x)}" y="{_n(y)}" width="{STRIPE}" height="{_n(box.height)}"'
    yield f'<rect class="stripe" {stripe} rx="2"/>'
    for i, (said, kind) in enumerate(_said(box)):
        yield _text(x + PAD + 4, y + PAD + 10 + LEADING * i, said, kind)
    yield "</g>"


def _said(box: Box) -> list[tuple[str, str]]:
    return [*((t, "head") for t in box.head), *((t, "text") for t in box.text)]


# Lines.


def _lines(made: Layout) -> Iterator[str]:
    ports = _ports(made)
    for route in made.routes:
        yield from _path(made, route, ports)
    for i, arc in enumerate(made.arcs):
        yield from _arc(made, arc, i)


Ports = dict[tuple[str, str, int], float]


def _ports(made: Layout) -> Ports:
    """Where each line leaves and meets a box: apart, in the order of what they lead to."""
    sides: dict[tuple[str, str], list[tuple[float, int]]] = defaultdict(list)
    for i, r in enumerate(made.routes):
        sides[r.stops[0], "right"].append((made.boxes[r.stops[1]].middle, i))
        sides[r.stops[-1], "left"].append((made.boxes[r.stops[-2]].middle, i))
    found: Ports = {}
    for (id, side), ends in sides.items():
        box = made.boxes[id]
        step = min(9.0, (box.height - 12) / max(len(ends), 1))
        for n, (_, i) in enumerate(sorted(ends)):
            found[id, side, i] = box.middle + (n - (len(ends) - 1) / 2) * step
    return found


def _path(made: Layout, route: Route, ports: Ports) -> Iterator[str]:
    i = made.routes.index(route)
    first, last = route.stops[0], route.stops[-1]
    x, y = left(made.boxes[first].column) + WIDE, ports[first, "right", i]
    drawn = f"M{_n(x)} {_n(y)}"
    for id in route.stops[1:]:
        box = made.boxes[id]
        to = left(box.column)
        end = ports[last, "left", i] if id == last else box.middle
        stop = to - 6 if id == last else to
        half = BETWEEN / 2
        drawn += f" C{_n(x + half)} {_n(y)} {_n(stop - half)} {_n(end)} {_n(stop)} {_n(end)}"
        x, y = to, end
        if id != last:
            x += WIDE
            drawn += f" L{_n(x)} {_n(y)}"
    yield from _drawn(route.edge, drawn, f"M{_n(x)} {_n(y)} l-7 -3.5 v7 z")


def _arc(made: Layout, arc: Edge, i: int) -> Iterator[str]:
    """An opposition within a column, on the left of its boxes."""
    start, end = made.boxes[arc.start], made.boxes[arc.end]
    x, out = left(start.column), 26 + 10 * (i % 4)
    a, b = (box.middle + (12 if box is start else -14) + 2 * (i % 4) for box in (start, end))
    drawn = f"M{_n(x)} {_n(a)} C{_n(x - out)} {_n(a)} {_n(x - out)} {_n(b)} {_n(x - 6)} {_n(b)}"
    yield from _drawn(arc, drawn, f"M{_n(x)} {_n(b)} l-7 -3.5 v7 z")


def _drawn(edge: Edge, path: str, tip: str) -> Iterator[str]:
    kind = "" if edge.kind == "plain" else f" {edge.kind}"
    tipped = " against-tip" if edge.kind == "against" else ""
    yield "<g>"
    if edge.says:
        yield f"<title>{escape(edge.says)}</title>"
    yield f'<path class="line{kind}" d="{path}"/>'
    yield f'<path class="tip{tipped}" d="{tip}"/>'
    yield "</g>"


# The timeline.

ROW = 24
TIMES, PHASE, SUMMARY, WHOLE = 48, 64, 210, 1000
"""Where the columns of a timeline begin, and its width."""
DOTS = {
    "uncertainty": "evidence", "consulting": "claim", "local": "option", "reuse": "proposal",
    "advisor_response": "seat", "degradation": "caller_challenge", "disagreement": "divergence",
    "experiment": "proposal", "conclusion": "chosen", "validation": "outcome",
    "attempt": "host", "upkeep": "unresolved", "unknown": "absent",
}  # fmt: skip
"""The kind whose colour a phase's dot has."""


def line_of_time(graph: Graph, state: State) -> str:
    """The timeline: a row a record, under the day that it was written."""
    steps = timeline(state)
    title = wrap(graph.title, TITLE * BOLD, WHOLE, 2)
    top = MARGIN + len(title) * 24 + 8
    body, y = [*_titled(title)], top
    day = ""
    rows: list[str] = []
    for m in steps:
        if m.at[:10] != day:
            day, y = m.at[:10], y + 12
            rows.append(_text(MARGIN, y + 8, day, "column"))
            y += ROW
        rows += _moment(m, y)
        y += ROW
    notes = [x for n in graph.notes for x in wrap(n, BODY, WHOLE, 3)]
    body += [*rows, *_notes(notes, y + 16)]
    deep = y + (len(notes) * LEADING + 20 if notes else 0)
    return _document(graph.title, graph.desc, WHOLE + 2 * MARGIN, deep + MARGIN, body)


def _moment(m: Moment, y: float) -> Iterator[str]:
    yield f'<g class="{DOTS[m.phase]}">'
    yield f"<title>{escape(f'{m.at} {m.record}: {m.summary}')}</title>"
    yield _text(MARGIN, y + 4, m.at[11:16], "time")
    yield f'<circle class="stripe" cx="{MARGIN + TIMES}" cy="{_n(y)}" r="5"/>'
    yield _text(MARGIN + PHASE, y + 4, m.phase.replace("_", " "), "head")
    yield _text(MARGIN + SUMMARY, y + 4, fit(m.summary, BODY, WHOLE - SUMMARY), "text")
    yield "</g>"
