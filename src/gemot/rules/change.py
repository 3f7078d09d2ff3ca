"""Rules on changed minds: when a seat's switch of choice counts.

Law: a change counts where it is flagged, goes to another choice, and rests on one of four bases
with what that basis needs: cited evidence for the two of evidence, reasoning for the others. In
every other case the first choice stands. That others think otherwise is no basis.
Source: decision-council 1.9. Codes continue those of `position`.

Where the reasoning was forgotten nobody can tell any more whether there was some; the change is
then taken as it was admitted.
"""

from collections.abc import Callable, Iterator

from gemot.records.answer import Challenge, Position
from gemot.records.prose import FORGOTTEN
from gemot.records.vocab import Severity
from gemot.rules.citation import blank
from gemot.rules.rule import Admission, Hit, Rule

EVIDENCE = ("NEW_EVIDENCE", "OVERLOOKED_EVIDENCE")
"""Bases that need cited evidence; the others need reasoning."""


def _first(facts: Admission) -> Position | None:
    return facts.state.positions.get(facts.record.seat)


def _unflagged(facts: Admission) -> Iterator[Hit]:
    said, first = facts.record, _first(facts)
    if first is not None and not said.changed and said.choice != first.choice:
        got = f"{said.choice!r} without a flagged change"
        yield Hit(place="choice", got=got, needed=f"{first.choice!r}, or the change flagged")


def _unbased(facts: Admission) -> Iterator[Hit]:
    said, first = facts.record, _first(facts)
    if first is None or not said.changed:
        return
    if said.choice == first.choice:
        got = f"a change from {first.choice!r} to itself"
        yield Hit(place="choice", got=got, needed="another choice, or no change")
    if said.basis is None:
        needed = "NEW_EVIDENCE, OVERLOOKED_EVIDENCE, LOGICAL_ERROR or OPTION_CORRECTION"
        yield Hit(place="basis", got="nothing", needed=needed)


def _lacks(said: Challenge) -> str | None:
    """What the basis of a change lacks: the name of a field."""
    if not said.changed or said.basis is None:
        return None
    if said.basis in EVIDENCE:
        return None if said.evidence else "evidence"
    return "reasoning" if blank(said.reasoning) else None


def _unsupported(facts: Admission) -> Iterator[Hit]:
    lacks = _lacks(facts.record)
    if lacks is not None:
        needed = f"{lacks}, for a change by {facts.record.basis}"
        yield Hit(place=lacks, got="nothing", needed=needed)


def _effective(facts: Admission) -> Iterator[Hit]:
    said, first = facts.record, _first(facts)
    if first is None or said.reasoning == FORGOTTEN:
        return
    counts = said.changed and said.basis is not None and said.choice != first.choice
    counts = counts and _lacks(said) is None
    needed = said.choice if counts else first.choice
    if said.effective != needed:
        why = "the change counts" if counts else "no change counts"
        yield Hit(place="effective", got=repr(said.effective), needed=f"{needed!r}: {why}")


def _rule(
    code: str, name: str, check: Callable[[Admission], Iterator[Hit]], says: str, why: str,
    severity: Severity = "degrade", fix: str = "nothing to do: the seat's first choice stands",
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=("challenge",), severity=severity, says=says, why=why, fix=fix,
        check=check,
    )  # fmt: skip


RULES: tuple[Rule, ...] = (
    _rule(
        "POS014", "unflagged-change", _unflagged, "the choice changed and the seat says it did not",
        "A switch that is not owned up to has no reason either.",
    ),
    _rule(
        "POS015", "change-without-basis", _unbased,
        "a change has no admissible basis, or goes nowhere",
        "Minds change for evidence and for errors found; a change because others think "
        "otherwise is persuasion and measures the others.",
    ),
    _rule(
        "POS016", "unsupported-change", _unsupported, "a change lacks what its basis rests on",
        "New evidence that is not named, and an error that is not explained, could be anything.",
    ),
    _rule(
        "POS017", "wrong-effective-choice", _effective,
        "the seat ends up elsewhere than its answer warrants",
        "Where a seat stands is computed from its two answers, so that nobody can move it.",
        "refuse", "leave the effective choice to the writer",
    ),
)  # fmt: skip
