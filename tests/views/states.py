"""Cases as they stand at moments that people see, built by hand. All times and hashes are fixed."""

from collections.abc import Callable
from typing import Any

import msgspec

from gemot.records.answer import Claim, Gap
from gemot.records.call import Identity
from gemot.records.catalogue import Entry, Source
from gemot.records.envelope import Filed
from gemot.records.evidence import Seen
from gemot.records.framing import Option
from gemot.records.kinds import KINDS, Opaque
from gemot.records.plan import Omission, Plan, Seat
from gemot.records.prose import join, split
from gemot.records.report import Absence, Panel, Standing, Support
from gemot.records.settlement import Side, Turned
from gemot.rules.registry import BY_CODE
from gemot.rules.rule import Offence
from gemot.rules.state import State, fold
from gemot.testing.builders import (
    case,
    challenge,
    clearance,
    conclusion,
    context,
    disagreement,
    dispatch,
    draft,
    evidence,
    finding,
    observation,
    outcome,
    packet,
    plan,
    position,
    receipt,
    report,
    resolution,
    seat,
    verdict,
)
from gemot.testing.ways import WAY, filed

HOSTILE = (
    "# \x1b[31mred\x1b[0m | `code` <b>bold</b> [x](http://e.example) \u202eabc\u200b\n---\n1. a"
)
"""A text that would colour, move, hide, link and build if anyone let it."""

FRAMED = case(
    stakes="material",
    materiality="material",
    options=(
        Option(id="retry", title="Retry in process"),
        Option(id="queue", title="A queue", reversibility="one_way", undo_cost="two weeks"),
    ),
    questions=("How many jobs an hour?",),
    constraints=("no second data centre",),
    ask="Please no new service.",
    floors=("options[1] is a one-way door: high",),
)


def offence(code: str, place: str, got: str, needed: str) -> Offence:
    """An offence of a rule of the registry."""
    rule = BY_CODE[code]
    return Offence(
        code=code, name=rule.name, severity=rule.severity, place=place, got=got, needed=needed,
        says=rule.says, fix=rule.fix,
    )  # fmt: skip


def small(id: str) -> Entry:
    """An entry of the embedded model."""
    return Entry(id=id, transport="local", model="embedded", rehearsal=True)


def rehearsal() -> State:
    """Two seats of one small model, reported."""
    seats = tuple(
        Seat(id=id, advisor=f"small-{id.lower()}", entry=small(f"small-{id.lower()}"), why="next")
        for id in "AB"
    )
    planned = plan(seats=seats, rehearsal=True)
    panel = Panel(seats=2, returned=2, sources=1, attested=1, rehearsal=True)
    said = report(
        panel=panel, recommendation=None, objection="F1", objection_text="two jobs were lost",
        decisive="count the lost jobs", findings=(finding(bucket="minority", sources=1),),
        diversity_unsatisfied=("source", "family", "method"),
    )  # fmt: skip
    return fold(filed(*_planned(planned, "challenged"), said))


def _planned(planned: Plan, at: Any) -> list[msgspec.Struct]:
    return [planned if isinstance(r, Plan) else r for r in WAY[at]]


def local() -> State:
    """Low stakes: nobody was asked."""
    return fold(filed(*WAY["decided_locally"]))


def alone() -> State:
    """Material stakes and nobody to ask: the structured local review."""
    seen = observation(
        advisors=(
            Seen(entry=small("anna"), status="not_configured", reason="credential_absent"),
        )
    )  # fmt: skip
    planned = plan(
        stakes="material", seats=(), rounds=(), calls=0, route="decide_locally", local_review=True,
        reason="no advisor that could be asked offers what is wanted",
        omitted=(Omission(advisor="anna", why="not_configured: credential_absent"),),
    )  # fmt: skip
    said = msgspec.structs.replace(FRAMED, assumptions=("restarts are rare",))
    return fold(filed(said, outcome(), evidence(), seen, planned))


def council() -> list[msgspec.Struct]:
    """Three planned, two answered and split, attested in part; a chair; hostile words."""
    planned = plan(
        stakes="material",
        seats=(seat("A", "anna"), seat("B", "ben"), seat("C", "cleo")),
        chair=seat("CHAIR", "carl"),
        rounds=("positions", "challenge", "chair"),
        calls=7,
        omitted=(Omission(advisor="dan", why="disabled: mode_offline"),),
    )
    proven = Identity(source=Source(vendor="v1"), attested="provider")
    lost = evidence(id="E2", status="ASSUMED", at="src/jobs.py:1-9", resolved=False, excerpt=None,
                    why="`src/jobs.py` is not in commit 0123456789ab")  # fmt: skip
    first = position(
        choice="queue",
        rationale=HOSTILE,
        claims=(Claim(id="A-C1", kind="mechanism", text=HOSTILE, evidence=("E1",)),),
        missing=(Gap(what="the rate of jobs", impact="it may be too low for a queue"),),
        alternative="retry",
        alternative_case="it needs no service",
    )
    changed = challenge(
        "B", "retry", changed=True, basis="LOGICAL_ERROR", reasoning="a restart is rare",
        test="restart it under load",
    )  # fmt: skip
    return [
        FRAMED, outcome(), evidence(), lost, observation(), planned, packet(), clearance(),
        dispatch("A"), dispatch("B"), dispatch("C"),
        first, receipt("A", identity=proven, model="m1-2026", cost=2_450_001),
        position("B", "retry"), receipt("B", cost=None, input_tokens=None),
        receipt("C", status="timeout", raw=None, sent=True, cost=None, input_tokens=None),
        packet("challenge"), clearance("challenge"),
        dispatch("A", "challenge"), dispatch("B", "challenge"),
        challenge("A", "queue", links=()), receipt("A", "challenge", identity=proven, cost=1),
        changed, receipt("B", "challenge", cost=0),
        packet("chair"), clearance("chair"), dispatch("CHAIR", "chair"),
        draft(objection="F2", decisive="restart it under load"),
        receipt("CHAIR", "chair", cost=0),
    ]  # fmt: skip


def split_report() -> msgspec.Struct:
    """Two findings, two options."""
    stands = (
        Standing(seat="A", first="queue", effective="queue", confidence="high"),
        Standing(seat="B", first="queue", effective="retry", confidence="low"),
    )
    return report(
        panel=Panel(seats=3, returned=2, sources=2, attested=1, families=("f1",)),
        standings=stands,
        absences=(Absence(seat="C", status="timeout", why="the call ended timeout"),),
        support=(
            Support(option="retry", seats=("B",), sources=1, attested=0),
            Support(option="queue", seats=("A",), sources=1, attested=1),
        ),
        recommendation=None,
        findings=(
            finding(bucket="divergence", kind="mechanism", text=HOSTILE, claims=("A-C1",),
                    supporters=("A",), opposers=("B",), sources=1, attested=1),
            finding(id="F2", bucket="minority", kind="risk", text="one more service to run",
                    claims=("B-C1",), supporters=("B",), sources=1, attested=0),
        ),
        objection="F2",
        objection_text="one more service to run",
        decisive="restart it under load",
        gaps=("the rate of jobs",),
        diversity_unsatisfied=("family", "method", "capability:security_review"),
    )  # fmt: skip


SIDES = (Side(holder="A", option="queue"), Side(holder="B", option="retry"))


def disputed() -> State:
    """A split panel, and the disagreement that it opens."""
    return fold(filed(*council(), split_report(), disagreement(sides=SIDES)))


def concluded() -> State:
    """Decided by the owner after the dispute was resolved."""
    end = conclusion(
        because="A restart must lose no job.\nWe pay for it.",
        revisit_if=("fewer than 5 jobs an hour",),
        risks=("one more service to run",),
        rejected=(Turned(option="retry", reason="a restart loses jobs"),),
        validation_plan=("restart it under load in staging",),
        kill_criteria=("a job is lost",),
        next_step="write the consumer",
        scope="this service",
        evidence=("E1",),
        review_on="2027-05-31",
        reviewed_by=("A", "B"),
        sources=2,
        attested=1,
        not_weighed=("F1",),
        disagreements=("D1",),
    )
    return fold(
        filed(*council(), split_report(), disagreement(sides=SIDES), verdict(finding="F2"),
              resolution(), end)
    )  # fmt: skip


def inconclusive() -> State:
    """Two were planned, one answered."""
    said = report(
        insufficient=True,
        panel=Panel(seats=2, returned=1, sources=1, attested=0),
        standings=(Standing(seat="A", first="queue", effective="queue", confidence="medium"),),
        absences=(Absence(seat="B", status="malformed", why="unreadable: REA003"),),
        support=(Support(option="queue", seats=("A",), sources=1, attested=0),),
        recommendation=None,
        findings=(),
    )
    return fold(filed(*WAY["challenged"], said))


def doubtful() -> State:
    """One call answered, one in doubt."""
    lost = context("B", "positions")
    doubt = observation(what="doubt", mode=None, mode_source=None, advisors=(), council=None,
                        dispatch=lost)  # fmt: skip
    return fold(
        filed(*WAY["cleared"], dispatch("A"), dispatch("B", reserve=12_000_000), position("A"),
              receipt("A", cost=2_000_000), doubt)
    )  # fmt: skip


def old() -> State:
    """A concluded case whose own words were forgotten, with a record of a newer version."""
    records: list[Filed] = []
    for f in filed(*WAY["concluded"], Opaque(kind="lookback", version=3, body={"x": 1})):
        gone = f
        if f.kind in ("case", "position"):
            body, _ = split(f.record)
            record = join(KINDS[f.kind], body, None)
            gone = msgspec.structs.replace(f, record=record, forgotten=True)
        records.append(gone)
    return fold(tuple(records))


HELD = (
    offence(
        "CLR002", "case_nano", "0.00 USD before, 0.12 USD for the wave",
        "together at most 0.10 USD",
    ),
)  # fmt: skip
STATES: dict[str, tuple[Callable[[], State], tuple[Offence, ...], bool]] = {
    "rehearsal": (rehearsal, (), False),
    "local": (local, (), False),
    "alone": (alone, (), False),
    "disputed": (disputed, (), False),
    "concluded": (concluded, (), False),
    "reused": (concluded, (), True),
    "inconclusive": (inconclusive, (), False),
    "doubtful": (doubtful, (), False),
    "held": (lambda: fold(filed(*WAY["packed"])), HELD, False),
    "old": (old, (), False),
}
"""By name: the state, why its next act was refused, whether it was asked again."""
