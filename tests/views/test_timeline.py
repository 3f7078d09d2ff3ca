"""The timeline: every record is told, in one short visible line, under a known phase."""

from typing import get_args

import pytest

from gemot.records.kinds import KINDS, Opaque
from gemot.rules.state import State, fold
from gemot.testing.builders import BUILDERS, observation, plan, receipt, report
from gemot.testing.ways import WAY, filed
from gemot.views.timeline import MOST, PHASES, Phase, answer, lines, phase, summary, timeline
from gemot.views.visible import hides
from tests.views.states import STATES


def test_every_kind_has_a_phase() -> None:
    assert set(PHASES) == set(KINDS)
    assert set(PHASES.values()) | {"local", "degradation", "unknown"} == set(get_args(Phase))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_told(kind: str) -> None:
    (f,) = filed(BUILDERS[kind]())
    assert summary(f).strip()
    assert len(summary(f)) <= MOST


@pytest.mark.parametrize("name", STATES)
def test_a_line_is_short_and_visible(name: str) -> None:
    state = STATES[name][0]()
    steps = timeline(state)
    assert [m.record for m in steps] == [f.name for f in state.filed]
    for m in steps:
        assert len(m.summary) <= MOST
        assert not any(hides(c) or c in "\n\t" for c in m.summary)


@pytest.mark.parametrize(
    ("record", "word"),
    [
        (plan(), "consulting"),
        (plan(seats=(), rounds=(), calls=0, route="decide_locally"), "local"),
        (plan(seats=(), rounds=(), calls=0, route="reuse_prior"), "reuse"),
        (receipt(), "advisor_response"),
        (receipt(status="timeout"), "degradation"),
        (receipt(mismatch=True), "degradation"),
        (receipt(late=True), "degradation"),
        (report(insufficient=True), "degradation"),
        (observation(what="doubt", dispatch="ctx"), "degradation"),
        (Opaque(kind="x", version=9, body={}), "unknown"),
    ],
    ids=str,
)
def test_a_record_that_went_otherwise(record: object, word: str) -> None:
    (f,) = filed(record)  # type: ignore[arg-type]
    assert phase(f) == word


def test_a_cut_line_ends_in_an_ellipsis() -> None:
    (f,) = filed(BUILDERS["conclusion"](because="so" * 100))
    assert len(summary(f)) == MOST
    assert summary(f).endswith("…")


def test_for_people_and_for_programs() -> None:
    state: State = fold(filed(*WAY["concluded"]))
    assert lines(state)[0].startswith("2026-11-30 21:18  uncertainty       ")
    shown = answer("c-1", state)
    assert shown["schema"] == "gemot/timeline/1"
    assert len(shown["steps"]) == len(state.filed)
