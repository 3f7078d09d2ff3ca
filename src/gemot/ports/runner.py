"""The runner port: one command in the project, to its end, with what it printed."""

from typing import Literal, Protocol

import msgspec


class Ran(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a command. Nothing is redacted yet."""

    status: Literal["done", "timeout", "killed", "not_started"]
    exit: int | None = None
    signal: int | None = None
    output: bytes = b""
    """Standard output and error as they came, the middle left out beyond the cap."""
    size: int = 0
    """Bytes of the whole output."""
    whole: str = ""
    """SHA-256 of the whole output."""
    truncated: bool = False
    why: str | None = None
    """Why it could not be started."""


class Runner(Protocol):
    """Runs commands. Never raises for what a command does; leaves no process behind."""

    def run(self, command: tuple[str, ...], folder: str, timeout: float) -> Ran:
        """Run the words without a shell; `folder` is relative to the project's root."""
        ...

    def clean(self) -> bool | None:
        """Whether the tracked files stand as the commit has them; None outside a repository."""
        ...
