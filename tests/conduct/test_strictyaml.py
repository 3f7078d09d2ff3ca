"""YAML as decision files may hold it, with both parsers of PyYAML."""

from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gemot.conduct.strictyaml import MAX_DEPTH, MAX_SIZE, Loaded, load


@pytest.fixture(params=["C", "Python"], autouse=True)
def _parser(request: pytest.FixtureRequest) -> Iterator[None]:
    """Everything holds where PyYAML was built without libyaml too."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "Python":
            patch.delattr(yaml, "CSafeLoader", raising=False)
        yield


def said(loaded: Loaded) -> list[str]:
    return [f"{f.place}: {f.got}, {f.needed}" for f in loaded.found]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("a: ", {"a": None}),
        ("a: ~\nb: null\nc: 'null'", {"a": None, "b": None, "c": "null"}),
        ("a: true\nb: FALSE\nc: 'true'", {"a": True, "b": False, "c": "true"}),
        ("a: yes\nb: no\nc: on\nd: Off", {"a": "yes", "b": "no", "c": "on", "d": "Off"}),
        ("a: 2026-11-30\nb: 10:42", {"a": "2026-11-30", "b": "10:42"}),
        ("a: 1.10\nb: 0x1f\nc: 12e4567", {"a": "1.10", "b": "0x1f", "c": "12e4567"}),
        ("true: x\n1: y\n~: z", {"true": "x", "1": "y", "~": "z"}),
        ("<<: {a: b}", {"<<": {"a": "b"}}),
        ("a: |\n  x\n  y\nb: >\n  x\n  y\n", {"a": "x\ny\n", "b": "x y\n"}),
        ("- a\n- [b, {c: d}]", ["a", ["b", {"c": "d"}]]),
    ],
)
def test_value(text: str, value: Any) -> None:
    assert load(text) == Loaded(value=value)


@pytest.mark.parametrize(
    ("text", "value", "faults"),
    [
        (
            "a: 1\nb: {c: 2,\n  c: 3}\na: 4\na: 5",
            {"a": "1", "b": {"c": "2"}},
            [
                "b.c: a second 'c' on line 3, each key once; the first is on line 2",
                "a: a second 'a' on line 4, each key once; the first is on line 1",
                "a: a second 'a' on line 5, each key once; the first is on line 1",
            ],
        ),
        (
            "a: &x [1]\nb: *x\nc: [*x]",
            {"a": ["1"], "b": None, "c": [None]},
            [
                "a: the anchor &x on line 1, a plain value",
                "b: the alias *x on line 2, a value",
                "c[0]: the alias *x on line 3, a value",
            ],
        ),
        (
            "a: !!int 1\nb: !mine x\n!k c: d",
            {"a": "1", "b": "x", "c": "d"},
            [
                "a: the tag tag:yaml.org,2002:int on line 1, a plain value",
                "b: the tag !mine on line 2, a plain value",
                "(whole): the tag !k on line 3, a plain value",
            ],
        ),
        ("%YAML 1.1\n---\na: b", {"a": "b"}, ["line 1: a directive, none"]),
    ],
)
def test_faults(text: str, value: Any, faults: list[str]) -> None:
    """Each fault is said, and what can be read is read."""
    loaded = load(text)
    assert (loaded.value, said(loaded), loaded.broken) == (value, faults, False)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: b\n---\nc: d", "line 2: a second document, one"),
        ("? [a]\n: b", "(whole): a key that is no text on line 1, text"),
        ("a: \x1b[31m", "line 1, column 4: the character U+001B, text without control characters"),
        ("a: \ud800", "line 1, column 4: the character U+D800, text without control characters"),
        ("a" * (MAX_SIZE + 1), f"(whole): {MAX_SIZE + 1} bytes, at most {MAX_SIZE}"),
    ],
)
def test_broken(text: str, fault: str) -> None:
    loaded = load(text)
    assert (said(loaded), loaded.value, loaded.broken) == ([fault], None, True)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: b: c", "line 5, column 5"),
        ("a: 'b", "line 5, column"),
        ("a: [b\nc: d", "line 6, column"),
        ("a:\n\t- b", "line 6, column 1"),
        ("@a: b", "line 5, column 1"),
    ],
)
def test_syntax(text: str, place: str) -> None:
    """What cannot be scanned is one fault with line and column, counted from `first`."""
    loaded = load(text, first=5)
    (fault,) = loaded.found
    assert fault.place.startswith(place)
    assert fault.got.startswith("what is no YAML: ")
    assert loaded.broken


@pytest.mark.parametrize("deep", ["[" * 100_000, "- " * 100_000 + "a", "{a: " * 50_000])
def test_deep(deep: str) -> None:
    """Depth is bounded, whatever the parser would bear."""
    (fault,) = load(deep).found
    assert fault.needed in ("flat values", "valid YAML")


def test_depth() -> None:
    inside = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert not load(inside).found
    assert load(f"[{inside}]").found[0].got == f"more than {MAX_DEPTH} levels on line 1"


def test_bomb() -> None:
    """A billion laughs are nine lists of faults."""
    text = "a: &a [x]\n" + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join([f'*{chr(97 + i)}'] * 9)}]\n" for i in range(9)
    )
    assert len(load(text).found) == 10 + 9 * 9


PLAIN = st.recursive(
    st.booleans() | st.none() | st.text(st.characters(codec="utf-8", categories=["L", "N", "P"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abc", min_size=1), inner),
    max_leaves=12,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PLAIN)
def test_round_trip(value: Any) -> None:
    """What PyYAML writes, with its texts in quotes, is read as it was, up to the depth."""
    text = yaml.safe_dump(value, default_style='"', allow_unicode=True)
    text = text.replace('!!bool "true"', "true").replace('!!bool "false"', "false")
    text = text.replace('!!null "null"', "null")
    loaded = load(text)
    assert loaded.broken or loaded.value == value


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.sampled_from("ab:-[]{}#&*!|>'\"%@`,? \n\t\x85\ufeff~é"), max_size=40) | st.text())
def test_total(text: str) -> None:
    """Every text is a value or faults, never an exception."""
    loaded = load(text)
    assert loaded.found or not loaded.broken
