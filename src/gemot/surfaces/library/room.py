"""What a council and its cases share: workshop, desk, adapters, who acts.

Law: nothing is made by looking: where there is no store, none is made by reading.
"""

import os
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import NamedTuple

import msgspec

from gemot.conduct.convening import Convening
from gemot.conduct.desk import Desk, Unknown, find
from gemot.conduct.mode import Resolved, mode_of, policy
from gemot.conduct.settings import Settings
from gemot.engines.inline import Stop, run
from gemot.ports.advisor import Advisor, Trace
from gemot.ports.journal import Journal
from gemot.records.catalogue import Entry
from gemot.records.envelope import Actor
from gemot.records.evidence import Seen
from gemot.records.faults import read
from gemot.records.vocab import Mode
from gemot.rules.state import State
from gemot.surfaces.library.denied import Misused
from gemot.surfaces.library.runs import Sets
from gemot.surfaces.person import person
from gemot.wiring import Adapters, Workshop, eyes

SCHEMES = ("sqlite:", "postgresql:", "postgres:")


class Way(NamedTuple):
    """How a case is gone on with."""

    mode: Resolved
    allowed: tuple[str, ...] = ()
    """Untracked paths that may be read."""
    near: Path | None = None
    """Where paths of evidence are looked for first."""


class Room:
    """Built once by a council; opens nothing before it is needed."""

    def __init__(
        self,
        *,
        store: str | os.PathLike[str] | None,
        config: str | os.PathLike[str] | Settings | None,
        folder: str | os.PathLike[str] | None,
        environ: Mapping[str, str] | None,
        trace: Trace,
        desk: Desk | None = None,
    ) -> None:
        found = dict(os.environ if environ is None else environ)
        if store is not None:
            text = os.fspath(store)
            found["GEMOT_STORE"] = text if text.startswith(SCHEMES) else f"sqlite:{text}"
        if config is not None and not isinstance(config, Settings):
            found["GEMOT_CONFIG"] = os.fspath(config)
        place = None if folder is None else Path(folder)
        self.workshop = Workshop(environ=found, folder=place, trace=trace)
        if isinstance(config, Settings):
            self.workshop.settings = config
        self.own: dict[str, Advisor] = {}
        self.sets = Sets(found, self.own)
        self.owner: str | None = None
        self.mode: Mode | None = None
        self.delegate = found.get("GEMOT_AGENT", "") not in ("", "0", "false")
        self.closed = False
        self._given = desk
        self._made: Desk | None = None
        self._lock = RLock()

    @property
    def desk(self) -> Desk:
        """The desk; the store is made where there is none. `Misused` once it is closed."""
        with self._lock:
            if self.closed:
                raise Misused("the council is closed; make another one")
            if self._made is None:
                made = self._given or self.workshop.desk()
                answers = self._answers(self.sets.idle)
                # No command is run by this door (design, section 9).
                self._made = msgspec.structs.replace(made, advisors=answers, runner=None)
            return self._made

    @property
    def store(self) -> Journal | None:
        """The store; None where there is none yet."""
        from gemot.journal.place import place

        if self._given is None and not place(self.workshop.environ).exists():
            return None
        return self.desk.journal

    def find(self, asked: str) -> str:
        """The id of the case that was named, or `Unknown`."""
        store = self.store
        if store is None:
            raise Unknown(asked)
        return find(store, asked)

    def state(self, case: str) -> State:
        """The state of a case, as its records say now."""
        return self.desk.state(case)

    def way(
        self, mode: Mode | None, allowed: tuple[str, ...] = (), near: Path | None = None
    ) -> Way:
        """The mode that holds, and what the call names."""
        flag = mode or self.mode
        if self._given is not None:
            return Way(mode_of(flag, {}, None, self.workshop.settings), allowed, near)
        asked = policy(self.workshop.project.top).mode
        found = mode_of(flag, self.workshop.environ, asked, self.workshop.settings)
        return Way(found, allowed, near)

    def convening(self, way: Way) -> Convening:
        """What a run brings with it."""
        settings = self.workshop.settings
        return Convening(
            mode=way.mode.mode,
            mode_source=way.mode.source,
            council=settings.council,
            entries=settings.advisors,
            allowed=way.allowed,
        )

    @property
    def names(self) -> set[str]:
        """The transports that the caller registered an adapter for."""
        return {name.partition(":")[0] for name in self.own}

    def seen(self, way: Way) -> tuple[Seen, ...]:
        """Who could be asked; nobody is contacted."""
        from gemot.conduct.availability import availability
        from gemot.conduct.steps import observe
        from gemot.journal.world import SystemClock

        convening = self.convening(way)
        if self.store is not None:
            return observe(self.desk, convening).advisors
        answers = self._answers(self.sets.idle)
        present = {e.id: answers(e).presence(e) for e in convening.entries}
        at = SystemClock().now()
        return availability(convening.entries, present, convening.mode, (), at)

    @cached_property
    def me(self) -> str:
        """Who acts: the owner that was named, else git's `user.name`, else the login name."""
        return person(self.owner, self.workshop.folder)

    def actor(self) -> Actor:
        """Who acts, as asserted, which proves nothing."""
        said = {"name": self.me, "channel": "asserted", "delegate": self.delegate}
        return read(Actor, said, "the owner")

    async def run(self, case: str, way: Way) -> Stop:
        """Do what the case needs until only a person can go on, in the running loop."""
        async with self.sets.use() as adapters:
            desk = msgspec.structs.replace(self.desk, advisors=self._answers(adapters))
            if self._given is None:
                near = way.near or self.workshop.folder
                looks = eyes(self.workshop.project, desk.clock, near, desk.journal)
                desk = msgspec.structs.replace(desk, evidence=looks)
            return await run(desk, case, self.convening(way))

    def _answers(self, adapters: Adapters) -> Callable[[Entry], Advisor]:
        """Who answers for an entry: what is registered, the desk that was given, else what
        Gemot builds."""
        given = self._given
        if given is None:
            return adapters.advisor
        return lambda entry: (
            adapters.advisor(entry) if entry.transport in self.names else given.advisors(entry)
        )

    async def close(self) -> None:
        """Close adapters and store; idempotent. A desk that was given stays open."""
        with self._lock:
            if self.closed:
                return
            self.closed = True
        await self.sets.close()
        if self._given is None and "journal" in vars(self.workshop):
            self.workshop.journal.close()
