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
from gemot.conduct.steps import observe
from gemot.ports.journal import Tx
from gemot.records.after import Earlier, Precedent
from gemot.records.canonical import digest
from gemot.records.envelope import Actor
from gemot.records.faults import Fault, Faulty
from gemot.records.framing import Case, Host, Outcome
from gemot.records.kinds import NAMES
from gemot.records.report import Verdict
from gemot.records.settlement import Conclusion, Resolution
from gemot.rules.stage import stage
from gemot.rules.state import State, ended, fold
from gemot.views.conclusion import complete
from gemot.views.plan import plan
from gemot.views.precedent import Past, precedents, reusable


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """A case that a request led to."""

    case: str
    how: Literal["new", "resumed", "reused"]
    earlier: tuple[Earlier, ...] = ()
    """Earlier cases on the subject, the reused one first; of a new case its precedent."""
    unheard: tuple[str, ...] = ()
    """What was given of the host's view, and differs from what the case was framed with: it is
    recorded nowhere."""


class _Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked, as framed, and what was found of earlier cases."""

    case: Case
    outcomes: tuple[Outcome, ...]
    pasts: tuple[Past, ...]
    earlier: tuple[Earlier, ...]


def open_case(
    desk: Desk,
    given: DecisionInput,
    actor: Actor,
    *,
    again: bool = False,
    convening: Convening | None = None,
) -> Opening:
    """The case of a request: the open one, a concluded one whose conclusion stands, or a new
    one; with `again` always a new one. One transaction. An open one that came to nothing
    (nobody was asked, or too few answered) is opened anew where `convening` would now ask
    somebody."""
    project, commit = desk.project.identity(), desk.project.commit()
    _untitled(desk, given)
    given, counts = scrub(desk, given)
    case, outcomes = frame(given, project=project, commit=commit, attempt=1)
    case = msgspec.structs.replace(case, redactions=counts)
    while True:
        asked = _asked(desk, case, outcomes, again)
        with desk.journal.begin() as tx:
            if all(_still(tx, past) for past in asked.pasts):
                return _open(desk, tx, asked, actor, again, convening)


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


def _open(
    desk: Desk,
    tx: Tx,
    asked: _Asked,
    actor: Actor,
    again: bool,
    convening: Convening | None,
) -> Opening:
    heads = tx.find(asked.case.project, asked.case.request)
    if heads and not again:
        newest = fold(tx.filed(heads[-1].case))
        if not ended(newest) and not (convening and _in_vain(desk, newest, convening)):
            unheard = _unheard(asked.case.host, newest)
            return Opening(case=heads[-1].case, how="resumed", unheard=unheard)
    reused = reusable(asked.earlier)
    if reused is not None:
        rest = (e for e in asked.earlier if e is not reused)
        unheard = _unheard(asked.case.host, fold(tx.filed(reused.case)))
        return Opening(case=reused.case, how="reused", earlier=(reused, *rest), unheard=unheard)
    case = msgspec.structs.replace(asked.case, attempt=len(heads) + 1)
    id = _free_id(tx, case)
    state = desk.write(tx, id, fold(()), case, actor)
    for outcome in asked.outcomes:
        state = desk.write(tx, id, state, outcome, actor)
    if asked.earlier:
        desk.write(tx, id, state, Precedent(earlier=asked.earlier))
    return Opening(case=id, how="new", earlier=asked.earlier)


def _unheard(given: Host, state: State) -> tuple[str, ...]:
    """The names of what the host says now and did not say then; what it leaves out is no view."""
    case = state.case
    then = Host() if case is None else case.host
    names = ("hypothesis", "favours", "confidence")
    said = [n for n in names if getattr(given, n) != getattr(Host(), n)]
    return tuple(n for n in said if getattr(given, n) != getattr(then, n))


def _in_vain(desk: Desk, state: State, convening: Convening) -> bool:
    """Whether a case came to nothing and would now be answered by somebody."""
    now = stage(state)
    if now == "inconclusive":
        return True
    if now != "decided_locally":
        return False
    seen = observe(desk, convening)
    before = fold(tuple(f for f in state.filed if f.kind != "plan"))
    then = before.plus(msgspec.structs.replace(state.filed[-1], kind="observation", record=seen))
    return bool(plan(then, "0" * 64).seats)


def _untitled(desk: Desk, given: DecisionInput) -> None:
    """`Faulty` where an option's id derives from a title that holds a secret."""
    found = [
        Fault(
            place=f"options[{i}].title",
            got="a secret (not shown), which the option's id derives from",
            needed="a title without one",
            fix="name the option otherwise",
        )
        for i, o in enumerate(given.options)
        if desk.redact(o.title)[1] and o.id == slug(o.title)
    ]
    if found:
        raise Faulty("decision", found)


def _free_id(tx: Tx, case: Case) -> str:
    """The case's id: readable, derived from what is asked, and nobody else's."""
    for digits in (6, 12, 64):
        id = case_id(case.question, case.project, case.request, case.attempt, digits)
        if tx.head(id) is None:
            return id
    raise LookupError(f"every id of this request is taken: {id}")


def case_id(question: str, project: str, request: str, attempt: int, digits: int = 6) -> str:
    """A readable id, derived from what is asked: `retry-in-process-or-a-queue-3f9a1c`."""
    words = slug(question)[:40].rstrip("-")
    if words != slug(question) and "-" in words:
        words = words.rpartition("-")[0] if slug(question)[40:41] != "-" else words
    return f"{words or 'case'}-{digest([project, request, attempt])[:digits]}"


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
