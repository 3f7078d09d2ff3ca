"""What a decision is about: `case` and `outcome`.

Law: the host's own view stands in `Host` alone, and no packet is built from anything that
holds a `Host` (`Case.question_only` is what packets are built from).
"""

from typing import Annotated

from msgspec import Meta

from gemot.records.catalogue import Count, Frozen, Name, Word
from gemot.records.prose import Prose
from gemot.records.vocab import Confidence, EvidenceKind, EvidenceStatus, Materiality, Reversibility

Digest = Annotated[str, Meta(pattern=r"^[a-f0-9]{64}\Z", extra={"form": "a SHA-256 in hex"})]
Date = Annotated[
    str,
    Meta(
        pattern=r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\Z",
        extra={"form": "a date like 2026-11-30"},
    ),
]
Instant = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z\Z")]
"""RFC 3339 in UTC with milliseconds."""
Commit = Annotated[str, Meta(pattern=r"^[a-f0-9]{40}([a-f0-9]{24})?\Z")]
CaseId = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,80}\Z")]
EvidenceId = Annotated[
    str, Meta(pattern=r"^E[1-9]\d{0,3}\Z", extra={"form": "an evidence id: E1, E2, …"})
]
OutcomeId = Annotated[
    str, Meta(pattern=r"^O[1-9]\d{0,3}\Z", extra={"form": "an outcome id: O1, O2, …"})
]


class Redaction(Frozen, frozen=True, kw_only=True):
    """How many secrets of one kind were taken out."""

    kind: Word
    count: Count


class Option(Frozen, frozen=True, kw_only=True):
    """One thing that could be done."""

    id: Word
    title: Prose = ""
    reversibility: Reversibility = "two_way"
    undo_cost: Prose | None = None
    """What taking it back would cost; a one-way door names it."""


class Reference(Frozen, frozen=True, kw_only=True):
    """A piece of evidence as asked for, before anyone looked."""

    id: EvidenceId
    status: EvidenceStatus
    kind: EvidenceKind
    at: Prose
    """Where it is: `path`, `path:10-42`, a commit, or the text of a note."""
    claim: Prose = ""
    """What it is said to show."""


class Host(Frozen, frozen=True, kw_only=True):
    """The convener's own view. It is recorded and never reaches a packet."""

    hypothesis: Prose | None = None
    favours: Word | None = None
    confidence: Confidence = "medium"


class Case(Frozen, frozen=True, kw_only=True):
    """One decision, as framed. The first record of every case."""

    project: Digest
    """The repository's root commit, or the folder, hashed."""
    commit: Commit | None = None
    """Commit at which file evidence is read; None outside a repository."""
    request: Digest
    """Digest of everything framed but the host's view: the same question asked again has it."""
    attempt: Count = 1
    """Which opening of the same request this is."""
    question: Prose
    subject: Prose
    """What earlier decisions are looked up by; the question where none is given."""
    options: tuple[Option, ...]
    owner: Name
    ask: Prose | None = None
    """The owner's own words; they travel verbatim."""
    directions: tuple[Prose, ...] = ()
    materiality: Materiality = "low"
    stakes: Materiality
    """Computed: `materiality` lifted to the floors of categories, doors and `affects`."""
    floors: tuple[Name, ...] = ()
    """Computed: which floors lifted it."""
    categories: tuple[Word, ...] = ()
    affects: tuple[Prose, ...] = ()
    deadline: Date | None = None
    non_goals: tuple[Prose, ...] = ()
    constraints: tuple[Prose, ...] = ()
    alternates: tuple[Prose, ...] = ()
    facts: tuple[Prose, ...] = ()
    assumptions: tuple[Prose, ...] = ()
    questions: tuple[Prose, ...] = ()
    context: Prose = ""
    """The neutral body of the decision file."""
    evidence: tuple[Reference, ...] = ()
    outcomes: Count = 0
    """How many outcomes the decision file named; each is a record of its own."""
    capabilities: tuple[Word, ...] = ()
    new_evidence: bool = False
    redactions: tuple[Redaction, ...] = ()
    """Secrets that were taken out of the texts before anything was kept."""
    host: Host = Host()


class Approval(Frozen, frozen=True, kw_only=True):
    """Who agreed, and when."""

    owner: Name
    at: Instant


class Outcome(Frozen, frozen=True, kw_only=True):
    """What success means, frozen and versioned (decision-council 1.2)."""

    id: OutcomeId
    version: Annotated[int, Meta(ge=1, le=10_000)] = 1
    success: Prose
    failure: Prose | None = None
    beneficiary: Prose | None = None
    baseline: Prose | None = None
    target: Prose | None = None
    tradeoffs: Prose | None = None
    horizon: Prose | None = None
    observation: Prose | None = None
    """How it will be observed."""
    authority: Name | None = None
    proposer: Name
    approval: Approval | None = None
    prior: Name | None = None
    """`O1@1` for version 2."""

    @property
    def reference(self) -> str:
        """`O1@2`."""
        return f"{self.id}@{self.version}"
