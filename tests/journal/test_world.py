"""The real clock, ids and processes; and their doubles beside them."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from gemot.journal.world import ProcessHolders, SystemClock, SystemIds
from gemot.testing.fixed import CountingIds, FixedClock, FixedHolders

INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
CHILD = """
import sys
from gemot.journal.world import ProcessHolders
print(ProcessHolders().me(), flush=True)
sys.stdin.read()
"""


@pytest.fixture
def child() -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
        process.kill()


def test_clock() -> None:
    clock = SystemClock()
    seen = [clock.now() for _ in range(50)]
    assert all(INSTANT.fullmatch(t) for t in seen)
    assert seen == sorted(seen)
    assert abs(time.time() - time.mktime(time.strptime(seen[0][:19], "%Y-%m-%dT%H:%M:%S"))) < 90_000


@pytest.mark.parametrize("ids", [SystemIds(), CountingIds()])
def test_ids(ids: SystemIds | CountingIds) -> None:
    tokens, contexts, salts = zip(
        *((ids.token(), ids.context(), ids.salt()) for _ in range(100)), strict=True
    )
    assert all(re.fullmatch("[a-f0-9]{64}", t) for t in tokens)
    assert all(re.fullmatch("ctx-[a-z2-7]{26}", c) for c in contexts)
    assert all(len(s) == 32 for s in salts)
    for many in (tokens, contexts, salts):
        assert len(set(many)) == 100


def test_fixed_doubles() -> None:
    assert CountingIds("a").token() == CountingIds("a").token() != CountingIds("b").token()
    clock = FixedClock("2026-11-30T23:59:59.999Z", step=1)
    assert clock.now() == "2026-11-30T23:59:59.999Z"
    assert clock.now() == "2026-12-01T00:00:00.000Z"
    clock.advance(60_000)
    assert clock.now() == "2026-12-01T00:01:00.001Z"
    holders = FixedHolders("me", gone=("x",))
    holders.end("y")
    assert [holders.gone(h) for h in ("me", "x", "y", "z")] == [False, True, True, False]


def test_a_process_that_lives_has_not_gone(child: tuple[subprocess.Popen[str], str]) -> None:
    holders = ProcessHolders()
    assert not holders.gone(holders.me())
    assert not holders.gone(child[1])


def test_a_stopped_process_has_not_gone(child: tuple[subprocess.Popen[str], str]) -> None:
    process, holder = child
    process.send_signal(signal.SIGSTOP)
    os.waitpid(process.pid, os.WUNTRACED)
    assert not ProcessHolders().gone(holder)
    process.send_signal(signal.SIGCONT)
    assert not ProcessHolders().gone(holder)


def test_a_killed_process_has_gone_as_a_zombie_and_when_reaped(
    child: tuple[subprocess.Popen[str], str],
) -> None:
    process, holder = child
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert ProcessHolders().gone(holder)
    process.wait()
    assert ProcessHolders().gone(holder)


def test_what_cannot_be_known_has_not_gone() -> None:
    holders = ProcessHolders()
    host, boot, pid, start = holders.me().split("/")
    for other in ("", "x", f"{host}", f"{host}/{boot}", f"{host}/{boot}/x/1", "h/b/999999999/1"):
        assert not holders.gone(other), other
    assert not holders.gone(f"{host}/-/{pid}/{start}")
    assert not holders.gone(f"{host}/{boot}/{pid}/-")


def test_another_boot_another_start_or_no_such_process_has_gone() -> None:
    holders = ProcessHolders()
    host, boot, pid, start = holders.me().split("/")
    if boot == "-":
        pytest.skip("this system does not tell its boots apart")
    assert holders.gone(f"{host}/another/{pid}/{start}")
    assert holders.gone(f"{host}/{boot}/{pid}/{int(start) - 1}")
    assert holders.gone(f"{host}/{boot}/999999999999/1")
