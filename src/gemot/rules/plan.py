"""Rules on the plan: who may be asked, and that everybody is accounted for.

Laws: a plan rests on one recorded observation of who could be asked; it asks no more than the
policy allows and nobody whom the mode forbids; every advisor seen is a seat, the chair or an
omission with its reason. That a plan is the one which follows from its case is `verify`'s to
find (DRV001), and that a material case is ready for one the evidence's (EVD011).
Source: majordomus 1.6 and 1.7.
"""

import ipaddress
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

from gemot.records.catalogue import Entry
from gemot.records.evidence import Observation, Seen
from gemot.records.plan import CHAIR, Plan, Seat
from gemot.records.vocab import REMOTE, Round, Severity
from gemot.rules.policy import WANTED, budget
from gemot.rules.rule import Admission, Hit, Rule

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def loopback(url: str | None) -> bool:
    """Whether an address never leaves the machine. A name is loopback only as `localhost`."""
    try:
        host = (urlsplit(url or "").hostname or "").rstrip(".")
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _asked(plan: Plan) -> Iterator[tuple[str, Seat]]:
    """Every seat with its place, the chair's included."""
    for i, seat in enumerate(plan.seats):
        yield f"seats[{i}]", seat
    if plan.chair is not None:
        yield "chair", plan.chair


def _seen(facts: Admission) -> dict[str, Seen]:
    seen = facts.state.availability
    return {s.entry.id: s for s in seen.advisors} if seen else {}


def _unobserved(facts: Admission) -> Iterator[Hit]:
    if facts.state.availability is None:
        got = "no observation of who could be asked"
        yield Hit(place="plan", got=got, needed="an observation of availability before it")


def _incomplete(facts: Admission) -> Iterator[Hit]:
    seen: Observation = facts.record
    if seen.what != "availability":
        return
    for name in ("mode", "mode_source", "council"):
        if getattr(seen, name) is None:
            yield Hit(place=name, got="nothing", needed=f"the {name} that a plan will read")
    count = Counter(s.entry.id for s in seen.advisors)
    for i, s in enumerate(seen.advisors):
        if count[s.entry.id] > 1:
            got = f"{s.entry.id!r}, {count[s.entry.id]} times"
            yield Hit(place=f"advisors[{i}].entry.id", got=got, needed="each advisor once")


def _repeated(facts: Admission) -> Iterator[Hit]:
    plan: Plan = facts.record
    advisors = Counter(s.advisor for s in plan.seats)
    for i, seat in enumerate(plan.seats):
        if seat.id != LETTERS[i : i + 1]:
            needed = repr(LETTERS[i]) if i < len(LETTERS) else f"at most {len(LETTERS)} seats"
            yield Hit(place=f"seats[{i}].id", got=repr(seat.id), needed=needed)
        if advisors[seat.advisor] > 1:
            got = f"{seat.advisor!r}, {advisors[seat.advisor]} times"
            yield Hit(place=f"seats[{i}].advisor", got=got, needed="each advisor in one seat")


def _unavailable(facts: Admission) -> Iterator[Hit]:
    if facts.state.availability is None:
        return
    seen = _seen(facts)
    for place, seat in _asked(facts.record):
        found = seen.get(seat.advisor)
        if found is None or found.status != "available":
            why = f"{found.status}: {found.reason}" if found else "not seen"
            needed = "an advisor that was seen available"
            yield Hit(place=f"{place}.advisor", got=f"{seat.advisor!r}, {why}", needed=needed)


def _altered(facts: Admission) -> Iterator[Hit]:
    seen = _seen(facts)
    for place, seat in _asked(facts.record):
        found = seen.get(seat.advisor)
        if seat.entry.id != seat.advisor or (found is not None and found.entry != seat.entry):
            got = f"an entry of {seat.entry.id!r} that is not as it was seen"
            yield Hit(place=f"{place}.entry", got=got, needed=f"the entry seen of {seat.advisor!r}")


def _expected(facts: Admission) -> dict[str, Any]:
    """Fields of a plan that the case and the observation alone decide."""
    case, seen = facts.state.case, facts.state.availability
    fields: dict[str, Any] = {}
    if case is not None:
        fields["stakes"] = case.stakes
        fields["confidence"] = case.host.confidence
        fields["capabilities"] = case.capabilities or WANTED
    if seen is not None and seen.council is not None and seen.mode is not None:
        council = seen.council
        fields |= {"mode": seen.mode, "mode_source": seen.mode_source}
        if case is not None:
            allowed = budget(seen.mode, case.stakes, case.host.confidence, council.seats)
            fields["budget"] = allowed
        fields |= {n: getattr(council, n) for n in ("on_doubt", "case_nano", "daily_nano")}
    return fields


def _invented(facts: Admission) -> Iterator[Hit]:
    for name, needed in _expected(facts).items():
        got = getattr(facts.record, name)
        if got != needed:
            yield Hit(place=name, got=_say(got), needed=_say(needed))


def _say(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(value) or "nothing"
    return "nothing" if value is None else str(value)


def _beyond(facts: Admission) -> Iterator[Hit]:
    plan: Plan = facts.record
    allowed = _expected(facts).get("budget", plan.budget)
    if len(plan.seats) > allowed:
        needed = f"at most {allowed}: mode {plan.mode}, stakes {plan.stakes}"
        yield Hit(place="seats", got=f"{len(plan.seats)} seats", needed=needed)


def _unaccounted(facts: Admission) -> Iterator[Hit]:
    plan: Plan = facts.record
    if facts.state.availability is None:
        return
    places = Counter([*(s.advisor for s in plan.seats), *(o.advisor for o in plan.omitted)])
    chair = plan.chair.advisor if plan.chair else None
    seen = _seen(facts)
    for advisor in seen:
        if places[advisor] != 1 and not (advisor == chair and places[advisor] == 0):
            got = f"{advisor!r} in {places[advisor]} places"
            yield Hit(place="omitted", got=got, needed="every advisor a seat or an omission")
    for i, o in enumerate(plan.omitted):
        if o.advisor not in seen:
            needed = "an advisor that was seen"
            yield Hit(place=f"omitted[{i}].advisor", got=repr(o.advisor), needed=needed)


def _chair(facts: Admission) -> Iterator[Hit]:
    plan: Plan = facts.record
    if plan.chair is None:
        return
    for i, seat in enumerate(plan.seats):
        if seat.advisor == plan.chair.advisor:
            needed = "an advisor that is not the chair"
            yield Hit(place=f"seats[{i}].advisor", got=repr(seat.advisor), needed=needed)
    if plan.chair.id != CHAIR:
        yield Hit(place="chair.id", got=repr(plan.chair.id), needed=repr(CHAIR))
    seen = facts.state.availability
    council = seen.council if seen else None
    if council is not None and plan.chair.advisor != council.chair:
        needed = repr(council.chair) if council.chair else "no chair: none is configured"
        yield Hit(place="chair.advisor", got=repr(plan.chair.advisor), needed=needed)


def _rounds(facts: Admission) -> Iterator[Hit]:
    plan: Plan = facts.record
    seen = facts.state.availability
    wanted = seen.council.rounds if seen and seen.council else 2
    needed: list[Round] = ["positions"] if plan.seats else []
    if len(plan.seats) > 1:
        needed += ["challenge"] if wanted > 1 else []
        needed += ["chair"] if plan.chair else []
    if plan.rounds != tuple(needed):
        yield Hit(place="rounds", got=_say(plan.rounds), needed=_say(tuple(needed)))


def _calls(facts: Admission) -> Iterator[Hit]:
    plan: Plan = facts.record
    asking = sum(r != "chair" for r in plan.rounds)
    needed = len(plan.seats) * asking + ("chair" in plan.rounds)
    if plan.calls != needed:
        yield Hit(place="calls", got=str(plan.calls), needed=str(needed))


def _in_ci(facts: Admission) -> Iterator[Hit]:
    plan: Plan = facts.record
    if plan.mode == "ci" and (plan.seats or plan.chair):
        yield Hit(place="seats", got=f"{len(plan.seats)} seats in mode ci", needed="no seat")


def _remote(facts: Admission) -> Iterator[Hit]:
    plan: Plan = facts.record
    for place, seat in _asked(plan) if plan.mode == "offline" else ():
        if _leaves(seat.entry):
            got = f"{seat.advisor!r}, which is asked over {seat.entry.transport}"
            needed = "an advisor on this machine: local, or at a loopback address"
            yield Hit(place=f"{place}.entry", got=got, needed=needed)


def _leaves(entry: Entry) -> bool:
    return entry.transport in REMOTE and not loopback(entry.base_url)


def _uncovered(facts: Admission) -> Iterator[Hit]:
    # A plan that asks nobody says so itself.
    for i, word in enumerate(facts.record.uncovered) if facts.record.seats else ():
        needed = "a seat that offers it"
        yield Hit(place=f"uncovered[{i}]", got=f"nobody for {word!r}", needed=needed)


def _miscovered(facts: Admission) -> Iterator[Hit]:
    plan: Plan = facts.record
    covered: set[str] = set()
    for i, seat in enumerate(plan.seats):
        offered = set(seat.entry.capabilities) & set(plan.capabilities) - covered
        needed = tuple(w for w in plan.capabilities if w in offered)
        if seat.covers != needed:
            yield Hit(place=f"seats[{i}].covers", got=_say(seat.covers), needed=_say(needed))
        covered |= offered
    needed = tuple(w for w in plan.capabilities if w not in covered)
    if plan.uncovered != needed:
        yield Hit(place="uncovered", got=_say(plan.uncovered), needed=_say(needed))


def _rehearsal(facts: Admission) -> Iterator[Hit]:
    plan: Plan = facts.record
    who = [s.advisor for s in plan.seats if s.entry.rehearsal]
    if plan.rehearsal != bool(who):
        needed = f"true: {', '.join(who)} cannot advise" if who else "false"
        yield Hit(place="rehearsal", got=str(plan.rehearsal).lower(), needed=needed)


def _route(facts: Admission) -> Iterator[Hit]:
    plan: Plan = facts.record
    seats = len(plan.seats)
    needed = "decide_locally" if not seats else "ask" if seats == 1 else "council"
    if plan.route != needed:
        yield Hit(place="route", got=plan.route, needed=f"{needed}: {seats} seats")
    local = not seats and plan.stakes not in ("trivial", "low")
    if plan.local_review != local:
        got, needed = str(plan.local_review).lower(), str(local).lower()
        yield Hit(place="local_review", got=got, needed=needed)


def _rule(
    code: str, name: str, check: Callable[[Admission], Iterator[Hit]], says: str, why: str,
    fix: str = "leave the plan to the writer: run `gemot decide` again",
    severity: Severity = "refuse", on: str = "plan",
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=(on,), severity=severity, says=says, why=why, fix=fix, check=check
    )


RULES: tuple[Rule, ...] = (
    _rule(
        "PLN001", "plan-without-observation", _unobserved,
        "nobody looked who could be asked before the plan was made",
        "A plan is computed from what was seen and recorded; without it no reader can tell why "
        "these were asked and not others.",
    ),
    _rule(
        "PLN002", "incomplete-observation", _incomplete,
        "the observation lacks what a plan is computed from, or names an advisor twice",
        "What a plan reads is recorded before it, so that it can be computed again; a mode or a "
        "ceiling read from elsewhere could not.",
        "record mode, its source, the council's settings and each advisor once", on="observation",
    ),
    _rule(
        "PLN003", "repeated-seat", _repeated, "the seats are not A, B, C, … with an advisor each",
        "An advisor in two seats agrees with itself, and one letter for two seats hides who "
        "said what.",
    ),
    _rule(
        "PLN004", "unavailable-seat", _unavailable,
        "a seat is given to an advisor that was not seen available",
        "An absent advisor is a status and never a seat; a plan that counts on it promises a "
        "council that cannot come about (majordomus 1.6).",
    ),
    _rule(
        "PLN005", "altered-entry", _altered, "an advisor is planned otherwise than it was seen",
        "Model, address and price are those of the user's catalogue as seen; a plan that swaps "
        "one asks somebody else.",
    ),
    _rule(
        "PLN006", "invented-setting", _invented,
        "the plan's terms are not those of the case and the owner's settings",
        "Stakes, mode, budget and ceilings are what a plan is bound by; a plan that states its "
        "own binds itself to nothing.",
    ),
    _rule(
        "PLN007", "seats-beyond-budget", _beyond, "more seats are planned than the policy allows",
        "The table of mode, stakes and confidence bounds what is asked (majordomus 1.6); "
        "more voices of the same kind cost money and confirm each other.",
        "raise `seats` under [council] in the configuration, or the materiality of the decision",
    ),
    _rule(
        "PLN008", "unaccounted-advisor", _unaccounted,
        "an advisor is neither a seat nor an omission, or is both, or was never seen",
        "Who was left out, and why, is part of the record: a council may be packed by leaving "
        "out silently.",
    ),
    _rule(
        "PLN009", "deliberating-chair", _chair, "the chair is not a chair of its own",
        "Who sums up may have taken no side, and is the one that the owner configured.",
        "configure another advisor as `chair`, or none",
    ),
    _rule(
        "PLN010", "inconsistent-rounds", _rounds, "the rounds do not fit the seats and the chair",
        "One seat has nobody to challenge, and a chair without a panel has nothing to sum up.",
    ),
    _rule(
        "PLN011", "miscounted-calls", _calls, "the calls are not seats times rounds",
        "The number of calls is shown before anything is spent; a wrong one misleads the owner.",
    ),
    _rule(
        "PLN012", "seats-in-ci", _in_ci, "a run in continuous integration asks somebody",
        "A pipeline has no owner at hand and may run for anybody's change; it asks nobody, "
        "whatever the configuration says (majordomus 1.7).",
        "run `gemot decide` at a terminal, or with --mode where it is meant",
    ),
    _rule(
        "PLN013", "remote-seat-offline", _remote,
        "a seat of an offline plan is asked over the network",
        "Offline says that nothing leaves the machine; one seat that does breaks it for all.",
        "configure a `local` advisor or one at a loopback address, or choose another mode",
    ),
    _rule(
        "PLN014", "uncovered-capability", _uncovered,
        "no seat offers a capability that the case wants",
        "What nobody on the panel can do is missing from its answer, and a reader has to know "
        "(majordomus, hole 11).",
        "configure an advisor with the capability, or read the report without it",
        severity="note",
    ),
    _rule(
        "PLN015", "miscounted-coverage", _miscovered,
        "what the seats are said to cover is not what they offer",
        "A capability that is claimed and not offered hides a gap of the panel.",
    ),
    _rule(
        "PLN016", "hidden-rehearsal", _rehearsal,
        "the plan does not say rightly whether it is a rehearsal",
        "An advisor that only runs the machinery cannot advise; a case that rests on one counts "
        "no review, and says so.",
    ),
    _rule(
        "PLN017", "wrong-route", _route, "the route does not fit the number of seats",
        "Nobody asked is a local decision, one a consultation, more a council; the name says "
        "what may be concluded from it.",
    ),
)  # fmt: skip
