"""What success means, frozen and versioned: rules on `outcome`.

Source: decision-council 1.2. That exactly one version is active needs no check: the newest
version is the active one, and each version follows the one before. Codes continue `framing`.
"""

from collections.abc import Callable, Iterator

from gemot.records.framing import Outcome
from gemot.rules.rule import Admission, Hit, Rule
from gemot.rules.unseen import blank

_TEXTS = (
    "success", "failure", "beneficiary", "baseline", "target", "tradeoffs", "horizon",
    "observation", "authority", "proposer",
)  # fmt: skip


def _blank_text(facts: Admission) -> Iterator[Hit]:
    outcome: Outcome = facts.record
    for name in _TEXTS:
        text: str | None = getattr(outcome, name)
        if text is not None and blank(text):
            needed = (
                "what success would be seen by" if name == "success" else "text, or no such key"
            )
            yield Hit(place=name, got="blank text", needed=needed)


def _repeated_outcome(facts: Admission) -> Iterator[Hit]:
    outcome: Outcome = facts.record
    for other in facts.state.every(Outcome):
        if other.reference == outcome.reference:
            needed = "an id of its own, or the next version"
            yield Hit(place="id", got=f"a second {outcome.reference!r}", needed=needed)
            return


def _broken_succession(facts: Admission) -> Iterator[Hit]:
    outcome: Outcome = facts.record
    newest = facts.state.outcomes.get(outcome.id)
    if outcome.version == 1:
        if outcome.prior is not None:
            needed = "none for the first version"
            yield Hit(place="prior", got=repr(outcome.prior), needed=needed)
        return
    before = f"{outcome.id}@{outcome.version - 1}"
    if outcome.prior != before:
        got = "nothing" if outcome.prior is None else repr(outcome.prior)
        yield Hit(place="prior", got=got, needed=repr(before))
    # That a version is there already is a repeated outcome, and not judged here.
    if newest is None or newest.version < outcome.version - 1:
        stands = "no version" if newest is None else repr(newest.reference)
        yield Hit(
            place="version", got=f"{outcome.version} after {stands}", needed=f"{before!r} first"
        )


def _surplus_outcome(facts: Admission) -> Iterator[Hit]:
    outcome: Outcome = facts.record
    case = facts.state.case
    if case is None:
        return
    ids = {*facts.state.outcomes, outcome.id}
    if len(ids) > case.outcomes:
        needed = f"{case.outcomes}, as the case says"
        yield Hit(place="id", got=f"outcome number {len(ids)}", needed=needed)


def _unapproved_change(facts: Admission) -> Iterator[Hit]:
    outcome: Outcome = facts.record
    case = facts.state.case
    if case is None or outcome.version == 1:
        return
    approver = outcome.approval.owner if outcome.approval else None
    if approver != case.owner:
        got = "nothing" if approver is None else f"the approval of {approver!r}"
        yield Hit(place="approval", got=got, needed=f"the approval of {case.owner!r}")


def _rule(
    code: str, name: str, check: Callable[[Admission], Iterator[Hit]], says: str, why: str, fix: str
) -> Rule:
    return Rule(
        code=code, name=name, on=("outcome",), severity="refuse", says=says, why=why, fix=fix,
        check=check,
    )  # fmt: skip


RULES: tuple[Rule, ...] = (
    _rule(
        "FRM020", "blank-outcome", _blank_text, "an outcome leaves a text blank",
        "An outcome that says nothing cannot be missed, so every option meets it.",
        "say what would be seen, or remove the key",
    ),
    _rule(
        "FRM021", "repeated-outcome", _repeated_outcome, "the outcome stands there already",
        "Outcomes are frozen: what success means is not changed once anybody was asked, only "
        "followed by an approved version.",
        "give it an id of its own",
    ),
    _rule(
        "FRM022", "broken-succession", _broken_succession,
        "the outcome does not follow the version before it",
        "Exactly one version of an outcome is active, and the way to it is on record.",
        "name the newest version in `prior`",
    ),
    _rule(
        "FRM023", "surplus-outcome", _surplus_outcome, "the case did not name so many outcomes",
        "What success means is part of the question and is frozen with it.",
        "name all outcomes in the decision file",
    ),
    _rule(
        "FRM024", "unapproved-change", _unapproved_change,
        "an outcome was changed without the owner",
        "Advisors and hosts may propose another outcome; only the owner may want it "
        "(decision-council 1.2).",
        "let the owner approve the new version",
    ),
)  # fmt: skip
