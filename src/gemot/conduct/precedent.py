"""Earlier cases of the project on a subject, looked up when a case is framed or concluded.

Laws: nothing is written here; every case of the project is looked at by its first record, and
only those that are related are read whole; whether evidence moved is asked of the world, and
only where a conclusion stands on the same subject. What counts as what, `views.precedent` says.
"""

from collections.abc import Collection

import msgspec

from gemot.conduct.decision import request
from gemot.conduct.desk import Desk
from gemot.conduct.staleness import stale
from gemot.records.after import Earlier
from gemot.records.framing import Case, Outcome
from gemot.rules.state import State, fold
from gemot.views.precedent import Past, precedents, relation, standing

NEAR_MAX = 5
"""Cases on similar subjects that are suggested at most."""


def requests(case: Case, outcomes: tuple[Outcome, ...]) -> frozenset[str]:
    """The digests that are the same request: with and without the declaration of new evidence."""
    both = (msgspec.structs.replace(case, new_evidence=said) for said in (False, True))
    return frozenset(request(c, outcomes) for c in both)


def look(desk: Desk, asked: Case, same: Collection[str]) -> tuple[Past, ...]:
    """The related cases of the project, the newest first; those that are merely near at the
    end, and a few of them."""
    found = _related(desk, asked, same)
    plain = [_past(desk, case, how) for case, how in found if how != "near"]
    near = [case for case, how in found if how == "near"][:NEAR_MAX]
    return (*plain, *(_past(desk, case, "near") for case in near))


def _related(desk: Desk, asked: Case, same: Collection[str]) -> list[tuple[str, str]]:
    """The cases of the project that are related, and how; the newest first."""
    firsts = [f for f in reversed(desk.journal.since("case", "")) if type(f.record) is Case]
    mine = [f for f in firsts if f.record.project == asked.project]
    return [(f.case, how) for f in mine if (how := relation(asked, same, f.record)) is not None]


def _past(desk: Desk, case: str, how: str) -> Past:
    state = fold(desk.journal.read(case))
    asked = how != "near" and state.conclusion is not None
    moved = tuple((m.evidence, m.how) for m in stale(desk, state)) if asked else ()
    return Past(case=case, how=how, state=state, moved=moved)


def contradicted(desk: Desk, case: str, state: State) -> tuple[Earlier, ...]:
    """The cases on the same subject that stand for another choice than this one now does.
    The world is not looked at: what they stand for is all that is asked."""
    said, mine = state.case, standing(state)
    if said is None or mine is None:
        return ()
    pasts = [Past(case=case, how="same", state=state)]
    for other, how in _related(desk, said, (said.request,)):
        if how != "near" and other != case:
            pasts.append(Past(case=other, how=how, state=fold(desk.journal.read(other))))
    found = precedents(said, pasts, desk.clock.now()[:10])
    return tuple(e for e in found if e.how == "contradicting")
