"""Use cases: open a case, do what it needs next, conclude it.

Laws: asking the same thing again goes on with the case that is open, whatever stopped it, and
gives the standing conclusion of one that is concluded; every text is redacted before it is
kept; what is computed is computed inside the transaction that writes it.
"""

from typing import Literal

import msgspec

from gemot.conduct.convening import Convening as Convening
from gemot.conduct.decision import DecisionInput, frame, slug
from gemot.conduct.desk import Desk
from gemot.conduct.scrub import scrub
from gemot.records.canonical import digest
from gemot.records.envelope import Actor
from gemot.records.kinds import NAMES
from gemot.records.report import Verdict
from gemot.records.settlement import Conclusion, Resolution
from gemot.rules.state import State, fold
from gemot.views.conclusion import complete


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """A case that a request led to."""

    case: str
    how: Literal["new", "resumed", "reused"]


def open_case(desk: Desk, given: DecisionInput, actor: Actor) -> Opening:
    """The case of a request: the open one, the concluded one, or a new one. One transaction."""
    project, commit = desk.project.identity(), desk.project.commit()
    given, counts = scrub(desk, given)
    with desk.journal.begin() as tx:
        first, _ = frame(given, project=project, commit=commit, attempt=1)
        heads = tx.find(project, first.request)
        if heads:
            newest = heads[-1].case
            ended = fold(tx.filed(newest)).conclusion is not None
            if not ended:
                return Opening(case=newest, how="resumed")
            if not given.new_evidence:
                return Opening(case=newest, how="reused")
        case, outcomes = frame(given, project=project, commit=commit, attempt=len(heads) + 1)
        case = msgspec.structs.replace(case, redactions=counts)
        id = case_id(given.question, project, case.request, case.attempt)
        state = desk.write(tx, id, fold(()), case, actor)
        for outcome in outcomes:
            state = desk.write(tx, id, state, outcome, actor)
        return Opening(case=id, how="new")


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
