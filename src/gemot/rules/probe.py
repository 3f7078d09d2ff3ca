"""Rules on probes: a run is what it says, and for what it says.

Laws: a run is numbered, is of the command that it is to show something about, and says how it
ended; only whoever sits at a command line runs anything; every run is kept, and one that came
too early, or of what no commit has, says so. That a piece of evidence names its run is judged
with the evidence.
"""

import shlex
from collections.abc import Callable, Iterator, Sequence

from gemot.records.probe import Experiment, Probe
from gemot.records.prose import FORGOTTEN
from gemot.records.vocab import EvidenceKind, Severity
from gemot.rules.citation import blank, one_of
from gemot.rules.rule import Admission, Hit, Rule
from gemot.rules.state import State

RUNS: tuple[EvidenceKind, ...] = ("command", "test", "runtime")
"""Kinds of evidence that only a run produces."""
AFAR = ("page", "elicited", "policy")
"""Channels that no command is run through."""


def wanted(state: State, id: str) -> tuple[EvidenceKind, str] | None:
    """Kind and place of a piece of evidence, as it was asked for or found; None: there is none."""
    case, found = state.case, state.evidence.get(id)
    asked = next((r for r in case.evidence if r.id == id), None) if case else None
    given = asked or found
    return (given.kind, given.at) if given else None


def words(at: str) -> tuple[str, ...]:
    """The words of a command as somebody wrote it down."""
    try:
        return tuple(shlex.split(at))
    except ValueError:
        return tuple(at.split())


def names(test: str, command: Sequence[str]) -> bool:
    """Whether a command names a test: its whole id, or the file that it stands in."""
    known = {test.strip(), test.strip().partition("::")[0]}
    return any(w in known or w.partition("::")[0] in known for w in command)


def _misnumbered(facts: Admission) -> Iterator[Hit]:
    needed = f"P{len(facts.state.probes) + 1}"
    if facts.record.id != needed:
        yield Hit(place="id", got=repr(facts.record.id), needed=repr(needed))


def _for_nothing(facts: Admission) -> Iterator[Hit]:
    said, state = facts.record, facts.state
    if said.experiment is not None and said.experiment not in state.experiments:
        needed = one_of(tuple(state.experiments))
        yield Hit(place="experiment", got=repr(said.experiment), needed=needed)
    if said.evidence is None:
        return
    known = wanted(state, said.evidence)
    if known is None and state.plan is None:
        case = state.case
        fit = [r.id for r in case.evidence if r.kind in RUNS] if case else []
        yield Hit(place="evidence", got=repr(said.evidence), needed=one_of(fit))
    elif known is not None and known[0] not in RUNS:
        got = f"{said.evidence!r}, which is a {known[0]}"
        needed = "evidence that a run produces: " + ", ".join(RUNS)
        yield Hit(place="evidence", got=got, needed=needed)


def _other_command(facts: Admission) -> Iterator[Hit]:
    said, state = facts.record, facts.state
    got = shlex.join(said.command)
    x = state.experiments.get(said.experiment or "")
    if x is not None and FORGOTTEN not in x.command:
        if said.command != x.command:
            yield Hit(place="command", got=_short(got), needed=_short(shlex.join(x.command)))
        if said.folder != x.folder:
            yield Hit(place="folder", got=repr(said.folder), needed=repr(x.folder))
    kind, at = wanted(state, said.evidence or "") or (None, "")
    if at == FORGOTTEN:
        return
    if kind == "command" and said.command != words(at):
        yield Hit(place="command", got=_short(got), needed=_short(shlex.join(words(at))))
    if kind == "test" and not names(at, said.command):
        needed = f"a command that names the test {_short(at)}"
        yield Hit(place="command", got=_short(got), needed=needed)


def _short(text: str) -> str:
    return f"`{text}`" if len(text) <= 80 else f"`{text[:77]}...`"


def _afar(facts: Admission) -> Iterator[Hit]:
    if facts.actor.channel in AFAR:
        got = f"{facts.actor.name!r}, known by {facts.actor.channel}"
        yield Hit(place="actor", got=got, needed="somebody at a command line")


def _seatless(facts: Admission) -> Iterator[Hit]:
    seat, answered = facts.record.seat, tuple(facts.state.positions)
    if seat is not None and seat not in answered:
        yield Hit(place="seat", got=repr(seat), needed=one_of(answered))


ENDS: dict[str, tuple[str, ...]] = {
    "done": ("exit", "output", "whole"),
    "killed": ("signal", "output", "whole"),
    "timeout": ("output", "whole"),
    "not_started": ("why",),
}
"""What a run that ended so says, of `exit`, `signal`, `output`, `whole` and `why`."""


def _incoherent(facts: Admission) -> Iterator[Hit]:
    said: Probe = facts.record
    for name in ("exit", "signal", "output", "whole", "why"):
        there, needed = getattr(said, name) is not None, name in ENDS[said.status]
        if there != needed:
            got = f"{'a value' if there else 'nothing'} in a run that is {said.status}"
            yield Hit(place=name, got=got, needed="a value" if needed else "nothing")
    if said.ended < said.began:
        yield Hit(place="ended", got=said.ended, needed=f"{said.began} or later")


def _wordless(facts: Admission) -> Iterator[Hit]:
    if not facts.record.command or blank(facts.record.command[0]):
        yield Hit(place="command", got="nothing", needed="the words of a command")


def _unclean(facts: Admission) -> Iterator[Hit]:
    said, case = facts.record, facts.state.case
    if said.clean is False:
        got = "tracked files that no commit has"
        yield Hit(place="clean", got=got, needed="files as the commit has them")
    if case is not None and case.commit is not None and said.commit != case.commit:
        got = said.commit[:12] if said.commit else "no commit"
        needed = f"{case.commit[:12]}, which the case is about"
        yield Hit(place="commit", got=got, needed=needed)


def unpredicted(state: State, experiment: Experiment) -> tuple[str, ...]:
    """The sides that have not said what they expect of an experiment."""
    dispute = state.disagreements.get(experiment.disagreement)
    made = {p.holder for p in state.predictions if p.experiment == experiment.id}
    return tuple(s.holder for s in dispute.sides if s.holder not in made) if dispute else ()


def _early(facts: Admission) -> Iterator[Hit]:
    x = facts.state.experiments.get(facts.record.experiment or "")
    if x is None or facts.record.status == "not_started":
        return
    for holder in unpredicted(facts.state, x):
        got = f"no prediction of {holder!r}"
        yield Hit(place="experiment", got=got, needed="what every side expects, before the run")


def _rule(
    code: str, name: str, check: Callable[[Admission], Iterator[Hit]], says: str, why: str,
    fix: str, severity: Severity = "refuse",
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=("probe",), severity=severity, says=says, why=why, fix=fix,
        check=check,
    )  # fmt: skip


WRITER = "leave it to the writer: `gemot probe CASE -- COMMAND`"
RULES: tuple[Rule, ...] = (
    _rule(
        "PRB001", "misnumbered-probe", _misnumbered, "the number is not the next",
        "Evidence and validations name a run by its number; one used twice would name two.",
        WRITER,
    ),
    _rule(
        "PRB002", "probe-for-nothing", _for_nothing,
        "the run is for something that no run is for, or that is not there",
        "A run that claims to produce what nobody asked for would be cited for it later.",
        "run `gemot status CASE`: it names what needs a run; or leave --for out",
    ),
    _rule(
        "PRB003", "other-command", _other_command,
        "another command was run than the one that was written down",
        "What is to be shown is fixed before it is looked at; another command shows something "
        "else, and would be chosen for what it shows.",
        "run the command as it stands: `gemot probe CASE --for E1`, with no command of its own",
    ),
    _rule(
        "PRB004", "probe-from-afar", _afar,
        "a command is run for somebody who is not at a command line",
        "Running a command is what a page, another program or a model's wish may never bring "
        "about (design 9).",
        "run `gemot probe` at a terminal",
    ),
    _rule(
        "PRB005", "probe-for-no-seat", _seatless,
        "the run is made for a seat that has no counted position",
        "A run shows that a seat's method is executing; a seat that said nothing has none.",
        "name a seat that answered: `gemot show CASE` lists them; or leave --seat out",
    ),
    _rule(
        "PRB006", "incoherent-run", _incoherent, "what is said of the run does not fit together",
        "An exit status of a command that never ended, or an end before its beginning, was "
        "not observed.",
        WRITER,
    ),
    _rule(
        "PRB007", "wordless-probe", _wordless, "the run is of no command",
        "What was run must be there to be run again.",
        "give the command after `--`: `gemot probe CASE -- pytest -q`",
    ),
    _rule(
        "PRB008", "run-beside-the-commit", _unclean,
        "the run is not of the commit that the case is about",
        "Whoever repeats the run at the case's commit may see something else; so the record "
        "says it.",
        "commit or put away the changes, and run it again", "note",
    ),
    _rule(
        "PRB009", "run-before-prediction", _early,
        "the experiment is run before every side has said what it expects",
        "What is predicted after the run is known predicts nothing, so that this experiment "
        "settles nothing any more.",
        "declare another experiment: `gemot case dispute CASE D1 --experiment -- COMMAND`", "note",
    ),
)  # fmt: skip
