"""What was seen since a decision, and what was tried and failed. Pure.

Laws: every check and every look-back on the conclusion that stands is told, the failed ones
too, in the order in which they were recorded; texts pass `line`.
"""

from collections.abc import Iterator

from gemot.records.after import Attempt, Lookback, Validation
from gemot.rules.state import State
from gemot.views.mark import bullets, escape
from gemot.views.visible import line

LONG = 400


def since(state: State) -> list[str]:
    """The section of the first screen, a line each."""
    standing = state.concluded.name if state.concluded else None
    return [said for f in state.filed for said in _told(f.record, standing)]


def _told(record: object, standing: str | None) -> Iterator[str]:
    if isinstance(record, Validation) and record.conclusion == standing:
        note = f" ({line(record.note, LONG)})" if record.note.strip() else ""
        word = "holds" if record.outcome == "pass" else "DOES NOT HOLD"
        yield f"{word}: {line(record.check, LONG)}{_by(record)}{note}"
    elif isinstance(record, Lookback) and record.conclusion == standing:
        what = record.outcome or "the decision"
        word = record.met.replace("_", " ")
        yield f"{what}: {word}, {line(record.observed, LONG)}{_by(record)}"
    elif isinstance(record, Attempt):
        wrong = f"; it proved wrong: {line(record.invalidated, LONG)}" if record.invalidated else ""
        yield f"tried and failed: {line(record.attempt, LONG)}: {line(record.failure, LONG)}{wrong}"


def _by(record: Validation | Lookback) -> str:
    shown = ", ".join((*((record.probe,) if record.probe else ()), *record.evidence))
    return f" [{shown}]" if shown else ""


def chapter(state: State) -> list[str]:
    """The chapter of the whole case in Markdown; empty where nothing came after."""
    found = [escape(x) for x in since(state)]
    return ["## What was seen since", "", *bullets(found)] if found else []
