"""The evidence port: a reference is looked up, and what was found is kept."""

from typing import Protocol

import msgspec

from gemot.records.framing import Reference


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """What a look-up gave. Nothing is redacted yet."""

    resolved: bool
    why: str | None = None
    """Why it was not found, in one line with what would mend it."""
    text: str | None = None
    """The excerpt, decoded as UTF-8."""
    commit: str | None = None
    blob: str | None = None
    first: int | None = None
    last: int | None = None
    tracked: bool | None = None
    seen_by: str | None = None
    seen_at: str | None = None


class Evidence(Protocol):
    """One kind of evidence."""

    def resolve(self, reference: Reference, commit: str | None, allowed: tuple[str, ...]) -> Found:
        """Look `reference` up at the frozen commit. `allowed` are untracked paths that the
        command line named. Never raises for what it finds."""
        ...


class Project(Protocol):
    """The folder a case belongs to."""

    def identity(self) -> str:
        """64 hex: digest of the root commit, or of the folder's real path."""
        ...

    def commit(self) -> str | None:
        """The commit checked out; None outside a repository or before the first commit."""
        ...

    def name(self) -> str: ...
