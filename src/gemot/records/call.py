"""What a call costs and proves: `clearance`, `authorization`, `dispatch`, `receipt`."""

from typing import Literal

from gemot.records.catalogue import Count, Frozen, Name, Source, Word
from gemot.records.framing import Digest, Instant
from gemot.records.prose import Prose
from gemot.records.vocab import Attestation, CallStatus, Round

Nano = Count
"""Nano-dollars (1e-9 USD)."""


class Quote(Frozen, frozen=True, kw_only=True):
    """The most that one call of a wave may cost."""

    seat: Word
    input_tokens: Count
    """Estimated with a margin of 30%."""
    output_tokens: Count
    """The full bound of the reply."""
    reserve: Nano | None
    """None: unpriced."""


class Clearance(Frozen, frozen=True, kw_only=True):
    """A wave that may be sent: its reservations were taken together with this record."""

    round: Round
    wave: Count
    """1 for the first wave of the round; more after a doubt was answered, and for each seat that
    a person answers for, which is a wave of its own."""
    quotes: tuple[Quote, ...]
    case_nano: Nano | None = None
    """The ceiling in force, authorizations included; None: none."""
    daily_nano: Nano | None = None
    case_spent: Nano
    """Charged and reserved of this case before the wave."""
    daily_spent: Nano
    """Charged and reserved over all cases in the 24 hours before the wave."""


class Authorization(Frozen, frozen=True, kw_only=True):
    """The owner's answer to something that only the owner may allow."""

    what: Literal["spend", "again", "drop", "degraded", "lower_stakes"]
    dispatch: Word | None = None
    """The doubtful call that `again` and `drop` answer."""
    seat: Word | None = None
    """`drop` without a call: the manual seat that is given up before an answer was pasted."""
    round: Round | None = None
    """The round in which that seat is given up."""
    nano: Nano | None = None
    """`spend`: what this case may cost in all; None: unbounded and unpriced calls too."""
    until: Instant | None = None
    """When it expires; None: with the case."""
    reason: Prose | None = None


class Dispatch(Frozen, frozen=True, kw_only=True):
    """Written before the first byte leaves; from here on the call may have been made. That of a
    manual seat is written together with its receipt, when the pasted answer is taken."""

    id: Word
    """The fresh context id."""
    seat: Word
    round: Round
    attempt: Count
    packet: Digest
    """Digest of the prompt, as the packet's view says."""
    request: Digest
    """Digest of the exact body sent, kept as a blob."""
    size: Count
    reserve: Nano | None
    fence: Count
    """The lease's fence token; only its holder settles."""
    holder: Name
    until: Instant
    """When the lease ends unless it is renewed."""


class Identity(Frozen, frozen=True, kw_only=True):
    """Who answered, as far as anyone attests it."""

    source: Source
    attested: Attestation
    """`provider`: the reply named the model that was asked for."""
    endpoint: Digest | None = None
    """Digest of the address asked: unattested seats on one endpoint are one source."""


class ReadFault(Frozen, frozen=True, kw_only=True):
    """Why a reply could not be read; the texts may quote it."""

    code: Word
    place: Prose
    got: Prose
    needed: Prose


class Receipt(Frozen, frozen=True, kw_only=True):
    """What became of one call."""

    dispatch: Word
    seat: Word
    round: Round
    status: CallStatus
    """`completed` only if the reply was read; an unreadable one is `malformed`."""
    sent: bool
    raw: Digest | None = None
    """The body exactly as received, a blob."""
    size: Count = 0
    model: Prose | None = None
    """The name the other side gave of itself; of a manual seat what the person said who pasted,
    which attests nothing."""
    reference: Prose | None = None
    identity: Identity
    mismatch: bool = False
    """Another model answered than was asked: the reply fills no seat."""
    input_tokens: Count | None = None
    output_tokens: Count | None = None
    cost: Nano | None = None
    """None: unknown (unpriced, or the other side reported no tokens); then the reserve stands."""
    began: Instant
    """When the call was dispatched; of a manual seat when its block was shown for this answer."""
    ended: Instant
    retry_after: Count | None = None
    diagnostic: Prose | None = None
    faults: tuple[ReadFault, ...] = ()
    late: bool = False
    """It came after its lease was lost: kept and charged, it fills nothing."""
