"""The embedded model itself: real inference in a real child. Skipped where it is not there."""

import asyncio
import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gemot.advisors import embedded
from gemot.advisors.local import IDENTITY, LocalAdvisor
from gemot.ports.advisor import Call, Reply
from gemot.records.catalogue import Entry
from tests.advisors.calls import SCHEMA, WHOLE, Points
from tests.advisors.test_local import ROOT, alive, ask, pids, run

MODEL = embedded.path()
"""Found when collecting: no test inherits `GEMOT_CACHE`."""
pytestmark = [
    pytest.mark.skipif(not MODEL.is_file(), reason=f"no model at {MODEL}"),
    pytest.mark.skipif(
        importlib.util.find_spec("xllamacpp") is None, reason="xllamacpp is not installed"
    ),
]
ANNA = Entry(id="anna", transport="local", model=str(MODEL))
BERT = Entry(id="bert", transport="local", model=embedded.NAME)
PACKET = "\n".join(
    f"{n}. A job that fails is tried again {n} times, with {n * n} seconds between."
    for n in range(12)
)


@pytest.fixture(autouse=True)
def _cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMOT_CACHE", str(MODEL.parents[1]))


def call(tail: str = "Retry, or a queue?", asked: Entry = ANNA, **more: object) -> Call:
    given = {
        "context": "c1", "system": "Be exact.", "prompt": f"{PACKET}\n\n{tail}", "schema": SCHEMA,
        "name": "position", "max_output": 60, "timeout": 60.0,
    }  # fmt: skip
    return Call(entry=asked, **(given | more))  # type: ignore[arg-type]


LONG = {
    "type": "object",
    "properties": {"text": {"type": "string", "minLength": 1900}},
    "required": ["text"],
    "additionalProperties": False,
}


async def under_way(advisor: LocalAdvisor) -> "asyncio.Task[Reply]":
    """A call that would go on for a minute, from the moment that it was sent."""
    made, left = call(schema=LONG, max_output=3000), asyncio.Event()

    def tell(point: str, subject: str) -> None:
        if point == "call.sent":
            left.set()

    task = asyncio.create_task(advisor.send(made, advisor.prepare(made), tell))
    await left.wait()
    return task


def listening(pid: int) -> list[str]:
    """Sockets of process `pid` on which it takes TCP connections."""
    owned = {os.readlink(each) for each in Path(f"/proc/{pid}/fd").iterdir()}
    rows = [line.split() for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]]
    return [row[1] for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in owned]


def test_a_reply_fits_its_schema_and_names_the_weights() -> None:
    points: Points = []
    reply = run(lambda advisor: ask(advisor, call(asked=BERT), points))
    assert reply.status == "completed", reply.diagnostic
    assert json.loads(reply.text or "")["choice"] in ("retry", "queue")
    assert reply.model == IDENTITY
    assert reply.input_tokens is not None
    assert reply.input_tokens > 200
    assert reply.output_tokens is not None
    assert 0 < reply.output_tokens <= 60
    assert points == [(point, "c1") for point in WHOLE]
    assert LocalAdvisor().parse(reply.raw) == reply


def test_the_same_prompt_gets_the_same_reply_whatever_was_asked_before() -> None:
    words = {"text": {"type": "string", "maxLength": 60}}
    schema = LONG | {"properties": words}

    async def texts(advisor: LocalAdvisor, *tails: str) -> dict[str, str | None]:
        return {tail: (await ask(advisor, call(tail, schema=schema))).text for tail in tails}

    tails = ("Why a queue?", "Why a queue, in a word?", "Why not?")
    forth = run(lambda advisor: texts(advisor, *tails))
    assert None not in forth.values()
    assert run(lambda advisor: texts(advisor, *reversed(tails))) == forth


def test_a_cut_reply_is_malformed() -> None:
    reply = run(lambda advisor: ask(advisor, call(schema=LONG, max_output=16)))
    assert (reply.status, reply.sent, reply.text) == ("malformed", True, None)
    assert reply.diagnostic == "the reply was cut at max_output (finish_reason `length`)"
    assert json.loads(reply.raw)["usage"]["completion_tokens"] == 16


def test_what_llama_cpp_refuses_is_an_error_and_the_child_goes_on() -> None:
    async def work(advisor: LocalAdvisor) -> None:
        bad = await ask(advisor, call(schema={"type": "strnig"}))
        assert (bad.status, bad.sent) == ("error", True)
        assert "unrecognized type" in (bad.diagnostic or "")
        (pid,) = pids(advisor)
        long = await ask(advisor, call("word " * 9000))
        assert (long.status, long.sent) == ("error", True)
        assert "exceeds the available context size" in (long.diagnostic or "")
        assert (await ask(advisor, call())).status == "completed"
        assert pids(advisor) == [pid]

    run(work)


def test_time_out_cancellation_and_kill_in_the_middle_of_a_call() -> None:
    async def work(advisor: LocalAdvisor) -> None:
        assert (await ask(advisor, call())).status == "completed"
        (pid,) = pids(advisor)
        began = time.monotonic()
        late = await ask(advisor, call(schema=LONG, max_output=3000, timeout=1.0))
        assert time.monotonic() - began < 2
        assert (late.status, late.sent) == ("timeout", True)
        assert not alive(pid)

        task = await under_way(advisor)
        (pid,) = pids(advisor)
        began = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert time.monotonic() - began < 1
        assert not alive(pid)

        task = await under_way(advisor)
        os.kill(pids(advisor)[0], signal.SIGKILL)
        gone = await task
        assert (gone.status, gone.sent) == ("unavailable", True)
        assert (await ask(advisor, call())).status == "completed"

    run(work)


def test_no_port_is_left_open() -> None:
    async def work(advisor: LocalAdvisor) -> None:
        await ask(advisor, call())
        assert listening(pids(advisor)[0]) == []

    run(work)


PARENT = """
import asyncio, os, signal, sys
sys.path[:0] = [{src!r}, {root!r}]
from gemot.advisors.local import LocalAdvisor
from tests.advisors.test_local_model import LONG, call
async def main():
    advisor = LocalAdvisor()
    made = call(schema=LONG, max_output=3000)
    def tell(point, subject):
        if point == "call.sent":
            print(next(iter(advisor._slots.values())).pid, flush=True)
    await advisor.send(made, advisor.prepare(made), tell)
asyncio.run(main())
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_the_child_ends_with_its_parent(how: signal.Signals) -> None:
    code = PARENT.format(src=str(ROOT / "src"), root=str(ROOT))
    environ = os.environ | {"GEMOT_CACHE": str(MODEL.parents[1])}
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        time.sleep(0.3)
        assert alive(pid)
        parent.send_signal(how)
        began = time.monotonic()
        parent.wait(5)
        while alive(pid) and time.monotonic() - began < 5:
            time.sleep(0.01)
        assert not alive(pid)
        assert time.monotonic() - began < 1
