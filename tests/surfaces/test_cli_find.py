"""`case search`, `case timeline`, `case bill` at the command line."""

from xml.etree import ElementTree

import pytest

from tests.surfaces.command import MATERIAL, SMALL, Desk


def test_search_finds_a_case_and_says_how_to_read_it(gemot: Desk) -> None:
    assert gemot("case", "search", "queue").out == "nothing found; --all-projects looks further\n"
    assert not gemot.store.exists()
    case = gemot.case(*SMALL)
    shown = gemot("case", "search", "QUEUE").out.splitlines()
    assert shown[0].startswith(f"{case} 000-case  ")
    assert shown[1] == "  Retry in process, or a queue?"
    found = gemot("case", "search", "queue", "retry", "--json").json
    assert [m["record"] for m in found["matches"]] == ["000-case"]
    assert found["next"][0]["command"] == f"gemot show {case} 000-case"
    assert gemot("case", "search", "queue", "--kind", "plan", "--json").json["matches"] == []
    assert gemot("case", "search", "kafka", "--all-projects").out == "nothing found\n"


@pytest.mark.parametrize(
    ("args", "place"), [((" ",), "WORDS"), (("x", "--kind", "conclusoin"), "--kind")]
)
def test_search_refuses(args: tuple[str, ...], place: str, gemot: Desk) -> None:
    ran = gemot("case", "search", *args, "--json")
    assert ran.code == 2
    assert ran.json["offences"][0]["place"] == place


def test_timeline_is_a_line_a_record(counselled: Desk) -> None:
    case = counselled.case(*MATERIAL)
    records = counselled("status", case, "--json").json["records"]
    shown = counselled("case", "timeline", case).out.splitlines()
    assert len(shown) == records
    assert shown[0].endswith("uncertainty       Retry in process, or a queue?")
    answer = counselled("case", "timeline", case, "--json").json
    assert [s["phase"] for s in answer["steps"]][-1] == "advisor_response"
    assert answer["next"]


def test_the_bill_of_a_case_and_of_a_day(counselled: Desk) -> None:
    case = counselled.case(*MATERIAL)
    status = counselled("status", case, "--json").json["bill"]
    bill = counselled("case", "bill", case, "--json").json
    assert bill["case"] == case
    assert len(bill["calls"]) == bill["total"]["calls"] == status["calls"]
    assert bill["total"]["usd"] == status["usd"]
    day = counselled("case", "bill", "--day", "--json").json
    assert day["total"] == bill["total"]
    assert day["calls"] == bill["calls"]
    assert counselled("case", "bill", "--day", "2001-01-01").out.startswith("no call was made\n")
    assert case in counselled("case", "bill", "--day").out


@pytest.mark.parametrize("args", [(), ("x", "--day"), ("--day", "yesterday")])
def test_a_bill_is_of_a_case_or_of_a_day(args: tuple[str, ...], gemot: Desk) -> None:
    assert gemot("case", "bill", *args).code == 2


@pytest.mark.parametrize("of", ["trace", "panel", "timeline"])
def test_a_case_is_drawn(counselled: Desk, of: str) -> None:
    case = counselled.case(*MATERIAL)
    drawn = counselled("render", case, "--format", "svg", "--of", of)
    assert drawn.out.startswith("<svg xmlns=")
    ElementTree.fromstring(drawn.out)
    text = counselled("render", case, "--format", "mermaid", "--of", of).out
    assert text.splitlines()[1].startswith("flowchart ")
    assert counselled("render", case, "--of", of).code == 2
    kept = counselled("render", case, "--format", "svg", "--of", of, "--output", "a.svg", "--json")
    assert kept.json["format"] == "svg"
    assert (counselled.project / "a.svg").read_text() == drawn.out
