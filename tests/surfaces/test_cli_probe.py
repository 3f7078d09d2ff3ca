"""Probes and disputes at the command line: real processes, whole answers."""

import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.fakes.answers import Answer, overrides
from tests.fakes.answers import council as answers
from tests.fakes.openai_server import OpenAIServer
from tests.surfaces.command import MATERIAL, OWNER, SMALL, Desk, council
from tests.surfaces.test_cli_decide import golden

LOAD = (
    "import sys; print('2 jobs lost'); sys.exit(open('src/jobs.py').read().count('line 1\\n') + 2)"
)
RUN = ("python3", "-c", LOAD)
WITH_RUN = """---
question: Retry in process, or a queue?
options: [retry, queue]
owner: Ada
materiality: material
evidence:
  - {kind: command, at: "grep -c line src/jobs.py", claim: how long it is}
---
"""


def split(request: dict[str, Any]) -> Answer:
    """Anna is for the queue and the rest for a retry, about facts; each predicts for itself."""
    anna = request["model"] == "m1"
    said = {
        "choice": "queue" if anna else "retry", "changed": False, "dispute": "factual",
        "exit": 3 if anna else 0, "contains": None, "lacks": None,
    }  # fmt: skip
    return answers(overrides(said))(request)


@pytest.fixture
def disputed(gemot: Desk) -> Iterator[tuple[Desk, str]]:
    """A case in a dispute about facts, and whoever answers for its seats."""
    with OpenAIServer(split) as server:
        gemot.configure(council(server.base_url, chair=False, more="[limits]\ncase_usd = 1\n"))
        yield gemot, gemot.case(*MATERIAL)


def plain(text: str, case: str) -> str:
    return re.sub(r"\bat commit [0-9a-f]{40}", "at commit COMMIT", text.replace(case, "CASE"))


def codes(ran: Any) -> list[str]:
    return [o["code"] for o in ran.json["offences"]]


def test_a_command_is_run_and_kept(gemot: Desk) -> None:
    case = gemot.case(*SMALL)
    ran = gemot("probe", case, "--owner", OWNER, "--", "sh", "-c", "echo out; exit 3", "--json")
    assert ran.code == 0
    assert ran.out.splitlines()[:2] == [
        f"{case}: P1: sh -c 'echo out; exit 3' --json: exit status 3", "  out",
    ]  # fmt: skip
    ran = gemot("probe", case, "--json", "--timeout", "30", "--", "echo", "\x1b[31mred")
    answer = ran.json
    assert (answer["schema"], answer["record"]) == ("gemot/probe/1", "004-probe")
    assert answer["output_text"] == "\x1b[31mred\n"
    assert "\x1b" not in ran.out
    made = answer["probe"]
    assert (made["status"], made["exit"], made["clean"], made["folder"]) == ("done", 0, True, ".")
    assert len(made["commit"]) == 40
    assert "out" in gemot("show", case, "P1").out
    assert gemot("verify", case, "--json").json["follows"] == "yes"


def test_a_command_that_cannot_be_started_is_kept_as_that(gemot: Desk) -> None:
    case = gemot.case(*SMALL)
    ran = gemot("probe", case, "--", "no-such-command")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == (
        f"{case}: P1: no-such-command: not started: no-such-command: No such file or directory"
    )


def test_no_command_is_a_refusal(gemot: Desk) -> None:
    case = gemot.case(*SMALL)
    ran = gemot("probe", case, "--json")
    assert (ran.code, codes(ran)) == (3, ["PRB007"])
    assert gemot("probe", case, "--for", "F1", "--", "ls").code == 2
    assert gemot("probe", case, "--seat", "a b", "--", "ls").code == 2


def test_evidence_that_takes_a_run_is_waited_for(gemot: Desk) -> None:
    (gemot.project / "decision.md").write_text(WITH_RUN)
    ran = gemot("decide", "decision.md", "--json")
    assert (ran.code, ran.json["status"], ran.json["stage"]) == (5, "waiting", "framed")
    case = ran.json["case"]
    (step,) = ran.json["next"]
    assert step["command"] == f"gemot probe {case} --for E1 -- grep -c line src/jobs.py"
    assert (step["act"], step["waits"]) == ("probe", True)
    told = gemot("probe", case, "--for", "E1")
    assert told.err == "gemot: running grep -c line src/jobs.py\n"
    assert told.out.splitlines()[:2] == [
        f"{case}: P1: grep -c line src/jobs.py: exit status 0", "  20",
    ]  # fmt: skip
    assert gemot("case", "resume", case, "--json").json["stage"] == "decided_locally"
    assert "exit status 0" in gemot("show", case, "E1").out


def test_what_moved_is_told_with_what_to_do(gemot: Desk) -> None:
    from tests.evidence.conftest import git

    case = gemot.case(*MATERIAL)
    assert gemot("status", case, "--stale").out.endswith("\nAll evidence stands as it was found\n")
    assert gemot("status", case, "--stale", "--json").json["stale"] == []
    (gemot.project / "src/jobs.py").write_text("other\n" * 20)
    git(gemot.project, "commit", "-qam", "Change")
    told = gemot("status", case, "--stale").out
    assert "\nEvidence that moved\n  E1 (src/jobs.py:3-5): changed: it reads otherwise at" in told
    (moved,) = gemot("status", case, "--stale", "--json").json["stale"]
    assert (moved["evidence"], moved["how"]) == ("E1", "changed")
    assert gemot("status", "--stale").code == 2


def test_a_dispute_from_its_experiment_to_its_resolution(disputed: tuple[Desk, str]) -> None:
    gemot, case = disputed
    told = [gemot("case", "dispute", case, "D1").out]
    ran = gemot("case", "dispute", case, "D1", "--experiment", "--ask", "--", *RUN)
    assert ran.code == 0
    told += [ran.out, gemot("case", "resume", case, "-q").out]
    asked = gemot("show", case, "--packet", "--round", "prediction.X1", "--seat", "A").out
    assert "# The experiment" in asked
    assert "retry" not in asked.partition("# Your choice")[2].partition("# What to answer")[0]
    told += [gemot("probe", case, "--for", "D1").out, gemot("case", "dispute", case, "D1").out]
    ran = gemot("case", "resolve", case, "D1", "--by", "X1", "--because", "jobs were lost")
    assert ran.code == 0
    told.append(ran.out)
    golden("dispute.txt", plain("\n".join(told), case))
    assert gemot("verify", case, "--json").json["follows"] == "yes"
    answer = gemot("case", "dispute", case, "D1", "--json").json
    assert answer["resolution"]["favours"] == "queue"
    assert answer["experiments"][0]["runs"] == [
        {"probe": "P1", "fits": ["A"], "fails": ["B"], "unknown": [], "silent": [],
         "option": "queue"},
    ]  # fmt: skip


def test_what_settles_nothing_is_refused_each_with_its_code(disputed: tuple[Desk, str]) -> None:
    gemot, case = disputed

    def on(*words: str) -> list[str]:
        return codes(gemot("case", *words, "--json"))

    because = ("--because", "so")
    resolve = ("resolve", case, "D1", "--by", "X1", *because)
    declare = ("dispute", case, "D1", "--json", "--experiment", "--")
    assert codes(gemot("case", *declare, "true")) == ["EXP003"]
    assert on("resolve", case, "D1", "--favours", "queue", *because) == ["DSP011"]
    assert on("resolve", case, "D1", "--favours", "queue", "--by-authority", *because) == ["DSP012"]
    assert on(*resolve, "--favours", "queue") == ["DSP014"]
    assert gemot("case", *declare, *RUN).code == 0
    assert on(*resolve) == ["DSP014", "EXP010", "EXP010"]
    assert on("predict", case, "X1", "--holder", "A", *because) == ["EXP006"]
    assert on("predict", case, "X1", "--holder", "Z", "--exit", "0", *because) == ["EXP005"]
    for seat in "AB":
        ran = gemot("case", "predict", case, "X1", "--holder", seat, "--exit", "3", *because)
        assert ran.code == 0
    assert gemot("probe", case, "--for", "X1").code == 0
    assert on(*resolve) == ["EXP012"]
    assert on("predict", case, "X1", "--holder", "A", "--exit", "0", *because) == ["EXP007"]
    assert codes(gemot("probe", case, "--for", "X1", "--json", "--", "ls")) == ["PRB003"]


def test_the_lines_that_it_takes(disputed: tuple[Desk, str]) -> None:
    gemot, case = disputed
    for words in (
        ["dispute", case, "D1", "--experiment"], ["dispute", case, "D1", "--", "ls"],
        ["dispute", case, "D7"], ["resolve", case, "D1", "--because", "x"],
        ["resolve", case, "D1", "--by", "X1", "--by-authority", "--because", "x"],
        ["predict", case, "X1", "--holder", "A", "--exit", "256", "--because", "x"],
    ):  # fmt: skip
        ran = gemot("case", *words)
        assert (ran.code, ran.out) == (2, ""), words


def test_a_probe_ends_with_the_command_that_started_it(gemot: Desk) -> None:
    case = gemot.case(*SMALL)
    ran = gemot.process("probe", case, "--timeout", "0.5", "--", sys.executable, "-c",
                        "import time; time.sleep(60)")  # fmt: skip
    assert ran.code == 0
    assert "ended at its time-out" in ran.out
