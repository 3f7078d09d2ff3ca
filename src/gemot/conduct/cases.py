"""Use cases: open a case, do what it needs next, conclude it.

Laws: asking the same thing again goes on with the case that is open, whatever stopped it, and
gives the standing conclusion of one that is concluded; every text is redacted before it is
kept; what is computed is computed inside the transaction that writes it.
"""

from typing import Any, Literal, TypeVar

import msgspec

from gemot.conduct.acts import Act
from gemot.conduct.availability import Outcome as Past
from gemot.conduct.availability import availability
from gemot.conduct.decision import DecisionInput, frame, slug
from gemot.conduct.desk import WRITER, Desk
from gemot.conduct.instant import later
from gemot.conduct.waves import answer_doubt
from gemot.ports.evidence import Evidence as Eyes
from gemot.ports.journal import Tx
from gemot.records.canonical import digest, sha256
from gemot.records.catalogue import Entry
from gemot.records.envelope import Actor
from gemot.records.evidence import Council, Evidence, Observation
from gemot.records.framing import Redaction, Reference
from gemot.records.kinds import NAMES
from gemot.records.prose import join, split
from gemot.records.report import Verdict
from gemot.records.settlement import Conclusion, Resolution
from gemot.records.vocab import Mode, ModeSource
from gemot.rules.stage import stage
from gemot.rules.state import State, fold
from gemot.views.conclusion import complete
from gemot.views.packet import pack
from gemot.views.plan import plan
from gemot.views.report import disagreement, report

R = TypeVar("R", bound=msgspec.Struct)
LOOK_BACK = 7_200
"""Seconds of past calls that availability reads: twice the longest cooldown."""


class Convening(msgspec.Struct, frozen=True, kw_only=True):
    """What a run brings with it: the mode, the owner's settings and the catalogue."""

    mode: Mode
    mode_source: ModeSource
    council: Council
    entries: tuple[Entry, ...]
    allowed: tuple[str, ...] = ()
    """Untracked paths that the command line named."""


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


def scrub(desk: Desk, record: R) -> tuple[R, tuple[Redaction, ...]]:
    """The record with the secrets taken out of its texts, and how many of each kind."""
    body, texts = split(record)
    counts: dict[str, int] = {}
    clean = {}
    for pointer, text in texts.items():
        clean[pointer], found = desk.redact(text)
        for kind, n in found.items():
            counts[kind] = counts.get(kind, 0) + n
    whole: Any = join(type(record), body, clean)
    return whole, tuple(Redaction(kind=k, count=counts[k]) for k in sorted(counts))


def perform(desk: Desk, case: str, act: Act, convening: Convening) -> State:
    """Do one act that waits for nobody and is no call; the state after it."""
    match act.kind:
        case "look_up":
            return look_up(desk, case, convening)
        case "observe":
            return observe(desk, case, convening)
        case "answer_doubt":
            return answer_by_policy(desk, case, act)
        case _:
            return _compute(desk, case, act)


def look_up(desk: Desk, case: str, convening: Convening) -> State:
    """Look up every reference that was not looked up yet; all of them in one transaction."""
    state = desk.state(case)
    said = state.case
    assert said is not None
    missing = [r for r in said.evidence if r.id not in state.evidence]
    eyes = desk.evidence(said.owner)
    found = [_resolve(desk, eyes, r, said.commit, convening.allowed) for r in missing]
    with desk.journal.begin() as tx:
        state = fold(tx.filed(case))
        for evidence, excerpt in found:
            if evidence.id in state.evidence:
                continue
            if excerpt is not None:
                tx.put(excerpt)
            state = desk.write(tx, case, state, evidence)
        return state


def _resolve(
    desk: Desk, eyes: Eyes, reference: Reference, commit: str | None, allowed: tuple[str, ...]
) -> tuple[Evidence, bytes | None]:
    found = eyes.resolve(reference, commit, allowed)
    text, counts = desk.redact(found.text) if found.text is not None else (None, {})
    excerpt = None if text is None else text.encode()
    evidence = Evidence(
        id=reference.id,
        status=reference.status,
        kind=reference.kind,
        at=reference.at,
        claim=reference.claim,
        resolved=found.resolved,
        why=found.why,
        commit=found.commit,
        blob=found.blob,
        first=found.first,
        last=found.last,
        excerpt=None if excerpt is None else sha256(excerpt),
        tracked=found.tracked,
        seen_by=found.seen_by,
        seen_at=found.seen_at,
        redactions=tuple(Redaction(kind=k, count=counts[k]) for k in sorted(counts)),
    )
    return evidence, excerpt


def observe(desk: Desk, case: str, convening: Convening) -> State:
    """Record who could be asked, and the settings that the plan will read."""
    now = desk.clock.now()
    present = {e.id: desk.advisors(e).presence(e) for e in convening.entries}
    past = tuple(
        Past(advisor=advisor, status=r.status, at=f.at, retry_after=r.retry_after)
        for f in desk.journal.since("receipt", later(now, -LOOK_BACK))
        if (r := f.record) and (advisor := _advisor(desk, f.case, r.seat)) is not None
    )
    seen = availability(convening.entries, present, convening.mode, past, now)
    record = Observation(
        what="availability",
        mode=convening.mode,
        mode_source=convening.mode_source,
        advisors=seen,
        council=convening.council,
    )
    with desk.journal.begin() as tx:
        state = fold(tx.filed(case))
        if state.availability is not None:
            return state
        return desk.write(tx, case, state, record)


def _advisor(desk: Desk, case: str, seat: str) -> str | None:
    planned = desk.state(case).seat(seat)
    return planned.advisor if planned else None


def _compute(desk: Desk, case: str, act: Act) -> State:
    """Write a computed record, unless somebody else just did."""
    with desk.journal.begin() as tx:
        state = fold(tx.filed(case))
        record = _computed(desk, tx, state, act)
        return state if record is None else desk.write(tx, case, state, record)


def _computed(desk: Desk, tx: Tx, state: State, act: Act) -> msgspec.Struct | None:
    if act.kind == "plan" and state.plan is None:
        return plan(state, desk.ids.token())
    if act.kind == "pack" and act.round is not None and act.round not in state.packets:
        packed = pack(state, act.round, desk.journal.get)
        for data in packed.blobs:
            tx.put(data)
        return packed.packet
    if act.kind == "report" and state.report is None:
        return report(state)
    if act.kind == "dispute":
        return disagreement(state)
    return None


def answer_by_policy(desk: Desk, case: str, act: Act) -> State:
    """Answer a doubtful call as the owner's configuration says."""
    state = desk.state(case)
    assert state.plan is not None
    assert act.subject is not None
    return answer_doubt(desk, case, act.subject, state.plan.on_doubt == "again", WRITER)


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


def ended(state: State) -> bool:
    """Whether a case has a conclusion."""
    return stage(state) == "concluded"
