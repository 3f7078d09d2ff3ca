"""Whether what stands beside the chain agrees with it: heads, blobs, leases, charges, fences."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from gemot.records.framing import Case
from gemot.records.settlement import Tombstone
from gemot.rules.chain import ArrivalRow, CaseHead, Chain, ChargeRow, Entry, LeaseRow
from gemot.rules.rule import Hit


def _differs(place: str, got: Any, needed: Any, whose: str) -> Iterator[Hit]:
    if type(got) is not type(needed) or got != needed:
        yield Hit(place=place, got=repr(got), needed=f"{needed!r}, as {whose}")


def head_differs(chain: Chain) -> Iterator[Hit]:
    """Rows of heads that disagree with the records."""
    for head in chain.heads:
        rows = chain.cases.get(head.case)
        if not rows:
            continue  # `case_missing`
        first, last = rows[0], rows[-1]
        known = first.record if isinstance(first.record, Case) else None
        told = first.opened
        for column, needed, whose in (
            ("project", known.project if known else "", f"{first.id} says"),
            ("request", known.request if known else "", f"{first.id} says"),
            ("opened", told.at if told else first.at, f"{first.id} says"),
            ("hash", last.sha, f"{last.id} hashes to"),
        ):
            if column == "hash" and (head.seq != last.place or head.hash in (last.sha, last.hash)):
                continue
            place = f"{head.case} head.{column}"
            yield from _differs(place, getattr(head, column), needed, whose)
        if not isinstance(head.seq, int) or head.seq < last.place or head.hash == last.hash:
            yield from _differs(f"{head.case} head.seq", head.seq, last.place, "the chain ends")


def tail_missing(chain: Chain) -> Iterator[Hit]:
    """Cases that end before their head says."""
    for head in chain.heads:
        rows = chain.cases.get(head.case)
        if not rows or not isinstance(head.seq, int) or head.hash == rows[-1].hash:
            continue
        # One hit is enough: a head of a million must not print a million.
        if rows[-1].place < head.seq:
            yield Hit(
                place=f"{head.case}/{head.seq} record",
                got=f"the chain ends at {rows[-1].id}",
                needed=f"a record with the hash {head.hash}, as head.seq and head.hash say",
            )


def head_missing(chain: Chain) -> Iterator[Hit]:
    """Cases without a head."""
    if chain.scope == "bundle":
        return
    for case in chain.cases:
        if case not in chain.head_of:
            yield Hit(place=f"{case} head", got="no row", needed="a row for every case")


def case_missing(chain: Chain) -> Iterator[Hit]:
    """Rows that name a case of which there is no record."""
    named = [(head.case, f"{head.case} head.case") for head in chain.heads]
    named += [(x.case, f"{x.case}/{x.act} lease.case") for x in chain.leases]
    named += [(x.case, f"{x.case}/{x.act} charge.case") for x in chain.charges]
    named += [(x.case, f"{x.case}/{x.first} arrival.case") for x in chain.arrivals]
    for case, place in named:
        if case not in chain.cases:
            yield Hit(place=place, got=f"no record of {case!r}", needed="the records of that case")


def outside_differs(chain: Chain) -> Iterator[Hit]:
    """Outside heads that the records do not reproduce."""
    for head in chain.outside:
        if isinstance(head, CaseHead):
            place, needed = f"{head.case}/{head.seq} record", head.hash
            there = [r for r in chain.cases.get(head.case, ()) if r.place == head.seq]
            got = there[0].sha if there else None
        else:
            place, needed = f"store of {head.size} records", head.root
            got = chain.roots.get(head.size)
        if got != needed:
            yield Hit(
                place=place,
                got="no such record" if got is None else f"the hash {got}",
                needed=f"{needed}, as the head kept outside says",
            )


def blob_differs(chain: Chain) -> Iterator[Hit]:
    """Blobs that are not what they are kept under."""
    for blob in chain.blobs:
        if blob.digest != blob.sha:
            yield Hit(
                place=f"{_short(blob.digest)} blob.digest+data",
                got=f"bytes that hash to {blob.sha}",
                needed=f"bytes that hash to {blob.digest!r}",
            )


def _short(digest: Any) -> str:
    return digest[:16] if isinstance(digest, str) else repr(digest)[:80]


def blob_unnamed(chain: Chain) -> Iterator[Hit]:
    """Blobs that belong to no record."""
    if chain.scope == "case":
        return
    for blob in chain.blobs:
        if blob.digest not in chain.named:
            yield Hit(
                place=f"{_short(blob.digest)} blob.digest",
                got="a blob that no record names",
                needed="only blobs that records name",
            )


def _absent(chain: Chain) -> Iterator[tuple[Entry, str]]:
    there = {blob.digest for blob in chain.blobs}
    for row in chain.rows:
        for digest in sorted(row.blobs - there):
            if (row.spot[0], digest) not in chain.buried:
                yield row, digest


def blob_kept(chain: Chain) -> Iterator[Hit]:
    """Blobs that a tombstone says are gone, and that nothing but its case has a use for."""
    # Of one case of a store nobody can tell what other cases name.
    if chain.scope == "case":
        return
    there = {blob.digest for blob in chain.blobs}
    stones = [(row, stone) for row, stone in chain.records(Tombstone) if stone.blobs]
    for row, stone in stones:
        for digest in stone.blobs:
            if digest in there and not _used(chain, row, digest):
                yield Hit(
                    place=f"{_short(digest)} blob",
                    got=f"the blob, and {row.id} says that it is forgotten",
                    needed="no such blob, unless another case or a later record names it",
                )


def _used(chain: Chain, stone: Entry, digest: str) -> bool:
    """Whether another case, or a record after the tombstone, names the blob."""
    return any(
        digest in row.named and (row.spot[0] != stone.spot[0] or row.place > stone.place)
        for row in chain.rows
        if type(row.record) is not Tombstone
    )


def arrival_unfounded(chain: Chain) -> Iterator[Hit]:
    """Arrivals of records that are not there."""
    for came in chain.arrivals:
        rows = chain.cases.get(came.case)
        if not rows:
            continue  # `case_missing`
        if not (came.covers(came.last) and came.first >= 0 and came.last <= rows[-1].place):
            yield Hit(
                place=f"{came.case}/{came.first} arrival.first+last",
                got=f"records {came.first!r} to {came.last!r}",
                needed=f"records of the case, which has 0 to {rows[-1].place}",
            )


def blob_missing(chain: Chain) -> Iterator[Hit]:
    """Blobs that a store should have."""
    if chain.scope == "bundle":
        return
    for row, digest in _absent(chain):
        yield Hit(
            place=f"{_short(digest)} blob",
            got=f"no such blob, and {row.id} names it",
            needed="every blob that a record names",
        )


def blob_left_out(chain: Chain) -> Iterator[Hit]:
    """Blobs that a bundle has not."""
    if chain.scope != "bundle":
        return
    for row, digest in _absent(chain):
        yield Hit(
            place=f"{_short(digest)} blob",
            got=f"no such blob, and {row.id} names it",
            needed="the blob, to check what was read from it",
        )


def lease_differs(chain: Chain) -> Iterator[Hit]:
    """Leases that disagree with the dispatch of their fence."""
    for lease in chain.leases:
        sent = chain.sent.get(lease.fence)
        if sent is None:
            continue
        for column, needed in (
            ("case", sent.case),
            ("act", sent.act),
            ("holder", sent.dispatch.holder),
        ):
            place = f"{lease.case}/{lease.act} lease.{column}"
            yield from _differs(place, getattr(lease, column), needed, f"{sent.place} says")


def charge_differs(chain: Chain) -> Iterator[Hit]:
    """Charges that disagree with their call."""
    for charge in chain.charges:
        sent = chain.sent.get(charge.fence)
        if sent is None:
            continue
        receipt, call = sent.receipt, sent.dispatch
        for column, needed in (
            ("case", sent.case),
            ("act", sent.act),
            ("reserved", call.reserve),
            ("actual", receipt.cost if receipt else None),
            ("settled", receipt is not None),
        ):
            place = f"{_charged(charge)}.{column}"
            yield from _differs(place, getattr(charge, column), needed, f"{sent.place} says")
        if not _near(charge.at, chain.reserved_at.get(sent.case, [])):
            yield Hit(
                place=f"{_charged(charge)}.at",
                got=repr(charge.at),
                needed="within a minute of a clearance of the case",
            )


def _near(at: Any, cleared: list[str]) -> bool:
    try:
        moment = datetime.fromisoformat(at)
        return any(abs(moment - datetime.fromisoformat(c)) <= timedelta(minutes=1) for c in cleared)
    except (TypeError, ValueError):
        return False


def _charged(charge: ChargeRow) -> str:
    return f"{charge.case}/{charge.act}@{charge.fence} charge"


def charge_missing(chain: Chain) -> Iterator[Hit]:
    """Calls without a charge."""
    if chain.scope == "bundle":
        return
    there = {charge.fence for charge in chain.charges}
    for fence, sent in chain.sent.items():
        if fence not in there:
            yield Hit(
                place=f"{sent.case}/{sent.act}@{fence} charge",
                got=f"no row, and {sent.place} was dispatched",
                needed="a charge for every dispatch",
            )


def charge_unfounded(chain: Chain) -> Iterator[Hit]:
    """Charges for no taking."""
    leases = {(x.case, x.act, x.fence) for x in chain.leases}
    for charge in chain.charges:
        if charge.fence in chain.sent or (charge.case, charge.act, charge.fence) in leases:
            continue
        yield Hit(
            place=f"{_charged(charge)}.fence",
            got="neither a dispatch nor a lease with this fence",
            needed="a taking that the money is for",
        )


def row_altered(chain: Chain) -> Iterator[Hit]:
    """Leases and charges against their checksum."""
    for lease in chain.leases:
        if not lease.sound:
            yield _altered(f"{lease.case}/{lease.act} lease", LeaseRow)
    for charge in chain.charges:
        if not charge.sound:
            yield _altered(_charged(charge), ChargeRow)
    for came in chain.arrivals:
        if not came.sound:
            yield _altered(f"{came.case}/{came.first} arrival", ArrivalRow)


def _altered(place: str, row: type[Any]) -> Hit:
    return Hit(
        place=f"{place}.{'+'.join(row.__struct_fields__)}",
        got="a row that does not give its checksum",
        needed="the row as the writer left it",
    )


def fence_missing(chain: Chain) -> Iterator[Hit]:
    """Fences that were never given, or are gone."""
    if chain.scope == "bundle":
        return
    for n, fence in enumerate(chain.fences, 1):
        if fence != n:
            yield Hit(
                place="fence.n",
                got=f"{fence!r} in place {n}",
                needed="every fence from 1, without gaps",
            )
            break
    given = set(chain.fences)
    used = [(x.fence, f"{x.case}/{x.act} lease.fence") for x in chain.leases]
    used += [(x.fence, f"{_charged(x)}.fence") for x in chain.charges]
    used += [(fence, f"{sent.place} record.envelope") for fence, sent in chain.sent.items()]
    for fence, place in used:
        if type(fence) is not int or fence not in given:
            yield Hit(
                place=place,
                got=f"fence {fence!r}, and no such fence.n",
                needed="a fence that was given",
            )
