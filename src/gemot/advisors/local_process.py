"""One child process of `local`, and the frames on its pipes.

Laws: reads and writes are whole frames or an exception; `kill` ends the process and waits for no
more than the kernel's own work; what the child prints is kept to its last bytes and reaches no
frame. Start the child in a thread that outlives it: on Linux the kernel ends it with that thread.

Frames, both ways: one byte of kind, four of length (big endian), the payload. To the child: `C`
its configuration, `Q` a request. From it: `R` the model is loaded, `A` llama.cpp's reply, `F` what
llama.cpp refused, as a sentence.
"""

import contextlib
import subprocess
import threading
from collections.abc import Mapping
from typing import Final

from gemot.advisors.wire_openai import CAP

_HEAD: Final = 5
_TAIL: Final = 4096
"""Bytes of a child's standard error that are kept: the last ones."""
_PATIENCE: Final = 2.0
"""Seconds that a killed process may take to end before it is left to itself."""


class Gone(Exception):
    """The child ended, or could not be started; the message says what is known."""


class Garbled(Exception):
    """What came is no frame; `raw` is what was read of it."""

    def __init__(self, raw: bytes) -> None:
        super().__init__(f"the child wrote what is no frame: {raw[:_HEAD].hex()}")
        self.raw = raw


class Child:
    """One process. Its pipes are blocking, so reads and writes belong into threads."""

    def __init__(self, argv: list[str], environ: Mapping[str, str]) -> None:
        """Start it in a process group of its own. OSError where it cannot be started.

        No session of its own: Linux schedules each session as one, which starves it under load.
        """
        self._process = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=dict(environ),
            process_group=0,
        )
        self._using = threading.Lock()
        self._said = bytearray()
        self._ear = threading.Thread(target=self._listen, name="gemot-local-stderr", daemon=True)
        self._ear.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def lives(self) -> bool:
        return self._process.poll() is None

    def write(self, kind: bytes, payload: bytes) -> None:
        """Write one frame whole. Gone where nobody reads it."""
        with self._using:
            pipe = self._process.stdin
            if pipe is None or pipe.closed:
                raise Gone(self.last_words())
            rest = memoryview(kind + len(payload).to_bytes(4, "big") + payload)
            try:
                while rest:
                    rest = rest[pipe.write(rest) or 0 :]
            except OSError:
                raise Gone(self.last_words()) from None

    def head(self) -> tuple[bytes, int]:
        """Kind and length of the next frame. Gone at the end, Garbled where it is none."""
        raw = self.read(_HEAD)
        kind, size = raw[:1], int.from_bytes(raw[1:], "big")
        if kind not in (b"R", b"A", b"F") or size > CAP:
            raise Garbled(raw)
        return kind, size

    def read(self, size: int) -> bytes:
        """Exactly `size` bytes. Gone where they end before."""
        with self._using:
            pipe, got = self._process.stdout, bytearray()
            while len(got) < size:
                chunk = b"" if pipe is None or pipe.closed else pipe.read(size - len(got))
                if not chunk:
                    raise Gone(self.last_words())
                got += chunk
            return bytes(got)

    def kill(self) -> None:
        """End it now, and release what it held; idempotent."""
        self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE)
        if self._using.acquire(timeout=_PATIENCE):
            try:
                self._release()
            finally:
                self._using.release()
        self._ear.join(_PATIENCE)

    def _release(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def last_words(self) -> str:
        """The exit code, and the last line of standard error."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)
        self._ear.join(0.2)
        lines = bytes(self._said).decode("utf-8", "replace").strip().splitlines()
        ended = f"the child ended (code {self._process.returncode})"
        return f"{ended}: {lines[-1]}" if lines else ended

    def _listen(self) -> None:
        pipe = self._process.stderr
        if pipe is None:
            return
        with pipe:
            while chunk := pipe.read(_TAIL):
                self._said += chunk
                del self._said[:-_TAIL]
