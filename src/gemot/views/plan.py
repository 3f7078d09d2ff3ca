"""Who is asked: a plan from the case and the availability as recorded.

Laws: pure; an advisor that cannot be asked never changes who is selected; every entry of the
catalogue is a seat, the chair or an omission with its reason; nothing of the host's view but
its confidence is read.
"""

from collections.abc import Sequence

from gemot.records.evidence import Seen
from gemot.records.plan import CHAIR, Omission, Plan, Seat
from gemot.records.vocab import Round, Route
from gemot.rules.policy import SEATS_MAX, WANTED, budget
from gemot.rules.state import State
from gemot.views.source import differ

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def plan(state: State, token: str) -> Plan:
    """The plan of a case whose availability was observed. `token` is 64 fresh hex characters."""
    case, seen = state.case, state.availability
    assert case is not None
    assert seen is not None
    assert seen.council is not None
    assert seen.mode is not None
    assert seen.mode_source is not None
    council = seen.council
    wanted = case.capabilities or WANTED
    allowed = budget(seen.mode, case.stakes, case.host.confidence, council.seats)
    pool, omitted = _pool(seen.advisors, wanted, council.chair)
    seats, rest = _select(pool, wanted, min(allowed, SEATS_MAX))
    spent = "the budget of seats was spent" if allowed else "the policy asks nobody"
    omitted += [Omission(advisor=s.entry.id, why=spent) for s in rest]
    chair = _chair(seen.advisors, council.chair) if len(seats) > 1 else None
    rounds = _rounds(len(seats), council.rounds, chair is not None)
    order = {s.entry.id: i for i, s in enumerate(seen.advisors)}
    return Plan(
        stakes=case.stakes,
        confidence=case.host.confidence,
        mode=seen.mode,
        mode_source=seen.mode_source,
        capabilities=wanted,
        budget=allowed,
        route=_route(len(seats)),
        reason=_reason(len(seats), allowed, pool),
        seats=seats,
        omitted=tuple(sorted(omitted, key=lambda o: order[o.advisor])),
        uncovered=tuple(w for w in wanted if not any(w in s.covers for s in seats)),
        chair=chair,
        rounds=rounds,
        calls=len(seats) * sum(r != "chair" for r in rounds) + ("chair" in rounds),
        on_doubt=council.on_doubt,
        case_nano=council.case_nano,
        daily_nano=council.daily_nano,
        local_review=not seats and case.stakes not in ("trivial", "low"),
        rehearsal=any(s.entry.rehearsal for s in seats),
        token=token,
    )


def _pool(
    seen: Sequence[Seen], wanted: Sequence[str], chair: str | None
) -> tuple[list[Seen], list[Omission]]:
    pool: list[Seen] = []
    omitted: list[Omission] = []
    for s in seen:
        if s.entry.id == chair:
            if s.status != "available":
                why = f"the chair, {s.status}: {s.reason}"
            else:
                why = "the chair, which never deliberates"
            omitted.append(Omission(advisor=s.entry.id, why=why))
        elif s.status != "available":
            omitted.append(Omission(advisor=s.entry.id, why=f"{s.status}: {s.reason}"))
        elif not set(wanted) & set(s.entry.capabilities):
            omitted.append(Omission(advisor=s.entry.id, why="offers none of what is wanted"))
        else:
            pool.append(s)
    return pool, omitted


def _select(
    pool: Sequence[Seen], wanted: Sequence[str], allowed: int
) -> tuple[tuple[Seat, ...], list[Seen]]:
    """Greedy: most uncovered capabilities, then a source unlike all chosen, then order."""
    rest = list(pool)
    chosen: list[Seen] = []
    seats: list[Seat] = []
    covered: set[str] = set()
    while rest and len(seats) < allowed:
        scores = [
            (
                sum(w not in covered for w in wanted if w in s.entry.capabilities),
                all(differ(s.entry.source, c.entry.source) for c in chosen),
                -i,
            )
            for i, s in enumerate(rest)
        ]
        best = max(scores)
        picked = rest.pop(-best[2])
        new = tuple(w for w in wanted if w in picked.entry.capabilities and w not in covered)
        why = "covers " + ", ".join(new) if new else "adds a source" if best[1] else "next in order"
        seats.append(
            Seat(
                id=LETTERS[len(seats)],
                advisor=picked.entry.id,
                entry=picked.entry,
                covers=new,
                why=why,
            )
        )
        covered.update(new)
        chosen.append(picked)
    return tuple(seats), rest


def _chair(seen: Sequence[Seen], configured: str | None) -> Seat | None:
    for s in seen:
        if s.entry.id == configured and s.status == "available":
            return Seat(id=CHAIR, advisor=s.entry.id, entry=s.entry, why="configured as the chair")
    return None


def _rounds(seats: int, wanted: int, chair: bool) -> tuple[Round, ...]:
    rounds: list[Round] = []
    if seats:
        rounds.append("positions")
    if seats > 1 and wanted > 1:
        rounds.append("challenge")
    if seats > 1 and chair:
        rounds.append("chair")
    return tuple(rounds)


def _route(seats: int) -> Route:
    if seats == 0:
        return "decide_locally"
    return "ask" if seats == 1 else "council"


def _reason(seats: int, allowed: int, pool: Sequence[Seen]) -> str:
    if seats:
        return f"{seats} of {len(pool)} suited advisors, {allowed} allowed"
    if not allowed:
        return "the policy table asks nobody at these stakes in this mode"
    return "no advisor that could be asked offers what is wanted"
