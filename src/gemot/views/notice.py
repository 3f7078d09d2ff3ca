"""What must be known before anything else is read of a case: the first lines of its screen.

Law: a rehearsal says in its first line that it is one, whatever else holds.
"""

from collections.abc import Iterable

from gemot.records.envelope import Filed
from gemot.records.plan import Plan
from gemot.records.settlement import PRIMARY, Conclusion
from gemot.rules.rule import Offence
from gemot.rules.state import State
from gemot.views.step import answerable
from gemot.views.visible import line

REAL_ADVISOR = (
    "[[advisor]]",
    'id = "anna"',
    'transport = "api"',
    'wire = "openai"',
    'base_url = "https://ADDRESS/v1"',
    'model = "NAME OF THE MODEL"',
    'key = "env:ANNA_KEY"',
    'source = { vendor = "WHO SERVES IT", family = "WHICH FAMILY" }',
)
"""The lines of the configuration that bring a real advisor."""


def notice(
    state: State, held: tuple[Offence, ...] = (), *, reused: bool = False
) -> tuple[str, ...]:
    """The first lines; empty where a case is plain."""
    found = [*_rehearsal(state), *_withdrawn(state), *_concluded(state, reused), *_held(held)]
    if state.conclusion is None and state.withdrawal is None:
        found += [*_doubt(state), *_local(state.plan), *_short(state), *_disputed(state)]
    return tuple(found)


def _rehearsal(state: State) -> list[str]:
    plan = state.plan
    if plan is None or not plan.rehearsal:
        return []
    return [f"REHEARSAL: this shows the machinery and is no counsel. {_seats(state, plan)}"]


def _seats(state: State, plan: Plan) -> str:
    n = len(plan.seats)
    models = {(s.entry.transport, s.entry.model) for s in plan.seats}
    if n == 1:
        return "One seat is one source (1 source); nothing is recommended."
    if len(models) == 1:
        return f"{n} seats of one model are one source (1 source); nothing is recommended."
    known = f" and {count(state.report.panel.sources)}" if state.report else ""
    return f"It has {n} seats{known}; nothing is recommended."


def _withdrawn(state: State) -> list[str]:
    gone = state.withdrawal
    return [] if gone is None else [f"WITHDRAWN, and nothing decided: {line(gone.reason, 300)}"]


def _concluded(state: State, reused: bool) -> list[str]:
    end = state.conclusion
    if end is None:
        return []
    said = "ALREADY DECIDED" if reused else "CONCLUDED"
    found = [f"{said}: {line(end.choice)}, {by(concluding(state))}"]
    if reused:
        found.append("It stands until evidence is new: `--new-evidence` opens the question again")
    if end.provisional:
        found.append(f"PROVISIONAL: {unanswered(state)} before it was concluded")
    return found


def unanswered(state: State) -> str:
    """What was planned and did not come about; one seat is a consultation and no council."""
    plan = state.plan
    one = plan is not None and len(plan.seats) == 1
    return "the one advisor gave no answer that counts" if one else "no council came about"


def concluding(state: State) -> Filed | None:
    """The record of the conclusion that stands: the newest."""
    return next((f for f in reversed(state.filed) if type(f.record) is Conclusion), None)


CHANNELS = {
    "terminal": "at the terminal",
    "page": "on the page",
    "elicited": "asked through an agent's client",
    "asserted": "as asserted, which proves nothing",
    "signed": "with a signature",
    "policy": "by policy",
}
"""How each channel is named to people."""


def by(filed: Filed | None) -> str:
    """Who recorded something, and through which channel."""
    if filed is None:
        return "by nobody that is recorded"
    who = f"by {line(filed.actor.name, 80)} {CHANNELS[filed.actor.channel]}"
    return f"{who}, an agent for the owner" if filed.actor.delegate else who


def holder(name: str) -> str:
    """Who holds a side of a disagreement: a seat's letter, or the host, which is no source."""
    return "the host (primary)" if name == PRIMARY else name


def head(state: State) -> str | None:
    """The end of the case's chain as `verify --against` takes it: `CASE:SEQ:HASH`."""
    if not state.filed:
        return None
    last = state.filed[-1]
    return f"{last.case}:{last.seq}:{last.hash}"


def _held(held: tuple[Offence, ...]) -> list[str]:
    if not held:
        return []
    why = "waits for the owner" if answerable(held) else "was refused"
    return [f"HELD BACK: what comes next {why}, and nothing of it was written"]


def _doubt(state: State) -> list[str]:
    n = sum(answer is None for answer in state.doubts.values())
    if not n:
        return []
    calls = "1 call" if n == 1 else f"{n} calls"
    return [
        f"IN DOUBT: {calls} may have been made and paid, and no reply was kept; "
        "nothing is asked again by itself"
    ]


def _local(plan: Plan | None) -> list[str]:
    if plan is None or plan.seats:
        return []
    return [
        f"NOBODY WAS ASKED: no independent advisor saw this question, since {line(plan.reason)}"
    ]


def _short(state: State) -> list[str]:
    said = state.report
    if said is None or not said.insufficient:
        return []
    seats, returned = said.panel.seats, said.panel.returned
    if seats == 1:
        return ["INCONCLUSIVE: one advisor was to be consulted and gave no answer that counts"]
    return [
        f"INCONCLUSIVE: {seats} seats were planned and {returned} answered, which is no council"
    ]


def _disputed(state: State) -> list[str]:
    return [
        f"DISPUTED: {id} is open ({state.disagreements[id].kind}); no count settles it"
        for id in state.unresolved
    ]


VIEWS = {
    "hypothesis": "hypothesis",
    "favours": "favoured option",
    "confidence": "confidence",
}
"""How each part of the host's view is named to people."""


def unheard(names: Iterable[str]) -> tuple[str, ...]:
    """That another view than the case's was given, and where it went."""
    said = [VIEWS[n] for n in names]
    if not said:
        return ()
    many = " and ".join(said)
    be = "is not the one" if len(said) == 1 else "are not those"
    return (
        f"NOT RECORDED: your {many} {be} that this case was framed with; "
        "`--again` opens a new case with what you think now",
    )


def count(sources: int) -> str:
    """`1 source`, `2 distinct sources`."""
    return "1 source" if sources == 1 else f"{sources} distinct sources"


def attestation(sources: int, attested: int) -> str:
    """The sources, and how many of them anybody but the configuration attests."""
    if sources == 0:
        return "no source"
    if attested == 0:
        known = "attested by nobody but the configuration"
    elif attested >= sources:
        known = "attested by its receipt" if sources == 1 else "attested by their receipts"
    else:
        known = f"{attested} attested by receipt, the rest only by the configuration"
    return f"{count(sources)}, {known}"
