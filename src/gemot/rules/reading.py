"""Rules on replies: what makes one unreadable.

Law: a reply is read whole or not at all. Nothing is repaired, cut or looked for inside other
text, and a reply that breaks one of these rules fills no seat.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from gemot.records.catalogue import Frozen
from gemot.records.faults import Fault, say
from gemot.records.vocab import INSUFFICIENT, Round, stem
from gemot.rules.rule import Hit, Rule
from gemot.rules.unseen import blank


class Shown(Frozen, frozen=True, kw_only=True):
    """The ids that a seat was shown and may answer with."""

    options: tuple[str, ...]
    """`INSUFFICIENT_EVIDENCE` is always added."""
    evidence: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    directions: int = 0
    own: tuple[str, ...] = ()
    """Labels of the seat's own claims."""
    others: tuple[str, ...] = ()
    """Labels of the others' claims."""
    findings: tuple[str, ...] = ()


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of reading a reply: what came, and as far as it could be taken apart."""

    round: Round
    shown: Shown
    text: str | None
    """None: the bytes were no UTF-8."""
    syntax: str | None = None
    """Why the text is not one JSON object; None: it is."""
    repeated: tuple[str, ...] = ()
    """Places of keys that stand twice in one object."""
    faults: tuple[Fault, ...] = ()
    """Where it is not of the round's form."""
    value: Any = None
    """The JSON object, where it is one of the form."""


def _not_text(a: Answer) -> Iterator[Hit]:
    if a.text is None:
        yield Hit(place="reply", got="bytes that are no UTF-8", needed="UTF-8 text")


def _empty(a: Answer) -> Iterator[Hit]:
    if a.text is not None and blank(a.text):
        yield Hit(place="reply", got="nothing", needed="one JSON object")


def _not_json(a: Answer) -> Iterator[Hit]:
    if a.text is not None and a.text.strip() and a.syntax is not None:
        yield Hit(place="reply", got=a.syntax, needed="one JSON object and nothing around it")


def _repeated(a: Answer) -> Iterator[Hit]:
    for place in a.repeated:
        yield Hit(place=place, got="a key that stands twice", needed="each key once")


def _form(a: Answer) -> Iterator[Hit]:
    for f in a.faults:
        yield Hit(place=f.place, got=f.got, needed=f.needed)


def _unknown(places: Iterator[tuple[str, Any]], known: tuple[str, ...]) -> Iterator[Hit]:
    for place, got in places:
        if got is not None and got not in known:
            yield Hit(place=place, got=say(got), needed=_one_of(known))


def _one_of(known: tuple[str, ...]) -> str:
    return "one of " + ", ".join(known) if known else "nothing: the packet showed none"


def _option(a: Answer) -> Iterator[Hit]:
    if a.value is None or a.round not in ("positions", "challenge"):
        return
    options = a.shown.options
    yield from _unknown(iter([("choice", a.value["choice"])]), (*options, INSUFFICIENT))
    if a.round == "positions":
        yield from _unknown(iter([("alternative", a.value["alternative"])]), options)


def _evidence(a: Answer) -> Iterator[Hit]:
    if a.value is not None:
        yield from _unknown(_lists(a.value, "evidence", ""), a.shown.evidence)


def _outcome(a: Answer) -> Iterator[Hit]:
    if a.value is not None and a.round == "positions":
        yield from _unknown(_lists(a.value, "outcomes", ""), a.shown.outcomes)
        places = (
            (f"proposals[{i}].negatives[{j}].outcome", n["outcome"])
            for i, p in enumerate(a.value["proposals"])
            for j, n in enumerate(p["negatives"])
        )
        yield from _unknown(places, a.shown.outcomes)


def _lists(value: Any, key: str, at: str) -> Iterator[tuple[str, Any]]:
    """Every item of every list under `key`, with its place."""
    if isinstance(value, dict):
        for name, inner in value.items():
            place = f"{at}.{name}" if at else name
            if name == key and isinstance(inner, list):
                yield from ((f"{place}[{i}]", item) for i, item in enumerate(inner))
            else:
                yield from _lists(inner, key, place)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from _lists(item, key, f"{at}[{i}]")


def _label(a: Answer) -> Iterator[Hit]:
    if a.value is None:
        return
    if a.round == "challenge":
        links = list(enumerate(a.value["links"]))
        yield from _unknown(((f"links[{i}].own", k["own"]) for i, k in links), a.shown.own)
        yield from _unknown(((f"links[{i}].other", k["other"]) for i, k in links), a.shown.others)
    if a.round == "chair":
        said = list(enumerate(a.value["suggestions"]))
        places = [("objection", a.value["objection"])]
        places += [(f"suggestions[{i}].finding", s["finding"]) for i, s in said]
        yield from _unknown(iter(places), a.shown.findings)


def _direction(a: Answer) -> Iterator[Hit]:
    if a.value is None or a.round != "positions":
        return
    for i, claim in enumerate(a.value["claims"]):
        n = claim["against"]
        if n is not None and not 1 <= n <= a.shown.directions:
            needed = f"1 to {a.shown.directions}, or null" if a.shown.directions else "null"
            yield Hit(place=f"claims[{i}].against", got=say(n), needed=needed)


def _blank(a: Answer) -> Iterator[Hit]:
    if a.value is None:
        return
    places: list[tuple[str, str]] = []
    if a.round == "positions":
        places = [("rationale", a.value["rationale"])]
        places += [(f"claims[{i}].text", c["text"]) for i, c in enumerate(a.value["claims"])]
        places += [(f"proposals[{i}].text", p["text"]) for i, p in enumerate(a.value["proposals"])]
    elif a.round == "chair":
        places = [("summary", a.value["summary"])]
    for place, text in places:
        if blank(text):
            yield Hit(place=place, got="blank text", needed="words")


def _untestable(a: Answer) -> Iterator[Hit]:
    if a.value is None or stem(a.round) != "prediction":
        return
    said = a.value
    if said["exit"] is None and not any((said[k] or "").strip() for k in ("contains", "lacks")):
        needed = "an exit status, or text that the output contains or lacks"
        yield Hit(place="exit", got="nothing that can be checked", needed=needed)


WHY = (
    "A reply is taken whole or not at all: what is guessed out of other text is the guesser's "
    "opinion and not the seat's."
)
FIX = "nothing is repaired: the reply is kept as it came, and its seat is not counted"


def _rule(code: str, name: str, says: str, check: Any, why: str = WHY) -> Rule:
    return Rule(
        code=code, name=name, on=("reply",), severity="refuse", says=says, why=why, fix=FIX,
        check=check,
    )  # fmt: skip


RULES = (
    _rule("REA001", "reply-not-text", "the reply is not UTF-8 text", _not_text),
    _rule("REA002", "empty-reply", "the reply is empty", _empty),
    _rule("REA003", "reply-not-json", "the reply is not one JSON object", _not_json),
    _rule(
        "REA004", "repeated-key", "a key stands twice in one object of the reply", _repeated,
        "Of two values for one key readers keep different ones, so the reply says two things.",
    ),
    _rule("REA005", "reply-of-another-form", "the reply is not of the form asked for", _form),
    _rule(
        "REA006", "unknown-option", "the reply chooses something that is no option", _option,
        "A choice outside the options answers another question.",
    ),
    _rule(
        "REA007", "foreign-citation", "the reply cites evidence that its packet did not show",
        _evidence, "A citation that resolves to no stored bytes supports nothing.",
    ),
    _rule(
        "REA008", "unknown-outcome", "the reply names an outcome that is not active", _outcome,
        "Contribution to an outcome nobody approved cannot be weighed.",
    ),
    _rule(
        "REA009", "unknown-label", "the reply names a claim or finding that it was not shown",
        _label, "Agreement is by id; an id nobody showed matches nothing.",
    ),
    _rule(
        "REA010", "unknown-direction", "the reply contradicts a direction that does not exist",
        _direction, "A challenge to the owner's words must say which words.",
    ),
    _rule("REA011", "blank-answer", "a text that must say something is blank", _blank),
    _rule(
        "REA012", "untestable-expectation", "the reply expects nothing that could be checked",
        _untestable,
        "A prediction that no run can fit or miss settles nothing; it is no answer to what was "
        "asked.",
    ),
)  # fmt: skip
