"""Rules on the conclusion: what is decided, by whom, and on what it may rest.

Laws: the owner decides, on an option or on `defer`, and says why; nothing disputed is decided
over, and no resolution is contradicted silently; what is hard to take back, or the owner's
alone, is concluded by no agent; what could be flattered is computed. To defer decides nothing:
it is free of disputes and of the full form. What the full form asks for is judged in `weighing`.
Source: majordomus 1.8 (K) and 3 (holes 1, 3, 9), decision-council 1.10.
"""

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta, timezone
from typing import Any

from gemot.records.settlement import DEFER, NEITHER, Conclusion
from gemot.records.vocab import INSUFFICIENT, Severity, at_least
from gemot.rules import weighing
from gemot.rules.citation import blank, cited, count, one_of
from gemot.rules.floors import OWNERS
from gemot.rules.rule import Admission, Hit, Rule
from gemot.rules.state import State
from gemot.rules.weighing import one_way

_LAST_ZONE = timezone(timedelta(hours=-12))


def _optionless(facts: Admission) -> Iterator[Hit]:
    case = facts.state.case
    known = [*(o.id for o in case.options), DEFER] if case else [DEFER]
    if facts.record.choice not in known:
        yield Hit(place="choice", got=repr(facts.record.choice), needed=one_of(known))


def _unreasoned(facts: Admission) -> Iterator[Hit]:
    if blank(facts.record.because):
        yield Hit(place="because", got="nothing", needed="why, in words")


def _disputed(facts: Admission) -> Iterator[Hit]:
    if facts.record.choice == DEFER:
        return
    for id in facts.state.unresolved:
        kind = facts.state.disagreements[id].kind
        needed = f"a resolution of {id}, or `defer`"
        yield Hit(place="choice", got=f"the {kind} disagreement {id} is open", needed=needed)


def _unopened(facts: Admission) -> Iterator[Hit]:
    report, case = facts.state.report, facts.state.case
    if report is None or case is None or facts.state.disagreements or facts.record.choice == DEFER:
        return
    if report.insufficient or report.panel.rehearsal:
        return
    ends = {s.effective for s in report.standings} - {INSUFFICIENT}
    if ends and case.host.favours is not None:
        ends.add(case.host.favours)
    if len(ends) > 1:
        got = "no disagreement between " + " and ".join(sorted(ends))
        yield Hit(place="choice", got=got, needed="the disagreement opened, and resolved")


def _contradicting(facts: Admission) -> Iterator[Hit]:
    said, state = facts.record, facts.state
    if said.choice == DEFER or not blank(said.against):
        return
    for id, r in state.resolutions.items():
        found = state.disagreements.get(id)
        sides = {s.option for s in found.sides} if found else set()
        against = said.choice in sides if r.favours == NEITHER else said.choice != r.favours
        if against:
            needed = f"{r.favours!r}, which {id} was resolved for, or the reason against it"
            yield Hit(place="against", got=f"{said.choice!r} without a word", needed=needed)


def _unfounded(facts: Admission) -> Iterator[Hit]:
    yield from cited(facts.state, facts.record.evidence)


def _unevidenced(facts: Admission) -> Iterator[Hit]:
    if facts.record.settled_by == "evidence" and not facts.record.evidence:
        yield Hit(place="settled_by", got="'evidence', and none is cited", needed="'decision'")


def _twice(facts: Admission) -> Iterator[Hit]:
    said = facts.record
    filed = [f for f in facts.state.filed if type(f.record) is Conclusion]
    standing = filed[-1] if filed else None
    names = (standing.name, standing.id) if standing else (None,)
    if said.supersedes not in names:
        got = "nothing" if said.supersedes is None else repr(said.supersedes)
        needed = f"{standing.name!r}, which stands" if standing else "nothing: none stands"
        yield Hit(place="supersedes", got=got, needed=needed)


def _abandoned(facts: Admission) -> Iterator[Hit]:
    plan = facts.state.plan
    if plan and plan.seats and facts.state.report is None and blank(facts.record.without_plan):
        got = f"a plan of {count(len(plan.seats), 'seat')} and no report"
        yield Hit(place="without_plan", got=got, needed="why the plan was not carried out")


def _stranger(facts: Admission, to_what: str) -> Iterator[Hit]:
    """Whoever acts is not the owner, or an agent."""
    case, actor = facts.state.case, facts.actor
    if case is None:
        return
    if actor.delegate:
        yield Hit(place="actor", got=f"{actor.name!r}, an agent, for {to_what}", needed="the owner")
    elif actor.name.strip().casefold() != case.owner.strip().casefold():
        got = f"{actor.name!r}, for {to_what}"
        yield Hit(place="actor", got=got, needed=f"the owner, {case.owner!r}")


def _anothers_door(facts: Admission) -> Iterator[Hit]:
    choice = facts.record.choice
    if one_way(facts.state, choice):
        yield from _stranger(facts, f"the one-way door {choice!r}")


def _owners_alone(facts: Admission) -> Iterator[Hit]:
    case = facts.state.case
    for word in case.categories if case and facts.record.choice != DEFER else ():
        if word in OWNERS:
            yield from _stranger(facts, f"a decision of category {word!r}")


def _rehearsed(facts: Admission) -> Iterator[Hit]:
    case, plan = facts.state.case, facts.state.plan
    if case is None or plan is None or not plan.rehearsal:
        return
    if at_least(case.stakes, "high"):
        got = f"a rehearsal, at stakes {case.stakes}"
        yield Hit(place="rehearsal", got=got, needed="advisors who can advise")


def _past(facts: Admission) -> Iterator[Hit]:
    text = facts.record.review_on
    if text is None:
        return
    # A day has passed when it is over in the last time zone of the earth, 12 hours behind UTC.
    today = datetime.fromisoformat(facts.at).astimezone(_LAST_ZONE).date()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        yield Hit(place="review_on", got=repr(text), needed="a day of the calendar")
        return
    if day < today:
        yield Hit(place="review_on", got=repr(text), needed=f"{today} or later")


def computed(state: State) -> dict[str, Any]:
    """What of a conclusion follows from the records."""
    plan, said = state.plan, state.report
    rehearsal = said is not None and said.panel.rehearsal
    counted = said if said is not None and not rehearsal else None
    planned = plan is not None and bool(plan.seats)
    found = said.findings if said else ()
    return {
        "reviewed_by": tuple(s.seat for s in counted.standings) if counted else (),
        "sources": counted.panel.sources if counted else 0,
        "attested": counted.panel.attested if counted else 0,
        "rehearsal": rehearsal,
        "not_weighed": tuple(f.id for f in found if f.id not in state.verdicts),
        "disagreements": tuple(state.disagreements),
        "provisional": planned and (said is None or said.insufficient or rehearsal),
    }


def _misstated(facts: Admission) -> Iterator[Hit]:
    for name, needed in computed(facts.state).items():
        got = getattr(facts.record, name)
        if got != needed:
            yield Hit(place=name, got=_say(got), needed=_say(needed))


def _say(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(value) or "nothing"
    return str(value).lower()


def _open_ended(facts: Admission) -> Iterator[Hit]:
    said: Conclusion = facts.record
    if said.choice == DEFER and said.review_on is None and all(map(blank, said.revisit_if)):
        got = "a deferral without an end"
        yield Hit(place="revisit_if", got=got, needed="a condition, or a day to review it")


def _rule(
    code: str, name: str, check: Callable[[Admission], Iterator[Hit]], says: str, why: str,
    fix: str, severity: Severity = "refuse",
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=("conclusion",), severity=severity, says=says, why=why, fix=fix,
        check=check,
    )  # fmt: skip


OWNER = "ask the owner to run `gemot conclude`; who acts is said with --owner NAME"
RULES: tuple[Rule, ...] = (
    _rule(
        "CCL001", "conclusion-of-no-option", _optionless, "what is chosen is no option",
        "A decision for something that nobody weighed was not deliberated.",
        "run `gemot conclude CASE --choose` with an option's id or `defer`; for another option "
        "open another case: `gemot decide`",
    ),
    _rule(
        "CCL002", "unreasoned-conclusion", _unreasoned, "the conclusion gives no reason",
        "The reason is what a reader months later can weigh, and revisit.",
        "run `gemot conclude CASE --choose OPTION --because REASON`",
    ),
    _rule(
        "CCL003", "disputed-conclusion", _disputed, "a disagreement is not resolved",
        "Deciding over an open dispute decides it without saying so (majordomus 1.8, K11).",
        "run `gemot status CASE`: it names how each disagreement is settled at these stakes",
    ),
    _rule(
        "CCL004", "silent-contradiction", _contradicting,
        "the conclusion goes against a resolution and does not say why",
        "The owner may decide against what was found; a reader has to see it "
        "(majordomus, hole 3).",
        "give the reason with --against, or supersede the resolution: `gemot case resolve`",
    ),
    _rule(
        "CCL005", "unfounded-conclusion", _unfounded,
        "the conclusion cites evidence that is not there",
        "A citation that resolves to no stored bytes supports nothing, whoever makes it.",
        "cite evidence that was found: `gemot show CASE` lists it",
    ),
    _rule(
        "CCL006", "settled-by-no-evidence", _unevidenced,
        "the conclusion says that evidence settled it and cites none",
        "Evidence and decision settle differently: the one can be looked up, the other stands "
        "for its owner.",
        "cite the evidence, or say `decision`",
    ),
    _rule(
        "CCL007", "concluded-twice", _twice,
        "what is superseded is not the conclusion that stands",
        "A case has one standing conclusion; another replaces it openly, by naming it "
        "(majordomus 1.8, K13 and K14).",
        "name the one that stands: --supersedes RECORD; or nothing where none stands",
    ),
    _rule(
        "CCL008", "abandoned-plan", _abandoned,
        "a council was planned and not carried out, and nothing says why",
        "A plan that may be ignored silently is ignored whenever the answer is awaited with "
        "unease (majordomus, hole 1).",
        "run `gemot case resume CASE`, or give the reason with --without-plan",
    ),
    _rule(
        "CCL009", "door-closed-by-another", _anothers_door,
        "somebody else than the owner concludes for a one-way door",
        "What is hard to take back is decided by whoever answers for it.", OWNER,
    ),
    _rule(
        "CCL010", "owner-passed-over", _owners_alone,
        "somebody else than the owner concludes what only the owner may",
        "Destruction, spending, a larger scope and what is the owner's alone take the owner's "
        "consent, which no council and no agent can give (ai-council 1).", OWNER,
    ),
    _rule(
        "CCL011", "rehearsed-conclusion", _rehearsed,
        "a weighty decision rests on a rehearsal",
        "The advisors of a rehearsal run the machinery and cannot advise; the conclusion is "
        "provisional and counts no review.",
        "configure advisors and decide again with `new_evidence`", "degrade",
    ),
    _rule(
        "CCL012", "past-review", _past, "the day of the review has passed, or is none",
        "A review on a day that never comes looks at nothing.", "give a day that lies ahead",
    ),
    _rule(
        "CCL013", "misstated-conclusion", _misstated,
        "what is computed of the conclusion is not what its records say",
        "Reviewers, sources and what was not weighed are counted from receipts and verdicts, "
        "so that no conclusion can flatter itself (majordomus 1.8).",
        "leave these fields to the writer",
    ),
    _rule(
        "CCL014", "open-ended-deferral", _open_ended, "nothing says when the deferral ends",
        "A deferral without a condition or a day is a decision for what is now the case.",
        "add --revisit-if, or --review-on", "note",
    ),
    _rule(
        "CCL015", "unopened-dispute", _unopened,
        "seats end up apart, or apart from the host, and no disagreement was opened",
        "Conflicting stances open a disagreement by themselves; one that is passed over is "
        "decided without saying so (majordomus, hole 2).",
        "run `gemot case resume CASE`, which opens it",
    ),
    *weighing.RULES,
)  # fmt: skip
