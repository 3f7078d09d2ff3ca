"""What a decision must be before anybody is asked about it: rules on `case` and `outcome`.

Places are those of a decision file. Sources: decision-council 1.2 (outcomes) and 1.3 (packet,
readiness), majordomus 1.5 and 3 (holes 5 to 8, 13), agentops-council 1.9 (one-way doors).
What a decision weighs is judged in `weight`, its outcomes in `outcome`.
"""

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta, timezone

from gemot.records.framing import Case
from gemot.records.prose import FORGOTTEN
from gemot.records.settlement import NEITHER, PRIMARY
from gemot.records.vocab import INSUFFICIENT, Severity
from gemot.rules import outcome, weight
from gemot.rules.citation import count as count
from gemot.rules.lines import lines_of
from gemot.rules.rule import Admission, Hit, Rule
from gemot.rules.unseen import blank as blank
from gemot.rules.unseen import seen

RESERVED = (INSUFFICIENT, NEITHER, PRIMARY)
"""Words that mean something else where an option could stand; in any case of letters."""
SCREEN = 300
"""Characters of a question that one screen shows with everything else on it."""
LEAK = 20
"""Characters from which a hypothesis found within another text is no coincidence."""
TEXTS = (
    "directions", "affects", "non_goals", "constraints", "alternates", "facts", "assumptions",
    "questions",
)  # fmt: skip
_LAST_ZONE = timezone(timedelta(hours=-12))


def _blank_question(case: Case) -> Iterator[Hit]:
    if blank(case.question):
        yield Hit(place="question", got="blank text", needed="the choice, as a question")


def _too_few_options(case: Case) -> Iterator[Hit]:
    if len(case.options) < 2:
        needed = "at least 2; to do nothing, or to defer, is an option"
        yield Hit(place="options", got=count(len(case.options), "option"), needed=needed)


def _repeated_option(case: Case) -> Iterator[Hit]:
    seen: dict[str, str] = {}
    for i, option in enumerate(case.options):
        first = seen.setdefault(option.id.casefold(), f"options[{i}].id")
        if first != f"options[{i}].id":
            needed = f"an id of its own, since {first} has it too"
            yield Hit(place=f"options[{i}].id", got=repr(option.id), needed=needed)
    yield from _repeated_title(case)


def _repeated_title(case: Case) -> Iterator[Hit]:
    """Titles compare as they look; that two options have none is no repetition."""
    titles: dict[str, str] = {}
    for i, option in enumerate(case.options):
        place = f"options[{i}].title"
        first = titles.setdefault(seen(option.title).casefold() or place, place)
        if first != place:
            needed = f"a title of its own, since {first} looks the same"
            yield Hit(place=place, got=ascii(option.title[:80]), needed=needed)


def _reserved_option(case: Case) -> Iterator[Hit]:
    words = {word.casefold() for word in RESERVED}
    for i, option in enumerate(case.options):
        if option.id.casefold() in words:
            needed = "an id other than " + ", ".join(RESERVED)
            yield Hit(place=f"options[{i}].id", got=repr(option.id), needed=needed)


def _blank_owner(case: Case) -> Iterator[Hit]:
    if blank(case.owner):
        yield Hit(place="owner", got="blank text", needed="the name of who is accountable")


def _blank_item(case: Case) -> Iterator[Hit]:
    if blank(case.subject) and not blank(case.question):
        yield Hit(place="subject", got="blank text", needed="text, or no such key")
    for i, option in enumerate(case.options):
        if option.title and blank(option.title):
            needed = "text, or no such key"
            yield Hit(place=f"options[{i}].title", got="blank text", needed=needed)
    for name in TEXTS:
        for i, text in enumerate(getattr(case, name)):
            if blank(text):
                yield Hit(place=f"{name}[{i}]", got="blank text", needed="text, or no such item")


def _unknown_favourite(case: Case) -> Iterator[Hit]:
    ids = [option.id for option in case.options]
    favours = case.host.favours
    if favours is not None and favours not in ids:
        needed = "one of " + (", ".join(ids) or "the options")
        yield Hit(place="host.favours", got=repr(favours), needed=needed)


def _unpriced_door(case: Case) -> Iterator[Hit]:
    for i, option in enumerate(case.options):
        if option.reversibility == "one_way" and blank(option.undo_cost or ""):
            place = f"options[{i}].undo_cost"
            got = f"no undo cost of the one-way door {option.id!r}"
            yield Hit(place=place, got=got, needed="what taking it back would cost")


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _impossible_deadline(case: Case) -> Iterator[Hit]:
    if case.deadline is not None and _day(case.deadline) is None:
        yield Hit(place="deadline", got=repr(case.deadline), needed="a day of the calendar")


def _past_deadline(facts: Admission) -> Iterator[Hit]:
    case: Case = facts.record
    day = _day(case.deadline) if case.deadline else None
    # A day has passed when it is over in the last time zone of the earth, 12 hours behind UTC.
    today = datetime.fromisoformat(facts.at).astimezone(_LAST_ZONE).date()
    if day is not None and day < today:
        yield Hit(place="deadline", got=repr(case.deadline), needed=f"{today} or later")


def _repeated_evidence(case: Case) -> Iterator[Hit]:
    seen: dict[str, str] = {}
    for i, reference in enumerate(case.evidence):
        first = seen.setdefault(reference.id, f"evidence[{i}].id")
        if first != f"evidence[{i}].id":
            needed = f"an id of its own, since {first} has it too"
            yield Hit(place=f"evidence[{i}].id", got=repr(reference.id), needed=needed)


def _blank_reference(case: Case) -> Iterator[Hit]:
    for i, reference in enumerate(case.evidence):
        if blank(reference.at):
            needed = "a path, a commit or the text of a note"
            yield Hit(place=f"evidence[{i}].at", got="blank text", needed=needed)


def _reversed_lines(case: Case) -> Iterator[Hit]:
    for i, reference in enumerate(case.evidence):
        lines = lines_of(reference.at) if reference.kind == "file" else None
        if lines is not None and not 1 <= lines[0] <= lines[1]:
            got = f"lines {lines[0]} to {lines[1]}"
            needed = "lines from 1 on, the first before the last"
            yield Hit(place=f"evidence[{i}].at", got=got, needed=needed)


def _long_question(case: Case) -> Iterator[Hit]:
    if len(case.question) > SCREEN:
        got = f"{len(case.question)} characters"
        yield Hit(place="question", got=got, needed=f"at most {SCREEN}; the rest is context")


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().casefold()


def _leaked_hypothesis(case: Case) -> Iterator[Hit]:
    """The owner's own words (`ask`, `directions`) travel verbatim and are not judged."""
    view = case.host.hypothesis
    lean = "" if view is None or view == FORGOTTEN else _plain(view)
    if not lean:
        return
    named = [("question", case.question), ("context", case.context)]
    listed = ("non_goals", "constraints", "alternates", "facts", "assumptions", "questions")
    named += [(f"{n}[{i}]", t) for n in listed for i, t in enumerate(getattr(case, n))]
    named += [(f"evidence[{i}].claim", r.claim) for i, r in enumerate(case.evidence)]
    for place, text in named:
        said = _plain(text)
        if said == lean or (len(lean) >= LEAK and f" {lean} " in f" {said} "):
            needed = "text that every seat may see without leaning"
            yield Hit(place=place, got="the host's hypothesis", needed=needed)


def _rule(
    code: str, name: str, check: Callable[[Case], Iterator[Hit]], says: str, why: str, fix: str,
    severity: Severity = "refuse", revision: int = 1,
) -> Rule:  # fmt: skip
    """A rule that looks at the case alone."""
    return Rule(
        code=code, name=name, on=("case",), severity=severity, says=says, why=why, fix=fix,
        check=lambda facts: check(facts.record), revision=revision,
    )  # fmt: skip


RULES: tuple[Rule, ...] = (
    _rule(
        "FRM001", "blank-question", _blank_question, "the decision asks nothing",
        "Advisors answer what they are asked; without a question each answers its own.",
        "write the choice as one question", revision=2,
    ),
    _rule(
        "FRM002", "too-few-options", _too_few_options, "there is nothing to choose between",
        "One option is a request for approval, and gets it. What else could be done, doing "
        "nothing included, is what a council is for.",
        "add an option; `do-nothing` and `later` are options",
    ),
    _rule(
        "FRM003", "repeated-option", _repeated_option, "two options look the same",
        "Positions name options by id, in any case of letters; two options of one id share "
        "their support, and of two with one title nobody knows which was meant.",
        "give each option an id and a title of its own", revision=2,
    ),
    _rule(
        "FRM004", "reserved-option", _reserved_option, "an option's id means something else",
        "`INSUFFICIENT_EVIDENCE` is a seat that cannot choose, `neither` a resolution for no "
        "side, `primary` the host's side of a disagreement. As an option each would be "
        "counted for what it is not.",
        "give the option another id",
    ),
    _rule(
        "FRM005", "blank-owner", _blank_owner, "nobody is accountable for the decision",
        "The owner decides, not a count; a decision without an owner is nobody's.",
        "name the owner", revision=2,
    ),
    _rule(
        "FRM006", "blank-text", _blank_item, "an item is blank",
        "A blank fact or constraint travels to every seat as though it were one.",
        "write it out or remove it", revision=2,
    ),
    _rule(
        "FRM007", "unknown-favourite", _unknown_favourite, "the host favours what is no option",
        "What the host favours opens a disagreement where the council ends up elsewhere; a word "
        "that is no option would never, or always.",
        "name an option's id, or remove the key",
    ),
    _rule(
        "FRM008", "unpriced-door", _unpriced_door, "a one-way door does not say its undo cost",
        "That a decision is hard to take back is a claim; the cost of taking it back is what "
        "makes it weighable (agentops-council 1.9).",
        "say what undoing would take, in time, money or trust",
    ),
    _rule(
        "FRM009", "impossible-deadline", _impossible_deadline, "the deadline is no day",
        "A deadline that never comes reminds nobody.",
        "give a day of the calendar, like 2026-11-30",
    ),
    Rule(
        code="FRM010", name="past-deadline", on=("case",), severity="refuse",
        says="the deadline has passed", why="Either the day is wrong or the decision was taken "
        "without being recorded; a council after the day advises nobody.",
        fix="correct the day or remove it", check=_past_deadline,
    ),
    _rule(
        "FRM011", "repeated-evidence", _repeated_evidence, "two pieces of evidence have one id",
        "Claims cite evidence by id; a citation of two things cites neither.",
        "give each its own id, or leave the ids out: they are numbered by place",
    ),
    _rule(
        "FRM012", "blank-reference", _blank_reference, "a piece of evidence is nowhere",
        "What cannot be looked up supports nothing (majordomus, hole 5).",
        "say where it is, or remove it", revision=2,
    ),
    _rule(
        "FRM013", "reversed-lines", _reversed_lines, "the lines of a file are none",
        "Lines count from 1 and run forwards; other lines resolve to nothing.",
        "write `path:10-42`",
    ),
    _rule(
        "FRM014", "long-question", _long_question, "the question does not fit on one screen",
        "The first screen shows the question, the strongest objection and what would settle it; "
        "a question that fills it was not yet asked.",
        "ask in one sentence and move the rest to the body", severity="note",
    ),
    _rule(
        "FRM015", "leaked-hypothesis", _leaked_hypothesis, "the host's view stands in the packet",
        "Advisors who read what the convener thinks repeat it; agreement would then measure the "
        "packet (ai-council, neutrality).",
        "leave the view under `host` and state what was seen instead",
    ),
    *weight.RULES,
    *outcome.RULES,
)  # fmt: skip
