"""Rules on disagreements, and on how they are settled.

Laws: a disagreement holds every side as it stands, each holder once; it is settled once, by
what its kind and the stakes allow; a wrong resolution is superseded and stays. No count
settles anything. Source: majordomus 1.8 (D, R) and 3 (holes 3, 8, 9).
"""

from collections import Counter
from collections.abc import Callable, Iterator

from gemot.records.settlement import NEITHER, PRIMARY, Disagreement, Resolution
from gemot.records.vocab import at_least
from gemot.rules.citation import blank, cited, one_of
from gemot.rules.experiment import first_run
from gemot.rules.rule import Admission, Hit, Rule


def _one_sided(facts: Admission) -> Iterator[Hit]:
    options = sorted({s.option for s in facts.record.sides})
    if len(options) < 2:
        got = "sides for " + (", ".join(options) or "nothing")
        yield Hit(place="sides", got=got, needed="at least two options")


def _repeated(facts: Admission) -> Iterator[Hit]:
    for holder, times in Counter(s.holder for s in facts.record.sides).items():
        if times > 1:
            got = f"{holder!r}, {times} times"
            yield Hit(place="sides", got=got, needed="each holder once")


def _strangers(facts: Admission) -> Iterator[Hit]:
    report = facts.state.report
    counted = (*(s.seat for s in report.standings), PRIMARY) if report else (PRIMARY,)
    for i, side in enumerate(facts.record.sides):
        if side.holder not in counted:
            place = f"sides[{i}].holder"
            yield Hit(place=place, got=repr(side.holder), needed=one_of(counted))


def _optionless(facts: Admission) -> Iterator[Hit]:
    case = facts.state.case
    options = [o.id for o in case.options] if case else []
    for i, side in enumerate(facts.record.sides):
        if side.option not in options:
            needed = one_of(options)
            yield Hit(place=f"sides[{i}].option", got=repr(side.option), needed=needed)


def _displaced(facts: Admission) -> Iterator[Hit]:
    case, report = facts.state.case, facts.state.report
    stands = {s.seat: s.effective for s in report.standings} if report else {}
    if case is not None and case.host.favours is not None:
        stands[PRIMARY] = case.host.favours
    for i, side in enumerate(facts.record.sides):
        needed = stands.get(side.holder)
        if side.holder == PRIMARY and needed is None:
            got = f"{side.option!r} for the host"
            yield Hit(place=f"sides[{i}].option", got=got, needed="no side: it favours nothing")
        elif needed is not None and side.option != needed:
            got = f"{side.option!r} for {side.holder!r}"
            yield Hit(place=f"sides[{i}].option", got=got, needed=f"{needed!r}, where it stands")


def _misnumbered(facts: Admission) -> Iterator[Hit]:
    needed = f"D{len(facts.state.disagreements) + 1}"
    if facts.record.id != needed:
        yield Hit(place="id", got=repr(facts.record.id), needed=repr(needed))


def _disputed(facts: Admission) -> Disagreement | None:
    return facts.state.disagreements.get(facts.record.disagreement)


def _undisputed(facts: Admission) -> Iterator[Hit]:
    if _disputed(facts) is None:
        needed = one_of(tuple(facts.state.disagreements))
        yield Hit(place="disagreement", got=repr(facts.record.disagreement), needed=needed)


def _settled(facts: Admission) -> Iterator[Hit]:
    said, state = facts.record, facts.state
    standing = next(
        (
            f
            for f in reversed(state.filed)
            if type(f.record) is Resolution and f.record.disagreement == said.disagreement
        ),
        None,
    )
    names = (None,) if standing is None else (standing.name, standing.id)
    if said.supersedes not in names:
        got = "nothing" if said.supersedes is None else repr(said.supersedes)
        needed = f"{standing.name!r}, which stands" if standing else "nothing: none stands"
        yield Hit(place="supersedes", got=got, needed=needed)


def _sideless(facts: Admission) -> Iterator[Hit]:
    found = _disputed(facts)
    if found is None:
        return
    known = [*dict.fromkeys(s.option for s in found.sides), NEITHER]
    if facts.record.favours not in known:
        yield Hit(place="favours", got=repr(facts.record.favours), needed=one_of(known))


def _unreasoned(facts: Admission) -> Iterator[Hit]:
    if blank(facts.record.reason):
        yield Hit(place="reason", got="nothing", needed="what settles it, in words")


def _argued(facts: Admission) -> Iterator[Hit]:
    case, found = facts.state.case, _disputed(facts)
    if case is None or found is None or facts.record.by != "reason":
        return
    if at_least(case.stakes, "material"):
        got = f"a reason, at stakes {case.stakes}"
        needed = "predictions and an experiment"
        if found.kind == "value":
            needed = "the owner's authorization"
        yield Hit(place="by", got=got, needed=needed)


def _decreed(facts: Admission) -> Iterator[Hit]:
    found = _disputed(facts)
    if found is not None and facts.record.by == "authorization" and found.kind == "factual":
        got = f"an authorization for the factual {found.id}"
        yield Hit(place="by", got=got, needed="something that shows who is right")


def _usurped(facts: Admission) -> Iterator[Hit]:
    case, actor = facts.state.case, facts.actor
    if case is None or facts.record.by != "authorization":
        return
    if actor.delegate or actor.name != case.owner:
        got = f"{actor.name!r}, an agent" if actor.delegate else repr(actor.name)
        yield Hit(place="actor", got=got, needed=f"the owner, {case.owner!r}")


def _untried(facts: Admission) -> Iterator[Hit]:
    said, state = facts.record, facts.state
    if said.by != "experiment":
        return
    fit = [x.id for x in state.experiments.values() if x.disagreement == said.disagreement]
    if said.experiment not in fit:
        got = "nothing" if said.experiment is None else repr(said.experiment)
        yield Hit(place="experiment", got=got, needed=one_of(fit))
    elif first_run(state, said.experiment) is None:
        got = f"{said.experiment}, which was never run"
        yield Hit(place="experiment", got=got, needed="a run of it")


def _unfounded(facts: Admission) -> Iterator[Hit]:
    yield from cited(facts.state, facts.record.evidence)


def _rule(
    code: str, name: str, on: str, check: Callable[[Admission], Iterator[Hit]], says: str,
    why: str, fix: str = "leave disagreements to the writer: run `gemot case resume CASE`",
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=(on,), severity="refuse", says=says, why=why, fix=fix,
        check=check,
    )  # fmt: skip


D, R = "disagreement", "resolution"
SHOW = "run `gemot status CASE`: it shows the disagreement, its sides and its kind"
RULES: tuple[Rule, ...] = (
    _rule(
        "DSP001", "one-sided-disagreement", D, _one_sided, "the sides do not differ",
        "Where all end up for one option there is nothing to settle.",
    ),
    _rule(
        "DSP002", "repeated-holder", D, _repeated, "a holder has two sides",
        "Who holds both sides holds neither.",
    ),
    _rule(
        "DSP003", "stranger-in-dispute", D, _strangers,
        "a side is held by who was not counted",
        "Only counted seats and the host take part; a stranger's side would hold up the "
        "conclusion (majordomus, hole 8).",
    ),
    _rule(
        "DSP004", "side-of-no-option", D, _optionless, "a side is for no option",
        "A dispute about what cannot be chosen settles nothing.",
    ),
    _rule(
        "DSP005", "displaced-side", D, _displaced, "a side is not where its holder stands",
        "The sides are computed from where the report says that each ends up.",
    ),
    _rule(
        "DSP006", "misnumbered-disagreement", D, _misnumbered, "the number is not the next",
        "Resolutions go by id; an id used twice would settle two by one.",
    ),
    _rule(
        "DSP007", "resolution-of-nothing", R, _undisputed, "there is no such disagreement",
        "What nobody disputes needs no resolution.", SHOW,
    ),
    _rule(
        "DSP008", "settled-twice", R, _settled,
        "what is superseded is not the resolution that stands",
        "A wrong resolution is replaced openly, by naming it; a second one beside it would let "
        "each reader choose.",
        "name the one that stands: `gemot case resolve CASE D1 … --supersedes RECORD`",
    ),
    _rule(
        "DSP009", "favours-no-side", R, _sideless, "what is favoured is no side's option",
        "A resolution for something else leaves the dispute where it was; `neither` says so.",
        SHOW,
    ),
    _rule(
        "DSP010", "unreasoned-resolution", R, _unreasoned, "nothing says what settles it",
        "Never by a count, and never by silence (majordomus 1.8, R4).",
        "say what settles it: `gemot case resolve CASE D1 --favours OPTION --because REASON`",
    ),
    _rule(
        "DSP011", "settled-by-argument", R, _argued,
        "a material disagreement is settled by a reason; that takes predictions and an "
        "experiment, or for a disagreement about values the owner's authorization",
        "A reason is one more opinion. From material stakes on a disagreement about facts is "
        "settled by an experiment that both sides predicted before.",
        "declare an experiment: `gemot case dispute CASE D1 --experiment -- COMMAND`; or "
        "conclude with `defer`",
    ),
    _rule(
        "DSP012", "settled-by-decree", R, _decreed, "a factual disagreement is settled by decree",
        "The owner may decide what is wanted; what is the case does not depend on it.",
        "give the reason and the evidence that show it: `gemot case resolve`",
    ),
    _rule(
        "DSP013", "settled-for-the-owner", R, _usurped,
        "a disagreement about values is settled by who is not the owner",
        "What is worth more is for the owner to say; an agent that says it decides.",
        "ask the owner to run `gemot case resolve`",
    ),
    _rule(
        "DSP014", "experiment-without-probe", R, _untried,
        "no run is recorded of an experiment that was declared for the disagreement",
        "What an experiment showed is read from its recorded run; a sentence about one is a "
        "sentence.",
        "declare it, let every side predict, and run it: `gemot status CASE` names the commands",
    ),
    _rule(
        "DSP015", "unfounded-resolution", R, _unfounded,
        "the resolution cites evidence that is not there",
        "A citation that resolves to no stored bytes settles nothing.",
        "cite evidence that was found: `gemot show CASE` lists it",
    ),
)  # fmt: skip
