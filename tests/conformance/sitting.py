"""Cases that break no rule, as bases and records: `python -m tests.conformance.sitting`.

The bases of `write` lead to each stage with the fewest words, and break rules beyond the stage
table on the way; these are councils as the program itself makes them. `council` is material and
of one mind, `contested` differs from its host, `grave` has a one-way door, `rehearsed` is grave
and cannot advise, `small` asks nobody, and for a seat of `manned` a person answers.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from gemot.records.evidence import Observation
from gemot.records.framing import Case, Host, Outcome
from gemot.records.kinds import kind_of
from gemot.records.settlement import Resolution
from gemot.records.vocab import Round
from gemot.rules.state import State, fold
from gemot.testing.builders import mark
from gemot.testing.later import experiment, prediction, probe
from gemot.testing.ways import filed
from gemot.views.plan import plan
from gemot.views.report import disagreement, report
from tests.conformance.council import (
    case,
    challenge,
    cleared,
    conclusion,
    dispatch,
    draft,
    evidence,
    grave_case,
    manned,
    observation,
    packet,
    position,
    receipt,
    verdict,
    whole,
)
from tests.conformance.write import HERE, plain


class Way:
    """The records of one case, added one by one, with a name at the moments that cases need."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.bases: dict[str, tuple[msgspec.Struct, ...]] = {}
        self.records: list[msgspec.Struct] = []

    @property
    def state(self) -> State:
        return fold(filed(*self.records))

    def add(self, *records: msgspec.Struct | None) -> None:
        self.records += [r for r in records if r is not None]

    def keep(self, moment: str) -> None:
        self.bases[f"{self.name}-{moment}"] = tuple(self.records)


def asked(way: Way, round: Round) -> None:
    """A round from its packet to its last receipt; an answer stands before its receipt."""
    way.add(packet(way.state, round))
    way.keep(f"{round}-packed")
    way.add(cleared(way.state, round))
    way.keep(f"{round}-cleared")
    seats = [s.id for s in way.state.seats(round)]
    for seat in seats:
        way.add(dispatch(way.state, seat, round))
    way.keep(f"{round}-asked")
    for seat in seats:
        way.add(said(seat, round))
        if seat == seats[0]:
            way.keep(f"{round}-said")
        way.add(receipt(way.state, seat, round))


def said(seat: str, round: Round) -> msgspec.Struct:
    """What a seat says in a round."""
    if round == "positions":
        return position(seat)
    return challenge(seat) if round == "challenge" else draft()


def council(name: str, framed: Case, seen: Observation) -> Way:
    """A case from its question to its verdicts."""
    way = Way(name)
    way.add(framed, Outcome(id="O1", success="no job is lost", proposer="Ada"), evidence())
    way.keep("evidenced")
    way.add(seen)
    way.keep("observed")
    way.add(plan(way.state, mark("token")))
    way.keep("planned")
    asked(way, "positions")
    way.keep("positioned")
    asked(way, "challenge")
    way.keep("challenged")
    asked(way, "chair")
    way.keep("drafted")
    way.add(report(way.state))
    way.keep("reported")
    return way


def ways() -> Iterator[Way]:
    """Every case."""
    plainly = council("council", case(), observation())
    plainly.add(verdict())
    plainly.keep("judged")
    plainly.add(conclusion(plainly.state))
    plainly.keep("concluded")
    yield plainly
    contested = council("contested", case(host=Host(favours="retry")), observation())
    opened = disagreement(contested.state)
    assert opened is not None
    contested.add(msgspec.structs.replace(opened, kind="value"))
    contested.keep("disputed")
    contested.add(
        Resolution(disagreement="D1", favours="queue", by="authorization", reason="no job is lost")
    )
    contested.keep("resolved")
    yield contested
    yield factual()
    grave = council("grave", grave_case(), observation())
    grave.add(verdict())
    grave.keep("judged")
    yield grave
    rehearsed = council("rehearsed", grave_case(), observation(rehearsal=True))
    rehearsed.add(verdict())
    rehearsed.keep("judged")
    yield rehearsed
    yield small()
    yield manned_way()


def manned_way() -> Way:
    """Seat A is called while seat B waits for a paste, which comes."""
    way = Way("manned")
    way.add(case(), Outcome(id="O1", success="no job is lost", proposer="Ada"), evidence())
    way.add(manned())
    way.keep("observed")
    way.add(plan(way.state, mark("token")))
    way.add(packet(way.state, "positions"))
    way.keep("packed")
    for seat in ("A", "B"):
        way.add(cleared(way.state, "positions", seat))
        way.keep(f"{seat}-cleared")
        way.add(dispatch(way.state, seat, "positions"))
        way.keep(f"{seat}-asked")
    way.add(position("B"))
    way.keep("said")
    way.add(receipt(way.state, "B", "positions"))
    way.keep("pasted")
    return way


def factual() -> Way:
    """A disagreement about facts, from an experiment for it to what its run settles."""
    way = council("factual", case(host=Host(favours="retry")), observation())
    way.add(disagreement(way.state))
    way.keep("disputed")
    way.add(experiment())
    way.keep("declared")
    for holder, status in (("A", 0), ("B", 0), ("primary", 1)):
        way.add(prediction(holder=holder, exit=status, reason="it follows"))
    way.keep("predicted")
    way.add(probe(experiment="X1", command=experiment().command))
    way.keep("run")
    way.add(
        Resolution(
            disagreement="D1", favours="queue", by="experiment", experiment="X1", reason="it ran"
        )
    )
    way.keep("settled")
    return way


def small() -> Way:
    """Low stakes: the policy asks nobody."""
    way = Way("small")
    way.add(case(materiality="low", stakes="low"))
    way.add(Outcome(id="O1", success="no job is lost", proposer="Ada"), evidence(), observation())
    way.keep("observed")
    way.add(plan(way.state, mark("token")))
    way.keep("planned")
    return way


KEPT = {
    "council-evidenced", "council-observed", "council-planned", "council-positions-packed",
    "council-positions-cleared", "council-positions-asked", "council-positions-said",
    "council-positioned", "council-challenge-packed", "council-challenge-cleared",
    "council-challenge-asked", "council-challenge-said", "council-challenged",
    "council-chair-asked", "council-drafted", "council-reported", "council-judged",
    "council-concluded", "contested-reported", "contested-disputed", "contested-resolved",
    "factual-disputed", "factual-declared", "factual-predicted", "factual-run", "factual-settled",
    "grave-observed", "grave-reported", "grave-judged", "rehearsed-observed",
    "rehearsed-planned", "rehearsed-judged", "small-observed", "small-planned",
    "manned-packed", "manned-A-asked", "manned-B-cleared", "manned-said", "manned-pasted",
}  # fmt: skip
"""The bases that cases build on."""


def bases() -> dict[str, tuple[msgspec.Struct, ...]]:
    """The records of every base."""
    return {name: kept for way in ways() for name, kept in way.bases.items() if name in KEPT}


def records() -> dict[str, msgspec.Struct]:
    """Records that belong right after a base, by name."""
    found = bases()
    last = {
        "council-case": "council-evidenced",
        "contested-case": "contested-reported",
        "grave-case": "grave-reported",
    }
    named = {name: found[base][0] for name, base in last.items()}
    ends = {
        "council-plan": "council-planned",
        "small-plan": "small-planned",
        "rehearsed-plan": "rehearsed-planned",
        "council-packet": "council-positions-packed",
        "challenge-packet": "council-challenge-packed",
        "council-clearance": "council-positions-cleared",
        "council-position": "council-positions-said",
        "council-challenge": "council-challenge-said",
        "council-report": "council-reported",
        "council-verdict": "council-judged",
        "contested-disagreement": "contested-disputed",
        "contested-resolution": "contested-resolved",
        "council-conclusion": "council-concluded",
        "factual-experiment": "factual-declared",
        "factual-prediction": "factual-predicted",
        "factual-probe": "factual-run",
        "factual-resolution": "factual-settled",
    }
    named |= {name: found[base][-1] for name, base in ends.items()}
    asked = fold(filed(*found["council-positions-said"]))
    named["council-observation"] = observation()
    named["manned-clearance"] = found["manned-B-cleared"][-1]
    named["manned-receipt"] = found["manned-pasted"][-1]
    named["council-dispatch"] = found["council-positions-asked"][-2]
    named["council-receipt"] = receipt(asked, "A", "positions")
    named["council-draft"] = draft()
    named["contested-conclusion"] = conclusion(fold(filed(*found["contested-resolved"])))
    named["grave-conclusion"] = whole(fold(filed(*found["grave-judged"])))
    named["rehearsed-conclusion"] = whole(fold(filed(*found["rehearsed-judged"])))
    return named


def files() -> dict[Path, bytes]:
    """What `bases` and `records` should hold of these."""
    found = bases()
    written = {HERE / "bases" / f"{name}.json": plain(_listed(name, found)) for name in found}
    return written | {HERE / "records" / f"{n}.json": plain(r) for n, r in records().items()}


def _listed(name: str, found: dict[str, tuple[msgspec.Struct, ...]]) -> list[object]:
    """A base as the longest base that it goes on from, and what it adds."""
    way = found[name]
    shorter = [n for n, w in found.items() if len(w) < len(way) and way[: len(w)] == w]
    start = max(shorter, key=lambda n: len(found[n]), default=None)
    rest = way[len(found[start]) if start else 0 :]
    added = [{"kind": kind_of(record), "record": record} for record in rest]
    return [start, *added] if start else [*added]


def main() -> None:
    for path, data in files().items():
        path.write_bytes(data)


if __name__ == "__main__":
    main()
