"""Bundles: the same state elsewhere; and no file whatever that harms a store."""

import json
from base64 import b64encode
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemot.conduct.bundles import Taken, check, export, take_in
from gemot.conduct.cases import conclude
from gemot.conduct.desk import Desk, Refused
from gemot.conduct.forgetting import forget, forgetting
from gemot.conduct.verify import verify
from gemot.conduct.waves import doubt
from gemot.journal.bundle import FORM, LONGEST, Bundle, collect, read, write
from gemot.journal.inspect import chain
from gemot.records.canonical import canonical
from gemot.records.faults import Faulty
from gemot.records.settlement import Conclusion
from gemot.rules.registry import RULES
from gemot.rules.rule import judge
from gemot.rules.stage import stage
from gemot.rules.state import fold
from gemot.testing.fixed import CountingIds
from gemot.testing.journal import MemoryJournal
from gemot.views.answer import decide as view
from tests.council import OWNER, bench, convening, decide, decision, desk
from tests.journal.stores import write as sixty


def council(on: Desk, question: str = "Retry in process, or a queue?") -> str:
    """A whole council, concluded."""
    case = decide(on, decision(question=question), convening()).state.filed[0].case
    conclude(
        on, case, Conclusion(choice="retry", because="two a second", revisit_if=("ten",)), OWNER
    )
    return case


@pytest.fixture(scope="module")
def there() -> Desk:
    """A store with two cases; nothing is written to it."""
    on = desk()
    council(on)
    council(on, "Another one?")
    return on


CASE = "retry-in-process-or-a-queue-"


def named(on: Desk) -> str:
    return next(h.case for h in on.journal.heads() if h.case.startswith(CASE))


def taken(on: Desk, data: bytes) -> tuple[Taken, ...]:
    return take_in(on, read(data), bench(on))


def intact(on: Desk) -> bool:
    every = [on.journal.read(h.case) for h in on.journal.heads()]
    found = verify(chain(on.journal), every, bench(on))
    return found.intact and found.follows != "no"


def test_a_case_elsewhere_is_the_same_case(there: Desk) -> None:
    case = named(there)
    data = write(export(there.journal, [case], RULES, blobs=True))
    here = desk()
    council(here, "One that was here?")
    (one,) = taken(here, data)
    assert (one.case, one.how) == (case, "new")
    assert here.journal.read(case) == there.journal.read(case)
    before, after = (fold(on.journal.read(case)) for on in (there, here))
    assert view(case, before) == view(case, after)
    assert stage(before) == stage(after) == "concluded"
    head = [h for on in (there, here) for h in on.journal.heads() if h.case == case]
    assert head[0] == head[1]
    assert intact(here)
    assert write(collect(here.journal, [case], blobs=True)) == data


def test_the_same_cases_give_the_same_bytes(there: Desk) -> None:
    cases = [h.case for h in there.journal.heads()]
    assert write(export(there.journal, cases, RULES)) == write(
        export(there.journal, [*cases[::-1], *cases], RULES)
    )
    first = json.loads(write(export(there.journal, cases, RULES)).split(b"\n")[0])
    assert first["bundle"] == FORM
    assert [m["case"] for m in first["cases"]] == sorted(cases)


def test_a_bundle_needs_no_store(there: Desk) -> None:
    whole = read(write(export(there.journal, [named(there)], RULES, blobs=True)))
    found = check(whole, bench(desk()))
    assert (found.ok, found.follows) == (True, "yes")
    bare = check(read(write(export(there.journal, [named(there)], RULES))), bench(desk()))
    assert (bare.ok, bare.intact, bare.follows) == (False, True, "not re-derived")
    assert {o.code for o in bare.offences} == {"JRN033"}


def test_what_was_left_out_may_come_later(there: Desk) -> None:
    here, case = desk(), named(there)
    assert taken(here, write(collect(there.journal, [case])))[0].blobs == 0
    assert "JRN032" in {o.code for o in judge(RULES, "chain", chain(here.journal))}
    again = taken(here, write(collect(there.journal, [case], blobs=True)))
    assert (again[0].how, again[0].blobs > 10) == ("same", True)
    assert verify(chain(here.journal), [here.journal.read(case)], bench(here)).follows == "yes"


def cut(bundle: Bundle, size: int) -> Bundle:
    """The first records of a bundle."""
    return Bundle(rows=bundle.rows[:size], blobs={})


def test_a_prefix_is_extended_and_what_goes_further_stays(there: Desk) -> None:
    here, whole = desk(), collect(there.journal, [named(there)])
    size = len(whole.rows)
    hows = [
        (t.how, t.records) for n in (4, 9, 4, size, size) for t in taken(here, write(cut(whole, n)))
    ]
    assert hows == [("new", 4), ("extended", 5), ("older", 0), ("extended", size - 9), ("same", 0)]
    assert here.journal.read(named(there)) == there.journal.read(named(there))
    assert intact(here)
    assert [(a.first, a.last) for a in here.journal.arrivals(named(there))] == [
        (0, 3), (4, 8), (9, size - 1),
    ]  # fmt: skip


def test_a_case_that_parted_is_refused_whole(there: Desk) -> None:
    """The same question was asked in both stores, and each went its way."""
    here = desk(clock=there.clock)
    council(here)
    before = here.journal.snapshot()
    with pytest.raises(Faulty) as e:
        taken(here, write(collect(there.journal, [h.case for h in there.journal.heads()])))
    assert [f.place for f in e.value.found] == [f"{named(here)}/0"]
    assert here.journal.snapshot() == before


def test_work_goes_on_in_the_other_store() -> None:
    """Imported up to its report, concluded here: fences and charges are each store's own."""
    there = desk()
    case = decide(there, decision(), convening()).state.filed[0].case
    here = desk()
    council(here, "One with fences of its own?")
    taken(here, write(collect(there.journal, [case], blobs=True)))
    conclude(here, case, Conclusion(choice="retry", because="so", revisit_if=("ten",)), OWNER)
    assert intact(here)
    (back,) = taken(there, write(export(here.journal, [case], RULES)))
    assert back.how == "extended"
    assert there.journal.read(case) == here.journal.read(case)
    assert intact(there)


def test_what_was_forgotten_there_is_forgotten_here() -> None:
    there, here = desk(), desk()
    case = council(there)
    taken(here, write(collect(there.journal, [case], blobs=True)))
    old = write(collect(there.journal, [case], blobs=True))
    found = forgetting(there.journal, case, ("000-case",), copies=True)
    forget(there, found, "asked", OWNER)
    gone = [b.digest for loss in found.losses for b in loss.blobs]
    assert gone
    taken(here, write(export(there.journal, [case], RULES, blobs=True)))
    assert here.journal.read(case) == there.journal.read(case)
    assert here.journal.read(case)[0].forgotten
    assert [here.journal.get(d) for d in gone] == [None] * len(gone)
    assert intact(here)
    # And an older file brings nothing of it back.
    assert [t.how for t in taken(here, old)] == ["older"]
    assert here.journal.read(case)[0].forgotten
    assert [here.journal.get(d) for d in gone] == [None] * len(gone)


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_state_is_equal_after_export_and_import(data: st.DataObject) -> None:
    """Whatever is exported, in whatever parts and order, the records are the same afterwards."""
    there, here = MemoryJournal(CountingIds()), desk()
    sixty(there)
    cases = data.draw(st.lists(st.sampled_from(["one-1", "two-2", "three-3"]), min_size=1))
    blobs = data.draw(st.booleans())
    for case in cases:
        whole = collect(there, [case], blobs=blobs)
        size = data.draw(st.integers(1, len(whole.rows)))
        # A cut before the tombstone lacks what explains the forgotten text.
        if case != "one-1":
            taken(here, write(cut(whole, size)))
        taken(here, write(whole))
    for case in cases:
        assert here.journal.read(case) == there.read(case)
    assert [o for o in judge(RULES, "chain", chain(here.journal)) if o.severity == "refuse"] == []
    again = collect(here.journal, cases, blobs=blobs)
    assert read(write(again)) == again


# Files that nobody can trust.


@pytest.fixture(scope="module")
def small() -> bytes:
    there = MemoryJournal(CountingIds())
    sixty(there)
    return write(cut(collect(there, ["three-3"]), 3))


def refused(data: bytes) -> list[str]:
    """The places of the faults; nothing is written."""
    here = desk()
    with pytest.raises((Faulty, Refused)) as e:
        taken(here, data)
    assert here.journal.heads() == ()
    error = e.value
    return [f.place for f in error.found] if isinstance(error, Faulty) else [
        o.place for o in error.offences
    ]  # fmt: skip


def test_every_byte_changed_is_refused(small: bytes) -> None:
    here = desk()
    for i in range(0, len(small), 3):
        for flip in (1, 0x20, 0x80):
            data = small[:i] + bytes([small[i] ^ flip]) + small[i + 1 :]
            with pytest.raises((Faulty, Refused)):
                taken(here, data)
    assert here.journal.heads() == ()


@pytest.mark.parametrize("size", [0, 1, 50, 300, -2, -1])
def test_a_cut_file_is_refused(small: bytes, size: int) -> None:
    assert refused(small[:size])


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda t: f"{t}\n".encode()))
def test_no_bytes_whatever_are_a_crash(data: bytes) -> None:
    with pytest.raises(Faulty):
        read(data)


def forged(small: bytes, change: Any, *, mend: bool = True) -> bytes:
    """The file with its lines changed, and the digest at its end set right."""
    lines = [json.loads(x) for x in small.splitlines()]
    kept = change(lines[:-1])
    body = b"".join((x if isinstance(x, bytes) else canonical(x)) + b"\n" for x in kept)
    end = sha256(body).hexdigest() if mend else lines[-1]["end"]
    return body + canonical({"end": end}) + b"\n"


def blob(data: bytes) -> dict[str, str]:
    return {"blob": b64encode(data).decode(), "digest": sha256(data).hexdigest()}


FORGERIES: dict[str, tuple[Any, list[str]]] = {
    "version": (lambda x: [{**x[0], "bundle": "gemot-bundle/9"}, *x[1:]], ["line 1 bundle"]),
    "field": (lambda x: [{**x[0], "path": "../../etc"}, *x[1:]], ["line 1 path"]),
    "manifest": (lambda x: [{**x[0], "records": 9}, *x[1:]], ["line 1 records"]),
    "fewer": (lambda x: x[:-1], ["line 1 cases three-3", "line 1 records"]),
    "none": (lambda x: [{**x[0], "cases": [], "records": 0}], ["line 1 cases"]),
    "twice": (
        lambda x: [x[0], canonical(x[1]).replace(b"{", b'{"envelope":"",', 1), *x[2:]],
        ["line 2"],
    ),
    "blanks": (lambda x: [x[0], canonical(x[1]).replace(b":", b": ", 1), *x[2:]], ["line 2"]),
    "not json": (lambda x: [x[0], b"[" * 100_000, *x[2:]], ["line 2"]),
    "other kind": (lambda x: [x[0], [1], *x[2:]], ["line 2"]),
    "no envelope": (
        lambda x: [x[0], {**x[1], "envelope": "{}"}, {**x[2], "salt": "xx"}, *x[3:]],
        ["line 2 envelope", "line 3 salt"],
    ),
    "no base64": (
        lambda x: [*x, {**blob(b"a"), "blob": "YQ"}],
        ["line 5 blob"],
    ),
    "unnamed": (
        lambda x: [{**x[0], "blobs": 1}, *x[1:], blob(b"a")],
        [f"{sha256(b'a').hexdigest()[:16]} blob.digest"],
    ),
    "wrong digest": (
        lambda x: [{**x[0], "blobs": 1}, *x[1:], {**blob(b"a"), "digest": "0" * 64}],
        ["0000000000000000 blob.digest+data", "0000000000000000 blob.digest"],
    ),
    "repeated blob": (lambda x: [*x, blob(b"a"), blob(b"a")], ["line 6 digest"]),
    "late record": (lambda x: [*x, blob(b"a"), x[1]], ["line 6"]),
    "no text": (
        lambda x: [x[0], {**x[1], "payload": None, "salt": None}, *x[2:]],
        ["three-3/0 record.payload"],
    ),
    "other text": (
        lambda x: [x[0], {**x[1], "payload": '{"/question":"Kill it?"}'}, *x[2:]],
        ["three-3/0 record.payload+salt"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_file_is_refused_at_its_place(small: bytes, name: str) -> None:
    change, places = FORGERIES[name]
    assert refused(forged(small, change)) == places


def test_all_faults_at_once(small: bytes) -> None:
    def change(x: list[Any]) -> list[Any]:
        return [x[0], {**x[1], "salt": "0"}, {"nonsense": 1}, {**x[3], "payload": 7}]

    assert refused(forged(small, change, mend=False)) == [
        "line 2 salt", "line 3 envelope", "line 3 payload", "line 3 salt", "line 3 nonsense",
        "line 4 payload", "line 5 end",
    ]  # fmt: skip


def test_a_long_line_is_not_read(small: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemot.journal.bundle.LONGEST", 500)
    assert LONGEST > 500
    assert "line 2" in refused(small)
    monkeypatch.setattr("gemot.journal.bundle.MOST", 500)
    assert refused(small) == ["line 1"]


def test_a_damaged_case_is_not_exported(there: Desk) -> None:
    bundle = collect(there.journal, [named(there)])
    broken = MemoryJournal(CountingIds())
    with broken.begin() as tx:
        tx.take_in(named(there), [r.sealed for r in bundle.rows], "2026-11-30T12:00:00.000Z")
    with broken.begin() as tx:
        tx.forget(named(there), 0)
    with pytest.raises(Refused) as e:
        export(broken, [named(there)], RULES)
    assert [o.code for o in e.value.offences] == ["JRN010"]


def test_a_call_under_way_there_is_in_doubt_here() -> None:
    """The other process may be alive, but not in this store: nothing is asked again by itself."""
    there = desk()
    case = council(there)
    rows = collect(there.journal, [case]).rows
    kinds = [r.kind for r in rows]
    begun = kinds.index("dispatch") + 2
    here = desk()
    taken(here, write(cut(Bundle(rows=rows, blobs={}), begun)))
    state = fold(here.journal.read(case))
    assert state.dispatches
    assert not state.receipts
    assert doubt(here, case)
    after = fold(here.journal.read(case))
    assert set(after.doubts) == set(state.dispatches)
    assert intact(here)
