"""Rules on what comes after a decision, or instead of one: `validation`, `lookback`, `attempt`,
`withdrawal`.

Laws: what was seen of a decision names the conclusion that stands; it is said in words, on
evidence and probes that the case holds; a look-back comes after what it looks back on. That
nothing follows a withdrawal is the stage table's. An unknown outcome is never a met one.
Source: majordomus 1.5, 1.8 (validation, attempt) and decision-council 1.2 (outcomes).
"""

from collections.abc import Callable, Iterator

from gemot.records.after import Attempt, Lookback, Validation, Withdrawal
from gemot.records.vocab import Severity
from gemot.rules.citation import blank, cited, one_of
from gemot.rules.rule import Admission, Hit, Rule

SAID: dict[type, tuple[str, ...]] = {
    Validation: ("check",),
    Lookback: ("observed",),
    Attempt: ("attempt", "failure"),
    Withdrawal: ("reason",),
}
"""The texts that may not be blank, by kind."""


def _astray(facts: Admission) -> Iterator[Hit]:
    standing = facts.state.concluded
    name = standing.name if standing else None
    if facts.record.conclusion != name:
        needed = f"{name!r}, which stands" if name else "a conclusion: none stands"
        yield Hit(place="conclusion", got=repr(facts.record.conclusion), needed=needed)


def _wordless(facts: Admission) -> Iterator[Hit]:
    for place in SAID[type(facts.record)]:
        if blank(getattr(facts.record, place)):
            yield Hit(place=place, got="nothing", needed="what was seen, in words")


def _unfounded(facts: Admission) -> Iterator[Hit]:
    yield from cited(facts.state, facts.record.evidence)
    probe = getattr(facts.record, "probe", None)
    if probe is not None and probe not in facts.state.probes:
        yield Hit(place="probe", got=repr(probe), needed=one_of(tuple(facts.state.probes)))


def _contradicted(facts: Admission) -> Iterator[Hit]:
    said: Validation = facts.record
    run = facts.state.probes.get(said.probe or "")
    if said.outcome == "pass" and run is not None and run.exit != 0:
        ended = run.status if run.exit is None else f"exit status {run.exit}"
        got = f"a pass on {run.id}, which ended with {ended}"
        yield Hit(place="outcome", got=got, needed="a run that ended with 0, or why this is a pass")


def _unknown_outcome(facts: Admission) -> Iterator[Hit]:
    said, known = facts.record, tuple(facts.state.outcomes)
    if said.outcome is not None and said.outcome not in known:
        yield Hit(place="outcome", got=repr(said.outcome), needed=one_of(known))


def _foreseen(facts: Admission) -> Iterator[Hit]:
    standing = facts.state.concluded
    if standing is not None and facts.at < standing.at:
        got = f"a look-back of {facts.at}"
        yield Hit(place="at", got=got, needed=f"{standing.at}, when it was decided, or later")


def _early(facts: Admission) -> Iterator[Hit]:
    end = facts.state.conclusion
    if end is not None and end.review_on is not None and facts.at[:10] < end.review_on:
        got = f"a look-back of {facts.at[:10]}"
        yield Hit(place="at", got=got, needed=f"{end.review_on}, the day of the review, or later")


def _rule(
    code: str, name: str, on: tuple[str, ...], check: Callable[[Admission], Iterator[Hit]],
    says: str, why: str, fix: str, severity: Severity = "refuse",
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=on, severity=severity, says=says, why=why, fix=fix, check=check
    )


RULES: tuple[Rule, ...] = (
    _rule(
        "AFT001", "aftermath-of-nothing", ("validation", "lookback"), _astray,
        "what was seen is not of the conclusion that stands",
        "A check of a decision that was replaced says nothing of the one that holds.",
        "leave the name to the writer: `gemot case validate` and `gemot case lookback` give it",
    ),
    _rule(
        "AFT002", "wordless-aftermath", ("validation", "lookback", "attempt", "withdrawal"),
        _wordless, "what happened is not said",
        "What nobody put into words, nobody can check or learn from later.",
        "say in a sentence what was checked, seen or tried, or why",
    ),
    _rule(
        "AFT003", "unfounded-aftermath", ("validation", "lookback", "attempt"), _unfounded,
        "it cites evidence or a probe that is not there",
        "A citation that resolves to no stored bytes supports nothing, whoever makes it.",
        "cite what the case holds: `gemot show CASE` lists it; `gemot probe` makes a run",
    ),
    _rule(
        "AFT004", "contradicted-pass", ("validation",), _contradicted,
        "a check is said to hold, and the run that it rests on did not end well",
        "Whoever answers for a decision is the last to see it fail; the run saw it first.",
        "record it with --fail, or say in --note why such a run is a pass", "degrade",
    ),
    _rule(
        "AFT005", "look-back-on-no-outcome", ("lookback",), _unknown_outcome,
        "the outcome is none of the case",
        "Success is what was said beforehand to be success; an outcome that is found "
        "afterwards is always met (decision-council 1.2).",
        "name an outcome of the case, or none for the decision as a whole",
    ),
    _rule(
        "AFT006", "foreseen-look-back", ("lookback",), _foreseen,
        "the look-back comes before the decision",
        "What was seen before a decision is evidence for it and no result of it.",
        "set the clock right, or record it as evidence",
    ),
    _rule(
        "AFT007", "early-look-back", ("lookback",), _early,
        "the look-back comes before the day that was set for it",
        "A look on a day that suits sees what suits; the day was set before anyone knew.",
        "nothing to do; look again on the day", "note",
    ),
)  # fmt: skip
