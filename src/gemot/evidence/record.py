"""Record evidence: a record of a case of this project in the store, as `CASE/007-report`.

Laws: it is found by its name and kept with its hash, as `Found.blob`; a forgotten text supports
nothing; a record of another project is none of ours. A case's own framing is shown without its
host's view, which no packet may hold.
"""

import re

import msgspec

from gemot.evidence.project import Folder
from gemot.ports.evidence import Found
from gemot.ports.journal import Journal
from gemot.records.envelope import Filed
from gemot.records.framing import Case, Host, Reference
from gemot.records.kinds import Opaque

_AT = re.compile(r"(?P<case>[a-z0-9][a-z0-9-]{0,80})/(?P<name>\d{3,}-[a-z]+)")


class Records:
    """Records of one store; it implements `gemot.ports.evidence.Evidence`."""

    def __init__(self, project: Folder, journal: Journal) -> None:
        self._project = project
        self._journal = journal

    def resolve(self, reference: Reference, commit: str | None, allowed: tuple[str, ...]) -> Found:  # noqa: ARG002
        """The record that `reference.at` names."""
        named = _AT.fullmatch(reference.at.strip())
        if named is None:
            return _not(f"{reference.at[:60]!r} names no record, needed one like CASE/007-report")
        filed = self._journal.read(named["case"])
        first = filed[0].record if filed else None
        if not isinstance(first, Case) or first.project != self._project.identity():
            return _not(
                f"there is no case `{named['case']}` of this project; see `gemot case list`"
            )
        found = next((f for f in filed if f.name == named["name"]), None)
        if found is None:
            return _not(
                f"`{named['case']}` has no record `{named['name']}`; "
                f"`gemot show {named['case']}` lists them"
            )
        if found.forgotten or isinstance(found.record, Opaque):
            why = "its texts were forgotten" if found.forgotten else "its kind is not known here"
            return _not(f"`{reference.at.strip()}` shows nothing: {why}")
        return Found(resolved=True, text=_text(found), blob=found.hash)


def _text(f: Filed) -> str:
    record = f.record
    if isinstance(record, Case):
        record = msgspec.structs.replace(record, host=Host())
    body = msgspec.json.format(msgspec.json.encode(record), indent=2).decode()
    return f"{f.case}/{f.name}, recorded at {f.at} by {f.actor.name} ({f.actor.channel})\n{body}\n"


def _not(why: str) -> Found:
    return Found(resolved=False, why=why)
