"""Rules on doubtful calls, and on what only the owner may allow.

Laws: a call falls into doubt once, and only while nobody knows its end; a doubt is answered
once, by the owner or by the owner's own configuration; an agent never authorizes. Codes
continue those of `call`.
"""

from collections.abc import Callable, Iterator

from gemot.records.call import Authorization
from gemot.records.evidence import Observation
from gemot.records.vocab import Severity
from gemot.rules.rule import Admission, Hit, Rule


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
    if answer.what not in ("again", "drop"):
        return
    if id is None or id not in doubts:
        got = f"{id!r}, which is not in doubt" if id else "nothing"
        yield Hit(place="dispatch", got=got, needed="a doubtful call")
    elif doubts[id] is not None:
        got = f"{id!r}, which was answered with {doubts[id]!r}"
        yield Hit(place="dispatch", got=got, needed="a doubt that is open")


def _delegated(facts: Admission) -> Iterator[Hit]:
    if facts.actor.delegate:
        got = f"{facts.actor.name!r}, an agent, for {facts.record.what!r}"
        yield Hit(place="actor", got=got, needed="the owner")


def _presumed(facts: Admission) -> Iterator[Hit]:
    answer: Authorization = facts.record
    if facts.actor.channel != "policy":
        return
    plan = facts.state.plan
    configured = plan.on_doubt if plan else "ask"
    if answer.what != configured:
        needed = "the owner" if configured == "ask" else f"the owner, or {configured!r}"
        yield Hit(place="what", got=f"{answer.what!r} by policy", needed=needed)


def _expired(facts: Admission) -> Iterator[Hit]:
    until = facts.record.until
    if until is not None and until <= facts.at:
        yield Hit(place="until", got=until, needed=f"later than {facts.at}")


def _rule(
    code: str, name: str, on: str, check: Callable[[Admission], Iterator[Hit]], says: str,
    why: str, fix: str, severity: Severity = "refuse",
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=(on,), severity=severity, says=says, why=why, fix=fix, check=check
    )


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
        "stakes are never allowed by a machine.",
        "ask the owner, or set `on_doubt` under [council] for the next case",
    ),
    _rule(
        "CAL024", "expired-authorization", "authorization", _expired,
        "the authorization has expired before it was given",
        "It would stand in the record and allow nothing.",
        "give an `until` that lies ahead, or none",
    ),
)  # fmt: skip
