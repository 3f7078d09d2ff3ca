"""The journal port: one writer, a chain a case, and the few mutable tables beside it.

Laws: what a `Tx` did becomes visible whole or not at all; records and blobs are only ever
added (a payload may be forgotten, which leaves its commitment, and a blob once a tombstone
names it); `append` computes place, chain and salt; records of another store are taken in byte
for byte, and it is kept which they are; leases and charges are no records, and every column of a
charge is checked against the records by `verify`. Reading never blocks the writer for long. What
the world refuses (no room, no permission, another program's file) is raised as a `StoreFault`.
"""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

import msgspec
import msgspec.structs

from gemot.records.canonical import digest
from gemot.records.envelope import Actor, Filed, Marked, Sealed


class StoreFault(Exception):
    """The store cannot do what was asked. `fix` is one line that mends it."""

    def __init__(self, says: str, fix: str) -> None:
        super().__init__(f"{says}; {fix}")
        self.says = says
        self.fix = fix


class StoreUnwritable(StoreFault):
    """There is no permission, no room or no such place. Nothing was changed."""


class StoreBusy(StoreFault):
    """Another process kept the store for longer than the time-out. Nothing was changed."""


class StoreNewer(StoreFault):
    """A newer Gemot wrote the store."""


class StoreForeign(StoreFault):
    """The file is no store of ours."""


class StoreDamaged(StoreFault):
    """The store holds what no Gemot wrote; `verify` names each place."""


class StoreUnsupported(StoreFault):
    """`GEMOT_STORE` names a store of a kind that there is not (yet)."""


class StoreUncleaned(StoreFault):
    """The transaction *is* committed and a payload forgotten, but copies of it may be left in
    the file's free space."""


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
    """When it was reserved, to within a minute of the clearance that the same transaction
    writes; the rolling day counts from here."""
    reserved: int | None
    """Nano-dollars; None: unpriced."""
    actual: int | None
    """Nano-dollars; None: not settled, or settled at an unknown cost, so that `reserved` stands."""
    settled: bool


class Arrival(msgspec.Struct, frozen=True, kw_only=True):
    """Records of a case that were taken in from another store: the fences of their calls are
    that store's, and their charges stand there."""

    case: str
    first: int
    """Place in the chain of the first of them, from 0."""
    last: int
    at: str
    """When they were taken in."""


def mark(row: Lease | Charge | Arrival) -> str:
    """The checksum that the store keeps beside a lease, a charge and an arrival.

    It finds an altered row and proves nothing against whoever computes it anew: what a record
    says too is checked against the record.
    """
    return digest(list(msgspec.structs.astuple(row)))


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


class Text(msgspec.Struct, frozen=True, kw_only=True):
    """The words of one record, as they are kept."""

    case: str
    seq: int
    kind: str
    at: str
    payload: bytes
    """Canonical JSON: the texts by pointer; nothing is checked."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """All of the store at one instant, for `verify`: every value as it stands, whatever its
    type; nothing is checked. The bytes of blobs never change and are read by `get`."""

    rows: tuple[Row, ...]
    """In the order of commitment."""
    heads: tuple[Head, ...]
    leases: tuple[tuple[Lease, str], ...]
    """Each with the `mark` that is kept beside it."""
    charges: tuple[tuple[Charge, str], ...]
    """Each with the `mark` that is kept beside it."""
    fences: tuple[int, ...]
    """Every fence that was ever given, from 1, without gaps."""
    blobs: tuple[str, ...]
    """The digests that blobs are kept under."""
    arrivals: tuple[tuple[Arrival, str], ...] = ()
    """Each with the `mark` that is kept beside it."""
    flaws: tuple[str, ...] = ()
    """What the database's own check of its file found: an index that leaves out a row hides it
    from every command, and no row tells."""
    strange: tuple[str, ...] = ()
    """What of the database's own definitions is not as Gemot made it: a trigger that was added
    changes what is written, one that is gone lets records be deleted."""


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
    ) -> Filed:
        """File a record at the end of the case's chain; `msgspec.ValidationError` where it is
        not of its own form, so that nothing unreadable is ever chained."""
        ...

    def put(self, data: bytes) -> str:
        """Keep a blob; its SHA-256."""
        ...

    def get(self, digest: str) -> bytes | None:
        """A blob, those of this transaction included."""
        ...

    def take(self, case: str, act: str, holder: str, until: str) -> Lease:
        """A new lease with a new fence; replaces whatever lease the act had. A fence is never
        given twice, unless the transaction that gave it was rolled back."""
        ...

    def leases(self, case: str) -> tuple[Lease, ...]: ...

    def renew(self, case: str, act: str, fence: int, until: str) -> bool:
        """False: the lease is another's by now."""
        ...

    def release(self, case: str, act: str, fence: int) -> bool:
        """Give the lease back; False: it is another's by now, and nothing was changed."""
        ...

    def reserve(self, charge: Charge) -> None:
        """Keep money for a taking; a fence that has a charge: `ValueError`."""
        ...

    def settle(self, fence: int, actual: int | None) -> None:
        """The reservation becomes a charge; None: the cost is unknown and the reserve stands.

        An unknown cost may become known later; a known one never changes (`ValueError`). Where
        nothing was reserved under the fence: `LookupError`."""
        ...

    def forgo(self, fence: int) -> None:
        """Delete a reservation whose act was never dispatched; a settled charge stays."""
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

    def forget_blob(self, digest: str) -> bool:
        """Delete a blob for good; False: there was none. `ValueError` where no tombstone of the
        store, this transaction's included, names it."""
        ...

    def take_in(self, case: str, records: Sequence[Sealed], at: str) -> None:
        """Keep records of another store at the end of the case's chain, byte for byte.

        The first is chained to the last record that is here; `ValueError` where one is not of
        the case or not the next of its chain. Nothing else of them is checked."""
        ...


class Journal(Protocol):
    """The store."""

    def begin(self) -> AbstractContextManager[Tx]:
        """A write transaction: committed at the end of the block, rolled back by an exception."""
        ...

    def read(self, case: str) -> tuple[Filed, ...]:
        """The case's records as committed, in order; empty where there is no such case."""
        ...

    def heads(self, project: str | None = None) -> tuple[Head, ...]:
        """The cases, newest first; of one project where one is named."""
        ...

    def since(self, kind: str, at: str) -> tuple[Filed, ...]:
        """The records of a kind, over all cases, at or after an instant; in order of time."""
        ...

    def texts(self, project: str | None = None, kind: str | None = None) -> Iterable[Text]:
        """Every payload that is there, newest case first, a case at a time; of one project or
        one kind where it is named."""
        ...

    def charges(self, case: str) -> tuple[Charge, ...]: ...

    def leases(self, case: str) -> tuple[Lease, ...]: ...

    def arrivals(self, case: str) -> tuple[Arrival, ...]:
        """Which records of a case came from another store."""
        ...

    def get(self, digest: str) -> bytes | None:
        """A blob; its bytes are not checked here."""
        ...

    def rows(self, case: str | None = None) -> Iterable[Row]:
        """Stored records as they stand, in the order of commitment."""
        ...

    def blobs(self) -> Iterable[tuple[str, bytes]]:
        """All blobs with the digest they are kept under."""
        ...

    def snapshot(self) -> Snapshot:
        """Everything but the bytes of blobs, at one instant."""
        ...

    def close(self) -> None: ...
