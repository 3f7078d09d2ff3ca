"""A graph as Mermaid text, for pages that draw it. Pure.

Law: whatever a label holds, it is text: each character that Mermaid or HTML could read as more
than itself stands as its number (`#35;`), and ids are made of letters, digits and underscores.
"""

from gemot.views.graph import Edge, Graph, Node

PLAIN = frozenset(" ,:()/=+?!'")
"""What may stand in a label as it is, beside letters and digits."""
ARROWS = {"plain": "-->", "against": "-. disputes .->", "moved": "-. first .->"}
SHAPES = {"option": ('(["', '"])'), "chosen": ('(["', '"])'), "source": ('[("', '")]')}
"""How a kind is drawn where it is no box."""


def mermaid(graph: Graph, *, down: bool = False) -> str:
    """The graph from left to right, or downwards."""
    names = {n.id: f"n{i}" for i, n in enumerate(graph.nodes)}
    lines = [f"%% {_comment(graph.title)}", f"flowchart {'TB' if down else 'LR'}"]
    lines += [f"    accTitle: {label(graph.title)}", f"    accDescr: {label(graph.desc)}"]
    for i, title in enumerate(graph.columns):
        mine = [n for n in graph.nodes if n.column == i]
        if mine:
            lines.append(f'    subgraph c{i}["{label(title)}"]')
            lines += [f"        {_node(names[n.id], n)}" for n in mine]
            lines.append("    end")
    lines += [f"    {_edge(names, e)}" for e in graph.edges]
    chosen = [names[n.id] for n in graph.nodes if n.kind == "chosen"]
    if chosen:
        lines += ["    classDef chosen stroke-width:4px", f"    class {','.join(chosen)} chosen"]
    for i, note in enumerate(graph.notes):
        lines.append(f'    note{i}["{label(note)}"]')
    return "\n".join(lines) + "\n"


def label(text: str) -> str:
    """A text that is read as nothing but itself."""
    return "".join(
        c if c.isalnum() or c in PLAIN or _inner(text, i) else f"#{ord(c)};"
        for i, c in enumerate(text)
    )


def _inner(text: str, i: int) -> bool:
    """Whether a dot or hyphen stands within a word, where it begins no list."""
    return text[i] in ".-" and text[i - 1 : i].isalnum() and text[i + 1 : i + 2].isalnum()


def _comment(text: str) -> str:
    """A comment's text; a directive would begin with a brace."""
    return label(text).replace("#123;", "(").replace("#125;", ")")


def _node(name: str, node: Node) -> str:
    begin, end = SHAPES.get(node.kind, ('["', '"]'))
    said = f"<br/>{label(node.text)}" if node.text else ""
    return f"{name}{begin}{label(node.head)}{said}{end}"


def _edge(names: dict[str, str], e: Edge) -> str:
    return f"{names[e.start]} {ARROWS[e.kind]} {names[e.end]}"
