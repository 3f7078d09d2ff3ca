"""The council as an object: brings decisions before advisors, and finds cases again."""

import asyncio
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Self, Unpack

from gemot.conduct.cases import Opening, open_case
from gemot.conduct.decision import DecisionInput
from gemot.conduct.desk import Desk
from gemot.conduct.salvage import check_decision, check_inline
from gemot.conduct.settings import Settings
from gemot.engines.inline import Stop
from gemot.ports.advisor import Advisor, Trace
from gemot.records.vocab import Mode
from gemot.surfaces.library.case import Case
from gemot.surfaces.library.denied import told
from gemot.surfaces.library.framing import Framing, Item, keys, named
from gemot.surfaces.library.room import Room, Way
from gemot.surfaces.library.runs import alone
from gemot.views.notice import unheard
from gemot.wiring import silent

if TYPE_CHECKING:
    from gemot.conduct.bundles import Taken
    from gemot.records.evidence import Seen
    from gemot.surfaces.library.proof import Proof
    from gemot.views.search import Match

Where = str | os.PathLike[str]


class _Framed(NamedTuple):
    """A decision that was opened, and how it is gone on with."""

    opening: Opening
    way: Way


class Council:
    """Brings decisions before advisors and keeps the record of them.

    The same use cases as the command `gemot`, on the same store. A council may be used from
    several threads, and its async methods in several event loops. As a context manager (`with`
    or `async with`) it closes itself.
    """

    def __init__(
        self,
        *,
        store: Where | None = None,
        config: Where | Settings | None = None,
        folder: Where | None = None,
        owner: str | None = None,
        mode: Mode | None = None,
        delegate: bool = False,
        trace: Trace = silent,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        """Nothing is opened, made or read yet.

        `store`: a file's path or `sqlite:PATH`; else GEMOT_STORE, else the user's store.
        `config`: a TOML file's path, or `Settings`; else GEMOT_CONFIG, else the user's file.
        `folder`: a folder of the project that cases belong to; else the working folder.
        `owner`: who acts, and who is accountable where a decision does not say; else git's
        `user.name`, else the login name. `mode`: as `--mode`. `delegate`: an agent acts for the
        owner, which is recorded; GEMOT_AGENT=1 says the same. `trace`: told of each step as
        `(point, subject)`, see `gemot.ports.advisor.Trace`; it must not block. `environ`: the
        environment, with the credentials that advisors name; a copy of the process's own where
        None.
        """
        self._room = Room(store=store, config=config, folder=folder, environ=environ, trace=trace)
        self._room.owner, self._room.mode = owner, mode
        self._room.delegate = delegate or self._room.delegate

    @classmethod
    def on(
        cls,
        desk: Desk,
        settings: Settings,
        *,
        owner: str | None = None,
        mode: Mode | None = None,
        delegate: bool = False,
    ) -> Self:
        """A council on ports of your own, such as the doubles of `gemot.testing`. The desk's
        advisors answer for what is not registered; the desk is yours to close."""
        made = cls()
        made._room = Room(
            store=None, config=settings, folder=None, environ={}, trace=desk.trace, desk=desk
        )
        made._room.owner, made._room.mode, made._room.delegate = owner, mode, delegate
        return made

    def register(self, transport: str, adapter: Advisor) -> None:
        """Have `adapter` answer for the advisors of a transport (`api`, `cli`, `scripted`, …), or
        of one wire of it (`api:openai`). It stands in for what Gemot would build, has to keep the
        laws of `gemot.ports.advisor.Advisor`, and is closed when the council is."""
        self._room.own[transport] = adapter

    # Deciding.

    def decide(
        self,
        question: str,
        *,
        options: Sequence[Item] = (),
        evidence: Sequence[Item] = (),
        mode: Mode | None = None,
        again: bool = False,
        **framing: Unpack[Framing],
    ) -> Case:
        """Bring a decision before the council, and do all that waits for nobody.

        `options` and `evidence` take short forms (`"queue"`, `"src/jobs.py:10-42"`, a note) or
        the mappings of a decision file; an untracked file named here may be read. The same
        decision given again goes on where it was and pays for nothing twice; a concluded one
        gives its standing conclusion (`case.status` is `reused`), unless something stands
        against it, which `case.earlier` says, or `again` asks for a new case.

        Where the owner has to go on, as under a ceiling, the case is returned and says so in
        `status`, `held` and `next`. Raises `Faulty` with all faults of the decision, `Refused`,
        `StoreFailed`; `Misused` inside a running event loop: await `adecide` there.
        """
        alone("Council.decide", "council.adecide")
        framed = self._inline(question, options, evidence, mode, again, framing)
        return asyncio.run(self._go(framed))

    async def adecide(
        self,
        question: str,
        *,
        options: Sequence[Item] = (),
        evidence: Sequence[Item] = (),
        mode: Mode | None = None,
        again: bool = False,
        **framing: Unpack[Framing],
    ) -> Case:
        """As `decide`, in the running event loop. Cancelled, it loses nothing: what was received
        is kept, and the same decision given again goes on."""
        framed = await asyncio.to_thread(
            self._inline, question, options, evidence, mode, again, framing
        )
        return await self._go(framed)

    def decide_file(
        self,
        path: Where,
        *,
        evidence: Sequence[str] = (),
        mode: Mode | None = None,
        again: bool = False,
    ) -> Case:
        """As `decide`, of a decision file: Markdown whose front matter `gemot init` shows.
        `evidence` are untracked paths that it may read. Raises `OSError` too, where the file
        cannot be read."""
        alone("Council.decide_file", "council.adecide_file")
        return asyncio.run(self._go(self._file(path, evidence, mode, again)))

    async def adecide_file(
        self,
        path: Where,
        *,
        evidence: Sequence[str] = (),
        mode: Mode | None = None,
        again: bool = False,
    ) -> Case:
        """As `decide_file`, in the running event loop."""
        framed = await asyncio.to_thread(self._file, path, evidence, mode, again)
        return await self._go(framed)

    def _inline(
        self,
        question: str,
        options: Sequence[Item],
        evidence: Sequence[Item],
        mode: Mode | None,
        again: bool,
        framing: Framing,
    ) -> _Framed:
        room = self._room
        with told():
            given, body = keys(question, options, evidence, framing, room.me)
            desk = room.desk
            decision = check_inline(given, desk.rules, at=desk.clock.now(), body=body)
            return self._framed(decision, room.way(mode, named(evidence)), again)

    def _file(
        self, path: Where, evidence: Sequence[str], mode: Mode | None, again: bool
    ) -> _Framed:
        from gemot.surfaces.cli.files import read

        place = Path(path)
        with told():
            desk = self._room.desk
            decision = check_decision(read(place), desk.rules, at=desk.clock.now())
            way = self._room.way(mode, tuple(evidence), place.resolve().parent)
            return self._framed(decision, way, again)

    def _framed(self, decision: DecisionInput, way: Way, again: bool) -> _Framed:
        room = self._room
        return _Framed(open_case(room.desk, decision, room.actor(), again=again), way)

    async def _go(self, framed: _Framed) -> Case:
        room, (opening, way) = self._room, framed
        with told():
            if opening.how == "reused":
                stop = Stop(state=room.state(opening.case))
            else:
                stop = await room.run(opening.case, way)
        warnings = (*unheard(opening.unheard), *way.mode.warnings)
        return Case(room, opening.case, opening.how, stop, warnings, opening.earlier)

    # Finding.

    def open(self, case: str) -> Case:
        """The case of an id, or of as much of its beginning as names one case alone. Nothing is
        done in it. Raises `Unknown` with the ids that are near."""
        with told():
            id = self._room.find(case)
            return Case(self._room, id, "opened", Stop(state=self._room.state(id)))

    def cases(self, *, everywhere: bool = False) -> tuple[Case, ...]:
        """The cases of the project, newest first; `everywhere` those of all projects."""
        room = self._room
        with told():
            store = room.store
            if store is None:
                return ()
            heads = store.heads(None if everywhere else room.desk.project.identity())
            return tuple(
                Case(room, h.case, "opened", Stop(state=room.state(h.case))) for h in heads
            )

    def advisors(self, *, mode: Mode | None = None) -> "tuple[Seen, ...]":
        """Each advisor of the configuration with its status, the reason and when it recovers.
        Nobody is contacted. Raises `Faulty` for a faulty configuration."""
        with told():
            return self._room.seen(self._room.way(mode))

    def verify(self, *, against: Iterable[str] = ()) -> "Proof":
        """Whether the whole store is intact and follows; as `Case.verify`."""
        from gemot.surfaces.library.proof import verify

        with told():
            return verify(self._room, None, tuple(against))

    def search(
        self, words: str | Sequence[str], *, kind: str | None = None, everywhere: bool = False
    ) -> "tuple[Match, ...]":
        """The records in whose texts all words stand, best first, each with `case`, `record` and
        a `snippet`; a phrase is one word of a sequence. `kind`: of one kind of record alone."""
        from gemot.surfaces.library.carrying import search

        with told():
            return search(self._room, words, kind, everywhere)

    def export(self, *cases: str, blobs: bool = False) -> bytes:
        """Whole cases as a bundle, byte for byte; the same cases give the same bytes. `blobs`:
        with raw replies, packets and excerpts, without which not all can be derived again."""
        from gemot.surfaces.library.carrying import export

        with told():
            return export(self._room, cases, blobs=blobs)

    def take_in(self, bundle: bytes) -> "tuple[Taken, ...]":
        """Take the cases of a bundle into the store, verified, whole or not at all; what became
        of each. Raises `Refused` where it is not intact or does not follow, `Faulty` where it is
        no bundle or a case parts from the one that is here."""
        from gemot.surfaces.library.carrying import take_in

        with told():
            return take_in(self._room, bundle)

    # Closing.

    def close(self) -> None:
        """Close the store and all adapters; idempotent. Whatever is asked of the council or its
        cases afterwards is `Misused`. Inside a running event loop: await `aclose`."""
        if not self._room.closed:
            alone("Council.close", "council.aclose")
            asyncio.run(self._room.close())

    async def aclose(self) -> None:
        """As `close`, in the running event loop."""
        await self._room.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        at: TracebackType | None,
    ) -> None:  # fmt: skip
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        at: TracebackType | None,
    ) -> None:  # fmt: skip
        await self.aclose()
