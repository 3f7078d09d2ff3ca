"""The envelope: what is chained, and the payload it commits to.

Laws: the hash of a record is SHA-256 of its canonical envelope; the envelope holds the hash
of the record before it; it commits to the payload by SHA-256 over a random salt of 32 bytes
and the payload's canonical bytes, so that a forgotten payload can neither be guessed nor
replaced. An envelope of an unknown kind or version keeps its bytes.
"""

from typing import Any, Literal

import msgspec

from gemot.records.canonical import canonical, sha256
from gemot.records.catalogue import Count, Frozen, Name, Word
from gemot.records.framing import CaseId, Digest, Instant
from gemot.records.kinds import KINDS, VERSION, Opaque, kind_of
from gemot.records.prose import join, split
from gemot.records.vocab import Channel, Severity

FORM = "gemot/1"
GENESIS = "0" * 64
"""What the first record of a case is chained to."""


class Actor(Frozen, frozen=True, kw_only=True):
    """Who acts, and through which channel that is known."""

    name: Name
    channel: Channel
    delegate: bool = False
    """Whether an agent acts for the owner."""


class Marked(Frozen, frozen=True, kw_only=True):
    """An offence that a record was admitted with."""

    code: Word
    severity: Severity
    place: Name


class Envelope(Frozen, frozen=True, kw_only=True):
    """Everything of a record but its free text."""

    form: Literal["gemot/1"] = "gemot/1"
    kind: Word
    version: Count
    case: CaseId
    seq: Count
    """Place in the case's chain, from 0."""
    at: Instant
    actor: Actor
    rules: Digest
    """Digest of the rule set that admitted it."""
    offences: tuple[Marked, ...] = ()
    body: Any
    payload: Digest | None = None
    prev: Digest


class Filed(msgspec.Struct, frozen=True, kw_only=True):
    """A record as read back: its noun and what the envelope says of it."""

    case: str
    seq: int
    kind: str
    at: str
    actor: Actor
    rules: str
    offences: tuple[Marked, ...]
    hash: str
    prev: str
    record: Any
    """A struct of `KINDS`, or `Opaque`."""
    forgotten: bool = False

    @property
    def id(self) -> str:
        """`CASE/007-plan`: readable, derived."""
        return record_id(self.case, self.seq, self.kind)

    @property
    def name(self) -> str:
        """The id within its case: `007-plan`."""
        return f"{self.seq:03d}-{self.kind}"


class Sealed(msgspec.Struct, frozen=True, kw_only=True):
    """A record as stored: three byte strings and what is derived from them."""

    envelope: bytes
    salt: bytes | None
    payload: bytes | None

    @property
    def hash(self) -> str:
        return sha256(self.envelope)


def record_id(case: str, seq: int, kind: str) -> str:
    """The readable id of a record."""
    return f"{case}/{seq:03d}-{kind}"


def commit(salt: bytes, payload: bytes) -> str:
    """The envelope's commitment to a payload."""
    return sha256(salt + payload)


def seal(
    record: msgspec.Struct,
    *,
    case: str,
    seq: int,
    at: str,
    actor: Actor,
    rules: str,
    offences: tuple[Marked, ...],
    prev: str,
    salt: bytes,
) -> Sealed:
    """The stored form of `record`; pure, `salt` is 32 fresh bytes."""
    kind = kind_of(record)
    body, texts = split(record)
    payload = canonical(texts) if texts else None
    envelope = Envelope(
        kind=kind,
        version=VERSION[kind],
        case=case,
        seq=seq,
        at=at,
        actor=actor,
        rules=rules,
        offences=offences,
        body=body,
        payload=None if payload is None else commit(salt, payload),
        prev=prev,
    )
    return Sealed(
        envelope=canonical(envelope), salt=None if payload is None else salt, payload=payload
    )


_envelopes = msgspec.json.Decoder(Envelope)
_payloads = msgspec.json.Decoder(dict[str, str])


def open_envelope(data: bytes) -> Envelope:
    """The envelope of its bytes; raises `msgspec.DecodeError` where they are none."""
    return _envelopes.decode(data)


def unseal(stored: Sealed) -> Filed:
    """The record of its stored form; raises `msgspec.DecodeError` (or its subclass
    `ValidationError`) where the bytes are not of the form. It checks no hash: `verify` does."""
    envelope = open_envelope(stored.envelope)
    forgotten = envelope.payload is not None and stored.payload is None
    texts: dict[str, str] | None = None
    if not forgotten:
        texts = {} if stored.payload is None else _payloads.decode(stored.payload)
    known = envelope.kind in KINDS and envelope.version == VERSION[envelope.kind]
    record: Any
    if known:
        record = join(KINDS[envelope.kind], envelope.body, texts)
    else:
        record = Opaque(kind=envelope.kind, version=envelope.version, body=envelope.body)
    return Filed(
        case=envelope.case,
        seq=envelope.seq,
        kind=envelope.kind,
        at=envelope.at,
        actor=envelope.actor,
        rules=envelope.rules,
        offences=envelope.offences,
        hash=stored.hash,
        prev=envelope.prev,
        record=record,
        forgotten=forgotten,
    )
