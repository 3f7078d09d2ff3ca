"""Answers: only evidence that was found, and was shown to the seat."""

from typing import Any

import msgspec

from gemot.records.answer import Link, Position
from gemot.rules.state import State
from tests.conformance import council
from tests.rules.cases import after, judged


def position(**changes: Any) -> Position:
    return msgspec.structs.replace(council.position("A"), proposals=(), **changes)


def test_unresolved_evidence_supports_nothing() -> None:
    """What was looked up and not found is named as such, and not as unseen."""
    state = after("council-positions-asked", council.evidence("E2", resolved=False, excerpt=None))
    assert judged(state, position(evidence=("E1", "E2"))) == [
        "POS005 evidence[1]: 'E2', which was not found; one of E1"
    ]


def test_evidence_found_since_was_not_shown() -> None:
    state = after("council-positions-asked", council.evidence("E2"))
    assert judged(state, position(evidence=("E2",))) == [
        "POS006 evidence[0]: 'E2', which the seat was not shown; evidence in its packet"
    ]


def test_every_fault_of_an_answer_at_once() -> None:
    claims = council.position("B").claims
    said = position(seat="A", choice="both", alternative="defer", claims=claims, evidence=("E7",))
    assert judged(after("council-positions-asked"), said) == [
        "POS003 claims[0].id: 'B-C1'; 'A-C1'",
        "POS004 choice: 'both'; one of retry, queue, INSUFFICIENT_EVIDENCE",
        "POS004 alternative: 'defer'; one of retry, queue",
        "POS005 evidence[0]: 'E7', which is no evidence of the case; one of E1",
    ]


def test_without_a_position_every_link_is_nobodys() -> None:
    state: State = after("council-positions-asked")
    links = (Link(own="A-C1", other="B-C1", relation="agree"),)
    said = msgspec.structs.replace(council.challenge("A"), links=links)
    assert [line[:6] for line in judged(state, said)] == [
        "STG001", "POS001", "POS009", "POS010", "POS011",
    ]  # fmt: skip


def test_a_disagreement_with_a_remark_is_no_contradiction() -> None:
    """A remark of the seat's own is another pair than that of its claim."""
    links = (
        Link(own="A-C1", other="B-C1", relation="agree"),
        Link(own=None, other="B-C1", relation="disagree"),
    )
    said = msgspec.structs.replace(council.challenge("A"), links=links)
    assert judged(after("council-challenge-asked"), said) == [
        "POS013 links[1].own: a remark on 'B-C1'; a relation of a claim that the seat made sealed"
    ]
