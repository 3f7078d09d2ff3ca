"""Git, asked so that nothing a repository holds can run.

Laws: only object look-ups are asked (`cat-file`, `ls-tree`, `rev-parse`, `rev-list`, `diff-tree`
between trees), which need neither index nor work tree; no filter, textconv, external diff, hook,
fsmonitor, pager, signature check, credential helper or transport can start; the user's and the
system's configuration and every variable but PATH stay out; replaced objects and grafts are not
followed; missing objects are not fetched. Output and time are bounded, the whole process group
is ended at the bound. Never raises for what git or the world does: `Answer.status` says it.

A checkout that another user owns is read all the same: git's own refusal guards against what a
repository's configuration could run, and nothing of it runs here.
"""

import contextlib
import os
import selectors
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Final, Literal

import msgspec

Status = Literal["done", "failed", "absent", "timeout", "too_big"]

TIMEOUT: Final = 20.0
"""Seconds for one question."""
LIMIT: Final = 1_048_576
"""Bytes of output, where the caller names no other bound."""

_ENVIRON: Final = {
    "LC_ALL": "C",
    "HOME": "/nonexistent",
    "XDG_CONFIG_HOME": "/nonexistent",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_PAGER": "cat",
}
_CONFIG: Final = (
    "safe.directory=*",
    "safe.bareRepository=explicit",
    "core.hooksPath=" + os.devnull,
    "core.fsmonitor=false",
    "core.untrackedCache=false",
    "core.pager=cat",
    "core.sshCommand=false",
    "core.gitProxy=",
    "core.attributesFile=" + os.devnull,
    "credential.helper=",
    "diff.external=",
    "gpg.program=false",
    "log.showSignature=false",
    "protocol.allow=never",
    "submodule.recurse=false",
)


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one question."""

    status: Status
    output: bytes = b""
    """Standard output; empty unless `status` is `done`."""
    diagnostic: str = ""
    """What git said on standard error, one line of at most 300 characters."""

    @property
    def line(self) -> str | None:
        """The first line of an answer that was given; None otherwise, or where it is blank."""
        if self.status != "done":
            return None
        return self.output.decode("utf-8", "replace").partition("\n")[0].strip() or None


class Git:
    """Git in one folder."""

    def __init__(self, folder: Path, path: str | None = None) -> None:
        """`path` is the PATH to find git on; the process's own where None."""
        self.folder = folder
        self._path = _absolute(os.environ.get("PATH", os.defpath) if path is None else path)
        self._program = shutil.which("git", path=self._path) if self._path else None

    @property
    def present(self) -> bool:
        """Whether there is a git to ask."""
        return self._program is not None

    def ask(self, *words: str, limit: int = LIMIT, timeout: float = TIMEOUT) -> Answer:
        """What `git WORDS` answers, at most `limit` bytes within `timeout` seconds."""
        if self._program is None:
            return Answer(status="absent", diagnostic="git is not on PATH")
        command = [self._program, "--no-pager"]
        for setting in _CONFIG:
            command += ["-c", setting]
        try:
            process = subprocess.Popen(
                [*command, *words],
                cwd=self.folder,
                env={**_ENVIRON, "PATH": self._path},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as fault:
            return Answer(status="absent", diagnostic=f"git cannot be started: {fault.strerror}")
        with process:
            return _collect(process, limit, time.monotonic() + timeout)


def _absolute(path: str) -> str:
    """PATH without relative parts, by which a working folder could bring its own git."""
    return os.pathsep.join(part for part in path.split(os.pathsep) if os.path.isabs(part))


def _collect(process: "subprocess.Popen[bytes]", limit: int, deadline: float) -> Answer:
    """Read both pipes to their end, the limit or the deadline; the process has then ended."""
    out, err = bytearray(), bytearray()
    status: Status = "done"
    try:
        with selectors.DefaultSelector() as ready:
            for pipe, kept in ((process.stdout, out), (process.stderr, err)):
                if pipe is not None:
                    os.set_blocking(pipe.fileno(), False)
                    ready.register(pipe, selectors.EVENT_READ, kept)
            status = _pump(ready, out, limit, deadline)
        if status == "done":
            process.wait(max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        status = "timeout"
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    said = " ".join(err.decode("utf-8", "replace").split())[:300]
    if status == "done" and process.returncode != 0:
        status = "failed"
    return Answer(status=status, output=bytes(out) if status == "done" else b"", diagnostic=said)


def _pump(
    ready: selectors.BaseSelector, out: bytearray, limit: int, deadline: float
) -> Literal["done", "timeout", "too_big"]:
    while ready.get_map():
        left = deadline - time.monotonic()
        events = ready.select(left) if left > 0 else []
        if not events:
            return "timeout"
        for key, _ in events:
            chunk = os.read(key.fd, 65_536)
            if not chunk:
                ready.unregister(key.fileobj)
            elif key.data is out or len(key.data) < 4096:
                key.data.extend(chunk)
        if len(out) > limit:
            return "too_big"
    return "done"
