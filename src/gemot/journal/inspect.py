"""Collecting a store into the facts that the journal's rules judge. Nothing is judged here."""

from collections.abc import Iterable

import msgspec.structs

from gemot.journal.seal import store_head
from gemot.ports.journal import Arrival, Charge, Head, Journal, Lease, Row
from gemot.records.canonical import sha256
from gemot.rules.journal import (
    ArrivalRow,
    BlobRow,
    CaseHead,
    Chain,
    ChargeRow,
    Entry,
    HeadRow,
    LeaseRow,
    StoreHead,
)


def chain(
    journal: Journal, outside: Iterable[CaseHead | StoreHead] = (), case: str | None = None
) -> Chain:
    """The store at one instant, or all of one case; outside store heads are always compared
    with the whole store, and case heads with the case that they name."""
    held = journal.snapshot()
    entries = tuple(entry(row) for row in held.rows)
    heads = tuple(outside)
    facts = Chain(
        rows=entries,
        heads=tuple(_head(head) for head in held.heads),
        leases=tuple(_lease(*kept) for kept in held.leases),
        charges=tuple(_charge(*kept) for kept in held.charges),
        fences=held.fences,
        blobs=tuple(_blob(journal, digest) for digest in held.blobs) if case is None else (),
        arrivals=tuple(_arrival(*kept) for kept in held.arrivals),
        flaws=held.flaws,
        strange=held.strange,
        outside=heads,
        roots=roots(entries, heads),
    )
    return facts if case is None else _only(journal, facts, frozenset(held.blobs), case)


def _only(journal: Journal, facts: Chain, blobs: frozenset[str], case: str) -> Chain:
    """The part of the facts that is about one case. A row is the case's if it says so or if
    its envelope does."""
    rows = tuple(r for r in facts.rows if case in (r.case, r.spot[0]))
    named = frozenset[str]().union(*(row.named for row in rows)) & blobs
    return msgspec.structs.replace(
        facts,
        scope="case",
        rows=rows,
        heads=tuple(h for h in facts.heads if h.case == case),
        leases=tuple(x for x in facts.leases if x.case == case),
        charges=tuple(x for x in facts.charges if x.case == case),
        blobs=tuple(_blob(journal, digest) for digest in sorted(named)),
        arrivals=tuple(a for a in facts.arrivals if a.case == case),
        outside=tuple(h for h in facts.outside if isinstance(h, StoreHead) or h.case == case),
    )


def roots(rows: tuple[Entry, ...], heads: Iterable[CaseHead | StoreHead]) -> dict[int, str]:
    """The root over as many first records as each store head counts, where there are so many."""
    hashes = [row.sha or "" for row in rows]
    sizes = {head.size for head in heads if isinstance(head, StoreHead)}
    return {n: store_head(hashes[:n]).root for n in sizes if n <= len(hashes)}


def entry(row: Row) -> Entry:
    """A stored row as a fact."""
    return Entry(
        n=row.n,
        case=row.case,
        seq=row.seq,
        kind=row.kind,
        at=row.at,
        hash=row.hash,
        envelope=row.sealed.envelope,
        salt=row.sealed.salt,
        payload=row.sealed.payload,
    )


def _head(head: Head) -> HeadRow:
    return HeadRow(**msgspec.structs.asdict(head))


def _lease(lease: Lease, mark: str) -> LeaseRow:
    return LeaseRow(**msgspec.structs.asdict(lease), mark=mark)


def _charge(charge: Charge, mark: str) -> ChargeRow:
    return ChargeRow(**msgspec.structs.asdict(charge), mark=mark)


def _arrival(came: Arrival, mark: str) -> ArrivalRow:
    return ArrivalRow(**msgspec.structs.asdict(came), mark=mark)


def _blob(journal: Journal, digest: str) -> BlobRow:
    data = journal.get(digest)
    return BlobRow(digest=digest, sha=sha256(data) if isinstance(data, bytes) else None)
