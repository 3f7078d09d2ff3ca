"""Chapters of a whole case in Markdown: what was asked, on what, and whom. Pure.

Law: every text that somebody wrote passes `mark.escape`, `mark.quote` or `mark.code`.
"""

from gemot.records.framing import Case, Outcome
from gemot.records.plan import Plan, Seat
from gemot.records.vocab import Round
from gemot.rules.state import State, sealed
from gemot.views import money
from gemot.views.mark import bullets, code, escape, named, quote, table


def question(state: State) -> list[str]:
    """The question, the options, the owner's own words and the framing."""
    case = state.case
    if case is None:
        return []
    found = ["## The question", "", *quote(case.question), "", *_options(case)]
    if case.ask:
        found += ["", "**The owner's own words**", "", *quote(case.ask)]
    found += named("The owner's directions", case.directions)
    found += _outcomes(state)
    for name, items in _lists(case):
        found += named(name, items)
    if case.deadline:
        found += ["", f"To be decided by {case.deadline}."]
    if case.context.strip():
        found += ["", "**Context**", "", *quote(case.context)]
    return [*found, *_host(case)]


def _options(case: Case) -> list[str]:
    rows = [
        (
            code(o.id),
            escape(o.title),
            "can be taken back" if o.reversibility == "two_way" else "hard to take back",
            escape(o.undo_cost or ""),
        )
        for o in case.options
    ]
    return table(("Option", "What it is", "Door", "Taking it back costs"), rows)


def _lists(case: Case) -> list[tuple[str, tuple[str, ...]]]:
    return [
        ("Constraints", case.constraints),
        ("Not meant", case.non_goals),
        ("Affects", case.affects),
        ("Facts as stated", case.facts),
        ("Assumptions", case.assumptions),
        ("Open questions", case.questions),
        ("Other readings of the question", case.alternates),
    ]


def _outcomes(state: State) -> list[str]:
    if not state.outcomes:
        return []
    items = [_outcome(o) for o in state.outcomes.values()]
    return ["", "**What success means**", "", *bullets(items)]


def _outcome(o: Outcome) -> str:
    found = f"{o.reference}: {escape(o.success)}"
    if o.failure:
        found += f"; it fails when {escape(o.failure)}"
    return f"{found}; seen by {escape(o.observation)}" if o.observation else found


def _host(case: Case) -> list[str]:
    host = case.host
    items = []
    if host.hypothesis:
        items.append(f"hypothesis: {escape(host.hypothesis)}")
    if host.favours:
        items.append(f"favours {code(host.favours)}")
    if not items:
        return []
    items.append(f"confidence: {host.confidence}")
    return ["", "**The host's own view** (no seat was shown it)", "", *bullets(items)]


def evidence(state: State) -> list[str]:
    """The evidence table; what was not found says why."""
    if not state.evidence:
        return ["## Evidence", "", "None was named."]
    rows = [
        (
            e.id,
            e.status,
            e.kind,
            escape(e.at),
            escape(e.claim),
            "yes" if e.resolved else f"no: {escape(e.why or 'not said')}",
            code((e.commit or e.blob or "")[:12]),
        )
        for e in state.evidence.values()
    ]
    head = ("", "Status", "Kind", "Where", "Said to show", "Found", "At")
    return ["## Evidence", "", *table(head, rows)]


def panel(state: State) -> list[str]:
    """Who was asked in which round, who answered, who attests it, and who was not asked."""
    plan = state.plan
    if plan is None:
        return []
    found = ["## The panel", "", f"{escape(plan.reason)} (mode {plan.mode}, route {plan.route})."]
    rows = [
        _call(state, s, round)
        for round in (*plan.rounds, *(r for r in state.packets if r not in plan.rounds))
        for s in ((plan.chair,) if round == "chair" else _asked(state, plan, round))
        if s is not None
    ]
    if rows:
        head = ("Seat", "Round", "Advisor", "Asked for", "Answered", "Call", "Attested by", "Cost")
        found += ["", *table(head, rows)]
    omitted = [f"{code(o.advisor)}: {escape(o.why)}" for o in plan.omitted]
    if omitted:
        found += ["", "**Left off the panel**", "", *bullets(omitted)]
    return found


def _asked(state: State, plan: Plan, round: Round) -> tuple[Seat, ...]:
    """Whom a round asks; a planned one is shown with all its seats, whatever became of it."""
    return plan.seats if round in plan.rounds else state.seats(round)


def _call(state: State, seat: Seat, round: Round) -> tuple[str, ...]:
    receipt = state.failure(seat.id, round)
    asked = escape(seat.entry.model or "")
    if receipt is None:
        standing = {
            "unasked": "not asked",
            "open": "under way",
            "doubt": "in doubt",
            "dropped": "given up in doubt" if state.attempts(seat.id, round) else "given up",
            "again": "to be asked again",
        }.get(state.slot(seat.id, round), "answered")
        return (seat.id, round, code(seat.advisor), asked, "", standing, "", "")
    cost = "unknown" if receipt.cost is None else f"{money.usd(receipt.cost)} USD"
    status = f"{receipt.status}, another model answered" if receipt.mismatch else receipt.status
    return (
        seat.id,
        round,
        code(seat.advisor),
        asked,
        escape(receipt.model or ""),
        f"{status}, late" if receipt.late else status,
        receipt.identity.attested,
        cost,
    )


def positions(state: State) -> list[str]:
    """What each seat said, in its own words."""
    if not state.positions:
        return []
    found = ["## What the seats said"]
    if sealed(state):
        return [*found, "", f"Sealed until the round has ended; {len(state.positions)} answered."]
    for seat, p in state.positions.items():
        found += ["", f"### Seat {seat}: {code(p.choice)} ({p.confidence} confidence)", ""]
        found += quote(p.rationale)
        items = [f"{c.id} ({c.kind}): {escape(c.text)}{_cited(c.evidence)}" for c in p.claims]
        items.append(f"its strongest concern: {escape(p.concern)}")
        if p.alternative:
            items.append(f"the best other option, {code(p.alternative)}: "
                         f"{escape(p.alternative_case)}")  # fmt: skip
        items.append(f"it would be wrong if: {escape(p.falsifier)}")
        items += [f"{x.id} ({x.kind}): {escape(x.text)}" for x in p.proposals]
        items += [f"not told: {escape(m.what)}; impact: {escape(m.impact)}" for m in p.missing]
        found += ["", *bullets(items)]
    return found


def _cited(ids: tuple[str, ...]) -> str:
    return f" (cites {', '.join(ids)})" if ids else ""
