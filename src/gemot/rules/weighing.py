"""Rules on the ledger of a conclusion: every finding, proposal and option weighed.

Laws: a two-way door below high stakes takes one line, and what was not weighed is noted; a
one-way door, or high stakes, take the full form: a verdict on every finding, a disposition of
every proposal, a reason against every other option, and what would show that it was wrong. What
is given is judged at any stakes. Codes continue those of `conclusion`.
Source: majordomus 1.8 (K4, K5), decision-council 1.10.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from gemot.records.answer import Proposal
from gemot.records.settlement import DEFER, Conclusion
from gemot.records.vocab import Severity, at_least
from gemot.rules.citation import blank, one_of
from gemot.rules.rule import Admission, Hit, Rule
from gemot.rules.state import State

FORM = {
    "risks": "what may go wrong",
    "kill_criteria": "what would stop it",
    "next_step": "the one next step",
    "scope": "what it holds for",
    "revisit_if": "what would reopen it",
}
"""What the full form says besides evidence, validation, verdicts and dispositions."""


def one_way(state: State, choice: str) -> bool:
    """Whether what is chosen is hard to take back."""
    options = state.case.options if state.case else ()
    return any(o.id == choice and o.reversibility == "one_way" for o in options)


def full(facts: Admission) -> bool:
    """Whether the conclusion pays for the full form."""
    case, choice = facts.state.case, facts.record.choice
    if case is None or choice == DEFER:
        return False
    return one_way(facts.state, choice) or at_least(case.stakes, "high")


def _light(facts: Admission) -> bool:
    """Whether it is material and takes one line."""
    case, choice = facts.state.case, facts.record.choice
    if case is None or choice == DEFER or full(facts):
        return False
    return at_least(case.stakes, "material")


def _unsupported(facts: Admission) -> Iterator[Hit]:
    if full(facts) and not facts.record.evidence:
        yield Hit(place="evidence", got="nothing", needed="the evidence that it rests on")


def _unvalidated(facts: Admission) -> Iterator[Hit]:
    if full(facts) and all(map(blank, facts.record.validation_plan)):
        needed = "how it will be seen whether it was right"
        yield Hit(place="validation_plan", got="nothing", needed=needed)


def _unweighed(facts: Admission) -> Iterator[Hit]:
    said: Conclusion = facts.record
    if not _light(facts):
        return
    if not said.evidence:
        yield Hit(place="evidence", got="nothing", needed="what it rests on, if anything")
    if all(map(blank, said.validation_plan)):
        needed = "how it would be seen to be right, if at all"
        yield Hit(place="validation_plan", got="nothing", needed=needed)


def _unjudged(facts: Admission) -> Iterator[Hit]:
    report = facts.state.report
    for f in report.findings if report and full(facts) else ():
        if f.id not in facts.state.verdicts:
            yield Hit(place="not_weighed", got=f"no verdict on {f.id}", needed="a verdict")


def _proposals(state: State) -> dict[str, Proposal]:
    return {p.id: p for said in state.positions.values() for p in said.proposals}


def _undisposed(facts: Admission) -> Iterator[Hit]:
    said: Conclusion = facts.record
    given = {d.proposal for d in said.dispositions}
    for id in _proposals(facts.state) if full(facts) else ():
        if id not in given:
            needed = "ACCEPT, REJECT, DEFER or CONDITIONAL, and why"
            yield Hit(place="dispositions", got=f"nothing on {id}", needed=needed)
    for i, d in enumerate(said.dispositions):
        if blank(d.reason):
            got = f"{d.disposition} of {d.proposal} without a reason"
            yield Hit(place=f"dispositions[{i}].reason", got=got, needed="why")


def _unturned(facts: Admission) -> Iterator[Hit]:
    said, case = facts.record, facts.state.case
    turned = {t.option for t in said.rejected}
    for option in case.options if case and full(facts) else ():
        if option.id != said.choice and option.id not in turned:
            got = f"nothing on {option.id!r}"
            yield Hit(place="rejected", got=got, needed="why it was not chosen")
    for i, t in enumerate(said.rejected):
        if blank(t.reason):
            got = f"no reason against {t.option!r}"
            yield Hit(place=f"rejected[{i}].reason", got=got, needed="why it was not chosen")


def _formless(facts: Admission) -> Iterator[Hit]:
    for name, needed in FORM.items() if full(facts) else ():
        value = getattr(facts.record, name)
        texts = value if isinstance(value, tuple) else (value,)
        if all(map(blank, texts)):
            yield Hit(place=name, got="nothing", needed=needed)


def _disposed_nothing(facts: Admission) -> Iterator[Hit]:
    known = tuple(_proposals(facts.state))
    for i, d in enumerate(facts.record.dispositions):
        if d.proposal not in known:
            place = f"dispositions[{i}].proposal"
            yield Hit(place=place, got=repr(d.proposal), needed=one_of(known))


def _disposed_twice(facts: Admission) -> Iterator[Hit]:
    for id, times in Counter(d.proposal for d in facts.record.dispositions).items():
        if times > 1:
            got = f"{id!r}, {times} times"
            yield Hit(place="dispositions", got=got, needed="each proposal once")


def _turned_wrongly(facts: Admission) -> Iterator[Hit]:
    said, case = facts.record, facts.state.case
    others = [o.id for o in case.options if o.id != said.choice] if case else []
    count = Counter(t.option for t in said.rejected)
    for i, t in enumerate(said.rejected):
        why = ", which is chosen" if t.option == said.choice else ""
        why = why or (f", {count[t.option]} times" if count[t.option] > 1 else "")
        if why or t.option not in others:
            got = f"{t.option!r}{why}"
            yield Hit(place=f"rejected[{i}].option", got=got, needed=f"{one_of(others)}, once")


def _accepted(facts: Admission) -> Iterator[tuple[int, Proposal]]:
    proposals = _proposals(facts.state)
    for i, d in enumerate(facts.record.dispositions):
        if d.disposition in ("ACCEPT", "CONDITIONAL") and d.proposal in proposals:
            yield i, proposals[d.proposal]


def _outcome_changed(facts: Admission) -> Iterator[Hit]:
    for i, p in _accepted(facts) if facts.actor.delegate else ():
        if p.kind == "OUTCOME_CHANGE":
            got = f"{p.id}, a change of outcome, by {facts.actor.name!r}, an agent"
            place = f"dispositions[{i}].disposition"
            yield Hit(place=place, got=got, needed="REJECT or DEFER, or the owner")


def _untraced(facts: Admission) -> Iterator[Hit]:
    if not facts.state.outcomes:
        return
    for i, p in _accepted(facts):
        if p.kind != "OUTCOME_CHANGE" and not p.outcomes:
            place = f"dispositions[{i}].proposal"
            got = f"{p.id}, which serves no outcome"
            yield Hit(place=place, got=got, needed="a proposal that names what it contributes to")


def _rule(
    code: str, name: str, check: Callable[[Admission], Iterator[Hit]], says: str, why: str,
    fix: str, severity: Severity = "refuse",
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=("conclusion",), severity=severity, says=says, why=why, fix=fix,
        check=check,
    )  # fmt: skip


FILE = "give the full form: `gemot conclude CASE --file FILE`; or choose `defer`"
NONE = "run `gemot show CASE` for the proposals and their ids"
RULES: tuple[Rule, ...] = (
    _rule(
        "CCL016", "unsupported-door", _unsupported,
        "what is hard to take back, or weighs much, rests on no evidence",
        "Such a decision is looked up later by whoever pays for it (majordomus 1.8, K4).", FILE,
    ),
    _rule(
        "CCL017", "unvalidated-door", _unvalidated,
        "what is hard to take back, or weighs much, has no validation plan",
        "Without a way to see that it was wrong, it is found out by damage "
        "(majordomus 1.8, K5).", FILE,
    ),
    _rule(
        "CCL018", "not-weighed", _unweighed,
        "a material decision that can be taken back says little",
        "A two-way door takes one line; that nothing more was weighed is recorded, so that "
        "nobody takes it for more.",
        "nothing to do, or cite evidence and a validation plan in a file", "note",
    ),
    _rule(
        "CCL019", "unjudged-finding", _unjudged, "a finding bears no verdict",
        "A finding that nobody judged may be the one that was right.",
        "give each finding a verdict: under `verdicts` in `gemot conclude CASE --file FILE`",
    ),
    _rule(
        "CCL020", "undisposed-proposal", _undisposed,
        "a proposal has no disposition, or one without a reason",
        "Every material concern gets ACCEPT, REJECT, DEFER or CONDITIONAL, so that none is "
        "dropped by forgetting (decision-council 1.1).", FILE,
    ),
    _rule(
        "CCL021", "unrejected-option", _unturned,
        "an option that was not chosen has no reason against it",
        "What was given up, and why, is what a later reader needs when it has to be revisited.",
        FILE,
    ),
    _rule(
        "CCL022", "incomplete-form", _formless,
        "the full form lacks what bounds the decision",
        "Risks, kill criteria, scope, one next step and when to revisit tell whoever carries it "
        "out when to stop.", FILE,
    ),
    _rule(
        "CCL023", "disposition-of-nothing", _disposed_nothing, "what is disposed of was not "
        "proposed", "A disposition of what nobody proposed leaves a proposal without one.", NONE,
    ),
    _rule(
        "CCL024", "repeated-disposition", _disposed_twice, "a proposal has two dispositions",
        "Of two dispositions each reader takes the one that suits.", NONE,
    ),
    _rule(
        "CCL025", "wrongly-rejected-option", _turned_wrongly,
        "what is rejected is the choice, no option, or rejected twice",
        "A reason against the choice, or against nothing, is a reason for doubt about the rest.",
        "name each option that was not chosen, once",
    ),
    _rule(
        "CCL026", "outcome-changed-by-delegate", _outcome_changed,
        "an agent accepts another outcome than the owner wants",
        "Advisors may propose what success should mean; only the owner may want it "
        "(decision-council 1.2).",
        "reject or defer the proposal, or ask the owner to conclude",
    ),
    _rule(
        "CCL027", "untraced-acceptance", _untraced,
        "a proposal is accepted that serves none of the outcomes",
        "A means without an outcome is a wish; accepting it makes the means the goal "
        "(decision-council 1.10).",
        "name the outcome in the reason, or defer the proposal", "degrade",
    ),
)  # fmt: skip
