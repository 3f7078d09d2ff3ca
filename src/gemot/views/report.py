"""The report: what the seats claimed, where they stand, what is missing. Pure.

Laws: it holds no verdict, readiness or pass; nothing in it depends on the order of arrival,
on times or on chance; a rehearsal and an insufficient panel recommend nothing; it is split
where the counted seats end up for different options, and no count chooses between them.
"""

from collections.abc import Sequence

from gemot.records.plan import Seat
from gemot.records.report import Absence, Finding, Panel, Report, Standing, Support
from gemot.records.settlement import PRIMARY, Disagreement, Side
from gemot.records.vocab import INSUFFICIENT, DisagreementKind
from gemot.rules.state import State
from gemot.views.findings import findings, identities
from gemot.views.source import attested, distinct, families


def report(state: State) -> Report:
    """The report of a case whose rounds are complete."""
    plan = state.plan
    assert plan is not None
    seats = tuple(state.positions)
    who = identities(state, seats)
    found = findings(state)
    standings = _standings(state)
    support = _support(state, standings)
    short = len(seats) < min(2, len(plan.seats))
    panel = Panel(
        seats=len(plan.seats),
        returned=len(seats),
        sources=distinct(who),
        attested=attested(who),
        families=families(who),
        rehearsal=plan.rehearsal,
    )
    choice = None if short or plan.rehearsal else _recommended(standings)
    objection, text = _objection(state, found, choice)
    return Report(
        insufficient=short,
        panel=panel,
        standings=standings,
        absences=_absences(state),
        support=support,
        recommendation=choice,
        findings=found,
        objection=objection,
        objection_text=text,
        decisive=_decisive(state),
        gaps=tuple(dict.fromkeys(_gaps(state))),
        diversity_unsatisfied=_missing_legs(panel, found, plan.uncovered),
    )


def effective(state: State, seat: str) -> str:
    """The option that a seat ends up for."""
    challenge = state.challenges.get(seat)
    return challenge.effective if challenge else state.positions[seat].choice


def _standings(state: State) -> tuple[Standing, ...]:
    return tuple(
        Standing(seat=s, first=p.choice, effective=effective(state, s), confidence=p.confidence)
        for s, p in state.positions.items()
    )


def _support(state: State, standings: Sequence[Standing]) -> tuple[Support, ...]:
    """Who ends up for what, in the order of the case's options."""
    case = state.case
    assert case is not None
    found = []
    for option in (*(o.id for o in case.options), INSUFFICIENT):
        seats = tuple(s.seat for s in standings if s.effective == option)
        if seats:
            who = identities(state, seats)
            found.append(
                Support(option=option, seats=seats, sources=distinct(who), attested=attested(who))
            )
    return tuple(found)


def _recommended(standings: Sequence[Standing]) -> str | None:
    options = {s.effective for s in standings}
    only = next(iter(options)) if len(options) == 1 else None
    return None if only == INSUFFICIENT else only


def _absences(state: State) -> tuple[Absence, ...]:
    plan = state.plan
    assert plan is not None
    return tuple(_absence(state, s) for s in plan.seats if s.id not in state.positions)


def _absence(state: State, seat: Seat) -> Absence:
    receipt = state.failure(seat.id, "positions")
    if receipt is None and not state.attempts(seat.id, "positions"):
        return Absence(seat=seat.id, status=None, why="given up, and no answer was pasted")
    if state.slot(seat.id, "positions") == "dropped" or receipt is None:
        return Absence(seat=seat.id, status=None, why="given up in doubt")
    if receipt.mismatch:
        return Absence(seat=seat.id, status=receipt.status, why="another model answered")
    if receipt.faults:
        codes = ", ".join(dict.fromkeys(f.code for f in receipt.faults))
        return Absence(seat=seat.id, status=receipt.status, why=f"unreadable: {codes}")
    return Absence(seat=seat.id, status=receipt.status, why=f"the call ended {receipt.status}")


def _objection(
    state: State, found: Sequence[Finding], choice: str | None
) -> tuple[str | None, str | None]:
    """The strongest objection: the chair's pick, else the most widely opposed finding, else a
    risk that one source holds, else a seat's concern about its own choice."""
    draft = state.draft
    if draft is not None and draft.objection is not None:
        return draft.objection, _text(found, draft.objection)
    opposed = [f for f in found if f.bucket in ("divergence", "caller_challenge")]
    if opposed:
        worst = max(opposed, key=lambda f: distinct(identities(state, f.opposers)))
        return worst.id, worst.text
    dissent = [f for f in found if any(effective(state, s) != choice for s in f.supporters)]
    for f in (*dissent, *found) if choice else found:
        if f.kind == "risk" or f in dissent:
            return f.id, f.text
    concerns = [p.concern for p in state.positions.values() if p.concern.strip()]
    return None, concerns[0] if concerns else None


def _text(found: Sequence[Finding], id: str) -> str | None:
    return next((f.text for f in found if f.id == id), None)


def _decisive(state: State) -> str | None:
    """What would settle it: the chair's word, else a seat's test, else a falsifier."""
    texts = [state.draft.decisive] if state.draft else []
    texts += [c.test for c in state.challenges.values()]
    texts += [p.falsifier for p in state.positions.values()]
    return next((t for t in texts if t.strip()), None)


def _gaps(state: State) -> list[str]:
    return [m.what for p in state.positions.values() for m in p.missing if m.what.strip()]


def _missing_legs(
    panel: Panel, found: Sequence[Finding], uncovered: Sequence[str]
) -> tuple[str, ...]:
    methods = {m for f in found for m in f.methods}
    legs = [
        ("source", panel.sources < 2),
        ("family", len(panel.families) < 2),
        ("method", len(methods) < 2),
    ]
    return (*(leg for leg, lacks in legs if lacks), *(f"capability:{w}" for w in uncovered))


def disagreement(state: State) -> Disagreement | None:
    """The disagreement that a report opens by itself: seats that end up for different options,
    or for another than the host favours. None: there is none, or it was opened already.

    A rehearsal's advisors cannot advise, so what they say contradicts nobody.
    """
    case, said = state.case, state.report
    assert case is not None
    if said is None or said.insufficient or said.panel.rehearsal or state.disagreements:
        return None
    sides = [
        Side(holder=s.seat, option=s.effective)
        for s in said.standings
        if s.effective != INSUFFICIENT
    ]
    if sides and case.host.favours is not None:
        sides.append(Side(holder=PRIMARY, option=case.host.favours))
    if len({s.option for s in sides}) < 2:
        return None
    return Disagreement(id="D1", kind=_kind(state), sides=tuple(sides))


def _kind(state: State) -> DisagreementKind:
    said = {c.dispute for c in state.challenges.values() if c.dispute is not None}
    return "value" if said == {"value"} else "factual"
