"""The `Advisor` port for HTTP APIs: one adapter a wire format, one call = one request.

Laws: `send` makes at most one HTTP request, follows no redirect, tries nothing again, ends within
the call's time-out (connecting and building the client included), and returns a `Reply` for all
that the world does. The credential is added when sending; no body and no diagnostic holds it.
The wires' pure halves are in `wire_<name>.py`; the exchange and its errors in `exchange.py`.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from gemot import __version__
from gemot.advisors import wire_openai
from gemot.advisors.client import Clients, Endpoint, Route, endpoint
from gemot.advisors.credential import Found, Missing, find
from gemot.advisors.diagnostic import line
from gemot.advisors.exchange import Course, exchange, failed, outcome
from gemot.ports.advisor import Call, Presence, Reply, Trace
from gemot.records.catalogue import Entry


class Wire(NamedTuple):
    """The pure half of a wire format."""

    prepare: Callable[[Call], bytes]
    parse: Callable[[bytes], Reply]
    path: str
    """Appended to `base_url`."""


WIRES: Final[Mapping[str, Wire]] = MappingProxyType(
    {"openai": Wire(wire_openai.prepare, wire_openai.parse, wire_openai.PATH)}
)
"""Every wire format that `Entry.wire` may name."""


class ApiAdvisor:
    """Advisors of one wire format. Adapters of several wires may share `clients`."""

    def __init__(
        self,
        wire: str = "openai",
        *,
        clients: Clients | None = None,
        environ: Mapping[str, str] = os.environ,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`wire` is a key of `WIRES`; `now` gives seconds since 1970. KeyError for another wire."""
        self._name, self._wire = wire, WIRES[wire]
        self._clients = clients or Clients()
        self._environ, self._now = environ, now

    def presence(self, entry: Entry) -> Presence:
        """Whether `entry` is configured and its credential there; contacts nobody."""
        if not entry.enabled:
            return Presence(status="disabled", reason="disabled_by_configuration")
        where = self._where(entry)
        if isinstance(where, str):
            return Presence(status="not_configured", reason=where)
        if entry.key is not None:
            found = find(entry.key, self._environ)
            if isinstance(found, Missing):
                return Presence(status="not_configured", reason=found.reason)
        return Presence(status="available", reason="present")

    def prepare(self, call: Call) -> bytes:
        """The exact request body of `call`."""
        return self._wire.prepare(call)

    def parse(self, body: bytes) -> Reply:
        """Read a kept body of a 2xx exchange of this wire."""
        return self._wire.parse(body)

    async def send(self, call: Call, body: bytes, trace: Trace) -> Reply:
        """Send `body` once. Raises only CancelledError, and what `trace` itself raised."""
        where = self._where(call.entry)
        if isinstance(where, str):
            why = f"advisor `{call.entry.id}` is not configured: {where}"
            return Reply(status="error", sent=False, diagnostic=line(why))
        course, secret = Course(trace, call.context), None
        try:
            async with asyncio.timeout(call.timeout):
                found = await self._credential(call.entry)
                if isinstance(found, Missing):
                    return Reply(status="auth_failed", sent=False, diagnostic=line(found.message))
                secret = found.value if found else None
                await self._exchange(where, body, secret, course)
        except Exception as fault:
            if fault is course.fault:
                raise
            return failed(course, fault, where.host, call.timeout, self._now(), secret)
        return outcome(course, self._wire.parse, self._now(), secret)

    async def warm(self, entries: Iterable[Entry] = ()) -> None:
        """Import httpx2 and build what calls to `entries` need, in threads; never raises.

        With no entry that can be asked, only the import and the client for loopback.
        """
        found = (self._where(entry) for entry in entries if entry.enabled)
        routes = {where.route for where in found if isinstance(where, Endpoint)}
        await self._clients.warm(routes or {Route(tls=False, direct=True)})

    async def close(self) -> None:
        """Close the clients; idempotent. To be called in the loop that made the calls."""
        await self._clients.close()

    def _where(self, entry: Entry) -> Endpoint | str:
        """Where calls of `entry` go, or in one word why they cannot."""
        if entry.wire is None:
            return "wire_absent"
        if entry.wire != self._name:
            return "wire_unknown"
        where = endpoint(entry.base_url, self._wire.path)
        return "model_absent" if isinstance(where, Endpoint) and not entry.model else where

    async def _credential(self, entry: Entry) -> Found | Missing | None:
        if entry.key is None:
            return None
        return await asyncio.to_thread(find, entry.key, self._environ)

    async def _exchange(
        self, where: Endpoint, body: bytes, secret: str | None, course: Course
    ) -> None:
        client = await self._clients.get(where.route)
        headers = {
            "accept": "application/json",
            "accept-encoding": "identity",
            "content-type": "application/json",
            "user-agent": f"gemot/{__version__}",
        }
        if secret is not None:
            headers["authorization"] = f"Bearer {secret}"
        request = client.build_request(
            "POST", where.url, content=body, headers=headers, extensions={"trace": course}
        )
        await exchange(client, request, course)
