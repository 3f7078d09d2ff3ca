"""What a run says about the sides of a disagreement. Pure.

Laws: a prediction that says nothing fits nothing; a run that did not end by itself fits nothing
that names an exit status; a run separates only where it fits the predictions of one option and
of no other, and every side made one; how many sides a run fits is no argument.
"""

from collections.abc import Iterable, Mapping

import msgspec

from gemot.records.probe import Prediction, Probe
from gemot.records.settlement import Disagreement


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """A run held against the predictions that were made of it."""

    fits: tuple[str, ...]
    """Holders whose prediction came true."""
    fails: tuple[str, ...]
    silent: tuple[str, ...]
    """Holders of sides without a prediction of this command."""
    option: str | None
    """The one option whose sides were right while all others were wrong; None: it separates
    nothing."""


def fits(prediction: Prediction, probe: Probe, output: str) -> bool:
    """Whether a run came out as predicted."""
    tests = []
    if prediction.exit is not None:
        tests.append(probe.exit == prediction.exit)
    if prediction.contains is not None:
        tests.append(prediction.contains in output)
    if prediction.lacks is not None:
        tests.append(prediction.lacks not in output)
    return bool(tests) and all(tests)


def outcome(
    disagreement: Disagreement, predictions: Iterable[Prediction], probe: Probe, output: str
) -> Outcome:
    """Who was right about a run. The newest prediction of a holder counts."""
    made: Mapping[str, Prediction] = {
        p.holder: p for p in predictions if p.experiment == probe.experiment
    }
    right = [
        s for s in disagreement.sides if s.holder in made and fits(made[s.holder], probe, output)
    ]
    wrong = [s for s in disagreement.sides if s.holder in made and s not in right]
    silent = tuple(s.holder for s in disagreement.sides if s.holder not in made)
    options = {s.option for s in right}
    alone = len(options) == 1 and not options & {s.option for s in wrong} and bool(wrong)
    return Outcome(
        fits=tuple(s.holder for s in right),
        fails=tuple(s.holder for s in wrong),
        silent=silent,
        option=next(iter(options)) if alone and not silent else None,
    )
