"""The journal on SQLite: one writer connection a process, one reader, all SQL in this file.

Laws: a transaction is `BEGIN IMMEDIATE` to `COMMIT`, so that what it read still holds when it
is written; reads fetch whole and hold no lock afterwards; a write transaction belongs to the
thread that began it, and others wait.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import Any

import msgspec

from gemot.journal import cells
from gemot.journal.opening import fault, mapped, prepare, reader, writer
from gemot.journal.schema import DEFINED, strange
from gemot.ports.journal import (
    Arrival,
    Charge,
    Head,
    Lease,
    Row,
    Snapshot,
    StoreUncleaned,
    Text,
)
from gemot.ports.world import Ids
from gemot.records.canonical import sha256
from gemot.records.envelope import (
    GENESIS,
    Actor,
    Filed,
    Marked,
    Sealed,
    seal,
    unseal,
)
from gemot.records.framing import Case

Trace = Callable[[str, str], None]
"""`trace(point, label)`: `journal.committing` and `journal.committed` with the kinds appended."""

_SEALED = 'SELECT envelope, salt, payload FROM record WHERE "case" = ? ORDER BY seq'
_ROW = 'SELECT n, "case", seq, kind, at, hash, envelope, salt, payload FROM record'
_TEXT = (
    'SELECT seq, kind, at, payload FROM record WHERE "case" = ? AND payload IS NOT NULL '
    "AND (kind = ? OR ? IS NULL) ORDER BY seq"
)
_HEAD = 'SELECT "case", project, request, opened, seq, hash FROM head'
_FIRST = '(SELECT n FROM record WHERE record."case" = head."case" AND record.seq = 0)'
_LEASE = 'SELECT "case", act, fence, holder, until, mark FROM lease'
_CHARGE = 'SELECT fence, "case", act, at, reserved, actual, settled, mark FROM charge'
_ARRIVAL = 'SELECT "case", first, last, at, mark FROM arrival'
_CHECK = "PRAGMA integrity_check(10)"
_NAMED = "SELECT EXISTS (SELECT 1 FROM record WHERE kind = 'tombstone' AND instr(envelope, ?) > 0)"
_SPENT = "SELECT coalesce(sum(coalesce(actual, reserved, 0)), 0) FROM charge"


def _silent(_point: str, _label: str) -> None:
    """Nobody listens."""


class SqliteJournal:
    """The `Journal` port on one file. Raises `StoreFault` for what the world refuses."""

    def __init__(self, path: Path, ids: Ids, trace: Trace = _silent) -> None:
        prepare(path)
        self.path = path
        self._ids = ids
        self._trace = trace
        self._writing = RLock()
        self._reading = RLock()
        self._writer: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        self._busy = False
        # What was read once need not be parsed again; forgetting empties it.
        self._unseal = lru_cache(maxsize=2048)(cells.unsealed)

    @contextmanager
    def begin(self) -> Iterator["SqliteTx"]:
        """A write transaction; a second one within it is a `RuntimeError`."""
        with self._writing:
            if self._busy:
                raise RuntimeError("a write transaction is already open in this thread")
            connection = self._open_writer()
            tx = SqliteTx(connection, self.path, self._ids, self._unseal)
            self._busy = True
            try:
                with mapped(self.path):
                    connection.execute("BEGIN IMMEDIATE")
                yield tx
                self._commit(connection, tx)
            finally:
                tx.ended = True
                self._busy = False
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            if tx.forgot:
                self._clean(connection)

    def _open_writer(self) -> sqlite3.Connection:
        if self._writer is None:
            self._writer = writer(self.path)
        return self._writer

    def _commit(self, connection: sqlite3.Connection, tx: "SqliteTx") -> None:
        tx.ended = True
        label = ",".join(tx.kinds) or "-"
        self._trace("journal.committing", label)
        with mapped(self.path):
            connection.execute("COMMIT")
        self._trace("journal.committed", label)

    def _clean(self, connection: sqlite3.Connection) -> None:
        """Nothing of a forgotten payload stays in free space, in the rollback journal (which
        `persist` keeps, with the pages as they were) or in the write-ahead log."""
        self._unseal.cache_clear()
        try:
            connection.execute("PRAGMA journal_size_limit=0")
            connection.execute("VACUUM")
            kept = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            connection.execute("PRAGMA journal_size_limit=-1")
        except sqlite3.Error as error:
            why = fault(error, self.path)
            raise _uncleaned(self.path, why.says, why.fix) from error
        if kept:
            raise _uncleaned(self.path, "another process reads it", "end the other one")

    def _query(self, sql: str, *args: object) -> list[Any]:
        with self._reading, mapped(self.path):
            if self._reader is None:
                self._reader = reader(self.path)
            return self._reader.execute(sql, args).fetchall()

    def read(self, case: str) -> tuple[Filed, ...]:
        return cells.chain(self._query(_SEALED, case), case, self._unseal)

    def heads(self, project: str | None = None) -> tuple[Head, ...]:
        order = f" ORDER BY opened DESC, {_FIRST} DESC"
        if project is None:
            return tuple(cells.head(r) for r in self._query(_HEAD + order))
        return tuple(
            cells.head(r) for r in self._query(f"{_HEAD} WHERE project = ?{order}", project)
        )

    def since(self, kind: str, at: str) -> tuple[Filed, ...]:
        wanted = "SELECT envelope, salt, payload FROM record WHERE kind = ? AND at >= ?"
        return cells.filed(self._query(f"{wanted} ORDER BY at, n", kind, at), kind, self._unseal)

    def texts(self, project: str | None = None, kind: str | None = None) -> Iterable[Text]:
        for head in self.heads(project):
            for r in self._query(_TEXT, head.case, kind, kind):
                yield Text(case=head.case, seq=r[0], kind=r[1], at=r[2], payload=r[3])

    def charges(self, case: str) -> tuple[Charge, ...]:
        found = self._query(f'{_CHARGE} WHERE "case" = ? ORDER BY fence', case)
        return tuple(cells.charge(r) for r in found)

    def leases(self, case: str) -> tuple[Lease, ...]:
        found = self._query(f'{_LEASE} WHERE "case" = ? ORDER BY fence', case)
        return tuple(cells.lease(r) for r in found)

    def arrivals(self, case: str) -> tuple[Arrival, ...]:
        found = self._query(f'{_ARRIVAL} WHERE "case" = ? ORDER BY first', case)
        return tuple(cells.arrival(r) for r in found)

    def get(self, digest: str) -> bytes | None:
        found = self._query("SELECT data FROM blob WHERE digest = ?", digest)
        return found[0][0] if found else None

    def rows(self, case: str | None = None) -> Iterable[Row]:
        if case is None:
            return [cells.row(r) for r in self._query(f"{_ROW} ORDER BY n")]
        return [cells.row(r) for r in self._query(f'{_ROW} WHERE "case" = ? ORDER BY n', case)]

    def blobs(self) -> Iterable[tuple[str, bytes]]:
        for (digest,) in self._query("SELECT digest FROM blob ORDER BY digest"):
            data = self.get(digest)
            if data is not None:
                yield digest, data

    def snapshot(self) -> Snapshot:
        with self._reading:
            self._query("BEGIN")
            assert self._reader is not None
            self._reader.text_factory = cells.as_text
            try:
                return Snapshot(
                    rows=tuple(cells.row(r) for r in self._query(f"{_ROW} ORDER BY n")),
                    heads=tuple(cells.head(r) for r in self._query(f'{_HEAD} ORDER BY "case"')),
                    leases=tuple(
                        (cells.lease(r), r[-1]) for r in self._query(f"{_LEASE} ORDER BY fence")
                    ),
                    charges=tuple(
                        (cells.charge(r), r[-1]) for r in self._query(f"{_CHARGE} ORDER BY fence")
                    ),
                    fences=tuple(r[0] for r in self._query("SELECT n FROM fence ORDER BY n")),
                    blobs=tuple(
                        r[0] for r in self._query("SELECT digest FROM blob ORDER BY digest")
                    ),
                    arrivals=tuple(
                        (cells.arrival(r), r[-1])
                        for r in self._query(f'{_ARRIVAL} ORDER BY "case", first')
                    ),
                    flaws=tuple(r[0] for r in self._query(_CHECK) if r[0] != "ok"),
                    strange=tuple(strange(self._query(DEFINED))),
                )
            finally:
                self._reader.text_factory = str
                self._query("ROLLBACK")

    def close(self) -> None:
        with self._writing, self._reading:
            for connection in (self._writer, self._reader):
                if connection is not None:
                    connection.close()
            self._writer = self._reader = None


class SqliteTx:
    """The `Tx` port. Of no use once its block has ended."""

    def __init__(
        self, connection: sqlite3.Connection, path: Path, ids: Ids, unsealed: cells.Unseal
    ) -> None:
        self._connection = connection
        self._path = path
        self._ids = ids
        self._unseal = unsealed
        self.kinds: list[str] = []
        self.forgot = False
        self.ended = False

    def _run(self, sql: str, *args: object) -> sqlite3.Cursor:
        if self.ended:
            raise RuntimeError("the write transaction has ended")
        with mapped(self._path):
            return self._connection.execute(sql, args)

    def filed(self, case: str) -> tuple[Filed, ...]:
        return cells.chain(self._run(_SEALED, case).fetchall(), case, self._unseal)

    def head(self, case: str) -> Head | None:
        found = self._run(f'{_HEAD} WHERE "case" = ?', case).fetchone()
        return None if found is None else cells.head(found)

    def find(self, project: str, request: str) -> tuple[Head, ...]:
        where = f" WHERE project = ? AND request = ? ORDER BY opened, {_FIRST}"
        return tuple(cells.head(r) for r in self._run(_HEAD + where, project, request).fetchall())

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
        self._keep(filed, sealed, head is None)
        return filed

    def _keep(self, filed: Filed, sealed: Sealed, first: bool) -> None:
        """Write a record, and the head that it moves."""
        self._run(
            'INSERT INTO record (n, "case", seq, kind, at, hash, envelope, salt, payload) '
            "SELECT coalesce(max(n), 0) + 1, ?, ?, ?, ?, ?, ?, ?, ? FROM record",
            filed.case, filed.seq, filed.kind, filed.at, filed.hash,
            sealed.envelope, sealed.salt, sealed.payload,
        )  # fmt: skip
        if first:
            told = filed.record
            known = (told.project, told.request) if isinstance(told, Case) else ("", "")
            self._run(
                "INSERT INTO head VALUES (?, ?, ?, ?, ?, ?)",
                filed.case, *known, filed.at, filed.seq, filed.hash,
            )  # fmt: skip
        else:
            self._run(
                'UPDATE head SET seq = ?, hash = ? WHERE "case" = ?',
                filed.seq, filed.hash, filed.case,
            )  # fmt: skip
        self.kinds.append(filed.kind)

    def take_in(self, case: str, records: Sequence[Sealed], at: str) -> None:
        head = self.head(case)
        first = 0 if head is None else head.seq + 1
        prev = GENESIS if head is None else head.hash
        for seq, sealed in enumerate(records, first):
            filed = unseal(sealed)
            if (filed.case, filed.seq, filed.prev) != (case, seq, prev):
                raise ValueError(f"{filed.id} is not the next record of {case}, {seq}")
            self._keep(filed, sealed, seq == 0)
            prev = filed.hash
        if records:
            came = Arrival(case=case, first=first, last=first + len(records) - 1, at=at)
            self._run("INSERT INTO arrival VALUES (?, ?, ?, ?, ?)", *cells.cells_of(came))

    def put(self, data: bytes) -> str:
        digest = sha256(data)
        self._run("INSERT INTO blob VALUES (?, ?) ON CONFLICT DO NOTHING", digest, data)
        return digest

    def get(self, digest: str) -> bytes | None:
        found = self._run("SELECT data FROM blob WHERE digest = ?", digest).fetchone()
        return found[0] if found else None

    def take(self, case: str, act: str, holder: str, until: str) -> Lease:
        fence = self._run("INSERT INTO fence SELECT coalesce(max(n), 0) + 1 FROM fence").lastrowid
        assert fence is not None
        lease = Lease(case=case, act=act, fence=fence, holder=holder, until=until)
        self._run("INSERT OR REPLACE INTO lease VALUES (?, ?, ?, ?, ?, ?)", *cells.cells_of(lease))
        return lease

    def leases(self, case: str) -> tuple[Lease, ...]:
        found = self._run(f'{_LEASE} WHERE "case" = ? ORDER BY fence', case)
        return tuple(cells.lease(r) for r in found.fetchall())

    def renew(self, case: str, act: str, fence: int, until: str) -> bool:
        where = f'{_LEASE} WHERE "case" = ? AND act = ? AND fence = ?'
        found = self._run(where, case, act, fence).fetchone()
        if found is None:
            return False
        lease = msgspec.structs.replace(cells.lease(found), until=until)
        self._run("INSERT OR REPLACE INTO lease VALUES (?, ?, ?, ?, ?, ?)", *cells.cells_of(lease))
        return True

    def release(self, case: str, act: str, fence: int) -> bool:
        where = 'DELETE FROM lease WHERE "case" = ? AND act = ? AND fence = ?'
        return self._run(where, case, act, fence).rowcount == 1

    def reserve(self, charge: Charge) -> None:
        if self._charge(charge.fence) is not None:
            raise ValueError(f"fence {charge.fence} has a charge already")
        self._run("INSERT INTO charge VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *cells.cells_of(charge))

    def _charge(self, fence: int) -> Charge | None:
        found = self._run(f"{_CHARGE} WHERE fence = ?", fence).fetchone()
        return None if found is None else cells.charge(found)

    def settle(self, fence: int, actual: int | None) -> None:
        charge = self._charge(fence)
        if charge is None:
            raise LookupError(f"nothing is reserved under fence {fence}")
        if charge.actual is not None and charge.actual != actual:
            raise ValueError(f"fence {fence} was settled at {charge.actual}, not at {actual}")
        charge = msgspec.structs.replace(charge, actual=actual, settled=True)
        self._run("REPLACE INTO charge VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *cells.cells_of(charge))

    def forgo(self, fence: int) -> None:
        self._run("DELETE FROM charge WHERE fence = ? AND settled = 0", fence)

    def spent(self, case: str) -> int:
        total: int = self._run(f'{_SPENT} WHERE "case" = ?', case).fetchone()[0]
        return total

    def spent_since(self, at: str) -> int:
        total: int = self._run(f"{_SPENT} WHERE at >= ?", at).fetchone()[0]
        return total

    def forget(self, case: str, seq: int) -> bool:
        self.forgot = True
        where = 'WHERE "case" = ? AND seq = ? AND payload IS NOT NULL'
        done = self._run(f"UPDATE record SET payload = NULL, salt = NULL {where}", case, seq)
        return done.rowcount == 1

    def forget_blob(self, digest: str) -> bool:
        if not self._run(_NAMED, digest).fetchone()[0]:
            raise ValueError(f"no tombstone names the blob {digest}")
        self.forgot = True
        return self._run("DELETE FROM blob WHERE digest = ?", digest).rowcount == 1


def _uncleaned(path: Path, why: str, fix: str) -> StoreUncleaned:
    says = f"the payload is forgotten, but copies of it may be left in {path}: {why}"
    return StoreUncleaned(says, f"forget it once more ({fix})")
