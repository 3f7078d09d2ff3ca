"""What came out: `report` and `verdict`.

Laws: every claim of every counted position is in exactly one finding and every finding in
exactly one bucket; a report holds no verdict, readiness or pass; counts are computed.
"""

from gemot.records.answer import ClaimId, FindingId
from gemot.records.catalogue import Count, Frozen, Name, Word
from gemot.records.prose import Prose
from gemot.records.vocab import Bucket, CallStatus, ClaimKind, Confidence, Judgement, Method


class Finding(Frozen, frozen=True, kw_only=True):
    """Claims that were matched by their makers, and who stands where."""

    id: FindingId
    bucket: Bucket
    kind: ClaimKind
    text: Prose
    """In the words of its first holder."""
    claims: tuple[ClaimId, ...]
    supporters: tuple[Word, ...]
    opposers: tuple[Word, ...] = ()
    sources: Count
    """Distinct sources among the supporters."""
    attested: Count
    """Distinct sources among those that a receipt attests."""
    families: tuple[Name, ...] = ()
    methods: tuple[Method, ...] = ()
    """Methods that were shown; from the packet alone it is `reading`."""
    confirmations: Count
    """One source or one method is one confirmation; else the smaller of the two counts."""
    evidence: tuple[Word, ...] = ()
    survives_source: bool
    """Whether two distinct sources are left whichever one source is taken away."""
    survives_evidence: bool
    """Whether support is left whichever one evidence part its supporters saw is taken away."""


class Standing(Frozen, frozen=True, kw_only=True):
    """Where one seat stands."""

    seat: Word
    first: Word
    effective: Word
    confidence: Confidence


class Absence(Frozen, frozen=True, kw_only=True):
    """A planned seat without a counted answer."""

    seat: Word
    status: CallStatus | None
    """None: it was given up in doubt."""
    why: Name


class Panel(Frozen, frozen=True, kw_only=True):
    """Who was asked and who counted."""

    seats: Count
    returned: Count
    sources: Count
    attested: Count
    families: tuple[Name, ...] = ()
    rehearsal: bool = False


class Support(Frozen, frozen=True, kw_only=True):
    """An option and who ends up for it; several stand where the panel is split."""

    option: Word
    seats: tuple[Word, ...]
    sources: Count
    attested: Count


class Report(Frozen, frozen=True, kw_only=True):
    """Computed from the sealed positions, the challenges and the receipts."""

    insufficient: bool
    """Fewer than two sealed judgements where two were planned."""
    panel: Panel
    standings: tuple[Standing, ...] = ()
    absences: tuple[Absence, ...] = ()
    support: tuple[Support, ...] = ()
    recommendation: Word | None = None
    """The one option that all counted seats end up for; None: split, insufficient, rehearsal."""
    findings: tuple[Finding, ...] = ()
    objection: FindingId | None = None
    """The strongest objection to what is recommended."""
    objection_text: Prose | None = None
    decisive: Prose | None = None
    """The question or experiment that would settle it."""
    gaps: tuple[Prose, ...] = ()
    diversity_unsatisfied: tuple[Name, ...] = ()
    """Which leg is missing: `source`, `family`, `method`, `capability:NAME`."""


class Verdict(Frozen, frozen=True, kw_only=True):
    """The host's judgement on one finding."""

    finding: FindingId
    judgement: Judgement
    reason: Prose
    evidence: tuple[Word, ...] = ()
