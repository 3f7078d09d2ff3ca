"""The contract of the journal's port, for every adapter and every shipped double."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gemot.journal.inspect import chain
from gemot.journal.sqlite import SqliteJournal
from gemot.ports.journal import Charge, Journal, Tx, mark
from gemot.records.canonical import sha256
from gemot.records.envelope import GENESIS, Actor, Sealed
from gemot.records.framing import Case, Option
from gemot.records.prose import FORGOTTEN
from gemot.records.report import Verdict
from gemot.records.settlement import Tombstone
from gemot.rules.journal import RULES
from gemot.rules.rule import judge
from gemot.testing.fixed import CountingIds
from gemot.testing.journal import MemoryJournal

AT = "2026-11-30T12:00:00.000Z"
ACTOR = Actor(name="me", channel="terminal")
Trace = Callable[[str, str], None]
Open = Callable[[Trace], Journal]


def memory(path: Path) -> Open:
    return lambda trace: MemoryJournal(CountingIds(), trace)


def sqlite(path: Path) -> Open:
    return lambda trace: SqliteJournal(path / "store.db", CountingIds(), trace)


@pytest.fixture(params=[memory, sqlite], ids=["memory", "sqlite"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    opened = request.param(tmp_path)(lambda point, label: told.append((point, label)))
    told.clear()
    yield opened
    opened.close()


told: list[tuple[str, str]] = []


def case(project: str = "a", request: str = "b", **fields: Any) -> Case:
    return Case(
        project=project * 64, request=request * 64, question="q?", subject="s",
        options=(Option(id="a"), Option(id="b")), owner="me", stakes="low", **fields,
    )  # fmt: skip


def verdict(number: int = 1, reason: str = "r") -> Verdict:
    return Verdict(finding=f"F{number}", judgement="accept", reason=reason)


def add(tx: Tx, name: str, record: msgspec.Struct, at: str = AT) -> Any:
    return tx.append(name, record, at=at, actor=ACTOR, rules="c" * 64)


def charge(fence: int, name: str = "x-1", **fields: Any) -> Charge:
    held: dict[str, Any] = {"at": AT, "reserved": 5, "actual": None, "settled": False} | fields
    return Charge(fence=fence, case=name, act="A.positions", **held)


class Halt(Exception):
    """Ends a transaction."""


def test_a_record_is_filed_at_the_end_of_its_chain(journal: Journal) -> None:
    with journal.begin() as tx:
        first = add(tx, "x-1", case())
        assert tx.filed("x-1") == (first,)
        second = add(tx, "x-1", verdict())
        assert tx.filed("x-1") == (first, second)
    assert (first.seq, first.prev, first.id) == (0, GENESIS, "x-1/000-case")
    assert (second.seq, second.prev, second.id) == (1, first.hash, "x-1/001-verdict")
    assert first.record == case()
    assert journal.read("x-1") == (first, second)
    assert journal.read("y-1") == ()


def test_every_case_has_its_chain_and_the_store_one_order(journal: Journal) -> None:
    for name in ("x-1", "y-1", "x-1"):
        with journal.begin() as tx:
            add(tx, name, verdict())
    rows = list(journal.rows())
    assert [(r.n, r.case, r.seq) for r in rows] == [(1, "x-1", 0), (2, "y-1", 0), (3, "x-1", 1)]
    assert [r.n for r in journal.rows("x-1")] == [1, 3]
    assert all(r.hash == r.sealed.hash for r in rows)


def test_each_payload_has_a_salt_of_its_own(journal: Journal) -> None:
    with journal.begin() as tx:
        add(tx, "x-1", verdict())
        add(tx, "x-1", verdict())
    one, two = (row.sealed for row in journal.rows())
    assert one.payload == two.payload
    assert one.salt != two.salt
    assert len(one.salt or b"") == 32


def test_a_record_that_is_not_of_its_form_is_not_chained(journal: Journal) -> None:
    with pytest.raises(msgspec.ValidationError), journal.begin() as tx:
        add(tx, "x-1", Verdict(finding="nonsense", judgement="accept", reason="r"))
    with pytest.raises(msgspec.ValidationError), journal.begin() as tx:
        add(tx, "x-1", verdict(), at="yesterday")
    assert journal.read("x-1") == ()


def everything(tx: Tx, fence: int) -> None:
    """Uses every verb, and ends by an exception."""
    add(tx, "x-1", verdict())
    add(tx, "y-1", case())
    tx.put(b"blob")
    tx.release("x-1", "A.positions", fence)
    tx.take("x-1", "B.positions", "h", AT)
    tx.renew("x-1", "B.positions", fence + 1, "later")
    tx.settle(fence, 3)
    tx.reserve(charge(fence + 1))
    tx.forgo(fence + 1)
    tx.forget("x-1", 0)
    raise Halt


def test_an_exception_undoes_everything(journal: Journal) -> None:
    with journal.begin() as tx:
        add(tx, "x-1", case())
        lease = tx.take("x-1", "A.positions", "h", AT)
        tx.reserve(charge(lease.fence))
    before = journal.snapshot()
    with pytest.raises(Halt), journal.begin() as tx:
        everything(tx, lease.fence)
    assert journal.snapshot() == before
    assert journal.get(sha256(b"blob")) is None


def test_what_is_not_committed_is_not_seen_by_readers(journal: Journal) -> None:
    with journal.begin() as tx:
        add(tx, "x-1", case())
        assert journal.read("x-1") == ()
        assert journal.heads() == ()
    assert len(journal.read("x-1")) == 1


def test_a_transaction_is_one_and_ends(journal: Journal) -> None:
    with journal.begin() as tx:
        with pytest.raises(RuntimeError, match="already open"), journal.begin():
            pass
        add(tx, "x-1", case())
    assert len(journal.read("x-1")) == 1
    with pytest.raises(RuntimeError, match="has ended"):
        add(tx, "x-1", verdict())


def test_the_observer_is_told_around_every_commit(journal: Journal) -> None:
    with journal.begin() as tx:
        add(tx, "x-1", case())
        add(tx, "x-1", verdict())
    with journal.begin():
        pass
    with pytest.raises(Halt), journal.begin():
        raise Halt
    assert told == [
        ("journal.committing", "case,verdict"),
        ("journal.committed", "case,verdict"),
        ("journal.committing", "-"),
        ("journal.committed", "-"),
    ]


def test_heads_are_the_newest_first_and_by_project(journal: Journal) -> None:
    later = "2026-12-01T12:00:00.000Z"
    for name, project, request, at in (
        ("x-1", "a", "b", AT), ("y-1", "c", "b", later),
        ("z-1", "a", "b", AT), ("z-2", "a", "d", AT),
    ):  # fmt: skip
        with journal.begin() as tx:
            add(tx, name, case(project, request), at)
    with journal.begin() as tx:
        last = add(tx, "x-1", verdict(), later)
        add(tx, "w-1", verdict(), AT)
        assert [h.case for h in tx.find("a" * 64, "b" * 64)] == ["x-1", "z-1"]
        head = tx.head("x-1")
        assert tx.head("nobody") is None
    assert [h.case for h in journal.heads()] == ["y-1", "w-1", "z-2", "z-1", "x-1"]
    assert [h.case for h in journal.heads("a" * 64)] == ["z-2", "z-1", "x-1"]
    assert head == journal.heads("a" * 64)[-1]
    assert (head.seq, head.hash, head.opened) == (1, last.hash, AT)
    assert (head.project, head.request) == ("a" * 64, "b" * 64)
    assert [(h.project, h.request) for h in journal.heads() if h.case == "w-1"] == [("", "")]


def test_blobs_are_kept_under_their_digest_once(journal: Journal) -> None:
    with journal.begin() as tx:
        assert tx.put(b"one") == tx.put(b"one") == sha256(b"one")
        tx.put(b"")
    with journal.begin() as tx:
        tx.put(b"one")
    assert dict(journal.blobs()) == {sha256(b"one"): b"one", sha256(b""): b""}
    assert journal.get(sha256(b"one")) == b"one"
    assert journal.get(sha256(b"two")) is None


def test_fences_only_grow(journal: Journal) -> None:
    with journal.begin() as tx:
        one = tx.take("x-1", "A.positions", "h", AT)
        two = tx.take("y-1", "A.positions", "h", AT)
        again = tx.take("x-1", "A.positions", "g", AT)
        assert tx.leases("x-1") == (again,)
        assert tx.release("x-1", "A.positions", again.fence)
        assert tx.release("y-1", "A.positions", two.fence)
    with journal.begin() as tx:
        last = tx.take("x-1", "A.positions", "h", AT)
    assert one.fence < two.fence < again.fence < last.fence
    assert journal.leases("x-1") == (last,)
    assert journal.leases("y-1") == ()
    assert journal.snapshot().fences == (1, 2, 3, 4)


def test_only_the_holder_of_the_fence_renews_and_releases(journal: Journal) -> None:
    with journal.begin() as tx:
        old = tx.take("x-1", "A.positions", "h", AT)
        new = tx.take("x-1", "A.positions", "g", AT)
        assert not tx.renew("x-1", "A.positions", old.fence, "later")
        assert not tx.release("x-1", "A.positions", old.fence)
        assert not tx.release("x-1", "B.positions", new.fence)
        assert tx.leases("x-1") == (new,)
        assert tx.renew("x-1", "A.positions", new.fence, "later")
        assert [x.until for x in tx.leases("x-1")] == ["later"]
        assert tx.release("x-1", "A.positions", new.fence)
        assert not tx.release("x-1", "A.positions", new.fence)
        assert not tx.renew("x-1", "A.positions", new.fence, "later")
        assert tx.leases("x-1") == ()


def test_sums_are_of_what_is_charged_or_else_reserved(journal: Journal) -> None:
    day = "2026-11-29T12:00:00.000Z"
    with journal.begin() as tx:
        assert (tx.spent("x-1"), tx.spent_since("")) == (0, 0)
        tx.reserve(charge(1, at=day, reserved=100))
        tx.reserve(charge(2, reserved=10))
        tx.reserve(charge(3, reserved=None))
        tx.reserve(charge(4, "y-1", reserved=1))
        assert (tx.spent("x-1"), tx.spent("y-1")) == (110, 1)
        assert (tx.spent_since(day), tx.spent_since(AT)) == (111, 11)
        tx.settle(1, 70)
        tx.settle(2, None)
        tx.settle(3, 4)
        tx.settle(4, 0)
        assert (tx.spent("x-1"), tx.spent("y-1")) == (84, 0)
        assert tx.spent_since(AT) == 14
    assert journal.charges("x-1") == (
        charge(1, at=day, reserved=100, actual=70, settled=True),
        charge(2, reserved=10, settled=True),
        charge(3, reserved=None, actual=4, settled=True),
    )


def test_a_known_cost_never_changes(journal: Journal) -> None:
    with journal.begin() as tx:
        tx.reserve(charge(1))
        with pytest.raises(ValueError, match="fence 1 has a charge already"):
            tx.reserve(charge(1))
        with pytest.raises(LookupError, match="nothing is reserved under fence 2"):
            tx.settle(2, 3)
        tx.settle(1, None)
        tx.settle(1, 3)
        tx.settle(1, 3)
        for other in (4, None):
            with pytest.raises(ValueError, match=f"fence 1 was settled at 3, not at {other}"):
                tx.settle(1, other)
    assert [c.actual for c in journal.charges("x-1")] == [3]


def test_only_a_reservation_is_forgone(journal: Journal) -> None:
    with journal.begin() as tx:
        tx.reserve(charge(1))
        tx.reserve(charge(2))
        tx.settle(2, None)
        for fence in (1, 2, 3):
            tx.forgo(fence)
    assert [c.fence for c in journal.charges("x-1")] == [2]


def test_a_forgotten_payload_leaves_its_commitment(journal: Journal) -> None:
    with journal.begin() as tx:
        add(tx, "x-1", case())
        add(tx, "x-1", verdict(reason="a word"))
    before = list(journal.rows())
    assert journal.read("x-1")[1].record == verdict(reason="a word")
    with journal.begin() as tx:
        assert tx.forget("x-1", 1)
        assert not tx.forget("x-1", 1)
        assert not tx.forget("x-1", 7)
        assert tx.filed("x-1")[1].forgotten
    first, second = journal.rows()
    assert first == before[0]
    assert (second.sealed.payload, second.sealed.salt) == (None, None)
    assert second.sealed.envelope == before[1].sealed.envelope
    filed = journal.read("x-1")[1]
    assert filed.forgotten
    assert filed.record == verdict(reason=FORGOTTEN)


def test_a_snapshot_is_all_there_is(journal: Journal) -> None:
    with journal.begin() as tx:
        add(tx, "x-1", case())
        add(tx, "w-1", verdict())
        lease = tx.take("x-1", "A.positions", "h", AT)
        tx.reserve(charge(lease.fence))
        digest = tx.put(b"blob")
    held = journal.snapshot()
    assert list(held.rows) == list(journal.rows())
    assert [h.case for h in held.heads] == ["w-1", "x-1"]
    assert held.leases == ((lease, mark(lease)),)
    assert held.charges == ((charge(1), mark(charge(1))),)
    assert (held.fences, held.blobs) == ((1,), (digest,))


def test_what_is_written_is_intact(journal: Journal) -> None:
    with journal.begin() as tx:
        add(tx, "x-1", case())
        add(tx, "y-1", verdict())
        tx.take("x-1", "A.positions", "h", AT)
    assert judge(RULES, "chain", chain(journal)) == ()
    assert judge(RULES, "chain", chain(journal, case="x-1")) == ()


def test_nothing_of_a_record_can_be_written_over(journal: Journal) -> None:
    """The port has no verb for it."""
    verbs = {v for v in dir(Tx) if not v.startswith("_")}
    assert not {v for v in verbs if re.match("update|delete|replace|edit|drop", v)}


def test_texts_are_those_that_are_there(journal: Journal) -> None:
    with journal.begin() as tx:
        add(tx, "x-1", case())
        add(tx, "x-1", verdict(reason="a word"))
        add(tx, "y-1", verdict(reason="b word"), at="2026-12-01T12:00:00.000Z")
    found = [(t.case, t.seq, t.kind) for t in journal.texts()]
    assert found == [("y-1", 0, "verdict"), ("x-1", 0, "case"), ("x-1", 1, "verdict")]
    assert [t.payload for t in journal.texts("a" * 64, "verdict")] == [b'{"/reason":"a word"}']
    assert list(journal.texts("f" * 64)) == []
    with journal.begin() as tx:
        tx.forget("x-1", 1)
    assert [(t.case, t.seq) for t in journal.texts()] == [("y-1", 0), ("x-1", 0)]


def stone(digest: str) -> Tombstone:
    return Tombstone(record="000-case", payload="d" * 64, blobs=(digest,), reason="asked")


def test_a_blob_is_forgotten_once_a_tombstone_names_it(journal: Journal) -> None:
    with journal.begin() as tx:
        digest, other = tx.put(b"one"), tx.put(b"two")
        with pytest.raises(ValueError, match=f"no tombstone names the blob {digest}"):
            tx.forget_blob(digest)
        add(tx, "x-1", case())
        add(tx, "x-1", stone(digest))
        assert tx.forget_blob(digest)
        assert not tx.forget_blob(digest)
        with pytest.raises(ValueError, match="no tombstone names"):
            tx.forget_blob(other)
    assert dict(journal.blobs()) == {other: b"two"}


def moved(journal: Journal, name: str) -> list[Sealed]:
    return [r.sealed for r in journal.rows(name)]


def test_records_of_another_store_are_taken_in_as_they_are(journal: Journal) -> None:
    there = MemoryJournal(CountingIds())
    with there.begin() as tx:
        for record in (case(), verdict(1), verdict(2)):
            add(tx, "x-1", record)
    with journal.begin() as tx:
        add(tx, "y-1", verdict())
        tx.take_in("x-1", moved(there, "x-1")[:2], AT)
    with journal.begin() as tx:
        tx.take_in("x-1", moved(there, "x-1")[2:], AT)
        tx.take_in("x-1", (), AT)
    assert moved(journal, "x-1") == moved(there, "x-1")
    assert journal.read("x-1") == there.read("x-1")
    assert [h for h in journal.heads() if h.case == "x-1"] == list(there.heads())
    assert [(a.first, a.last) for a in journal.arrivals("x-1")] == [(0, 1), (2, 2)]
    assert journal.arrivals("y-1") == ()
    assert [a.first for a, _ in journal.snapshot().arrivals] == [0, 2]
    assert judge(RULES, "chain", chain(journal)) == ()


def test_only_the_next_record_of_the_chain_is_taken_in(journal: Journal) -> None:
    there = MemoryJournal(CountingIds())
    with there.begin() as tx:
        for record in (case(), verdict(1)):
            add(tx, "x-1", record)
    first, second = moved(there, "x-1")
    for name, given in (("x-1", [second]), ("y-1", [first]), ("x-1", [first, first])):
        with pytest.raises(ValueError, match="is not the next record of"), journal.begin() as tx:
            tx.take_in(name, given, AT)
    assert journal.heads() == ()
