"""What only the adapter on a file has to hold: the file, its pragmas, processes, damage."""

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gemot.journal import opening
from gemot.journal.inspect import chain
from gemot.journal.sqlite import SqliteJournal
from gemot.ports.journal import (
    StoreBusy,
    StoreDamaged,
    StoreForeign,
    StoreNewer,
    StoreUnwritable,
)
from gemot.records.envelope import Actor
from gemot.records.report import Verdict
from gemot.rules.journal import RULES
from gemot.rules.rule import judge
from gemot.testing.fixed import CountingIds

AT = "2026-11-30T12:00:00.000Z"
ACTOR = Actor(name="me", channel="terminal")
PRELUDE = f"""
import signal, sys, threading
from pathlib import Path
from gemot.journal.sqlite import SqliteJournal
from gemot.journal.world import SystemIds
from gemot.records.envelope import Actor
from gemot.records.report import Verdict
path, name = Path(sys.argv[1]), sys.argv[2]
def add(tx, case=name, reason="r"):
    tx.append(case, Verdict(finding="F1", judgement="accept", reason=reason), at={AT!r},
              actor=Actor(name="me", channel="terminal"), rules="c" * 64)
sys.stdin.readline()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "gemot" / "store.db"


@pytest.fixture
def journal(path: Path) -> Iterator[SqliteJournal]:
    with closing(SqliteJournal(path, CountingIds())) as opened:
        yield opened


def add(journal: SqliteJournal, reason: str = "r", name: str = "x-1") -> None:
    with journal.begin() as tx:
        verdict = Verdict(finding="F1", judgement="accept", reason=reason)
        tx.append(name, verdict, at=AT, actor=ACTOR, rules="c" * 64)


def processes(count: int, path: Path, body: str) -> list[tuple[int, str]]:
    """Run `body` in so many processes that start together; their exit codes and errors."""
    command = [sys.executable, "-c", PRELUDE + body, str(path)]
    started = [
        subprocess.Popen(
            [*command, f"p-{i}"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for i in range(count)
    ]
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return [(p.wait(), e) for p, e in ((p, p.communicate(timeout=90)[1]) for p in started)]


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# The file.


def test_only_the_user_can_look_into_it(journal: SqliteJournal, path: Path) -> None:
    add(journal)
    assert mode(path.parent) == mode(path.parent.parent) == 0o700
    assert {f.name: mode(f) for f in path.parent.iterdir()} == dict.fromkeys(
        (f.name for f in path.parent.iterdir()), 0o600
    )


def test_pragmas(journal: SqliteJournal, path: Path) -> None:
    add(journal)
    assert journal._writer is not None

    def value(name: str) -> Any:
        assert journal._writer is not None
        return journal._writer.execute(f"PRAGMA {name}").fetchone()[0]

    modern = sqlite3.sqlite_version_info >= (3, 51, 3)
    assert value("journal_mode") == ("wal" if modern else "persist")
    assert value("synchronous") == 2
    assert value("secure_delete") == 1
    assert value("trusted_schema") == 0
    assert value("application_id") == opening.APPLICATION
    assert value("user_version") == opening.VERSION


def test_the_last_migration_is_the_version() -> None:
    folder = Path(opening.__file__).parent / "migrations"
    numbers = sorted(int(f.stem) for f in folder.glob("*.sql"))
    assert numbers == list(range(1, opening.VERSION + 1))


def test_a_store_of_a_newer_version_is_refused(journal: SqliteJournal, path: Path) -> None:
    add(journal)
    journal.close()
    execute(path, "PRAGMA user_version=99")
    before = path.read_bytes()
    with pytest.raises(StoreNewer) as e:
        SqliteJournal(path, CountingIds())
    assert str(e.value) == (
        f"the store {path} has version 99; this Gemot knows {opening.VERSION}; "
        "install the newest: pip install --upgrade gemot"
    )
    assert path.read_bytes() == before


@pytest.mark.parametrize("other", ["CREATE TABLE t (x)", "PRAGMA user_version=1"])
def test_another_programs_database_is_refused(tmp_path: Path, other: str) -> None:
    path = tmp_path / "other.db"
    execute(path, other)
    before = path.read_bytes()
    with pytest.raises(StoreForeign) as e:
        SqliteJournal(path, CountingIds())
    assert e.value.says == f"{path} is a database of another program"
    assert e.value.fix == "name another place: export GEMOT_STORE=sqlite:PATH"
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(b"not a database " * 100)
    with pytest.raises(StoreForeign, match="is no SQLite file"):
        SqliteJournal(path, CountingIds())
    assert path.read_bytes() == b"not a database " * 100


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    path.touch()
    with closing(SqliteJournal(path, CountingIds())) as journal:
        add(journal)
        assert len(journal.read("x-1")) == 1


@pytest.mark.parametrize("place", ["/dev/null/gemot/store.db", "/proc/gemot/store.db"])
def test_a_place_that_cannot_be_written_says_what_mends_it(place: str) -> None:
    with pytest.raises(StoreUnwritable) as e:
        SqliteJournal(Path(place), CountingIds())
    assert e.value.says.startswith(f"the store {place} cannot be written: ")
    assert e.value.fix == (
        f"make {Path(place).parent} writable and see that it has room, or name another place: "
        "export GEMOT_STORE=sqlite:PATH"
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_store_without_permission_can_be_read_and_says_what_mends_it(
    journal: SqliteJournal, path: Path
) -> None:
    add(journal)
    journal.close()
    path.chmod(0o400)
    with closing(SqliteJournal(path, CountingIds())) as opened:
        assert len(opened.read("x-1")) == 1
        with pytest.raises(StoreUnwritable):
            add(opened)


def test_a_full_disk_undoes_the_transaction(journal: SqliteJournal, path: Path) -> None:
    add(journal)
    assert journal._writer is not None
    pages = journal._writer.execute("PRAGMA page_count").fetchone()[0]
    journal._writer.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(StoreUnwritable, match="cannot be written: database or disk is full"):
        add(journal, "long " * 5_000)
    assert len(journal.read("x-1")) == 1
    journal._writer.execute("PRAGMA max_page_count=1000000")
    add(journal)
    assert len(journal.read("x-1")) == 2


# Only ever added to.


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM record",
        "UPDATE record SET envelope = x'00'",
        "UPDATE record SET n = n + 1",
        "UPDATE record SET at = ''",
        "UPDATE record SET payload = x'00'",
        "UPDATE record SET payload = NULL",
        "UPDATE record SET salt = NULL",
        "UPDATE record SET payload = NULL, salt = NULL, hash = ''",
        "DELETE FROM blob",
        "UPDATE blob SET data = x'00'",
        "DELETE FROM fence",
        "UPDATE fence SET n = n + 1",
        """INSERT INTO record SELECT n + 1, "case", seq, kind, at, hash, envelope, salt, payload
           FROM record""",
    ],
)
def test_the_file_itself_refuses_to_be_rewritten(
    journal: SqliteJournal, path: Path, statement: str
) -> None:
    add(journal)
    with journal.begin() as tx:
        tx.put(b"blob")
        tx.take("x-1", "A.positions", "h", AT)
    with pytest.raises(sqlite3.IntegrityError):
        execute(path, statement)
    assert len(journal.read("x-1")) == 1


# Forgetting.


@pytest.mark.parametrize("length", [10, 3_000, 59_000])
@pytest.mark.parametrize("wal", [False, True])
def test_a_forgotten_text_is_nowhere_in_the_files(
    path: Path, length: int, wal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "WAL", wal)
    secret = ("needle" * length)[:length]
    with closing(SqliteJournal(path, CountingIds())) as journal:
        for i in range(30):
            add(journal, secret + "x" if i == 11 else "y" * (i * 97))

        def raw() -> bytes:
            return b"".join(f.read_bytes() for f in path.parent.iterdir())

        assert b"needlenee" in raw()
        with journal.begin() as tx:
            tx.forget("x-1", 11)
        assert b"needlenee" not in raw()
        assert path.with_name(f"store.db-{'wal' if wal else 'journal'}").stat().st_size == 0
        assert journal.read("x-1")[11].forgotten
        assert len(journal.read("x-1")) == 30
        add(journal)
        assert b"needlenee" not in raw()


# Processes.


def test_32_first_starts_at_once(path: Path) -> None:
    ended = processes(
        32, path, "j = SqliteJournal(path, SystemIds())\nwith j.begin() as tx: add(tx)\nj.close()"
    )
    assert ended == [(0, "")] * 32
    with closing(SqliteJournal(path, CountingIds())) as journal:
        assert len(journal.heads()) == 32
        assert judge(RULES, "chain", chain(journal)) == ()


def test_writers_in_processes_and_threads_keep_one_chain(path: Path) -> None:
    body = """
j = SqliteJournal(path, SystemIds())
def work():
    for _ in range(10):
        with j.begin() as tx:
            add(tx, "shared-1")
            add(tx)
            lease = tx.take("shared-1", "A.positions", name, "u")
        assert j.read("shared-1")
threads = [threading.Thread(target=work) for _ in range(3)]
[t.start() for t in threads]; [t.join() for t in threads]
j.close()
"""
    assert processes(4, path, body) == [(0, "")] * 4
    with closing(SqliteJournal(path, CountingIds())) as journal:
        assert len(journal.read("shared-1")) == 120
        assert [len(journal.read(f"p-{i}")) for i in range(4)] == [30] * 4
        assert journal.leases("shared-1")[0].fence == 120
        assert judge(RULES, "chain", chain(journal)) == ()


def test_a_process_killed_within_a_transaction_leaves_none_of_it(path: Path) -> None:
    body = """
def kill(point, label):
    if point == "journal.committing" and len(label) > 1000:
        signal.raise_signal(signal.SIGKILL)
j = SqliteJournal(path, SystemIds(), kill)
with j.begin() as tx: add(tx)
with j.begin() as tx:
    for _ in range(200): add(tx, reason="r" * 50_000)
"""
    assert processes(1, path, body) == [(-9, "")]
    with closing(SqliteJournal(path, CountingIds())) as journal:
        assert len(journal.read("p-0")) == 1
        add(journal)
        assert judge(RULES, "chain", chain(journal)) == ()


def test_a_hot_journal_is_rolled_back_by_whoever_reads_first(path: Path) -> None:
    """Killed in the midst of the commit: pages of the file are written and not valid."""
    body = """
j = SqliteJournal(path, SystemIds())
with j.begin() as tx: add(tx)
c = j._writer
c.execute("PRAGMA cache_spill=ON"); c.execute("PRAGMA cache_size=1")
with j.begin() as tx:
    for _ in range(200): add(tx, reason="r" * 50_000)
    signal.raise_signal(signal.SIGKILL)
"""
    assert processes(1, path, body) == [(-9, "")]
    assert path.stat().st_size > 1_000_000 or opening.WAL
    with closing(SqliteJournal(path, CountingIds())) as journal:
        assert len(journal.read("p-0")) == 1
        assert judge(RULES, "chain", chain(journal)) == ()


def test_a_store_that_is_kept_busy_says_so(
    journal: SqliteJournal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "PATIENCE", 0.05)
    add(journal)
    with closing(SqliteJournal(path, CountingIds())) as other, other.begin():
        assert len(journal.read("x-1")) == 1
        with closing(SqliteJournal(path, CountingIds())) as late:
            with pytest.raises(StoreBusy) as e:
                add(late)
            assert len(late.read("x-1")) == 1
    assert e.value.fix == f"end it and try again: `fuser {path}` names it"
    assert e.value.says.startswith(f"another process has kept the store {path} for ")


def test_threads_take_turns(journal: SqliteJournal) -> None:
    def work() -> None:
        for _ in range(20):
            add(journal)
            journal.read("x-1")
            journal.snapshot()

    with ThreadPoolExecutor(6) as pool:
        for done in [pool.submit(work) for _ in range(6)]:
            done.result()
    assert [f.seq for f in journal.read("x-1")] == list(range(120))


# Damage.


def test_a_record_that_cannot_be_read_is_said(journal: SqliteJournal, path: Path) -> None:
    add(journal)
    journal.close()
    execute(path, "DROP TRIGGER record_keeps", "UPDATE record SET envelope = x'7b'")
    with pytest.raises(StoreDamaged) as e:
        journal.read("x-1")
    assert e.value.fix == "run `gemot verify x-1`"
    with pytest.raises(StoreDamaged), journal.begin() as tx:
        tx.filed("x-1")
    assert [o.code for o in judge(RULES, "chain", chain(journal))][:1] == ["JRN001"]


def test_text_that_is_no_utf8_can_be_verified(journal: SqliteJournal, path: Path) -> None:
    add(journal)
    journal.close()
    execute(path, "DROP TRIGGER record_keeps", "UPDATE record SET kind = CAST(x'ff' AS TEXT)")
    offence, schema = judge(RULES, "chain", chain(journal))
    assert (offence.place, offence.got) == ("x-1/0 record.kind", "b'\\xff'")
    assert (schema.code, schema.got) == ("JRN018", "no trigger 'record_keeps'")
    with pytest.raises(StoreDamaged, match="Could not decode to UTF-8"):
        list(journal.rows())


def test_a_record_that_an_index_leaves_out_is_seen(journal: SqliteJournal, path: Path) -> None:
    """No row is changed, and no command would show the case."""
    add(journal)
    add(journal)
    journal.close()
    find = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_record_1'"
    with closing(sqlite3.connect(path)) as db:
        (page,) = db.execute(find).fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    data = bytearray(path.read_bytes())
    index = slice((page - 1) * size, page * size)
    assert data[index].count(b"x-1") == 2
    data[index] = data[index].replace(b"x-1", b"w-1")
    path.write_bytes(data)
    assert journal.read("x-1") == ()
    assert {o.code for o in judge(RULES, "chain", chain(journal))} == {"JRN017"}


def test_a_head_set_back_cannot_make_two_records_of_one_place(
    journal: SqliteJournal, path: Path
) -> None:
    add(journal)
    add(journal)
    execute(path, "UPDATE head SET seq = 0")
    with pytest.raises(StoreDamaged, match="UNIQUE constraint failed"):
        add(journal)
    assert len(journal.read("x-1")) == 2


def test_a_closed_journal_opens_again_and_closes_twice(journal: SqliteJournal) -> None:
    add(journal)
    journal.close()
    journal.close()
    add(journal)
    assert len(journal.read("x-1")) == 2
