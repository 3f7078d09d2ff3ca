"""What a run gives as evidence: the text that a packet shows of it. Pure.

Law: what was run and how it ended stand before what it printed, since a silent command shows
something too; the text derives from the record and the kept output alone.
"""

from gemot.records.canonical import sha256
from gemot.records.evidence import Evidence
from gemot.records.probe import Probe
from gemot.records.vocab import EvidenceKind
from gemot.rules.probe import wanted
from gemot.rules.state import State
from gemot.views.experiment import command, ended


def excerpt(probe: Probe, output: str) -> str:
    """The run as a text."""
    lines = [f"$ {command(probe.command)}", f"({ended(probe)}; in the folder {probe.folder})"]
    if probe.commit:
        clean = "" if probe.clean else ", with changes that no commit has"
        lines.append(f"(at commit {probe.commit}{clean})")
    return "\n".join(lines) + "\n" + output


def evidence(state: State, probe: Probe, output: str, who: str) -> Evidence:
    """The evidence that a run produces, for the reference that it was made for; a run that did
    not end by itself shows nothing. What no reference asked for is a command's output."""
    assert probe.evidence is not None
    case = state.case
    asked = next((r for r in case.evidence if r.id == probe.evidence), None) if case else None
    kind: EvidenceKind = "command"
    at = command(probe.command)
    if known := wanted(state, probe.evidence):
        kind, at = known
    done = probe.status == "done"
    return Evidence(
        id=probe.evidence,
        status=asked.status if asked else "OBSERVED",
        kind=kind,
        at=at,
        claim=asked.claim if asked else "",
        resolved=done,
        why=None if done else f"its run {probe.id} did not end by itself: {ended(probe)}",
        excerpt=sha256(excerpt(probe, output).encode()) if done else None,
        seen_by=who,
        seen_at=probe.ended,
        probe=probe.id,
        redactions=probe.redactions,
    )
