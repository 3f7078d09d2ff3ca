"""Evidence that is a decision record of the project: a file that looks like one.

Laws: it is read as a file is (`file`); whichever lines are asked for, the whole file must say
how the decision stands and what was decided, each under a heading or a key of its own.
"""

import re

import msgspec

from gemot.evidence.file import File
from gemot.evidence.place import Place, place
from gemot.ports.evidence import Found
from gemot.records.framing import Reference

_STATUS = re.compile(
    r"^\s*(?:#+\s*status\b|[-*]?\s*\**status\**\s*:|status\s*\n\s*[-=]{3})", re.I | re.M
)
_DECISION = re.compile(r"^\s*(?:##+\s.*\bdecision\b|.*\bdecision\b.*\n\s*-{3})", re.I | re.M)


class Adr:
    """Decision records; it implements `gemot.ports.evidence.Evidence`."""

    def __init__(self, file: File) -> None:
        self._file = file

    def resolve(self, reference: Reference, commit: str | None, allowed: tuple[str, ...]) -> Found:
        """The lines that `reference.at` names, of a file that is a decision record."""
        found = self._file.resolve(reference, commit, allowed)
        spot = place(reference.at)
        if not found.resolved or not isinstance(spot, Place):
            return found
        whole = found
        if spot.first is not None:
            asked = msgspec.structs.replace(reference, at=spot.path)
            whole = self._file.resolve(asked, commit, allowed)
        lacks = [
            name
            for name, there in (("status", _STATUS), ("decision", _DECISION))
            if not there.search(whole.text or "")
        ]
        if not lacks:
            return found
        why = (
            f"`{spot.path}` is no decision record: it has no {' and no '.join(lacks)} heading; "
            "mend it, or name it as evidence of the kind file"
        )
        return Found(resolved=False, why=why)
