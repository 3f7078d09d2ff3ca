"""A clock, ids and holders that do what a test says. Law: the same seed, the same values."""

from base64 import b32encode
from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import sha256


class FixedClock:
    """Time that stands still, or goes on by `step` milliseconds after each look."""

    def __init__(self, start: str = "2026-11-30T12:00:00.000Z", step: int = 0) -> None:
        self._now = datetime.fromisoformat(start)
        self.step = step

    def now(self) -> str:
        seen = self._now
        self.advance(self.step)
        return seen.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def advance(self, milliseconds: int) -> None:
        """Go on by hand."""
        self._now += timedelta(milliseconds=milliseconds)


class CountingIds:
    """Ids derived from a seed and a counter of their kind: no two are the same."""

    def __init__(self, seed: str = "seed") -> None:
        self.seed = seed
        self._counts: dict[str, int] = {}

    def _next(self, kind: str) -> bytes:
        count = self._counts[kind] = self._counts.get(kind, 0) + 1
        return sha256(f"{self.seed}/{kind}/{count}".encode()).digest()

    def token(self) -> str:
        return self._next("token").hex()

    def context(self) -> str:
        return "ctx-" + b32encode(self._next("context")[:16]).decode().rstrip("=").lower()

    def salt(self) -> bytes:
        return self._next("salt")


class FixedHolders:
    """One named process, and those that are known to have ended."""

    def __init__(self, me: str = "host/boot/1/1", gone: Iterable[str] = ()) -> None:
        self._me = me
        self._gone = set(gone)

    def me(self) -> str:
        return self._me

    def gone(self, holder: str) -> bool:
        return holder in self._gone

    def end(self, holder: str) -> None:
        """From now on `holder` is known to have ended."""
        self._gone.add(holder)
