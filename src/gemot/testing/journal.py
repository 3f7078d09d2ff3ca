"""The journal in memory: the same port, the same laws, nothing kept.

Law: it passes the contract suite of the port, as every adapter does.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import RLock

import msgspec

from gemot.ports.journal import Arrival, Charge, Head, Lease, Row, Snapshot, Text, mark
from gemot.ports.world import Ids
from gemot.records.canonical import sha256
from gemot.records.envelope import GENESIS, Actor, Filed, Marked, Sealed, seal, unseal
from gemot.records.framing import Case


def _silent(_point: str, _label: str) -> None:
    """Nobody listens."""


class Tables:
    """All that is kept; a transaction works on a copy."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.filed: dict[str, tuple[Filed, ...]] = {}
        self.heads: dict[str, Head] = {}
        self.leases: dict[tuple[str, str], Lease] = {}
        self.charges: dict[int, Charge] = {}
        self.blobs: dict[str, bytes] = {}
        self.arrivals: list[Arrival] = []
        self.fence = 0

    def copy(self) -> "Tables":
        """Another set of tables with the same immutable rows."""
        twin = Tables()
        twin.rows, twin.filed, twin.heads = list(self.rows), dict(self.filed), dict(self.heads)
        twin.leases, twin.charges = dict(self.leases), dict(self.charges)
        twin.blobs, twin.fence = dict(self.blobs), self.fence
        twin.arrivals = list(self.arrivals)
        return twin


class MemoryJournal:
    """The `Journal` port without a file."""

    def __init__(self, ids: Ids, trace: Callable[[str, str], None] = _silent) -> None:
        self._ids = ids
        self._trace = trace
        self._lock = RLock()
        self._busy = False
        self._tables = Tables()

    @contextmanager
    def begin(self) -> Iterator["MemoryTx"]:
        with self._lock:
            if self._busy:
                raise RuntimeError("a write transaction is already open in this thread")
            self._busy = True
            tx = MemoryTx(self._tables.copy(), self._ids)
            try:
                yield tx
                label = ",".join(tx.kinds) or "-"
                self._trace("journal.committing", label)
                self._tables = tx.tables
                self._trace("journal.committed", label)
            finally:
                tx.ended = True
                self._busy = False

    def read(self, case: str) -> tuple[Filed, ...]:
        return self._tables.filed.get(case, ())

    def heads(self, project: str | None = None) -> tuple[Head, ...]:
        found = [h for h in self._tables.heads.values() if project in (None, h.project)]
        return tuple(sorted(found, key=lambda h: h.opened)[::-1])

    def since(self, kind: str, at: str) -> tuple[Filed, ...]:
        every = [f for c in self._tables.heads for f in self.read(c)]
        found = [f for f in every if f.kind == kind and f.at >= at]
        return tuple(sorted(found, key=lambda f: f.at))

    def texts(self, project: str | None = None, kind: str | None = None) -> Iterable[Text]:
        for head in self.heads(project):
            for row in self.rows(head.case):
                payload = row.sealed.payload
                if payload is not None and kind in (None, row.kind):
                    yield Text(
                        case=row.case, seq=row.seq, kind=row.kind, at=row.at, payload=payload
                    )

    def charges(self, case: str) -> tuple[Charge, ...]:
        return tuple(c for _, c in sorted(self._tables.charges.items()) if c.case == case)

    def leases(self, case: str) -> tuple[Lease, ...]:
        return _leases(self._tables, case)

    def arrivals(self, case: str) -> tuple[Arrival, ...]:
        found = [a for a in self._tables.arrivals if a.case == case]
        return tuple(sorted(found, key=lambda a: a.first))

    def get(self, digest: str) -> bytes | None:
        return self._tables.blobs.get(digest)

    def rows(self, case: str | None = None) -> Iterable[Row]:
        return [r for r in self._tables.rows if case in (None, r.case)]

    def blobs(self) -> Iterable[tuple[str, bytes]]:
        return sorted(self._tables.blobs.items())

    def snapshot(self) -> Snapshot:
        kept = self._tables
        leases = sorted(kept.leases.values(), key=lambda lease: lease.fence)
        return Snapshot(
            rows=tuple(kept.rows),
            heads=tuple(head for _, head in sorted(kept.heads.items())),
            leases=tuple((lease, mark(lease)) for lease in leases),
            charges=tuple((c, mark(c)) for _, c in sorted(kept.charges.items())),
            fences=tuple(range(1, kept.fence + 1)),
            blobs=tuple(sorted(kept.blobs)),
            arrivals=tuple(
                (a, mark(a)) for a in sorted(kept.arrivals, key=lambda a: (a.case, a.first))
            ),
        )

    def close(self) -> None:
        """Nothing is open."""


class MemoryTx:
    """The `Tx` port on a copy of the tables. Of no use once its block has ended."""

    def __init__(self, tables: Tables, ids: Ids) -> None:
        self._tables = tables
        self._ids = ids
        self.kinds: list[str] = []
        self.ended = False

    @property
    def tables(self) -> Tables:
        """The copy; refused once the block has ended."""
        if self.ended:
            raise RuntimeError("the write transaction has ended")
        return self._tables

    def filed(self, case: str) -> tuple[Filed, ...]:
        return self.tables.filed.get(case, ())

    def head(self, case: str) -> Head | None:
        return self.tables.heads.get(case)

    def find(self, project: str, request: str) -> tuple[Head, ...]:
        heads = self.tables.heads.values()
        found = [h for h in heads if (h.project, h.request) == (project, request)]
        return tuple(sorted(found, key=lambda h: h.opened))

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
        head = self.head(case)
        sealed = seal(
            record,
            case=case,
            seq=0 if head is None else head.seq + 1,
            at=at,
            actor=actor,
            rules=rules,
            offences=offences,
            prev=GENESIS if head is None else head.hash,
            salt=self._ids.salt(),
        )
        filed = unseal(sealed)
        self._keep(filed, sealed)
        return filed

    def _keep(self, filed: Filed, sealed: Sealed) -> None:
        kept, case, told = self.tables, filed.case, filed.record
        known = (told.project, told.request) if isinstance(told, Case) else ("", "")
        first = Head(
            case=case, project=known[0], request=known[1], opened=filed.at, seq=0, hash=filed.hash
        )
        head = kept.heads.get(case, first)
        kept.heads[case] = msgspec.structs.replace(head, seq=filed.seq, hash=filed.hash)
        kept.rows.append(_row(len(kept.rows) + 1, filed, sealed))
        kept.filed[case] = (*kept.filed.get(case, ()), filed)
        self.kinds.append(filed.kind)

    def take_in(self, case: str, records: Sequence[Sealed], at: str) -> None:
        head = self.head(case)
        first = 0 if head is None else head.seq + 1
        prev = GENESIS if head is None else head.hash
        for seq, sealed in enumerate(records, first):
            filed = unseal(sealed)
            if (filed.case, filed.seq, filed.prev) != (case, seq, prev):
                raise ValueError(f"{filed.id} is not the next record of {case}, {seq}")
            self._keep(filed, sealed)
            prev = filed.hash
        if records:
            last = first + len(records) - 1
            self.tables.arrivals.append(Arrival(case=case, first=first, last=last, at=at))

    def put(self, data: bytes) -> str:
        digest = sha256(data)
        self.tables.blobs[digest] = data
        return digest

    def get(self, digest: str) -> bytes | None:
        return self.tables.blobs.get(digest)

    def take(self, case: str, act: str, holder: str, until: str) -> Lease:
        self.tables.fence += 1
        lease = Lease(case=case, act=act, fence=self.tables.fence, holder=holder, until=until)
        self.tables.leases[case, act] = lease
        return lease

    def leases(self, case: str) -> tuple[Lease, ...]:
        return _leases(self.tables, case)

    def _mine(self, case: str, act: str, fence: int) -> Lease | None:
        lease = self.tables.leases.get((case, act))
        return lease if lease is not None and lease.fence == fence else None

    def renew(self, case: str, act: str, fence: int, until: str) -> bool:
        lease = self._mine(case, act, fence)
        if lease is None:
            return False
        self.tables.leases[case, act] = msgspec.structs.replace(lease, until=until)
        return True

    def release(self, case: str, act: str, fence: int) -> bool:
        if self._mine(case, act, fence) is None:
            return False
        del self.tables.leases[case, act]
        return True

    def reserve(self, charge: Charge) -> None:
        if charge.fence in self.tables.charges:
            raise ValueError(f"fence {charge.fence} has a charge already")
        self.tables.charges[charge.fence] = charge

    def settle(self, fence: int, actual: int | None) -> None:
        charge = self.tables.charges.get(fence)
        if charge is None:
            raise LookupError(f"nothing is reserved under fence {fence}")
        if charge.actual is not None and charge.actual != actual:
            raise ValueError(f"fence {fence} was settled at {charge.actual}, not at {actual}")
        settled = msgspec.structs.replace(charge, actual=actual, settled=True)
        self.tables.charges[fence] = settled

    def forgo(self, fence: int) -> None:
        charge = self.tables.charges.get(fence)
        if charge is not None and not charge.settled:
            del self.tables.charges[fence]

    def spent(self, case: str) -> int:
        return sum(_cost(c) for c in self.tables.charges.values() if c.case == case)

    def spent_since(self, at: str) -> int:
        return sum(_cost(c) for c in self.tables.charges.values() if c.at >= at)

    def forget(self, case: str, seq: int) -> bool:
        for i, row in enumerate(self.tables.rows):
            if (row.case, row.seq) == (case, seq) and row.sealed.payload is not None:
                bare = Sealed(envelope=row.sealed.envelope, salt=None, payload=None)
                self.tables.rows[i] = msgspec.structs.replace(row, sealed=bare)
                filed = list(self.tables.filed[case])
                filed[seq] = unseal(bare)
                self.tables.filed[case] = tuple(filed)
                return True
        return False

    def forget_blob(self, digest: str) -> bool:
        stones = (r for r in self.tables.rows if r.kind == "tombstone")
        if not any(digest.encode() in r.sealed.envelope for r in stones):
            raise ValueError(f"no tombstone names the blob {digest}")
        return self.tables.blobs.pop(digest, None) is not None


def _row(n: int, filed: Filed, sealed: Sealed) -> Row:
    return Row(
        n=n,
        case=filed.case,
        seq=filed.seq,
        kind=filed.kind,
        at=filed.at,
        hash=filed.hash,
        sealed=sealed,
    )


def _leases(tables: Tables, case: str) -> tuple[Lease, ...]:
    found = [lease for lease in tables.leases.values() if lease.case == case]
    return tuple(sorted(found, key=lambda lease: lease.fence))


def _cost(charge: Charge) -> int:
    return next((v for v in (charge.actual, charge.reserved) if v is not None), 0)
