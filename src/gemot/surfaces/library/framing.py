"""A decision as it is given to a call: the keys of a decision file as keyword arguments."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, TypedDict

from gemot.records.vocab import Confidence, Materiality

Item = str | Mapping[str, Any]
"""A short form, or the mapping that a decision file would hold."""


class Framing(TypedDict, total=False):
    """What else describes a decision. Each key is what `docs/records.md` says of the field of
    `case` of its name; a key that is left out or None is absent."""

    owner: str | None
    """Who is accountable; else the council's owner."""
    subject: str | None
    """What it is about, where other cases should be found by it; else the question."""
    materiality: Materiality | None
    """trivial, low, material, high, critical; else low."""
    ask: str | None
    """The owner's own words, which travel verbatim."""
    directions: Sequence[str]
    constraints: Sequence[str]
    non_goals: Sequence[str]
    facts: Sequence[str]
    assumptions: Sequence[str]
    questions: Sequence[str]
    alternates: Sequence[str]
    outcomes: Sequence[Item]
    categories: Sequence[str]
    affects: Sequence[str]
    capabilities: Sequence[str]
    deadline: str | date | None
    """A day like 2026-11-30."""
    favours: str | None
    """An option's id; no advisor sees it, nor `hypothesis`, nor `confidence`."""
    hypothesis: str | None
    confidence: Confidence | None
    new_evidence: bool
    """Open the question again though it was concluded."""
    context: str
    """Neutral text that every seat reads: the body of a decision file."""


HOST = ("favours", "hypothesis", "confidence")


def keys(
    question: str,
    options: Iterable[Item],
    evidence: Iterable[Item],
    framing: Mapping[str, Any],
    owner: str,
) -> tuple[dict[str, Any], str]:
    """The keys and the body of the decision file that a call stands for."""
    given = {k: plain(v) for k, v in framing.items() if v is not None}
    body = given.pop("context", "")
    host = {k: given.pop(k) for k in HOST if k in given}
    found = {k: v for k, v in given.items() if v not in (False, [])}
    found |= {"question": question, "options": plain(options)}
    found["owner"] = given.get("owner") or owner
    looked = plain(evidence)
    if looked:
        found["evidence"] = looked
    if host:
        found["host"] = host
    return found, body


def plain(value: Any) -> Any:
    """Plain JSON values: what iterates becomes a list, a day its text."""
    match value:
        case str() | int() | float() | None:
            return value
        case date():
            return value.isoformat()[:10]
        case Mapping():
            return {str(k): plain(v) for k, v in value.items() if v is not None}
        case Iterable():
            return [plain(v) for v in value]
        case _:
            return value


def named(evidence: Iterable[Item]) -> tuple[str, ...]:
    """The places that the call names itself: untracked files among them may be read."""
    at = (e if isinstance(e, str) else e.get("at") for e in evidence)
    return tuple(x for x in at if isinstance(x, str))
