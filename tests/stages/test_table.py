"""Every pair of the stage table, with a real record of the kind and a real case at the stage."""

from typing import Any, get_args

import pytest

from gemot.records.kinds import KINDS
from gemot.rules.registry import RULES
from gemot.rules.rule import Admission, admit
from gemot.rules.stage import OUT_OF_STAGE, STAGES, TABLE, Stage, stage
from gemot.rules.state import fold
from gemot.testing.builders import BUILDERS, NOW, OWNER
from gemot.testing.ways import WAY, filed

PAIRS = [(kind, name) for kind in KINDS for name in STAGES]


def judged(kind: str, name: Stage) -> list[tuple[str, str, str]]:
    """What the stage rule says of a minimal record of the kind at the stage."""
    facts = Admission(state=fold(filed(*WAY[name])), record=BUILDERS[kind](), actor=OWNER, at=NOW)
    return [(o.place, o.got, o.needed) for o in admit((OUT_OF_STAGE,), facts)]


def test_complete() -> None:
    """The table has every kind and every stage, and nothing else."""
    assert list(TABLE) == PAIRS
    assert set(BUILDERS) == set(KINDS)
    assert set(WAY) == set(get_args(Stage))


@pytest.mark.parametrize(("kind", "name"), PAIRS, ids=lambda x: str(x))
def test_pair(kind: str, name: Stage) -> None:
    """An illegal pair gives exactly one offence and changes nothing; a legal one gives none."""
    state = fold(filed(*WAY[name]))
    before = state.filed
    found = judged(kind, name)
    allowed = [s for s in STAGES if TABLE[kind, s]]
    if TABLE[kind, name]:
        assert found == []
    else:
        article = "an" if kind[0] in "aeiou" else "a"
        got = f"{article} {kind} at stage {name!r}"
        needed = "one of the stages " + ", ".join(allowed) if allowed else "no stage allows it"
        assert found == [(kind, got, needed)]
    assert (state.filed, stage(state)) == (before, name)


@pytest.mark.parametrize(("kind", "name"), PAIRS, ids=lambda x: str(x))
def test_registry(kind: str, name: Stage) -> None:
    """The registry judges the stage as the rule alone does."""
    facts = Admission(state=fold(filed(*WAY[name])), record=BUILDERS[kind](), actor=OWNER, at=NOW)
    codes = [o.code for o in admit(RULES, facts)]
    assert codes.count("STG001") == (not TABLE[kind, name])


@pytest.mark.parametrize("name", STAGES)
def test_way(name: Stage) -> None:
    """Along the way to a stage every record is admitted at the stage before it."""
    way: tuple[Any, ...] = filed(*WAY[name])
    for i, one in enumerate(way):
        now = stage(fold(way[:i]))
        assert TABLE[one.kind, now], f"{one.kind} at {now}"


def test_no_dead_row() -> None:
    """The table is not empty by accident: each kind is allowed somewhere, each stage left."""
    for kind in KINDS:
        assert any(TABLE[kind, name] for name in STAGES), kind
    for name in STAGES:
        assert any(TABLE[kind, name] for kind in KINDS), name
