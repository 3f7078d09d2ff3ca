"""The library's page: its examples run as they stand, and it names every method."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gemot
from gemot import Case, Council

PAGE = (Path(__file__).parents[2] / "docs" / "library.md").read_text()
BLOCK = re.compile(r"^```(python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples() -> Iterator[tuple[str, str]]:
    """Each example, and what it is said to print."""
    blocks = [(m[1], m[2]) for m in BLOCK.finditer(PAGE)]
    for i, (kind, text) in enumerate(blocks):
        if kind == "python":
            after = blocks[i + 1] if i + 1 < len(blocks) else ("", "")
            yield text, after[1] if after[0] == "text" else ""


def test_the_examples_print_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    names: dict[str, Any] = {"__name__": "page"}
    for code, said in examples():
        exec(compile(code, "docs/library.md", "exec"), names)
        assert capsys.readouterr().out == said, code


@pytest.mark.parametrize("kind", [Council, Case])
def test_every_method_is_in_the_tables_and_says_what_it_does(kind: type) -> None:
    tables = "\n".join(line for line in PAGE.splitlines() if line.startswith("| `"))
    for name in dir(kind):
        if name.startswith("_"):
            continue
        assert f"`{name}`" in tables, name
        assert (getattr(kind, name).__doc__ or "").strip(), name


def test_every_error_is_in_the_table() -> None:
    errors = {n for n in gemot.__all__ if n not in ("Case", "Council", "__version__")}
    assert {n for n in errors if f"| `{n}` |" in PAGE} == errors
