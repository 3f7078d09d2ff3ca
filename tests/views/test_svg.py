"""Drawings: well-formed, alone, with no text outside its box and no box on another."""

import re
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemot.rules.state import State, fold
from gemot.testing.builders import CASE, challenge
from gemot.testing.ways import WAY, filed
from gemot.views.graph import Edge, Graph, Node, clean, edge, graph, node
from gemot.views.layout import BODY, HEAD, WIDE, layout, left
from gemot.views.mermaid import label, mermaid
from gemot.views.svg import DOTS, LIGHT, line_of_time, svg
from gemot.views.text import BOLD, fit, width, wrap
from gemot.views.timeline import PHASES
from gemot.views.trace import moments, panel, trace
from tests.views.states import HOSTILE, STATES

NS = "{http://www.w3.org/2000/svg}"
SIZES = {"title": 17 * BOLD, "column": HEAD * BOLD, "head": HEAD * BOLD, "text": BODY,
         "note": BODY, "time": BODY}  # fmt: skip
WHATS = {"trace": trace, "panel": panel, "timeline": moments}


def drawn(what: str, state: State) -> str:
    made = WHATS[what](CASE, state)
    return line_of_time(made, state) if what == "timeline" else svg(made)


def inside(text: str) -> None:
    """One document that needs nothing, in which every text ends within its box or the whole."""
    root = ElementTree.fromstring(text)
    assert root.tag == f"{NS}svg"
    assert root.get("role") == "img"
    titles = [e.text for e in root if e.tag in (f"{NS}title", f"{NS}desc")]
    assert len(titles) == 2
    assert all(titles)
    assert not {e.tag for e in root.iter()} & {f"{NS}script", f"{NS}a", f"{NS}image", f"{NS}use",
                                               f"{NS}foreignObject"}  # fmt: skip
    for e in root.iter():
        assert not [k for k in e.attrib if "href" in k or k.lower().startswith("on")]
        assert not any("url(" in v for v in e.attrib.values())
    assert "@import" not in text
    assert "url(" not in text.split("</style>")[0]
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg\")", text.split("<title")[0])
    whole = float(root.get("width", "0")), float(root.get("height", "0"))
    for e in root.iter(f"{NS}text"):
        assert float(e.get("x", "0")) + room(e) <= whole[0]
        assert float(e.get("y", "0")) <= whole[1]
    for g in root.iter(f"{NS}g"):
        box = next((r for r in g.findall(f"{NS}rect") if r.get("class") == "box"), None)
        if box is not None:
            x, y, w, h = (float(box.get(k, "0")) for k in ("x", "y", "width", "height"))
            for e in g.findall(f"{NS}text"):
                assert x <= float(e.get("x", "0"))
                assert float(e.get("x", "0")) + room(e) <= x + w
                assert y < float(e.get("y", "0")) - 9
                assert float(e.get("y", "0")) + 3 < y + h


def room(e: ElementTree.Element) -> float:
    return width(e.text or "", SIZES[e.get("class", "")])


@pytest.mark.parametrize("what", WHATS)
@pytest.mark.parametrize("name", STATES)
def test_a_drawing_is_whole_and_alone(name: str, what: str) -> None:
    text = drawn(what, STATES[name][0]())
    inside(text)
    assert drawn(what, STATES[name][0]()) == text


@pytest.mark.parametrize("what", WHATS)
def test_nothing_at_all_is_drawn_as_that(what: str) -> None:
    inside(drawn(what, fold(())))


def test_what_colour_says_a_word_says() -> None:
    text = drawn("trace", STATES["disputed"][0]())
    for word in ("F1 divergence, B against", "F2 minority", "E2 assumed", "not found"):
        assert word in text
    assert "A ben" not in text
    seats = drawn("panel", STATES["disputed"][0]())
    assert "C cleo, absent" in seats
    moved = fold(filed(*WAY["positioned"], challenge("A", "retry", changed=True,
                 basis="LOGICAL_ERROR", effective="retry")))  # fmt: skip
    shown = drawn("panel", moved)
    assert "first queue, in the end retry" in shown
    assert 'class="line moved"' in shown


def test_a_rehearsal_says_so_in_each_drawing() -> None:
    for what in WHATS:
        assert "REHEARSAL" in drawn(what, STATES["rehearsal"][0]())


def test_the_owner_and_a_recommendation_are_told_apart() -> None:
    assert "queue, chosen" in drawn("panel", STATES["concluded"][0]())
    assert "chosen" not in _heads(drawn("panel", STATES["disputed"][0]()))


def _heads(text: str) -> str:
    root = ElementTree.fromstring(text)
    return " ".join(e.text or "" for e in root.iter(f"{NS}text") if e.get("class") == "head")


def test_every_kind_and_phase_has_its_colour() -> None:
    assert set(DOTS.values()) <= set(LIGHT)
    assert set(PHASES.values()) <= set(DOTS)


SAID = r"[^\"`<>\[\]{}|]*"
LINE = re.compile(
    rf"%% {SAID}|flowchart LR|    acc(Title|Descr): {SAID}|    end"
    rf'|    subgraph c\d\["{SAID}"\]|        n\d+\["{SAID}(<br/>{SAID})?"\]'
    rf'|    n\d+ -. disputes .-> n\d+|    note\d\["{SAID}"\]'
)
"""A line of Mermaid with nothing in its texts that ends them."""
ANY = st.text(max_size=300) | st.just(HOSTILE) | st.just("W" * 90) | st.just("列" * 90)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Boxes in up to four columns with any texts and any lines between them."""
    count = draw(st.integers(0, 14))
    nodes = [
        node(f"n{i}", draw(st.integers(0, 3)), "claim", draw(ANY), draw(ANY)) for i in range(count)
    ]
    ends = st.integers(0, max(count - 1, 0)).map(lambda i: f"n{i}")
    pairs = draw(st.lists(st.tuples(ends, ends), max_size=20)) if count else []
    edges = [edge(a, b, "against", draw(ANY)) for a, b in pairs if a != b]
    return graph(draw(ANY), draw(ANY), ("One", "Two", "Three", "Four"), nodes, edges, [draw(ANY)])


@given(graphs())
def test_no_text_whatever_breaks_a_drawing(made: Graph) -> None:
    text = svg(made)
    root = ElementTree.fromstring(text)
    assert not list(root.iter(f"{NS}script"))
    for e in root.iter(f"{NS}text"):
        assert room(e) <= float(root.get("width", "0"))
    for line in mermaid(made).splitlines():
        assert LINE.fullmatch(line), line


@given(graphs())
def test_no_box_is_on_another_and_no_line_runs_behind_one(made: Graph) -> None:
    """Boxes and lanes of a column never overlap; a line passes a column in a lane of its own."""
    placed = layout(made)
    for column in placed.columns:
        for a, b in combinations(sorted(column, key=lambda x: x.y), 2):
            assert a.y + a.height <= b.y + 0.01
    for route in placed.routes:
        stops = [placed.boxes[s] for s in route.stops]
        assert [s.column for s in stops] == list(range(stops[0].column, stops[-1].column + 1))
        assert all(s.node is None for s in stops[1:-1])
    assert min((b.y for b in placed.boxes.values()), default=0) == 0
    assert all(left(b.column) + WIDE <= left(4) for b in placed.boxes.values())


@given(ANY, st.floats(20, 400), st.integers(1, 5))
def test_a_wrapped_text_keeps_to_its_room(text: str, space: float, most: int) -> None:
    """No line is wider than the room, and there are no more than asked."""
    flat = " ".join(text.split())
    lines = wrap(flat, BODY, space, most)
    assert len(lines) <= most
    assert all(width(x, BODY) <= space for x in lines)
    if not any("…" in x for x in lines):
        assert "".join("".join(lines).split()) == "".join(flat.split())
    assert width(fit(flat, BODY, space), BODY) <= space


def names() -> Iterator[str]:
    yield from ("O1@2", "a b", "é", "", "A-C1", "<x>")


def test_ids_are_safe_and_apart() -> None:
    made = [clean(n) for n in names()]
    assert len(set(made)) == len(made)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", m) for m in made)


def test_a_label_is_nothing_but_text() -> None:
    assert label('say "hi" # `x` <b> [y] {z} |w| A-C1 v1.2 - . _') == (
        "say #34;hi#34; #35; #96;x#96; #60;b#62; #91;y#93; #123;z#125; #124;w#124; A-C1 v1.2 "
        "#45; #46; #95;"
    )
    assert label("1. first") == "1#46; first"
    assert re.fullmatch(r"[^\"`<>\[\]{}|]*", label(HOSTILE.replace("\n", " ")))


def test_a_graph_as_mermaid() -> None:
    made = Graph(
        title="Retry?", desc="d", columns=("One", "Two"), notes=("a note",),
        nodes=(
            Node(id="a", column=0, kind="evidence", head="E1", text="x"),
            Node(id="b", column=1, kind="chosen", head="queue, chosen"),
        ),
        edges=(Edge(start="a", end="b", kind="against"),),
    )  # fmt: skip
    assert mermaid(made) == (
        "%% Retry?\n"
        "flowchart LR\n"
        "    accTitle: Retry?\n"
        "    accDescr: d\n"
        '    subgraph c0["One"]\n'
        '        n0["E1<br/>x"]\n'
        "    end\n"
        '    subgraph c1["Two"]\n'
        '        n1(["queue, chosen"])\n'
        "    end\n"
        "    n0 -. disputes .-> n1\n"
        "    classDef chosen stroke-width:4px\n"
        "    class n1 chosen\n"
        '    note0["a note"]\n'
    )


def test_edges_to_nothing_are_left_out() -> None:
    one = node("a", 0, "claim", "a")
    made = graph("t", "d", ("One",), [one, one], [edge("a", "b"), edge("c", "a")])
    assert (len(made.nodes), made.edges) == (1, ())
