"""The one place that builds adapters and puts them behind the ports.

Law: nothing is built before it is needed, since a command that only reads must start quickly.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gemot.conduct.desk import Desk
from gemot.ports.advisor import Advisor, Presence, Reply, Trace
from gemot.records.catalogue import Entry

if TYPE_CHECKING:
    from gemot.advisors.api import ApiAdvisor
    from gemot.advisors.local import LocalAdvisor
    from gemot.conduct.settings import Settings
    from gemot.evidence.project import Folder
    from gemot.evidence.resolve import Resolvers
    from gemot.journal.sqlite import SqliteJournal
    from gemot.ports.advisor import Call
    from gemot.ports.evidence import Evidence, Found
    from gemot.ports.journal import Journal
    from gemot.ports.world import Clock
    from gemot.records.framing import Reference


def silent(_point: str, _subject: str) -> None:
    """Nobody listens."""


class Workshop:
    """Builds what one process uses, each part once and when it is first asked for."""

    def __init__(
        self,
        *,
        environ: Mapping[str, str] = os.environ,
        folder: Path | None = None,
        near: Path | None = None,
        trace: Trace = silent,
    ) -> None:
        self.environ = environ
        self.folder = folder or Path.cwd()
        self.near = near
        self.trace = trace
        self.adapters = Adapters(self.environ)

    @cached_property
    def journal(self) -> "SqliteJournal":
        from gemot.journal.place import place
        from gemot.journal.sqlite import SqliteJournal
        from gemot.journal.world import SystemIds

        return SqliteJournal(place(self.environ), SystemIds(), self.trace)

    @cached_property
    def project(self) -> "Folder":
        from gemot.evidence.project import Folder

        return Folder(self.folder)

    @cached_property
    def settings(self) -> "Settings":
        """The user's settings; raises `Faulty`."""
        from gemot.conduct.settings import load, place

        return load(place(self.environ), rehearsal)

    def desk(self) -> Desk:
        """The desk on the user's store."""
        from gemot.evidence.run import Commands
        from gemot.journal.world import ProcessHolders, SystemClock, SystemIds
        from gemot.rules.registry import RULES, digest

        clock = SystemClock()
        return Desk(
            journal=self.journal,
            clock=clock,
            ids=SystemIds(),
            holders=ProcessHolders(),
            project=self.project,
            evidence=eyes(self.project, clock, self.near, self.journal),
            advisors=self.advisor,
            redact=self._redact(),
            rules=RULES,
            ruleset=digest(),
            trace=self.trace,
            runner=Commands(self.project),
        )

    def advisor(self, entry: Entry) -> Advisor:
        """The adapter of an entry; one that this version lacks is there as an absence."""
        return self.adapters.advisor(entry)

    async def close(self) -> None:
        """Release clients and processes."""
        await self.adapters.close()

    def _redact(self) -> Callable[[str], tuple[str, Mapping[str, int]]]:
        held: list[tuple[str, ...]] = []

        def redact(text: str) -> tuple[str, Mapping[str, int]]:
            from gemot.reading.redaction import redact as take_out

            if not held:
                held.append(_held(self.settings.advisors, self.environ))
            clean, found = take_out(text, self._key, held[0])
            return clean, {r.kind: r.count for r in found}

        return redact

    @cached_property
    def _key(self) -> bytes:
        """The store's key for marks of secrets."""
        from gemot.journal.key import key

        return key(self.journal.path)


class Adapters:
    """The adapters of one run, each built when it is first asked for."""

    def __init__(
        self, environ: Mapping[str, str], own: Mapping[str, Advisor] | None = None
    ) -> None:
        """`own` are the caller's adapters, by transport or `api:WIRE`; they come first, and are
        the caller's to close."""
        self._environ = environ
        self._own: Mapping[str, Advisor] = {} if own is None else own
        self._built: dict[str, Advisor] = {}

    def advisor(self, entry: Entry) -> Advisor:
        """The adapter of an entry; one that this version lacks is there as an absence."""
        name = f"{entry.transport}:{entry.wire}" if entry.transport == "api" else entry.transport
        for asked in (name, entry.transport):
            if asked in self._own:
                return self._own[asked]
        if name not in self._built:
            self._built[name] = self._build(entry)
        return self._built[name]

    def _build(self, entry: Entry) -> Advisor:
        if entry.transport == "api":
            return _api(entry, self._environ)
        if entry.transport == "local":
            return _local()
        if entry.transport == "manual":
            from gemot.advisors.manual import ManualAdvisor

            return ManualAdvisor()
        return Absent("transport_not_built")

    async def close(self) -> None:
        """Release the clients and processes of what was built."""
        for adapter in self._built.values():
            await adapter.close()


class Absent:
    """The adapter of a transport that this version does not have."""

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def presence(self, entry: Entry) -> Presence:  # noqa: ARG002
        return Presence(status="unavailable", reason=self.reason)

    async def warm(self, entries: Iterable[Entry]) -> None:
        """There is nothing to make ready."""

    def prepare(self, call: "Call") -> bytes:
        raise LookupError(f"no adapter for the transport {call.entry.transport!r}")

    async def send(self, call: "Call", body: bytes, trace: Trace) -> Reply:  # noqa: ARG002
        return Reply(status="unavailable", sent=False, diagnostic=self.reason)

    def parse(self, body: bytes) -> Reply:  # noqa: ARG002
        return Reply(status="malformed", sent=True, diagnostic=self.reason)

    async def close(self) -> None:
        """There is nothing to release."""


def eyes(
    project: "Folder", clock: "Clock", near: Path | None, journal: "Journal | None" = None
) -> Callable[[str], "Evidence"]:
    """What looks references up, for an owner; `near` is the decision file's folder."""
    return lambda owner: _Eyes(project, owner, clock, near, journal)


class _Eyes:
    """Looks references up, whatever their kind."""

    def __init__(
        self,
        project: "Folder",
        owner: str,
        clock: "Clock",
        near: Path | None,
        journal: "Journal | None",
    ) -> None:
        from gemot.evidence.resolve import resolvers

        self._table: Resolvers = resolvers(project, owner, clock, near, journal)

    def resolve(
        self, reference: "Reference", commit: str | None, allowed: tuple[str, ...]
    ) -> "Found":
        from gemot.evidence.resolve import resolve

        return resolve(self._table, reference, commit, allowed)


def rehearsal(entry: Entry) -> bool:
    """Whether an advisor runs the machinery and cannot advise."""
    from gemot.records.vocab import REHEARSAL

    if entry.transport == "local":
        from gemot.advisors.local import is_rehearsal

        return is_rehearsal(entry)
    return entry.transport in REHEARSAL


def _api(entry: Entry, environ: Mapping[str, str]) -> "ApiAdvisor | Absent":
    from gemot.advisors.api import WIRES, ApiAdvisor

    wire = entry.wire or "openai"
    if wire not in WIRES:
        return Absent("wire_not_built")
    return ApiAdvisor(wire, environ=environ)


def _local() -> "LocalAdvisor":
    from gemot.advisors.local import LocalAdvisor

    return LocalAdvisor()


def _held(entries: tuple[Entry, ...], environ: Mapping[str, str]) -> tuple[str, ...]:
    """The values of the credentials that we hold, to be taken out of every text."""
    from gemot.advisors.credential import Found, find

    found = (find(e.key, environ) for e in entries if e.key is not None)
    return tuple(f.value for f in found if isinstance(f, Found))
