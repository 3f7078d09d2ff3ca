"""Forgetting: gone from the bytes of the file, the chain whole, the tombstone wherever it was."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gemot.conduct.desk import Desk, Refused
from gemot.conduct.forgetting import Forgetting, forget, forgetting
from gemot.conduct.verify import Verified, verify
from gemot.journal import opening
from gemot.journal.inspect import chain
from gemot.journal.sqlite import SqliteJournal
from gemot.records.envelope import Actor
from gemot.records.faults import Faulty
from gemot.records.framing import Reference
from gemot.records.settlement import Tombstone
from gemot.rules.state import State, fold
from gemot.testing.advisor import ScriptedAdvisor, fill
from gemot.testing.fixed import CountingIds
from gemot.views.forgotten import containers, over
from gemot.views.markdown import markdown
from gemot.views.screen import lines, screen
from gemot.views.search import search, wanted
from gemot.views.words import LEAST, holds
from gemot.views.words import lines as wanted_lines
from tests.council import OWNER, bench, convening, decide, decision, desk

QUESTION = "Shall Jane Needleworth keep the pager?"
EVIDENCE = "Jane Needleworth was called\n  at four in the morning"
REPLY = "Mister Haystack told me so in private"


def telling(call: Any) -> Any:
    """Seat A says what it should not, in its rationale and in a claim."""
    made = fill(call)
    if call.entry.id == "anna" and "rationale" in made:
        made["rationale"] = REPLY
        made["claims"] = [{**claim, "text": f"{REPLY}, twice"} for claim in made["claims"]]
    return made


class Kept:
    """A council on a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.journal = SqliteJournal(path, CountingIds())
        self.desk: Desk = desk(ScriptedAdvisor(telling), self.journal)
        self.case = self.decide(QUESTION)

    def decide(self, question: str) -> str:
        note = Reference(id="E1", status="OBSERVED", kind="note", at=EVIDENCE)
        given = decision(question=question, evidence=(note,))
        return decide(self.desk, given, convening()).state.filed[0].case

    @property
    def raw(self) -> str:
        """Every byte of every file beside the store, blanks and escapes made one."""
        data = b"".join(f.read_bytes() for f in sorted(self.path.parent.iterdir()))
        return data.decode("utf-8", "replace")

    @property
    def state(self) -> State:
        return fold(self.journal.read(self.case))

    def name(self, kind: str, seat: str | None = None) -> str:
        return next(
            f.name
            for f in self.state.filed
            if f.kind == kind and seat in (None, getattr(f.record, "seat", None))
        )

    def forget(self, *names: str, copies: bool = False, actor: Actor = OWNER) -> Forgetting:
        found = forgetting(self.journal, self.case, names, copies=copies)
        forget(self.desk, found, "she asked for it", actor)
        return found

    def verify(self) -> Verified:
        every = (self.journal.read(h.case) for h in self.journal.heads())
        return verify(chain(self.journal), every, bench(self.desk))


@pytest.fixture(params=[False, True], ids=["rollback", "wal"])
def kept(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Kept]:
    monkeypatch.setattr(opening, "WAL", request.param)
    opened = Kept(tmp_path / "store.db")
    yield opened
    opened.journal.close()


def test_what_a_seat_said_is_nowhere_in_the_files(kept: Kept) -> None:
    assert kept.verify().follows == "yes"
    assert kept.raw.count("Haystack") > 5
    position = kept.name("position", "A")
    found = kept.forget(position, copies=True)
    assert "Haystack" not in kept.raw
    assert "private" not in kept.raw
    whats = {b.what.partition(" part")[0] for loss in found.losses for b in loss.blobs}
    assert whats == {"raw reply", "packet", "prompt", "request"}
    assert found.kept == ()
    assert found.reached[:2] == ("anna (m1)", "ben (m2)")
    after = kept.verify()
    assert (after.intact, after.follows) == (True, "not re-derived")
    assert [o for o in after.offences if o.severity in ("refuse", "block", "degrade")] == []
    assert f"{position}: its texts were forgotten" in after.left


def test_the_question_and_all_that_holds_it(kept: Kept) -> None:
    found = kept.forget("000-case", "001-evidence", copies=True)
    assert "Needleworth" not in kept.raw
    assert "four in the morning" not in kept.raw
    assert "needleworth" in kept.case
    assert found.beyond == (
        f"the case's id, {kept.case}, is made of words of the question and stays",
    )
    assert kept.verify().intact


def test_evidence_takes_its_excerpt_and_what_showed_it(kept: Kept) -> None:
    excerpt = kept.state.evidence["E1"].excerpt
    found = kept.forget("001-evidence")
    whats = [b.what for b in found.losses[0].blobs]
    assert "packet part E1" in whats
    assert excerpt is None or kept.journal.get(excerpt) is None
    assert found.copies == ("000-case",)
    system = {p.system for p in kept.state.packets.values()}
    assert all(kept.journal.get(d) is not None for d in system)


def test_without_copies_other_records_keep_the_words_and_are_named(kept: Kept) -> None:
    found = kept.forget(kept.name("position", "A"))
    assert found.copies == (kept.name("report"),)
    assert "Haystack" in kept.raw
    assert not any(
        holds(data, wanted_lines([REPLY])) for _, data in kept.journal.blobs()
    )  # the words stand in the record alone
    again = kept.forget(kept.name("report"))
    assert kept.name("position", "A") not in again.copies
    assert "Haystack" not in kept.raw


def test_what_another_case_rests_on_stays(kept: Kept) -> None:
    """The excerpt and its part are the same bytes in both cases."""
    kept.decide("Another question about the very same pager?")
    found = kept.forget("001-evidence")
    assert {b.what for b in found.kept} >= {"excerpt"} or found.kept == ()
    gone = {b.digest for loss in found.losses for b in loss.blobs}
    for blob in found.kept:
        assert blob.digest not in gone
        assert blob.why is not None
        assert blob.why.endswith("rests on it too")
        assert kept.journal.get(blob.digest) is not None
    after = kept.verify()
    assert after.intact
    assert not [o for o in after.offences if o.code == "JRN032"]


def test_the_tombstone_is_named_wherever_it_was_shown(kept: Kept) -> None:
    name = kept.name("position", "A")
    kept.forget(name)
    state = kept.state
    stone = over(state, name)
    assert stone is not None
    assert stone.startswith(f"{name} was forgotten on 2026-11-30 by owner at the terminal")
    assert stone.endswith(f": she asked for it ({state.filed[-1].name})")
    assert f"    {stone}" in [f"  {x}" for x in lines(screen(kept.case, state))]
    assert "she asked for it" in markdown(kept.case, state)


def test_nothing_forgotten_is_found(kept: Kept) -> None:
    assert search(kept.journal.texts(), wanted(["Haystack"]))
    kept.forget(kept.name("position", "A"), copies=True)
    assert search(kept.journal.texts(), wanted(["Haystack"])) == []


AGENT = Actor(name="bot", channel="terminal", delegate=True)
AFAR = Actor(name="owner", channel="asserted")


@pytest.mark.parametrize("actor", [AGENT, AFAR], ids=["agent", "afar"])
def test_only_a_person_at_a_terminal_forgets(kept: Kept, actor: Actor) -> None:
    before = kept.journal.snapshot()
    with pytest.raises(Refused) as e:
        kept.forget("000-case", "001-evidence", actor=actor)
    assert [o.code for o in e.value.offences] == ["TMB003"]
    assert kept.journal.snapshot() == before


def test_all_or_none_is_forgotten(kept: Kept) -> None:
    before = kept.journal.snapshot()
    with pytest.raises(Refused) as e:
        kept.forget("000-case", kept.name("plan"))
    assert [(o.code, o.got) for o in e.value.offences] == [
        ("TMB001", f"'{kept.name('plan')}', which holds no text")
    ]
    assert kept.journal.snapshot() == before
    with pytest.raises(Faulty) as f:
        kept.forget("000-case", "099-plan", "nonsense")
    assert [x.place for x in f.value.found] == ["099-plan", "nonsense"]


def test_to_forget_again_writes_nothing_and_cleans_once_more(kept: Kept) -> None:
    kept.forget("000-case")
    records = len(kept.state.filed)
    found = kept.forget("000-case")
    assert found.losses[0].gone
    assert len(kept.state.filed) == records


def test_each_blob_is_named_by_one_tombstone(kept: Kept) -> None:
    found = kept.forget("000-case", "001-evidence", kept.name("position", "A"), copies=True)
    named = [d for stone in kept.state.every(Tombstone) for d in stone.blobs]
    assert len(named) == len(set(named)) == sum(len(x.blobs) for x in found.losses)
    assert set(named) <= set(containers(kept.state))


def test_words_within_json_within_json() -> None:
    inner = msgspec.json.encode({"text": 'he said\n\n> "Haystack is here"'}).decode()
    outer = msgspec.json.encode({"choices": [{"message": {"content": inner}}]})
    assert holds(outer, wanted_lines(['said\n"Haystack is here"']))
    assert not holds(outer, wanted_lines(["Haystack was here"]))
    assert wanted_lines(["x" * (LEAST - 1)]) == frozenset()
    deep = b"[" * 100_000
    assert not holds(deep, wanted_lines(["Haystack is here"]))
