"""What a run says about the sides of a disagreement, and rules on settling one by it.

Laws: a prediction that says nothing fits nothing; a run that did not end by itself fits nothing
that names an exit status; what the left-out middle of an output may hold is unknown, and neither
fits nor fails; a run separates only where it fits the predictions of one option and of no other,
and every side made one; how many sides a run fits is no argument. The newest run decides, since
whoever may choose among runs chooses the outcome. Codes continue those of `experiment`.

The facts are a `Trial`, since a rule that sees the records alone sees no output: whoever writes
a resolution by an experiment, or derives one again, judges its trial with it.
"""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from gemot.records.probe import Prediction, Probe
from gemot.records.settlement import NEITHER, Disagreement
from gemot.records.vocab import Severity
from gemot.rules.rule import Hit, Rule


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """A run held against the predictions that were made of it."""

    fits: tuple[str, ...] = ()
    """Holders whose prediction came true."""
    fails: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    """Holders whose prediction may have come true in what was not kept."""
    silent: tuple[str, ...] = ()
    """Holders of sides without a prediction of this experiment."""
    option: str | None = None
    """The one option whose sides were right while all others were wrong; None: it separates
    nothing."""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A run with what it printed, as far as it was kept."""

    probe: Probe
    output: str = ""


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """A disagreement, and all that was expected and seen of the experiment that is to settle it."""

    disagreement: Disagreement
    predictions: tuple[Prediction, ...] = ()
    """Those of the experiment, oldest first."""
    runs: tuple[Run, ...] = ()
    """Those that started, oldest first."""
    favours: str
    """What the resolution says."""
    commit: str | None = None
    """The commit that the case is about."""

    def outcome(self, run: Run) -> Outcome:
        """What one of the runs says."""
        return outcome(self.disagreement, self.predictions, run.probe, run.output)


def fits(prediction: Prediction, probe: Probe, output: str) -> bool | None:
    """Whether a run came out as predicted; None: nobody can tell."""
    tests: list[bool | None] = []
    if prediction.exit is not None:
        tests.append(probe.exit == prediction.exit)
    if prediction.contains:
        tests.append(_holds(prediction.contains, probe, output))
    if prediction.lacks:
        held = _holds(prediction.lacks, probe, output)
        tests.append(None if held is None else not held)
    if not tests or False in tests:
        return False
    return None if None in tests else True


def _holds(text: str, probe: Probe, output: str) -> bool | None:
    return True if text in output else None if probe.truncated else False


def newest(predictions: Iterable[Prediction]) -> dict[str, Prediction]:
    """The newest prediction of each holder."""
    return {p.holder: p for p in predictions}


def same(predictions: Iterable[Prediction]) -> bool:
    """Whether all expect the same, so that no run can tell them apart."""
    return len({(p.exit, p.contains or None, p.lacks or None) for p in predictions}) < 2


def outcome(
    disagreement: Disagreement, predictions: Iterable[Prediction], probe: Probe, output: str
) -> Outcome:
    """Who was right about a run."""
    made = newest(p for p in predictions if p.experiment == probe.experiment)
    sides = disagreement.sides
    told = {s.holder: fits(made[s.holder], probe, output) for s in sides if s.holder in made}
    silent = tuple(s.holder for s in sides if s.holder not in told)
    options = {s.option for s in sides if told.get(s.holder)}
    others = {s.option for s in sides if told.get(s.holder) is False}
    unsure = None in told.values() or silent
    alone = len(options) == 1 and bool(others) and not options & others and not unsure
    return Outcome(
        fits=tuple(h for h, right in told.items() if right),
        fails=tuple(h for h, right in told.items() if right is False),
        unknown=tuple(h for h, right in told.items() if right is None),
        silent=silent,
        option=next(iter(options)) if alone else None,
    )


def favoured(trial: Trial) -> str:
    """What the newest run favours: an option, or `neither`."""
    return (trial.outcome(trial.runs[-1]).option if trial.runs else None) or NEITHER


def told(found: Outcome) -> str:
    """`fits A; against B`."""
    parts = (
        ("fits", found.fits),
        ("is against", found.fails),
        ("may fit, in what was not kept,", found.unknown),
        ("has no prediction of", found.silent),
    )
    return "; ".join(f"{says} {', '.join(who)}" for says, who in parts if who) or "fits nobody"


def _separating(trial: Trial) -> bool:
    """Whether the predictions could be told apart at all."""
    made = newest(trial.predictions)
    missing = [s for s in trial.disagreement.sides if s.holder not in made]
    return bool(trial.runs) and not missing and not same(made.values())


def _unseparated(trial: Trial) -> Iterator[Hit]:
    if _separating(trial) and favoured(trial) == NEITHER:
        run = trial.runs[-1]
        got = f"{run.probe.id}, which {told(trial.outcome(run))}"
        needed = "a run that fits the predictions for one option alone"
        yield Hit(place="experiment", got=got, needed=needed)


def _misread(trial: Trial) -> Iterator[Hit]:
    needed = favoured(trial)
    if _separating(trial) and needed not in (NEITHER, trial.favours):
        why = f"{needed!r}, as {trial.runs[-1].probe.id} came out"
        yield Hit(place="favours", got=repr(trial.favours), needed=why)


def _contradicted(trial: Trial) -> Iterator[Hit]:
    if not _separating(trial):
        return
    last = favoured(trial)
    for run in trial.runs[:-1]:
        option = trial.outcome(run).option
        if last != NEITHER and option != last:
            said = f"came out for {option!r}" if option else "separated nothing"
            got = f"{run.probe.id} {said}, {trial.runs[-1].probe.id} came out for {last!r}"
            yield Hit(place="experiment", got=got, needed="runs that say the same")


def _elsewhere(trial: Trial) -> Iterator[Hit]:
    if not trial.runs or trial.commit is None:
        return
    probe = trial.runs[-1].probe
    if probe.commit != trial.commit:
        at = f"at commit {probe.commit[:12]}" if probe.commit else "at no commit"
        got, needed = f"{probe.id} {at}", f"commit {trial.commit[:12]}, which the case is about"
        yield Hit(place="experiment", got=got, needed=needed)
    if probe.clean is False:
        got = f"{probe.id} with tracked files that no commit has"
        yield Hit(place="experiment", got=got, needed="a run of what is committed")


def _rule(
    code: str, name: str, check: Callable[[Trial], Iterator[Hit]], says: str, why: str, fix: str,
    severity: Severity = "refuse",
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=("trial",), severity=severity, says=says, why=why, fix=fix,
        check=check,
    )  # fmt: skip


ANOTHER = (
    "declare an experiment that separates the sides: "
    "`gemot case dispute CASE D1 --experiment -- COMMAND`"
)
COMPUTED = "leave `favours` to the writer: `gemot case resolve CASE D1 --by X1 --because REASON`"
RULES: tuple[Rule, ...] = (
    _rule(
        "EXP013", "unseparating-run", _unseparated,
        "the newest run fits no side alone, so that it settles nothing",
        "A run that both sides expected, or neither, says nothing about which of them is right.",
        ANOTHER,
    ),
    _rule(
        "EXP014", "misread-run", _misread,
        "something else is favoured than the newest run came out for",
        "What an experiment favours is computed from its newest run and from what was predicted "
        "before. Whoever may set an outcome aside after having seen it has tried nothing.",
        COMPUTED,
    ),
    _rule(
        "EXP015", "contradicting-runs", _contradicted, "the runs of the experiment do not agree",
        "Every run is kept. What comes out otherwise the next time may come out otherwise again, "
        "and a reader of the resolution has to know.",
        "find out why they differ, and say it in the reason", "note",
    ),
    _rule(
        "EXP016", "run-of-another-state", _elsewhere,
        "the experiment was run on something else than the case is about",
        "A run shows what the code does that was there; another commit, or changes that no "
        "commit has, may do something else.",
        "check the commit out, and run it again: `gemot probe CASE --for X1`", "note",
    ),
)  # fmt: skip
