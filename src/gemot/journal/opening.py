"""Opening the store's file: permissions, pragmas, migrations, and what SQLite's errors mean.

Laws: a folder that is made here is 0700 and the file 0600; a migration is one transaction, so
that of any number of simultaneous first starts one migrates and all succeed; a file of another
program or of a newer Gemot is refused and not touched.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote

from gemot.ports.journal import (
    StoreBusy,
    StoreDamaged,
    StoreFault,
    StoreForeign,
    StoreNewer,
    StoreUnwritable,
)

APPLICATION = 0x67656D74
"""`gemt`: the file's application id."""
VERSION = 2
"""The number of the last migration; the file's `user_version`."""
PATIENCE = 30.0
"""Seconds to wait for another process's transaction."""
# Before 3.51.3 a WAL that is reset while another process reads can corrupt the file.
WAL = sqlite3.sqlite_version_info >= (3, 51, 3)
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
# The module's own errors have no code: a text that is no UTF-8.
_DAMAGE = (0, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH)


def fault(error: sqlite3.Error, path: Path) -> StoreFault:
    """What an error of SQLite means, and the line that mends it."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _BUSY:
        return StoreBusy(
            f"another process has kept the store {path} for {PATIENCE:.0f} seconds",
            f"end it and try again: `fuser {path}` names it",
        )
    if code == sqlite3.SQLITE_NOTADB:
        return StoreForeign(f"{path} is no SQLite file", _elsewhere())
    if code in _DAMAGE:
        return StoreDamaged(f"the store {path} is damaged: {error}", _restore(path))
    return unwritable(path, str(error))


def _restore(path: Path) -> str:
    return f"restore it from a copy of before, or mend it: sqlite3 {quote(str(path))} .recover"


def unwritable(path: Path, why: str) -> StoreUnwritable:
    """The store's file or its folder does not take what is written."""
    return StoreUnwritable(
        f"the store {path} cannot be written: {why}",
        f"make {path.parent} writable and see that it has room, or {_elsewhere()}",
    )


def _elsewhere() -> str:
    return "name another place: export GEMOT_STORE=sqlite:PATH"


@contextmanager
def mapped(path: Path) -> Iterator[None]:
    """Foreign errors become `StoreFault` here and nowhere else."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # A mistake of ours, not the world's.
    except sqlite3.Error as error:
        raise fault(error, path) from error
    except OSError as error:
        raise unwritable(path, error.strerror or str(error)) from error


def connect(path: Path) -> sqlite3.Connection:
    """A connection in which every transaction is begun and ended by hand."""
    connection = sqlite3.connect(
        path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute("PRAGMA temp_store=MEMORY")
    except BaseException:
        connection.close()
        raise
    return connection


def reader(path: Path) -> sqlite3.Connection:
    """A connection that only reads. It may roll back what a killed process left half done."""
    with mapped(path):
        connection = connect(path)
        connection.execute("PRAGMA query_only=ON")
        return connection


def writer(path: Path) -> sqlite3.Connection:
    """The connection that writes."""
    with mapped(path):
        connection = connect(path)
        try:
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA secure_delete=ON")
            # A spilt cache would lock readers out before the commit.
            connection.execute("PRAGMA cache_spill=OFF")
            _journal_mode(connection, "wal" if WAL else "persist")
        except BaseException:
            connection.close()
            raise
        return connection


def _journal_mode(connection: sqlite3.Connection, wanted: str) -> None:
    """SQLite's time-out does not cover a change to WAL: whoever finds the file in use tries
    again, and whatever mode stands in the end is sound."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute(f"PRAGMA journal_mode={wanted}")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)


def emptied(path: Path) -> StoreDamaged:
    """What a file without a byte is: of a store that is begun, no moment leaves one for long."""
    return StoreDamaged(
        f"the store {path} is an empty file of 0 bytes",
        "restore it from a copy of before; if it never held a case, begin anew: "
        f"rm -f {quote(str(path))} {quote(str(path) + '.key')}",
    )


def empty(path: Path) -> bool:
    """Whether there is a file, and not a byte in it."""
    return path.is_file() and path.stat().st_size == 0


def prepare(path: Path) -> None:
    """Make the store where there is none, and bring an older one up to date. An empty file that
    has a key beside it was a store, since the key is made after the tables."""
    with mapped(path):
        if empty(path) and path.with_name(path.name + ".key").exists():
            raise emptied(path)
        _make(path)
        connection = connect(path)
        try:
            if _standing(connection, path) != VERSION:
                _migrate(connection, path)
        finally:
            connection.close()


def _make(path: Path) -> None:
    missing = [p for p in (path.parent, *path.parent.parents) if not p.exists()]
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600)) if not path.exists() else None


def _standing(connection: sqlite3.Connection, path: Path) -> int:
    """The file's version; 0 where it is empty."""
    application = _pragma(connection, "application_id")
    version = _pragma(connection, "user_version")
    if application == APPLICATION:
        if version > VERSION:
            raise StoreNewer(
                f"the store {path} has version {version}; this Gemot knows {VERSION}",
                "install the newest: pip install --upgrade gemot",
            )
        return version
    used = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application or version or used:
        raise StoreForeign(f"{path} is a database of another program", _elsewhere())
    return 0


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    value: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return value


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have done it while this one waited.
        for number in range(_standing(connection, path) + 1, VERSION + 1):
            for statement in statements(number):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version={number}")
        connection.execute(f"PRAGMA application_id={APPLICATION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def statements(number: int) -> Iterator[str]:
    """The statements of a migration. `executescript` would commit each by itself."""
    from importlib.resources import files

    text = files("gemot.journal").joinpath("migrations", f"{number:04d}.sql").read_text("utf-8")
    held = ""
    for line in text.splitlines(keepends=True):
        held += line
        if sqlite3.complete_statement(held):
            yield held
            held = ""
