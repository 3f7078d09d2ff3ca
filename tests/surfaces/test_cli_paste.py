"""`gemot case paste`: at a terminal, from a pipe, from a file, and from two terminals at once."""

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.council import instance
from tests.fakes.openai_server import OpenAIServer
from tests.surfaces.command import GEMOT, MATERIAL, Desk
from tests.surfaces.test_cli_process import Terminal

HAND = '[[advisor]]\nid = "hand"\ntransport = "manual"\nsource = { vendor = "v9", family = "f9" }\n'
MENU = "1 more (append to it)   2 next (take it)   3 abort   4 again (paste it anew)"


def called(base_url: str) -> str:
    return (
        f'[[advisor]]\nid = "anna"\ntransport = "api"\nwire = "openai"\nbase_url = "{base_url}"\n'
        'model = "m1"\nsource = { vendor = "v1", family = "f1" }\n'
        "price = { input = 3.0, output = 15.0 }\n"
    )


@pytest.fixture
def waiting(gemot: Desk, server: OpenAIServer) -> Desk:
    """Seat A has answered, seat B waits for a paste; the only case of the desk."""
    gemot.configure(
        "[council]\nseats = 2\nrounds = 2\n[limits]\ncase_usd = 1.0\n"
        + called(server.base_url) + HAND
    )  # fmt: skip
    ran = gemot(*MATERIAL, "--json")
    assert (ran.code, ran.json["status"], ran.json["stage"]) == (5, "waiting", "cleared")
    gemot.cases.append(str(ran.json["case"]))
    return gemot


def blocks(desk: Desk) -> list[dict[str, Any]]:
    """The blocks that wait."""
    ran = desk("case", "paste", desk.cases[0], "--json")
    assert ran.code == 0
    found: list[dict[str, Any]] = ran.json["blocks"]
    return found


def answer(desk: Desk, **changes: Any) -> str:
    """What a model would say to the block that waits."""
    text = blocks(desk)[0]["text"]
    form = json.loads(text.split("As JSON Schema:\n")[1].splitlines()[0])
    return json.dumps({**instance(form, "m9"), **changes}, indent=1)


def filed(desk: Desk, text: str | bytes, *more: str) -> Any:
    """Paste from a file."""
    place = desk.project.parent / "answer.json"
    place.write_bytes(text.encode() if isinstance(text, str) else text)
    return desk("case", "paste", desk.cases[0], "B", "--file", str(place), *more)


def seals(desk: Desk) -> list[str]:
    """The kinds of the case's records."""
    return [r["kind"] for r in desk("show", desk.cases[0], "--json").json["records"]]


def test_what_waits_is_shown_by_every_screen(waiting: Desk) -> None:
    case = waiting.cases[0]
    step = waiting("status", case, "--json").json["next"][0]
    assert (step["act"], step["seat"], step["round"], step["waits"]) == (
        "paste", "B", "positions", True,
    )  # fmt: skip
    assert step["command"] == f"gemot case paste {case} B"
    said = (
        "paste the answer of seat B (hand) in the round positions, for which the case waits since"
    )
    assert said in step["says"]
    assert said in waiting("status", case).out
    assert f"gemot case paste {case} B" in waiting("status").out
    seen = waiting("advisors", "--json").json["advisors"][1]
    assert (seen["status"], seen["reason"]) == ("available", "a_person_pastes")
    away = waiting("advisors", "--mode", "offline", "--json").json["advisors"][1]
    assert (away["status"], away["reason"]) == ("disabled", "mode_offline")


def test_a_file_is_taken_and_the_others_challenge_goes_out(
    waiting: Desk, server: OpenAIServer
) -> None:
    assert server.log.requests == 1
    ran = filed(waiting, answer(waiting), "--model", "some model", "--json")
    shown = ran.json
    assert (shown["schema"], shown["resumed"], shown["stage"]) == (
        "gemot/paste/1", True, "positioned",
    )  # fmt: skip
    (taken,) = shown["pasted"]
    assert (taken["status"], taken["fills"], taken["model"]) == ("completed", True, "some model")
    assert [s["act"] for s in shown["next"]] == ["paste"]
    assert ran.code == 5
    assert server.log.requests == 2
    last = filed(waiting, answer(waiting))
    assert last.code == 0
    assert f"{waiting.cases[0]}: seat B, challenge: taken, readable: for " in last.out
    whole = waiting("show", waiting.cases[0], "--json")
    assert waiting("verify", waiting.cases[0], "--json").json["ok"], whole.out
    bill = waiting("status", waiting.cases[0], "--json").json["bill"]
    assert (bill["calls"], bill["unpriced"], bill["pasted"]) == (4, 2, 2)
    assert (
        "2 of them pasted by a person: what that cost is unknown, and no ceiling counts it"
        in waiting("status", waiting.cases[0]).out
    )


def test_who_pasted_stands_in_the_record(waiting: Desk) -> None:
    filed(waiting, answer(waiting), "--owner", "Bea", "--no-resume", "--json")
    records = waiting("show", waiting.cases[0], "--json").json["records"]
    by = [(r["kind"], r["actor"]["name"]) for r in records[-4:]]
    assert by == [
        ("clearance", "gemot"), ("dispatch", "Bea"), ("position", "gemot"), ("receipt", "Bea"),
    ]  # fmt: skip


def test_no_resume_stops_after_the_paste(waiting: Desk, server: OpenAIServer) -> None:
    ran = filed(waiting, answer(waiting), "--no-resume")
    assert ran.code == 0
    assert f"gemot case resume {waiting.cases[0]}" in ran.out
    assert server.log.requests == 1


def test_an_unreadable_file_is_refused_with_every_fault(waiting: Desk) -> None:
    before = seals(waiting)
    text = answer(waiting, choice="neither of them", evidence=["E7"])
    ran = filed(waiting, text, "--json")
    assert ran.code == 3
    found = {(o["code"], o["place"]) for o in ran.json["offences"]}
    assert found == {("REA006", "choice"), ("REA007", "evidence[0]")}
    assert {o["fix"] for o in ran.json["offences"]} == {
        "ask for the answer again, or take it with --as-is: then it fills no seat"
    }
    assert seals(waiting) == before
    taken = filed(waiting, text, "--as-is", "--json").json
    assert [p["status"] for p in taken["pasted"]] == ["malformed"]
    assert [p["fills"] for p in taken["pasted"]] == [False]


@pytest.mark.parametrize(
    ("raw", "code"), [(b"", "unreadable-answer"), (b"\xff", "unreadable-answer"), (b"no", "REA003")]
)
def test_what_is_no_answer_is_told(waiting: Desk, raw: bytes, code: str) -> None:
    ran = filed(waiting, raw, "--json")
    assert (ran.code, [o["code"] for o in ran.json["offences"]]) == (3, [code])


def test_another_model_than_configured_is_told(waiting: Desk) -> None:
    place = Path(waiting.environ["GEMOT_CONFIG"])
    waiting.configure(place.read_text().replace('"manual"\n', '"manual"\nmodel = "m9"\n'))
    case = waiting.case(
        "decide", "Ship it, or wait?", "--option", "ship", "--option", "wait", "--owner", "Ada",
        "--materiality", "material", "--evidence", "src/jobs.py:3-5",
    )  # fmt: skip
    waiting.cases[0] = case
    ran = filed(waiting, answer(waiting), "--model", "m7", "--json")
    (one,) = ran.json["offences"]
    assert (ran.code, one["code"], one["got"]) == (3, "other-model", "'m7'")
    assert one["needed"] == "'m9', as configured"


def test_a_seat_is_given_up_with_a_reason(waiting: Desk) -> None:
    case = waiting.cases[0]
    ran = waiting("case", "paste", case, "B", "--drop", "--because", "nobody has time", "--json")
    shown = ran.json
    assert shown["given_up"] == {"seat": "B", "round": "positions"}
    assert (ran.code, shown["status"]) == (4, "inconclusive")
    assert "given up, and no answer was pasted" in json.dumps(shown["report"]["absences"])
    again = waiting("case", "paste", case, "B", "--drop", "--because", "twice", "--json")
    assert (again.code, again.json["offences"][0]["code"]) == (3, "seat-passed")


def test_an_agent_pastes_and_gives_no_seat_up(waiting: Desk) -> None:
    case = waiting.cases[0]
    ran = waiting("case", "paste", case, "--drop", "--because", "slow", "--as-agent", "--json")
    assert (ran.code, [o["code"] for o in ran.json["offences"]]) == (3, ["CAL022"])
    assert filed(waiting, answer(waiting), "--as-agent", "--no-resume").code == 0


@pytest.mark.parametrize(
    ("args", "got"),
    [
        (["--drop"], "--drop without --because"),
        (["--because", "x"], "--because without --drop"),
        (["--drop", "--because", "x", "--file", "y"], "--drop together with an answer"),
        (["--as-is"], "--as-is without --file"),
    ],
)
def test_options_that_do_not_go_together(waiting: Desk, args: list[str], got: str) -> None:
    ran = waiting("case", "paste", waiting.cases[0], *args, "--json")
    assert (ran.code, ran.json["offences"][0]["got"]) == (2, got)


def test_a_seat_that_waits_for_nothing(waiting: Desk) -> None:
    ran = waiting("case", "paste", waiting.cases[0], "A", "--json")
    (one,) = ran.json["offences"]
    assert (ran.code, one["code"]) == (3, "seat-passed")
    assert one["got"] == "seat A, whose answer was taken before"
    nobody = waiting("case", "paste", waiting.cases[0], "Q", "--json")
    assert nobody.json["offences"][0]["got"] == "seat Q, which waits for none"


def test_the_block_goes_to_a_file_as_it_is(waiting: Desk, tmp_path: Path) -> None:
    place = tmp_path / "block.txt"
    ran = waiting("case", "paste", waiting.cases[0], "--copy-to", str(place), "--json")
    (one,) = ran.json["blocks"]
    assert place.read_text() == one["text"]
    assert place.stat().st_mode & 0o777 == 0o600
    assert one["size"] == len(place.read_bytes())


def piped(desk: Desk, text: str, *args: str) -> "subprocess.CompletedProcess[bytes]":
    """Run with a pipe as standard input."""
    return subprocess.run(
        [*GEMOT, "case", "paste", desk.cases[0], *args], cwd=desk.project, input=text.encode(),
        capture_output=True, timeout=60, check=False,
    )  # fmt: skip


def test_a_pipe_gives_the_answer_and_the_choice(waiting: Desk) -> None:
    text = answer(waiting)
    shown = blocks(waiting)[0]["text"]
    done = piped(waiting, f"{text}\nEND\nnext\n", "--no-resume")
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode().startswith(shown)
    assert "readable: for " in done.stderr.decode()


@pytest.mark.parametrize("typed", ["", "{}\n", "{}\nEND\n", "{}\nEND\n3\n", "{}\nEND\nx\nabort\n"])
def test_leaving_writes_nothing(waiting: Desk, typed: str) -> None:
    before = seals(waiting)
    done = piped(waiting, typed)
    assert done.returncode == 5
    assert f"go on with `gemot case paste {waiting.cases[0]} B`" in done.stderr.decode()
    assert seals(waiting) == before


def test_at_a_terminal_unreadable_again_more_next(waiting: Desk, server: OpenAIServer) -> None:
    """A wrong paste is thrown away, a right one comes in two parts, and the case goes on."""
    long = "x" * 9000 + " \u202e hidden"
    text = answer(waiting, rationale=long[:1900])
    one_line = json.dumps(json.loads(answer(waiting, concern="y" * 7000)))
    assert len(one_line) > 4096
    case = waiting.cases[0]
    terminal = Terminal(waiting, "case", "paste", case)
    terminal.until("the block ends with this line")
    terminal.until("end it with a line END")
    terminal.type("I would retry.\nEND\n")
    terminal.until("unreadable: taken so, it fills no seat")
    terminal.until("REA003")
    terminal.until(MENU)
    terminal.text = ""
    terminal.type("4\n")
    terminal.until("end it with a line END")
    terminal.type(text[: len(text) // 2] + "\nEND\n")
    terminal.until(MENU)
    terminal.text = ""
    terminal.type("1\n")
    terminal.until("end it with a line END")
    terminal.type("]}\nEND\n")
    terminal.until(MENU)
    terminal.text = ""
    terminal.type("again\n")
    terminal.until("end it with a line END")
    for start in range(0, len(one_line), 1000):
        terminal.type(one_line[start : start + 1000])
        terminal.read(0.05)
    terminal.type("\nEND\n")
    terminal.until("readable: for ")
    terminal.until(MENU)
    terminal.type("2\n")
    assert terminal.end() == 5
    assert server.log.requests == 2
    positions = [r for r in seals(waiting) if r == "position"]
    assert len(positions) == 2


def test_two_terminals_the_first_wins_and_the_other_is_told(waiting: Desk) -> None:
    case, text = waiting.cases[0], answer(waiting)
    one = Terminal(waiting, "case", "paste", case, "B", "--no-resume")
    other = Terminal(waiting, "case", "paste", case, "B", "--no-resume")
    for terminal in (one, other):
        terminal.until("end it with a line END")
        terminal.type(f"{text}\nEND\n")
        terminal.until(MENU)
    other.type("2\n")
    assert other.end() == 0
    before = seals(waiting)
    one.type("2\n")
    assert one.end() == 3
    assert "seat-passed" in one.text
    assert "whose answer was taken before" in one.text
    assert seals(waiting) == before


def test_stopped_at_a_terminal_and_resumed_at_another(waiting: Desk) -> None:
    case, text = waiting.cases[0], answer(waiting)
    before = seals(waiting)
    first = Terminal(waiting, "case", "paste", case)
    first.until("end it with a line END")
    first.type(f"{text}\n")
    first.until("}")
    first.process.send_signal(signal.SIGINT)
    assert first.end() == 130
    assert seals(waiting) == before
    second = Terminal(waiting, "case", "paste", case)
    second.until("end it with a line END")
    second.type(f"```json\n{text}\n```\nEND\n")
    second.until("readable: for ")
    second.type("2\n")
    assert second.end() == 5
    records = waiting("show", case, "--json").json["records"]
    by = [r["actor"]["channel"] for r in records if r["kind"] == "dispatch"]
    assert by[:2] == ["policy", "terminal"]


def test_the_end_key_and_the_erase_key(waiting: Desk) -> None:
    case = waiting.cases[0]
    terminal = Terminal(waiting, "case", "paste", case)
    terminal.until("end it with a line END")
    terminal.type("{}\nENX\x7fD\n")
    terminal.until(MENU)
    terminal.type("\x04")
    assert terminal.end() == 5


def test_progress_says_who_waits(waiting: Desk) -> None:
    case = waiting(
        "decide", "Ship it, or wait?", "--option", "ship", "--option", "wait", "--owner", "Ada",
        "--materiality", "material", "--evidence", "src/jobs.py:3-5",
    )  # fmt: skip
    assert "gemot: positions B (hand): waits for a paste\n" in case.err


def test_what_the_others_said_is_sealed_while_a_paste_is_waited_for(waiting: Desk) -> None:
    """Whoever pastes must not have read the others; no screen shows them before the round ends."""
    case = waiting.cases[0]
    seat = "m1 on rationale", "m1 on falsifier", "m1 on concern"
    screens = [
        ("status", case), ("show", case), ("render", case), ("case", "timeline", case),
        ("case", "resume", case), ("status", case, "--json"), ("case", "resume", case, "--json"),
    ]  # fmt: skip
    for args in screens:
        shown = waiting(*args).out
        assert not [words for words in seat if words in shown], args
    assert "seat A: sealed until the round has ended" in waiting("case", "timeline", case).out
    filed(waiting, answer(waiting))
    assert "m1 on falsifier" in waiting("show", case).out
