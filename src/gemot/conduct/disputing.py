"""Use cases: declare an experiment for a disagreement, predict what it shows, read it.

Laws: numbers, labels and what a run favours are computed by the writer; what will be run is kept
as it will be run, so that a command with a secret in it is no experiment.
"""

import msgspec

from gemot.conduct.desk import Desk
from gemot.conduct.scrub import scrub
from gemot.records.catalogue import Frozen, Word
from gemot.records.envelope import Actor
from gemot.records.faults import Fault, Faulty
from gemot.records.probe import Exit, Experiment, ExperimentId, Prediction
from gemot.records.prose import Prose
from gemot.records.settlement import NEITHER, DisagreementId
from gemot.rules.state import State, fold
from gemot.rules.trial import favoured
from gemot.views.experiment import trial


class Trying(Frozen, frozen=True, kw_only=True):
    """An experiment as somebody asks for it."""

    disagreement: DisagreementId
    command: tuple[Prose, ...]
    folder: Prose = "."
    ask: bool = False
    """Whether the seats are asked what they expect, when the case goes on."""
    shows: Prose = ""


class Expected(Frozen, frozen=True, kw_only=True):
    """What somebody says that a side expects."""

    experiment: ExperimentId
    holder: Word
    exit: Exit | None = None
    contains: Prose | None = None
    lacks: Prose | None = None
    reason: Prose = ""


def declare(desk: Desk, case: str, given: Trying, actor: Actor) -> tuple[State, Experiment]:
    """Record the command that is to settle a disagreement."""
    with desk.journal.begin() as tx:
        state = fold(tx.filed(case))
        number = f"X{len(state.experiments) + 1}"
        made = Experiment(id=number, **msgspec.structs.asdict(given))
        kept, _ = scrub(desk, made)
        if (kept.command, kept.folder) != (given.command, given.folder):
            raise Faulty("the experiment", [_secret()])
        return desk.write(tx, case, state, kept, actor), kept


def _secret() -> Fault:
    return Fault(
        place="command",
        got="a command that holds a secret",
        needed="a command that can be kept as it will be run",
        fix="put the secret into the environment, and let the command read it there",
    )


def predict(desk: Desk, case: str, said: Expected, actor: Actor) -> State:
    """Record what a side expects, said by the host for it."""
    made = Prediction(**msgspec.structs.asdict(said), by="host")
    return desk.record(case, scrub(desk, made)[0], actor)


def favours(desk: Desk, state: State, experiment: str) -> str:
    """What the newest run of an experiment favours; `neither` where it separates nothing, or
    where there is none."""
    x = state.experiments.get(experiment)
    if x is None or x.disagreement not in state.disagreements:
        return NEITHER
    return favoured(trial(state, experiment, NEITHER, desk.journal.get))
