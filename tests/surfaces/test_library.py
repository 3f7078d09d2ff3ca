"""The library: parity with the command line, sync and async, several councils, threads."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import gemot as package
from gemot import Case, Council, Denied, Faulty, Misused, Refused, StoreFailed, Unknown
from gemot.conduct.settings import Settings
from gemot.records.evidence import Council as Seating
from gemot.testing.advisor import ScriptedAdvisor, fill
from gemot.views.answer import encode
from tests.council import CARL, FOUR, desk
from tests.surfaces.command import MATERIAL, OWNER, Desk

QUESTION = "Retry in process, or a queue?"
FRAMING: dict[str, Any] = {"options": ["retry", "queue"], "materiality": "material"}
EVIDENCE = ["src/jobs.py:3-5"]
SEEN = ["two jobs a second"]
FILE = f"""---
question: {QUESTION}
options: [retry, queue]
owner: {OWNER}
materiality: material
evidence: [{EVIDENCE[0]}]
---
Jobs run at night.
"""
VOLATILE = {"at", "opened", "began", "ended", "until", "head", "hash", "input_tokens", "digest"}
"""Keys whose values differ between two stores: times, and what fresh tokens change."""


@pytest.fixture
def council(counselled: Desk, tmp_path: Path) -> Iterator[Council]:
    """The library beside the command line: the same project and configuration, its own store."""
    with Council(store=tmp_path / "library.db", owner=OWNER) as made:
        yield made


def plain(answer: dict[str, Any]) -> Any:
    """An answer as JSON gives it, without what two runs never share."""
    return steady(json.loads(encode(answer)))


def steady(value: Any) -> Any:
    match value:
        case dict():
            return {k: steady(v) for k, v in value.items() if k not in VOLATILE}
        case list():
            return [steady(v) for v in value]
        case _:
            return value


def scripted(script: Any = None, **seating: Any) -> Council:
    """A council of four, a challenge and a chair on doubles in memory."""
    given: dict[str, Any] = {"seats": 4, "rounds": 2, "chair": "carl", "case_nano": 10**9}
    settings = Settings(council=Seating(**{**given, **seating}), advisors=(*FOUR, CARL))
    return Council.on(desk(ScriptedAdvisor(script)), settings, owner="owner")


def asked(on: Council, question: str = QUESTION, **more: Any) -> Case:
    return on.decide(question, evidence=SEEN, **{**FRAMING, **more})


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


def test_a_dispute_is_settled_and_concluded() -> None:
    def split(call: Any) -> Any:
        made = fill(call)
        return {**made, "choice": "queue"} if call.entry.id == "anna" and "choice" in made else made

    with scripted(split) as council:
        case = asked(council)
        assert case.stage == "disputed"
        before = case.records()
        with pytest.raises(Refused) as caught:
            case.conclude("queue", "so")
        assert caught.value.offences
        assert case.records() == before


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


# Loops, threads, life.


def test_async_gives_what_sync_gives() -> None:
    async def whole() -> Any:
        async with scripted() as council:
            case = await council.adecide(QUESTION, evidence=SEEN, **FRAMING)
            assert await case.aresume() is case
            case.conclude("retry", "so", revisit_if=["more jobs"])
            return plain(case.answer())

    with scripted() as council:
        case = asked(council)
        case.conclude("retry", "so", revisit_if=["more jobs"])
        assert asyncio.run(whole()) == plain(case.answer())


def test_sync_inside_a_loop_names_the_async_form(tmp_path: Path) -> None:
    async def inside() -> None:
        council = scripted()
        case = await council.adecide(QUESTION, evidence=SEEN, **FRAMING)
        for call, instead in (
            (lambda: asked(council), "council.adecide"),
            (lambda: council.decide_file(tmp_path / "d.md"), "council.adecide_file"),
            (case.resume, "case.aresume"),
            (council.close, "council.aclose"),
        ):
            with pytest.raises(Misused, match=f"running event loop; use `await {instead}"):
                call()
        assert case.stage == "reported"
        await council.aclose()

    asyncio.run(inside())


def test_many_cases_at_once_in_one_loop() -> None:
    async def many() -> list[Case]:
        async with scripted() as council:
            return await asyncio.gather(
                *(
                    council.adecide(f"Question {n}, this or that?", evidence=SEEN, **FRAMING)
                    for n in range(4)
                )
            )

    cases = asyncio.run(many())
    assert len({c.id for c in cases}) == 4


def test_a_cancelled_run_loses_nothing() -> None:
    async def whole() -> None:
        under_way = asyncio.Event()

        class Slow(ScriptedAdvisor):
            async def send(self, call: Any, body: bytes, trace: Any) -> Any:
                under_way.set()
                await asyncio.sleep(60)

        slow = Slow()
        settings = Settings(council=Seating(seats=2, rounds=1, case_nano=10**9), advisors=FOUR)
        async with Council.on(desk(slow), settings, owner="owner") as council:
            going = asyncio.create_task(council.adecide(QUESTION, evidence=SEEN, **FRAMING))
            await asyncio.wait_for(under_way.wait(), 10)
            going.cancel()
            with pytest.raises(asyncio.CancelledError):
                await going
            (case,) = council.cases()
            assert case.stage == "cleared"
            assert {d.seat for d in case.state.dispatches.values()} == {"A", "B"}

    asyncio.run(whole())


def test_two_councils_in_one_process_know_nothing_of_each_other(tmp_path: Path) -> None:
    with scripted() as one, scripted() as two:
        case = asked(one)
        assert two.cases() == ()
        with pytest.raises(Unknown):
            two.open(case.id)
        assert asked(two).how == "new"


def test_threads_share_a_council(tmp_path: Path) -> None:
    settings = Settings(council=Seating(seats=2, rounds=1, case_nano=10**9), advisors=FOUR)
    with Council(
        store=tmp_path / "s.db", config=settings, folder=tmp_path, owner="Ada", environ={}
    ) as council:
        council.register("api", ScriptedAdvisor())

        def one(n: int) -> str:
            return asked(council, f"Question {n % 4}, this or that?").id

        with ThreadPoolExecutor(8) as pool:
            ids = list(pool.map(one, range(8)))
        assert len(set(ids)) == 4
        assert {c.status for c in council.cases()} == {"reported"}
        proof = council.verify()
        assert (proof.follows, proof.left, proof.offences) == ("yes", (), ())


def test_real_clients_of_several_loops(counselled: Desk, council: Council) -> None:
    async def two() -> list[Case]:
        return list(
            await asyncio.gather(
                council.adecide("This, or that?", evidence=EVIDENCE, **FRAMING),
                council.adecide("That, or this?", evidence=EVIDENCE, **FRAMING),
            )
        )

    def alone(n: int) -> str:
        return council.decide(f"Question {n}, or not?", evidence=EVIDENCE, **FRAMING).status

    assert {c.status for c in asyncio.run(two())} == {"reported"}
    with ThreadPoolExecutor(2) as pool:
        assert set(pool.map(alone, range(2))) == {"reported"}


def test_a_closed_council_says_so(tmp_path: Path) -> None:
    council = scripted()
    case = asked(council)
    council.close()
    council.close()
    for call in (lambda: case.stage, lambda: asked(council), lambda: council.open(case.id)):
        with pytest.raises(Misused, match="the council is closed; make another one"):
            call()


def test_looking_makes_no_store(tmp_path: Path) -> None:
    place = tmp_path / "data" / "store.db"
    with Council(store=place, config=Settings(), folder=tmp_path, owner="Ada") as council:
        assert council.cases() == ()
        with pytest.raises(Unknown):
            council.open("any")
        with pytest.raises(Unknown):
            council.verify()
        assert council.advisors() == ()
    assert not place.parent.exists()


def test_a_store_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database at all, but a text of some length" * 9)
    with (
        Council(store=tmp_path / "text.db", folder=tmp_path, config=Settings()) as council,
        pytest.raises(StoreFailed) as caught,
    ):
        council.decide("Tea, or coffee?", options=["tea", "coffee"])
    assert [o.code for o in caught.value.offences] == ["store-foreign"]


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    with scripted() as council:
        case = asked(council)
        case.screen()
        case.conclude("retry", "so", revisit_if=["more jobs"])
    assert capfd.readouterr() == ("", "")


def test_importing_the_package_imports_nothing() -> None:
    code = (
        "import sys, gemot; gemot.__version__; dir(gemot);"
        "print([m for m in sys.modules if m.startswith(('gemot.', 'msgspec', 'asyncio'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"


def test_the_package_names_what_it_gives() -> None:
    assert all(getattr(package, name) for name in package.__all__)
    with pytest.raises(AttributeError, match="module 'gemot' has no attribute 'Nothing'"):
        _ = package.Nothing
    assert (Path(str(package.__file__)).parent / "py.typed").is_file()
