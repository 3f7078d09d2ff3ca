"""A conclusion as somebody writes it: Markdown with YAML front matter, or a command line.

Laws: every fault of form is told at once, by its place; what is computed of a conclusion has no
key here; the body is the reason where no `because` stands in the front matter. Whether the
conclusion may stand is for the rules.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from gemot.conduct.salvage import BODY, Opened, opened, torn, within
from gemot.records.catalogue import Frozen, Word
from gemot.records.faults import Fault, Faulty, faults
from gemot.records.framing import Date
from gemot.records.prose import Prose
from gemot.records.report import Verdict
from gemot.records.settlement import Conclusion, DisagreementId, Resolution, Ruled, Turned
from gemot.rules.state import State

WHAT = "the conclusion"


class Settled(Frozen, frozen=True, kw_only=True):
    """A resolution as written; by what it settles follows from the disagreement's kind."""

    disagreement: DisagreementId
    favours: Word
    experiment: Word | None = None
    """The one whose newest run settles it."""
    reason: Prose
    evidence: tuple[Word, ...] = ()
    supersedes: Word | None = None


class ConclusionSheet(Frozen, frozen=True, kw_only=True):
    """The keys of the file; each is what `Conclusion` says of the field of its name."""

    choice: Word
    because: Prose
    revisit_if: tuple[Prose, ...] = ()
    scope: Prose | None = None
    settled_by: Literal["evidence", "decision"] = "decision"
    evidence: tuple[Word, ...] = ()
    dispositions: tuple[Ruled, ...] = ()
    rejected: tuple[Turned, ...] = ()
    risks: tuple[Prose, ...] = ()
    validation_plan: tuple[Prose, ...] = ()
    kill_criteria: tuple[Prose, ...] = ()
    next_step: Prose | None = None
    review_on: Date | None = None
    against: Prose | None = None
    without_plan: Prose | None = None
    supersedes: Word | None = None
    verdicts: tuple[Verdict, ...] = ()
    resolutions: tuple[Settled, ...] = ()


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """What is recorded together when a case is concluded."""

    conclusion: Conclusion
    verdicts: tuple[Verdict, ...] = ()
    resolutions: tuple[Settled, ...] = ()


def check_closing(text: str | bytes) -> Closing:
    """The conclusion of a file. Raises `Faulty` with all its faults."""
    try:
        found = opened(text)
    except Faulty as error:
        raise Faulty(WHAT, error.found) from None
    keys = dict(found.keys)
    body = found.body.strip()
    twice = [_twice()] if body and "because" in keys else []
    if body:
        keys.setdefault("because", body)
    return _checked(keys, found, twice)


def check_line(keys: Mapping[str, Any]) -> Closing:
    """The same conclusion from a command line; what was not given is left out or None."""
    given = {k: list(v) if isinstance(v, tuple) else v for k, v in keys.items() if v is not None}
    return _checked(given, Opened(keys=given), ())


def _checked(keys: dict[str, Any], source: Opened, more: Iterable[Fault]) -> Closing:
    marred = tuple(torn(keys, ""))
    holes = (*source.holes, *(f.place for f in marred))
    wrong = [f for f in faults(ConclusionSheet, keys) if not within(f.place, holes)]
    found = [*source.found, *marred, *wrong, *more]
    if found:
        raise Faulty(WHAT, found)
    sheet = msgspec.convert(keys, ConclusionSheet)
    said = {n: getattr(sheet, n) for n in sheet.__struct_fields__ if n not in _BESIDE}
    return Closing(
        conclusion=Conclusion(**said), verdicts=sheet.verdicts, resolutions=sheet.resolutions
    )


_BESIDE = ("verdicts", "resolutions")


def _twice() -> Fault:
    return Fault(
        place=BODY,
        got="a body beside the key `because`",
        needed="the reason in one place",
        fix="remove the key, or the body",
    )


def resolution(state: State, given: Settled) -> Resolution:
    """The resolution as it is recorded: what is a matter of values its owner settles, what is
    one of facts an experiment, or a reason where the stakes let it."""
    found = state.disagreements.get(given.disagreement)
    if given.experiment is not None:
        return Resolution(**msgspec.structs.asdict(given), by="experiment")
    return Resolution(
        disagreement=given.disagreement,
        favours=given.favours,
        by="authorization" if found is not None and found.kind == "value" else "reason",
        reason=given.reason,
        evidence=given.evidence,
        supersedes=given.supersedes,
    )
