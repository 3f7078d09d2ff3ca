"""The library in event loops and threads, several councils at once, and its life."""

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import gemot as package
from gemot import Case, Council, Misused, StoreFailed, Unknown
from gemot.conduct.settings import Settings
from gemot.records.evidence import Council as Seating
from gemot.testing.advisor import ScriptedAdvisor
from tests.council import FOUR, desk
from tests.surfaces.command import Desk
from tests.surfaces.library import (
    EVIDENCE,
    FRAMING,
    QUESTION,
    SEEN,
    asked,
    plain,
    scripted,
)


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
        for act, instead in (
            (lambda: asked(council), "council.adecide"),
            (lambda: council.decide_file(tmp_path / "d.md"), "council.adecide_file"),
            (case.resume, "case.aresume"),
            (council.close, "council.aclose"),
        ):
            with pytest.raises(Misused, match=f"running event loop; use `await {instead}"):
                act()
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
