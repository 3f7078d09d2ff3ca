"""The parent's side of a model file: its digest, its child, and the queue for it.

Laws: one call at a time has the child, the others wait in order; a child is used again only after
a whole reply, and is killed after anything else (cancellation, time-out, a frame that is none);
bytes count as sent from the moment the request begins to be written; a file that changed gets a
new child. Foreign errors are mapped here.
"""

import asyncio
import hashlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from gemot.advisors.diagnostic import line
from gemot.advisors.local_process import Child, Garbled, Gone
from gemot.ports.advisor import Call, Reply, Trace

_SCRIPT: Final = Path(__file__).with_name("local_child.py")
_KEPT: Final = ("LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "SYSTEMROOT", "TMPDIR", "TEMP")
"""Environment variables that a child gets."""
_Stamp = tuple[int, int, int, int]


class Slot:
    """One model file: its digest, its child, and the queue for it."""

    def __init__(self, path: str, runtime: str) -> None:
        """`path` is absolute and real; `runtime` the package that the child imports."""
        self._path, self._runtime = path, runtime
        self._context, self._needed = 0, ""
        self._digests: dict[_Stamp, str] = {}
        self._child: Child | None = None
        self._running: tuple[_Stamp, int] | None = None
        """The file's stamp and the context (tokens) that the child was started with."""
        self._queue: tuple[asyncio.AbstractEventLoop, asyncio.Lock] | None = None

    @property
    def pid(self) -> int | None:
        """The child's process id, while there is one."""
        return self._child.pid if self._child else None

    def require(self, context: int, digest: str | None) -> None:
        """At least `context` tokens, and weights of SHA-256 `digest`, where it is known."""
        self._context = max(self._context, context)
        self._needed = digest or self._needed

    async def send(
        self, body: bytes, call: Call, trace: Trace, parse: Callable[[bytes], Reply]
    ) -> Reply:
        """What became of `body`, within the call's time-out, waiting for the child included."""
        asked = _Asked(body, call.context, trace)
        limit = asyncio.timeout(call.timeout)
        try:
            async with limit, self._turn():
                kind, payload = await self._whole(asked)
        except TimeoutError:
            if not limit.expired():
                raise
            why = f"no reply within {call.timeout:g} s"
            return Reply(status="timeout", sent=asked.sent, diagnostic=line(why))
        except Gone as gone:
            return Reply(status="unavailable", sent=asked.sent, diagnostic=line(str(gone)))
        except Garbled as bad:
            return Reply(
                status="malformed", sent=asked.sent, raw=bad.raw, diagnostic=line(str(bad))
            )
        if kind == b"A":
            return parse(payload)
        said = payload.decode("utf-8", "replace")
        return Reply(
            status="error", sent=True, raw=payload, diagnostic=line(f"llama.cpp refused: {said}")
        )

    def close(self) -> None:
        """End the child; idempotent."""
        child, self._child, self._running = self._child, None, None
        if child is not None:
            child.kill()

    def _turn(self) -> asyncio.Lock:
        """The queue of the running loop (an adapter may outlive a loop)."""
        loop = asyncio.get_running_loop()
        if self._queue is None or self._queue[0] is not loop:
            self._queue = (loop, asyncio.Lock())
        return self._queue[1]

    async def _whole(self, asked: "_Asked") -> tuple[bytes, bytes]:
        """One exchange; whatever breaks it off ends the child, whose pipes are then out of step."""
        try:
            child = await self._started()
            return await asked.exchange(child)
        except BaseException:
            self.close()
            raise

    async def _started(self) -> Child:
        """A child that has loaded the file as it is now, with context enough."""
        try:
            stamp = _stamp(self._path)
            if stamp not in self._digests:
                self._digests[stamp] = await asyncio.to_thread(_digest, self._path)
        except OSError as fault:
            raise Gone(f"the model file cannot be read: {fault.strerror}") from None
        digest = self._digests[stamp]
        if self._needed and digest != self._needed:
            raise Gone(f"the model file has SHA-256 {digest}, needed {self._needed}")
        if self._child is not None and self._child.lives() and self._running is not None:
            started, context = self._running
            if started == stamp and context >= self._context:
                return self._child
        self.close()
        return await self._start(stamp, digest)

    async def _start(self, stamp: _Stamp, digest: str) -> Child:
        spec = importlib.util.find_spec(self._runtime)
        places = list(spec.submodule_search_locations or ()) if spec else []
        config = {
            "context": self._context,
            "library": str(Path(places[0]).parent) if places else "",
            "model": self._path,
            "name": f"gguf:{digest[:16]}",
        }
        environ = {name: os.environ[name] for name in _KEPT if name in os.environ}
        argv = [sys.executable, "-I", str(_SCRIPT), str(os.getpid())]
        try:
            # In this thread: the kernel ends the child with the thread that started it.
            child = self._child = Child(argv, environ)
        except OSError as fault:
            raise Gone(f"the child could not be started: {fault.strerror}") from None
        self._running = (stamp, self._context)
        await asyncio.to_thread(child.write, b"C", json.dumps(config).encode())
        kind, size = await asyncio.to_thread(child.head)
        said = await asyncio.to_thread(child.read, size)
        if kind != b"R":
            raise Gone(f"the model could not be loaded: {said.decode('utf-8', 'replace')}")
        return child


class _Asked:
    """One request under way."""

    def __init__(self, body: bytes, context: str, trace: Trace) -> None:
        self._body, self._context, self._trace = body, context, trace
        self.sent = False

    async def exchange(self, child: Child) -> tuple[bytes, bytes]:
        """Kind and payload of the answer. Gone, Garbled."""
        self._trace("call.sending", self._context)
        self.sent = True
        await asyncio.to_thread(child.write, b"Q", self._body)
        self._trace("call.sent", self._context)
        kind, size = await asyncio.to_thread(child.head)
        if kind == b"R":
            raise Garbled(kind + size.to_bytes(4, "big"))
        self._trace("call.first_byte", self._context)
        payload = await asyncio.to_thread(child.read, size)
        self._trace("call.last_byte", self._context)
        return kind, payload


def _stamp(path: str) -> _Stamp:
    """What changes when the file does: device, inode, bytes, modification time in ns. OSError."""
    found = os.stat(path)
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _digest(path: str) -> str:
    """SHA-256 of the file, in hex. OSError."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
