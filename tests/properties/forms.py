"""The full form of a conclusion, filled in from a case's state."""

from typing import Any

from gemot.rules.state import State


def form(state: State, choice: str) -> dict[str, Any]:
    """Every argument of `Case.conclude` that the state asks for."""
    said = state.case
    options = [o.id for o in said.options] if said else []
    made = [p.id for position in state.positions.values() for p in position.proposals]
    found = [f.id for f in state.report.findings] if state.report else []
    given: dict[str, Any] = {
        "revisit_if": ["more than five a second"],
        "scope": "this service",
        "evidence": [e.id for e in state.evidence.values() if e.resolved],
        "dispositions": [{"proposal": p, "disposition": "REJECT", "reason": "no"} for p in made],
        "rejected": [{"option": o, "reason": "it is worse"} for o in options if o != choice],
        "risks": ["it may be slow"],
        "validation_plan": ["no job was lost in a week"],
        "kill_criteria": ["a job is lost"],
        "next_step": "write it",
        "review_on": "2027-01-31",
        "verdicts": [
            {"finding": f, "judgement": "reject", "reason": "it was not shown"}
            for f in found
            if f not in state.verdicts
        ],
        "resolutions": [
            {"disagreement": d, "favours": choice, "reason": "the owner prefers it"}
            for d in state.unresolved
        ],
    }
    if state.report is None:
        given["without_plan"] = "it cannot wait"
    if state.concluded is not None:
        given["supersedes"] = state.concluded.name
    if any(r.favours != choice for r in state.resolutions.values()):
        given["against"] = "the world has changed"
    return given
