"""Where a case stands, and which record may come then: one complete table.

Law: `TABLE` has every record kind and every stage; a pair that is not allowed is refused and
changes nothing. The diagram of the documentation is drawn from it.
"""

from collections.abc import Iterator
from typing import Literal, get_args

from gemot.records.kinds import kind_of
from gemot.rules.rule import Admission, Hit, Rule
from gemot.rules.state import State

Stage = Literal[
    "new", "framed", "evidenced", "planned", "packed", "cleared", "positioned", "challenged",
    "reported", "judged", "disputed", "resolved", "concluded", "validated", "looked_back",
    "decided_locally", "inconclusive", "withdrawn",
]  # fmt: skip
STAGES: tuple[Stage, ...] = get_args(Stage)

# One column a stage, in the order of STAGES:
#               new fra evi pla pac cle pos cha rep jud dis res con val loo loc inc wit
_GRID = """
case             x   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
outcome          .   x   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
precedent        .   x   x   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
evidence         .   x   x   .   .   .   .   .   x   x   x   x   x   x   x   x   x   .
observation      .   .   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x
plan             .   .   x   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
packet           .   .   .   x   .   .   x   x   .   .   x   .   .   .   .   .   .   .
clearance        .   .   .   .   x   x   x   x   .   .   x   .   .   .   .   .   .   .
authorization    .   .   .   .   x   x   x   x   .   .   x   .   .   .   .   .   .   .
dispatch         .   .   .   .   .   x   x   x   .   .   x   .   .   .   .   .   .   .
receipt          .   .   .   .   .   x   x   x   x   x   x   x   x   x   x   .   x   x
position         .   .   .   .   .   x   .   .   .   .   .   .   .   .   .   .   .   .
challenge        .   .   .   .   .   .   x   .   .   .   .   .   .   .   .   .   .   .
draft            .   .   .   .   .   .   .   x   .   .   .   .   .   .   .   .   .   .
report           .   .   .   .   .   .   .   x   .   .   .   .   .   .   .   .   .   .
verdict          .   .   .   .   .   .   .   .   x   x   x   x   .   .   .   .   x   .
disagreement     .   .   .   .   .   .   .   .   x   x   x   x   .   .   .   .   .   .
probe            .   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   .
experiment       .   .   .   .   .   .   .   .   .   .   x   x   .   .   .   .   .   .
prediction       .   .   .   .   .   .   .   .   .   .   x   x   .   .   .   .   .   .
resolution       .   .   .   .   .   .   .   .   .   .   x   x   .   .   .   .   .   .
conclusion       .   .   .   x   x   x   x   x   x   x   x   x   x   x   x   x   x   .
validation       .   .   .   .   .   .   .   .   .   .   .   .   x   x   x   .   .   .
lookback         .   .   .   .   .   .   .   .   .   .   .   .   x   x   x   .   .   .
attempt          .   x   x   x   .   .   .   .   x   x   x   x   x   x   x   x   x   .
withdrawal       .   x   x   x   x   x   x   x   x   x   x   x   .   .   .   x   x   .
tombstone        .   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x
adoption         .   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x   x
"""


def _table() -> dict[tuple[str, Stage], bool]:
    rows = (line.split() for line in _GRID.strip().splitlines())
    return {
        (kind, stage): mark == "x"
        for kind, *marks in rows
        for stage, mark in zip(STAGES, marks, strict=True)
    }


TABLE: dict[tuple[str, Stage], bool] = _table()


def stage(state: State) -> Stage:
    """Where the case stands. Derived; an opaque record moves nothing."""
    if state.case is None:
        return "new"
    if state.withdrawal is not None:
        return "withdrawn"
    if state.conclusion is not None:
        return _after_conclusion(state)
    if state.report is not None:
        return _after_report(state)
    return _before_report(state)


def _after_conclusion(state: State) -> Stage:
    """Looked back on, validated or just concluded: of the conclusion that stands."""
    if state.lookbacks:
        return "looked_back"
    return "validated" if state.validations else "concluded"


def _after_report(state: State) -> Stage:
    report = state.report
    assert report is not None
    if state.unresolved:
        return "disputed"
    if report.insufficient:
        return "inconclusive"
    if state.disagreements:
        return "resolved"
    if report.findings and all(f.id in state.verdicts for f in report.findings):
        return "judged"
    return "reported"


def _before_report(state: State) -> Stage:
    case, plan = state.case, state.plan
    assert case is not None
    if plan is not None:
        if not plan.seats:
            return "decided_locally"
        if state.complete("positions"):
            return "challenged" if state.complete("challenge") else "positioned"
        if state.clearances:
            return "cleared"
        return "packed" if "positions" in state.packets else "planned"
    looked_up = all(r.id in state.evidence for r in case.evidence)
    framed = len(state.outcomes) >= case.outcomes
    return "evidenced" if looked_up and framed else "framed"


def _out_of_stage(facts: Admission) -> Iterator[Hit]:
    kind, now = kind_of(facts.record), stage(facts.state)
    if not TABLE.get((kind, now), False):
        allowed = [s for s in STAGES if TABLE.get((kind, s), False)]
        yield Hit(
            place=kind,
            got=f"{'an' if kind[0] in 'aeiou' else 'a'} {kind} at stage {now!r}",
            needed="one of the stages " + ", ".join(allowed) if allowed else "no stage allows it",
        )


OUT_OF_STAGE = Rule(
    code="STG001",
    name="record-out-of-stage",
    on=tuple(dict.fromkeys(kind for kind, _ in TABLE)),
    severity="refuse",
    says="the record does not belong to the stage that the case is at",
    why="A case is its records in an order that means something: a report before the answers, "
    "or evidence slipped in while seats are answering, would say what did not happen.",
    fix="run `gemot status CASE` and do one of its next acts",
    check=_out_of_stage,
)
RULES = (OUT_OF_STAGE,)
