"""The journal port: one writer, a chain a case, and the few mutable tables beside it.

Laws: what a `Tx` did becomes visible whole or not at all; records and blobs are only ever
added (a payload may be forgotten, which leaves its commitment); `append` computes place,
chain and salt; leases and charges are no records, and every column of a charge is checked
against the records by `verify`. Reading never blocks the writer for long.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Protocol

import msgspec

from gemot.records.envelope import Actor, Filed, Marked, Sealed


class Lease(msgspec.Struct, frozen=True, kw_only=True):
    """Who may settle an act of a case, and until when it is theirs alone."""

    case: str
    act: str
    """`A.positions`: seat and round."""
    fence: int
    """Grows with every taking in the store; only its holder settles."""
    holder: str
    until: str


class Charge(msgspec.Struct, frozen=True, kw_only=True):
    """Money reserved or spent by one taking; the key is the lease's fence."""

    fence: int
    case: str
    act: str
    at: str
    """When it was reserved; the rolling day counts from here."""
    reserved: int | None
    """Nano-dollars; None: unpriced."""
    actual: int | None
    """Nano-dollars; None: not settled, or settled at an unknown cost, so that `reserved` stands."""
    settled: bool


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The last record of a case's chain."""

    case: str
    project: str
    request: str
    """The first record's `request`; empty where the first record is none we know."""
    opened: str
    seq: int
    hash: str


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One stored record with every column as it stands, for `verify`; nothing is checked."""

    n: int
    """Place in the order of commitment over all cases, from 1, without gaps."""
    case: str
    seq: int
    kind: str
    at: str
    hash: str
    sealed: Sealed


class Tx(Protocol):
    """One write transaction."""

    def filed(self, case: str) -> tuple[Filed, ...]:
        """The case's records, in order."""
        ...

    def head(self, case: str) -> Head | None: ...

    def find(self, project: str, request: str) -> tuple[Head, ...]:
        """The cases that this request opened, oldest first."""
        ...

    def append(
        self,
        case: str,
        record: msgspec.Struct,
        *,
        at: str,
        actor: Actor,
        rules: str,
        offences: tuple[Marked, ...] = (),
    ) -> Filed: ...

    def put(self, data: bytes) -> str:
        """Keep a blob; its SHA-256."""
        ...

    def take(self, case: str, act: str, holder: str, until: str) -> Lease:
        """A new lease with a new fence; replaces whatever lease the act had."""
        ...

    def leases(self, case: str) -> tuple[Lease, ...]: ...

    def renew(self, case: str, act: str, fence: int, until: str) -> bool:
        """False: the lease is another's by now."""
        ...

    def release(self, case: str, act: str, fence: int) -> bool:
        """Give the lease back; False: it is another's by now, and nothing was changed."""
        ...

    def reserve(self, charge: Charge) -> None: ...

    def settle(self, fence: int, actual: int | None) -> None:
        """The reservation becomes a charge; None: the cost is unknown and the reserve stands."""
        ...

    def forgo(self, fence: int) -> None:
        """Delete a reservation whose act was never dispatched."""
        ...

    def spent(self, case: str) -> int:
        """Nano-dollars charged and reserved of one case; unpriced ones add nothing."""
        ...

    def spent_since(self, at: str) -> int:
        """Nano-dollars charged and reserved over all cases at or after an instant."""
        ...

    def forget(self, case: str, seq: int) -> bool:
        """Delete a record's payload and salt for good; False: there was none."""
        ...


class Journal(Protocol):
    """The store."""

    def begin(self) -> AbstractContextManager[Tx]:
        """A write transaction: committed at the end of the block, rolled back by an exception."""
        ...

    def read(self, case: str) -> tuple[Filed, ...]: ...

    def heads(self, project: str | None = None) -> tuple[Head, ...]:
        """The cases, newest first; of one project where one is named."""
        ...

    def charges(self, case: str) -> tuple[Charge, ...]: ...

    def leases(self, case: str) -> tuple[Lease, ...]: ...

    def get(self, digest: str) -> bytes | None:
        """A blob; its bytes are not checked here."""
        ...

    def rows(self, case: str | None = None) -> Iterable[Row]:
        """Stored records as they stand, in the order of commitment."""
        ...

    def blobs(self) -> Iterable[tuple[str, bytes]]:
        """All blobs with the digest they are kept under."""
        ...

    def close(self) -> None: ...
