"""Use cases: open a case, do what it needs next, conclude it.

Laws: asking the same thing again goes on with the case that is open, whatever stopped it, and
gives the standing conclusion of one that is concluded, unless a reason stands against it, which
is then recorded as the new case's precedent; every text is redacted before it is kept; what is
computed is computed inside the transaction that writes it. What comes after a decision stands
in `after`.
"""

from typing import Literal

import msgspec

from gemot.conduct.convening import Convening as Convening
from gemot.conduct.decision import DecisionInput, frame, slug
from gemot.conduct.desk import Desk
from gemot.conduct.precedent import look, requests
from gemot.conduct.scrub import scrub
from gemot.ports.journal import Tx
from gemot.records.after import Earlier, Precedent
from gemot.records.canonical import digest
from gemot.records.envelope import Actor
from gemot.records.framing import Case, Outcome
from gemot.records.kinds import NAMES
from gemot.records.report import Verdict
from gemot.records.settlement import Conclusion, Resolution
from gemot.rules.state import State, ended, fold
from gemot.views.conclusion import complete
from gemot.views.precedent import Past, precedents, reusable


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """A case that a request led to."""

    case: str
    how: Literal["new", "resumed", "reused"]
    earlier: tuple[Earlier, ...] = ()
    """Earlier cases on the subject, the reused one first; of a new case its precedent."""


class _Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked, as framed, and what was found of earlier cases."""

    case: Case
    outcomes: tuple[Outcome, ...]
    pasts: tuple[Past, ...]
    earlier: tuple[Earlier, ...]


def open_case(desk: Desk, given: DecisionInput, actor: Actor, *, again: bool = False) -> Opening:
    """The case of a request: the open one, a concluded one whose conclusion stands, or a new
    one; with `again` always a new one. One transaction."""
    project, commit = desk.project.identity(), desk.project.commit()
    given, counts = scrub(desk, given)
    case, outcomes = frame(given, project=project, commit=commit, attempt=1)
    case = msgspec.structs.replace(case, redactions=counts)
    while True:
        asked = _asked(desk, case, outcomes, again)
        with desk.journal.begin() as tx:
            if all(_still(tx, past) for past in asked.pasts):
                return _open(desk, tx, asked, actor, again)


def _asked(desk: Desk, case: Case, outcomes: tuple[Outcome, ...], again: bool) -> _Asked:
    """Earlier cases are looked up before the transaction, since their evidence lies in the
    world."""
    told = {"it was asked for again": again, "new evidence was declared": case.new_evidence}
    more = tuple(why for why, holds in told.items() if holds)
    pasts = look(desk, case, requests(case, outcomes))
    found = precedents(case, pasts, desk.clock.now()[:10], more)
    return _Asked(case=case, outcomes=outcomes, pasts=pasts, earlier=found)


def _still(tx: Tx, past: Past) -> bool:
    """Whether nothing was added to an earlier case since it was looked at."""
    head = tx.head(past.case)
    return head is not None and head.seq == len(past.state.filed) - 1


def _open(desk: Desk, tx: Tx, asked: _Asked, actor: Actor, again: bool) -> Opening:
    heads = tx.find(asked.case.project, asked.case.request)
    if heads and not again and not ended(fold(tx.filed(heads[-1].case))):
        return Opening(case=heads[-1].case, how="resumed")
    reused = reusable(asked.earlier)
    if reused is not None:
        rest = (e for e in asked.earlier if e is not reused)
        return Opening(case=reused.case, how="reused", earlier=(reused, *rest))
    case = msgspec.structs.replace(asked.case, attempt=len(heads) + 1)
    id = case_id(case.question, case.project, case.request, case.attempt)
    state = desk.write(tx, id, fold(()), case, actor)
    for outcome in asked.outcomes:
        state = desk.write(tx, id, state, outcome, actor)
    if asked.earlier:
        desk.write(tx, id, state, Precedent(earlier=asked.earlier))
    return Opening(case=id, how="new", earlier=asked.earlier)


def case_id(question: str, project: str, request: str, attempt: int) -> str:
    """A readable id, derived from what is asked: `retry-in-process-or-a-queue-3f9a1c`."""
    words = slug(question)[:40].rstrip("-") or "case"
    return f"{words}-{digest([project, request, attempt])[:6]}"


def conclude(
    desk: Desk,
    case: str,
    given: Conclusion,
    actor: Actor,
    *,
    verdicts: tuple[Verdict, ...] = (),
    resolutions: tuple[Resolution, ...] = (),
) -> State:
    """Record verdicts, resolutions and the conclusion, all or none.

    Below material stakes an open disagreement is settled by the conclusion's own reason, and the
    resolution that says so is recorded with it.
    """
    given, _ = scrub(desk, given)
    with desk.journal.begin() as tx:
        state = fold(tx.filed(case))
        for record in (*verdicts, *resolutions):
            state = desk.write(tx, case, state, scrub(desk, record)[0], actor)
        for id in state.unresolved:
            if state.case is not None and state.case.stakes in ("trivial", "low"):
                favoured = any(s.option == given.choice for s in state.disagreements[id].sides)
                settled = Resolution(
                    disagreement=id,
                    favours=given.choice if favoured else "neither",
                    by="reason",
                    reason=given.because,
                )
                state = desk.write(tx, case, state, settled, actor)
        return desk.write(tx, case, state, complete(state, given), actor)


def note(desk: Desk, case: str, record: msgspec.Struct, actor: Actor) -> State:
    """Record something that a person said: a verdict, a resolution, an authorization."""
    assert type(record) in NAMES
    return desk.record(case, scrub(desk, record)[0], actor)
