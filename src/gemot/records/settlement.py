"""How it ends: `disagreement`, `resolution`, `conclusion`, and the journal's own kinds."""

from typing import Annotated, Literal

from msgspec import Meta

from gemot.records.answer import FindingId, ProposalId
from gemot.records.catalogue import Count, Frozen, Word
from gemot.records.framing import Date, Digest
from gemot.records.prose import Prose
from gemot.records.vocab import DisagreementKind, Disposition

DisagreementId = Annotated[str, Meta(pattern=r"^D[1-9]\d{0,3}\Z")]
PRIMARY = "primary"
"""The host as the holder of a position; never a source."""
NEITHER = "neither"
DEFER = "defer"


class Side(Frozen, frozen=True, kw_only=True):
    """One holder and the option it ends up for."""

    holder: Word
    """A seat, or `primary` for the host."""
    option: Word


class Disagreement(Frozen, frozen=True, kw_only=True):
    """Conflicting effective positions. Computed by the writer."""

    id: DisagreementId
    kind: DisagreementKind
    sides: tuple[Side, ...]


class Resolution(Frozen, frozen=True, kw_only=True):
    """How a disagreement was settled."""

    disagreement: DisagreementId
    favours: Word
    """An option of the disagreement, or `neither`."""
    by: Literal["reason", "authorization", "experiment"]
    experiment: Word | None = None
    """`experiment`: the one whose runs separated the sides."""
    reason: Prose
    evidence: tuple[Word, ...] = ()
    supersedes: Word | None = None
    """An earlier resolution, by record id, that was wrong."""


class Ruled(Frozen, frozen=True, kw_only=True):
    """What becomes of one proposal."""

    proposal: ProposalId
    disposition: Disposition
    reason: Prose


class Turned(Frozen, frozen=True, kw_only=True):
    """An option that was not chosen, and why."""

    option: Word
    reason: Prose


class Conclusion(Frozen, frozen=True, kw_only=True):
    """The owner's decision. What could be flattered is computed by the writer."""

    choice: Word
    """An option's id, or `defer`."""
    because: Prose
    revisit_if: tuple[Prose, ...] = ()
    scope: Prose | None = None
    settled_by: Literal["evidence", "decision"] = "decision"
    evidence: tuple[Word, ...] = ()
    dispositions: tuple[Ruled, ...] = ()
    rejected: tuple[Turned, ...] = ()
    risks: tuple[Prose, ...] = ()
    validation_plan: tuple[Prose, ...] = ()
    kill_criteria: tuple[Prose, ...] = ()
    next_step: Prose | None = None
    review_on: Date | None = None
    against: Prose | None = None
    """Why it goes against a resolution, where it does."""
    without_plan: Prose | None = None
    """Why the plan was not carried out, where it was not."""
    supersedes: Word | None = None
    reviewed_by: tuple[Word, ...] = ()
    """Computed: seats whose answers were counted."""
    sources: Count = 0
    attested: Count = 0
    rehearsal: bool = False
    not_weighed: tuple[FindingId, ...] = ()
    """Computed: findings that bear no verdict."""
    disagreements: tuple[DisagreementId, ...] = ()
    provisional: bool = False


class Tombstone(Frozen, frozen=True, kw_only=True):
    """A payload was forgotten."""

    record: Word
    payload: Digest
    """The commitment that stays in the forgotten record's envelope."""
    blobs: tuple[Digest, ...] = ()
    """Blobs that held the same words and were dropped with it, by digest."""
    reason: Prose


class Adoption(Frozen, frozen=True, kw_only=True):
    """An open case goes on under another rule set."""

    before: Digest
    after: Digest
