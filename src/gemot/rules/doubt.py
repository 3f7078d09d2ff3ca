"""Rules on doubtful calls, and on what only the owner may allow.

Laws: a call falls into doubt once, and only while nobody knows its end; a doubt is answered
once, by the owner or by the owner's own configuration; a seat that a person answers for is given
up by a person, with a reason; an agent never authorizes. Codes continue those of `call`.
"""

from collections.abc import Callable, Iterator

from gemot.records.call import Authorization
from gemot.records.evidence import Observation
from gemot.records.vocab import BY_HAND, Severity
from gemot.rules.rule import Admission, Hit, Rule
from gemot.rules.unseen import blank


def _certain(facts: Admission) -> Iterator[Hit]:
    seen: Observation = facts.record
    if seen.what != "doubt":
        return
    id, state = seen.dispatch, facts.state
    if id is None or id not in state.dispatches:
        why = "no call of the case"
    elif id in state.receipts:
        why = "a call that has a receipt"
    elif id in state.doubts:
        why = "a call that is in doubt already"
    else:
        return
    got = f"{id!r}, {why}" if id else "nothing"
    yield Hit(place="dispatch", got=got, needed="a call whose end nobody knows")


def _doubtless(facts: Admission) -> Iterator[Hit]:
    answer: Authorization = facts.record
    id, doubts = answer.dispatch, facts.state.doubts
    if answer.what not in ("again", "drop") or _seated(answer):
        return
    if id is None or id not in doubts:
        got = f"{id!r}, which is not in doubt" if id else "nothing"
        yield Hit(place="dispatch", got=got, needed="a doubtful call")
    elif doubts[id] is not None:
        got = f"{id!r}, which was answered with {doubts[id]!r}"
        yield Hit(place="dispatch", got=got, needed="a doubt that is open")


def _seated(answer: Authorization) -> bool:
    """Whether a seat is given up, and no doubtful call answered."""
    return answer.dispatch is None and (answer.seat is not None or answer.round is not None)


def _unwaiting(facts: Admission) -> Iterator[Hit]:
    answer: Authorization = facts.record
    if answer.seat is None and answer.round is None:
        return
    state, round, seat = facts.state, answer.round, answer.seat
    if answer.what != "drop" or answer.dispatch is not None:
        got = f"{answer.what!r}" + (" of a call" if answer.dispatch is not None else "")
        yield Hit(place="what", got=f"a seat with {got}", needed="'drop' of a seat alone")
        return
    left = state.unasked(round) if round is not None and round in state.packets else ()
    waiting = [s.id for s in left if s.entry.transport in BY_HAND]
    if seat not in waiting:
        needed = "a seat that waits for a paste: " + (", ".join(waiting) or "none does")
        yield Hit(place="seat", got=f"{seat!r} in the round {round!r}", needed=needed)
    if blank(answer.reason):
        yield Hit(place="reason", got="no reason", needed="why the seat is given up")


def _delegated(facts: Admission) -> Iterator[Hit]:
    if facts.actor.delegate:
        got = f"{facts.actor.name!r}, an agent, for {facts.record.what!r}"
        yield Hit(place="actor", got=got, needed="the owner")


def _presumed(facts: Admission) -> Iterator[Hit]:
    answer: Authorization = facts.record
    if facts.actor.channel != "policy":
        return
    plan = facts.state.plan
    configured = plan.on_doubt if plan and not _seated(answer) else "ask"
    if answer.what != configured:
        needed = "the owner" if configured == "ask" else f"the owner, or {configured!r}"
        yield Hit(place="what", got=f"{answer.what!r} by policy", needed=needed)


def _expired(facts: Admission) -> Iterator[Hit]:
    until = facts.record.until
    if until is not None and until <= facts.at:
        yield Hit(place="until", got=until, needed=f"later than {facts.at}")


def _rule(
    code: str, name: str, on: str, check: Callable[[Admission], Iterator[Hit]], says: str,
    why: str, fix: str, severity: Severity = "refuse", revision: int = 1,
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=(on,), severity=severity, says=says, why=why, fix=fix,
        check=check, revision=revision,
    )  # fmt: skip


STATUS = "run `gemot status CASE`: it shows the calls in doubt"
RULES: tuple[Rule, ...] = (
    _rule(
        "CAL019", "doubt-of-no-open-call", "observation", _certain,
        "the doubt is about no call whose end is unknown",
        "A call is in doubt exactly once: what has a receipt is settled, whatever it says.",
        STATUS,
    ),
    _rule(
        "CAL021", "answer-without-doubt", "authorization", _doubtless,
        "the answer is to no open doubt",
        "To ask again, or to give up, answers one doubtful call, once; elsewhere it would ask "
        "a filled seat again or drop an answer.",
        STATUS,
        revision=2,
    ),
    _rule(
        "CAL022", "authorization-by-delegate", "authorization", _delegated,
        "an agent authorizes what only the owner may",
        "An agent may work within what the owner allowed and not widen it (ai-council 1).",
        "ask the owner to run `gemot case authorize CASE` or `gemot case doubt CASE`",
    ),
    _rule(
        "CAL023", "presumed-authorization", "authorization", _presumed,
        "something is allowed by policy that the owner's configuration does not say",
        "The configuration answers doubts where `on_doubt` says so; money, degraded runs and "
        "stakes are never allowed by a machine, and no seat that a person answers for is given "
        "up by one.",
        "ask the owner, or set `on_doubt` under [council] for the next case",
        revision=2,
    ),
    _rule(
        "CAL024", "expired-authorization", "authorization", _expired,
        "the authorization has expired before it was given",
        "It would stand in the record and allow nothing.",
        "give an `until` that lies ahead, or none",
    ),
    _rule(
        "CAL025", "no-seat-to-give-up", "authorization", _unwaiting,
        "the seat that is given up waits for no pasted answer, or no reason is given",
        "Only a seat whose answer a person is to paste, and that has none, can be given up; an "
        "answer that stands is never dropped, and who is missing says why.",
        "run `gemot status CASE`: it shows the seats that wait for a paste",
    ),
)  # fmt: skip
