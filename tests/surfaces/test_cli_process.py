"""The command line as a process: interruption, terminals, pipes and languages."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.fakes.openai_server import OpenAIServer
from tests.surfaces.command import GEMOT, MATERIAL, SMALL, Desk, council


def waited(condition: object, seconds: float = 30.0) -> None:
    """Wait until a condition holds."""
    until = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["plain", "json"])
def test_an_interrupted_council_loses_nothing(gemot: Desk, form: list[str]) -> None:
    with OpenAIServer(latency=30) as server:
        gemot.configure(council(server.base_url, more="[limits]\ncase_usd = 1\n"))
        process = gemot.start(*MATERIAL, *form)
        waited(lambda: server.log.requests == 2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in err
    case = gemot("status", "--json").json["cases"][0]["case"]
    command = f"gemot case resume {case}"
    if form:
        assert json.loads(out)["next"][0]["command"] == command
        assert err == b""
    else:
        assert out == b""
        assert command in err.decode()
    waiting = gemot("case", "resume", case, "--json")
    assert (waiting.code, waiting.json["status"]) == (5, "waiting")
    assert waiting.json["bill"]["in_doubt"] == 2
    answers = {step["subject"]: step for step in waiting.json["next"]}
    assert len(waiting.json["next"]) == 2 * len(answers) == 4
    for step in answers.values():
        assert step["act"] == "settle_doubt"
        words = step["command"].replace("--again", "--drop").split()[1:]
        assert gemot(*words).code == 0
    ended = gemot("case", "resume", case, "--json")
    assert (ended.code, ended.json["status"]) == (4, "inconclusive")


def test_a_reader_that_has_had_enough(gemot: Desk) -> None:
    process = gemot.start("case", "explain", "all")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(20) == 0
    process.stderr.close()


def test_a_closed_reader_does_not_hide_a_refusal(gemot: Desk) -> None:
    gemot.case(*SMALL)
    head = "store:1:" + "0" * 64
    read, write = os.pipe()
    os.close(read)
    process = subprocess.Popen(
        [*GEMOT, "verify", "--against", head], cwd=gemot.project, stdout=write,
        stderr=subprocess.PIPE, env={**os.environ, **gemot.environ},
    )  # fmt: skip
    os.close(write)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (3, b"")


@pytest.mark.parametrize(
    "environ",
    [{"LC_ALL": "C", "LANG": "C"}, {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}],
    ids=["c", "ascii"],
)
def test_another_language(gemot: Desk, environ: dict[str, str]) -> None:
    words = ("decide", "Behälter – oder nicht?", "--option", "a", "--option", "b", "--owner", "Åsa")
    ran = gemot.process(*words, environ=environ)
    assert ran.code == 0
    assert "Traceback" not in ran.err
    answer = gemot.process(*words, "--json", environ=environ).json
    assert answer["question"] == "Behälter – oder nicht?"
    assert gemot.process("status", environ=environ).code == 0


def test_bytes_that_are_no_text_are_a_fault(gemot: Desk) -> None:
    done = subprocess.run(
        [*GEMOT, "decide", b"A \xff B?", "--option", "a", "--option", "b", "--json"],
        cwd=gemot.project, capture_output=True, check=False, env={**os.environ, **gemot.environ},
    )  # fmt: skip
    assert done.returncode == 2
    assert json.loads(done.stdout)["offences"][0]["place"] == "argument 2"


def test_no_standard_input_and_no_terminal(gemot: Desk) -> None:
    ran = gemot.process(*SMALL, stdin=subprocess.DEVNULL)
    assert ran.code == 0


class Terminal:
    """A process at a terminal of its own."""

    def __init__(self, desk: Desk, *args: str, columns: int = 100) -> None:
        self.shown, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        environ = {**os.environ, **desk.environ, "TERM": "xterm"}
        del environ["COLUMNS"]
        self.process = subprocess.Popen(
            [*GEMOT, *args], cwd=desk.project, stdin=inner, stdout=inner, stderr=inner, env=environ
        )
        os.close(inner)
        self.text = ""

    def until(self, words: str, seconds: float = 30) -> None:
        """Read until `words` were shown."""
        end = time.monotonic() + seconds
        while words not in self.text:
            assert time.monotonic() < end, self.text
            self.read(0.5)

    def read(self, seconds: float) -> bool:
        """Read what is there; False at the end."""
        if not select.select([self.shown], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.shown, 65_536)
        except OSError:
            return False
        self.text += data.decode("utf-8", "replace")
        return bool(data)

    def type(self, words: str) -> None:
        """Type something."""
        os.write(self.shown, words.encode())

    def end(self) -> int:
        """Read to the end; the exit code."""
        while self.read(30):
            pass
        os.close(self.shown)
        return self.process.wait(20)


def test_the_owner_is_asked_at_a_terminal(gemot: Desk, server: OpenAIServer) -> None:
    gemot.configure(council(server.base_url, chair=False))
    terminal = Terminal(gemot, *MATERIAL)
    for wave in ("positions", "challenge"):
        terminal.until(f"The {wave} wave may cost up to ")
        terminal.until("[y/N]")
        terminal.text = ""
        terminal.type("y\n")
    assert terminal.end() == 0
    case = gemot("status", "--json").json["cases"][0]["case"]
    records = gemot("show", case, "--json").json["records"]
    allowed = [r for r in records if r["kind"] == "authorization"]
    assert [r["actor"]["channel"] for r in allowed] == ["terminal", "terminal"]
    assert server.log.requests == 4


def test_an_owner_who_says_no(gemot: Desk, server: OpenAIServer) -> None:
    gemot.configure(council(server.base_url, chair=False, price=False))
    terminal = Terminal(gemot, *MATERIAL)
    terminal.until("2 calls of unknown price")
    terminal.until("[y/N]")
    terminal.type("\n")
    assert terminal.end() == 5
    assert server.log.requests == 0


def test_progress_on_a_terminal_is_one_line(gemot: Desk) -> None:
    with OpenAIServer(latency=0.8) as server:
        gemot.configure(council(server.base_url, chair=False, more="[limits]\ncase_usd = 1\n"))
        terminal = Terminal(gemot, *MATERIAL, columns=50)
        assert terminal.end() == 0
    before = terminal.text.split("Retry in process, or a queue?")[0]
    assert "\n" not in before
    assert "positions A (anna): asked" in before
    drawn = re.split(r"\r\x1b\[K", before)
    assert len(drawn) > 3
    assert all(len(line) < 50 for line in drawn)


def test_the_module_and_the_script_are_one(gemot: Desk) -> None:
    script = Path(sys.executable).with_name("gemot")
    done = subprocess.run([script, "--version"], capture_output=True, check=True)
    assert done.stdout.decode() == gemot.process("--version").out
