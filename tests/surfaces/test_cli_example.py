"""The example of this repository: it is a decision, and its evidence is where it says."""

from pathlib import Path

import pytest

from gemot.conduct.salvage import check_decision
from gemot.conduct.settings import load
from gemot.evidence.project import Folder
from gemot.evidence.resolve import resolve, resolvers
from gemot.journal.world import SystemClock
from gemot.rules.registry import RULES
from gemot.wiring import rehearsal

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "engine"
SHOWS = {"E1": "3.51.3", "E2": "CREATE TABLE record", "E3": "median"}
"""What each piece of evidence has to show; where a file moved, move the range."""


def test_the_evidence_is_there() -> None:
    decision = check_decision(
        (EXAMPLE / "decision.md").read_bytes(), RULES, at="2026-11-30T00:00:00.000Z"
    )
    project = Folder(ROOT)
    commit = project.commit()
    if commit is None:
        pytest.skip("no git checkout")
    table = resolvers(project, decision.owner, SystemClock())
    found = {r.id: resolve(table, r, commit, ()) for r in decision.evidence}
    assert {id: f.why for id, f in found.items()} == dict.fromkeys(SHOWS)
    for id, words in SHOWS.items():
        assert words in (found[id].text or "")
        assert len(found[id].text or "") < 600


def test_the_configuration_is_a_rehearsal_that_may_spend_nothing() -> None:
    settings = load(EXAMPLE / "gemot.toml", rehearsal)
    assert settings.council.seats == 2
    assert settings.council.case_nano == 0
    assert [a.rehearsal for a in settings.advisors] == [True, True]
    assert len({a.source for a in settings.advisors}) == 1
