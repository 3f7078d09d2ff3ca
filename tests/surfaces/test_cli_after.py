"""What comes after a report or a decision, at the command line; and what was decided before."""

import subprocess
from pathlib import Path

import pytest

from gemot.journal import world
from gemot.testing.fixed import FixedClock
from tests.fakes.openai_server import OpenAIServer
from tests.surfaces.command import MATERIAL, OWNER, SMALL, Desk, council
from tests.surfaces.test_cli_commands import DOOR, claiming
from tests.surfaces.test_cli_decide import golden

DAY = 86_400_000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FixedClock:
    """The clock of all commands, set by hand."""
    fixed = FixedClock("2026-12-01T12:00:00.000Z", step=1)
    monkeypatch.setattr(world, "SystemClock", lambda: fixed)
    return fixed


def plain(text: str, case: str) -> str:
    """The text with what differs from run to run named."""
    lines = ["head HEAD" if x.strip().startswith("head ") else x for x in text.splitlines()]
    return "\n".join(lines).replace(case, "CASE") + "\n"


def test_verdicts_one_by_one_and_from_a_file(gemot: Desk) -> None:
    with OpenAIServer(claiming) as server:
        gemot.configure(council(server.base_url, more="[limits]\ncase_usd = 1\n"))
        case = gemot.case(*MATERIAL)
    ran = gemot(
        "case", "verdict", case, "F1", "accept-with-modification", "--because", "only at a deploy",
        "--evidence", "E1", "--json",
    )  # fmt: skip
    assert (ran.code, ran.json["schema"]) == (0, "gemot/recorded/1")
    assert "verdict: accept_with_modification: only at a deploy" in gemot("show", case, "F1").out
    (gemot.project / "v.md").write_text(
        "---\nverdicts:\n  - {finding: F9, judgement: reject, reason: ' '}\n"
        "  - {finding: F1, judgement: reject, reason: so, evidence: [E8]}\n---\n"
    )
    ran = gemot("case", "verdict", case, "--file", "v.md", "--json")
    assert ran.code == 3
    assert [(o["code"], o["place"]) for o in ran.json["offences"]] == [
        ("RPT012", "verdicts[0].finding"), ("RPT013", "verdicts[0].reason"),
        ("RPT014", "verdicts[1].evidence[0]"),
    ]  # fmt: skip
    (gemot.project / "v.md").write_text("---\nverdicts:\n  - {finding: F1, judged: no}\n---\n")
    ran = gemot("case", "verdict", case, "--file", "v.md", "--json")
    assert ran.code == 2
    assert {o["place"] for o in ran.json["offences"]} == {
        "verdicts[0].judgement", "verdicts[0].reason", "verdicts[0].judged",
    }  # fmt: skip
    for args in (["F1"], ["F1", "accept"], ["F1", "--file", "v.md"], []):
        assert gemot("case", "verdict", case, *args).code == 2
    assert gemot("case", "verdict", case, "F1", "maybe", "--because", "x").code == 2


def test_a_draft_is_written_once(gemot: Desk) -> None:
    (gemot.project / "decision.md").write_text(DOOR)
    with OpenAIServer(claiming) as server:
        gemot.configure(council(server.base_url, more="[limits]\ncase_usd = 1\n"))
        case = gemot.case("decide", "decision.md")
    steps = gemot("status", case, "--json").json["next"]
    assert [s["command"] for s in steps] == [
        f"gemot case draft {case} --output conclusion.md",
        f"gemot conclude {case} --file conclusion.md",
    ]
    ran = gemot("case", "draft", case, "--output", "conclusion.md")
    assert ran.out == (
        f"wrote conclusion.md; fill it in, then: gemot conclude {case} --file conclusion.md\n"
    )
    text = (gemot.project / "conclusion.md").read_text()
    golden("draft.md", text)
    again = gemot("case", "draft", case, "--output", "conclusion.md", "--json")
    assert (again.code, again.json["offences"][0]["got"]) == (2, "a file that is there")
    assert (gemot.project / "conclusion.md").read_text() == text
    assert gemot("case", "draft", case).out == text
    assert gemot("case", "draft", case, "--json").json["text"] == text


def test_a_decision_is_looked_back_on(gemot: Desk, clock: FixedClock) -> None:
    case = gemot.case(*SMALL)
    gemot(
        "conclude", case, "--choose", "queue", "--because", "jobs were lost", "--validate",
        "no job is lost", "--review-on", "2026-12-20", "--owner", OWNER,
    )  # fmt: skip
    assert gemot("status", "--json").json["due"][0]["command"] == (
        f"gemot case validate {case} --check 1 '--pass|--fail'"
    )
    ran = gemot("case", "validate", case, "--check", "1", "--fail", "--note", "one was")
    assert ran.code == 0
    assert ran.out.startswith(f"{case}: does not hold: no job is lost (record ")
    clock.advance(20 * DAY)
    ran = gemot("status", "--json")
    assert [(d["kind"], d["on"], d["passed"]) for d in ran.json["due"]] == [
        ("failed", None, False), ("review", "2026-12-20", True),
    ]  # fmt: skip
    assert len(ran.json["next"]) == 3
    golden("status-due.txt", plain(gemot("status").out, case))
    golden("status-due-case.txt", plain(gemot("status", case).out, case))
    assert len(gemot("status", case, "--json").json["due"]) == 2
    assert gemot("case", "lookback", case, "--observed", "x").code == 2
    ran = gemot("case", "lookback", case, "--outcome", "O7", "--met", "--observed", "x", "--json")
    assert [o["code"] for o in ran.json["offences"]] == ["AFT005"]
    ran = gemot("case", "lookback", case, "--not-met", "--observed", "one was lost", "--json")
    assert (ran.code, ran.json["schema"]) == (0, "gemot/recorded/1")
    assert [d["kind"] for d in gemot("status", "--json").json["due"]] == ["failed"]
    assert gemot("status", case, "--json").json["stage"] == "looked_back"


def test_attempts_and_withdrawal(gemot: Desk) -> None:
    case = gemot.case(*SMALL)
    ran = gemot("case", "attempt", case, "--tried", "a timer", "--failed", "it drifts", "--json")
    assert ran.json["record"].endswith("-attempt")
    assert gemot("case", "attempt", case, "--tried", "a timer", "--failed", " ").code == 3
    assert gemot("case", "withdraw", case, "--because", "moot").code == 0
    again = gemot("case", "withdraw", case, "--because", "moot", "--json")
    assert (again.code, again.json["offences"][0]["code"]) == (3, "STG001")
    assert gemot("status", case, "--json").json["next"] == []
    new = gemot(*SMALL, "--json").json
    assert new["case"] != case
    assert new["precedent"] == [
        {"case": case, "how": "same", "choice": None, "refused": ["it was withdrawn"]}
    ]


def commit(folder: Path) -> None:
    subprocess.run(
        ["git", "-c", "user.name=A", "-c", "user.email=a@e.org", "commit", "-qam", "Change"],
        cwd=folder, check=True,
    )  # fmt: skip


def test_reuse_ends_where_the_evidence_moved(counselled: Desk, server: OpenAIServer) -> None:
    case = counselled.case(*MATERIAL)
    counselled("conclude", case, "--choose", "queue", "--because", "it is so", "--owner", OWNER)
    ran = counselled(*MATERIAL)
    golden("decide-reused.txt", plain(ran.out, case))
    reused = counselled(*MATERIAL, "--json").json
    assert (reused["case"], reused["status"]) == (case, "reused")
    assert reused["precedent"] == [{"case": case, "how": "same", "choice": "queue", "refused": []}]
    assert server.log.requests == 5
    (counselled.project / "src" / "jobs.py").write_text("all new\n" * 9)
    commit(counselled.project)
    new = counselled(*MATERIAL, "--json").json
    assert (new["status"], server.log.requests) == ("reported", 10)
    assert new["precedent"][0]["refused"] == ["evidence E1 moved"]
    assert f"  {case}: the same request, decided for queue; not reused: evidence E1 moved" in (
        counselled("status", new["case"]).out.splitlines()
    )
    checked = counselled("verify", new["case"], "--json").json
    assert (checked["ok"], checked["follows"]) == (True, "yes"), checked
    assert "is not in this one's records" in checked["taken"][0]
    ended = counselled("conclude", new["case"], "--choose", "retry", "--because", "so", "--json")
    assert ended.json["contradicts"] == [{"case": case, "choice": "queue"}]


def test_again_opens_a_new_case_and_a_contradiction_is_told(gemot: Desk) -> None:
    one = gemot.case(*SMALL)
    gemot("conclude", one, "--choose", "queue", "--because", "so", "--owner", OWNER)
    two = gemot(*SMALL, "--again", "--json").json
    assert two["case"] != one
    assert two["precedent"][0]["refused"] == ["it was asked for again"]
    ran = gemot("conclude", two["case"], "--choose", "retry", "--because", "no", "--owner", OWNER)
    assert f"CONTRADICTS: {one} stands for queue on the same subject" in ran.out
