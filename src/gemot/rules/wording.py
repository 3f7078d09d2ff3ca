"""The rule on the host's own words: they may not lean.

Law: what the host writes into the packet is judged by its wording, and the owner's words
(`question`, `ask`, `directions`, constraints and what is not meant) are not. That the host's
hypothesis stands in the packet is found by FRM015. The code continues those of `packet`.
"""

from collections.abc import Iterator

from gemot.records.framing import Case
from gemot.records.prose import FORGOTTEN
from gemot.rules.neutrality import leans_towards
from gemot.rules.rule import Admission, Hit, Rule


def _texts(case: Case) -> Iterator[tuple[str, str]]:
    """What the host wrote, with its place in the decision file."""
    yield "context", case.context
    for name in ("facts", "assumptions", "questions"):
        yield from ((f"{name}[{i}]", t) for i, t in enumerate(getattr(case, name)))
    yield from ((f"evidence[{i}].claim", r.claim) for i, r in enumerate(case.evidence))
    yield from ((f"options[{i}].title", o.title) for i, o in enumerate(case.options))


def _leaning(facts: Admission) -> Iterator[Hit]:
    case: Case = facts.record
    titles = {o.id: o.title for o in case.options}
    favoured = titles.get(case.host.favours or "")
    for place, text in _texts(case):
        # An option's title names the option; it is judged by its wording alone.
        praised = None if place.startswith("options") or favoured == FORGOTTEN else favoured
        for lean in leans_towards(text, None, praised):
            got = f"{lean.phrase!r}, which {lean.why}"
            yield Hit(place=place, got=got, needed="what was seen, in words that lean to nothing")


RULES: tuple[Rule, ...] = (
    Rule(
        code="PCK017",
        name="leaning-host-text",
        on=("case",),
        severity="refuse",
        says="the host's own words lean",
        why="Advisors follow the wording of whoever asks; what they then agree on was in the "
        "packet before they read it (ai-council, neutrality).",
        fix="state what was seen; put a view under `host`, and the owner's words under `ask`",
        check=_leaning,
    ),
)
