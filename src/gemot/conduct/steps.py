"""One step of a case: all that it needs and that waits for nobody, in one transaction.

Laws: what looks at the world is looked at before the transaction, and recorded in it; what is
computed is computed inside it; a wave is taken and dispatched at its end; a refusal keeps what
was recorded before it and nothing after it.
"""

from typing import Any

import msgspec

from gemot.conduct.acts import Act, next_acts, pasting
from gemot.conduct.availability import Outcome as Past
from gemot.conduct.availability import availability
from gemot.conduct.convening import Convening
from gemot.conduct.desk import Desk, Refused
from gemot.conduct.instant import later
from gemot.conduct.trying import needs_run
from gemot.conduct.waves import Sent, dispatch, take
from gemot.ports.evidence import Evidence as Eyes
from gemot.ports.journal import StoreDamaged, Tx
from gemot.records.call import Authorization
from gemot.records.canonical import sha256
from gemot.records.envelope import Filed
from gemot.records.evidence import Evidence, Observation
from gemot.records.framing import Redaction, Reference
from gemot.rules.rule import Offence
from gemot.rules.stage import stage
from gemot.rules.state import State, ended, fold
from gemot.views.packet import pack
from gemot.views.plan import plan
from gemot.views.report import disagreement, report

LOOK_BACK = 7_200
"""Seconds of past calls that availability reads: twice the longest cooldown."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """What one step did."""

    state: State
    sent: tuple[Sent, ...] = ()
    """Calls that may leave now."""
    held: tuple[Offence, ...] = ()
    """Why an act was refused."""
    act: Act | None = None
    """The act that was refused, or that waits for calls of another process."""


class _World(msgspec.Struct, frozen=True, kw_only=True):
    """What was looked at before the transaction."""

    found: tuple[tuple[Evidence, bytes | None], ...] = ()
    availability: Observation | None = None


def step(desk: Desk, case: str, convening: Convening) -> Step:
    """Do what the case needs, up to the next calls."""
    world = _look(desk, desk.state(case), convening)
    with desk.journal.begin() as tx:
        state = fold(tx.filed(case))
        act: Act | None = None
        try:
            state = _refresh(desk, tx, case, state, world)
            state = _limit(desk, tx, case, state, convening)
            while True:
                acts = [a for a in next_acts(state, case) if not a.waits]
                act = acts[0] if acts else None
                if act is None or act.kind == "await":
                    return Step(state=state, act=act)
                desk.trace(f"act.{act.kind}", case)
                if act.kind == "call":
                    return _launch(desk, tx, case, state, act)
                state = _perform(desk, tx, case, state, act, world)
        except Refused as e:
            return Step(state=fold(tx.filed(case)), held=e.offences, act=act)


def _launch(desk: Desk, tx: Tx, case: str, state: State, act: Act) -> Step:
    assert act.round is not None
    taken = take(desk, tx, case, act.round)
    sent = dispatch(desk, tx, case, taken) if taken else ()
    for s in pasting(state, act.round):
        desk.trace("paste.waiting", f"{s.id} {act.round} {s.advisor}")
    return Step(state=state, sent=sent, act=act)


def _look(desk: Desk, state: State, convening: Convening) -> _World:
    """Evidence that was not looked up yet, and who could be asked if nobody looked."""
    said = state.case
    assert said is not None
    wanted = [
        r
        for r in said.evidence
        if state.plan is None and not _found(state, r.id) and not needs_run(r)
    ]
    eyes = desk.evidence(said.owner) if wanted else None
    now = desk.project.commit() if state.evidence else said.commit
    found = (_resolve(desk, eyes, r, now, convening.allowed) for r in wanted if eyes is not None)
    seen = None if state.plan else observe(desk, convening)
    return _World(found=tuple(found), availability=seen)


def _limit(desk: Desk, tx: Tx, case: str, state: State, convening: Convening) -> State:
    """Ceilings that the owner changed after the plan are in force from here on."""
    council = convening.council
    now = (council.case_nano, council.daily_nano)
    if state.plan is None or ended(state) or state.report is not None or now == state.limits:
        return state
    return desk.write(tx, case, state, Observation(what="limits", council=council))


def _found(state: State, id: str) -> bool:
    return id in state.evidence and state.evidence[id].resolved


def _refresh(desk: Desk, tx: Tx, case: str, state: State, world: _World) -> State:
    """Before there is a plan, what was missing may be found, and advisors may come and go."""
    if state.plan is not None or stage(state) != "evidenced":
        return state
    for evidence, excerpt in world.found:
        if evidence.resolved and not _found(state, evidence.id):
            if excerpt is not None:
                tx.put(excerpt)
            state = desk.write(tx, case, state, evidence)
    if state.availability is not None and world.availability not in (None, state.availability):
        assert world.availability is not None
        state = desk.write(tx, case, state, world.availability)
    return state


def _perform(desk: Desk, tx: Tx, case: str, state: State, act: Act, world: _World) -> State:
    """Write what one act gives."""
    if act.kind == "look_up":
        for evidence, excerpt in world.found:
            if evidence.id in state.evidence:
                continue
            if excerpt is not None:
                tx.put(excerpt)
            state = desk.write(tx, case, state, evidence)
        return state
    if act.kind == "observe":
        assert world.availability is not None
        return desk.write(tx, case, state, world.availability)
    return desk.write(tx, case, state, _computed(desk, tx, state, act))


def _computed(desk: Desk, tx: Tx, state: State, act: Act) -> msgspec.Struct:
    made: Any = None
    if act.kind == "plan":
        made = plan(state, desk.ids.token())
    elif act.kind == "pack" and act.round is not None:
        packed = pack(state, act.round, tx.get)
        for data in packed.blobs:
            tx.put(data)
        made = packed.packet
    elif act.kind == "report":
        made = report(state)
    elif act.kind == "dispute":
        made = disagreement(state)
    elif act.kind == "answer_doubt" and state.plan is not None:
        again = state.plan.on_doubt == "again"
        made = Authorization(what="again" if again else "drop", dispatch=act.subject)
    assert isinstance(made, msgspec.Struct), act.kind
    return made


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


def observe(desk: Desk, convening: Convening) -> Observation:
    """Who could be asked, and the settings that the plan will read."""
    now = desk.clock.now()
    present = {e.id: desk.advisors(e).presence(e) for e in convening.entries}
    past = tuple(
        Past(advisor=advisor, status=r.status, at=f.at, retry_after=r.retry_after)
        for f in desk.journal.since("receipt", later(now, -LOOK_BACK))
        if (r := f.record) and (advisor := _asked(desk, f, convening)) is not None
    )
    return Observation(
        what="availability",
        mode=convening.mode,
        mode_source=convening.mode_source,
        advisors=availability(convening.entries, present, convening.mode, past, now),
        council=convening.council,
    )


def _asked(desk: Desk, receipt: Filed, convening: Convening) -> str | None:
    """The advisor whose call a receipt is of, where it still stands in the catalogue with the
    same address, model and credential; what was mended since tells nothing."""
    try:
        seat = desk.state(receipt.case).seat(receipt.record.seat)
    except StoreDamaged:
        return None
    then = seat.entry if seat else None
    now = next((e for e in convening.entries if then is not None and e.id == then.id), None)
    if then is None or now is None:
        return None
    same = (then.base_url, then.model, then.key) == (now.base_url, now.model, now.key)
    return now.id if same else None
