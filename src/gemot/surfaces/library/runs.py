"""The adapters that runs use, and where the sync form may be used.

Laws: an adapter is used in the loop that it was made in and in no other; the runs that go on in
one loop at a time share a set, and the last of them closes it, in that loop.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from threading import Lock

from gemot.ports.advisor import Advisor
from gemot.surfaces.library.denied import Misused
from gemot.wiring import Adapters


class Sets:
    """The adapters of a council, by the loop that uses them; `own` are the caller's."""

    def __init__(self, environ: Mapping[str, str], own: Mapping[str, Advisor]) -> None:
        self._environ, self._own = environ, own
        self._used: dict[asyncio.AbstractEventLoop, tuple[Adapters, int]] = {}
        self._lock = Lock()
        self.idle = Adapters(environ, own)
        """Adapters that only look, prepare and parse: they need no loop."""

    @asynccontextmanager
    async def use(self) -> AsyncIterator[Adapters]:
        """The set of the running loop, for one run."""
        loop = asyncio.get_running_loop()
        with self._lock:
            adapters, runs = self._used.get(loop) or (Adapters(self._environ, self._own), 0)
            self._used[loop] = (adapters, runs + 1)
        try:
            yield adapters
        finally:
            with self._lock:
                adapters, runs = self._used.pop(loop)
                if runs > 1:
                    self._used[loop] = (adapters, runs - 1)
            if runs == 1:
                await adapters.close()

    async def close(self) -> None:
        """Close what the caller registered, once each."""
        for adapter in {id(a): a for a in self._own.values()}.values():
            await adapter.close()


def alone(said: str, instead: str) -> None:
    """`Misused` where an event loop is running in this thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    raise Misused(f"`{said}` would block the running event loop; use `await {instead}(…)`")
