"""The bases of `sitting` are as they are built, and break no rule on the way."""

from pathlib import Path

import pytest

from gemot.rules.registry import RULES
from gemot.rules.rule import Admission, admit
from gemot.rules.state import fold
from gemot.testing.builders import NOW, OWNER
from gemot.testing.ways import filed
from tests.conformance import sitting

BASES = sitting.bases()


@pytest.mark.parametrize(("path", "data"), sitting.files().items(), ids=lambda x: _id(x))
def test_written(path: Path, data: bytes) -> None:
    """Bases and records are those that are built."""
    assert path.read_bytes() == data


def _id(value: object) -> str | None:
    return f"{value.parent.name}/{value.stem}" if isinstance(value, Path) else ""


@pytest.mark.parametrize("name", sorted(BASES))
def test_lawful(name: str) -> None:
    """Every record is admitted without an offence, at the moment that it is added."""
    way = filed(*BASES[name])
    for i, one in enumerate(way):
        facts = Admission(state=fold(way[:i]), record=one.record, actor=OWNER, at=NOW)
        found = [f"{o.code} {o.place}: {o.got}; {o.needed}" for o in admit(RULES, facts)]
        assert found == [], one.name
