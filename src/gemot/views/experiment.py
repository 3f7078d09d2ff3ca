"""Experiments as they are shown: what was expected, what came out. Pure.

Law: what a run says is `rules.trial.outcome`; here it is only put into lines, and every text
that somebody wrote passes `line`.
"""

import shlex
from collections.abc import Iterable

from gemot.records.probe import Experiment, Prediction, Probe
from gemot.records.settlement import Disagreement
from gemot.rules.state import State
from gemot.rules.trial import Run, Trial, told
from gemot.views.notice import holder
from gemot.views.packet import Lost, Read
from gemot.views.visible import line


def runs(state: State, experiment: str) -> tuple[Probe, ...]:
    """The runs of an experiment that started, oldest first."""
    found = (p for p in state.probes.values() if p.experiment == experiment)
    return tuple(p for p in found if p.status != "not_started")


def trial(state: State, experiment: str, favours: str, read: Read) -> Trial:
    """All that was expected and seen of an experiment. `Lost` where an output that a prediction
    speaks of is not in the store."""
    asked = state.experiments[experiment]
    made = tuple(p for p in state.predictions if p.experiment == experiment)
    said = any(p.contains or p.lacks for p in made)
    return Trial(
        disagreement=state.disagreements[asked.disagreement],
        predictions=made,
        runs=tuple(
            Run(probe=p, output=printed(p, read) if said else "") for p in runs(state, experiment)
        ),
        favours=favours,
        commit=state.case.commit if state.case else None,
    )


def printed(probe: Probe, read: Read) -> str:
    """What a run printed, as far as it was kept."""
    if probe.output is None:
        return ""
    data = read(probe.output)
    if data is None:
        raise Lost(f"the output of {probe.id} is not in the store")
    return data.decode("utf-8", "replace")


def command(words: Iterable[str]) -> str:
    """A command as it would be typed."""
    return shlex.join(words)


def ended(probe: Probe) -> str:
    """How a run ended, in a few words."""
    match probe.status:
        case "done":
            return f"exit status {probe.exit}"
        case "killed":
            return f"ended by signal {probe.signal}"
        case "timeout":
            return "ended at its time-out"
        case _:
            return f"not started: {line(probe.why or 'nobody knows why', 200)}"


def expected(p: Prediction) -> str:
    """What a prediction expects."""
    parts = [] if p.exit is None else [f"exit status {p.exit}"]
    parts += [f"output that contains `{line(p.contains, 120)}`"] if p.contains else []
    parts += [f"output without `{line(p.lacks, 120)}`"] if p.lacks else []
    return " and ".join(parts) or "nothing that can be checked"


def lines(state: State, dispute: Disagreement, read: Read) -> list[str]:
    """A disagreement with its sides, its experiments, and what each run says."""
    found = [f"{dispute.id} ({dispute.kind})"]
    found += [f"  {holder(s.holder)} is for {line(s.option)}" for s in dispute.sides]
    for x in state.experiments.values():
        if x.disagreement == dispute.id:
            found += [f"  {text}" for text in _experiment(state, x, read)]
    settled = state.resolutions.get(dispute.id)
    if settled is not None:
        found.append(f"  settled for {line(settled.favours)}, by {settled.by}")
    return found


def _experiment(state: State, x: Experiment, read: Read) -> list[str]:
    found = [f"{x.id}: {line(command(x.command), 300)}"]
    found += [
        f"  {holder(p.holder)} expects {expected(p)} (said by {_by(p)})"
        for p in sorted(state.predictions, key=lambda p: p.holder)
        if p.experiment == x.id
    ]
    whole = trial(state, x.id, "", read)
    for run in whole.runs:
        found.append(f"  {run.probe.id}: {ended(run.probe)}; {told(whole.outcome(run))}")
    return found


def _by(p: Prediction) -> str:
    return "the seat itself" if p.by == "seat" else "the host"
