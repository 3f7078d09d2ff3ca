"""What was tried: `probe`, and what each side expected of it, `prediction`.

Law: a prediction is written before the run that it is about; it is a test that a machine can
make on the run's exit status and output, so that a run either fits it or does not.
"""

from typing import Annotated, Literal

from msgspec import Meta

from gemot.records.catalogue import Count, Frozen, Word
from gemot.records.framing import Commit, Digest, EvidenceId, Instant, Redaction
from gemot.records.prose import Prose
from gemot.records.settlement import DisagreementId

ProbeId = Annotated[str, Meta(pattern=r"^P[1-9]\d{0,3}\Z", extra={"form": "a probe id: P1, P2, …"})]
Exit = Annotated[int, Meta(ge=0, le=255)]


class Probe(Frozen, frozen=True, kw_only=True):
    """One run of a command in the project. Everything but the purpose was observed."""

    id: ProbeId
    evidence: EvidenceId | None = None
    """The evidence that it produces."""
    disagreement: DisagreementId | None = None
    """The disagreement that it is to settle."""
    seat: Word | None = None
    """The seat that it was made for: that seat's method is then shown to be executing."""
    command: tuple[Prose, ...]
    """The words of the command, as run without a shell."""
    folder: Prose
    """Where it ran, from the project's root."""
    commit: Commit | None = None
    clean: bool | None = None
    """Whether the tracked files stood as the commit has them; None outside a repository."""
    status: Literal["done", "timeout", "killed", "not_started"]
    exit: Exit | None = None
    """Exit status; None where it did not end by itself."""
    signal: Count | None = None
    output: Digest | None = None
    """Standard output and error as they came, redacted and bounded: a blob."""
    size: Count = 0
    """Bytes of the whole output."""
    whole: Digest | None = None
    """SHA-256 of the whole output, before redaction."""
    truncated: bool = False
    redactions: tuple[Redaction, ...] = ()
    began: Instant
    ended: Instant
    why: Prose | None = None
    """Why it could not be started."""


class Prediction(Frozen, frozen=True, kw_only=True):
    """What one side of a disagreement expects a command to show."""

    disagreement: DisagreementId
    holder: Word
    """The seat, or `primary`."""
    command: tuple[Prose, ...]
    """The experiment that it is about, word by word."""
    exit: Exit | None = None
    """The exit status that it expects."""
    shows: Prose | None = None
    """Text that it expects in the output."""
    hides: Prose | None = None
    """Text that it expects not to be in the output."""
    reason: Prose = ""
    by: Literal["seat", "host"]
    """Who said so: the seat itself in a call of its own, or the host on its behalf."""
    dispatch: Word | None = None
    """The seat's own call."""
