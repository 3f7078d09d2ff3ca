"""Rules on what seats say: `position`, `challenge` and `draft`, after they were read.

Laws: an answer belongs to the one open call that it came from; ids follow the seat; a citation
resolves to evidence that the seat was shown; a challenge relates the seat's own sealed claims
to others'; an unsupported change of choice is kept and does not count. What makes a reply
unreadable was judged before (`reading`); that a chair names findings that exist needs the
findings, which are computed above the rules, and is judged there (REA009).
Source: decision-council 1.8 and 1.9.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gemot.records.answer import Challenge, Position
from gemot.records.kinds import kind_of
from gemot.records.vocab import INSUFFICIENT, Round, Severity
from gemot.rules import change
from gemot.rules.citation import cited, one_of
from gemot.rules.rule import Admission, Hit, Rule

ROUNDS: dict[str, Round] = {
    "position": "positions", "challenge": "challenge", "draft": "chair",
}  # fmt: skip
"""The round that each kind of answer belongs to."""


def _uncalled(facts: Admission) -> Iterator[Hit]:
    said, state = facts.record, facts.state
    id, round = said.dispatch, ROUNDS[kind_of(said)]
    call = state.dispatches.get(id)
    if call is None:
        why = "no call of the case"
    elif (call.seat, call.round) != (said.seat, round):
        why = f"a call to seat {call.seat} in the round {call.round}"
    elif id in state.doubts:
        why = "a call that is in doubt"
    elif id in state.receipts:
        why = "a call that has ended"
    else:
        return
    needed = f"an open call to seat {said.seat} in the round {round}"
    yield Hit(place="dispatch", got=f"{id!r}, {why}", needed=needed)


def _answered(facts: Admission) -> Iterator[Hit]:
    said, state = facts.record, facts.state
    kind = kind_of(said)
    given: dict[str, Any] = {"position": state.positions, "challenge": state.challenges}
    seats = given.get(kind, (state.draft.seat,) if state.draft else ())
    if said.seat in seats:
        got = f"a second {kind} of {said.seat!r}"
        yield Hit(place="seat", got=got, needed=f"one {kind} a seat")


def _ids(facts: Admission) -> Iterator[Hit]:
    said: Position = facts.record
    claims, proposals = [c.id for c in said.claims], [p.id for p in said.proposals]
    for name, letter, ids in (("claims", "C", claims), ("proposals", "P", proposals)):
        for i, id in enumerate(ids):
            needed = f"{said.seat}-{letter}{i + 1}"
            if id != needed:
                yield Hit(place=f"{name}[{i}].id", got=repr(id), needed=repr(needed))


def _optionless(facts: Admission) -> Iterator[Hit]:
    case, said = facts.state.case, facts.record
    options = [o.id for o in case.options] if case else []
    places = [("choice", said.choice, [*options, INSUFFICIENT])]
    if isinstance(said, Position) and said.alternative is not None:
        places.append(("alternative", said.alternative, options))
    for place, got, known in places:
        if got not in known:
            yield Hit(place=place, got=repr(got), needed=one_of(known))


def _lists(facts: Admission) -> Iterator[tuple[str, Sequence[str]]]:
    """Every list of evidence ids in an answer, with its place."""
    said = facts.record
    yield "evidence", said.evidence
    if isinstance(said, Position):
        yield from ((f"claims[{i}].evidence", c.evidence) for i, c in enumerate(said.claims))
        yield from ((f"proposals[{i}].evidence", p.evidence) for i, p in enumerate(said.proposals))


def _unfounded(facts: Admission) -> Iterator[Hit]:
    for place, ids in _lists(facts):
        yield from cited(facts.state, ids, place)


def _unseen(facts: Admission) -> Iterator[Hit]:
    said, state = facts.record, facts.state
    packet = state.packets.get(ROUNDS[kind_of(said)])
    view = next((v for v in packet.views if v.seat == said.seat), None) if packet else None
    for place, ids in _lists(facts) if view else ():
        for i, id in enumerate(ids):
            found = state.evidence.get(id)
            if found and found.resolved and view and id not in view.parts:
                got = f"{id!r}, which the seat was not shown"
                yield Hit(place=f"{place}[{i}]", got=got, needed="evidence in its packet")


def _outcomes(facts: Admission) -> Iterator[Hit]:
    said: Position = facts.record
    known = [o.reference for o in facts.state.outcomes.values()]
    for i, p in enumerate(said.proposals):
        at = f"proposals[{i}]"
        named = [(f"{at}.outcomes[{j}]", o) for j, o in enumerate(p.outcomes)]
        named += [(f"{at}.negatives[{j}].outcome", n.outcome) for j, n in enumerate(p.negatives)]
        for place, outcome in named:
            if outcome not in known:
                yield Hit(place=place, got=repr(outcome), needed=one_of(known))


def _directions(facts: Admission) -> Iterator[Hit]:
    said: Position = facts.record
    most = len(facts.state.case.directions) if facts.state.case else 0
    for i, c in enumerate(said.claims):
        if c.against is not None and c.against > most:
            known = ("nothing: the owner gave no direction", "1, or nothing")
            needed = known[most] if most < 2 else f"1 to {most}, or nothing"
            yield Hit(place=f"claims[{i}].against", got=str(c.against), needed=needed)


def _groundless(facts: Admission) -> Iterator[Hit]:
    seat = facts.record.seat
    if seat not in facts.state.positions:
        got = f"{seat!r}, which has no position"
        yield Hit(place="seat", got=got, needed="a seat that took a position")


def _foreign(facts: Admission) -> Iterator[Hit]:
    said: Challenge = facts.record
    first = facts.state.positions.get(said.seat)
    own = [c.id for c in first.claims] if first else []
    for i, link in enumerate(said.links):
        if link.own is not None and link.own not in own:
            needed = f"a claim of {said.seat!r}: " + (", ".join(own) or "it made none")
            yield Hit(place=f"links[{i}].own", got=repr(link.own), needed=needed)


def _unclaimed(facts: Admission) -> Iterator[Hit]:
    said: Challenge = facts.record
    makers = {c.id: s for s, p in facts.state.positions.items() for c in p.claims}
    for i, link in enumerate(said.links):
        maker = makers.get(link.other)
        if maker is None or maker == said.seat:
            why = "which is its own" if maker else "which nobody claimed"
            got = f"{link.other!r}, {why}"
            yield Hit(place=f"links[{i}].other", got=got, needed="a claim of another seat")


def _contradictory(facts: Admission) -> Iterator[Hit]:
    said: Challenge = facts.record
    agreed = {(k.own, k.other) for k in said.links if k.relation in ("agree", "duplicate_of")}
    for i, link in enumerate(said.links):
        if link.relation == "disagree" and (link.own, link.other) in agreed:
            got = f"both agreement and disagreement of {link.own or 'a remark'} with {link.other}"
            yield Hit(place=f"links[{i}].relation", got=got, needed="one of the two")


def _remarks(facts: Admission) -> Iterator[Hit]:
    for i, link in enumerate(facts.record.links):
        if link.own is None:
            got = f"a remark on {link.other!r}"
            needed = "a relation of a claim that the seat made sealed"
            yield Hit(place=f"links[{i}].own", got=got, needed=needed)


def _rule(
    code: str, name: str, on: tuple[str, ...], check: Callable[[Admission], Iterator[Hit]],
    says: str, why: str, severity: Severity = "refuse",
    fix: str = "nothing is repaired: the reply is kept as it came, and its seat is not counted",
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=on, severity=severity, says=says, why=why, fix=fix, check=check
    )


P, C = ("position",), ("challenge",)
RULES: tuple[Rule, ...] = (
    _rule(
        "POS001", "answer-without-open-call", ("position", "challenge", "draft"), _uncalled,
        "the answer comes from no open call to its seat",
        "What a seat said is proved by its call; words without one could be anybody's.",
    ),
    _rule(
        "POS002", "second-answer", ("position", "challenge", "draft"), _answered,
        "the seat answered this round before",
        "Each seat speaks once a round; a second answer would let it choose which counts.",
    ),
    _rule(
        "POS003", "misnumbered-claim", P, _ids, "claims and proposals are not numbered by seat",
        "Relations and dispositions go by id; an id of another seat's would speak for it.",
    ),
    _rule(
        "POS004", "choice-of-no-option", ("position", "challenge"), _optionless,
        "what is chosen is no option", "A choice outside the options answers another question.",
    ),
    _rule(
        "POS005", "unfounded-citation", ("position", "challenge"), _unfounded,
        "evidence is cited that is not there", "A citation that resolves to no stored bytes "
        "supports nothing, however sure it sounds.",
    ),
    _rule(
        "POS006", "citation-of-unseen", ("position", "challenge"), _unseen,
        "evidence is cited that the seat was not shown",
        "Whoever cites what was withheld has it from elsewhere, and is not independent of it.",
    ),
    _rule(
        "POS007", "proposal-for-no-outcome", P, _outcomes,
        "a proposal names an outcome that is not active",
        "Contribution to an outcome that nobody approved cannot be weighed "
        "(decision-council 1.10).",
    ),
    _rule(
        "POS008", "contradiction-of-nothing", P, _directions,
        "a claim contradicts a direction that the owner did not give",
        "A challenge to the owner's words must say which words.",
    ),
    _rule(
        "POS009", "challenge-without-position", C, _groundless,
        "the seat challenges without having taken a position",
        "Who took no sealed position has nothing to change, and its agreement is with what it "
        "has just read.",
    ),
    _rule(
        "POS010", "foreign-claim", C, _foreign, "a link starts from a claim that the seat "
        "did not make", "A seat speaks for its own claims and for nobody else's.",
    ),
    _rule(
        "POS011", "link-to-nothing", C, _unclaimed,
        "a link leads to no claim of another seat",
        "Agreement with oneself, or with what nobody said, would raise a count.",
    ),
    _rule(
        "POS012", "contradictory-links", C, _contradictory,
        "a seat agrees and disagrees with one claim",
        "Both cannot be meant; so the pair matches nothing.",
        "degrade", "nothing to do: the two claims are not counted as one",
    ),
    _rule(
        "POS013", "unsealed-remark", C, _remarks, "a seat remarks on a claim it never made itself",
        "Agreement with a claim that one did not make sealed adds nothing to it; only a "
        "disagreement weighs.",
        "note", "nothing to do: the remark is shown and adds no support",
    ),
    *change.RULES,
)  # fmt: skip
