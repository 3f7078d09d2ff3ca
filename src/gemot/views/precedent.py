"""Earlier decisions on a subject: which there are, and why a conclusion is not reused. Pure.

Laws: *same* is the same request, whether or not it declares new evidence; *subject* the same
subject once white space, case and compatible forms of characters (NFKC) are evened out; *near*
a subject of which at least `NEAR` of the character 4-grams are shared, and is only ever
suggested. A conclusion is reused where no reason stands against it, the newest first; every
reason is named, in words that hold no text of anybody's, since they stand in an envelope.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

import msgspec

from gemot.records.after import Attempt, Earlier
from gemot.records.framing import Case
from gemot.records.prose import FORGOTTEN
from gemot.records.settlement import DEFER, Conclusion
from gemot.records.vocab import at_least
from gemot.rules.state import State
from gemot.views.notice import unanswered
from gemot.views.visible import line

NEAR = 0.6
"""Dice coefficient of the two sets of 4-grams from which on subjects are called similar."""
GRAM = 4
HOW = {
    "same": "the same request",
    "subject": "the same subject",
    "near": "a similar subject",
    "contradicting": "the same subject, decided otherwise",
}
MOVED = {
    "changed": "evidence {} moved",
    "gone": "evidence {} is gone",
    "unknown": "whether evidence {} moved is unknown",
}
_DAY = r"(?<!\d)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)"


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """An earlier case as it stands now."""

    case: str
    how: str
    """`same`, `subject` or `near`."""
    state: State
    moved: tuple[tuple[str, str], ...] = ()
    """Evidence of it, by id, that is not any more what it was: `changed`, `gone` or `unknown`."""


def normalised(text: str) -> str:
    """The text with white space, case and compatible forms evened out."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(folded.split())


def similarity(one: str, other: str) -> float:
    """From 0 to 1: how much of the 4-grams of two texts is shared (Dice)."""
    a, b = _grams(normalised(one)), _grams(normalised(other))
    return 2 * len(a & b) / (len(a) + len(b)) if a and b else 0.0


def _grams(text: str) -> set[str]:
    return {text[i : i + GRAM] for i in range(max(len(text) - GRAM + 1, 1))} if text else set()


def relation(asked: Case, requests: Iterable[str], old: Case) -> str | None:
    """How an earlier case is related; `requests` are the digests that are the same request.
    None: it is not."""
    if old.request in requests:
        return "same"
    if FORGOTTEN in (old.subject, asked.subject):
        return None
    if normalised(old.subject) == normalised(asked.subject):
        return "subject"
    return "near" if similarity(old.subject, asked.subject) >= NEAR else None


def standing(state: State) -> str | None:
    """What the case stands for: its choice; None where nothing that decides stands."""
    end = state.conclusion
    if end is None or end.choice == DEFER or end.rehearsal or state.withdrawal is not None:
        return None
    return end.choice


def precedents(
    asked: Case, pasts: Iterable[Past], today: str, more: tuple[str, ...] = ()
) -> tuple[Earlier, ...]:
    """The earlier cases, in the order given (newest first). `today` is a day in UTC; `more`
    are reasons that hold against every one of them."""
    known = tuple(pasts)
    led = next((c for p in known if p.how != "near" and (c := standing(p.state))), None)
    found = []
    for p in known:
        choice = standing(p.state)
        apart = p.how != "near" and choice is not None and choice != led
        end = p.state.conclusion
        found.append(
            Earlier(
                case=p.case,
                how="contradicting" if apart else p.how,  # type: ignore[arg-type]
                choice=end.choice if end else None,
                refused=(*_reasons(asked, p, today), *_rivals(p, known), *more),
            )
        )
    return tuple(found)


def reusable(earlier: Iterable[Earlier]) -> Earlier | None:
    """The one whose conclusion answers: the first without a reason against it."""
    return next((e for e in earlier if not e.refused), None)


def _rivals(past: Past, known: tuple[Past, ...]) -> Iterator[str]:
    mine = standing(past.state)
    if past.how == "near" or mine is None:
        return
    for other in known:
        theirs = standing(other.state)
        if other.how != "near" and theirs is not None and theirs != mine:
            yield f"the rival conclusion of {other.case} stands for {theirs!r}"


def _reasons(asked: Case, past: Past, today: str) -> Iterator[str]:
    state, end = past.state, past.state.conclusion
    if past.how == "near":
        yield "its subject is similar and not the same"
        return
    if state.withdrawal is not None:
        yield "it was withdrawn"
        return
    if end is None:
        yield "nothing is concluded in it"
        return
    yield from _unfit(asked, state, end)
    yield from (MOVED[how].format(id) for id, how in past.moved)
    yield from _disproved(state)
    yield from (f"its {what} {day} passed" for what, day in passed(state, today))


def _unfit(asked: Case, state: State, end: Conclusion) -> Iterator[str]:
    """Why the conclusion was never one for this question."""
    old = state.case
    assert old is not None
    if end.rehearsal:
        yield "it was a rehearsal"
    elif end.provisional:
        yield f"it is provisional: {unanswered(state)}"
    if old.owner != asked.owner:
        yield "its owner is another"
    if not at_least(old.stakes, asked.stakes):
        yield f"it was decided at stakes {old.stakes}, and this is {asked.stakes}"
    if end.choice not in (DEFER, *(o.id for o in asked.options)):
        yield f"its choice {end.choice!r} is no option here"
    if any(True for _ in state.opaque()):
        yield "it holds records that this version does not know"
    if state.concluded is not None and state.concluded.forgotten:
        yield "its reasons were forgotten"


def failed(state: State) -> tuple[str, ...]:
    """Validations of the standing conclusion that failed and were not passed since, by name."""
    newest: dict[str, tuple[str, str]] = {}
    for f in state.filed:
        if f.kind == "validation" and f.record in state.validations:
            newest[normalised(f.record.check)] = f.name, f.record.outcome
    return tuple(name for name, outcome in newest.values() if outcome == "fail")


def unmet(state: State) -> tuple[str, ...]:
    """Look-backs on the standing conclusion that saw an outcome not met, and none since that
    saw otherwise, by name."""
    newest: dict[str | None, tuple[str, str]] = {}
    for f in state.filed:
        if f.kind == "lookback" and f.record in state.lookbacks:
            newest[f.record.outcome] = f.name, f.record.met
    return tuple(name for name, met in newest.values() if met == "not_met")


def _disproved(state: State) -> Iterator[str]:
    """What was seen since that speaks against it."""
    yield from (f"the validation {name} failed" for name in failed(state))
    yield from (f"the look-back {name} says not met" for name in unmet(state))
    seq = state.concluded.seq if state.concluded else 0
    for f in state.filed:
        if type(f.record) is Attempt and f.seq > seq and f.record.invalidated:
            yield f"the attempt {f.name} proved an assumption wrong"


def days(state: State) -> Iterator[tuple[str, str]]:
    """The days on which the standing conclusion is to be looked at: `review date` and every
    later day that a revisit condition names."""
    filed, end = state.concluded, state.conclusion
    if filed is None or end is None:
        return
    if end.review_on is not None:
        yield "review date", end.review_on
    named = {day for text in end.revisit_if for day in re.findall(_DAY, text)}
    yield from (("revisit date", day) for day in sorted(named) if day > filed.at[:10])


def passed(state: State, today: str) -> Iterator[tuple[str, str]]:
    """Those of the days that are over, and since which nobody looked back."""
    looked = [f.at[:10] for f in state.filed if f.kind == "lookback"
              and f.record in state.lookbacks]  # fmt: skip
    for what, day in days(state):
        if day < today and not any(at >= day for at in looked):
            yield what, day


def told(earlier: Iterable[Earlier], *, reused: bool = False) -> list[str]:
    """What the first screen says of them, a line each."""
    return [_told(e, reused=reused) for e in earlier]


def _told(e: Earlier, *, reused: bool) -> str:
    stands = f"decided for {line(e.choice)}" if e.choice else "decided nothing"
    why = "; ".join(line(r) for r in e.refused)
    if e.how == "near":
        return f"{line(e.case)}: {HOW['near']}, {stands}; only suggested"
    end = f"not reused: {why}" if why else "reused" if reused else "could be reused"
    return f"{line(e.case)}: {HOW[e.how]}, {stands}; {end}"


def contradictions(earlier: Iterable[Earlier]) -> list[str]:
    """What the screen says of conclusions that stand against the one just made."""
    return [
        f"CONTRADICTS: {line(e.case)} stands for {line(e.choice or '')} on the same subject; "
        f"neither is reused while both stand (`gemot conclude {e.case} --supersedes RECORD` "
        "decides it anew)"
        for e in earlier
        if e.how == "contradicting"
    ]
