"""Rules on the precedent: what was found of earlier decisions when the case was framed.

Laws: it is written once, names every earlier case once and never the case itself, and says of
each why its conclusion is not reused: a case is opened only where none could be. What is
*similar* is only suggested, and so is never reused.

What the earlier cases say is in their own chains: whether a precedent is true of them cannot be
told from this case, and no rule here looks.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from gemot.records.after import Precedent
from gemot.rules.citation import blank
from gemot.rules.rule import Admission, Hit, Rule


def _empty(facts: Admission) -> Iterator[Hit]:
    if not facts.record.earlier:
        yield Hit(place="earlier", got="nothing", needed="an earlier case, or no record")


def _again(facts: Admission) -> Iterator[Hit]:
    known = next((f for f in facts.state.filed if type(f.record) is Precedent), None)
    if known is not None:
        yield Hit(place="precedent", got="a second one", needed=f"{known.name} alone")


def _own(facts: Admission) -> Iterator[Hit]:
    case = facts.state.filed[0].case if facts.state.filed else None
    for i, e in enumerate(facts.record.earlier):
        if e.case == case:
            place = f"earlier[{i}].case"
            yield Hit(place=place, got=f"{e.case!r}, this case", needed="an earlier case")


def _twice(facts: Admission) -> Iterator[Hit]:
    for case, times in Counter(e.case for e in facts.record.earlier).items():
        if times > 1:
            yield Hit(place="earlier", got=f"{case!r}, {times} times", needed="each case once")


def _reusable(facts: Admission) -> Iterator[Hit]:
    for i, e in enumerate(facts.record.earlier):
        if all(map(blank, e.refused)):
            got = f"no reason against reusing {e.case!r}"
            yield Hit(place=f"earlier[{i}].refused", got=got, needed="why it is not reused")


def _choiceless(facts: Admission) -> Iterator[Hit]:
    for i, e in enumerate(facts.record.earlier):
        if e.how == "contradicting" and e.choice is None:
            got = f"{e.case!r}, which contradicts and chose nothing"
            yield Hit(place=f"earlier[{i}].choice", got=got, needed="what it stands for")


def _rule(
    code: str, name: str, check: Callable[[Admission], Iterator[Hit]], says: str, why: str
) -> Rule:
    return Rule(
        code=code, name=name, on=("precedent",), severity="refuse", says=says, why=why,
        fix="leave the precedent to the writer: `gemot decide` computes it", check=check,
    )  # fmt: skip


RULES: tuple[Rule, ...] = (
    _rule(
        "PRE001", "empty-precedent", _empty, "the precedent names no earlier case",
        "That nothing was found is no finding; a record of it would look like one.",
    ),
    _rule(
        "PRE002", "second-precedent", _again, "the case has its precedent already",
        "Earlier decisions are looked up once, when the case is framed; a later list could "
        "leave out what the first one named.",
    ),
    _rule(
        "PRE003", "precedent-of-itself", _own, "the case is named as its own precedent",
        "A decision that rests on itself rests on nothing.",
    ),
    _rule(
        "PRE004", "repeated-precedent", _twice, "an earlier case is named twice",
        "Of two reasons for one case each reader takes the one that suits.",
    ),
    _rule(
        "PRE005", "passed-over-precedent", _reusable,
        "nothing says why an earlier conclusion is not reused",
        "A standing decision that may be passed over silently binds nobody: asking again until "
        "the answer suits would look like deliberation (majordomus 1.6).",
    ),
    _rule(
        "PRE006", "choiceless-contradiction", _choiceless,
        "what contradicts has chosen nothing",
        "Only a decision contradicts another; what is open or withdrawn does not.",
    ),
)  # fmt: skip
