"""What comes after a decision, or instead of one: `validation`, `lookback`, `attempt`,
`withdrawal`; and what was there before it: `precedent`."""

from typing import Literal

from gemot.records.catalogue import Frozen, Name, Word
from gemot.records.framing import CaseId, OutcomeId
from gemot.records.probe import ProbeId
from gemot.records.prose import Prose


class Validation(Frozen, frozen=True, kw_only=True):
    """Whether something that the conclusion promised holds."""

    conclusion: Word
    """The record's name within its case."""
    check: Prose
    outcome: Literal["pass", "fail"]
    probe: ProbeId | None = None
    evidence: tuple[Word, ...] = ()
    note: Prose = ""


class Lookback(Frozen, frozen=True, kw_only=True):
    """What was observed of one outcome, or of the decision as a whole."""

    conclusion: Word
    outcome: OutcomeId | None = None
    """None: the decision as a whole."""
    met: Literal["met", "partly", "not_met", "unknown"]
    observed: Prose
    probe: ProbeId | None = None
    evidence: tuple[Word, ...] = ()


class Attempt(Frozen, frozen=True, kw_only=True):
    """Something that was tried and failed (majordomus 1.5)."""

    attempt: Prose
    failure: Prose
    """What was observed."""
    invalidated: Prose | None = None
    """The assumption that it proved wrong."""
    hypothesis: Prose | None = None
    """What is held for true from now on."""
    evidence: tuple[Word, ...] = ()


class Withdrawal(Frozen, frozen=True, kw_only=True):
    """The question is taken back; nothing is decided."""

    reason: Prose


class Earlier(Frozen, frozen=True, kw_only=True):
    """One earlier case on the subject."""

    case: CaseId
    how: Literal["same", "subject", "near", "contradicting"]
    """The same request, the same subject, a similar one, or one that decides otherwise."""
    choice: Word | None = None
    """What it concluded; None: nothing that stands."""
    refused: tuple[Name, ...] = ()
    """Why its conclusion is not reused; empty: it could be."""


class Precedent(Frozen, frozen=True, kw_only=True):
    """What was found of earlier decisions when the case was framed. Computed by the writer."""

    earlier: tuple[Earlier, ...] = ()
