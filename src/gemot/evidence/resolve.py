"""One table from a kind of evidence to what looks it up.

Law: every kind of the vocabulary has an answer; a kind that this version cannot look up is
unresolved, and says so.
"""

from collections.abc import Mapping
from pathlib import Path

from gemot.evidence.commit import Commit
from gemot.evidence.file import File
from gemot.evidence.note import Note
from gemot.evidence.project import Folder
from gemot.ports.evidence import Evidence, Found
from gemot.ports.world import Clock
from gemot.records.framing import Reference
from gemot.records.vocab import EvidenceKind

Resolvers = Mapping[EvidenceKind, Evidence]


def resolvers(project: Folder, owner: str, clock: Clock, near: Path | None = None) -> Resolvers:
    """What this version can look up. `near` is the decision file's folder."""
    return {"file": File(project, near), "commit": Commit(project), "note": Note(owner, clock)}


def resolve(
    table: Resolvers, reference: Reference, commit: str | None, allowed: tuple[str, ...]
) -> Found:
    """`reference`, looked up at the frozen `commit` by the resolver of its kind."""
    found = table.get(reference.kind)
    if found is None:
        have = ", ".join(table)
        why = (
            f"evidence of the kind {reference.kind!r} is looked up by a later version, "
            f"needed one of {have}"
        )
        return Found(resolved=False, why=why)
    return found.resolve(reference, commit, allowed)
