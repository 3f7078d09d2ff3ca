"""What a case needs tried: evidence that only a run produces, and a disagreement about facts.

Laws: pure; every act names the exact command; a command that nobody wrote down is left to who
runs it, in capitals. Below material stakes a reason settles a disagreement as well.
"""

import shlex

from gemot.conduct.act import Act, act
from gemot.records.framing import Reference
from gemot.records.probe import Experiment
from gemot.records.settlement import Disagreement
from gemot.records.vocab import at_least
from gemot.rules.experiment import first_run
from gemot.rules.probe import RUNS, unpredicted, words
from gemot.rules.state import State
from gemot.rules.trial import newest, same
from gemot.views.notice import holder as whom


def needs_run(reference: Reference) -> bool:
    """Whether only a run answers a reference."""
    return reference.kind in RUNS and reference.status == "OBSERVED"


def _missing(state: State) -> list[Reference]:
    said = state.case
    return [r for r in said.evidence if r.id not in state.evidence] if said else []


def lookable(state: State) -> tuple[Reference, ...]:
    """The references that were not looked up yet and take no run."""
    return tuple(r for r in _missing(state) if not needs_run(r))


def running(state: State, case: str) -> tuple[Act, ...]:
    """A run for each reference that still waits for one."""
    return tuple(
        act(
            "probe",
            f"run what {r.id} is said to have observed ({r.kind})",
            f"gemot probe {case} --for {r.id} -- {_command(r)}",
            subject=r.id,
        )
        for r in _missing(state)
        if needs_run(r)
    )


def _command(reference: Reference) -> str:
    """The words to run, as far as the reference says them."""
    at = reference.at.strip()
    if reference.kind == "command":
        return shlex.join(words(at))
    if reference.kind == "test" and ".py" in at and len(at.split()) == 1:
        return f"python -m pytest -q {shlex.quote(at)}"
    return f"COMMAND {shlex.quote(at)}" if reference.kind == "test" else "COMMAND"


def disputed(state: State, case: str) -> tuple[Act, ...]:
    """What each open disagreement still needs."""
    return tuple(a for d in state.unresolved for a in _one(state, case, state.disagreements[d]))


def _one(state: State, case: str, d: Disagreement) -> tuple[Act, ...]:
    said = state.case
    assert said is not None
    if d.kind == "value" or not at_least(said.stakes, "material"):
        return (_resolve(case, d, "--favours 'OPTION'"),)
    tried = [x for x in state.experiments.values() if x.disagreement == d.id]
    return _tried(state, case, d, tried[-1]) if tried else (_declare(case, d),)


def _tried(state: State, case: str, d: Disagreement, x: Experiment) -> tuple[Act, ...]:
    """What is missing of the newest experiment; one that settles nothing needs another."""
    missing, ran = unpredicted(state, x), first_run(state, x.id)
    if ran is not None:
        again = _declare(case, d, "where its runs settle nothing, try something else: ")
        late = bool(missing)
        return (again,) if late else (_resolve(case, d, f"--by {x.id}"), again)
    if missing:
        return tuple(_predict(case, d, x, holder) for holder in missing)
    made = newest(p for p in state.predictions if p.experiment == x.id)
    if same(made.values()):
        return (_declare(case, d, f"all sides expect the same of {x.id}: "),)
    says = f"run the experiment {x.id}: {shlex.join(x.command)}"
    return (act("probe", says, f"gemot probe {case} --for {x.id}", subject=x.id),)


def _resolve(case: str, d: Disagreement, by: str) -> Act:
    sides = ", ".join(f"{whom(s.holder)} is for {s.option}" for s in d.sides)
    return act(
        "resolve",
        f"settle disagreement {d.id} ({d.kind}): {sides}",
        f"gemot case resolve {case} {d.id} {by} --because 'REASON'",
        subject=d.id,
    )


def _declare(case: str, d: Disagreement, why: str = "") -> Act:
    sides = ", ".join(f"{whom(s.holder)} is for {s.option}" for s in d.sides)
    return act(
        "experiment",
        f"{why}declare an experiment that would settle disagreement {d.id}: {sides}",
        f"gemot case dispute {case} {d.id} --experiment --ask -- COMMAND",
        subject=d.id,
    )


def _predict(case: str, d: Disagreement, x: Experiment, holder: str) -> Act:
    side = next(s.option for s in d.sides if s.holder == holder)
    return act(
        "predict",
        f"say what {whom(holder)}, who is for {side}, expects of {x.id}: {shlex.join(x.command)}",
        f"gemot case predict {case} {x.id} --holder {holder} --exit N --because 'REASON'",
        subject=x.id,
    )
