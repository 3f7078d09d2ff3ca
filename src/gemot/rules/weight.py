"""What a decision weighs: rules on the stakes of a `case`.

Law: stakes and floors are computed from the case alone, and a case that says otherwise is no
case (majordomus, hole 8). Codes continue those of `framing`.
"""

from collections.abc import Callable, Iterator

from gemot.records.framing import Case
from gemot.records.prose import FORGOTTEN
from gemot.records.vocab import at_least
from gemot.rules.floors import CATEGORIES, stakes
from gemot.rules.rule import Hit, Rule


def _computed(case: Case) -> tuple[str, tuple[str, ...]] | None:
    """The stakes and floors; None where the texts that set them were forgotten."""
    if FORGOTTEN in case.affects:
        return None
    return stakes(case.materiality, case.categories, case.affects, case.options)


def _wrong_stakes(case: Case) -> Iterator[Hit]:
    computed = _computed(case)
    if computed is not None and case.stakes != computed[0]:
        yield Hit(place="stakes", got=case.stakes, needed=computed[0])


def _wrong_floors(case: Case) -> Iterator[Hit]:
    computed = _computed(case)
    if computed is not None and case.floors != computed[1]:
        got, needed = ("; ".join(f) or "no floor" for f in (case.floors, computed[1]))
        yield Hit(place="floors", got=got, needed=needed)


def _nothing_to_resolve(case: Case) -> Iterator[Hit]:
    if not at_least(case.stakes, "material"):
        return
    if all(reference.kind == "prior_opinion" for reference in case.evidence):
        got = "nothing but prior opinions" if case.evidence else "no evidence"
        needed = f"a reference that can be looked up, since the stakes are {case.stakes}"
        yield Hit(place="evidence", got=got, needed=needed)


def _unknown_category(case: Case) -> Iterator[Hit]:
    for i, category in enumerate(case.categories):
        if category not in CATEGORIES:
            needed = "one of " + ", ".join(sorted(CATEGORIES))
            yield Hit(place=f"categories[{i}]", got=repr(category), needed=needed)


def _rule(
    code: str, name: str, check: Callable[[Case], Iterator[Hit]], says: str, why: str, fix: str
) -> Rule:
    """A rule that looks at the case alone."""
    return Rule(
        code=code, name=name, on=("case",), severity="refuse", says=says, why=why, fix=fix,
        check=lambda facts: check(facts.record),
    )  # fmt: skip


RULES: tuple[Rule, ...] = (
    _rule(
        "FRM016", "wrong-stakes", _wrong_stakes, "the stakes are not the computed ones",
        "Review is avoided by calling a decision small; so the floors of categories, doors and "
        "what is affected decide, and nobody may lower them silently.",
        "leave the stakes to the writer",
    ),
    _rule(
        "FRM017", "wrong-floors", _wrong_floors, "the floors are not the computed ones",
        "Why a decision weighs what it weighs is part of its record.",
        "leave the floors to the writer",
    ),
    _rule(
        "FRM018", "nothing-to-resolve", _nothing_to_resolve,
        "a material decision names no evidence that could be looked up",
        "Advisors without evidence argue from what they are used to, and an earlier opinion is "
        "an opinion (majordomus, hole 7).",
        "add evidence: a file with lines, a commit, or a note of what was seen",
    ),
    _rule(
        "FRM019", "unknown-category", _unknown_category, "a category is of no known kind",
        "Categories set the least that a decision weighs; a misspelt one would set nothing "
        "(majordomus, hole 13).",
        "take a word of the list, or remove it",
    ),
)  # fmt: skip
