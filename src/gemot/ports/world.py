"""Clock, fresh ids, and who holds a lease: the three things of the world that conduct asks."""

from typing import Protocol


class Clock(Protocol):
    """Time."""

    def now(self) -> str:
        """RFC 3339 in UTC with milliseconds: `2026-11-30T21:18:20.123Z`."""
        ...


class Ids(Protocol):
    """Randomness."""

    def token(self) -> str:
        """64 fresh hexadecimal characters."""
        ...

    def context(self) -> str:
        """A fresh context id, unique over all stores: `ctx-` and 26 characters."""
        ...

    def salt(self) -> bytes:
        """32 fresh bytes."""
        ...


class Holders(Protocol):
    """Processes that hold leases."""

    def me(self) -> str:
        """This process: `HOST/BOOT/PID/START`."""
        ...

    def gone(self, holder: str) -> bool:
        """Whether the holder is known to have ended; False where that cannot be known."""
        ...
