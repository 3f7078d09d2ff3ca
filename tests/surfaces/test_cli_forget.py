"""`admin forget`: a person at a terminal, asked first; the tombstone wherever it was shown."""

import pytest

from tests.surfaces.command import MATERIAL, Desk
from tests.surfaces.test_cli_process import Terminal

BECAUSE = ("--because", "she asked for it")
NEEDLE = b"two jobs a second were lost by Needleworth"


@pytest.fixture
def case(counselled: Desk) -> str:
    return counselled.case(*MATERIAL, "--evidence", NEEDLE.decode())


def files(desk: Desk) -> bytes:
    return b"".join(f.read_bytes() for f in desk.store.parent.iterdir())


def test_a_person_who_agrees(counselled: Desk, case: str) -> None:
    assert NEEDLE in files(counselled)
    terminal = Terminal(counselled, "admin", "forget", case, "002-evidence", "000-case", *BECAUSE)
    terminal.until("Delete all this for good? [y/N]")
    assert "the texts of 000-case" in terminal.text
    assert "cannot be called back: what was sent to anna (m1)" in terminal.text
    terminal.type("y\n")
    assert terminal.end() == 0
    assert NEEDLE not in files(counselled)
    assert "texts forgotten (record " in " ".join(terminal.text.split())
    answer = counselled("verify", case, "--json").json
    assert (answer["intact"], answer["follows"]) == (True, "not re-derived")
    one = counselled("show", case, "002-evidence")
    assert "002-evidence was forgotten on " in one.out
    assert "at the terminal" in one.out
    stone = counselled("show", case, "002-evidence", "--json").json["tombstone"]
    assert (stone["because"], stone["record"]) == ("she asked for it", "002-evidence")
    for args in (("show", case), ("render", case), ("show", case, "E2")):
        assert "she asked for it" in counselled(*args).out
    whole = counselled("render", case, "--format", "json").out
    assert '"tombstones"' in whole
    assert "Needleworth" not in whole


def test_a_person_who_does_not(counselled: Desk, case: str) -> None:
    before = counselled("verify", case, "--json").json["head"]
    terminal = Terminal(counselled, "admin", "forget", case, "002-evidence", *BECAUSE)
    terminal.until("[y/N]")
    terminal.type("\n")
    assert terminal.end() == 5
    assert counselled("verify", case, "--json").json["head"] == before


def test_the_same_for_programs(counselled: Desk, case: str) -> None:
    args = ("admin", "forget", case, "002-evidence", *BECAUSE, "--yes", "--json")
    terminal = Terminal(counselled, *args)
    assert terminal.end() == 0
    assert '"schema": "gemot/forgotten/1"' in terminal.text
    command = f"gemot admin forget {case} 002-evidence 000-case --because 'she asked for it'"
    assert command in " ".join(terminal.text.split())


@pytest.mark.parametrize("more", [(), ("--yes",), ("--yes", "--as-agent")], ids=str)
def test_nobody_else(counselled: Desk, case: str, more: tuple[str, ...]) -> None:
    ran = counselled("admin", "forget", case, "002-evidence", *BECAUSE, *more, "--json")
    assert ran.code == 3
    assert [o["code"] for o in ran.json["offences"]] == ["TMB003"]
    assert NEEDLE in files(counselled)


def test_a_record_that_there_is_not(counselled: Desk, case: str) -> None:
    ran = counselled("admin", "forget", case, "002", *BECAUSE, "--json")
    assert ran.code == 2
    assert ran.json["offences"][0]["place"] == "002"
