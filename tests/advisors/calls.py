"""Calls, entries and TCP peers that the advisors' tests share."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from gemot.advisors.api import ApiAdvisor
from gemot.ports.advisor import Call, Reply
from gemot.records.catalogue import Entry
from tests.fakes.openai_server import OpenAIServer

T = TypeVar("T")
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"choice": {"enum": ["retry", "queue"]}},
    "required": ["choice"],
    "additionalProperties": False,
}
Points = list[tuple[str, str]]
WHOLE = ["call.sending", "call.sent", "call.first_byte", "call.last_byte"]


def entry(base_url: str | None, **more: Any) -> Entry:
    """An `api` entry of the openai wire."""
    given = {"id": "anna", "transport": "api", "wire": "openai", "model": "m1"} | more
    return Entry(base_url=base_url, **given)


def call(asked: Entry, **more: Any) -> Call:
    """A call to `asked` of at most 5 seconds."""
    given: dict[str, Any] = {
        "context": "c1",
        "system": "Be exact.",
        "prompt": "Retry, or a queue?",
        "schema": SCHEMA,
        "name": "position",
        "max_output": 100,
        "timeout": 5.0,
    }
    return Call(entry=asked, **(given | more))


async def ask(
    advisor: ApiAdvisor, asked: Entry, points: Points | None = None, **more: Any
) -> Reply:
    """Prepare and send one call."""
    made = call(asked, **more)
    told: Points = [] if points is None else points
    return await advisor.send(made, advisor.prepare(made), lambda *step: told.append(step))


def run(work: Callable[[ApiAdvisor], Awaitable[T]], **environ: str) -> T:
    """What `work` returns with an adapter of its own, which is closed afterwards."""

    async def whole() -> T:
        advisor = ApiAdvisor(environ=environ, now=lambda: 1_000_000_000.5)
        try:
            return await work(advisor)
        finally:
            await advisor.close()

    return asyncio.run(whole())


def once(server: OpenAIServer, points: Points | None = None, **more: Any) -> Reply:
    """One call to `server`."""
    return run(lambda advisor: ask(advisor, entry(server.base_url), points, **more))


@asynccontextmanager
async def peer(
    talk: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
) -> AsyncIterator[int]:
    """A bare TCP peer on loopback; the port."""
    ends: list[asyncio.Task[None]] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await talk(reader, writer)
        finally:
            writer.close()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends.append(asyncio.ensure_future(serve(reader, writer)))

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for end in ends:
            end.cancel()
        await asyncio.gather(*ends, return_exceptions=True)
