"""A store of sixty records to tamper with: three cases, one of them with calls under way.

What is written follows the order in which conduct writes it, in the same transactions; the
texts are short, since every byte of them is changed in turn.
"""

from typing import Any

import msgspec

from gemot.ports.journal import Charge, Journal, Tx
from gemot.records.answer import Position
from gemot.records.call import Clearance, Dispatch, Identity, Quote, Receipt
from gemot.records.catalogue import Source
from gemot.records.envelope import Actor
from gemot.records.evidence import Evidence, Observation
from gemot.records.framing import Case, Host, Option, Outcome
from gemot.records.plan import Packet, Part, View
from gemot.records.report import Verdict
from gemot.records.settlement import Conclusion, Tombstone
from gemot.testing.fixed import FixedClock

HOLDER = "host/boot/7/99"
ACTOR = Actor(name="me", channel="terminal")


class Scribe:
    """Writes records as conduct would, at instants that go on."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.clock = FixedClock(step=1)

    def add(self, tx: Tx, case: str, record: msgspec.Struct) -> None:
        tx.append(case, record, at=self.clock.now(), actor=ACTOR, rules="c" * 64)

    def one(self, case: str, *records: msgspec.Struct) -> None:
        """Each record in a transaction of its own."""
        for record in records:
            with self.journal.begin() as tx:
                self.add(tx, case, record)

    def open(self, case: str) -> None:
        self.one(case, framed(case))

    def take(self, case: str, seats: str, price: int | None = 500) -> dict[str, int]:
        """Clear, lease, reserve and dispatch; the fence of each seat."""
        with self.journal.begin() as tx:
            quotes = tuple(
                Quote(seat=s, input_tokens=9, output_tokens=9, reserve=price) for s in seats
            )
            wave = Clearance(round="positions", wave=1, quotes=quotes, case_spent=0, daily_spent=0)
            at = self.clock.now()
            self.add(tx, case, wave)
            leases = {s: tx.take(case, f"{s}.positions", HOLDER, at) for s in seats}
            for lease in leases.values():
                held = Charge(
                    fence=lease.fence, case=case, act=lease.act, at=at, reserved=price,
                    actual=None, settled=False,
                )  # fmt: skip
                tx.reserve(held)
        with self.journal.begin() as tx:
            for seat, lease in leases.items():
                self.add(tx, case, dispatched(tx, case, seat, lease.fence, price))
        return {seat: lease.fence for seat, lease in leases.items()}

    def answer(self, case: str, seat: str, fence: int, cost: int | None) -> None:
        """A reply comes, is read and is paid for."""
        with self.journal.begin() as tx:
            tx.release(case, f"{seat}.positions", fence)
            raw = tx.put(f"reply {case} {seat}".encode())
            self.add(tx, case, position(case, seat))
            self.add(tx, case, received(case, seat, raw, cost))
            tx.settle(fence, cost)


def framed(case: str) -> Case:
    return Case(
        project="a" * 64,
        request="b" * 63 + case[-1],
        question="q?",
        subject="s",
        options=(Option(id="a", title="A é"), Option(id="b")),
        owner="me",
        stakes="low",
        host=Host(hypothesis="h"),
    )


def dispatched(tx: Tx, case: str, seat: str, fence: int, price: int | None) -> Dispatch:
    body = f"body {case} {seat}".encode()
    return Dispatch(
        id=f"ctx-{case}-{seat}",
        seat=seat,
        round="positions",
        attempt=1,
        packet=tx.put(b"prompt " + seat.encode()),
        request=tx.put(body),
        size=len(body),
        reserve=price,
        fence=fence,
        holder=HOLDER,
        until="2026-11-30T12:00:30.000Z",
    )


def position(case: str, seat: str) -> Position:
    return Position(
        seat=seat, dispatch=f"ctx-{case}-{seat}", choice="a", rationale="r", concern="c",
        confidence="low", falsifier="f",
    )  # fmt: skip


def received(case: str, seat: str, raw: str, cost: int | None) -> Receipt:
    return Receipt(
        dispatch=f"ctx-{case}-{seat}",
        seat=seat,
        round="positions",
        status="completed",
        sent=True,
        raw=raw,
        model="m",
        identity=Identity(source=Source(), attested="configuration"),
        cost=cost,
        began="2026-11-30T12:00:00.000Z",
        ended="2026-11-30T12:00:01.000Z",
    )


def seen(tx: Tx, id: str) -> Evidence:
    excerpt = tx.put(f"excerpt {id}".encode())
    return Evidence(
        id=id, status="OBSERVED", kind="file", at="x.py", resolved=True, excerpt=excerpt
    )


def packed(tx: Tx, seats: str) -> Packet:
    core = tx.put(b"core")
    views = tuple(
        View(seat=s, parts=("core",), digest=tx.put(b"prompt " + s.encode()), size=8) for s in seats
    )
    return Packet(
        round="positions",
        system=tx.put(b"system"),
        parts=(Part(id="core", kind="core", digest=core, size=4),),
        views=views,
    )


def verdict(number: int) -> Verdict:
    return Verdict(finding=f"F{number}", judgement="accept", reason=f"r{number}")


def write(journal: Journal) -> None:
    """Sixty records in three cases: `one-1` concluded, with a forgotten payload; `two-2` with a
    call in doubt, one under way, one that was never priced; `three-3` without calls."""
    scribe = Scribe(journal)
    scribe.open("one-1")
    scribe.open("three-3")
    scribe.one("one-1", *(Outcome(id=f"O{i}", success="s", proposer="me") for i in (1, 2)))
    for id in ("E1", "E2"):
        with journal.begin() as tx:
            scribe.add(tx, "one-1", seen(tx, id))
    with journal.begin() as tx:
        scribe.add(tx, "one-1", packed(tx, "AB"))
    fences = scribe.take("one-1", "AB")
    scribe.open("two-2")
    scribe.answer("one-1", "A", fences["A"], 300)
    scribe.answer("one-1", "B", fences["B"], None)
    with journal.begin() as tx:
        scribe.add(tx, "two-2", packed(tx, "ABC"))
    scribe.take("two-2", "AB")
    unpriced = scribe.take("two-2", "C", None)
    with journal.begin() as tx:
        tx.release("two-2", "A.positions", 3)
        scribe.add(tx, "two-2", Observation(what="doubt", dispatch="ctx-two-2-A"))
    scribe.answer("two-2", "C", unpriced["C"], None)
    with journal.begin() as tx:
        tx.take("three-3", "D.positions", HOLDER, scribe.clock.now())
    scribe.one("one-1", *(verdict(i) for i in range(1, 15)), ended())
    scribe.one("three-3", *(verdict(i) for i in range(1, 16)))
    forget(scribe, "one-1", 3)
    count = len(list(journal.rows()))
    scribe.one("two-2", *(verdict(i) for i in range(1, 61 - count)))


def ended() -> Conclusion:
    return Conclusion(choice="a", because="b", not_weighed=())


def forget(scribe: Scribe, case: str, seq: int) -> None:
    row = next(r for r in scribe.journal.rows(case) if r.seq == seq)
    told: Any = msgspec.json.decode(row.sealed.envelope)
    tomb = Tombstone(record=f"{seq:03d}-{row.kind}", payload=told["payload"], reason="asked")
    with scribe.journal.begin() as tx:
        tx.forget(case, seq)
        scribe.add(tx, case, tomb)


def small(journal: Journal) -> None:
    """Ten records in two cases, one call settled, one under way, one payload forgotten."""
    scribe = Scribe(journal)
    scribe.open("small-1")
    scribe.open("other-2")
    fences = scribe.take("small-1", "AB")
    scribe.answer("small-1", "A", fences["A"], 300)
    scribe.one("small-1", verdict(1))
    forget(scribe, "small-1", 6)
    scribe.one("other-2", verdict(1))
    with journal.begin() as tx:
        tx.release("other-2", "A.positions", tx.take("other-2", "A.positions", HOLDER, "").fence)
