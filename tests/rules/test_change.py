"""When a changed mind counts (decision-council 1.9, step 3)."""

from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from gemot.reading.read import change_is_valid
from gemot.records.prose import FORGOTTEN
from gemot.records.vocab import INSUFFICIENT, ChangeBasis
from gemot.rules.state import State
from tests.conformance import council
from tests.rules.cases import after, judged

ASKED: State = after("council-challenge-asked")
CHOICES = st.sampled_from(["queue", "retry", INSUFFICIENT])


def said(**changes: Any) -> list[str]:
    """What is found in A's challenge, whose first choice was the queue."""
    fields = {name: getattr(council.challenge("A"), name) for name in _NAMES}
    return judged(ASKED, type(council.challenge("A"))(**{**fields, **changes}))


_NAMES = type(council.challenge("A")).__struct_fields__


@given(
    choice=CHOICES,
    effective=CHOICES,
    changed=st.booleans(),
    basis=st.none() | st.sampled_from(get_args(ChangeBasis)),
    evidence=st.sampled_from([(), ("E1",)]),
    reasoning=st.sampled_from(["", " ", "a restart is rare"]),
)
def test_the_effective_choice_is_the_computed_one(
    choice: str, effective: str, changed: bool, basis: Any, evidence: Any, reasoning: str
) -> None:
    """The rule and the reader hold the same changes for valid, each by itself."""
    reasons = bool(reasoning.strip())
    counts = change_is_valid("queue", choice, changed, basis, bool(evidence), reasons)
    found = said(
        choice=choice, effective=effective, changed=changed, basis=basis, evidence=evidence,
        reasoning=reasoning,
    )  # fmt: skip
    refused = [line for line in found if line.startswith("POS017")]
    needed = choice if counts else "queue"
    assert bool(refused) == (effective != needed)
    if changed and not counts:
        assert any(line.startswith(("POS015", "POS016")) for line in found)


def test_a_change_without_basis_is_kept_and_does_not_count() -> None:
    assert said(choice="retry", changed=True) == [
        "POS015 basis: nothing; NEW_EVIDENCE, OVERLOOKED_EVIDENCE, LOGICAL_ERROR or "
        "OPTION_CORRECTION"
    ]


def test_a_forgotten_reasoning_is_taken_as_it_was_admitted() -> None:
    counted = {"choice": "retry", "changed": True, "basis": "LOGICAL_ERROR"}
    for effective in ("retry", "queue"):
        assert said(**counted, reasoning=FORGOTTEN, effective=effective) == []
