"""The closed forms that seats answer in, and the JSON Schemas they are asked with.

One description serves both: the struct is the form, and the schema sent is made from it,
narrowed to the ids of the packet. A rehearsal seat gets smaller bounds, since a small model
fills whatever it may; its reply is read by the same structs.
"""

from functools import cache
from typing import Any, Literal

import msgspec

from gemot.records.catalogue import Frozen
from gemot.records.probe import Exit
from gemot.records.vocab import (
    INSUFFICIENT,
    ChangeBasis,
    ClaimKind,
    Confidence,
    DisagreementKind,
    Judgement,
    ProposalKind,
    Relation,
    Round,
    stem,
)
from gemot.rules.reading import Shown


class ClaimReply(Frozen, frozen=True, kw_only=True):
    kind: ClaimKind
    text: str
    evidence: tuple[str, ...]
    against: int | None
    """Number of the owner's direction that it contradicts."""


class GapReply(Frozen, frozen=True, kw_only=True):
    what: str
    impact: str


class NegativeReply(Frozen, frozen=True, kw_only=True):
    outcome: str
    effect: str


class ProposalReply(Frozen, frozen=True, kw_only=True):
    kind: ProposalKind
    text: str
    outcomes: tuple[str, ...]
    contribution: str
    evidence: tuple[str, ...]
    negatives: tuple[NegativeReply, ...]
    verification: str


class PositionReply(Frozen, frozen=True, kw_only=True):
    choice: str
    confidence: Confidence
    claims: tuple[ClaimReply, ...]
    evidence: tuple[str, ...]
    rationale: str
    concern: str
    alternative: str | None
    alternative_case: str
    falsifier: str
    missing: tuple[GapReply, ...]
    proposals: tuple[ProposalReply, ...]


class LinkReply(Frozen, frozen=True, kw_only=True):
    own: str | None
    other: str
    relation: Relation
    reason: str


class ChallengeReply(Frozen, frozen=True, kw_only=True):
    links: tuple[LinkReply, ...]
    changed: bool
    choice: str
    basis: ChangeBasis | None
    evidence: tuple[str, ...]
    reasoning: str
    concedes: str
    weakest: str
    test: str
    dispute: DisagreementKind | None


class SuggestionReply(Frozen, frozen=True, kw_only=True):
    finding: str
    judgement: Judgement
    reason: str


class DraftReply(Frozen, frozen=True, kw_only=True):
    objection: str | None
    suggestions: tuple[SuggestionReply, ...]
    summary: str
    decisive: str


class PredictionReply(Frozen, frozen=True, kw_only=True):
    exit: Exit | None
    """The exit status that is expected, 0 to 255."""
    contains: str | None
    lacks: str | None
    reason: str


FORMS: dict[str, type[Frozen]] = {
    "positions": PositionReply,
    "challenge": ChallengeReply,
    "chair": DraftReply,
    "prediction": PredictionReply,
}
"""By the stem of the round."""
Size = Literal["full", "brief"]
TEXT: dict[Size, int] = {"full": 2000, "brief": 60}
"""Characters of one text."""
SAYING = ("text", "rationale", "summary")
"""Texts that may not be blank (REA011)."""
LEAST = 12
"""Characters that a small model is held to there; left to itself it often says nothing."""
ITEMS: dict[Size, dict[str, int]] = {
    "full": {"claims": 12, "links": 60, "missing": 8, "proposals": 8, "suggestions": 60},
    "brief": {"claims": 2, "links": 2, "missing": 1, "proposals": 0, "suggestions": 2},
}
"""Items of one list; what is not named may hold as many as there are ids."""


def schema(round: Round, shown: Shown, size: Size = "full") -> dict[str, Any]:
    """The closed JSON Schema of a round's reply; all properties are required, in reading order."""
    form = FORMS[stem(round)]
    defs = _definitions(form)
    built = _inline(defs[form.__name__], defs, "", shown, size)
    assert isinstance(built, dict)
    return built


@cache
def _definitions(form: type[Frozen]) -> dict[str, Any]:
    raw = msgspec.json.schema(form)
    defs: dict[str, Any] = raw["$defs"]
    return defs


def _inline(node: Any, defs: dict[str, Any], name: str, shown: Shown, size: Size) -> Any:
    """The node with references put in place, ids narrowed and texts bounded."""
    if "$ref" in node:
        return _inline(defs[node["$ref"].rsplit("/", 1)[1]], defs, name, shown, size)
    if "anyOf" in node:
        return _nullable(node, defs, name, shown, size)
    kind = node.get("type")
    if kind == "object":
        fields = node["properties"]
        return {
            "type": "object",
            "properties": {k: _inline(v, defs, k, shown, size) for k, v in fields.items()},
            "required": list(fields),
            "additionalProperties": False,
        }
    if kind == "array":
        return _array(node, defs, name, shown, size)
    if kind == "integer" and name == "exit":
        return {"type": "integer", "minimum": 0, "maximum": 255}
    if kind == "integer":
        return {"type": "integer", "minimum": 1, "maximum": max(1, shown.directions)}
    if kind == "string" and "enum" not in node:
        ids = _ids(name, shown)
        if ids is not None:
            return {"type": "string", "enum": list(ids)}
        least = {"minLength": LEAST} if size == "brief" and name in SAYING else {}
        return {"type": "string", **least, "maxLength": TEXT[size]}
    return {"type": "string", "enum": node["enum"]} if "enum" in node else {"type": kind}


def _nullable(node: Any, defs: dict[str, Any], name: str, shown: Shown, size: Size) -> Any:
    if name == "against" and not shown.directions:
        return {"type": "null"}
    inner = next(n for n in node["anyOf"] if n.get("type") != "null")
    ids = _ids(name, shown)
    if ids is not None and not ids:
        return {"type": "null"}
    return {"anyOf": [_inline(inner, defs, name, shown, size), {"type": "null"}]}


def _array(node: Any, defs: dict[str, Any], name: str, shown: Shown, size: Size) -> Any:
    ids = _ids(name, shown)
    most = ITEMS[size].get(name)
    if ids is not None:
        most = min(len(ids), 2) if size == "brief" else len(ids)
    if name == "links" and not shown.others:
        most = 0
    if name == "suggestions":
        most = min(most or 0, len(shown.findings))
    if name == "negatives":
        most = len(shown.outcomes)
    item = {"type": "string"} if not most else _inline(node["items"], defs, name, shown, size)
    least = int(name == "claims" and size == "brief")
    return {"type": "array", "items": item, "minItems": least, "maxItems": most or 0}


def _ids(name: str, shown: Shown) -> tuple[str, ...] | None:
    """The ids that a property may hold; None where it is text."""
    table: dict[str, tuple[str, ...]] = {
        "choice": (*shown.options, INSUFFICIENT),
        "alternative": shown.options,
        "evidence": shown.evidence,
        "outcomes": shown.outcomes,
        "outcome": shown.outcomes,
        "own": shown.own,
        "other": shown.others,
        "finding": shown.findings,
        "objection": shown.findings,
    }
    return table.get(name)
