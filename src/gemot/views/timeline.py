"""What happened in a case, one line a record. Pure.

Laws: every record is one step, in the order of the chain; a step's summary is the first line of
what the record says, at most 140 characters, made visible. The phase words are majordomus's
(1.4, 1.9); `upkeep` and `unknown` are ours, for what it has no record of.
"""

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from gemot.records.answer import Position
from gemot.records.envelope import Filed
from gemot.records.kinds import Opaque
from gemot.records.vocab import INSUFFICIENT
from gemot.rules.state import State, sealed
from gemot.views import money
from gemot.views.notice import holder
from gemot.views.visible import line

Phase = Literal[
    "uncertainty", "consulting", "local", "reuse", "advisor_response", "degradation",
    "disagreement", "experiment", "conclusion", "validation", "attempt", "upkeep", "unknown",
]  # fmt: skip
MOST = 140
"""Characters of a summary, the ellipsis included."""
PHASES: dict[str, Phase] = {
    "case": "uncertainty",
    "outcome": "uncertainty",
    "precedent": "reuse",
    "evidence": "uncertainty",
    "observation": "uncertainty",
    "plan": "consulting",
    "packet": "consulting",
    "clearance": "consulting",
    "authorization": "consulting",
    "dispatch": "consulting",
    "receipt": "advisor_response",
    "position": "advisor_response",
    "challenge": "advisor_response",
    "draft": "advisor_response",
    "report": "advisor_response",
    "verdict": "conclusion",
    "disagreement": "disagreement",
    "resolution": "disagreement",
    "probe": "experiment",
    "experiment": "experiment",
    "prediction": "experiment",
    "conclusion": "conclusion",
    "withdrawal": "conclusion",
    "validation": "validation",
    "lookback": "validation",
    "attempt": "attempt",
    "tombstone": "upkeep",
    "adoption": "upkeep",
}
"""The phase of each kind, unless the record itself says another (`phase`)."""


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a case."""

    at: str
    record: str
    """The record's name within its case."""
    phase: Phase
    summary: str
    """One visible line of at most 140 characters."""


def timeline(state: State) -> tuple[Moment, ...]:
    """Every record as one step."""
    closed = sealed(state)
    return tuple(
        Moment(at=f.at, record=f.name, phase=phase(f), summary=_told(f, closed))
        for f in state.filed
    )


def _told(f: Filed, closed: bool) -> str:
    """The summary; of a position in a round that has not ended only whose it is."""
    if closed and isinstance(f.record, Position):
        return f"seat {line(f.record.seat)}: sealed until the round has ended"
    return summary(f)


def phase(f: Filed) -> Phase:
    """The phase that a record belongs to: that of its kind, save where it went otherwise."""
    r = f.record
    if isinstance(r, Opaque):
        return "unknown"
    if f.kind == "plan" and not r.seats:
        return "reuse" if r.route == "reuse_prior" else "local"
    if f.kind == "receipt" and (r.status != "completed" or r.mismatch or r.late):
        return "degradation"
    if f.kind == "observation" and r.what == "doubt":
        return "degradation"
    if f.kind == "report" and r.insufficient:
        return "degradation"
    return PHASES[f.kind]


def summary(f: Filed) -> str:
    """What a record says, in one line."""
    said = f"kind {f.kind}, kept and unread" if isinstance(f.record, Opaque) else _said(f)
    return line(_first(said), MOST)


def _first(text: str) -> str:
    return next((x for x in text.splitlines() if x.strip()), "")


def _said(f: Filed) -> str:
    write = _WORDS.get(f.kind)
    return write(f.record) if write else " ".join(_parts(f.record))


def _parts(record: Any) -> Iterator[str]:
    """Whatever short values a record has, for a kind that nobody wrote words for."""
    for value in msgspec.structs.astuple(record):
        if isinstance(value, str) and value:
            yield value


def _count(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def _evidence(r: Any) -> str:
    found = "found" if r.resolved else f"not found: {_first(r.why or 'not said')}"
    return f"{r.id} ({r.status}, {r.kind}) {_first(r.at)}: {found}"


def _observation(r: Any) -> str:
    if r.what == "doubt":
        return f"in doubt: {r.dispatch} may have been made, and no reply was kept"
    able = sum(s.status == "available" for s in r.advisors)
    return f"{able} of {len(r.advisors)} advisors are available, mode {r.mode}"


def _plan(r: Any) -> str:
    return f"{_count(len(r.seats), 'seat')}, route {r.route}: {r.reason}"


def _clearance(r: Any) -> str:
    known = [q.reserve for q in r.quotes if q.reserve is not None]
    unpriced = len(r.quotes) - len(known)
    more = f", {unpriced} unpriced" if unpriced else ""
    return f"{r.round}, wave {r.wave}: at most {money.usd(sum(known))} USD{more}"


def _authorization(r: Any) -> str:
    about = f" {r.dispatch}" if r.dispatch else f" seat {r.seat}, {r.round}" if r.seat else ""
    sum_ = "" if r.what != "spend" else f" {'unbounded' if r.nano is None else money.usd(r.nano)}"
    return f"{r.what}{about}{sum_}: {_first(r.reason or 'no reason given')}"


def _receipt(r: Any) -> str:
    cost = "unknown cost" if r.cost is None else f"{money.usd(r.cost)} USD"
    notes = [w for w, yes in (("another model answered", r.mismatch), ("late", r.late)) if yes]
    return ", ".join([f"seat {r.seat}, {r.round}: {r.status}", cost, *notes])


def _position(r: Any) -> str:
    choice = "the packet does not let it choose" if r.choice == INSUFFICIENT else r.choice
    return f"seat {r.seat}: {choice} ({r.confidence}): {_first(r.rationale)}"


def _challenge(r: Any) -> str:
    moved = f"changes to {r.choice} ({r.basis or 'no basis'})" if r.changed else "stays"
    return f"seat {r.seat} {moved}, for {r.effective}: {_first(r.reasoning)}".rstrip(": ")


def _report(r: Any) -> str:
    if r.insufficient:
        return f"insufficient: {r.panel.returned} of {r.panel.seats} seats answered"
    return f"{_count(len(r.findings), 'finding')}; recommends {r.recommendation or 'nothing'}"


def _disagreement(r: Any) -> str:
    sides = ", ".join(f"{holder(s.holder)} for {s.option}" for s in r.sides)
    return f"{r.id} ({r.kind}): {sides}"


def _probe(r: Any) -> str:
    about = "".join(f" for {x}" for x in (r.evidence, r.experiment) if x)
    how = f"exit {r.exit}" if r.exit is not None else r.status
    return f"{r.id}{about}: {how}: {' '.join(r.command)}"


def _prediction(r: Any) -> str:
    expected = [f"exit {r.exit}"] if r.exit is not None else []
    expected += [f"contains {r.contains}"] if r.contains else []
    expected += [f"lacks {r.lacks}"] if r.lacks else []
    return (
        f"{holder(r.holder)} expects of {r.experiment} (said by the {r.by}): {', '.join(expected)}"
    )


def _tombstone(r: Any) -> str:
    blobs = f" and {_count(len(r.blobs), 'blob')}" if r.blobs else ""
    return f"the texts of {r.record}{blobs} were forgotten: {_first(r.reason)}"


def _earlier(r: Any) -> str:
    return ", ".join(f"{e.case} ({e.how})" for e in r.earlier) or "no earlier decision"


_WORDS: dict[str, Any] = {
    "case": lambda r: r.question,
    "outcome": lambda r: f"{r.reference}: {_first(r.success)}",
    "precedent": _earlier,
    "evidence": _evidence,
    "observation": _observation,
    "plan": _plan,
    "packet": lambda r: (
        f"{r.round}: {_count(len(r.views), 'seat')}, {_count(len(r.parts), 'part')} frozen"
    ),
    "clearance": _clearance,
    "authorization": _authorization,
    "dispatch": lambda r: f"seat {r.seat} is asked, {r.round}, attempt {r.attempt}",
    "receipt": _receipt,
    "position": _position,
    "challenge": _challenge,
    "draft": lambda r: r.summary,
    "report": _report,
    "verdict": lambda r: f"{r.finding} {r.judgement.replace('_', ' ')}: {_first(r.reason)}",
    "disagreement": _disagreement,
    "resolution": lambda r: f"{r.disagreement} favours {r.favours}, by {r.by}: {_first(r.reason)}",
    "probe": _probe,
    "experiment": lambda r: f"{r.id} for {r.disagreement}: {' '.join(r.command)}",
    "prediction": _prediction,
    "conclusion": lambda r: f"{r.choice}: {_first(r.because)}",
    "withdrawal": lambda r: f"withdrawn: {_first(r.reason)}",
    "validation": lambda r: f"{r.outcome}: {_first(r.check)}",
    "lookback": lambda r: f"{r.outcome or 'the decision'} {r.met}: {_first(r.observed)}",
    "attempt": lambda r: f"{_first(r.attempt)}: {_first(r.failure)}",
    "tombstone": _tombstone,
    "adoption": lambda r: f"goes on under the rules {r.after[:12]}",
}
"""How a record of each kind is told."""


def lines(state: State) -> list[str]:
    """The timeline for the terminal: time, phase, summary."""
    return [f"{m.at[:16].replace('T', ' ')}  {m.phase:<16}  {m.summary}" for m in timeline(state)]


def answer(case: str, state: State) -> dict[str, Any]:
    """What `case timeline` answers."""
    steps = [msgspec.structs.asdict(m) for m in timeline(state)]
    return {"schema": "gemot/timeline/1", "case": case, "steps": steps}
