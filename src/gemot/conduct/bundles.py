"""Taking cases out of a store and into one.

Laws: what is exported is intact; a bundle is taken in whole or not at all, with the bytes of its
chains as they are; a case that is here already is left as it is where it is the same or goes
further, is extended where the bundle goes further, and is a conflict, at its place, where the
two part; a text that was forgotten on either side is forgotten here. What is taken in was
verified as `gemot verify --bundle` verifies: its state is derived by its own chain.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

from gemot.conduct.desk import Desk, Refused
from gemot.conduct.follows import Bench
from gemot.conduct.forgetting import rests_elsewhere
from gemot.conduct.verify import Verified, verify
from gemot.journal.bundle import Bundle, collect
from gemot.journal.inspect import entry
from gemot.ports.journal import Journal, Row, Tx
from gemot.records.faults import Fault, Faulty
from gemot.records.settlement import Tombstone
from gemot.rules.journal import CaseHead, StoreHead
from gemot.rules.rule import Rule, judge, refused

How = Literal["new", "extended", "same", "older"]


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one case of a bundle."""

    case: str
    how: How
    """`same`: it was here; `older`: it goes further here."""
    records: int
    """How many were added."""
    blobs: int
    """How many were missing here and came with it."""


def export(
    journal: Journal, cases: Iterable[str], rules: tuple[Rule, ...], *, blobs: bool = False
) -> Bundle:
    """Whole cases; `Refused` where they are not intact."""
    bundle = collect(journal, cases, blobs=blobs)
    broken = refused(judge(rules, "chain", bundle.facts()))
    if broken:
        raise Refused(broken)
    return bundle


def check(bundle: Bundle, bench: Bench, outside: Iterable[CaseHead | StoreHead] = ()) -> Verified:
    """Verify a bundle with no store: its own blobs are read, and nothing else."""
    alone = msgspec.structs.replace(bench, read=bundle.blobs.get)
    return verify(bundle.facts(outside), bundle.filed(), alone)


def take_in(desk: Desk, bundle: Bundle, bench: Bench) -> tuple[Taken, ...]:
    """Take a bundle in. `Refused` where it is not intact or does not follow, `Faulty` where a
    case parts from the one that is here; then nothing is written."""
    found = check(bundle, bench)
    if not found.intact or found.follows == "no":
        raise Refused(refused(found.offences) or found.offences)
    with desk.journal.begin() as tx:
        here = {case: list(desk.journal.rows(case)) for case in bundle.cases}
        parted = [f for case, rows in bundle.cases.items() for f in _parted(here[case], rows)]
        if parted:
            raise Faulty("the bundle", parted)
        at = desk.clock.now()
        return tuple(_take(desk, tx, here[c], rows, bundle, at) for c, rows in bundle.cases.items())


def _parted(here: list[Row], given: list[Row]) -> list[Fault]:
    """Where a case of the bundle is another than the one that is here."""
    for mine, other in zip(here, given, strict=False):
        if mine.hash != other.hash:
            return [
                Fault(
                    place=f"{other.case}/{other.seq}",
                    got=f"the record {other.hash}",
                    needed=f"the record {mine.hash}, which is here; up to it both are one",
                    fix="keep one of the two: import it into a store of its own, "
                    "GEMOT_STORE=sqlite:PATH",
                )
            ]
    return []


def _take(desk: Desk, tx: Tx, here: list[Row], given: list[Row], bundle: Bundle, at: str) -> Taken:
    case, more = given[0].case, given[len(here) :]
    tx.take_in(case, tuple(r.sealed for r in more), at)
    chain = given if more else here
    buried = _buried(chain)
    if more:
        for mine, other in zip(here, given, strict=False):
            if other.sealed.payload is None and mine.sealed.payload is not None:
                tx.forget(case, mine.seq)
        theirs = rests_elsewhere(desk.journal, case, buried)
        for digest in sorted(buried - theirs.keys()):
            tx.forget_blob(digest)
    wanted = frozenset().union(*(entry(r).blobs for r in given)) - buried
    missing = [d for d in sorted(wanted & bundle.blobs.keys()) if tx.get(d) is None]
    for digest in missing:
        tx.put(bundle.blobs[digest])
    how: How = "older" if len(here) > len(given) else "same"
    if more:
        how = "extended" if here else "new"
    return Taken(case=case, how=how, records=len(more), blobs=len(missing))


def _buried(rows: list[Row]) -> frozenset[str]:
    """The blobs that a case's tombstones name."""
    stones = (entry(r).record for r in rows)
    return frozenset(d for s in stones if isinstance(s, Tombstone) for d in s.blobs)
