"""`transport = "local"` without a model: what it says of itself, and how it keeps its child.

The child is `tests/fakes/local_child.py`, a real process that speaks the real frames; the model
itself is asked in `test_local_model.py`.
"""

import asyncio
import hashlib
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from gemot.advisors import embedded, local, local_slot
from gemot.advisors.local import IDENTITY, LocalAdvisor, is_rehearsal, remedy
from gemot.advisors.local_child import STEP, steps
from gemot.ports.advisor import Call, Presence, Reply
from gemot.records.catalogue import Entry, Limits
from tests.advisors.calls import SCHEMA, WHOLE, Points

T = TypeVar("T")
FAKE = Path(__file__).parents[1] / "fakes" / "local_child.py"
ROOT = Path(__file__).parents[2]


def entry(model: str | Path | None, **more: object) -> Entry:
    given = {"id": "anna", "transport": "local"} | more
    return Entry(model=None if model is None else str(model), **given)  # type: ignore[arg-type]


def call(asked: Entry, prompt: str = "hello", timeout: float = 10.0, context: str = "c1") -> Call:
    return Call(
        context=context, entry=asked, system="Be exact.", prompt=prompt, schema=SCHEMA,
        name="position", max_output=100, timeout=timeout,
    )  # fmt: skip


async def ask(advisor: LocalAdvisor, made: Call, points: Points | None = None) -> Reply:
    told: Points = [] if points is None else points
    return await advisor.send(made, advisor.prepare(made), lambda *step: told.append(step))


def run(work: Callable[[LocalAdvisor], Awaitable[T]]) -> T:
    async def whole() -> T:
        advisor = LocalAdvisor()
        try:
            return await work(advisor)
        finally:
            await advisor.close()

    return asyncio.run(whole())


def alive(pid: int) -> bool:
    """Whether process `pid` is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def pids(advisor: LocalAdvisor) -> list[int]:
    return [slot.pid for slot in advisor._slots.values() if slot.pid is not None]


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A model file, which the fake child runs; `json` stands in for the runtime."""
    monkeypatch.setattr(local_slot, "_SCRIPT", FAKE)
    monkeypatch.setattr(local, "RUNTIME", "json")
    path = tmp_path / "m.gguf"
    path.write_text("weights")
    return path


# What it says of itself


def test_presence_and_remedy(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMOT_CACHE", str(model.parent))
    advisor = LocalAdvisor()
    kept = model.parent / "models" / embedded.FILE

    def both(asked: Entry) -> tuple[Presence, str | None]:
        return advisor.presence(asked), remedy(asked)

    absent = Presence(status="unavailable", reason="model_absent")
    named = f"set model to the absolute path of a GGUF file, or to `{embedded.NAME}`"
    assert both(entry(model)) == (Presence(status="available", reason="present"), None)
    assert both(entry(None)) == (absent, named)
    assert both(entry("m.gguf")) == (absent, named)
    assert both(entry(model.parent)) == (
        absent, f"no file at {model.parent}: set model to a GGUF file that is there",
    )  # fmt: skip
    assert both(entry(embedded.NAME)) == (
        absent,
        f"put {embedded.FILE} at {kept} (in a checkout: python scripts/fetch_model.py)",
    )
    assert advisor.presence(entry(model, enabled=False)).status == "disabled"
    monkeypatch.setattr(local, "RUNTIME", "no_such_package")
    assert both(entry(model)) == (
        Presence(status="unavailable", reason="runtime_absent"),
        'install the runtime: pip install "gemot[local]" (it brings no_such_package)',
    )


def test_a_path_may_begin_at_home(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(model.parent))
    assert LocalAdvisor().presence(entry("~/m.gguf")).status == "available"


def test_only_the_embedded_model_is_a_rehearsal() -> None:
    assert is_rehearsal(entry(embedded.NAME))
    assert is_rehearsal(entry(f"/models/{embedded.FILE}"))
    assert not is_rehearsal(entry("/models/qwen.gguf"))
    assert not is_rehearsal(entry(None))
    assert not is_rehearsal(Entry(id="a", transport="api", model=embedded.NAME))


def test_prepare_is_pure_and_names_no_model() -> None:
    made = call(entry("/home/me/m.gguf"))
    body = LocalAdvisor().prepare(made)
    assert body == LocalAdvisor().prepare(made)
    assert json.loads(body) == {
        "cache_prompt": True,
        "max_tokens": 100,
        "messages": [
            {"content": "Be exact.", "role": "system"},
            {"content": "hello", "role": "user"},
        ],
        "response_format": {
            "json_schema": {"name": "position", "schema": SCHEMA, "strict": True},
            "type": "json_schema",
        },
        "seed": 1,
        "stream": False,
        "temperature": 0,
    }
    rehearsed = json.loads(LocalAdvisor().prepare(call(entry(embedded.NAME))))
    assert rehearsed["repeat_penalty"] == 1.2
    with pytest.raises(ValueError):
        LocalAdvisor().prepare(call(entry("/m"), "\ud800"))


def test_control_tokens_in_a_packet_are_parted() -> None:
    said = "a <|im_end|> </s> <start_of_turn> [INST] [/INST] <｜User｜> x < y [E1] </section>"
    body = json.loads(LocalAdvisor().prepare(call(entry("/m"), said)))
    assert body["messages"][1]["content"] == (
        "a < |im_end|> < /s> < start_of_turn> [ INST] [ /INST] < ｜User｜> x < y [E1] </section>"
    )


def test_steps_end_before_white_space_and_do_not_depend_on_what_follows() -> None:
    text = "".join(f"line {n} of the packet  \n\n" for n in range(200)) + "x" * 3 * STEP
    found = steps(text)
    assert found[0] == ""
    assert all(text.startswith(step) for step in found)
    assert all(0 < len(b) - len(a) <= STEP for a, b in itertools.pairwise(found))
    assert len(text) - len(found[-1]) <= STEP
    lines = [step for step in found[1:] if "x" not in step]
    assert lines
    assert all(text[len(step)].isspace() and not step[-1].isspace() for step in lines)
    longer = steps(text + "another tail")
    assert longer[: len(found)] == found
    assert steps("") == [""]


def test_the_import_is_light() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); import gemot.advisors.local;"
        "print([n for n in ('asyncio', 'xllamacpp', 'subprocess') if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "[]\n"


# How it keeps its child


def test_a_reply_with_its_points_and_the_digest_of_the_weights(model: Path) -> None:
    points: Points = []
    reply = run(lambda advisor: ask(advisor, call(entry(model)), points))
    assert reply == Reply(
        status="completed",
        sent=True,
        raw=reply.raw,
        text="hello 1",
        model="gguf:" + hashlib.sha256(b"weights").hexdigest()[:16],
        reference="r1",
        input_tokens=7,
        output_tokens=3,
    )
    assert points == [(point, "c1") for point in WHOLE]
    assert LocalAdvisor().parse(reply.raw) == reply


def test_seats_on_one_file_share_one_child_and_one_identity(model: Path) -> None:
    link = model.with_name("link.gguf")
    link.symlink_to(model)

    async def work(advisor: LocalAdvisor) -> None:
        seats = [entry(model), entry(link, id="bert"), entry(model, id="carl")]
        made = [call(seat, seat.id, context=seat.id) for seat in seats]
        points: Points = []
        replies = await asyncio.gather(*(ask(advisor, each, points) for each in made))
        assert [reply.text for reply in replies] == ["anna 1", "bert 2", "carl 3"]
        assert len({reply.model for reply in replies}) == 1
        assert points == [(point, seat.id) for seat in seats for point in WHOLE]
        assert len(pids(advisor)) == 1

    run(work)


def test_a_time_out_ends_in_time_and_leaves_no_process(model: Path) -> None:
    async def work(advisor: LocalAdvisor) -> None:
        await ask(advisor, call(entry(model)))
        (pid,) = pids(advisor)
        began = time.monotonic()
        reply = await ask(advisor, call(entry(model), "hang", timeout=0.3))
        assert time.monotonic() - began < 1.3
        assert (reply.status, reply.sent) == ("timeout", True)
        assert reply.diagnostic == "no reply within 0.3 s"
        assert not alive(pid)
        assert (await ask(advisor, call(entry(model)))).text == "hello 1"

    run(work)


def test_who_waits_for_the_child_has_sent_nothing_and_harms_nobody(model: Path) -> None:
    async def work(advisor: LocalAdvisor) -> None:
        first = asyncio.ensure_future(ask(advisor, call(entry(model), "hang", timeout=1.5)))
        await asyncio.sleep(0.5)
        (pid,) = pids(advisor)
        late = await ask(advisor, call(entry(model), timeout=0.2))
        assert (late.status, late.sent) == ("timeout", False)
        waiting = asyncio.ensure_future(ask(advisor, call(entry(model))))
        await asyncio.sleep(0.1)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert alive(pid)
        assert (await first).status == "timeout"

    run(work)


def test_cancellation_is_raised_at_once_and_ends_the_child(model: Path) -> None:
    async def work(advisor: LocalAdvisor) -> None:
        task = asyncio.ensure_future(ask(advisor, call(entry(model), "hang")))
        await asyncio.sleep(0.5)
        (pid,) = pids(advisor)
        began = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert time.monotonic() - began < 1
        assert not alive(pid)
        assert (await ask(advisor, call(entry(model)))).status == "completed"

    run(work)


def test_a_child_killed_in_a_call_is_unavailable_and_the_next_call_works(model: Path) -> None:
    async def work(advisor: LocalAdvisor) -> None:
        task = asyncio.ensure_future(ask(advisor, call(entry(model), "hang")))
        await asyncio.sleep(0.5)
        (pid,) = pids(advisor)
        os.kill(pid, signal.SIGKILL)
        reply = await task
        assert (reply.status, reply.sent) == ("unavailable", True)
        assert reply.diagnostic == "the child ended (code -9)"
        assert (await ask(advisor, call(entry(model)))).text == "hello 1"

    run(work)


@pytest.mark.parametrize(
    ("prompt", "status", "diagnostic"),
    [
        ("die", "unavailable", "the child ended (code 3): GGML_ASSERT: out of memory"),
        ("cut", "unavailable", "the child ended (code 0)"),
        ("garbage", "malformed", "the child wrote what is no frame: 6c6c616d61"),
        ("long", "malformed", "the child wrote what is no frame: 41ffffffff"),
        ("refuse", "error", "llama.cpp refused: ValueError: unrecognized type strnig"),
    ],
)
def test_what_is_no_reply(model: Path, prompt: str, status: str, diagnostic: str) -> None:
    async def work(advisor: LocalAdvisor) -> None:
        reply = await ask(advisor, call(entry(model), prompt))
        assert (reply.status, reply.sent, reply.text) == (status, True, None)
        assert reply.diagnostic == diagnostic
        after = await ask(advisor, call(entry(model)))
        assert after.text == ("hello 2" if prompt == "refuse" else "hello 1")

    run(work)


@pytest.mark.parametrize(
    ("weights", "status", "diagnostic"),
    [
        (
            "broken",
            "unavailable",
            "the model could not be loaded: RuntimeError: not a GGUF file",
        ),
        ("mute", "timeout", "no reply within 0.7 s"),
    ],
)
def test_a_child_that_does_not_start_was_sent_nothing(
    model: Path, weights: str, status: str, diagnostic: str
) -> None:
    model.write_text(weights)
    points: Points = []
    reply = run(lambda advisor: ask(advisor, call(entry(model), timeout=0.7), points))
    assert (reply.status, reply.sent, reply.diagnostic) == (status, False, diagnostic)
    assert points == []


def test_a_file_that_is_not_the_embedded_model_is_not_asked(
    model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GEMOT_CACHE", str(model.parent))
    embedded.path().parent.mkdir()
    model.rename(embedded.path())
    reply = run(lambda advisor: ask(advisor, call(entry(embedded.NAME))))
    got = hashlib.sha256(b"weights").hexdigest()
    assert (reply.status, reply.sent) == ("unavailable", False)
    assert reply.diagnostic == f"the model file has SHA-256 {got}, needed {embedded.SHA256}"


def test_a_changed_file_and_a_larger_context_get_a_new_child(model: Path) -> None:
    async def work(advisor: LocalAdvisor) -> None:
        first = await ask(advisor, call(entry(model)))
        await asyncio.to_thread(model.write_text, "other weights")
        second = await ask(advisor, call(entry(model)))
        assert (first.text, second.text) == ("hello 1", "hello 1")
        assert first.model != second.model
        small, large = Limits(context=4096), Limits(context=32768)
        assert (await ask(advisor, call(entry(model, limits=small)))).text == "hello 2"
        assert (await ask(advisor, call(entry(model, limits=large)))).text == "hello 1"
        assert (await ask(advisor, call(entry(model)))).text == "hello 2"

    run(work)


def test_the_child_gets_no_credential(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANNA_KEY", "sk-secret")
    reply = run(lambda advisor: ask(advisor, call(entry(model), "environ")))
    assert reply.text is not None
    assert set(reply.text.split()) <= {*local_slot._KEPT, "LC_CTYPE"}


def test_an_absent_model_is_a_status(model: Path) -> None:
    reply = run(lambda advisor: ask(advisor, call(entry("/no/such.gguf"))))
    assert (reply.status, reply.sent) == ("unavailable", False)
    assert reply.diagnostic == (
        "advisor `anna` is unavailable: no file at /no/such.gguf: "
        "set model to a GGUF file that is there"
    )


def test_what_trace_raises_is_raised_and_ends_the_child(model: Path) -> None:
    async def work(advisor: LocalAdvisor) -> None:
        made = call(entry(model))

        def stop(point: str, subject: str) -> None:
            if point == "call.sent":
                raise LookupError(point)

        with pytest.raises(LookupError):
            await advisor.send(made, advisor.prepare(made), stop)
        assert pids(advisor) == []

    run(work)


def test_close_ends_the_child_and_is_final(model: Path) -> None:
    async def work(advisor: LocalAdvisor) -> None:
        task = asyncio.ensure_future(ask(advisor, call(entry(model), "hang")))
        await asyncio.sleep(0.5)
        (pid,) = pids(advisor)
        await advisor.close()
        await advisor.close()
        assert not alive(pid)
        assert (await task).status == "unavailable"
        after = await ask(advisor, call(entry(model)))
        assert (after.status, after.sent) == ("unavailable", False)

    run(work)


def test_an_adapter_may_outlive_a_loop(model: Path) -> None:
    advisor = LocalAdvisor()
    for _ in range(2):
        assert asyncio.run(ask(advisor, call(entry(model)))).status == "completed"
    asyncio.run(advisor.close())


def test_the_identity_of_the_embedded_model() -> None:
    assert IDENTITY == "gguf:b179c9523d0e6a0f"
