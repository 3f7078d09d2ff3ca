"""Running a probe's command: no shell, no input, its own process group, bounded output.

Laws: what is printed is hashed whole and kept bounded, head and tail; the group is ended with
the command, at its end as at its time-out, so that nothing it started lives on; the
environment is the caller's, since a probe is the owner's own command at the owner's terminal.
"""

import hashlib
import os
import selectors
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from gemot.evidence.project import Folder
from gemot.ports.runner import Ran

CAP = 64 * 1024
"""Bytes of output kept: the first half and the last half of it."""
GRACE = 2.0
"""Seconds between asking a group to end and ending it."""


class Commands:
    """Commands in a project; it implements `gemot.ports.runner.Runner`."""

    def __init__(self, project: Folder) -> None:
        self._project = project

    def clean(self) -> bool | None:
        if self._project.status not in ("repository", "shallow"):
            return None
        answer = self._project.git.ask("status", "--porcelain", "--untracked-files=no")
        return answer.status == "done" and not answer.output.strip()

    def run(self, command: tuple[str, ...], folder: str, timeout: float) -> Ran:
        place = (self._project.top / folder).resolve()
        if not place.is_relative_to(self._project.top) or not place.is_dir():
            return Ran(status="not_started", why=f"{folder!r} is no folder of the project")
        try:
            process = subprocess.Popen(
                command,
                cwd=place,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except (OSError, ValueError) as e:
            why = e.strerror if isinstance(e, OSError) and e.strerror else str(e)
            return Ran(status="not_started", why=f"{command[0]}: {why}")
        return _watched(process, timeout)


def _watched(process: "subprocess.Popen[bytes]", timeout: float) -> Ran:
    kept = _Kept()
    deadline = time.monotonic() + timeout
    try:
        timed_out = not _read(process, kept, deadline)
    finally:
        _end(process)
    code = process.returncode
    if timed_out:
        return kept.ran(status="timeout")
    if code < 0:
        return kept.ran(status="killed", signal=-code)
    return kept.ran(status="done", exit=code)


class _Kept:
    """Output as it comes: hashed whole, kept at both ends."""

    def __init__(self) -> None:
        self.head, self.tail = bytearray(), bytearray()
        self.size, self.hash = 0, hashlib.sha256()

    def add(self, data: bytes) -> None:
        self.size += len(data)
        self.hash.update(data)
        room = CAP // 2 - len(self.head)
        self.head += data[:room]
        self.tail += data[max(room, 0) :]
        del self.tail[: -CAP // 2]

    def ran(self, **what: object) -> Ran:
        cut = self.size - len(self.head) - len(self.tail)
        middle = f"\n[… {cut} bytes left out …]\n".encode() if cut else b""
        return Ran(
            output=bytes(self.head) + middle + bytes(self.tail),
            size=self.size,
            whole=self.hash.hexdigest(),
            truncated=cut > 0,
            **what,  # type: ignore[arg-type]
        )


def _read(process: "subprocess.Popen[bytes]", kept: _Kept, deadline: float) -> bool:
    """Read until the command ended; False: the deadline came first. Output of children that
    outlive the command is not waited for."""
    assert process.stdout is not None
    os.set_blocking(process.stdout.fileno(), False)
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while (left := deadline - time.monotonic()) > 0:
            ended = process.poll() is not None
            if selector.select(0 if ended else min(left, 0.05)):
                data = process.stdout.read(65536)
                if data:
                    kept.add(data)
                    continue
                if data == b"":
                    return _wait(process, deadline)
            if ended:
                return True
    return False


def _wait(process: "subprocess.Popen[bytes]", deadline: float) -> bool:
    try:
        process.wait(max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return False
    return True


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the whole group."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(GRACE if number == signal.SIGTERM else None)
    if process.stdout is not None:
        process.stdout.close()


def relative(folder: Path, top: Path) -> str:
    """Where a folder is, from the project's root; `.` for the root."""
    return str(folder.resolve().relative_to(top))
