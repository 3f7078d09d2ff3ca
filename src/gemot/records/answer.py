"""What seats said, as read from their replies: `position`, `challenge`, `draft`.

Each is read from the raw reply whole or not at all; nothing is repaired.
"""

from typing import Annotated

from msgspec import Meta

from gemot.records.catalogue import Frozen, Name, Word
from gemot.records.prose import Prose
from gemot.records.vocab import (
    ChangeBasis,
    ClaimKind,
    Confidence,
    DisagreementKind,
    Judgement,
    ProposalKind,
    Relation,
)

ClaimId = Annotated[str, Meta(pattern=r"^[A-Z][A-Z0-9]{0,7}-C[1-9]\d{0,2}\Z")]
ProposalId = Annotated[str, Meta(pattern=r"^[A-Z][A-Z0-9_-]*-P\d+\Z")]
FindingId = Annotated[str, Meta(pattern=r"^F[1-9]\d{0,3}\Z")]


class Claim(Frozen, frozen=True, kw_only=True):
    """One checkable statement of a seat, made sealed."""

    id: ClaimId
    kind: ClaimKind
    text: Prose
    evidence: tuple[Word, ...] = ()
    """Evidence ids of the packet."""
    against: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """Number of the owner's direction that it contradicts; None: none."""


class Gap(Frozen, frozen=True, kw_only=True):
    """Something the seat was not told, and what it could change."""

    what: Prose
    impact: Prose


class Negative(Frozen, frozen=True, kw_only=True):
    """An outcome that a proposal would hurt."""

    outcome: Name
    """`O1@1`."""
    effect: Prose


class Proposal(Frozen, frozen=True, kw_only=True):
    """Something that a seat wants done (decision-council 1.8, part 7)."""

    id: ProposalId
    kind: ProposalKind
    text: Prose
    outcomes: tuple[Name, ...] = ()
    contribution: Prose = ""
    evidence: tuple[Word, ...] = ()
    negatives: tuple[Negative, ...] = ()
    verification: Prose = ""


class Position(Frozen, frozen=True, kw_only=True):
    """A round-one answer in the seven parts of decision-council 1.8."""

    seat: Word
    dispatch: Word
    choice: Word
    """An option's id, or `INSUFFICIENT_EVIDENCE`."""
    rationale: Prose
    evidence: tuple[Word, ...] = ()
    claims: tuple[Claim, ...] = ()
    concern: Prose
    """The strongest concern about its own choice."""
    missing: tuple[Gap, ...] = ()
    alternative: Word | None = None
    alternative_case: Prose = ""
    """The strongest case for the best alternative."""
    confidence: Confidence
    falsifier: Prose
    """What would show that the choice is wrong."""
    proposals: tuple[Proposal, ...] = ()


class Link(Frozen, frozen=True, kw_only=True):
    """How one of the seat's own sealed claims stands to another seat's, by id."""

    own: ClaimId | None
    """None: a remark on a claim the seat never made; it adds nothing."""
    other: ClaimId
    relation: Relation
    reason: Prose = ""


class Challenge(Frozen, frozen=True, kw_only=True):
    """A seat's answer to the others' positions, which it saw without names."""

    seat: Word
    dispatch: Word
    links: tuple[Link, ...] = ()
    changed: bool
    choice: Word
    basis: ChangeBasis | None = None
    evidence: tuple[Word, ...] = ()
    reasoning: Prose = ""
    concedes: Prose = ""
    """What the others get right."""
    weakest: Prose = ""
    """Its own weakest unsupported part."""
    test: Prose = ""
    """One discriminating test."""
    dispute: DisagreementKind | None = None
    """Whether what remains is about facts or about values."""
    effective: Word
    """Computed: `choice` where the change is valid, else the position's."""


class Suggestion(Frozen, frozen=True, kw_only=True):
    """A verdict that the chair proposes; the host decides."""

    finding: FindingId
    judgement: Judgement
    reason: Prose


class Draft(Frozen, frozen=True, kw_only=True):
    """What the chair wrote. It proposes and counts nothing."""

    seat: Word
    dispatch: Word
    summary: Prose
    objection: FindingId | None = None
    """The finding it holds for the strongest objection."""
    decisive: Prose
    """The question or experiment that would settle the matter."""
    suggestions: tuple[Suggestion, ...] = ()
