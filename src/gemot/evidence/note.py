"""A note: what a person says to have seen, dated and signed with a name; an opinion of before.

Laws: the text is the note's own words; who saw it is the case's owner, when is now. It proves
that somebody said so, and nothing more. An opinion says whose it is; a run that was not made
shows nothing.
"""

import re

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


_OPINION = re.compile(r"\s*(?P<who>[^:\n]{1,200}?)\s*:\s*(?P<what>\S.*)", re.DOTALL)


class Opinion:
    """What somebody thought before; it implements `gemot.ports.evidence.Evidence`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def resolve(self, reference: Reference, commit: str | None, allowed: tuple[str, ...]) -> Found:  # noqa: ARG002
        """The opinion that stands in `reference.at`, after the name of whose it is."""
        said = _OPINION.fullmatch(reference.at)
        if said is None:
            why = "nothing says whose opinion it is, needed one like `Ben: a queue is enough`"
            return Found(resolved=False, why=why)
        who = " ".join(said["who"].split())
        return Found(resolved=True, text=reference.at, seen_by=who, seen_at=self._clock.now())


class Unrun:
    """What only a run could show, and nobody says to have run; it implements
    `gemot.ports.evidence.Evidence`."""

    def resolve(self, reference: Reference, commit: str | None, allowed: tuple[str, ...]) -> Found:  # noqa: ARG002
        """Nothing: there is no run."""
        why = "no run of it is kept; run it: `gemot probe CASE --for " + reference.id + "`"
        if reference.status != "OBSERVED":
            why = f"no run of it is kept, and it is {reference.status}; call it OBSERVED to run it"
        return Found(resolved=False, why=why)
