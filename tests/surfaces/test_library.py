"""The library: parity with the command line, and what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest

from gemot import Case, Council, Denied, Faulty, Refused, Unknown
from gemot.conduct.asking import call as question
from gemot.conduct.settings import Settings
from gemot.records.evidence import Council as Seating
from gemot.testing.advisor import ScriptedAdvisor, fill
from gemot.views.answer import encode
from tests.council import FOUR, entry
from tests.surfaces.command import MATERIAL, OWNER, Desk
from tests.surfaces.library import (
    EVIDENCE,
    FILE,
    FRAMING,
    QUESTION,
    SEEN,
    asked,
    divided,
    plain,
    scripted,
    steady,
)

# Parity.


def test_a_decision_gives_the_answer_of_the_command_line(
    counselled: Desk, council: Council
) -> None:
    ran = counselled(*MATERIAL, "--json").json
    case = council.decide(QUESTION, evidence=EVIDENCE, **FRAMING)
    assert plain(case.answer()) == steady(ran)
    assert (case.id, case.how, case.status) == (ran["case"], "new", "reported")


def test_a_file_gives_the_answer_of_the_command_line(counselled: Desk, council: Council) -> None:
    (counselled.project / "decision.md").write_text(FILE)
    ran = counselled("decide", "decision.md", "--owner", OWNER, "--json").json
    case = council.decide_file("decision.md")
    assert plain(case.answer()) == steady(ran)
    assert case.state.case is not None
    assert case.state.case.context == "Jobs run at night."


def test_a_call_is_the_file_that_it_stands_for(counselled: Desk, council: Council) -> None:
    (counselled.project / "decision.md").write_text(FILE)
    first = council.decide_file("decision.md")
    again = council.decide(QUESTION, evidence=EVIDENCE, context="Jobs run at night.", **FRAMING)
    assert (again.id, again.how) == (first.id, "resumed")


def test_plan_and_packets_are_those_of_the_command_line(counselled: Desk, council: Council) -> None:
    id = counselled(*MATERIAL, "--json").json["case"]
    case = council.decide(QUESTION, evidence=EVIDENCE, **FRAMING)
    for round in ("positions", "chair"):
        ran = counselled("show", id, "--packet", "--round", round, "--json").json
        shown = json.loads(encode(case.packet(round)))
        assert list(shown) == list(ran)
        assert [s["size"] for s in shown["seats"]] == [s["size"] for s in ran["seats"]]
        assert steady(_without_texts(shown)) == steady(_without_texts(ran))
    assert case.plan is not None
    told = case.answer()["plan"]
    assert [s["advisor"] for s in told["seats"]] == ["anna", "bert", "carl"]


def _without_texts(packet: dict[str, Any]) -> dict[str, Any]:
    """The fence's token is fresh in every case; sizes and parts are compared."""
    seats = [{k: v for k, v in s.items() if k != "text"} for s in packet["seats"]]
    return {**packet, "seats": seats}


def test_the_whole_way_is_that_of_the_command_line(counselled: Desk, tmp_path: Path) -> None:
    """On one store: what one door did the other one shows."""
    id = counselled(*MATERIAL, "--json").json["case"]
    with Council(owner=OWNER) as council:
        case = council.open(id[:20])
        assert case.screen() == counselled("show", id).out.split("\n\nRecords")[0] + "\n"
        assert case.render("md") == counselled("render", id).out
        assert json.loads(case.render("json")) == json.loads(
            counselled("render", id, "--format", "json").out
        )
        case.conclude("queue", "two jobs were lost", revisit_if=["fewer than 5 jobs a day"])
        status = counselled("status", id, "--json").json
        assert status["conclusion"]["choice"] == "queue"
        assert status["conclusion"]["channel"] == "asserted"
        assert status["conclusion"]["delegate"] is False
        assert (status["head"], status["stage"]) == (case.head, case.stage)
        assert case.render("adr") == counselled("render", id, "--format", "adr").out
        for form in ("svg", "mermaid"):
            for of in ("trace", "panel", "timeline"):
                drawn = counselled("render", id, "--format", form, "--of", of).out
                assert case.render(form, of=of) == drawn  # type: ignore[arg-type]
        proof = case.verify(against=[case.head])
        assert plain(proof.answer()) == steady(
            counselled("verify", id, "--against", case.head, "--json").json
        )
        assert (proof.ok, proof.follows, proof.head) == (True, "yes", case.head)
        assert plain(council.verify().answer()) == steady(counselled("verify", "--json").json)
        again = council.decide(QUESTION, evidence=EVIDENCE, **FRAMING)
        assert (again.status, again.how) == ("reused", "reused")
        assert plain(again.answer()) == steady(counselled(*MATERIAL, "--json").json)
        assert [c.id for c in council.cases()] == [id]
        listed = counselled("advisors", "--json").json["advisors"]
        assert [(s.entry.id, s.status) for s in council.advisors()] == [
            (a["id"], a["status"]) for a in listed
        ]


def test_a_refusal_is_that_of_the_command_line(counselled: Desk, council: Council) -> None:
    ran = counselled("decide", "  ", "--option", "a", "--owner", OWNER, "--json").json
    with pytest.raises(Faulty) as caught:
        council.decide("  ", options=["a"])
    assert plain(caught.value.answer()) == ran
    assert [o.code for o in caught.value.offences] == ["FRM001", "FRM002"]
    case = council.decide(QUESTION, evidence=EVIDENCE, **FRAMING)
    id = counselled(*MATERIAL, "--json").json["case"]
    ran = counselled("conclude", id, "--choose", "nowhere", "--because", "so", "--json").json
    with pytest.raises(Refused) as refused:
        case.conclude("nowhere", "so")
    assert plain(refused.value.answer()) == ran
    ran = counselled("show", "no-such-case", "--json").json
    with pytest.raises(Unknown) as unknown:
        council.open("no-such-case")
    assert plain(unknown.value.answer()) == ran


# Forms.


def test_all_faults_are_told_at_once_and_nothing_is_written() -> None:
    with scripted() as council, pytest.raises(Faulty) as caught:
        council.decide("?", options=["a"], colour="red", deadline="soon")  # type: ignore[call-arg]
    places = [o.place for o in caught.value.offences]
    assert places == ["deadline", "colour", "options"]
    assert isinstance(caught.value, Denied)
    with scripted() as council:
        assert council.cases() == ()


def test_what_is_no_sum_no_time_and_no_answer_is_refused() -> None:
    with scripted(case_nano=None) as council:
        case = asked(council)
        before = case.head
        for spend in ("much", "-1", float("nan"), True):
            with pytest.raises(Faulty):
                case.authorize(spend)
        with pytest.raises(Faulty):
            case.authorize("1", until="soon")
        with pytest.raises(Faulty):
            case.doubt("ctx-a", "maybe")  # type: ignore[arg-type]
        with pytest.raises(Faulty):
            case.verdict("F1", "so so", "…")  # type: ignore[arg-type]
        with pytest.raises(Unknown):
            case.packet("chair")
        with pytest.raises(Faulty):
            case.render("pdf")  # type: ignore[arg-type]
        with pytest.raises(Faulty):
            case.verify(against=["not a head"])
        assert case.head == before


def test_a_held_wave_waits_and_goes_on_when_it_is_authorized() -> None:
    with scripted(case_nano=None) as council:
        case = asked(council)
        assert (case.status, case.stage) == ("waiting", "packed")
        assert [o.code for o in case.held] == ["CLR004"]
        assert case.next[0].act == "authorize"
        assert case.bill.calls == 0
        case.authorize(0.5, until="2027-01-01", because="it is worth it")
        assert case.held == ()
        assert case.resume().status == "reported"
        assert case.resume() is case
        assert case.bill.nano <= 500_000_000


def test_an_open_dispute_is_not_concluded_over() -> None:
    with scripted(divided) as council:
        case = asked(council)
        assert case.stage == "disputed"
        before = case.records()
        with pytest.raises(Refused) as caught:
            case.conclude("queue", "so")
        assert caught.value.offences
        assert case.records() == before


def test_what_is_tried_is_declared_and_not_run_here() -> None:
    with scripted(divided) as council:
        case = asked(council)
        made = case.experiment("D1", ["pytest", "-q"], shows="lost jobs")
        assert (made.id, made.command, case.next[0].act) == ("X1", ("pytest", "-q"), "predict")
        holder = case.state.disagreements["D1"].sides[0].holder
        case.predict("X1", holder, "it loses none", exit=0)
        assert case.state.predictions[0].by == "host"
        for call in (
            lambda: case.predict("X1", "Z", "so", exit=0),
            lambda: case.predict("X1", holder, "so", exit=300),
            lambda: case.resolve("D1", None, "so", by="X1"),
            lambda: case.resolve("D1", None, "so"),
        ):
            with pytest.raises(Denied):
                call()
        assert council._room.desk.runner is None


def test_a_seat_is_carried_by_hand(tmp_path: Path) -> None:
    hand = entry("hand", 5, transport="manual", wire=None, base_url=None, price=None)
    settings = Settings(
        council=Seating(seats=2, rounds=1, case_nano=10**9), advisors=(FOUR[0], hand)
    )
    with Council(
        store=tmp_path / "s.db", config=settings, folder=tmp_path, owner="Ada", environ={}
    ) as council:
        council.register("api", ScriptedAdvisor())
        case = asked(council)
        (block,) = case.blocks()
        assert (block.seat, block.advisor, case.status) == ("B", "hand", "waiting")
        assert case.next[0].act == "paste"
        before = case.head
        with pytest.raises(Refused) as caught:
            case.paste("B", "I would rather not say.")
        assert caught.value.offences[0].fix.startswith("ask for the answer again")
        with pytest.raises(Refused):
            case.paste("A", "{}")
        assert case.head == before
        said = fill(_call(case, "B"))
        case.paste("b", json.dumps(said), model="m5").resume()
        assert (case.blocks(), case.status) == ((), "reported")
        other = council.decide("Tea, or coffee?", evidence=SEEN, **FRAMING)
        assert other.give_up("B", "nobody has time").resume().status == "inconclusive"
        assert [i.seat for i in case.calls()] == ["A", "B"]


def _call(case: Case, seat: str) -> Any:
    """The call that a seat's block stands for."""
    state = case.state
    planned = state.seat(seat)
    assert planned is not None
    return question(state, "positions", planned, "", case._room.desk.journal.get)


def test_cases_are_found_and_carried(tmp_path: Path) -> None:
    with scripted() as one, scripted() as two:
        case = asked(one)
        case.conclude("retry", "the harbour is closed", revisit_if=["more jobs"])
        (found,) = one.search("harbour closed")
        assert (found.case, found.kind) == (case.id, "conclusion")
        assert one.search(["harbour is"], kind="case") == ()
        for call in (lambda: one.search(" "), lambda: one.search("x", kind="prophecy")):
            with pytest.raises(Faulty):
                call()
        data = one.export(case.id[:12], blobs=True)
        assert data == one.export(case.id, blobs=True)
        (taken,) = two.take_in(data)
        assert (taken.case, taken.how) == (case.id, "new")
        there = two.open(case.id)
        assert (there.head, there.answer()) == (case.head, case.answer())
        assert there.verify().follows == "yes"
        assert two.take_in(data)[0].how == "same"
        with pytest.raises(Faulty):
            two.take_in(b"no bundle")
        with pytest.raises(Faulty):
            one.export()


def test_a_timeline_and_a_draft(tmp_path: Path) -> None:
    with scripted() as council:
        case = asked(council)
        assert [m.record for m in case.timeline()] == [f.name for f in case.records()]
        file = tmp_path / "conclusion.md"
        file.write_text(case.draft())
        with pytest.raises(Denied):
            case.conclude_file(file)
        file.write_text("---\nchoice: retry\nrevisit_if: [more jobs]\n---\nIt is so.\n")
        assert case.conclude_file(file).stage == "concluded"
        case.validate("it holds", True, evidence=["E1"]).look_back("met", "no job was lost")
        assert case.stage == "looked_back"
        case.attempt("a timer", "it drifts")
        with pytest.raises(Refused):
            case.withdraw("it is moot")


def test_an_agent_is_recorded_as_one(tmp_path: Path) -> None:
    environ = {"GEMOT_CONFIG": str(tmp_path / "none.toml"), "GEMOT_AGENT": "1"}
    with Council(store=tmp_path / "s.db", folder=tmp_path, owner="Ada", environ=environ) as council:
        case = council.decide("Tea, or coffee?", options=["tea", "coffee"])
        assert (case.status, case.records()[0].actor.delegate) == ("decided_locally", True)
        case.conclude("tea", "it is there")
        assert case.records()[-1].actor.delegate


def test_a_registered_adapter_answers_and_is_closed(tmp_path: Path) -> None:
    class Own(ScriptedAdvisor):
        closed = 0

        async def close(self) -> None:
            self.closed += 1

    own, other = Own(), Own()
    settings = Settings(council=Seating(seats=2, rounds=1, case_nano=10**9), advisors=FOUR)
    with Council(
        store=tmp_path / "s.db", config=settings, folder=tmp_path, owner="Ada", environ={}
    ) as council:
        council.register("api", other)
        council.register("api:openai", own)
        case = council.decide(QUESTION, evidence=SEEN, **FRAMING)
        assert case.status == "reported"
        assert (len(own.sent), len(other.sent), own.closed) == (2, 0, 0)
        assert case.verify().follows == "yes"
    assert (own.closed, other.closed) == (1, 1)


def test_a_trace_is_told(tmp_path: Path) -> None:
    told: list[str] = []
    with Council(
        store=tmp_path / "s.db", folder=tmp_path, owner="Ada", environ={},
        config=Settings(), trace=lambda point, subject: told.append(point),
    ) as council:  # fmt: skip
        council.decide("Tea, or coffee?", options=["tea", "coffee"])
    assert "act.plan" in told
    assert "journal.committed" in told
