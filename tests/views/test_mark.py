"""Markdown that others' words cannot break."""

import pytest

from gemot.views.mark import code, escape, quote, table, text

ESCAPED = {
    "heading": ("# a", r"\# a"),
    "list": ("- a", r"\- a"),
    "numbered": ("12. a", r"12\. a"),
    "numbered with bracket": ("1) a", r"1\) a"),
    "setext": ("===", r"\==="),
    "emphasis": ("*a* _b_", r"\*a\* \_b\_"),
    "code": ("`a`", r"\`a\`"),
    "cell": ("a | b", r"a \| b"),
    "html": ("<b>&amp;</b>", r"\<b\>\&amp;\</b\>"),
    "link": ("[a](javascript:x)", r"\[a\](javascript:x)"),
    "image": ("![a](b)", r"!\[a\](b)"),
    "autolink": (
        "see http://e.example or www.e.example",
        r"see http:\//e.example or www\.e.example",
    ),
    "mail": ("a@e.example", r"a\@e.example"),
    "strike and math": ("~~a~~ $x$", r"\~\~a\~\~ \$x\$"),
    "lines": ("a\n\n# b", "a # b"),
    "escape": (r"\# a", r"\\# a"),
    "hidden": ("a\u202e", r"a\<U+202E\>"),
    "plain": ("it's 3.5% (or so)", "it's 3.5% (or so)"),
}


@pytest.mark.parametrize(("given", "shown"), ESCAPED.values(), ids=ESCAPED)
def test_escape(given: str, shown: str) -> None:
    assert escape(given) == shown


def test_a_quote_keeps_its_lines_and_nothing_else() -> None:
    assert quote("a\r\n\n# b\n> c") == ["> a  ", ">", r"> \# b  ", r"> \> c  "]


@pytest.mark.parametrize(
    ("given", "shown"),
    [("a", "`a`"), ("a`b", "``a`b``"), ("`a`", "`` `a` ``"), ("a\nb", "`a b`"), ("", "")],
)
def test_a_code_span_cannot_be_left(given: str, shown: str) -> None:
    assert code(given) == shown


def test_an_empty_cell_is_a_dash() -> None:
    assert table(("a", "b"), [("1", "")]) == ["| a | b |", "| --- | --- |", "| 1 | – |"]


def test_a_document_has_no_two_blank_lines() -> None:
    assert text(["", "a", "", "", "b", ""]) == "a\n\nb\n"
