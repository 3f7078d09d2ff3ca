"""The child process that holds a model: frames in on standard input, frames out on standard output.

Run by its path with `python -I`, so it imports nothing of gemot; `local_process` states the frames.

Laws: llama.cpp gets each request's bytes as they came, and its reply goes back as it came; what
llama.cpp prints cannot reach the frames; the process ends at once when its input ends; no port is
left open; the same request gives the same reply, whatever was asked before.

That last law needs care: llama.cpp computes a token a little differently in a batch of another
size, so a prompt whose beginning is in the cache may get another reply than the same prompt read
afresh. So prompts are read in steps with fixed ends (`steps`), and before each request the cache is
cut back to the last of them: every token is always computed in the same batch.
"""

import contextlib
import importlib
import json
import os
import queue
import secrets
import signal
import socket
import sys
import threading
from typing import Any, Final

STEP: Final = 512
"""Characters of a prompt that are read at once, at most."""
DENSE: Final = 5
"""Characters a token above which a prompt that fits the context is not expected: a longer one is
given to llama.cpp whole, which refuses it before it reads it."""
SMALL: Final = 300_000_000
"""Bytes of weights below which one thread writes: two spend their time waiting for each other. With
the embedded model on 2 cores it wrote 55 tokens/s against 45, and under load 20 against 9."""
_REFUSED: Final = (RuntimeError, ValueError, TypeError, LookupError)
"""What xllamacpp raises for a request that llama.cpp does not take."""


def steps(text: str) -> list[str]:
    """Beginnings of `text`, each longer by up to `STEP`, the empty one first, the whole left out.

    They end before white space, where there is some, so that no token spans an end.
    """
    ends = [0]
    while len(text) - ends[-1] > STEP:
        low, high = ends[-1], ends[-1] + STEP
        end = text.rfind("\n", low + 1, high)
        if end < 0:
            end = text.rfind(" ", low + 1, high)
        while end > low and text[end - 1].isspace():
            end -= 1
        ends.append(end if end > low else high)
    return [text[:end] for end in ends]


class Model:
    """llama.cpp with one slot."""

    def __init__(self, config: dict[str, Any]) -> None:
        """`config`: context (tokens), library (folder of xllamacpp), model (path), name."""
        if config["library"] not in sys.path:
            sys.path.append(config["library"])
        xllamacpp = importlib.import_module("xllamacpp")
        params = xllamacpp.CommonParams()
        params.model.path = config["model"]
        params.model_alias = {config["name"]}
        params.n_ctx = config["context"]
        params.n_parallel, params.n_threads_http = 1, 1
        params.cache_ram_mib = 0
        params.warmup = params.ui = params.endpoint_slots = False
        params.offline = True
        params.verbosity = 0
        params.api_keys = [secrets.token_hex(32)]
        small = os.path.getsize(config["model"]) < SMALL
        params.cpuparams.n_threads = 1 if small else cores()
        params.cpuparams_batch.n_threads = cores()
        params.cpuparams.poll = params.cpuparams_batch.poll = 0
        self._server = xllamacpp.Server(params)
        self._context: int = config["context"]
        self._held: list[str] = []
        """System text and steps of the prompt whose tokens are in the cache, in order."""
        deafen()

    def answer(self, body: bytes) -> bytes:
        """llama.cpp's reply to `body`. Raises what is in `_REFUSED`."""
        request = json.loads(body)
        system, user = (message["content"] for message in request["messages"])
        wanted = [system, *(steps(user) if len(user) <= DENSE * self._context else ())]
        known = 0
        for held, step in zip(self._held, wanted, strict=False):
            if held != step:
                break
            known += 1
        self._held = []
        # Entry 0 is the system text; step n stands at n, and step `known - 1` is read again,
        # which costs nothing and cuts the cache back to its end.
        for at in range(max(known - 1, 1), len(wanted)):
            self._read(system, wanted[at], fresh=known < 2 and at == 1)
        reply = self._ask(body)
        self._held = wanted
        return reply

    def _read(self, system: str, user: str, *, fresh: bool) -> None:
        """Take the beginning of a prompt into the cache."""
        messages = [{"content": system, "role": "system"}, {"content": user, "role": "user"}]
        asked = {"cache_prompt": not fresh, "max_tokens": 0, "messages": messages, "temperature": 0}
        self._ask(json.dumps(asked).encode())

    def _ask(self, body: bytes) -> bytes:
        got: list[bytes] = []
        self._server.handle_chat_completions(body, got.append)
        if len(got) != 1:
            raise RuntimeError(f"{len(got)} replies, needed 1")
        return got[0]


def cores() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def deafen() -> None:
    """Shut the loopback port that llama.cpp's server opened: nobody is to be served there.

    Until here, and wherever sockets have no such option, only the random key guards it.
    """
    for descriptor in range(3, 64):
        try:
            opened = socket.socket(fileno=os.dup(descriptor))
        except OSError:
            continue
        with opened, contextlib.suppress(OSError):
            if opened.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                opened.shutdown(socket.SHUT_RDWR)


def die_with(parent: int) -> None:
    """On Linux: have the kernel kill this process when its parent is gone."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    ctypes.CDLL(None).prctl(1, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(0)


def listen(frames: "queue.SimpleQueue[bytes]") -> None:
    """Put the payload of each frame of standard input into `frames`; exit when it ends."""
    with open(0, "rb", closefd=False) as source:
        while len(head := source.read(5)) == 5:
            frames.put(source.read(int.from_bytes(head[1:], "big")))
    os._exit(0)


def write(wire: int, kind: bytes, payload: bytes) -> None:
    """Write one frame whole."""
    rest = memoryview(kind + len(payload).to_bytes(4, "big") + payload)
    while rest:
        rest = rest[os.write(wire, rest) :]


def main(parent: int) -> None:
    """Serve until standard input ends."""
    wire = os.dup(1)
    os.dup2(2, 1)
    die_with(parent)
    frames: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(frames,), daemon=True).start()
    try:
        model = Model(json.loads(frames.get()))
    except (*_REFUSED, ImportError, OSError, AttributeError) as fault:
        write(wire, b"F", f"{type(fault).__name__}: {fault}".encode())
        os._exit(1)
    write(wire, b"R", b"")
    while True:
        body = frames.get()
        try:
            kind, reply = b"A", model.answer(body)
        except _REFUSED as fault:
            kind, reply = b"F", f"{type(fault).__name__}: {fault}".encode()
        write(wire, kind, reply)


if __name__ == "__main__":
    main(int(sys.argv[1]))
