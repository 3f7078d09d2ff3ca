"""The real clock, real randomness, and which processes still live."""

import os
import time
from base64 import b32encode
from hashlib import sha256
from pathlib import Path

_PROC = Path("/proc")
_UNKNOWN = "-"
"""Stands for a part that this system does not tell."""


class SystemClock:
    """The system's time."""

    def now(self) -> str:
        seconds, milliseconds = divmod(time.time_ns() // 1_000_000, 1000)
        return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{milliseconds:03d}Z"


class SystemIds:
    """The system's randomness (`os.urandom`, which `secrets` is made of)."""

    def token(self) -> str:
        return os.urandom(32).hex()

    def context(self) -> str:
        return "ctx-" + b32encode(os.urandom(16)).decode().rstrip("=").lower()

    def salt(self) -> bytes:
        return os.urandom(32)


class ProcessHolders:
    """Processes of this host, by what tells one from its successors.

    HOST is a digest of the host's name and of the process namespace (two containers of one
    host cannot see each other's processes), BOOT the boot's id, START the process's start in
    clock ticks since the boot. A stopped process has not ended; a zombie has.
    """

    def me(self) -> str:
        pid = os.getpid()
        stat = _stat(pid)
        return f"{_host()}/{_boot()}/{pid}/{_UNKNOWN if stat is None else stat[1]}"

    def gone(self, holder: str) -> bool:
        host, _, rest = holder.partition("/")
        boot, _, process = rest.partition("/")
        pid, _, start = process.partition("/")
        if host != _host() or not pid.isdecimal():
            return False
        if _UNKNOWN not in (boot, _boot()) and boot != _boot():
            return True
        return _ended(int(pid), start)


def _ended(pid: int, start: str) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return True
    except PermissionError:
        pass
    stat = _stat(pid)
    if stat is None:
        return False
    state, began = stat
    return state in "ZX" or (start != _UNKNOWN and start != began)


def _host() -> str:
    try:
        space = os.readlink(_PROC / "self/ns/pid")
    except OSError:
        space = ""
    return sha256(f"{os.uname().nodename}\0{space}".encode()).hexdigest()[:16]


def _boot() -> str:
    try:
        return (_PROC / "sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return _UNKNOWN


def _stat(pid: int) -> tuple[str, str] | None:
    """State and start time; None where they cannot be known."""
    try:
        line = (_PROC / str(pid) / "stat").read_text(errors="replace")
    except OSError:
        return None
    # The command's name may hold blanks and brackets: fields are counted after the last one.
    fields = line.rpartition(")")[2].split()
    return fields[0], fields[19]
