"""One table from a kind of evidence to what looks it up.

Law: every kind of the vocabulary has an answer; what cannot be looked up is unresolved, and says
so. What only a run shows is produced by `gemot probe` and never looked up.
"""

from collections.abc import Mapping
from pathlib import Path

from gemot.evidence.adr import Adr
from gemot.evidence.commit import Commit
from gemot.evidence.document import Document
from gemot.evidence.file import File
from gemot.evidence.note import Note, Opinion, Unrun
from gemot.evidence.project import Folder
from gemot.evidence.record import Records
from gemot.ports.evidence import Evidence, Found
from gemot.ports.journal import Journal
from gemot.ports.world import Clock
from gemot.records.framing import Reference
from gemot.records.vocab import EvidenceKind
from gemot.rules.probe import RUNS

Resolvers = Mapping[EvidenceKind, Evidence]


def resolvers(
    project: Folder,
    owner: str,
    clock: Clock,
    near: Path | None = None,
    journal: Journal | None = None,
) -> Resolvers:
    """What this version can look up. `near` is the decision file's folder; `journal` holds the
    records that evidence may be."""
    file = File(project, near)
    found: dict[EvidenceKind, Evidence] = {
        "file": file,
        "commit": Commit(project),
        "note": Note(owner, clock),
        "adr": Adr(file),
        "rule": file,
        "document": Document(project.start),
        "prior_opinion": Opinion(clock),
    }
    found |= dict.fromkeys(RUNS, Unrun())
    if journal is not None:
        found["record"] = Records(project, journal)
    return found


def resolve(
    table: Resolvers, reference: Reference, commit: str | None, allowed: tuple[str, ...]
) -> Found:
    """`reference`, looked up at the frozen `commit` by the resolver of its kind."""
    found = table.get(reference.kind)
    if found is None:
        have = ", ".join(table)
        why = (
            f"evidence of the kind {reference.kind!r} cannot be looked up without a store, "
            f"needed one of {have}"
        )
        return Found(resolved=False, why=why)
    return found.resolve(reference, commit, allowed)
