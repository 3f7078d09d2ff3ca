"""The full form of a conclusion, filled in as far as the records say: what is left are reasons.

Laws: nobody's text stands outside of a comment of one line; every option, proposal, finding,
answer and disagreement stands in it; what is left blank is refused by the rules, so that no
form passes unread. Pure.
"""

from gemot.records.framing import Option
from gemot.records.settlement import DEFER
from gemot.rules.state import State
from gemot.views.notice import holder
from gemot.views.visible import line

BLANK = '""'


def form(state: State) -> str:
    """The form of the case, to be given to `gemot conclude CASE --file`."""
    case = state.case
    options = [o.id for o in case.options] if case else []
    found = [
        "---",
        *_question(state),
        *_answers(state),
        f"choice: {BLANK}   # one of {', '.join((*options, DEFER))}",
        *_text("because", "why; or leave it out and write below the last line"),
        "settled_by: decision   # evidence, where what is cited settles it",
        *_evidence(state),
        *_text("scope", "what it holds for"),
        *_items("revisit_if", "what would reopen it"),
        *_items("risks", "what may go wrong"),
        *_items("validation_plan", "how it will be seen whether it was right"),
        *_items("kill_criteria", "what would stop it"),
        *_text("next_step", "one step"),
        "# review_on: 2027-01-31   # the day to look back on it",
        *_special(state),
        "# The options that are not chosen; take out the one that is.",
        *_list("rejected", [[f"option: {o}", f"reason: {BLANK}"] for o in options]),
        *_verdicts(state),
        *_proposals(state),
        *_resolutions(state),
        "---",
    ]
    return "\n".join(found) + "\n"


def _question(state: State) -> list[str]:
    case = state.case
    if case is None:
        return []
    found = [f"# {line(case.question, 200)}"]
    found += [f"# {o.id}{_door(o)}: {line(o.title or o.id, 120)}" for o in case.options]
    return [*found, *(f"# {o.reference}: {line(o.success, 120)}" for o in state.outcomes.values())]


def _door(option: Option) -> str:
    if option.reversibility == "two_way":
        return ""
    return f" (one-way; undoing it costs {line(option.undo_cost or 'unknown', 80)})"


def _answers(state: State) -> list[str]:
    """Where each seat ended up, and its reason; a later word than its first where it changed."""
    found = []
    for seat, p in state.positions.items():
        later = state.challenges.get(seat)
        end = later.effective if later else p.choice
        moved = "" if end == p.choice else f", first for {p.choice}"
        found.append(f"# seat {seat} is for {end}{moved}: {line(p.rationale, 160)}")
        found.append(f"#   fears {line(p.concern, 160)}")
    return found


def _special(state: State) -> list[str]:
    """What only some cases need: another conclusion to replace, a resolution to go against, a
    plan that was not carried out."""
    found = []
    standing, plan = state.concluded, state.plan
    if standing is not None:
        found.append(f"supersedes: {standing.name}   # the conclusion that stands")
    if state.resolutions:
        found.append("# against: why it goes against a resolution, where it does")
    if plan is not None and plan.seats and state.report is None:
        found += _text("without_plan", "why the plan was not carried out")
    return found


def _text(key: str, says: str) -> list[str]:
    return [f"{key}: {BLANK}   # {says}"]


def _items(key: str, says: str) -> list[str]:
    return [f"{key}: [{BLANK}]   # {says}"]


def _list(key: str, items: list[list[str]], about: list[str] | None = None) -> list[str]:
    """A list of mappings, each led by its comment."""
    if not items:
        return []
    found = [f"{key}:"]
    for i, (first, *rest) in enumerate(items):
        if about is not None:
            found.append(f"  # {about[i]}")
        found += [f"  - {first}", *(f"    {x}" for x in rest)]
    return found


def _evidence(state: State) -> list[str]:
    found = [f"# {e.id}: {line(e.at, 80)}" for e in state.evidence.values() if e.resolved]
    return [*found, "evidence: []   # the ids of what it rests on"]


def _verdicts(state: State) -> list[str]:
    findings = state.report.findings if state.report else ()
    left = [f for f in findings if f.id not in state.verdicts]
    given = [
        f"# {v.finding} has its verdict: {v.judgement}, {line(v.reason, 120)}"
        for v in state.verdicts.values()
    ]
    about = [f"{f.id}, {f.bucket}, {f.kind}, by {', '.join(f.supporters) or 'nobody'}: "
             f"{line(f.text, 200)}" for f in left]  # fmt: skip
    words = "accept, accept_with_modification, reject, needs_input"
    items = [
        [f"finding: {f.id}", f"judgement: {BLANK}   # {words}", f"reason: {BLANK}", "evidence: []"]
        for f in left
    ]
    return [*given, *_list("verdicts", items, about)]


def _proposals(state: State) -> list[str]:
    made = [p for position in state.positions.values() for p in position.proposals]
    words = "ACCEPT, REJECT, DEFER, CONDITIONAL"
    items = [
        [f"proposal: {p.id}", f"disposition: {BLANK}   # {words}", f"reason: {BLANK}"] for p in made
    ]
    return _list("dispositions", items, [f"{p.id}, {p.kind}: {line(p.text, 200)}" for p in made])


def _resolutions(state: State) -> list[str]:
    left = [state.disagreements[d] for d in state.unresolved]
    sides = [", ".join(f"{holder(s.holder)} for {s.option}" for s in d.sides) for d in left]
    about = [f"{d.id}, {d.kind}: {who}" for d, who in zip(left, sides, strict=True)]
    settled = [
        f"# {id} is settled for {r.favours}, by {r.by}: {line(r.reason, 120)}"
        for id, r in state.resolutions.items()
    ]
    items = [[f"disagreement: {d.id}", f"favours: {BLANK}", f"reason: {BLANK}"] for d in left]
    return [*settled, *_list("resolutions", items, about)]
