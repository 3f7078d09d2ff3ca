"""`decide`: small stakes, a council, the same again, refusals, and money."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fakes.answers import Answer
from tests.fakes.answers import council as answers
from tests.fakes.openai_server import OpenAIServer
from tests.surfaces.command import MATERIAL, SMALL, Desk, council

GOLDEN = Path(__file__).parent / "golden"


def golden(name: str, text: str) -> None:
    """Hold `text` to a file; delete the file to write it anew."""
    file = GOLDEN / name
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        pytest.fail(f"{file} was not there and is written now; read it, then run again")
    assert text == file.read_text()


def test_small_stakes_ask_nobody(gemot: Desk) -> None:
    ran = gemot(*SMALL)
    assert ran.code == 0
    golden("decide-small.txt", ran.out)


def test_a_council_answers(counselled: Desk, server: OpenAIServer) -> None:
    ran = counselled(*MATERIAL)
    assert ran.code == 0
    golden("decide-council.txt", ran.out)
    assert server.log.requests == 5
    told = ran.err.splitlines()
    assert told[:3] == [
        "gemot: looking the evidence up",
        "gemot: computing who is asked",
        "gemot: freezing the packet",
    ]
    assert sum("completed after" in line for line in told) == 5
    assert told[-1] == "gemot: writing the report"


def test_json_is_the_form_that_tools_rely_on(counselled: Desk, server: OpenAIServer) -> None:
    ran = counselled(*MATERIAL, "--json")
    assert ran.err == ""
    answer = ran.json
    assert list(answer)[:7] == ["schema", "case", "status", "panel", "report", "bill", "next"]
    assert answer["schema"] == "gemot/decide/1"
    assert answer["status"] == "reported"
    assert answer["panel"]["seats"] == 2
    assert answer["panel"]["sources"] == 2
    assert answer["panel"]["rehearsal"] is False
    assert answer["bill"]["calls"] == server.log.requests
    spent = server.log.input_tokens * 3 + server.log.output_tokens * 15
    assert answer["bill"]["usd"] == pytest.approx(spent / 1e6)
    assert answer["next"][0]["command"].startswith(f"gemot conclude {answer['case']} ")


def test_quiet_shows_no_progress(counselled: Desk) -> None:
    assert counselled(*MATERIAL, "--quiet").err == ""


def test_the_same_again_pays_nothing_twice(counselled: Desk, server: OpenAIServer) -> None:
    first = counselled(*MATERIAL, "--json").json
    again = counselled(*MATERIAL, "--json").json
    assert again == first
    assert server.log.requests == 5


def test_what_was_concluded_is_reused(counselled: Desk, server: OpenAIServer) -> None:
    case = counselled.case(*MATERIAL)
    assert counselled("conclude", case, "--choose", "queue", "--because", "it is so").code == 0
    ran = counselled(*MATERIAL, "--json")
    assert (ran.code, ran.json["status"]) == (0, "reused")
    assert ran.json["conclusion"]["choice"] == "queue"
    assert counselled(*MATERIAL).out.startswith("ALREADY DECIDED: queue")
    assert server.log.requests == 5
    new = counselled(*MATERIAL, "--new-evidence", "--json").json
    assert new["case"] != case
    assert server.log.requests == 10


FILE = """---
question: "Retry in process, or a queue?"
options: [retry, queue]
owner: Ada
materiality: material
evidence: ["src/jobs.py:3-5"]
host:
  favours: queue
---
Neutral context.
"""


def test_a_decision_file(counselled: Desk) -> None:
    (counselled.project / "decision.md").write_text(FILE)
    answer = counselled("decide", "decision.md", "--json").json
    assert answer["status"] == "reported"
    assert answer["question"] == "Retry in process, or a queue?"


def test_a_decision_from_standard_input(counselled: Desk) -> None:
    ran = counselled.process("decide", "-", "--json", input=FILE.encode())
    assert ran.json["status"] == "reported"


def test_every_fault_of_a_file_at_once_and_nothing_written(gemot: Desk) -> None:
    faulty = FILE.replace("Ada", '""').replace("material\n", "huge\n").replace("host", "hosts")
    (gemot.project / "decision.md").write_text(faulty)
    ran = gemot("decide", "decision.md", "--json")
    assert ran.code == 2
    places = {o["place"] for o in ran.json["offences"]}
    assert places == {"owner", "materiality", "hosts"}
    assert not gemot.store.parent.exists()
    told = gemot("decide", "decision.md")
    assert (told.code, told.out) == (2, "")
    assert "3 faults; nothing was written" in told.err


def test_a_broken_rule_of_framing_is_a_refusal(gemot: Desk) -> None:
    ran = gemot("decide", "Retry?", "--option", "retry", "--owner", "Ada", "--json")
    assert ran.code == 3
    assert [o["code"] for o in ran.json["offences"]] == ["FRM002"]
    assert ran.json["next"][0]["command"] == "gemot case explain FRM002"
    assert not gemot.store.exists()


def test_a_question_without_options_is_told_by_the_rule(gemot: Desk) -> None:
    ran = gemot("decide", "Retry?", "--owner", "Ada")
    assert ran.code == 3
    assert "FRM002" in ran.err


def test_a_file_and_inline_words_are_no_decision(gemot: Desk) -> None:
    (gemot.project / "decision.md").write_text(FILE)
    ran = gemot("decide", "decision.md", "--ask", "x", "--json")
    assert ran.code == 2
    assert ran.json["offences"][0]["code"] == "usage"
    assert not gemot.store.exists()


def test_a_file_that_is_not_there(gemot: Desk) -> None:
    ran = gemot("decide", "nowhere.md", "--json")
    assert ran.code == 2
    assert ran.json["offences"][0]["code"] == "unreadable-file"


def test_a_faulty_configuration_is_told_whole(gemot: Desk) -> None:
    gemot.configure('mode = "wild"\nseats = 4\n')
    ran = gemot(*SMALL, "--json")
    assert ran.code == 2
    assert {o["place"] for o in ran.json["offences"]} == {"mode", "seats"}
    assert not gemot.store.exists()


def test_untracked_evidence_is_read_where_the_command_line_names_it(counselled: Desk) -> None:
    (counselled.project / "notes.txt").write_text("seen\n")
    named = counselled(*MATERIAL, "--evidence", "notes.txt", "--json").json["case"]
    shown = counselled("show", named, "E2", "--json").json
    assert shown["record"]["tracked"] is False
    assert shown["excerpt"] == "seen\n"
    text = FILE.replace('"src/jobs.py:3-5"', '"src/jobs.py:3-5", "notes.txt"')
    (counselled.project / "decision.md").write_text(text)
    case = counselled.case("decide", "decision.md")
    assert counselled("show", case, "E2", "--json").json["record"]["resolved"] is False


def test_a_ceiling_holds_the_whole_wave_and_the_owner_lifts_it(
    gemot: Desk, server: OpenAIServer
) -> None:
    gemot.configure(council(server.base_url, more="[limits]\ncase_usd = 0.000001\n"))
    ran = gemot(*MATERIAL, "--json")
    assert (ran.code, ran.json["status"]) == (5, "waiting")
    assert [o["code"] for o in ran.json["offences"]] == ["CLR002"]
    case = ran.json["case"]
    assert ran.json["next"][0]["command"].startswith(f"gemot case authorize {case} ")
    assert server.log.requests == 0
    assert gemot("case", "authorize", case, "--spend", "1", "--as-agent").code == 3
    allowed = gemot("case", "authorize", case, "--spend", "1", "--json")
    assert allowed.code == 0
    assert allowed.json["next"][0]["command"] == f"gemot case resume {case}"
    assert gemot("case", "resume", case, "--json").json["status"] == "reported"
    assert server.log.requests == 5


def test_no_ceiling_asks_first(gemot: Desk, server: OpenAIServer) -> None:
    gemot.configure(council(server.base_url))
    ran = gemot(*MATERIAL, "--json")
    assert ran.code == 5
    assert [o["code"] for o in ran.json["offences"]] == ["CLR004"]
    assert server.log.requests == 0


def test_an_unpriced_advisor_under_a_ceiling_is_refused(gemot: Desk, server: OpenAIServer) -> None:
    gemot.configure(council(server.base_url, more="[limits]\ncase_usd = 1\n", price=False))
    ran = gemot(*MATERIAL, "--json")
    assert (ran.code, ran.json["status"]) == (3, "stopped")
    assert {o["code"] for o in ran.json["offences"]} == {"CLR001"}
    assert server.log.requests == 0


def test_a_council_that_does_not_come_about(gemot: Desk) -> None:
    broken = Answer(status=500, body=b"{}")
    with OpenAIServer(broken) as down:
        gemot.configure(council(down.base_url, more="[limits]\ncase_usd = 1\n"))
        ran = gemot(*MATERIAL, "--json")
    assert (ran.code, ran.json["status"]) == (4, "inconclusive")


def test_a_mode_is_obeyed_and_named(counselled: Desk, server: OpenAIServer) -> None:
    answer = counselled(*MATERIAL, "--mode", "ci", "--json").json
    assert answer["status"] == "decided_locally"
    assert (answer["plan"]["mode"], answer["plan"]["mode_source"]) == ("ci", "flag")
    assert server.log.requests == 0
    assert counselled(*MATERIAL, "--mode", "wild").code == 2


def test_an_agent_is_recorded_as_such(gemot: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    case = gemot.case(*SMALL, "--as-agent")
    first = gemot("show", case, "000-case", "--json").json
    assert first["actor"] == {"name": "Ada", "channel": "asserted", "delegate": True}
    monkeypatch.setenv("GEMOT_AGENT", "1")
    done = gemot("conclude", case, "--choose", "retry", "--because", "so", "--json").json
    assert done["conclusion"]["delegate"] is True


def test_foreign_text_is_made_visible(gemot: Desk) -> None:
    question = "Keep \x1b[2J it, or \u202e not?"
    ran = gemot("decide", question, "--option", "a", "--option", "b", "--owner", "Ada\x07")
    assert "\x1b" not in ran.out
    assert "<U+001B>[2J" in ran.out
    assert "<U+202E>" in ran.out
    assert "\x1b" not in gemot("status").out


def test_answers_do_not_depend_on_their_order(gemot: Desk) -> None:
    reports = []
    for slow in ("m1", "m2"):

        def late(request: dict[str, object], slow: str = slow) -> Answer:
            return replace(answers()(request), latency=0.2 if request["model"] == slow else 0.0)

        with OpenAIServer(late) as server:
            gemot.configure(council(server.base_url, more="[limits]\ncase_usd = 1\n"))
            gemot.store.unlink(missing_ok=True)
            reports.append(json.dumps(gemot(*MATERIAL, "--json").json["report"]))
    assert reports[0] == reports[1]
