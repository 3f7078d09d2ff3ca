"""What is known of the world: `evidence` that was resolved and `observation`s of advisors."""

from typing import Literal

from gemot.records.catalogue import Count, Entry, Frozen, Name, Word
from gemot.records.framing import Commit, Digest, EvidenceId, Instant, Redaction
from gemot.records.prose import Prose
from gemot.records.vocab import (
    AdvisorStatus,
    EvidenceKind,
    EvidenceStatus,
    Mode,
    ModeSource,
    OnDoubt,
)


class Evidence(Frozen, frozen=True, kw_only=True):
    """One reference with its provenance, after it was looked up."""

    id: EvidenceId
    status: EvidenceStatus
    kind: EvidenceKind
    at: Prose
    claim: Prose = ""
    resolved: bool
    """Whether the reference was found; an unresolved one supports nothing."""
    why: Prose | None = None
    """Why it was not found."""
    commit: Commit | None = None
    blob: Commit | None = None
    """The git blob that was read."""
    first: Count | None = None
    last: Count | None = None
    """Lines, 1-based, both included."""
    excerpt: Digest | None = None
    """SHA-256 of the redacted text that a packet may show, kept as a blob."""
    tracked: bool | None = None
    """False: an untracked file that the command line named."""
    seen_by: Name | None = None
    seen_at: Instant | None = None
    probe: Word | None = None
    """The probe that produced it, for evidence that is a run."""
    redactions: tuple[Redaction, ...] = ()
    """Secrets that were taken out of the excerpt."""


class Seen(Frozen, frozen=True, kw_only=True):
    """One advisor, as it stood when looked at."""

    entry: Entry
    status: AdvisorStatus
    reason: Word
    until: Instant | None = None


class Council(Frozen, frozen=True, kw_only=True):
    """The owner's own settings that a plan reads."""

    seats: Count | None = None
    rounds: Count = 2
    chair: Word | None = None
    on_doubt: OnDoubt = "ask"
    case_nano: Count | None = None
    """Ceiling of one case in nano-dollars; None: ask before unbounded spending."""
    daily_nano: Count | None = None
    """Ceiling of a rolling 24 hours over all projects."""


class Observation(Frozen, frozen=True, kw_only=True):
    """Something of the world, recorded because a computation reads it.

    `availability` holds the catalogue as seen; `limits` the owner's settings, where they changed
    after the plan: its ceilings are those in force from then on; `doubt` names a dispatch whose
    lease ran out without a reply.
    """

    what: Literal["availability", "doubt", "limits"]
    mode: Mode | None = None
    mode_source: ModeSource | None = None
    advisors: tuple[Seen, ...] = ()
    council: Council | None = None
    dispatch: Word | None = None
