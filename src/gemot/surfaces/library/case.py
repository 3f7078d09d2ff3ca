"""One case of a council: what is known of it, what a person says in it, and going on with it."""

import asyncio
from collections.abc import Sequence
from typing import Self

from gemot.conduct.acts import open_round
from gemot.conduct.desk import Refused
from gemot.conduct.paste import Answer, Block, Passed, block, give_up, take_answer, waiting
from gemot.conduct.paste import attempt as tried
from gemot.records.vocab import Mode
from gemot.surfaces.library.denied import told
from gemot.surfaces.library.runs import alone
from gemot.surfaces.library.saying import Said
from gemot.surfaces.unfit import unfit


class Case(Said):
    """A case. What can be read of it, what a person says in it, and here: going on with it."""

    # Going on.

    def resume(self, *, mode: Mode | None = None, evidence: Sequence[str] = ()) -> Self:
        """Do what the case needs until only a person can go on; the case itself. Nothing that
        was received is asked or paid again. `evidence` are untracked paths that it may read.
        `Misused` inside a running event loop: await `aresume` there."""
        alone("Case.resume", "case.aresume")
        return asyncio.run(self._go(mode, evidence))

    async def aresume(self, *, mode: Mode | None = None, evidence: Sequence[str] = ()) -> Self:
        """As `resume`, in the running event loop."""
        return await self._go(mode, evidence)

    async def _go(self, mode: Mode | None, evidence: Sequence[str]) -> Self:
        with told():
            way = self._room.way(mode, tuple(evidence))
            self._stop = await self._room.run(self.id, way)
        self.how, self.warnings = "resumed", way.mode.warnings
        return self

    # Seats that a person answers for (`transport = "manual"`).

    def blocks(self) -> tuple[Block, ...]:
        """What a person has to carry now, a block a seat: `seat`, `round`, `advisor`, `since`,
        and `data`, the bytes to paste (UTF-8). Empty where nobody is waited for."""
        with told():
            desk = self._room.desk
            found = waiting(desk.state(self.id), self.id)
            return tuple(block(desk, self.id, *which) for which in found)

    def paste(
        self,
        seat: str,
        answer: str | bytes,
        *,
        model: str | None = None,
        as_is: bool = False,
    ) -> Self:
        """Take what came back for a seat's block; `resume` goes on afterwards. `model`: who
        answered, as you say, which attests nothing. An answer that would fill no seat is
        `Refused`, and nothing is written, unless it is taken `as_is`."""
        raw = answer.encode() if isinstance(answer, str) else answer
        with told():
            desk, actor = self._room.desk, self._room.actor()
            which, began = self._waits(seat), desk.clock.now()
            given = Answer(seat=which[0], round=which[1], raw=raw, began=began, model=model)
            would = tried(desk, self.id, given, actor)
            if would.said is None and not as_is:
                raise Refused(unfit(would))
            take_answer(desk, self.id, given, actor)
        return self

    def give_up(self, seat: str, because: str) -> Self:
        """Give up a seat that waits for a pasted answer in this round, and why."""
        with told():
            desk, actor = self._room.desk, self._room.actor()
            give_up(desk, self.id, *self._waits(seat), because, actor)
        return self

    def _waits(self, seat: str) -> tuple[str, str]:
        """The seat that is meant and its round, or `Passed`."""
        state = self._room.state(self.id)
        meant = [w for w in waiting(state, self.id) if w[0].casefold() == seat.casefold()]
        if not meant:
            round = open_round(state)
            raise Passed(seat, round, state.slot(seat.upper(), round) if round else "unasked")
        return meant[0]
