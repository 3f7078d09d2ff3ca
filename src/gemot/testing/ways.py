"""Cases for tests: the records that lead to each stage of the table.

Law: along every way each record is admitted by the stage table, and the way ends at its stage.
"""

import msgspec

from gemot.records.envelope import GENESIS, Actor, Filed
from gemot.records.kinds import kind_of
from gemot.records.vocab import Round
from gemot.rules.stage import STAGES, Stage
from gemot.testing.builders import (
    CASE,
    NOW,
    OWNER,
    case,
    challenge,
    clearance,
    conclusion,
    disagreement,
    dispatch,
    evidence,
    mark,
    observation,
    outcome,
    packet,
    plan,
    position,
    receipt,
    report,
    resolution,
    verdict,
)
from gemot.testing.later import lookback, validation, withdrawal


def filed(
    *records: msgspec.Struct, after: tuple[Filed, ...] = (), at: str = NOW, actor: Actor = OWNER
) -> tuple[Filed, ...]:
    """Records as though they were read back from a case; the hashes are none."""
    more = tuple(
        Filed(
            case=CASE,
            seq=len(after) + i,
            kind=kind_of(record),
            at=at,
            actor=actor,
            rules=mark("rules"),
            offences=(),
            hash=mark(f"record {len(after) + i}"),
            prev=mark(f"record {len(after) + i - 1}") if after or i else GENESIS,
            record=record,
        )
        for i, record in enumerate(records)
    )
    return (*after, *more)


def asked(round: Round) -> tuple[msgspec.Struct, ...]:
    """A round from its packet to its last receipt; an answer stands before its receipt."""
    records: list[msgspec.Struct] = [packet(round), clearance(round)]
    records += [dispatch(id, round) for id in "AB"]
    for id in "AB":
        records += [position(id) if round == "positions" else challenge(id), receipt(id, round)]
    return tuple(records)


def _way() -> dict[Stage, tuple[msgspec.Struct, ...]]:
    """The records that lead to each stage, all of them."""
    way: dict[Stage, tuple[msgspec.Struct, ...]] = {"new": (), "framed": (case(),)}
    way["evidenced"] = (*way["framed"], outcome(), evidence())
    seen = (*way["evidenced"], observation())
    alone = plan(seats=(), rounds=(), calls=0, budget=0, route="decide_locally", reason="small")
    way["decided_locally"] = (*seen, alone)
    way["planned"] = (*seen, plan())
    way["packed"] = (*way["planned"], packet())
    way["cleared"] = (*way["packed"], clearance())
    way["positioned"] = (*way["planned"], *asked("positions"))
    way["challenged"] = (*way["positioned"], *asked("challenge"))
    way["reported"] = (*way["challenged"], report())
    few = report(insufficient=True, recommendation=None, findings=())
    way["inconclusive"] = (*way["challenged"], few)
    way["judged"] = (*way["reported"], verdict())
    way["disputed"] = (*way["reported"], disagreement())
    way["resolved"] = (*way["disputed"], resolution())
    way["concluded"] = (*way["judged"], conclusion())
    name = f"{len(way['judged']):03d}-conclusion"
    way["validated"] = (*way["concluded"], validation(conclusion=name))
    way["looked_back"] = (*way["validated"], lookback(conclusion=name))
    way["withdrawn"] = (*way["planned"], withdrawal())
    return {stage: way[stage] for stage in STAGES}


WAY: dict[Stage, tuple[msgspec.Struct, ...]] = _way()
"""The records that lead to each stage of the table."""
