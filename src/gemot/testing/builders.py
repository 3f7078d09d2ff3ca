"""Records for tests: a minimal valid one of each kind. Whole cases are built in `ways`.

Laws: every id and digest is fixed, so that what is built today equals what was built before; a
builder takes the fields that a test is about, and fills in the rest.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from gemot.records.answer import Challenge, Claim, Draft, Link, Position
from gemot.records.call import Authorization, Clearance, Dispatch, Identity, Quote, Receipt
from gemot.records.canonical import sha256
from gemot.records.catalogue import Entry, Source
from gemot.records.envelope import Actor
from gemot.records.evidence import Council, Evidence, Observation, Seen
from gemot.records.framing import Case, Option, Outcome, Reference
from gemot.records.plan import Packet, Part, Plan, Seat, View
from gemot.records.report import Finding, Panel, Report, Standing, Support, Verdict
from gemot.records.settlement import (
    Adoption,
    Conclusion,
    Disagreement,
    Resolution,
    Side,
    Tombstone,
)
from gemot.records.vocab import Round
from gemot.testing import later

NOW = "2026-11-30T21:18:20.123Z"
OWNER = Actor(name="Ada", channel="terminal")
CASE = "retry-or-queue-3f9a1c"
R = TypeVar("R", bound=msgspec.Struct)


def mark(text: str) -> str:
    """A digest that names what it stands for."""
    return sha256(text.encode())


def _with(record: R, changes: dict[str, Any]) -> R:
    return msgspec.structs.replace(record, **changes)


def case(**changes: Any) -> Case:
    """A small decision between two options, with one outcome and one note."""
    return _with(
        Case(
            project=mark("project"),
            request=mark("request"),
            question="Retry in process, or a queue?",
            subject="how jobs are retried",
            options=(Option(id="retry"), Option(id="queue")),
            owner="Ada",
            stakes="low",
            outcomes=1,
            evidence=(Reference(id="E1", status="OBSERVED", kind="note", at="two jobs were lost"),),
        ),
        changes,
    )


def outcome(**changes: Any) -> Outcome:
    """The case's outcome."""
    return _with(Outcome(id="O1", success="no job is lost", proposer="Ada"), changes)


def evidence(**changes: Any) -> Evidence:
    """The case's note, found."""
    return _with(
        Evidence(
            id="E1",
            status="OBSERVED",
            kind="note",
            at="two jobs were lost",
            resolved=True,
            excerpt=mark("two jobs were lost"),
            seen_by="Ada",
            seen_at=NOW,
        ),
        changes,
    )


def entry(id: str = "anna", **changes: Any) -> Entry:
    """A scripted advisor of a source of its own."""
    source = Source(vendor=f"{id}-vendor", family=f"{id}-family")
    return _with(Entry(id=id, transport="scripted", model=f"{id}-1", source=source), changes)


def observation(**changes: Any) -> Observation:
    """Two advisors, both available."""
    seen = tuple(
        Seen(entry=entry(id), status="available", reason="ready") for id in ("anna", "ben")
    )
    return _with(
        Observation(
            what="availability",
            mode="standard",
            mode_source="default",
            advisors=seen,
            council=Council(),
        ),
        changes,
    )


def seat(id: str, advisor: str) -> Seat:
    """A planned seat."""
    return Seat(id=id, advisor=advisor, entry=entry(advisor), why="catalogue order")


def plan(**changes: Any) -> Plan:
    """Two seats, positions and a challenge."""
    return _with(
        Plan(
            stakes="low",
            confidence="medium",
            mode="standard",
            mode_source="default",
            capabilities=("independent_reasoning",),
            budget=2,
            route="council",
            reason="two advisors are available",
            seats=(seat("A", "anna"), seat("B", "ben")),
            rounds=("positions", "challenge"),
            calls=4,
            token=mark("token"),
        ),
        changes,
    )


def packet(round: Round = "positions", **changes: Any) -> Packet:
    """What both seats are shown."""
    core = Part(id="core", kind="core", digest=mark("core"), size=4)
    views = tuple(
        View(seat=id, parts=("core",), digest=mark(f"prompt {round} {id}"), size=8) for id in "AB"
    )
    return _with(Packet(round=round, system=mark("system"), parts=(core,), views=views), changes)


def clearance(round: Round = "positions", **changes: Any) -> Clearance:
    """A first wave of both seats at no cost."""
    quotes = tuple(Quote(seat=id, input_tokens=100, output_tokens=50, reserve=0) for id in "AB")
    record = Clearance(round=round, wave=1, quotes=quotes, case_spent=0, daily_spent=0)
    return _with(record, changes)


def authorization(**changes: Any) -> Authorization:
    """The owner allows the case to cost a dollar."""
    return _with(Authorization(what="spend", nano=1_000_000_000), changes)


def context(seat: str, round: Round) -> str:
    """The context id of a seat's first call in a round."""
    return f"ctx-{seat}-{round}"


def dispatch(seat: str = "A", round: Round = "positions", **changes: Any) -> Dispatch:
    """A seat's first call in a round."""
    return _with(
        Dispatch(
            id=context(seat, round),
            seat=seat,
            round=round,
            attempt=1,
            packet=mark(f"prompt {round} {seat}"),
            request=mark(f"request {round} {seat}"),
            size=64,
            reserve=0,
            fence=1,
            holder="host/boot/1/1",
            until="2026-11-30T21:18:50.123Z",
        ),
        changes,
    )


def receipt(seat: str = "A", round: Round = "positions", **changes: Any) -> Receipt:
    """The call's reply, read."""
    return _with(
        Receipt(
            dispatch=context(seat, round),
            seat=seat,
            round=round,
            status="completed",
            sent=True,
            raw=mark(f"reply {round} {seat}"),
            size=32,
            identity=Identity(source=Source(), attested="configuration"),
            input_tokens=90,
            output_tokens=40,
            cost=0,
            began=NOW,
            ended=NOW,
        ),
        changes,
    )


def position(seat: str = "A", choice: str = "queue", **changes: Any) -> Position:
    """A seat's first answer, with one claim."""
    return _with(
        Position(
            seat=seat,
            dispatch=context(seat, "positions"),
            choice=choice,
            rationale="a queue survives a restart",
            evidence=("E1",),
            claims=(
                Claim(id=f"{seat}-C1", kind="fact", text="two jobs were lost", evidence=("E1",)),
            ),
            concern="one more service to run",
            confidence="medium",
            falsifier="no job is lost in a month of retries",
        ),
        changes,
    )


def challenge(seat: str = "A", choice: str = "queue", **changes: Any) -> Challenge:
    """A seat that stays, and whose claim duplicates the other's."""
    own, other = ("A-C1", "B-C1") if seat == "A" else ("B-C1", "A-C1")
    return _with(
        Challenge(
            seat=seat,
            dispatch=context(seat, "challenge"),
            links=(Link(own=own, other=other, relation="duplicate_of"),),
            changed=False,
            choice=choice,
            effective=choice,
        ),
        changes,
    )


def draft(**changes: Any) -> Draft:
    """What a chair wrote."""
    return _with(
        Draft(
            seat="CHAIR",
            dispatch=context("CHAIR", "chair"),
            summary="both want the queue",
            decisive="are jobs lost on restart",
        ),
        changes,
    )


def finding(**changes: Any) -> Finding:
    """The one finding that both seats made."""
    return _with(
        Finding(
            id="F1",
            bucket="consensus",
            kind="fact",
            text="two jobs were lost",
            claims=("A-C1", "B-C1"),
            supporters=("A", "B"),
            sources=2,
            attested=0,
            confirmations=1,
            survives_source=False,
            survives_evidence=False,
        ),
        changes,
    )


def report(**changes: Any) -> Report:
    """Two seats that agree."""
    stand = [Standing(seat=s, first="queue", effective="queue", confidence="medium") for s in "AB"]
    return _with(
        Report(
            insufficient=False,
            panel=Panel(seats=2, returned=2, sources=2, attested=0),
            standings=tuple(stand),
            support=(Support(option="queue", seats=("A", "B"), sources=2, attested=0),),
            recommendation="queue",
            findings=(finding(),),
        ),
        changes,
    )


def verdict(**changes: Any) -> Verdict:
    """The host accepts the finding."""
    return _with(Verdict(finding="F1", judgement="accept", reason="the log shows it"), changes)


def disagreement(**changes: Any) -> Disagreement:
    """The host stands for another option than the seats."""
    sides = tuple(
        Side(holder=holder, option=option)
        for holder, option in (("A", "queue"), ("B", "queue"), ("primary", "retry"))
    )
    return _with(Disagreement(id="D1", kind="factual", sides=sides), changes)


def resolution(**changes: Any) -> Resolution:
    """It was settled by a reason."""
    return _with(
        Resolution(disagreement="D1", favours="queue", by="reason", reason="a restart loses jobs"),
        changes,
    )


def conclusion(**changes: Any) -> Conclusion:
    """The owner takes the queue."""
    return _with(Conclusion(choice="queue", because="a restart must lose no job"), changes)


def tombstone(**changes: Any) -> Tombstone:
    """The case's own texts were forgotten."""
    return _with(Tombstone(record="000-case", payload=mark("payload"), reason="a request"), changes)


def adoption(**changes: Any) -> Adoption:
    """The case goes on under newer rules."""
    return _with(Adoption(before=mark("old rules"), after=mark("new rules")), changes)


BUILDERS: dict[str, Callable[..., msgspec.Struct]] = {
    "case": case,
    "outcome": outcome,
    "evidence": evidence,
    "observation": observation,
    "plan": plan,
    "packet": packet,
    "clearance": clearance,
    "authorization": authorization,
    "dispatch": dispatch,
    "receipt": receipt,
    "position": position,
    "challenge": challenge,
    "draft": draft,
    "report": report,
    "verdict": verdict,
    "disagreement": disagreement,
    "resolution": resolution,
    "conclusion": conclusion,
    "tombstone": tombstone,
    "adoption": adoption,
    **later.BUILDERS,
}
"""A minimal valid record of every kind."""
