"""The inline engine: does a case's acts in the calling process, with asyncio.

Laws: it knows nothing of what an act means; the calls of a wave leave together; replies that
arrive together are settled in one transaction; it stops when only a person can go on, when a
wave is held back, or at the end; stopped anywhere, another run goes on from the records.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec

from gemot.conduct.acts import Act
from gemot.conduct.convening import Convening
from gemot.conduct.desk import Desk
from gemot.conduct.steps import step
from gemot.conduct.waves import Sent, doubt, renew, settle
from gemot.ports.advisor import Advisor, Reply
from gemot.ports.journal import Tx
from gemot.records.catalogue import Entry
from gemot.rules.rule import Offence
from gemot.rules.state import State

T = TypeVar("T")
POLL = 0.2
"""Seconds between looks at a call that another process makes."""
GRACE = 5.0
"""Seconds beyond a call's own time-out after which the engine gives up on an adapter."""


class Stop(msgspec.Struct, frozen=True, kw_only=True):
    """Where a run stopped."""

    state: State
    held: tuple[Offence, ...] = ()
    """Why the next act was refused; nothing of it was written."""
    act: Act | None = None
    """The act that was refused."""


async def run(desk: Desk, case: str, convening: Convening) -> Stop:
    """Do what the case needs until only a person can go on."""
    with ThreadPoolExecutor(1, "gemot-journal") as pool:
        return await _Run(desk, case, convening, pool).run()


class _Run:
    def __init__(
        self, desk: Desk, case: str, convening: Convening, pool: ThreadPoolExecutor
    ) -> None:
        self.desk = desk
        self.case = case
        self.convening = convening
        self.pool = pool
        self.settling: list[tuple[Callable[[Tx], object], asyncio.Future[object]]] = []
        self.settler: asyncio.Task[None] | None = None
        self.slots: dict[str, asyncio.Semaphore] = {}

    async def run(self) -> Stop:
        warming = asyncio.create_task(self.warm())
        try:
            return await self.acts()
        finally:
            warming.cancel()
            await asyncio.gather(warming, return_exceptions=True)

    async def warm(self) -> None:
        """Make the adapters ready while the first acts are done."""
        groups: dict[int, tuple[Advisor, list[Entry]]] = {}
        for entry in self.convening.entries:
            adapter = self.desk.advisors(entry)
            groups.setdefault(id(adapter), (adapter, []))[1].append(entry)
        await asyncio.gather(*(adapter.warm(entries) for adapter, entries in groups.values()))

    async def acts(self) -> Stop:
        """One step after another."""
        while True:
            done = await self.off(step, self.desk, self.case, self.convening)
            if done.held:
                return Stop(state=done.state, held=done.held, act=done.act)
            if done.act is None:
                return Stop(state=done.state)
            if done.sent:
                await self.send(done.sent)
            elif not await self.off(doubt, self.desk, self.case):
                await asyncio.sleep(POLL)

    async def off(self, function: Callable[..., T], *args: object) -> T:
        """Run what touches the store in the one thread that may."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, function, *args)

    async def send(self, sent: tuple[Sent, ...]) -> None:
        """Send the calls of a wave together; what breaks one breaks no other, and is raised when
        all have ended."""
        keeping = asyncio.create_task(self.keep(sent))
        calls = [asyncio.create_task(self.one(one)) for one in sent]
        try:
            ended = await asyncio.gather(*calls, return_exceptions=True)
        finally:
            for task in (keeping, *calls):
                task.cancel()
            await asyncio.gather(keeping, *calls, return_exceptions=True)
        broken = [e for e in ended if isinstance(e, BaseException)]
        if broken:
            raise broken[0]

    async def keep(self, sent: tuple[Sent, ...]) -> None:
        """Renew the leases while their calls are under way."""
        while True:
            await asyncio.sleep(self.desk.lease_seconds / 3)
            await self.off(renew, self.desk, self.case, sent)

    async def one(self, sent: Sent) -> None:
        adapter: Advisor = self.desk.advisors(sent.taken.seat.entry)
        began = self.desk.clock.now()
        call, seat = sent.taken.call, sent.taken.seat
        self.desk.trace(
            "call.dispatched", f"{call.context} {seat.id} {sent.taken.round} {seat.advisor}"
        )
        if all(e.id != seat.entry.id for e in self.convening.entries):
            gone = "no longer in the configuration, so it was not asked"
            reply = Reply(status="unavailable", sent=False, diagnostic=gone)
            await self.settle(lambda tx: settle(self.desk, tx, sent, reply, began))
            return
        try:
            async with self.slot(seat.entry), asyncio.timeout(call.timeout + GRACE):
                reply = await adapter.send(call, sent.taken.body, self.desk.trace)
        except TimeoutError:
            late = f"no answer within {call.timeout:.0f} s, and the adapter did not give up"
            reply = Reply(status="timeout", sent=True, diagnostic=late)
        await self.settle(lambda tx: settle(self.desk, tx, sent, reply, began))
        self.desk.trace("call.settled", f"{call.context} {reply.status}")

    def slot(self, entry: Entry) -> asyncio.Semaphore:
        """The endpoint's slots: as many calls at once as its entry allows, in this process."""
        key = entry.base_url or entry.transport
        return self.slots.setdefault(key, asyncio.Semaphore(entry.concurrency))

    async def settle(self, work: Callable[[Tx], object]) -> None:
        """Have `work` done in the next transaction, together with what else has arrived."""
        done: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self.settling.append((work, done))
        if self.settler is None or self.settler.done():
            self.settler = asyncio.create_task(self.flush())
        await done

    async def flush(self) -> None:
        while self.settling:
            batch, self.settling = self.settling, []
            try:
                await self.off(_together, self.desk, [work for work, _ in batch])
            except Exception as e:  # noqa: BLE001 - handed to every waiter, which re-raises it
                if len(batch) > 1:
                    for pair in batch:
                        await self.alone(*pair)
                else:
                    batch[0][1].set_exception(e)
            else:
                for _, done in batch:
                    done.set_result(None)

    async def alone(self, work: Callable[[Tx], object], done: asyncio.Future[object]) -> None:
        """One settlement in a transaction of its own, where one of its batch could not be."""
        try:
            await self.off(_together, self.desk, [work])
        except Exception as e:  # noqa: BLE001 - handed to its waiter, which re-raises it
            done.set_exception(e)
        else:
            done.set_result(None)


def _together(desk: Desk, work: list[Callable[[Tx], object]]) -> None:
    with desk.journal.begin() as tx:
        for one in work:
            one(tx)
