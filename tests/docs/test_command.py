"""`gemot admin docs`, through the command line."""

import json
from pathlib import Path

import pytest

from gemot.surfaces.cli.main import run


def test_check_names_the_pages_and_the_command_that_mends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["admin", "docs", "--root", str(tmp_path)]) == 0
    (tmp_path / "docs/rules.md").unlink()
    capsys.readouterr()
    assert run(["admin", "docs", "--check", "--root", str(tmp_path)]) == 3
    assert capsys.readouterr().out == "missing: docs/rules.md\n1 page to mend: gemot admin docs\n"


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["admin", "docs", "--check", "--json", "--root", str(tmp_path)]) == 3
    said = json.loads(capsys.readouterr().out)
    assert list(said) == ["schema", "ok", "pages", "next"]
    assert said["ok"] is False
    assert said["next"][0]["command"] == "gemot admin docs"
