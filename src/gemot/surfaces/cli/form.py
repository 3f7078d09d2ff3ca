"""The full form of a conclusion, filled in as far as the records say: what is left are reasons.

Law: nobody's text stands outside of a comment of one line; what is left blank is refused by the
rules, so that no form passes unread.
"""

from gemot.records.settlement import DEFER
from gemot.rules.state import State
from gemot.views.visible import line

BLANK = '""'


def form(state: State) -> str:
    """The form of the case, to be given to `gemot conclude CASE --file`."""
    case = state.case
    options = [o.id for o in case.options] if case else []
    found = [
        "---",
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
        "# review_on: 2027-01-31",
        "# The options that are not chosen; take out the one that is.",
        *_list("rejected", [[f"option: {o}", f"reason: {BLANK}"] for o in options]),
        *_verdicts(state),
        *_proposals(state),
        *_resolutions(state),
        "---",
    ]
    return "\n".join(found) + "\n"


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
    about = [f"{f.id}, {f.bucket}, {f.kind}, by {', '.join(f.supporters) or 'nobody'}: "
             f"{line(f.text, 200)}" for f in left]  # fmt: skip
    words = "accept, accept_with_modification, reject, needs_input"
    items = [
        [f"finding: {f.id}", f"judgement: {BLANK}   # {words}", f"reason: {BLANK}", "evidence: []"]
        for f in left
    ]
    return _list("verdicts", items, about)


def _proposals(state: State) -> list[str]:
    made = [p for position in state.positions.values() for p in position.proposals]
    words = "ACCEPT, REJECT, DEFER, CONDITIONAL"
    items = [
        [f"proposal: {p.id}", f"disposition: {BLANK}   # {words}", f"reason: {BLANK}"] for p in made
    ]
    return _list("dispositions", items, [f"{p.id}, {p.kind}: {line(p.text, 200)}" for p in made])


def _resolutions(state: State) -> list[str]:
    left = [state.disagreements[d] for d in state.unresolved]
    about = [f"{d.id}, {d.kind}: " + ", ".join(f"{s.holder} for {s.option}" for s in d.sides)
             for d in left]  # fmt: skip
    items = [[f"disagreement: {d.id}", f"favours: {BLANK}", f"reason: {BLANK}"] for d in left]
    return _list("resolutions", items, about)
