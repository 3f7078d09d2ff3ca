"""Every rule against its own cases, and every case against the whole registry."""

from pathlib import Path
from typing import Any

import pytest

from gemot.rules.registry import RULES
from gemot.rules.rule import Rule
from gemot.rules.stage import stage
from gemot.rules.state import fold
from gemot.testing.ways import WAY
from tests.conformance import facts, write

CASES = [pytest.param(p, id=f"{p.parent.name}/{p.stem}") for p in facts.paths()]
CODES = [rule.code for rule in RULES]


@pytest.mark.parametrize("path", CASES)
def test_case(path: Path) -> None:
    """A case's offences are all that the registry finds, and no other."""
    keys = facts.read(path)
    assert facts.found(RULES, keys) == keys["offences"]


@pytest.mark.parametrize("path", CASES)
def test_name(path: Path) -> None:
    """A firing case holds an offence of its rule, a near miss none."""
    code, kind = path.parent.name, path.stem
    held = code in {o["code"] for o in facts.read(path)["offences"]}
    assert (kind.startswith("fires-"), kind.startswith("near-miss-")) == (held, not held)


@pytest.mark.parametrize("code", CODES)
def test_covered(code: str) -> None:
    """Every rule has a case on each side of it."""
    stems = [p.stem for p in facts.paths(code)]
    assert any(s.startswith("fires-") for s in stems)
    assert any(s.startswith("near-miss-") for s in stems)


def test_known() -> None:
    """No case is of a rule that is not there."""
    assert {p.parent.name for p in facts.paths()} <= set(CODES)


@pytest.mark.parametrize("rule", RULES, ids=CODES)
def test_removed(rule: Rule) -> None:
    """A registry without a rule fails one of the rule's own cases."""
    rest = tuple(r for r in RULES if r is not rule)
    own = [facts.read(p) for p in facts.paths(rule.code)]
    assert any(facts.found(rest, keys) != keys["offences"] for keys in own)


@pytest.mark.parametrize(("path", "data"), list(write.files().items()), ids=lambda x: _id(x))
def test_written(path: Path, data: bytes) -> None:
    """Bases and records are those that the builders build."""
    assert path.read_bytes() == data


def _id(value: Any) -> str | None:
    return f"{value.parent.name}/{value.stem}" if isinstance(value, Path) else ""


@pytest.mark.parametrize("name", WAY)
def test_base(name: str) -> None:
    """A base is at the stage of its name."""
    assert stage(fold(facts.before(name))) == name
