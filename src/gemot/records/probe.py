"""What was tried: `probe`, what it was to settle, `experiment`, what was expected, `prediction`.

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
ExperimentId = Annotated[
    str, Meta(pattern=r"^X[1-9]\d{0,3}\Z", extra={"form": "an experiment id: X1, X2, …"})
]
Exit = Annotated[int, Meta(ge=0, le=255)]


class Probe(Frozen, frozen=True, kw_only=True):
    """One run of a command in the project. Everything but the purpose was observed."""

    id: ProbeId
    evidence: EvidenceId | None = None
    """The evidence that it produces."""
    experiment: ExperimentId | None = None
    """The experiment that it is a run of."""
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


class Experiment(Frozen, frozen=True, kw_only=True):
    """A command that is to settle a disagreement, as it will be run."""

    id: ExperimentId
    disagreement: DisagreementId
    command: tuple[Prose, ...]
    folder: Prose = "."
    ask: bool = False
    """Whether each seat of the disagreement is asked what it expects, in a call of its own."""
    shows: Prose = ""
    """What it is meant to show."""


class Prediction(Frozen, frozen=True, kw_only=True):
    """What one side of a disagreement expects an experiment to show."""

    experiment: ExperimentId
    holder: Word
    """The seat, or `primary`."""
    exit: Exit | None = None
    """The exit status that it expects."""
    contains: Prose | None = None
    """Text that it expects in the output."""
    lacks: Prose | None = None
    """Text that it expects not to be in the output."""
    reason: Prose = ""
    by: Literal["seat", "host"]
    """Who said so: the seat itself in a call of its own, or the host on its behalf."""
    dispatch: Word | None = None
    """The seat's own call."""
