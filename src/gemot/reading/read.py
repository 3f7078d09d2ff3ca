"""From a reply's text to a record, or to every reason why not.

Laws: `read` never looks for JSON inside other text; the one wrapping it accepts is a single
code fence around the whole reply, with nothing but white space outside; what it returns is
either a whole reply or offences, never both.
"""

import json
from typing import Any

import msgspec

from gemot.reading.reply import (
    FORMS,
    ITEMS,
    TEXT,
    ChallengeReply,
    DraftReply,
    PositionReply,
    PredictionReply,
)
from gemot.records.answer import (
    Challenge,
    Claim,
    Draft,
    Gap,
    Link,
    Negative,
    Position,
    Proposal,
    Suggestion,
)
from gemot.records.catalogue import Frozen
from gemot.records.faults import Fault, faults
from gemot.records.probe import Prediction
from gemot.records.vocab import ChangeBasis, Round, stem
from gemot.rules.reading import Answer, Shown
from gemot.rules.rule import Offence, Rule, judge

DEPTH = 32
"""Levels of nesting that a reply may have; the forms need 6."""


def answer(round: Round, text: str | None, shown: Shown) -> Answer:
    """The facts of a reply, taken apart as far as it goes."""
    if text is None or not text.strip():
        return Answer(round=round, shown=shown, text=text)
    value, repeated, syntax = _parse(_unfenced(text))
    if syntax is not None:
        return Answer(round=round, shown=shown, text=text, syntax=syntax)
    found = (*faults(FORMS[stem(round)], value), *_oversize(value, ""))
    return Answer(
        round=round,
        shown=shown,
        text=text,
        repeated=tuple(repeated),
        faults=found,
        value=None if found else value,
    )


def read(
    rules: tuple[Rule, ...], round: Round, text: str | None, shown: Shown
) -> tuple[Frozen | None, tuple[Offence, ...]]:
    """The reply in its round's form, or None and all its offences."""
    facts = answer(round, text, shown)
    offences = judge(rules, "reply", facts)
    if offences or facts.value is None:
        return None, offences
    return msgspec.convert(facts.value, FORMS[stem(round)]), ()


def _unfenced(text: str) -> str:
    """The inside of one code fence that wraps the whole text, else the text."""
    body = text.strip()
    if not (body.startswith("```") and body.endswith("```") and "\n" in body):
        return body
    opening, inside = body[:-3].split("\n", 1)
    return inside if opening in ("```", "```json") and "```" not in inside else body


class _Pairs(list[tuple[str, Any]]):
    """One object with its keys as they stand, repeated ones included."""


def _parse(text: str) -> tuple[Any, list[str], str | None]:
    repeated: list[str] = []
    try:
        raw = json.loads(text, object_pairs_hook=_Pairs, parse_constant=_constant)
    except RecursionError:
        return None, [], "JSON nested too deep"
    except ValueError as e:
        what = "an invalid number" if isinstance(e, _Constant) else "text that is no JSON"
        return None, [], what if text[:1] in "{[" else "text around or instead of a JSON object"
    if not isinstance(raw, _Pairs):
        return None, [], "JSON that is no object"
    if _depth(raw) > DEPTH:
        return None, [], "JSON nested too deep"
    value = _plain(raw, "", repeated)
    if not _encodable(value):
        return None, [], "text with a lone surrogate"
    return value, repeated, None


class _Constant(ValueError):
    pass


def _constant(name: str) -> Any:
    raise _Constant(name)


def _depth(raw: Any) -> int:
    deepest, level = 0, [raw]
    while level:
        deepest += 1
        if deepest > DEPTH:
            return deepest
        inner: list[Any] = []
        for v in level:
            if isinstance(v, _Pairs):
                inner += [x for _, x in v]
            elif isinstance(v, list):
                inner += v
        level = [v for v in inner if isinstance(v, list)]
    return deepest


def _plain(raw: Any, at: str, repeated: list[str]) -> Any:
    if isinstance(raw, _Pairs):
        out: dict[str, Any] = {}
        for key, inner in raw:
            place = f"{at}.{key}" if at else key
            if key in out:
                repeated.append(place)
            out[key] = _plain(inner, place, repeated)
        return out
    if isinstance(raw, list):
        return [_plain(v, f"{at}[{i}]", repeated) for i, v in enumerate(raw)]
    return raw


def _encodable(value: Any) -> bool:
    try:
        msgspec.json.encode(value)
    except (UnicodeEncodeError, OverflowError):
        return False
    return True


def _oversize(value: Any, at: str, most: int = 4 * TEXT["full"]) -> list[Fault]:
    """Texts and lists beyond four times what was asked for."""
    if isinstance(value, str) and len(value) > most:
        got, needed = f"text of {len(value)} characters", f"at most {most}"
        return [Fault(place=at, got=got, needed=needed, fix="shorten it")]
    if isinstance(value, dict):
        pairs = [(f"{at}.{k}" if at else k, v) for k, v in value.items()]
    elif isinstance(value, list):
        bound = 4 * max(ITEMS["full"].values())
        if len(value) > bound:
            got, needed = f"a list of {len(value)}", f"at most {bound} items"
            return [Fault(place=at, got=got, needed=needed, fix="shorten it")]
        pairs = [(f"{at}[{i}]", v) for i, v in enumerate(value)]
    else:
        return []
    return [f for place, v in pairs for f in _oversize(v, place, most)]


def _once(ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))


def position(reply: PositionReply, seat: str, dispatch: str) -> Position:
    """The record of a round-one reply; ids are given by the reader."""
    return Position(
        seat=seat,
        dispatch=dispatch,
        choice=reply.choice,
        rationale=reply.rationale,
        evidence=_once(reply.evidence),
        claims=tuple(
            Claim(
                id=f"{seat}-C{i}",
                kind=c.kind,
                text=c.text,
                evidence=_once(c.evidence),
                against=c.against,
            )
            for i, c in enumerate(reply.claims, 1)
        ),
        concern=reply.concern,
        missing=tuple(Gap(what=m.what, impact=m.impact) for m in reply.missing),
        alternative=reply.alternative,
        alternative_case=reply.alternative_case,
        confidence=reply.confidence,
        falsifier=reply.falsifier,
        proposals=tuple(
            Proposal(
                id=f"{seat}-P{i}",
                kind=p.kind,
                text=p.text,
                outcomes=_once(p.outcomes),
                contribution=p.contribution,
                evidence=_once(p.evidence),
                negatives=tuple(Negative(outcome=n.outcome, effect=n.effect) for n in p.negatives),
                verification=p.verification,
            )
            for i, p in enumerate(reply.proposals, 1)
        ),
    )


def change_is_valid(
    first: str, choice: str, changed: bool, basis: ChangeBasis | None, evidence: bool, reasons: bool
) -> bool:
    """Whether a changed choice counts (decision-council 1.9, step 3)."""
    if not changed or choice == first or basis is None:
        return False
    return evidence if basis in ("NEW_EVIDENCE", "OVERLOOKED_EVIDENCE") else reasons


def challenge(
    reply: ChallengeReply, first: Position, dispatch: str, labels: dict[str, str]
) -> Challenge:
    """The record of a challenge; labels become the ids they stood for."""
    valid = change_is_valid(
        first.choice,
        reply.choice,
        reply.changed,
        reply.basis,
        bool(reply.evidence),
        bool(reply.reasoning.strip()),
    )
    return Challenge(
        seat=first.seat,
        dispatch=dispatch,
        links=tuple(
            Link(
                own=None if k.own is None else labels[k.own],
                other=labels[k.other],
                relation=k.relation,
                reason=k.reason,
            )
            for k in reply.links
        ),
        changed=reply.changed,
        choice=reply.choice,
        basis=reply.basis,
        evidence=_once(reply.evidence),
        reasoning=reply.reasoning,
        concedes=reply.concedes,
        weakest=reply.weakest,
        test=reply.test,
        dispute=reply.dispute,
        effective=reply.choice if valid else first.choice,
    )


def draft(reply: DraftReply, seat: str, dispatch: str) -> Draft:
    """The record of a chair's reply."""
    return Draft(
        seat=seat,
        dispatch=dispatch,
        summary=reply.summary,
        objection=reply.objection,
        decisive=reply.decisive,
        suggestions=tuple(
            Suggestion(finding=s.finding, judgement=s.judgement, reason=s.reason)
            for s in reply.suggestions
        ),
    )


def prediction(reply: PredictionReply, experiment: str, seat: str, dispatch: str) -> Prediction:
    """The record of what a seat expects of an experiment."""
    return Prediction(
        experiment=experiment,
        holder=seat,
        exit=reply.exit,
        contains=reply.contains,
        lacks=reply.lacks,
        reason=reply.reason,
        by="seat",
        dispatch=dispatch,
    )
