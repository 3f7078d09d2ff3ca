"""Minimal records of what is tried, settled by trial, and of what comes after a decision."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from gemot.records.after import Attempt, Earlier, Lookback, Precedent, Validation, Withdrawal
from gemot.records.canonical import sha256
from gemot.records.probe import Experiment, Prediction, Probe

R = TypeVar("R", bound=msgspec.Struct)
BEGAN, ENDED = "2026-11-30T21:18:00.000Z", "2026-11-30T21:18:01.000Z"


def _with(record: R, changes: dict[str, Any]) -> R:
    return msgspec.structs.replace(record, **changes)


def precedent(**changes: Any) -> Precedent:
    """One earlier case on the subject, whose conclusion could not be reused."""
    earlier = Earlier(
        case="retry-once-1a2b3c", how="subject", choice="queue", refused=("evidence E1 moved",)
    )
    return _with(Precedent(earlier=(earlier,)), changes)


def probe(**changes: Any) -> Probe:
    """A run of the tests that passed."""
    return _with(
        Probe(
            id="P1",
            command=("pytest", "-q"),
            folder=".",
            status="done",
            exit=0,
            output=sha256(b"2 passed\n"),
            size=9,
            whole=sha256(b"2 passed\n"),
            began=BEGAN,
            ended=ENDED,
        ),
        changes,
    )


def experiment(**changes: Any) -> Experiment:
    """A load test that is to settle D1."""
    return _with(
        Experiment(id="X1", disagreement="D1", command=("python", "load.py"), shows="lost jobs"),
        changes,
    )


def prediction(**changes: Any) -> Prediction:
    """The host says for seat A that the load test will pass."""
    return _with(Prediction(experiment="X1", holder="A", exit=0, by="host"), changes)


def validation(**changes: Any) -> Validation:
    """What was promised holds."""
    return _with(
        Validation(conclusion="021-conclusion", check="no job was lost in a week", outcome="pass"),
        changes,
    )


def lookback(**changes: Any) -> Lookback:
    """The outcome was met."""
    return _with(
        Lookback(conclusion="021-conclusion", outcome="O1", met="met", observed="no job was lost"),
        changes,
    )


def attempt(**changes: Any) -> Attempt:
    """A way that did not work."""
    return _with(Attempt(attempt="retry with a timer", failure="two jobs were lost"), changes)


def withdrawal(**changes: Any) -> Withdrawal:
    """The question is moot."""
    return _with(Withdrawal(reason="the service is retired"), changes)


BUILDERS: dict[str, Callable[..., msgspec.Struct]] = {
    "precedent": precedent,
    "probe": probe,
    "experiment": experiment,
    "prediction": prediction,
    "validation": validation,
    "lookback": lookback,
    "attempt": attempt,
    "withdrawal": withdrawal,
}
