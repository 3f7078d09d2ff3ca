"""Rules on the packet: what each seat is shown, and that it is fair.

Laws: a round is packed once, when its turn has come; every seat of it has one view; core parts
are the same for all, and only evidence may be withheld, openly; a packet is cut for nobody, so
one that is too large is refused; a label names one sealed claim and gives away nobody. Whether
the host's own words lean is judged on the `case`, before anything is frozen.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from gemot.records.answer import Claim
from gemot.records.plan import Packet, View
from gemot.records.vocab import Round, Severity, stem
from gemot.rules import wording
from gemot.rules.citation import count, one_of
from gemot.rules.rule import Admission, Hit, Rule

LARGEST = 256 * 1024
"""Bytes of the largest prompt; what needs more is not yet a question."""
REHEARSED = 6_000
"""Bytes from which a prompt is much for a small embedded model."""
BYTES_A_TOKEN = 3
"""Cautious: English text has about four."""


def _unplanned(facts: Admission) -> Iterator[Hit]:
    plan, packet = facts.state.plan, facts.record
    if plan is None or packet.round in plan.rounds:
        return
    if stem(packet.round) == "prediction":
        asking = [x for x in facts.state.experiments.values() if x.ask]
        if packet.round in [f"prediction.{x.id}" for x in asking]:
            return
        got = f"{packet.round!r}, of no experiment that asks its sides"
        yield Hit(place="round", got=got, needed=one_of([x.id for x in asking]))
        return
    yield Hit(place="round", got=repr(packet.round), needed=one_of(plan.rounds))


def _untimely(facts: Admission) -> Iterator[Hit]:
    state, round = facts.state, facts.record.round
    if state.plan is None or round not in state.plan.rounds or round == "positions":
        return
    before: Round = "positions" if round == "challenge" else "challenge"
    if not state.complete("positions") or not state.complete(before):
        got = f"a call of the {before} that has not ended"
        yield Hit(place="round", got=got, needed=f"all {before} in, or failed")
    elif len(state.positions) < 2:
        got = count(len(state.positions), "counted position")
        yield Hit(place="round", got=got, needed="at least 2")


def _refrozen(facts: Admission) -> Iterator[Hit]:
    if facts.record.round in facts.state.packets:
        got = f"a second packet of the round {facts.record.round!r}"
        yield Hit(place="round", got=got, needed="one packet a round")


def _views(facts: Admission) -> Iterator[Hit]:
    packet: Packet = facts.record
    seats = [s.id for s in facts.state.seats(packet.round)]
    count = Counter(v.seat for v in packet.views)
    for seat in seats:
        if count[seat] != 1:
            yield Hit(place="views", got=f"{count[seat]} views for {seat!r}", needed="one")
    for i, view in enumerate(packet.views):
        if view.seat not in seats:
            yield Hit(place=f"views[{i}].seat", got=repr(view.seat), needed=one_of(seats))


def _parts(facts: Admission) -> Iterator[Hit]:
    packet: Packet = facts.record
    count = Counter(p.id for p in packet.parts)
    for i, part in enumerate(packet.parts):
        if count[part.id] > 1:
            got = f"{part.id!r}, {count[part.id]} times"
            yield Hit(place=f"parts[{i}].id", got=got, needed="each part once")
    for i, view in enumerate(packet.views):
        named = [(f"parts[{j}]", p) for j, p in enumerate(view.parts)]
        named += [(f"withheld[{j}].part", w.part) for j, w in enumerate(view.withheld)]
        for place, id in named:
            if id not in count:
                needed = "a part of the packet"
                yield Hit(place=f"views[{i}].{place}", got=repr(id), needed=needed)


def _core(facts: Admission) -> Iterator[Hit]:
    packet: Packet = facts.record
    core = tuple(p.id for p in packet.parts if p.kind == "core")
    if not core:
        yield Hit(place="parts", got="no core part", needed="the question, for every seat")
    for i, view in enumerate(packet.views):
        begins = view.parts[: len(core)]
        if begins != core:
            got = "a view that begins with " + (", ".join(begins) or "nothing")
            yield Hit(place=f"views[{i}].parts", got=got, needed=", ".join(core))


def _withheld(facts: Admission) -> Iterator[Hit]:
    packet: Packet = facts.record
    kinds = {p.id: p.kind for p in packet.parts}
    for i, view in enumerate(packet.views):
        for j, w in enumerate(view.withheld):
            kind = kinds.get(w.part)
            place = f"views[{i}].withheld[{j}].part"
            if kind is not None and kind != "evidence":
                got = f"{w.part!r}, a part of kind {kind}"
                yield Hit(place=place, got=got, needed="a part of kind evidence")
            elif w.part in view.parts:
                yield Hit(place=place, got=f"{w.part!r}, which is shown", needed="one of the two")


def _concealed(facts: Admission) -> Iterator[Hit]:
    packet: Packet = facts.record
    evidence = [p.id for p in packet.parts if p.kind == "evidence"]
    for i, view in enumerate(packet.views):
        said = {*view.parts, *(w.part for w in view.withheld)}
        for part in evidence:
            if part not in said:
                got = f"{part!r}, neither shown nor withheld"
                yield Hit(place=f"views[{i}].parts", got=got, needed="one of the two")
    for id, found in facts.state.evidence.items():
        if found.resolved and id not in evidence:
            yield Hit(place="parts", got=f"no part {id!r}", needed="all evidence that was found")
    for i, p in enumerate(packet.parts):
        known = facts.state.evidence.get(p.id)
        if p.kind == "evidence" and (known is None or not known.resolved):
            needed = "evidence of the case that was found"
            yield Hit(place=f"parts[{i}].id", got=repr(p.id), needed=needed)


def _large(facts: Admission) -> Iterator[Hit]:
    for i, view in enumerate(facts.record.views):
        if view.size > LARGEST:
            place, needed = f"views[{i}].size", f"at most {LARGEST} bytes"
            yield Hit(place=place, got=f"{view.size} bytes", needed=needed)


def _crowded(facts: Admission) -> Iterator[Hit]:
    for i, view in enumerate(facts.record.views):
        seat = facts.state.seat(view.seat)
        if seat is None or seat.entry.limits.context is None:
            continue
        limits = seat.entry.limits
        room = max(0, (limits.context or 0) - limits.output)
        tokens = -(-view.size // BYTES_A_TOKEN)
        if tokens > room:
            needed = f"at most {room}: context {limits.context}, of which {limits.output} to answer"
            got = f"about {tokens} tokens for {seat.advisor!r}"
            yield Hit(place=f"views[{i}].size", got=got, needed=needed)


def _lengthy(facts: Admission) -> Iterator[Hit]:
    for i, view in enumerate(facts.record.views):
        seat = facts.state.seat(view.seat)
        if seat is not None and seat.entry.rehearsal and view.size > REHEARSED:
            got, needed = f"{view.size} bytes in a rehearsal", f"at most {REHEARSED} bytes"
            yield Hit(place=f"views[{i}].size", got=got, needed=needed)


def _claims(facts: Admission) -> dict[str, tuple[str, Claim]]:
    """Every sealed claim with its maker."""
    positions = facts.state.positions.values()
    return {c.id: (p.seat, c) for p in positions for c in p.claims}


def _labels(packet: Packet) -> Iterator[tuple[str, View, str, str]]:
    for i, view in enumerate(packet.views):
        for j, label in enumerate(view.labels):
            yield f"views[{i}].labels[{j}]", view, label.label, label.of


def _nameless(facts: Admission) -> Iterator[Hit]:
    claims = _claims(facts)
    for place, _, _, of in _labels(facts.record):
        if of not in claims:
            yield Hit(place=f"{place}.of", got=repr(of), needed="a sealed claim")


def _doubled(facts: Admission) -> Iterator[Hit]:
    for i, view in enumerate(facts.record.views):
        for label, times in Counter(x.label for x in view.labels).items():
            if times > 1:
                got = f"{label!r}, {times} times"
                yield Hit(place=f"views[{i}].labels", got=got, needed="each label once")


def _telling(facts: Admission) -> Iterator[Hit]:
    claims = _claims(facts)
    for place, _, label, of in _labels(facts.record):
        if of in claims and label.startswith(f"{claims[of][0]}-"):
            needed = "a label that names no seat"
            yield Hit(place=f"{place}.label", got=repr(label), needed=needed)


def _unmarked(facts: Admission) -> Iterator[Hit]:
    claims = _claims(facts)
    if facts.record.round != "challenge":
        return
    for place, view, label, of in _labels(facts.record):
        own = of in claims and claims[of][0] == view.seat
        if of in claims and label.startswith("OWN-") != own:
            needed = "a label beginning with OWN-" if own else "a label not beginning with OWN-"
            yield Hit(place=f"{place}.label", got=repr(label), needed=needed)


def _hidden(facts: Admission) -> Iterator[Hit]:
    packet: Packet = facts.record
    if packet.round != "challenge":
        return
    for i, view in enumerate(packet.views):
        shown = {x.of for x in view.labels}
        for id in _claims(facts):
            if id not in shown:
                got = f"no label for {id!r}"
                yield Hit(place=f"views[{i}].labels", got=got, needed="one for every sealed claim")


def _rule(
    code: str, name: str, check: Callable[[Admission], Iterator[Hit]], says: str, why: str,
    fix: str = "leave the packet to the writer: run `gemot case resume CASE`",
    severity: Severity = "refuse",
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=("packet",), severity=severity, says=says, why=why, fix=fix,
        check=check,
    )  # fmt: skip


SHORTEN = "cut the lines of the evidence or the context, or ask advisors with a larger context"
RULES: tuple[Rule, ...] = (
    _rule(
        "PCK001", "unplanned-round", _unplanned, "the packet is of a round that was not planned",
        "A round that the plan does not have was neither announced nor paid for.",
    ),
    _rule(
        "PCK002", "round-out-of-turn", _untimely,
        "the packet is frozen before the round before it has ended",
        "Positions are sealed until all are in or have failed; a seat that reads the others "
        "early answers them and not the question.",
    ),
    _rule(
        "PCK003", "packet-frozen-twice", _refrozen, "the round has a packet already",
        "What was put before the seats is frozen; a second packet would ask some of them "
        "something else.",
    ),
    _rule(
        "PCK004", "view-without-seat", _views,
        "a seat of the round has no view or several, or a view is for nobody",
        "Every seat answers the same question, and it is recorded what each was shown.",
    ),
    _rule(
        "PCK005", "unknown-part", _parts, "a view names a part that the packet does not have once",
        "A part is its bytes, kept under its digest; a name without one, or with two, cannot be "
        "shown to anyone later.",
    ),
    _rule(
        "PCK006", "unequal-core", _core, "a view does not begin with all core parts in order",
        "Seats that were asked different questions neither agree nor disagree.",
    ),
    _rule(
        "PCK007", "withheld-core", _withheld,
        "something is withheld that is no evidence, or that is shown as well",
        "Evidence may be kept from some seats to see whether a finding survives without it; "
        "the question and the owner's words may not.",
    ),
    _rule(
        "PCK008", "concealed-evidence", _concealed,
        "the evidence in the packet is not that of the case, each piece shown or withheld",
        "What a seat did not see must be said, since agreement on what nobody showed it proves "
        "nothing; and no evidence comes in that nobody looked up.",
    ),
    _rule(
        "PCK009", "oversized-prompt", _large, "a prompt is larger than any seat is given",
        "A packet is never cut, since nobody could say what the cut part would have changed.",
        SHORTEN,
    ),
    _rule(
        "PCK010", "context-exceeded", _crowded,
        "a prompt does not fit the advisor's context together with its answer",
        "An advisor that silently drops the beginning answers another question "
        "(decision-council 1.6).",
        SHORTEN,
    ),
    _rule(
        "PCK011", "lengthy-rehearsal", _lengthy, "a prompt is much for a rehearsal's small model",
        "A small model reads slowly and loses what stands first; its reply may well be "
        "unreadable, and that would say nothing about the packet.",
        SHORTEN, severity="note",
    ),
    _rule(
        "PCK012", "label-of-nothing", _nameless, "a label stands for no sealed claim",
        "Relations are by id; one to a claim that nobody made would add support to nothing.",
    ),
    _rule(
        "PCK013", "repeated-label", _doubled, "a label stands twice before one seat",
        "A relation to a label that means two claims means neither.",
    ),
    _rule(
        "PCK014", "telling-label", _telling, "a label gives away whose claim it is",
        "The challenge is anonymous so that claims are weighed and not their makers.",
    ),
    _rule(
        "PCK015", "unmarked-own-claim", _unmarked,
        "a seat's own claims are not told apart from the others'",
        "A seat that takes its own claim for another's agrees with itself.",
    ),
    _rule(
        "PCK016", "hidden-claim", _hidden, "a sealed claim is not put before a seat",
        "A claim that its critics never saw stands unopposed without having been tested.",
    ),
    *wording.RULES,
)  # fmt: skip
