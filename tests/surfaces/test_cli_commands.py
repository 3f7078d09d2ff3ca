"""What is done with a case: status, conclude, show, render, resolve; and one object of each."""

import json

from tests.fakes.answers import Answer, overrides
from tests.fakes.answers import council as answers
from tests.fakes.openai_server import OpenAIServer
from tests.surfaces.command import MATERIAL, SMALL, Desk, council


def test_status_lists_the_projects_cases(gemot: Desk) -> None:
    assert gemot("status").out == "no case in this project yet; `gemot decide` opens one\n"
    assert not gemot.store.exists()
    case = gemot.case(*SMALL)
    ran = gemot("status")
    assert ran.out.splitlines()[0] == f"{case}  decided_locally"
    answer = gemot("status", "--json").json
    assert [(c["case"], c["stage"]) for c in answer["cases"]] == [(case, "decided_locally")]


def test_status_of_a_case_by_the_beginning_of_its_id(gemot: Desk) -> None:
    case = gemot.case(*SMALL)
    answer = gemot("status", case[:9], "--json").json
    assert (answer["case"], answer["stage"]) == (case, "decided_locally")
    assert case in gemot("status", case).out


def test_an_unknown_case_names_those_that_are_near(gemot: Desk) -> None:
    assert gemot("status", "nothing").code == 2
    case = gemot.case(*SMALL)
    ran = gemot("status", case[:-3] + "xyz", "--json")
    assert ran.code == 2
    offence = ran.json["offences"][0]
    assert offence["code"] == "unknown-case"
    assert case in offence["fix"]


def test_a_concluded_case(counselled: Desk) -> None:
    case = counselled.case(*MATERIAL)
    ran = counselled(
        "conclude", case, "--choose", "queue", "--because", "jobs were lost", "--revisit-if",
        "fewer than 5 a day", "--json",
    )  # fmt: skip
    assert ran.code == 0
    said = ran.json["conclusion"]
    assert (said["choice"], said["because"], said["sources"]) == ("queue", "jobs were lost", 2)
    assert (said["channel"], said["by"]) == ("asserted", "Ada")
    assert ran.json["head"]
    shown = counselled("status", case).out
    assert "CONCLUDED: queue" in shown
    assert "revisit if fewer than 5 a day" in shown
    again = counselled("conclude", case, "--choose", "retry", "--because", "no", "--json")
    assert (again.code, again.json["offences"][0]["code"]) == (3, "CCL007")


def test_a_refused_conclusion_writes_nothing(gemot: Desk) -> None:
    case = gemot.case(*SMALL)
    before = gemot("status", case, "--json").json["records"]
    ran = gemot("conclude", case, "--choose", "both", "--because", "", "--json")
    assert ran.code == 2
    ran = gemot("conclude", case, "--choose", "both", "--because", " ", "--json")
    assert ran.code == 3
    assert [o["code"] for o in ran.json["offences"]] == ["CCL001", "CCL002"]
    assert gemot("status", case, "--json").json["records"] == before


DOOR = """---
question: "Retry, or a queue?"
options:
  - id: retry
  - {id: queue, reversibility: one_way, undo_cost: "a week"}
owner: Ada
materiality: high
evidence: ["src/jobs.py:3-5"]
---
"""
CLAIM = {"kind": "fact", "text": "jobs are lost at a deploy", "evidence": ["E1"], "against": None}
PROPOSAL = {
    "kind": "MEANS", "text": "write an adapter", "outcomes": [], "contribution": "it helps",
    "evidence": [], "negatives": [], "verification": "kill a worker",
}  # fmt: skip


def claiming(request: dict[str, object]) -> Answer:
    """A council that claims, and proposes, the same."""
    fields = {"claims": [CLAIM], "proposals": [PROPOSAL], "choice": "queue"}
    return answers(overrides(fields))(request)


def test_a_one_way_door_takes_the_full_form(gemot: Desk) -> None:
    (gemot.project / "decision.md").write_text(DOOR)
    with OpenAIServer(claiming) as server:
        gemot.configure(council(server.base_url, more="[limits]\ncase_usd = 1\n"))
        case = gemot.case("decide", "decision.md")
    line = gemot("conclude", case, "--choose", "queue", "--because", "so", "--json")
    assert line.code == 3
    names = {o["name"] for o in line.json["offences"]}
    assert {"unsupported-door", "unvalidated-door", "incomplete-form"} <= names
    form = gemot("case", "draft", case).out
    assert "# F1, " in form
    assert "# A-P1, MEANS: write an adapter" in form
    (gemot.project / "end.md").write_text(form)
    blank = gemot("conclude", case, "--file", "end.md", "--json")
    assert blank.code == 2
    assert {"choice", "verdicts[0].judgement"} <= {o["place"] for o in blank.json["offences"]}
    for before, after in (
        ('choice: ""', "choice: queue"), ('judgement: ""', "judgement: accept"),
        ('disposition: ""', "disposition: ACCEPT"), ("evidence: []", "evidence: [E1]"),
        ('  - option: queue\n    reason: ""\n', ""), ('""', '"so it was seen"'),
    ):  # fmt: skip
        form = form.replace(before, after)
    (gemot.project / "end.md").write_text(form)
    agent = gemot("conclude", case, "--file", "end.md", "--as-agent", "--json")
    assert agent.code == 3
    assert "door-closed-by-another" in {o["name"] for o in agent.json["offences"]}
    ran = gemot("conclude", case, "--file", "end.md", "--json")
    assert ran.code == 0, ran
    said = ran.json["conclusion"]
    assert said["because"] == "so it was seen"
    assert said["not_weighed"] == []
    assert [d["disposition"] for d in said["dispositions"]] == ["ACCEPT", "ACCEPT"]


def test_every_fault_of_a_conclusion_file_at_once(gemot: Desk) -> None:
    case = gemot.case(*SMALL)
    text = "---\nchoice: 7 7\nbecause: x\nrisk: [a]\nreviewed_by: [A]\n---\nalso a body\n"
    (gemot.project / "end.md").write_text(text)
    ran = gemot("conclude", case, "--file", "end.md", "--json")
    assert ran.code == 2
    assert {o["place"] for o in ran.json["offences"]} == {
        "choice", "risk", "reviewed_by", "(body)",
    }  # fmt: skip
    both = gemot("conclude", case, "--file", "end.md", "--choose", "retry")
    assert both.code == 2


def test_show_a_case_and_its_parts(counselled: Desk) -> None:
    case = counselled.case(*MATERIAL)
    whole = counselled("show", case)
    assert "Records (" in whole.out
    assert "000-case" in whole.out
    records = counselled("show", case, "--json").json["records"]
    assert records[0]["kind"] == "case"
    shown = counselled("show", case, "E1")
    assert "    line 3\n    line 4\n    line 5\n" in shown.out
    plan = next(r["name"] for r in records if r["kind"] == "plan")
    assert counselled("show", case, plan, "--json").json["kind"] == "plan"
    wrong = counselled("show", case, "E9", "--json")
    assert (wrong.code, wrong.json["offences"][0]["code"]) == (2, "unknown-name")
    assert "E1" in wrong.json["offences"][0]["fix"]


def test_a_finding_is_shown_with_who_stands_where(gemot: Desk) -> None:
    with OpenAIServer(claiming) as server:
        gemot.configure(council(server.base_url, more="[limits]\ncase_usd = 1\n"))
        case = gemot.case(*MATERIAL)
        shown = gemot("show", case, "F1")
    assert shown.code == 0
    assert "jobs are lost at a deploy" in shown.out
    assert "held by A" in shown.out
    assert "no verdict yet" in shown.out
    assert gemot("show", case, "F1", "--json").json["kind"] == "report"


def test_packets_are_the_exact_bytes(counselled: Desk, server: OpenAIServer) -> None:
    case = counselled.case(*MATERIAL)
    answer = counselled("show", case, "--packet", "--json").json
    assert [s["seat"] for s in answer["seats"]] == ["A", "B"]
    for seat in answer["seats"]:
        assert {"digest", "text", "withheld"} <= set(seat)
        assert any(seat["text"] in str(seen.json["messages"][-1]) or
                   seen.json["messages"][-1]["content"] == seat["text"]
                   for seen in server.seen)  # fmt: skip
    alone = counselled.process("show", case, "--packet", "--seat", "B")
    assert alone.out == answer["seats"][1]["text"]
    assert "withheld: nothing" in counselled("show", case, "--packet").out
    later = counselled("show", case, "--packet", "--round", "challenge", "--json").json
    assert [s["round"] for s in later["seats"]] == ["challenge", "challenge"]
    assert counselled("show", case, "--packet", "--seat", "Z").code == 2


def test_a_packet_that_is_not_packed_yet(gemot: Desk) -> None:
    case = gemot.case(*SMALL)
    ran = gemot("show", case, "--packet", "--json")
    assert ran.code == 2
    assert ran.json["offences"][0]["needed"] == "a packed round: none yet"


def test_render(gemot: Desk) -> None:
    case = gemot.case(*SMALL)
    assert gemot("render", case, "--format", "md").out.startswith("> **NOBODY WAS ASKED")
    assert json.loads(gemot("render", case, "--format", "json").out)["schema"] == "gemot/case/1"
    early = gemot("render", case, "--format", "adr", "--json")
    assert early.code == 2
    assert early.json["offences"][0]["place"] == "conclusion"
    gemot("conclude", case, "--choose", "queue", "--because", "so it is")
    ran = gemot("render", case, "--format", "adr", "--output", "adr.md")
    assert ran.out == "wrote adr.md\n"
    text = (gemot.project / "adr.md").read_text()
    assert text.startswith('---\nstatus: "accepted"\n')
    assert "so it is" in text
    assert gemot("render", case, "--format", "md", "--json").json["text"].startswith("> **")
    assert gemot("render", case, "--output", "no/such/folder.md").code == 2


def test_case_list(gemot: Desk) -> None:
    assert gemot("case", "list").out == "no case yet; `gemot decide` opens one\n"
    case = gemot.case(*SMALL)
    assert case in gemot("case", "list").out
    assert gemot("case", "list", "--all", "--json").json["cases"][0]["case"] == case


def test_a_dispute_opens_by_itself_and_is_settled(gemot: Desk) -> None:
    def split(request: dict[str, object]) -> Answer:
        choice = "retry" if request["model"] == "m1" else "queue"
        return answers(overrides({"choice": choice, "changed": False, "dispute": "value"}))(request)

    with OpenAIServer(split) as server:
        gemot.configure(council(server.base_url, chair=False, more="[limits]\ncase_usd = 1\n"))
        answer = gemot(*MATERIAL, "--json").json
    case = answer["case"]
    assert answer["next"][0]["command"].startswith(f"gemot case resolve {case} D1 ")
    early = gemot("conclude", case, "--choose", "queue", "--because", "so", "--json")
    assert early.json["offences"][0]["code"] == "CCL003"
    asked = ("case", "resolve", case, "D1", "--favours", "queue", "--because", "we value jobs")
    assert gemot(*asked, "--as-agent").code == 3
    settled = gemot(*asked, "--json")
    assert settled.code == 0
    assert settled.json["next"][0]["act"] == "conclude"
    assert gemot("conclude", case, "--choose", "queue", "--because", "so").code == 0


def test_every_command_answers_with_one_object(gemot: Desk) -> None:
    case = gemot.case(*SMALL)
    lines = [
        ["status"], ["status", case], ["show", case], ["show", case, "000-case"],
        ["show", case, "--packet"], ["render", case], ["render", case, "--format", "adr"],
        ["verify"], ["verify", case], ["advisors"], ["init", "--stdout"], ["init", "x.md"],
        ["case", "list"], ["case", "resume", case], ["case", "explain", "all"],
        ["case", "resolve", case, "D1", "--favours", "a", "--because", "b"],
        ["case", "doubt", case, "ctx-1", "--drop"], ["case", "doubt", case, "ctx-1"],
        ["case", "authorize", case, "--spend", "1"], ["case", "authorize", case, "--spend", "x"],
        ["case", "authorize", case, "--spend", "1", "--until", "soon"],
        ["admin", "config"], ["admin", "config", "--example"], ["admin", "config", "--path"],
        ["conclude", case], ["conclude", case, "--choose", "retry", "--because", "so"],
        ["conclude"], ["nothing"], ["status", "--wrong"], ["case", "nothing"],
    ]  # fmt: skip
    for line in lines:
        ran = gemot(*line, "--json")
        assert ran.json["schema"].startswith("gemot/"), line
        assert ran.err == "", line
        assert ran.code in (0, 2, 3), line
