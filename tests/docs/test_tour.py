"""The tour: every command of the page, run in order in a repository of its own."""

import json
import shutil
from pathlib import Path

import pytest

from tests.docs.transcript import FRESH, ROOT, Step, differences, even, run, steps, written

TOUR = ROOT / "docs" / "tour"
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="no git")


@needs_git
def test_every_command_prints_what_the_page_says(tmp_path: Path) -> None:
    found = differences(TOUR / "index.md", tmp_path)
    assert not found, "\n".join(found)
    assert not (tmp_path / "tour").exists()


def test_the_page_goes_from_doubt_to_look_back() -> None:
    found = list(steps((TOUR / "index.md").read_text(encoding="utf-8")))
    assert {step.terminal for step in found} == {"first", "second"}
    shown = "\n".join(step.command for step in found)
    for command in (
        "init", "advisors", "decide", "case paste", "show", "case dispute", "case predict",
        "probe", "case resolve", "case verdict", "case draft", "conclude", "render", "verify",
        "case validate", "case lookback", "status", "case list",
    ):  # fmt: skip
        assert f"gemot {command}" in shown, command


def test_each_seat_has_a_reply_for_each_round_and_each_is_used() -> None:
    page = (TOUR / "index.md").read_text(encoding="utf-8")
    replies = sorted((TOUR / "replies").iterdir())
    assert [r.name for r in replies] == [
        "A-challenge.json", "A-positions.json", "B-challenge.json", "B-positions.json",
    ]  # fmt: skip
    for reply in replies:
        json.loads(reply.read_text(encoding="utf-8"))
        assert f'--file "$TOUR/replies/{reply.name}"' in page


def test_what_is_fresh_is_evened_out_and_nothing_else() -> None:
    assert len(FRESH) == 4
    said = "jobs-are-0a1b2c:3:" + "f" * 64 + " at 2026-11-30T10:00:00.001Z, " + "a" * 40
    assert even(said) == "jobs-are-ID:3:HASH at TIME, HASH"
    assert even("by 2026-11-30T10:00Z or 2026-12-01") == "by TIME or DATE"
    kept = "exit status 3; 4 calls, 0.00 USD; 12 records; E1, P2; jobs.py:9-21; 0.18 s"
    assert even(kept) == kept


def test_terminals_keep_folder_and_variables_and_are_apart(tmp_path: Path) -> None:
    text = (
        "```console\n$ cd /; X=1\n$ pwd; \\\n    echo $X\nold\n```\n"
        "```console second\n$ echo \"[$X]\"; printf no-end; echo err >&2\n```\n"
    )  # fmt: skip
    found = list(steps(text))
    assert [(s.terminal, s.command, s.said) for s in found] == [
        ("first", "cd /; X=1", ""), ("first", "pwd; \\\n    echo $X", "old\n"),
        ("second", 'echo "[$X]"; printf no-end; echo err >&2', ""),
    ]  # fmt: skip
    said = run(found, tmp_path)
    assert said == ["", "/\n1\n", "[]\nno-enderr\n"]
    new = written(text, found, said)
    assert new == text.replace("old\n", "/\n1\n").replace(">&2\n", ">&2\n[]\nno-enderr\n")
    assert written(new, list(steps(new)), said) == new


def test_a_terminal_that_ends_is_told(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="the terminal ended in 'exit 3'"):
        run([Step("first", "exit 3", "", 0)], tmp_path)
