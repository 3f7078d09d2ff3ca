"""The gate before anybody is asked (decision-council 1.3)."""

from typing import Any

import pytest

from gemot.records.framing import Reference
from gemot.rules.evidence import Readiness, readiness
from gemot.rules.state import fold
from gemot.testing.builders import case, evidence
from gemot.testing.ways import filed

LOST = "what E1 is said to observe, which was not found"
GONE: dict[str, Any] = {"resolved": False, "why": "gone", "excerpt": None}


def reference(number: int, found: dict[str, Any]) -> Reference:
    return Reference(
        id=f"E{number}",
        status=found.get("status", "OBSERVED"),
        kind=found.get("kind", "note"),
        at="two jobs were lost",
    )


def ready(stakes: str, *found: dict[str, Any], looked_up: bool = True) -> Readiness:
    """The gate of a case with these pieces of evidence."""
    asked = tuple(reference(i, f) for i, f in enumerate(found, 1))
    records = [evidence(id=f"E{i}", **f) for i, f in enumerate(found, 1) if looked_up]
    return readiness(fold(filed(case(stakes=stakes, evidence=asked), *records)))


@pytest.mark.parametrize(
    ("stakes", "found", "gate", "missing"),
    [
        ("low", [], "PASS", None),
        ("low", [{}], "PASS", None),
        ("low", [GONE], "CONDITIONAL", LOST),
        ("low", [{"status": "ASSUMED"}], "PASS", None),
        ("low", [{"status": "UNKNOWN"}], "CONDITIONAL", "an answer to E1, which is UNKNOWN"),
        ("material", [], "FAIL", "an observed fact that can be looked up"),
        ("material", [{}], "PASS", None),
        ("material", [GONE], "FAIL", LOST),
        ("material", [{}, {}, GONE], "FAIL", LOST.replace("E1", "E3")),
        ("material", [{"kind": "prior_opinion"}], "FAIL", "an observed fact that can be looked up"),
        ("material", [{}, {"status": "ASSUMED"}], "CONDITIONAL", "a check of E2"),
        ("material", [{"status": "ASSUMED"}], "FAIL", "an observed fact that can be looked up"),
    ],
)
def test_gate(stakes: str, found: list[dict[str, Any]], gate: str, missing: str | None) -> None:
    said = ready(stakes, *found)
    assert (said.gate, said.missing) == (gate, missing)


def test_not_looked_up() -> None:
    """What was not looked up yet is missing, not absent."""
    said = ready("material", {}, looked_up=False)
    assert said == Readiness(gate="FAIL", missing="a look-up of E1", reference="E1")


def test_unframed() -> None:
    assert readiness(fold(())).gate == "FAIL"


def test_worst_first() -> None:
    """The one missing fact is of the worst kind, and of several the first."""
    said = ready("material", {"status": "ASSUMED"}, GONE, GONE)
    assert (said.gate, said.reference) == ("FAIL", "E2")
