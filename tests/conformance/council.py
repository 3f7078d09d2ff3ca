"""What a council records, in the form that breaks no rule. `sitting` makes whole cases of it."""

from collections.abc import Iterator
from typing import Any

import msgspec

from gemot.records.answer import Challenge, Claim, Draft, Link, Negative, Position, Proposal
from gemot.records.call import Clearance, Dispatch, Identity, Quote, Receipt
from gemot.records.catalogue import Entry, Price, Source
from gemot.records.evidence import Council, Evidence, Observation, Seen
from gemot.records.framing import Case, Option, Reference
from gemot.records.plan import Label, Packet, Part, Seat, View
from gemot.records.report import Verdict
from gemot.records.settlement import Conclusion, Ruled, Turned
from gemot.records.vocab import BY_HAND, Round
from gemot.rules.clearance import price
from gemot.rules.state import State
from gemot.testing.builders import NOW, mark
from gemot.views.conclusion import complete
from gemot.views.money import clearance

DOORS = ("options[1] is a one-way door: high",)
FENCES: dict[tuple[str, Round], int] = {
    ("A", "positions"): 1, ("B", "positions"): 2,
    ("A", "challenge"): 3, ("B", "challenge"): 4, ("CHAIR", "chair"): 5,
}  # fmt: skip


def case(**changes: Any) -> Case:
    """A material decision on one note, with an outcome and a direction."""
    fields: dict[str, Any] = {
        "project": mark("project"),
        "request": mark("request"),
        "question": "Retry in process, or a queue?",
        "subject": "how jobs are retried",
        "options": (Option(id="retry"), Option(id="queue")),
        "owner": "Ada",
        "directions": ("No new service.",),
        "materiality": "material",
        "stakes": "material",
        "outcomes": 1,
        "evidence": (Reference(id="E1", status="OBSERVED", kind="note", at="two jobs were lost"),),
    }
    return Case(**{**fields, **changes})


def grave_case() -> Case:
    """The same with a queue that is hard to take back."""
    queue = Option(id="queue", reversibility="one_way", undo_cost="two weeks of work")
    return case(options=(Option(id="retry"), queue), stakes="high", floors=DOORS)


def entry(id: str, **changes: Any) -> Entry:
    """An advisor at a loopback address, of a source of its own."""
    fields: dict[str, Any] = {
        "id": id,
        "transport": "api",
        "wire": "openai",
        "base_url": f"http://127.0.0.1:8000/{id}",
        "model": f"{id}-1",
        "source": Source(vendor=f"{id}-vendor", family=f"{id}-family"),
        "price": Price(input="3", output="15"),
    }
    return Entry(**{**fields, **changes})


def observation(**changes: Any) -> Observation:
    """Anna, Ben and Carl, who is the chair."""
    seen = tuple(
        Seen(entry=entry(id, **changes), status="available", reason="present")
        for id in ("anna", "ben", "carl")
    )
    council = Council(seats=2, chair="carl", case_nano=1_000_000_000, daily_nano=5_000_000_000)
    return Observation(
        what="availability", mode="standard", mode_source="default", advisors=seen, council=council
    )


def manned(by_hand: str = "ben") -> Observation:
    """The same, and a person answers for one of them."""
    seen = observation()
    carried = {"transport": "manual", "wire": None, "base_url": None, "price": None}
    return msgspec.structs.replace(
        seen,
        advisors=tuple(
            msgspec.structs.replace(s, entry=entry(by_hand, **carried))
            if s.entry.id == by_hand
            else s
            for s in seen.advisors
        ),
    )


def evidence(id: str = "E1", **changes: Any) -> Evidence:
    """The note, found."""
    fields: dict[str, Any] = {
        "id": id, "status": "OBSERVED", "kind": "note", "at": "two jobs were lost",
        "resolved": True, "excerpt": mark("two jobs were lost"), "seen_by": "Ada", "seen_at": NOW,
    }  # fmt: skip
    return Evidence(**{**fields, **changes})


def packet(state: State, round: Round) -> Packet:
    """A core part and the evidence for every seat, and what only one seat is shown."""
    parts = [
        Part(id="question", kind="core", digest=mark("question"), size=40),
        Part(id="E1", kind="evidence", digest=mark("E1"), size=60),
    ]
    views = []
    for seat in state.seats(round):
        own = f"ask.{seat.id}"
        parts.append(Part(id=own, kind="seat", digest=mark(f"{round} {own}"), size=80))
        views.append(
            View(
                seat=seat.id,
                parts=("question", "E1", own),
                digest=mark(f"prompt {round} {seat.id}"),
                size=184,
                labels=tuple(labels(state, round, seat.id)),
            )
        )
    return Packet(round=round, system=mark("system"), parts=tuple(parts), views=tuple(views))


def labels(state: State, round: Round, seat: str) -> Iterator[Label]:
    """What a seat is shown the claims as."""
    if round == "chair":
        yield Label(label="F1", of="A-C1")
    elif round == "challenge":
        for maker in state.positions:
            yield Label(label="OWN-C1" if maker == seat else "V1-C1", of=f"{maker}-C1")


def cleared(state: State, round: Round, *only: str) -> Clearance:
    """The first wave of a round; with `only` the wave of these seats."""
    quotes = []
    for s in state.seats(round):
        if only and s.id not in only:
            continue
        most = s.entry.limits.output
        bound = price(s.entry, 1000, most)
        quotes.append(Quote(seat=s.id, input_tokens=1000, output_tokens=most, reserve=bound))
    return clearance(state, round, tuple(quotes), NOW, 0)


def dispatch(state: State, seat: str, round: Round) -> Dispatch:
    """A seat's first call in a round."""
    quote = next(q for q in state.clearances[-1].quotes if q.seat == seat)
    return Dispatch(
        id=f"ctx-{seat}-{round}",
        seat=seat,
        round=round,
        attempt=1,
        packet=mark(f"prompt {round} {seat}"),
        request=mark(f"request {round} {seat}"),
        size=400,
        reserve=quote.reserve,
        fence=FENCES[seat, round],
        holder="host/boot/1/1",
        until="2026-11-30T21:18:50.123Z",
    )


def receipt(state: State, seat: str, round: Round) -> Receipt:
    """The call's reply, read."""
    found = state.seat(seat)
    assert found is not None
    if found.entry.transport in BY_HAND:
        return _pasted(found, round)
    return Receipt(
        dispatch=f"ctx-{seat}-{round}",
        seat=seat,
        round=round,
        status="completed",
        sent=True,
        raw=mark(f"reply {round} {seat}"),
        size=320,
        model=found.entry.model,
        identity=Identity(source=found.entry.source, attested="provider"),
        input_tokens=900,
        output_tokens=400,
        cost=price(found.entry, 900, 400),
        began=NOW,
        ended=NOW,
    )


def _pasted(seat: Seat, round: Round) -> Receipt:
    """The receipt of a pasted reply: nothing is counted, nobody attested."""
    return Receipt(
        dispatch=f"ctx-{seat.id}-{round}",
        seat=seat.id,
        round=round,
        status="completed",
        sent=True,
        raw=mark(f"reply {round} {seat.id}"),
        size=320,
        identity=Identity(
            source=seat.entry.source, attested="configuration", endpoint=mark("manual")
        ),
        began=NOW,
        ended=NOW,
    )


def position(seat: str) -> Position:
    """A seat for the queue, with a claim and a proposal."""
    proposal = Proposal(
        id=f"{seat}-P1",
        kind="MEANS",
        text="keep the jobs on disk",
        outcomes=("O1@1",),
        evidence=("E1",),
        negatives=(Negative(outcome="O1@1", effect="jobs start later"),),
    )
    return Position(
        seat=seat,
        dispatch=f"ctx-{seat}-positions",
        choice="queue",
        rationale="a queue survives a restart",
        evidence=("E1",),
        claims=(Claim(id=f"{seat}-C1", kind="fact", text="two jobs were lost", evidence=("E1",)),),
        concern="one more service to run",
        alternative="retry",
        confidence="medium",
        falsifier="no job is lost in a month of retries",
        proposals=(proposal,),
    )


def challenge(seat: str) -> Challenge:
    """A seat that stays, and whose claim is the other's."""
    other = "B" if seat == "A" else "A"
    return Challenge(
        seat=seat,
        dispatch=f"ctx-{seat}-challenge",
        links=(Link(own=f"{seat}-C1", other=f"{other}-C1", relation="duplicate_of"),),
        changed=False,
        choice="queue",
        effective="queue",
    )


def draft() -> Draft:
    """What the chair wrote."""
    return Draft(
        seat="CHAIR",
        dispatch="ctx-CHAIR-chair",
        summary="both want the queue",
        decisive="are jobs lost on a restart",
    )


def verdict() -> Verdict:
    """The host accepts the finding."""
    return Verdict(finding="F1", judgement="accept", reason="the log shows it", evidence=("E1",))


def conclusion(state: State, **changes: Any) -> Conclusion:
    """The owner takes the queue."""
    fields: dict[str, Any] = {
        "choice": "queue",
        "because": "a restart must lose no job",
        "evidence": ("E1",),
        "validation_plan": ("count the lost jobs for a month",),
    }
    return complete(state, Conclusion(**{**fields, **changes}))


def whole(state: State) -> Conclusion:
    """The full form."""
    return conclusion(
        state,
        revisit_if=("fewer than 5 jobs a day",),
        scope="jobs of the mailer",
        dispositions=(
            Ruled(proposal="A-P1", disposition="ACCEPT", reason="it is the least that is needed"),
            Ruled(proposal="B-P1", disposition="ACCEPT", reason="it says the same"),
        ),
        rejected=(Turned(option="retry", reason="a restart loses jobs"),),
        risks=("the disk fills up",),
        kill_criteria=("a job waits longer than an hour",),
        next_step="move the mailer",
    )
