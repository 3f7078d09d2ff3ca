"""Killed anywhere, or stopped past its lease: nothing is lost, nothing is paid for twice.

The points are enumerated from an undisturbed run: before and after every commit, before and
after every request, at the first and the last byte of every reply, before every other act.
"""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gemot.journal.sqlite import SqliteJournal
from gemot.journal.world import SystemIds
from gemot.records.canonical import canonical
from gemot.rules.state import State, fold
from gemot.views.money import bill
from tests.fakes.answers import Answer
from tests.fakes.council import instance
from tests.fakes.openai_server import OpenAIServer

CHUNKS = 6
DELAY = {"m1": 0.0, "m2": 0.04, "m3": 0.08, "m4": 0.12, "m9": 0.0}
"""Seconds: replies come one by one, so that every run has the same points."""


def answer(request: dict[str, Any]) -> Answer:
    """Answers by what is said, not by label: m2 and m4 agree with m1, m3 disagrees."""
    form = request["response_format"]["json_schema"]
    model = request["model"]
    made = instance(form["schema"], model)
    prompt = request["messages"][1]["content"]
    if "claims" in made:
        made["claims"] = [
            {"kind": "fact", "text": f"claim of {model}", "evidence": ["E1"], "against": None}
        ]
        made["choice"] = "queue" if model == "m3" else "retry"
    if "links" in made:
        made["links"] = _links(model, prompt)
        made["changed"], made["basis"] = False, None
        made["choice"] = "queue" if model == "m3" else "retry"
    return Answer(content=json.dumps(made), latency=DELAY[model])


def _links(model: str, prompt: str) -> list[dict[str, Any]]:
    labels = {m: label for label, m in re.findall(r"- (V\d-C1) \(fact\) claim of (m\d)", prompt)}
    if "m1" not in labels:
        return []
    relation = "disagree" if model == "m3" else "agree"
    return [{"own": "OWN-C1", "other": labels["m1"], "relation": relation, "reason": "so"}]


class Zygote:
    """The parent of the children."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.conduct.zygote"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, **command: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        answered: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answered

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(10)


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    made = Zygote()
    yield made
    made.close()


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer(answer=answer) as running:
        yield running


def state_of(store: Path) -> State:
    journal = SqliteJournal(store, SystemIds())
    try:
        (head,) = journal.heads()
        return fold(journal.read(head.case))
    finally:
        journal.close()


def run_once(zygote: Zygote, server: OpenAIServer, folder: Path, **more: Any) -> int:
    status: int = zygote.ask(
        store=str(folder / "store.db"), url=server.base_url, log=str(folder / "log"), **more
    )["status"]
    return status


def points(folder: Path) -> list[tuple[str, int]]:
    lines = (folder / "log").read_text().splitlines()
    return [(p, int(n)) for p, n, *_ in (line.split(" ", 2) for line in lines)]


def undisturbed(zygote: Zygote, server: OpenAIServer, folder: Path) -> tuple[State, list[Any]]:
    folder.mkdir()
    assert run_once(zygote, server, folder) == 0
    return state_of(folder / "store.db"), points(folder)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_killed_at_every_point_nothing_is_lost_and_nothing_paid_twice(
    zygote: Zygote, server: OpenAIServer, tmp_path: Path, chunk: int
) -> None:
    whole, every = undisturbed(zygote, server, tmp_path / "whole")
    assert whole.report is not None
    expected = canonical(whole.report)
    assert len(whole.dispatches) == 9
    for point, n in every[chunk::CHUNKS]:
        folder, before = _killed_at(zygote, server, tmp_path, point, n)
        print(f"hit {point} {n}")
        kept = _kept(folder)
        assert run_once(zygote, server, folder) == 0
        state = state_of(folder / "store.db")
        _judge(state, kept, expected, server.log.requests - before, f"{point} {n}")


def _killed_at(
    zygote: Zygote, server: OpenAIServer, tmp_path: Path, point: str, n: int
) -> tuple[Path, int]:
    """A store whose process was killed at a point, and the requests counted before it. On a
    busy machine replies may arrive together and share a commit, so that a late point is not
    reached: then the run is made again."""
    for attempt in range(5):
        folder = tmp_path / f"{point}-{n}-{attempt}"
        folder.mkdir()
        before = server.log.requests
        if run_once(zygote, server, folder, at=[point, n], signal="SIGKILL") == signal.SIGKILL:
            return folder, before
    raise AssertionError(f"{point} {n} was not hit")


def _kept(folder: Path) -> dict[str, Any]:
    """The receipts that were committed before the kill."""
    if not (folder / "store.db").exists():
        return {}
    journal = SqliteJournal(folder / "store.db", SystemIds())
    try:
        return {
            d: r for h in journal.heads() for d, r in fold(journal.read(h.case)).receipts.items()
        }
    finally:
        journal.close()


def _judge(state: State, kept: dict[str, Any], expected: bytes, requests: int, where: str) -> None:
    assert state.report is not None, where
    assert canonical(state.report) == expected, where
    assert {d: state.receipts[d] for d in kept} == kept, where
    unanswered = [d for d in state.dispatches if d not in state.receipts]
    observed = [f.record.dispatch for f in state.filed if f.kind == "observation"]
    doubtful = [d for d in observed if d is not None]
    assert sorted(doubtful) == sorted(unanswered), where
    assert len(state.receipts) == 9, where
    assert 9 <= requests <= len(state.dispatches), where
    assert bill(state).in_doubt == len(unanswered), where


def test_killed_asked_again_and_killed_again(
    zygote: Zygote, server: OpenAIServer, tmp_path: Path
) -> None:
    """However often it is killed, each lost call is in doubt once and the case goes on."""
    whole, _ = undisturbed(zygote, server, tmp_path / "whole")
    assert whole.report is not None
    folder = tmp_path / "thrice"
    folder.mkdir()
    before, enough = server.log.requests, 10**11  # what is in doubt stays reserved
    for _ in range(3):
        at = ["call.sent", 2]
        killed = run_once(zygote, server, folder, at=at, signal="SIGKILL", case_nano=enough)
        assert killed == signal.SIGKILL
    kept = _kept(folder)
    assert run_once(zygote, server, folder, case_nano=enough) == 0
    state = state_of(folder / "store.db")
    _judge(state, kept, canonical(whole.report), server.log.requests - before, "thrice")
    assert len(state.dispatches) > 9 + 3


def test_stopped_past_its_lease_and_overtaken(
    zygote: Zygote, server: OpenAIServer, tmp_path: Path
) -> None:
    """The late reply is kept and charged and fills nothing."""
    whole, _ = undisturbed(zygote, server, tmp_path / "whole")
    folder = tmp_path / "stopped"
    folder.mkdir()
    stopped = zygote.ask(
        store=str(folder / "store.db"), url=server.base_url, log=str(folder / "log"), lease=1,
        at=["call.last_byte", 1], signal="SIGSTOP",
    )  # fmt: skip
    assert stopped["status"] == 0x7F | (signal.SIGSTOP << 8)
    assert run_once(zygote, server, folder, lease=1) == 0
    overtaken = state_of(folder / "store.db")
    assert overtaken.report is not None
    assert whole.report is not None
    assert canonical(overtaken.report) == canonical(whole.report)
    assert zygote.ask(wait=stopped["pid"], cont=True)["status"] == 0
    state = state_of(folder / "store.db")
    late = [r for r in state.receipts.values() if r.late]
    doubtful = [d for d, answer in state.doubts.items() if answer == "again"]
    assert late
    assert sorted(r.dispatch for r in late) == sorted(doubtful)
    assert all(r.cost and r.raw and r.status == "completed" for r in late)
    assert canonical(state.report) == canonical(whole.report)
    assert bill(state).in_doubt == 0
    assert bill(state).nano > bill(whole).nano
