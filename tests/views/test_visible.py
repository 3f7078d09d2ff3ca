"""Nothing that people see can move, hide or reorder."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemot.views.visible import hides, line, visible

TEXTS = st.text(st.characters(), max_size=60)
CASES = {
    "plain": ("two jobs\n\twere lost", "two jobs\n\twere lost"),
    "letters of other scripts": ("naïve 日本語 ☃", "naïve 日本語 ☃"),
    "ansi": ("\x1b[31mred", "<U+001B>[31mred"),
    "c1": ("\x9b31m", "<U+009B>31m"),
    "bidi": ("a\u202eb\u2066", "a<U+202E>b<U+2066>"),
    "zero width": ("a\u200bb\ufeff", "a<U+200B>b<U+FEFF>"),
    "blank letters": ("\u3164\u2800", "<U+3164><U+2800>"),
    "tags": ("\U000e0041", "<U+E0041>"),
    "selector": ("\U000e0100", "<U+E0100>"),
    "carriage return": ("abc\rx", "abc<U+000D>x"),
    "line end of Windows": ("a\r\nb", "a\nb"),
    "lone surrogate": ("\ud800", "<U+D800>"),
}


@pytest.mark.parametrize(("text", "shown"), CASES.values(), ids=CASES)
def test_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(TEXTS)
def test_nothing_hides(text: str) -> None:
    """In `visible(text)` every character but newline and tab is printable and takes up space."""
    assert not any(map(hides, visible(text)))
    assert visible(visible(text)) == visible(text)


@given(TEXTS, st.integers(2, 30))
def test_a_line_is_one_line(text: str, most: int) -> None:
    """`line` gives one line of at most `most` characters."""
    shown = line(text, most)
    assert "\n" not in shown
    assert len(shown) <= most
