"""Rules on experiments, and on what the sides of a disagreement expect of them.

Laws: an experiment is a command that can show something, for a disagreement about facts; each
side says what it expects in a form that a machine can check, and before the first run; the seat
itself, in a call of its own, or the host for it, labelled so, and never over the seat's own
word. What a run says of the predictions needs its output, and is judged in `trial`.
"""

import shlex
from collections.abc import Callable, Iterator

from gemot.records.probe import Experiment, Prediction
from gemot.records.settlement import Resolution
from gemot.records.vocab import Severity
from gemot.rules.citation import blank, one_of
from gemot.rules.idle import idle
from gemot.rules.probe import unpredicted
from gemot.rules.rule import Admission, Hit, Rule
from gemot.rules.state import State
from gemot.rules.trial import newest, same


def _misnumbered(facts: Admission) -> Iterator[Hit]:
    needed = f"X{len(facts.state.experiments) + 1}"
    if facts.record.id != needed:
        yield Hit(place="id", got=repr(facts.record.id), needed=repr(needed))


def _for_nothing(facts: Admission) -> Iterator[Hit]:
    state, id = facts.state, facts.record.disagreement
    dispute = state.disagreements.get(id)
    factual = tuple(d.id for d in state.disagreements.values() if d.kind == "factual")
    if dispute is None or dispute.kind == "value":
        why = ", which is about values" if dispute else ""
        yield Hit(place="disagreement", got=f"{id!r}{why}", needed=one_of(factual))


def _idle(facts: Admission) -> Iterator[Hit]:
    said: Experiment = facts.record
    if idle(said.command):
        got = f"`{shlex.join(said.command)[:80]}`" if said.command else "nothing"
        yield Hit(place="command", got=got, needed="a command whose outcome is not its own words")


def _of_nothing(facts: Admission) -> Iterator[Hit]:
    if facts.record.experiment not in facts.state.experiments:
        needed = one_of(tuple(facts.state.experiments))
        yield Hit(place="experiment", got=repr(facts.record.experiment), needed=needed)


def _sides(state: State, experiment: str) -> tuple[str, ...]:
    x = state.experiments.get(experiment)
    dispute = state.disagreements.get(x.disagreement) if x else None
    return tuple(s.holder for s in dispute.sides) if dispute else ()


def _sideless(facts: Admission) -> Iterator[Hit]:
    known = _sides(facts.state, facts.record.experiment)
    if known and facts.record.holder not in known:
        yield Hit(place="holder", got=repr(facts.record.holder), needed=one_of(known))


def _saying_nothing(facts: Admission) -> Iterator[Hit]:
    said: Prediction = facts.record
    if said.exit is None and blank(said.contains) and blank(said.lacks):
        needed = "an exit status, or text that the output contains or lacks"
        yield Hit(place="exit", got="nothing that can be checked", needed=needed)


def first_run(state: State, experiment: str) -> int | None:
    """The place in the case of an experiment's first run that started; None: there is none."""
    return next(
        (
            f.seq
            for f in state.filed
            if f.kind == "probe"
            and getattr(f.record, "experiment", None) == experiment
            and getattr(f.record, "status", None) != "not_started"
        ),
        None,
    )


def _late(facts: Admission) -> Iterator[Hit]:
    ran = first_run(facts.state, facts.record.experiment)
    if ran is not None:
        got = f"a prediction after the run {facts.state.filed[ran].name}"
        yield Hit(place="experiment", got=got, needed="one that is written before the first run")


def _misattributed(facts: Admission) -> Iterator[Hit]:
    said, state = facts.record, facts.state
    if said.by == "host":
        if said.dispatch is not None:
            yield Hit(place="dispatch", got=repr(said.dispatch), needed="nothing: the host says so")
        return
    round = f"prediction.{said.experiment}"
    call = state.dispatches.get(said.dispatch or "")
    if call is None:
        why = "no call of the case"
    elif (call.seat, call.round) != (said.holder, round):
        why = f"a call to seat {call.seat} in the round {call.round}"
    elif call.id in state.doubts:
        why = "a call that is in doubt"
    elif call.id in state.receipts:
        why = "a call that has ended"
    else:
        return
    got = f"{said.dispatch!r}, {why}" if said.dispatch else "nothing"
    needed = f"an open call to seat {said.holder} in the round {round}"
    yield Hit(place="dispatch", got=got, needed=needed)


def _spoken_for(facts: Admission) -> Iterator[Hit]:
    said, state = facts.record, facts.state
    if said.by != "host":
        return
    own = any(
        (p.experiment, p.holder, p.by) == (said.experiment, said.holder, "seat")
        for p in state.predictions
    )
    if own:
        got = f"the host's word for {said.holder!r}, which gave its own"
        yield Hit(place="holder", got=got, needed="a side that has said nothing itself")
        return
    round = f"prediction.{said.experiment}"
    asked = {s.id for s in state.seats(round)}
    if said.holder in asked and state.slot(said.holder, round) not in ("answered", "dropped"):
        got = f"the host's word for {said.holder!r}, which is being asked"
        yield Hit(place="holder", got=got, needed="a side that is not asked, or did not answer")


def _tried(facts: Admission) -> Experiment | None:
    """The experiment that a resolution rests on, where it can."""
    said: Resolution = facts.record
    if said.by != "experiment":
        return None
    x = facts.state.experiments.get(said.experiment or "")
    return x if x is not None and x.disagreement == said.disagreement else None


def _unpredicted(facts: Admission) -> Iterator[Hit]:
    x = _tried(facts)
    for holder in unpredicted(facts.state, x) if x else ():
        got = f"no prediction of {holder!r} for {x.id if x else ''}"
        yield Hit(place="experiment", got=got, needed="what every side expected, before the run")


def _belated(facts: Admission) -> Iterator[Hit]:
    x = _tried(facts)
    ran = first_run(facts.state, x.id) if x else None
    for f in facts.state.filed if x and ran is not None else ():
        r = f.record
        if type(r) is Prediction and x and r.experiment == x.id and f.seq > (ran or 0):
            got = f"{f.name} of {r.holder!r}, after the run {facts.state.filed[ran or 0].name}"
            yield Hit(place="experiment", got=got, needed="predictions before the first run")


def _shared(facts: Admission) -> Iterator[Hit]:
    x = _tried(facts)
    if x is None or unpredicted(facts.state, x):
        return
    made = newest(p for p in facts.state.predictions if p.experiment == x.id)
    if same(made.values()):
        got = f"the same prediction of {', '.join(made)}"
        yield Hit(place="experiment", got=got, needed="predictions that a run can tell apart")


def _rule(
    code: str, name: str, on: str, check: Callable[[Admission], Iterator[Hit]], says: str,
    why: str, fix: str, severity: Severity = "refuse",
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=(on,), severity=severity, says=says, why=why, fix=fix, check=check,
    )  # fmt: skip


X, P, R = "experiment", "prediction", "resolution"
WRITER = "leave it to the writer: `gemot case dispute CASE D1 --experiment -- COMMAND`"
ANOTHER = "declare another experiment: `gemot case dispute CASE D1 --experiment -- COMMAND`"
PREDICT = "run `gemot case predict CASE X1 --holder A --exit 0 --because REASON`"
SIDES = "run `gemot case dispute CASE D1`: it shows the sides and the experiments"
RULES: tuple[Rule, ...] = (
    _rule(
        "EXP001", "misnumbered-experiment", X, _misnumbered, "the number is not the next",
        "Predictions and runs go by the number; one used twice would mix two experiments.",
        WRITER,
    ),
    _rule(
        "EXP002", "experiment-for-nothing", X, _for_nothing,
        "no disagreement about facts is there for the experiment to settle",
        "What is wanted cannot be tried out; the owner says it (majordomus 1.8).", SIDES,
    ),
    _rule(
        "EXP003", "idle-experiment", X, _idle, "the command can show nothing",
        "A command whose outcome stands in its own words comes out as its author wrote it, "
        "whichever side is right.",
        "give a command that looks at the subject: a test, a measurement, a search",
    ),
    _rule(
        "EXP004", "prediction-of-nothing", P, _of_nothing, "there is no such experiment",
        "What is expected of nothing can never come true.", SIDES,
    ),
    _rule(
        "EXP005", "prediction-by-no-side", P, _sideless, "who predicts is no side of the dispute",
        "Only what the sides expected can tell them apart.", SIDES,
    ),
    _rule(
        "EXP006", "untestable-prediction", P, _saying_nothing,
        "the prediction says nothing that a machine could check",
        "A prediction in words alone is read, after the run, as its reader likes.", PREDICT,
    ),
    _rule(
        "EXP007", "prediction-after-run", P, _late,
        "the prediction is written after a run of its experiment",
        "What is said once the outcome is known predicts nothing.", ANOTHER,
    ),
    _rule(
        "EXP008", "misattributed-prediction", P, _misattributed,
        "the prediction is not by whom it says",
        "A seat's word comes from an open call to that seat; everything else is the host's and "
        "is labelled so.",
        PREDICT,
    ),
    _rule(
        "EXP009", "seat-spoken-for", P, _spoken_for,
        "the host predicts for a seat that speaks for itself",
        "What a seat said itself stands; the host may speak only for who was not asked or did "
        "not answer.",
        "run `gemot case resume CASE`, which asks the seats",
    ),
    _rule(
        "EXP010", "missing-prediction", R, _unpredicted,
        "a side never said what it expected of the experiment",
        "A run against one side's expectation may be against the other's as well.", ANOTHER,
    ),
    _rule(
        "EXP011", "belated-prediction", R, _belated,
        "a prediction was written after a run of the experiment",
        "The outcome was known by then; the order of the records says so.", ANOTHER,
    ),
    _rule(
        "EXP012", "shared-prediction", R, _shared, "all sides expected the same",
        "An outcome that every side expected tells none of them from another.", ANOTHER,
    ),
)  # fmt: skip
