"""A note: what a person says to have seen, dated and signed with a name.

Laws: the text is the note's own words; who saw it is the case's owner, when is now. It proves
that somebody said so, and nothing more.
"""

from gemot.ports.evidence import Found
from gemot.ports.world import Clock
from gemot.records.framing import Reference


class Note:
    """Notes of one owner; it implements `gemot.ports.evidence.Evidence`."""

    def __init__(self, owner: str, clock: Clock) -> None:
        self._owner = owner
        self._clock = clock

    def resolve(self, reference: Reference, commit: str | None, allowed: tuple[str, ...]) -> Found:  # noqa: ARG002
        """The note that stands in `reference.at`."""
        if not reference.at.strip():
            return Found(resolved=False, why="the note is blank, needed what was seen")
        return Found(
            resolved=True, text=reference.at, seen_by=self._owner, seen_at=self._clock.now()
        )
