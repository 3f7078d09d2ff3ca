"""What a case is drawn as: its trace from evidence to options, its panel, its timeline. Pure.

Laws: a drawing adds nothing to the records and counts nothing; an absent seat is drawn as
absent; the option that the owner chose says so, and one that is only recommended says that;
in a rehearsal nothing is recommended.
"""

from collections.abc import Iterator
from itertools import pairwise

from gemot.records.plan import Seat
from gemot.records.settlement import PRIMARY
from gemot.records.vocab import INSUFFICIENT
from gemot.rules.state import State
from gemot.views.graph import Edge, Graph, Kind, Node, edge, graph, node
from gemot.views.timeline import timeline

UNSURE = "cannot choose"


def trace(case: str, state: State) -> Graph:
    """Evidence, claims, findings and proposals, options and outcomes."""
    nodes = [*_evidence(state), *_said(state), *_findings(state), *_ends(state)]
    empty = [] if state.positions else ["No seat has answered."]
    return graph(
        f"From evidence to options: {_question(state)}",
        f"Case {case}. Evidence on the left, then what seats claimed with it, the findings that "
        "the claims were matched to with their buckets, and the options and outcomes.",
        ("Evidence", "Claims", "Findings and proposals", "Options and outcomes"),
        nodes,
        _reasons(state),
        [*empty, *_rehearsal(state)],
    )


def _question(state: State) -> str:
    return state.case.question if state.case else "No case yet"


def _rehearsal(state: State) -> list[str]:
    if state.plan is None or not state.plan.rehearsal:
        return []
    return ["REHEARSAL: this shows the machinery and is no counsel."]


def _evidence(state: State) -> Iterator[Node]:
    for e in state.evidence.values():
        kind: Kind = "evidence" if e.resolved else "unfound"
        head = f"{e.id} {e.status.lower()}, {e.kind}{'' if e.resolved else ', not found'}"
        yield node(e.id, 0, kind, head, f"{e.at}: {e.claim}" if e.claim else e.at)


def _said(state: State) -> Iterator[Node]:
    for p in state.positions.values():
        for c in p.claims:
            yield node(c.id, 1, "claim", f"{c.id} {c.kind}", c.text)
        for x in p.proposals:
            yield node(x.id, 2, "proposal", f"{x.id} {x.kind.lower().replace('_', ' ')}", x.text)


def _findings(state: State) -> Iterator[Node]:
    for f in state.report.findings if state.report else ():
        disputed = f", {', '.join(f.opposers)} against" if f.opposers else ""
        head = f"{f.id} {f.bucket.replace('_', ' ')}{disputed}"
        yield node(f.id, 2, f.bucket, head, f.text)


def _ends(state: State) -> Iterator[Node]:
    yield from _options(state, 3)
    for o in state.outcomes.values():
        yield node(o.reference, 3, "outcome", f"{o.reference} outcome", o.success)


def _options(state: State, column: int) -> Iterator[Node]:
    chosen = state.conclusion.choice if state.conclusion else None
    advised = state.report.recommendation if state.report else None
    for o in state.case.options if state.case else ():
        word = ""
        if o.id == chosen:
            word = ", chosen"
        elif chosen is None and o.id == advised:
            word = ", recommended"
        kind: Kind = "chosen" if word else "option"
        yield node(f"option-{o.id}", column, kind, f"{o.id}{word}", o.title)
    if any(s.effective == INSUFFICIENT for s in (state.report.standings if state.report else ())):
        yield node(f"option-{INSUFFICIENT}", column, "option", UNSURE, "the packet says too little")


def _reasons(state: State) -> Iterator[Edge]:
    ends = {s.seat: s.effective for s in (state.report.standings if state.report else ())}
    for p in state.positions.values():
        for c in p.claims:
            yield from (edge(e, c.id) for e in c.evidence)
        for x in p.proposals:
            yield from (edge(e, x.id) for e in x.evidence)
            yield from (edge(x.id, o) for o in x.outcomes)
            yield from (edge(x.id, n.outcome, "against", n.effect) for n in x.negatives)
    for f in state.report.findings if state.report else ():
        yield from (edge(c, f.id) for c in f.claims)
        for seat in f.supporters:
            if seat in ends:
                yield edge(f.id, f"option-{ends[seat]}", says=f"seat {seat} holds it")


# The panel.


def panel(case: str, state: State) -> Graph:
    """Sources, seats and options: who stands where, who moved, who disputes whom."""
    plan = state.plan
    seats = plan.seats if plan else ()
    nodes = [n for s in seats for n in _seated(state, s)]
    if state.case and state.case.host.favours:
        nodes.append(node(PRIMARY, 1, "host", "host", "favours an option; never a source"))
    nobody = [] if seats else ["Nobody was asked."]
    return graph(
        f"Who stands where: {_question(state)}",
        f"Case {case}. Sources on the left, the seats that they fill, and the options that the "
        "seats end up for; a broken line shows where a seat stood first.",
        ("Sources", "Seats", "Options"),
        [*nodes, *_options(state, 2)],
        [*_stands(state), *_disputes(state)],
        [*nobody, *_rehearsal(state), *_oppositions(state), *_disagreements(state)],
    )


def _seated(state: State, seat: Seat) -> Iterator[Node]:
    position, challenge = state.positions.get(seat.id), state.challenges.get(seat.id)
    model = seat.entry.model or "model not named"
    if position is None:
        why = (
            next((a.why for a in state.report.absences if a.seat == seat.id), None)
            if state.report
            else None
        )
        yield node(f"seat-{seat.id}", 1, "absent", f"{seat.id} {seat.advisor}, absent",
                   f"{model}: {why or 'no answer yet'}")  # fmt: skip
        return
    said = f"{_choice(position.choice)}, {position.confidence} confidence"
    if challenge and challenge.effective != position.choice:
        said = (f"first {_choice(position.choice)}, in the end {_choice(challenge.effective)} "
                f"({challenge.basis})")  # fmt: skip
    yield node(f"seat-{seat.id}", 1, "seat", f"{seat.id} {seat.advisor}", f"{model}: {said}")
    yield _source(state, seat)


def _choice(option: str) -> str:
    return UNSURE if option == INSUFFICIENT else option


def _source(state: State, seat: Seat) -> Node:
    head, text = _origin(state, seat)
    return node(_origin_name(state, seat), 0, "source", head, text)


def _origin_name(state: State, seat: Seat) -> str:
    return " ".join(("source", *_origin(state, seat)))


def _origin(state: State, seat: Seat) -> tuple[str, str]:
    receipt = state.failure(seat.id, "positions")
    source = receipt.identity.source if receipt else seat.entry.source
    known = [x for x in (source.vendor, source.family, source.weights) if x]
    by = receipt.identity.attested if receipt else "configuration"
    head = ", ".join(known) or "unknown source"
    return head, f"attested by the {by}" if by != "configuration" else "as configured, unattested"


def _stands(state: State) -> Iterator[Edge]:
    for seat in state.plan.seats if state.plan else ():
        position, challenge = state.positions.get(seat.id), state.challenges.get(seat.id)
        if position is None:
            continue
        yield edge(_origin_name(state, seat), f"seat-{seat.id}")
        now = challenge.effective if challenge else position.choice
        yield edge(f"seat-{seat.id}", f"option-{now}")
        if now != position.choice:
            yield edge(f"seat-{seat.id}", f"option-{position.choice}", "moved", "first choice")
    if state.case and state.case.host.favours:
        yield edge(PRIMARY, f"option-{state.case.host.favours}", says="the host favours it")


def _against(state: State) -> Iterator[tuple[str, str]]:
    """Each seat and the claim of another that it disputes."""
    for seat, c in state.challenges.items():
        for link in c.links:
            if link.relation == "disagree":
                yield seat, link.other


def _disputes(state: State) -> Iterator[Edge]:
    for seat, claim in _against(state):
        other = claim.rpartition("-")[0]
        yield edge(f"seat-{seat}", f"seat-{other}", "against", f"{seat} disputes {claim}")


def _oppositions(state: State) -> Iterator[str]:
    for seat, claim in _against(state):
        yield f"Seat {seat} disputes {claim}."


def _disagreements(state: State) -> Iterator[str]:
    for id, d in state.disagreements.items():
        sides = ", ".join(f"{s.holder} for {s.option}" for s in d.sides)
        settled = state.resolutions.get(id)
        how = f"settled for {settled.favours}, by {settled.by}" if settled else "open"
        yield f"{id} ({d.kind}): {sides}; {how}."


# The timeline.


def moments(case: str, state: State) -> Graph:
    """Every record as a box, one after the other."""
    steps = timeline(state)
    nodes = [
        node(m.record, 0, "moment", f"{m.at[:16].replace('T', ' ')} {m.phase.replace('_', ' ')}",
             m.summary)
        for m in steps
    ]  # fmt: skip
    follows = [edge(a.record, b.record) for a, b in pairwise(steps)]
    return graph(
        f"What happened: {_question(state)}",
        f"Case {case}, {len(steps)} records, each with its time in UTC and its phase.",
        ("Timeline",),
        nodes,
        follows,
        _rehearsal(state),
    )
