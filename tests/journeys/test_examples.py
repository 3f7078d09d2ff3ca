"""The examples on files of this repository: every command of their pages, and their evidence."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gemot.conduct.salvage import check_decision
from gemot.evidence.project import Folder
from gemot.evidence.resolve import resolve, resolvers
from gemot.journal.world import SystemClock
from gemot.rules.registry import RULES
from tests.docs.transcript import ROOT, differences

EXAMPLES = ROOT / "examples"
SHOWS = {
    "settle": {"E1": "CREATE TABLE record", "E2": "records are never changed"},
    "local": {"E1": "are not searched"},
}
"""What each piece of evidence has to show; where a file moved, move the range."""


def checkout() -> bool:
    """Whether this is a git checkout, which evidence is read from."""
    return shutil.which("git") is not None and Folder(ROOT).commit() is not None


needs_checkout = pytest.mark.skipif(not checkout(), reason="no git checkout")


@needs_checkout
@pytest.mark.parametrize("name", SHOWS)
def test_every_command_prints_what_the_page_says(name: str, tmp_path: Path) -> None:
    found = differences(EXAMPLES / name / "README.md", tmp_path)
    assert not found, "\n".join(found)


@needs_checkout
@pytest.mark.parametrize("name", SHOWS)
def test_the_evidence_is_there(name: str) -> None:
    decision = check_decision(
        (EXAMPLES / name / "decision.md").read_bytes(), RULES, at="2026-11-30T00:00:00.000Z"
    )
    project = Folder(ROOT)
    commit = project.commit()
    assert commit is not None
    table = resolvers(project, decision.owner, SystemClock())
    found = {r.id: resolve(table, r, commit, ()) for r in decision.evidence}
    assert {id: f.why for id, f in found.items()} == dict.fromkeys(SHOWS[name])
    for id, words in SHOWS[name].items():
        assert words in (found[id].text or "")


def test_each_seat_has_a_reply_for_each_round() -> None:
    replies = sorted((EXAMPLES / "settle" / "replies").iterdir())
    assert [r.stem for r in replies] == ["A-challenge", "A-positions", "B-challenge", "B-positions"]
    choices = [json.loads(r.read_text(encoding="utf-8"))["choice"] for r in replies]
    assert choices == ["leave", "leave", "guard", "guard"]


def test_the_experiment_separates_what_the_sides_expect() -> None:
    ran = subprocess.run(
        [sys.executable, str(EXAMPLES / "settle" / "replace.py")],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert ran.stdout == (
        "UPDATE: refused: records are never changed\n"
        "DELETE: refused: records are never deleted\n"
        "INSERT OR REPLACE: passed, and the hash is changed\n"
    )
