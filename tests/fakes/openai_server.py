"""A loopback server that speaks the OpenAI-compatible chat wire over HTTP/1.1.

In process: `with OpenAIServer(answer=council(), latency=0.2) as server: server.base_url`; it runs
in a thread with a loop of its own, so it serves blocking clients and any number of loops.
As a process: `python -m tests.fakes.openai_server --port 0 --latency 0.2 --script rules.json`
prints its port on one line. `GET /_log` (`?bodies=1`) returns what it counted.

Tokens: UTF-8 bytes of all message texts (input) or of the answer's text (output), divided by 4
and rounded up. Input and output are counted when the reply begins to be written, for answers of
status 200 only, whether or not anybody is there to read them, as a provider does.
"""

import argparse
import asyncio
import json
import ssl
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from tests.fakes.answers import Answer, Answerer, council, prompt, script
from tests.fakes.reply import envelope, tokens, write


@dataclass
class Seen:
    """One request as it came."""

    method: str
    target: str
    headers: dict[str, str]
    """Names in lower case."""
    body: bytes = b""
    arrived: float = 0.0
    """`time.monotonic()` at the end of the headers."""
    ended: float | None = None
    """`time.monotonic()` when the reply was written; None: not answered."""

    @property
    def json(self) -> Any:
        """The body, decoded."""
        return json.loads(self.body)


@dataclass
class Log:
    """What was counted: chat requests only."""

    requests: int = 0
    """Counted at the end of the request's headers."""
    input_tokens: int = 0
    output_tokens: int = 0
    per_model: dict[str, dict[str, int]] = field(default_factory=dict)
    """Model asked for -> `answers`, `input_tokens`, `output_tokens`."""

    def count(self, model: str, spent: dict[str, int]) -> None:
        """Add one generated answer."""
        row = self.per_model.setdefault(model, dict.fromkeys(["answers", *spent], 0))
        row["answers"] += 1
        self.input_tokens += spent["input_tokens"]
        self.output_tokens += spent["output_tokens"]
        for name, count in spent.items():
            row[name] += count


class OpenAIServer:
    """The fake. `seen` holds every chat request, `log` the counts, `peak` the most at once."""

    def __init__(
        self,
        answer: Answerer | Answer | None = None,
        *,
        latency: float = 0.0,
        key: str | None = None,
        tls: ssl.SSLContext | None = None,
        port: int = 0,
    ) -> None:
        """`latency` in seconds; `key`: any other bearer is answered 401; `port` 0: a free one."""
        self.answer: Answerer = (
            (lambda request: answer) if isinstance(answer, Answer) else answer or council()
        )
        self.latency, self.key, self.tls, self.port = latency, key, tls, port
        self.seen: list[Seen] = []
        self.log = Log()
        self.connections = self.peak = self._busy = 0
        self._stop = asyncio.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self.serve()), daemon=True)
        self._failure: BaseException | None = None

    @property
    def base_url(self) -> str:
        """The `base_url` of a catalogue entry that asks this server."""
        return f"{'https' if self.tls else 'http'}://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> "OpenAIServer":
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)
        if kind is None and self._failure is not None:
            raise self._failure

    async def serve(self) -> None:
        """Listen until stopped."""
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        server = await asyncio.start_server(
            self._accepted, "127.0.0.1", self.port, ssl=self.tls, backlog=512
        )
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        task = self._loop.create_task(self._connection(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._request(reader, writer):
                pass
        except (OSError, EOFError, asyncio.LimitOverrunError):
            pass
        except Exception as fault:  # noqa: BLE001
            self._failure = fault
        finally:
            writer.transport.abort() if self._stop.is_set() else writer.close()
            with suppress(OSError, ssl.SSLError):
                await writer.wait_closed()

    async def _request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Serve one request; whether the connection goes on."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.strip().split("\r\n")
        method, target, _ = first.split(" ")
        pairs = (text.split(":", 1) for text in lines)
        headers = {name.strip().lower(): value.strip() for name, value in pairs}
        seen = Seen(method, target, headers, arrived=time.monotonic())
        path = urlsplit(target).path
        if method == "POST" and path.endswith("/chat/completions"):
            return await self._chat(seen, reader, writer)
        seen.body = await reader.readexactly(int(headers.get("content-length", 0)))
        status, reply = self._other(method, path, target)
        answer = Answer(status=status, body=json.dumps(reply).encode())
        return await write(writer, answer, answer.body or b"")

    def _other(self, method: str, path: str, target: str) -> tuple[int, Any]:
        if method == "GET" and path == "/_log":
            log: dict[str, Any] = dict(vars(self.log), peak=self.peak)
            if "bodies" in urlsplit(target).query:
                log["bodies"] = [seen.body.decode("utf-8", "replace") for seen in self.seen]
            return 200, log
        if method == "GET" and path.endswith("/models"):
            return 200, {"object": "list", "data": []}
        if method == "CONNECT":
            return 405, {"error": {"message": "no tunnels here", "type": "proxy"}}
        return 404, {"error": {"message": "no such path", "type": "not_found"}}

    async def _chat(
        self, seen: Seen, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        self.seen.append(seen)
        self.log.requests += 1
        self._busy += 1
        self.peak = max(self.peak, self._busy)
        try:
            return await self._answered(seen, reader, writer)
        finally:
            self._busy -= 1

    async def _answered(
        self, seen: Seen, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        seen.body = await reader.readexactly(int(seen.headers.get("content-length", 0)))
        request = seen.json
        answer = self._judged(seen, request)
        if answer.fault == "close_on_headers":
            return False
        latency = self.latency if answer.latency is None else answer.latency
        await asyncio.sleep(86_400 if answer.fault == "hang" else latency)
        if answer.fault == "close_before_reply":
            return False
        body = self._counted(seen, request, answer)
        going = await write(writer, answer, body)
        seen.ended = time.monotonic()
        return going

    def _judged(self, seen: Seen, request: dict[str, Any]) -> Answer:
        if self.key is not None and seen.headers.get("authorization") != f"Bearer {self.key}":
            said = {"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}}
            return Answer(status=401, body=json.dumps(said).encode())
        return self.answer(request)

    def _counted(self, seen: Seen, request: dict[str, Any], answer: Answer) -> bytes:
        text = answer.content if isinstance(answer.content, str) else json.dumps(answer.content)
        spent = {"input_tokens": tokens(prompt(request)), "output_tokens": tokens(text)}
        if answer.status == 200:
            self.log.count(str(request.get("model")), spent)
        if answer.body is not None:
            return answer.body
        reference = f"chatcmpl-{sha256(seen.body).hexdigest()[:12]}"
        return json.dumps(envelope(request, answer, spent, reference)).encode()


def main() -> None:
    """Serve until killed; the first line on standard output is the port."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.2, help="seconds, default 0.2")
    parser.add_argument("--script", type=Path, help="JSON rules, see tests/fakes/answers.py")
    parser.add_argument("--key", help="the bearer that is accepted; absent: any")
    given = parser.parse_args()
    answer = script(given.script) if given.script else None
    server = OpenAIServer(answer, latency=given.latency, key=given.key, port=given.port)
    with server, suppress(KeyboardInterrupt):
        print(server.port, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
