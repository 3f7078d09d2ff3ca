"""Whatever is changed in a store of sixty records, `verify` names its place.

Every byte of every column of every row is changed, one at a time, to another value; integers
by one in both directions and to another type. That is done to the facts that the rules judge
(`journal.inspect` reads them once), since many thousand stores would take minutes to write; a
sample of the same changes, and every change that is not of one cell, is done in SQLite, with
the triggers away meanwhile, and read back through the journal.
"""

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gemot.journal.inspect import chain, roots
from gemot.journal.seal import store_head
from gemot.journal.sqlite import SqliteJournal
from gemot.records.canonical import sha256
from gemot.rules.journal import RULES, BlobRow, CaseHead, Chain, StoreHead
from gemot.rules.rule import Offence, judge
from gemot.testing.fixed import CountingIds
from tests.journal.stores import write

TABLES = {"record": "rows", "head": "heads", "lease": "leases", "charge": "charges"}
KEYS = {"record": ("n",), "head": ("case",), "lease": ("case", "act"), "charge": ("fence",)}


class Change(msgspec.Struct, frozen=True):
    """One cell with another value."""

    table: str
    row: int
    column: str
    value: Any


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store's file, closed."""
    path = tmp_path_factory.mktemp("store") / "store.db"
    journal = SqliteJournal(path, CountingIds())
    write(journal)
    journal.close()
    return path


@pytest.fixture(scope="module")
def facts(original: Path) -> Chain:
    return inspected(original)


def inspected(path: Path, *outside: CaseHead | StoreHead) -> Chain:
    journal = SqliteJournal(path, CountingIds())
    try:
        return chain(journal, outside)
    finally:
        journal.close()


def places(facts: Chain) -> list[str]:
    return [offence.place for offence in judge(RULES, "chain", facts)]


def first(facts: Chain, names: Callable[[str], bool]) -> str | None:
    """The first place that `names` accepts; later rules are not asked."""
    found = (hit.place for rule in RULES for hit in rule.check(facts) if names(hit.place))
    return next(found, None)


def others(value: Any) -> Iterator[Any]:
    """Other values of a cell: each byte changed, or the number by one and to other types."""
    if value is None:
        yield from (1, "x", b"x")
    elif isinstance(value, bool):
        yield from (not value, 2, str(value))
    elif isinstance(value, int):
        yield from (value + 1, value - 1, str(value), value + 0.5, None)
    else:
        data = value if isinstance(value, bytes) else value.encode()
        for i, byte in enumerate(data):
            changed = data[:i] + bytes([byte ^ 1]) + data[i + 1 :]
            yield changed if isinstance(value, bytes) else changed.decode(errors="replace")
        yield from (data[:-1], None, value.encode() if isinstance(value, str) else value.hex())


def changes(facts: Chain) -> Iterator[Change]:
    for table, field in TABLES.items():
        for i, row in enumerate(getattr(facts, field)):
            for column in row.__struct_fields__:
                for value in others(getattr(row, column)):
                    yield Change(table, i, column, value)


def changed(facts: Chain, change: Change) -> Chain:
    field = TABLES[change.table]
    rows = getattr(facts, field)
    row = msgspec.structs.replace(rows[change.row], **{change.column: change.value})
    return msgspec.structs.replace(
        facts, **{field: (*rows[: change.row], row, *rows[change.row + 1 :])}
    )


def naming(facts: Chain, change: Change) -> Callable[[str], bool]:
    """Whether a place is that of the change: its row, by the old or the new name, and column."""
    row = getattr(facts, TABLES[change.table])[change.row]
    new = msgspec.structs.replace(row, **{change.column: change.value})
    begins = tuple(f"{identity(change.table, x)} {change.table}." for x in (row, new))

    def names(place: str) -> bool:
        return place.startswith(begins) and change.column in place.rpartition(".")[2].split("+")

    return names


def identity(table: str, row: Any) -> str:
    match table:
        case "record":
            return f"{row.case}/{row.seq}"
        case "head":
            return str(row.case)
        case "lease":
            return f"{row.case}/{row.act}"
        case _:
            return f"{row.case}/{row.act}@{row.fence}"


def test_an_untouched_store_has_no_offence(facts: Chain) -> None:
    assert len(facts.rows) == 60
    assert len(facts.leases) == 2
    assert len(facts.charges) == 5
    assert places(facts) == []


def test_every_cell_and_byte(facts: Chain) -> None:
    count, silent = 0, []
    for change in changes(facts):
        count += 1
        if first(changed(facts, change), naming(facts, change)) is None:
            silent.append(change)
    assert silent == []
    assert count > 45_000


def test_every_fence_and_blob(original: Path, facts: Chain) -> None:
    for i, fence in enumerate(facts.fences):
        for value in (fence + 1, fence - 1, str(fence)):
            fences = (*facts.fences[:i], value, *facts.fences[i + 1 :])
            assert "fence.n" in places(msgspec.structs.replace(facts, fences=fences))
    with closing(sqlite3.connect(original)) as db:
        kept = db.execute("SELECT digest, data FROM blob").fetchall()
    for i, (digest, data) in enumerate(sorted(kept)):
        rest = facts.blobs[:i], facts.blobs[i + 1 :]
        swaps = [BlobRow(digest=digest, sha=sha256(x)) for x in others(data) if type(x) is bytes]
        swaps += [BlobRow(digest=x, sha=sha256(data)) for x in others(digest)]
        for blob in swaps:
            found = places(msgspec.structs.replace(facts, blobs=(*rest[0], blob, *rest[1])))
            begins = blob.digest[:16] if isinstance(blob.digest, str) else repr(blob.digest)[:80]
            assert f"{begins} blob.digest+data" in found
        gone = places(msgspec.structs.replace(facts, blobs=rest[0] + rest[1]))
        # That a record was forgotten excuses no blob that its tombstone does not name.
        assert set(gone) == {f"{digest[:16]} blob"}


@pytest.fixture
def edit(original: Path, tmp_path: Path) -> Callable[..., Chain]:
    """Run statements on a copy of the store without its triggers; the facts after them."""

    def run(*statements: tuple[Any, ...], outside: tuple[Any, ...] = ()) -> Chain:
        path = tmp_path / "copy.db"
        shutil.copy(original, path)
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("PRAGMA synchronous=OFF")
            found = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = found.fetchall()
            for name, _ in triggers:
                db.execute(f"DROP TRIGGER {name}")
            for statement, *args in statements:
                db.execute(statement, args)
            for _, trigger in triggers:
                db.execute(trigger)
        return inspected(path, *outside)

    return run


def test_a_sample_of_the_changes_in_sqlite(facts: Chain, edit: Callable[..., Chain]) -> None:
    # What SQLite would not take or would take as the same: unique keys, NOT NULL, affinity.
    apt = [
        c
        for c in changes(facts)
        if c.value is not None and not (c.column in ("n", "fence") and type(c.value) is not int)
    ]
    applied = 0
    for change in random.Random(1).sample(apt, 250):
        row = getattr(facts, TABLES[change.table])[change.row]
        keys = " AND ".join(f'"{key}" = ?' for key in KEYS[change.table])
        values = (change.value, *(getattr(row, key) for key in KEYS[change.table]))
        sql = f'UPDATE {change.table} SET "{change.column}" = ? WHERE {keys}'
        try:
            after = edit((sql, *values))
        except sqlite3.IntegrityError:
            continue
        assert first(after, naming(facts, change)) is not None, change
        applied += 1
    assert applied > 230


@pytest.mark.parametrize("seq", range(28))
def test_a_record_deleted(seq: int, edit: Callable[..., Chain]) -> None:
    found = places(edit(("DELETE FROM record WHERE \"case\" = 'one-1' AND seq = ?", seq)))
    assert f"one-1/{seq} record" in found


def test_the_last_record_removed(facts: Chain, edit: Callable[..., Chain]) -> None:
    for case in ("one-1", "two-2", "three-3"):
        last = facts.cases[case][-1]
        found = places(edit(("DELETE FROM record WHERE n = ?", last.n)))
        assert f"{case}/{last.seq} record" in found


def test_the_last_record_removed_and_the_head_set_back(
    facts: Chain, edit: Callable[..., Chain]
) -> None:
    last, before = facts.rows[-1], facts.cases["two-2"][-2]
    back = ('UPDATE head SET seq = ?, hash = ? WHERE "case" = ?', before.seq, before.sha, "two-2")
    gone = ("DELETE FROM record WHERE n = ?", last.n)
    # Nothing within the store can show it; a head that was kept outside does.
    assert places(edit(gone, back)) == []
    case = CaseHead(case="two-2", seq=last.seq, hash=last.sha or "")
    assert places(edit(gone, back, outside=(case,))) == [f"two-2/{last.seq} record"]
    whole = store_head(row.sha or "" for row in facts.rows)
    assert places(edit(gone, back, outside=(whole,))) == ["store of 60 records"]


CONTENT = 'kind, at, hash, envelope, salt, payload, "case", seq'


def test_two_records_swapped(facts: Chain, edit: Callable[..., Chain]) -> None:
    rows = facts.cases["one-1"]
    for a, b in ((rows[2], rows[3]), (rows[4], rows[9]), (rows[0], rows[-1])):
        swap = "UPDATE record SET {0} = CASE {0} WHEN ? THEN ? WHEN ? THEN ? ELSE {0} END"
        order = [("UPDATE record SET n = -n",), (swap.format("n"), -a.n, b.n, -b.n, a.n),
                 ("UPDATE record SET n = -n WHERE n < 0",)]  # fmt: skip
        assert {f"{x.id} record.n" for x in (a, b)} & set(places(edit(*order)))
        place = [("UPDATE record SET seq = -1 - seq WHERE \"case\" = 'one-1'",),
                 ("UPDATE record SET seq = ? WHERE n = ?", a.seq, b.n),
                 ("UPDATE record SET seq = ? WHERE n = ?", b.seq, a.n),
                 ("UPDATE record SET seq = -1 - seq WHERE seq < 0",)]  # fmt: skip
        found = places(edit(*place))
        assert f"{a.id} record.seq" in found
        assert f"{b.id} record.seq" in found


def test_records_of_two_cases_swapped_in_the_order_of_commitment(facts: Chain) -> None:
    i = next(
        i for i, (a, b) in enumerate(zip(facts.rows, facts.rows[1:], strict=False))
        if a.case != b.case
    )  # fmt: skip
    rows = list(facts.rows)
    a, b = rows[i : i + 2]
    rows[i] = msgspec.structs.replace(b, n=a.n)
    rows[i + 1] = msgspec.structs.replace(a, n=b.n)
    swapped = msgspec.structs.replace(facts, rows=tuple(rows))
    # No case says in which order cases took turns: the store's head does.
    assert places(swapped) == []
    head = store_head(row.sha or "" for row in facts.rows)
    held = {"outside": (head,), "roots": roots(swapped.rows, (head,))}
    assert places(msgspec.structs.replace(swapped, **held)) == ["store of 60 records"]


@pytest.mark.parametrize("case", ["one-1", "two-2", "three-3"])
def test_a_whole_case_removed(case: str, facts: Chain, edit: Callable[..., Chain]) -> None:
    last = facts.cases[case][-1]
    head = CaseHead(case=case, seq=last.seq, hash=last.sha or "")
    tables = [(f'DELETE FROM {t} WHERE "case" = ?', case) for t in ("record", *TABLES)]
    assert places(edit(outside=(head,))) == []
    assert f"{case}/{last.seq} record" in places(edit(*tables, outside=(head,)))
    assert any(p.endswith("record.n") for p in places(edit(*tables)))
    assert f"{case} head.case" in places(edit(tables[0]))


def test_a_row_deleted_beside_the_chain(facts: Chain, edit: Callable[..., Chain]) -> None:
    for charge in facts.charges:
        found = places(edit(("DELETE FROM charge WHERE fence = ?", charge.fence)))
        assert f"{charge.case}/{charge.act}@{charge.fence} charge" in found
    for head in facts.heads:
        assert places(edit(('DELETE FROM head WHERE "case" = ?', head.case))) == [
            f"{head.case} head"
        ]
    assert any("fence.n" in p or "lease.fence" in p for p in places(edit(("DELETE FROM fence",))))


def test_a_changed_envelope_with_its_hash_is_seen_by_its_successor(
    facts: Chain, edit: Callable[..., Chain]
) -> None:
    for row in facts.cases["three-3"][1:]:
        forged = row.envelope.replace(b'"accept"', b'"reject"')
        sql = "UPDATE record SET envelope = ?, hash = ? WHERE n = ?"
        found = places(edit((sql, forged, sha256(forged), row.n)))
        last = row is facts.cases["three-3"][-1]
        assert found == ["three-3 head.hash" if last else f"three-3/{row.seq + 1} record.envelope"]


def test_a_charge_set_right_against_its_checksum_is_seen_by_the_records(facts: Chain) -> None:
    """Whoever recomputes the checksum still contradicts dispatch, receipt and clearance."""
    from gemot.ports.journal import Charge, mark

    for i, charge in enumerate(facts.charges):
        for column, value in {
            "case": "three-3", "act": "Z.positions", "reserved": 1, "actual": 1,
            "settled": not charge.settled, "at": "2026-11-28T12:00:00.000Z",
        }.items():  # fmt: skip
            row = msgspec.structs.replace(charge, **{column: value})
            cells = {k: v for k, v in msgspec.structs.asdict(row).items() if k != "mark"}
            row = msgspec.structs.replace(row, mark=mark(Charge(**cells)))
            rows = (*facts.charges[:i], row, *facts.charges[i + 1 :])
            found = places(msgspec.structs.replace(facts, charges=rows))
            assert f"{row.case}/{row.act}@{row.fence} charge.{column}" in found


def test_offences_are_told_whole(facts: Chain) -> None:
    row = facts.rows[-1]
    change = Change("record", 59, "kind", "plan")
    (offence,) = judge(RULES, "chain", changed(facts, change))
    assert offence == Offence(
        code="JRN004",
        name="column-differs",
        severity="refuse",
        place=f"{row.id} record.kind",
        got="'plan'",
        needed="'verdict', as the envelope says",
        says="a column says something else than the envelope",
        fix="restore the store from a copy of before; what was changed cannot be found again",
    )


STEALS = "CREATE TRIGGER steals AFTER INSERT ON record BEGIN UPDATE head SET project = 'x'; END"


@pytest.mark.parametrize(
    ("change", "got"),
    [
        (STEALS, "trigger 'steals', which Gemot did not make"),
        ("CREATE TABLE beside (a)", "table 'beside', which Gemot did not make"),
        ("CREATE VIEW beside AS SELECT 1", "view 'beside', which Gemot did not make"),
        ("DROP INDEX charge_at", "no index 'charge_at'"),
        ("ALTER TABLE head ADD COLUMN more", "table 'head' with another definition"),
    ],
    ids=["trigger", "table", "view", "index", "column"],
)
def test_another_schema(edit: Callable[..., Chain], change: str, got: str) -> None:
    """What the file defines beside what Gemot made is named, whatever the rows say."""
    (found,) = judge(RULES, "chain", edit((change,)))
    needed = "the definitions that Gemot made, and no others"
    assert (found.code, found.place, found.got) == ("JRN018", "store", got)
    assert found.needed == needed
