"""Which evidence of a case has moved since it was looked up.

Laws: it writes nothing; what is looked up again is compared by the digest of the redacted
excerpt, so that a moved line without a changed word is no move; a run is as old as the commit it
was made at; what cannot be looked up again by its nature (a note, a prior opinion) never moves;
what cannot be told is said to be unknown, which is neither moved nor not.
"""

from typing import Literal

import msgspec

from gemot.conduct.desk import Desk
from gemot.records.canonical import sha256
from gemot.records.evidence import Evidence
from gemot.records.framing import Reference
from gemot.records.prose import FORGOTTEN
from gemot.rules.state import State

FIXED = ("note", "prior_opinion")
"""Kinds that are somebody's word of a moment; nothing can be looked up again."""


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of evidence that is not, or may not be, what it was."""

    evidence: str
    """Its id."""
    at: str
    """Where it is, as the case says."""
    how: Literal["changed", "gone", "unknown"]
    """Another excerpt; not found any more; it could not be looked up."""
    why: str
    """What is different, in one line."""
    do: str
    """What to do about it."""


def stale(desk: Desk, state: State) -> tuple[Moved, ...]:
    """The evidence of a case that has moved since it was looked up, in its order; empty: every
    piece stands as it was found. What was never found cannot move and is left out."""
    case = state.case
    found = [e for e in state.evidence.values() if e.resolved and _moves(e)]
    if case is None or not found:
        return ()
    if desk.project.identity() != case.project:
        return tuple(_elsewhere(e) for e in found)
    looked = (_run(desk, state, e) if e.probe else _again(desk, case.owner, e) for e in found)
    return tuple(m for m in looked if m is not None)


def _moves(e: Evidence) -> bool:
    return e.probe is not None or e.kind not in FIXED


def _elsewhere(e: Evidence) -> Moved:
    why = "the case belongs to another project than this folder"
    return _moved(e, "unknown", why, "look again in the project of the case")


def _again(desk: Desk, owner: str, e: Evidence) -> Moved | None:
    """Look a reference up at the commit that is checked out now."""
    if e.at == FORGOTTEN:
        return _moved(e, "unknown", "where it was has been forgotten", "name new evidence")
    asked = Reference(id=e.id, status=e.status, kind=e.kind, at=e.at, claim=e.claim)
    allowed = (e.at,) if e.tracked is False else ()
    now = desk.evidence(owner).resolve(asked, desk.project.commit(), allowed)
    if not now.resolved:
        return _moved(e, "gone", now.why or "it is not found any more", _DECIDE)
    text, _ = desk.redact(now.text or "")
    if sha256(text.encode()) == e.excerpt:
        return None
    where = f"at commit {now.commit[:12]}" if now.commit else "as it stands now"
    return _moved(e, "changed", f"it reads otherwise {where}", _DECIDE)


def _run(desk: Desk, state: State, e: Evidence) -> Moved | None:
    """Compare the commit that a run was made at with the one that is checked out now."""
    probe = state.probes.get(e.probe or "")
    if probe is None:
        return _moved(e, "unknown", f"its run {e.probe} is not recorded", _DECIDE)
    now = desk.project.commit()
    if probe.commit is None or now is None:
        why = "there is no commit that says what the run was of"
        return _moved(e, "unknown", why, _DECIDE)
    if probe.commit == now and probe.clean is not False:
        return None
    ran = f"{probe.id} ran at commit {probe.commit[:12]}"
    if probe.clean is False:
        return _moved(e, "unknown", f"{ran} with changes that no commit has", _DECIDE)
    return _moved(e, "changed", f"{ran}, and {now[:12]} is checked out", _DECIDE)


_DECIDE = "decide again with `new_evidence: true`, which looks everything up anew"


def _moved(e: Evidence, how: Literal["changed", "gone", "unknown"], why: str, do: str) -> Moved:
    return Moved(evidence=e.id, at=e.at, how=how, why=why, do=do)
