"""The sections of a case's first screen, each from the records alone.

Laws: every text that somebody wrote passes `line`; a count never stands alone or first; what
is unknown is said to be; a rehearsal's words are shown as its words and recommend nothing.
"""

from collections.abc import Iterable

from gemot.records.report import Finding, Report, Support
from gemot.records.vocab import INSUFFICIENT
from gemot.rules.rule import Offence
from gemot.rules.state import State, sealed
from gemot.views import money
from gemot.views.forgotten import stones, told
from gemot.views.notice import REAL_ADVISOR, attestation, by, concluding, head
from gemot.views.visible import line

LONG = 400
"""Characters of one person's text on the first screen."""
FEW = 5
"""Items of a list that may be long."""
LEGS = {
    "source": "a second distinct source",
    "family": "a second model family",
    "method": "a second method beside what was shown",
}


def objection(state: State) -> list[str]:
    """The strongest objection, and the question or experiment that would settle it."""
    said = state.report
    if said is None or not said.standings:
        return []
    if said.objection_text:
        found = [_objection(said, next((f for f in said.findings if f.id == said.objection), None))]
        verdict = state.verdicts.get(said.objection or "")
        if verdict is not None and verdict.judgement == "reject":
            found.append(f"rejected by the host: {line(verdict.reason, LONG)}")
    else:
        found = ["none was raised, which says something of the panel and nothing of the choice"]
    if said.decisive:
        found.append(f"what would settle it: {line(said.decisive, LONG)}")
    else:
        found.append("what would settle it: nobody named a question or an experiment")
    return found


def _objection(said: Report, finding: Finding | None) -> str:
    text = line(said.objection_text or "", LONG)
    if finding is None:
        return f"{text} (a seat's concern about its own choice)"
    who = ", ".join(finding.supporters) or "nobody any more"
    return f"{text} ({finding.id}, {finding.kind}, held by {who})"


def recommendation(state: State) -> list[str]:
    """What is recommended, and by how many distinct sources, attested how."""
    said = state.report
    if said is None:
        return []
    if said.panel.rehearsal:
        return ["none: a rehearsal recommends nothing"]
    if said.insufficient and said.panel.seats == 1:
        return ["none: the one seat that was planned gave no answer that counts"]
    if said.insufficient:
        return ["none: fewer than two sealed judgements where two were planned"]
    support = {s.option: s for s in said.support}
    if said.recommendation is None:
        if set(support) == {INSUFFICIENT}:
            return ["none: the seats say that the packet does not let them choose"]
        return ["none: the seats are split, and no count chooses", *map(_stands, said.support)]
    stands = support.get(said.recommendation)
    found = [_stands(stands) if stands else f"{line(said.recommendation)}: nobody is for it"]
    if said.panel.seats == 1:
        found.append("one advisor was consulted: an opinion, and no consensus")
    elif said.panel.sources == 1:
        found.append("one source agrees with itself: one confirmation, however many seats it has")
    found += _moved(said)
    return found


def _stands(s: Support) -> str:
    name = "that the packet does not let them choose" if s.option == INSUFFICIENT else s.option
    seats = f"seat{'s' if len(s.seats) > 1 else ''} {', '.join(s.seats)}"
    return f"{line(name)}: {seats}; {attestation(s.sources, s.attested)}"


def _moved(said: Report) -> list[str]:
    moved = [s for s in said.standings if s.first != s.effective]
    return [f"seat {s.seat} went from {line(s.first)} to {line(s.effective)}" for s in moved]


def decided(state: State) -> list[str]:
    """What the owner decided, and on what."""
    end = state.conclusion
    if end is None:
        return []
    found = [f"{line(end.choice)}: {line(end.because, LONG)}", by(concluding(state))]
    if end.rehearsal or not end.reviewed_by:
        found.append("no review counts towards it")
    else:
        found.append(f"reviewed by {attestation(end.sources, end.attested)}")
    found += [_rests(state, id) for id in end.evidence]
    found += [f"revisit if {line(r, LONG)}" for r in end.revisit_if]
    if end.review_on:
        found.append(f"look back on {end.review_on}")
    if end.not_weighed:
        found.append(f"not weighed: {', '.join(end.not_weighed)}")
    return [*found, f"head {head(state)}: keep it elsewhere, for `gemot verify --against`"]


def _rests(state: State, id: str) -> str:
    """What the decision cites, where it is, and what it is said to show."""
    e = state.evidence.get(id)
    if e is None:
        return f"rests on {id}, which is no evidence of the case"
    shows = f": {line(e.claim, LONG)}" if e.claim.strip() else ""
    return f"rests on {id} ({e.status}, {line(e.at, 80)}){shows}"


def missing(state: State) -> list[str]:
    """What the answer does not rest on: seats, sources, evidence, texts."""
    return [*_absent(state), *_legs(state), *_unfound(state), *_gaps(state), *_unread(state)]


def _absent(state: State) -> list[str]:
    if state.report is None:
        return []
    return [
        f"seat {a.seat} ({line(_advisor(state, a.seat))}): {line(a.why)}"
        for a in state.report.absences
    ]


def _advisor(state: State, seat: str) -> str:
    planned = state.seat(seat)
    return planned.advisor if planned else "not planned"


def _legs(state: State) -> list[str]:
    said, plan = state.report, state.plan
    legs = said.diversity_unsatisfied if said else ()
    uncovered = plan.uncovered if plan and plan.seats else ()
    named = [LEGS.get(leg, "") for leg in legs]
    return [*filter(None, named), *(f"an advisor that offers {line(w)}" for w in uncovered)]


def _unfound(state: State) -> list[str]:
    return [
        f"evidence {e.id} ({line(e.at, 80)}): {line(e.why or 'not found', LONG)}"
        for e in state.evidence.values()
        if not e.resolved
    ]


def _gaps(state: State) -> list[str]:
    gaps = state.report.gaps if state.report else ()
    return few([f"a seat was not told: {line(g, LONG)}" for g in gaps])


def _unread(state: State) -> list[str]:
    found = [
        f"record {f.name} is opaque: kind {line(f.kind)}, version {f.record.version}; "
        "kept and chained, read as nothing"
        for f in state.opaque()
    ]
    buried = stones(state)
    found += few([told(s) for s in buried])
    known = {s.record for s in buried}
    gone = [f.name for f in state.filed if f.forgotten and f.name not in known]
    return [*found, *([f"texts that were forgotten: {', '.join(few(gone))}"] if gone else [])]


def change(state: State) -> list[str]:
    """What would change the answer, in the words of those who said so."""
    case = state.case
    open_ = {} if sealed(state) else state.positions
    said = [f"seat {s}: {line(p.falsifier, LONG)}" for s, p in open_.items()]
    asked = [f"an answer to: {line(q, LONG)}" for q in case.questions] if case else []
    return few([x for x in said if not x.endswith(": ")] + asked)


def policy(state: State) -> list[str]:
    """Who was not asked, and why. The chair is no seat and is asked last: it was not left off."""
    plan = state.plan
    if plan is None:
        return []
    chair = plan.chair.advisor if plan.chair else None
    return [f"{line(o.advisor)}: {line(o.why)}" for o in plan.omitted if o.advisor != chair]


def cost(state: State) -> list[str]:
    """Calls and USD, exact; what is unknown or in doubt is said apart."""
    b = money.bill(state)
    if not b.calls:
        return ["no call was made; nothing was spent"]
    calls = "1 call" if b.calls == 1 else f"{b.calls} calls"
    found = [f"{calls}, {money.usd(b.nano)} USD"]
    if b.unpriced > b.pasted:
        found.append(f"{b.unpriced - b.pasted} of them of unknown cost, which is not zero")
    if b.pasted:
        found.append(
            f"{b.pasted} of them pasted by a person: what that cost is unknown, and no ceiling "
            "counts it"
        )
    if b.in_doubt:
        found.append(f"{b.in_doubt} of them in doubt: perhaps made and paid, no reply kept")
    if b.reserved:
        found.append(f"{money.usd(b.reserved)} USD still reserved for these")
    return found


def refusals(held: Iterable[Offence]) -> list[str]:
    """Why the next act was refused: place, got, needed, and what mends it."""
    found = []
    for o in held:
        found.append(f"{o.code} {line(o.place)}: {o.says}")
        found.append(f"  got {line(o.got, LONG)}; needed {line(o.needed, LONG)}")
        found.append(f"  fix: {o.fix}")
    return found


def counsel(state: State) -> list[str]:
    """What brings a real advisor, where none was asked or the seats only rehearsed."""
    plan = state.plan
    if plan is None or (plan.seats and not plan.rehearsal):
        return []
    if plan.rehearsal:
        names = ", ".join(line(s.advisor) for s in plan.seats if s.entry.rehearsal)
        found = [f"take the rehearsal advisors out of the configuration: {names}"]
        return [*found, "add, once for each advisor (price too, or it is refused under a ceiling):",
                *(f"  {x}" for x in REAL_ADVISOR)]  # fmt: skip
    return _alone(state)


def _alone(state: State) -> list[str]:
    plan = state.plan
    assert plan is not None
    found = []
    if plan.mode == "ci":
        found.append("mode ci asks nobody: run with `--mode standard`")
    if plan.stakes in ("trivial", "low"):
        found.append("stakes below material ask nobody: decide with `--materiality material`")
    if not state.availability or not any(
        s.status == "available" and not s.entry.rehearsal for s in state.availability.advisors
    ):
        found.append(
            "no advisor could be asked: `gemot admin config --example` shows how one is added"
        )
        found += [f"  {x}" for x in REAL_ADVISOR] if plan.local_review else []
    return found or ["the plan's reason says what kept the advisors out"]


def review(state: State) -> list[str]:
    """The structured local review: what the owner should put to themself, from the case."""
    case, plan = state.case, state.plan
    if case is None or plan is None or not plan.local_review:
        return []
    found = [
        f"write down the strongest case for {line(o.id)}, as one who wants it" for o in case.options
    ]
    found += [f"assumed, not shown: {line(a, LONG)}" for a in few(list(case.assumptions))]
    found += [
        f"hard to take back: {line(o.id)}; undoing it costs {line(o.undo_cost or 'unknown', LONG)}"
        for o in case.options
        if o.reversibility == "one_way"
    ]
    return [*found, "name what you would have to see within a month to call the choice wrong"]


def few(items: list[str]) -> list[str]:
    """The first of them, and how many more there are; equal ones once."""
    once = list(dict.fromkeys(items))
    more = len(once) - FEW
    return once if more <= 0 else [*once[:FEW], f"and {more} more"]
