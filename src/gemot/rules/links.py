"""Whether the records are those that were written: envelope, columns, chain, payload."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from gemot.records.canonical import canonical
from gemot.records.envelope import GENESIS, commit
from gemot.records.prose import split
from gemot.records.settlement import Tombstone
from gemot.rules.chain import Chain, Entry
from gemot.rules.rule import Hit


def envelope_malformed(chain: Chain) -> Iterator[Hit]:
    """Envelopes that cannot be read."""
    for row in chain.rows:
        if row.opened is None:
            yield Hit(
                place=row.at_column("envelope"),
                got="bytes that are no envelope",
                needed="an envelope of the form gemot/1",
            )


def not_canonical(chain: Chain) -> Iterator[Hit]:
    """Envelopes with another spelling."""
    for row in chain.rows:
        if row.opened is not None and row.recoded != row.envelope:
            yield Hit(
                place=row.at_column("envelope"),
                got="another spelling of its JSON",
                needed="the canonical JSON of RFC 8785",
            )


def hash_differs(chain: Chain) -> Iterator[Hit]:
    """Hashes that are not those of the envelope; which of the two is wrong, its successor says."""
    for row in chain.rows:
        if row.sha == row.hash:
            continue
        yield Hit(
            place=row.at_column("hash" if _vouched(chain, row) else "envelope"),
            got=f"hash {row.hash!r}, and an envelope that hashes to {row.sha}",
            needed="the hash of the envelope",
        )


def _vouched(chain: Chain, row: Entry) -> bool:
    """Whether what stands after it (the next record, or the head) knows the envelope."""
    for next_row in chain.cases.get(row.spot[0], ()):
        if next_row.place == row.place + 1 and next_row.opened is not None:
            return next_row.opened.prev == row.sha
    head = chain.head_of.get(row.spot[0])
    return head is not None and head.hash == row.sha


def column_differs(chain: Chain) -> Iterator[Hit]:
    """Columns that disagree with an envelope that is sound."""
    for row in chain.rows:
        if row.opened is None or row.sha != row.hash:
            continue
        for column in ("case", "seq", "kind", "at"):
            got, needed = getattr(row, column), getattr(row.opened, column)
            if type(got) is not type(needed) or got != needed:
                yield Hit(
                    place=row.at_column(column),
                    got=repr(got),
                    needed=f"{needed!r}, as the envelope says",
                )


def chain_broken(chain: Chain) -> Iterator[Hit]:
    """Sound envelopes that do not follow their predecessor."""
    for rows in chain.cases.values():
        before: Entry | None = None
        for row in rows:
            follows = before is None or row.place == before.place + 1
            if row.opened is not None and row.sha == row.hash and follows:
                known = {GENESIS} if before is None else {before.sha, before.hash}
                first = before is not None or row.place == 0
                if first and row.opened.prev not in known:
                    yield Hit(
                        place=row.at_column("envelope"),
                        got=f"prev {row.opened.prev}",
                        needed="the first record's zeros"
                        if before is None
                        else f"{before.sha}, the hash of {before.id}",
                    )
            before = row


def record_missing(chain: Chain) -> Iterator[Hit]:
    """Places in a chain that are empty."""
    for case, rows in chain.cases.items():
        there = {row.place for row in rows if row.place >= 0}
        for seq in sorted(set(range(max(there, default=-1) + 1)) - there):
            yield Hit(
                place=f"{case}/{seq} record",
                got="no such record",
                needed=f"a record between {case}/0 and {case}/{max(there)}",
            )
        for row in rows:
            if row.place < 0:
                yield Hit(
                    place=row.at_column("seq"),
                    got=repr(row.spot[1]),
                    needed="a place in the chain, from 0",
                )


def out_of_order(chain: Chain) -> Iterator[Hit]:
    """Gaps in `n`, and an order against the chain."""
    if chain.scope == "store":
        before = 0
        for row in chain.rows:
            if row.n != before + 1:
                yield Hit(
                    place=row.at_column("n"),
                    got=f"n {row.n!r} after n {before}",
                    needed=f"n {before + 1}: every n from 1, without gaps",
                )
            before = row.n if isinstance(row.n, int) else before + 1
    for rows in chain.cases.values():
        yield from _against(rows)


def _against(rows: list[Entry]) -> Iterator[Hit]:
    """The odd one of each pair that stands in another order than the chain's."""
    for i, (before, row) in enumerate(pairwise(rows)):
        if _precedes(before, row) or row.spot == before.spot:
            continue
        odd = before if i > 0 and _precedes(rows[i - 1], row) else row
        yield Hit(
            place=odd.at_column("n"),
            got=f"n {before.n!r} for {before.id}, and n {row.n!r} for {row.id}",
            needed="the order of the chain",
        )


def _precedes(before: Entry, row: Entry) -> bool:
    return isinstance(row.n, int) and isinstance(before.n, int) and row.n > before.n


def record_repeated(chain: Chain) -> Iterator[Hit]:
    """Places in a chain that are taken twice."""
    spots = Counter(row.spot for row in chain.rows)
    for spot, times in spots.items():
        if times > 1:
            yield Hit(
                place=f"{spot[0]}/{spot[1]} record",
                got=f"{times} records",
                needed="one record for each place in the chain",
            )


def payload_differs(chain: Chain) -> Iterator[Hit]:
    """Payloads and salts that are not those committed to."""
    for row in chain.rows:
        if row.opened is None or row.opened.payload is None or row.payload is None:
            continue
        if not isinstance(row.payload, bytes) or not isinstance(row.salt, bytes):
            continue  # `payload_missing`, `salt_missing`
        if commit(row.salt, row.payload) != row.opened.payload:
            yield Hit(
                place=row.at_column("payload", "salt"),
                got=f"a payload that commits to {commit(row.salt, row.payload)}",
                needed=f"{row.opened.payload}, as the envelope says",
            )


def payload_missing(chain: Chain) -> Iterator[Hit]:
    """Payloads that are gone without a tombstone."""
    gone = {(row.spot[0], tomb.record): tomb.payload for row, tomb in chain.records(Tombstone)}
    for row in chain.rows:
        told = row.opened
        if told is None or told.payload is None or isinstance(row.payload, bytes):
            continue
        forgotten = row.payload is None and row.salt is None
        if not forgotten or gone.get((told.case, _name(row))) != told.payload:
            yield Hit(
                place=row.at_column("payload"),
                got=f"{type(row.payload).__name__}, and no tombstone for it",
                needed="the payload that the envelope commits to, or a tombstone",
            )


def _name(row: Entry) -> str:
    return f"{row.opened.seq:03d}-{row.opened.kind}" if row.opened else ""


def salt_missing(chain: Chain) -> Iterator[Hit]:
    """Payloads without a salt."""
    for row in chain.rows:
        if row.payload is not None and not isinstance(row.salt, bytes):
            yield Hit(
                place=row.at_column("salt"),
                got=f"a payload, and {type(row.salt).__name__} for its salt",
                needed="32 bytes",
            )


def payload_unclaimed(chain: Chain) -> Iterator[Hit]:
    """Payloads and salts that no envelope commits to."""
    for row in chain.rows:
        if row.opened is None:
            continue
        if row.opened.payload is None and (row.payload is not None or row.salt is not None):
            column = "salt" if row.payload is None else "payload"
            yield Hit(
                place=row.at_column(column),
                got=f"a {column} that the envelope does not commit to",
                needed="none",
            )
        elif row.payload is None and row.salt is not None:
            yield Hit(place=row.at_column("salt"), got="a salt without payload", needed="none")


def payload_malformed(chain: Chain) -> Iterator[Hit]:
    """Payloads that are not of the form."""
    for row in chain.rows:
        if not isinstance(row.payload, bytes):
            continue
        texts = row.texts
        form = isinstance(texts, dict) and all(isinstance(v, str) for v in texts.values())
        if not form or canonical(texts) != row.payload:
            got, needed = "bytes that are not of the form", "canonical JSON, texts by pointer"
        elif not row.fitting:
            got, needed = "a text for which the body has no place", "only pointers of the body"
        else:
            continue
        yield Hit(place=row.at_column("payload"), got=got, needed=needed)


def body_malformed(chain: Chain) -> Iterator[Hit]:
    """Bodies that are not of their kind."""
    for row in chain.rows:
        told = row.opened
        if told is None or not row.known:
            continue
        if row.record is None:
            yield Hit(
                place=row.at_column("envelope"),
                got=f"a body that is not of the kind {told.kind!r}",
                needed=f"the fields of version {told.version}",
            )
        elif canonical(split(row.record)[0]) != canonical(told.body):
            yield Hit(
                place=row.at_column("envelope"),
                got="a body with texts, or with fields left out",
                needed=f"every field of the kind {told.kind!r}, and its texts empty",
            )


def tombstone_unfounded(chain: Chain) -> Iterator[Hit]:
    """Tombstones that stand for nothing forgotten."""
    for row, tomb in chain.records(Tombstone):
        rows = chain.cases.get(row.spot[0], ())
        found = next((r for r in rows if _name(r) == tomb.record), None)
        if found is None or found.opened is None:
            got = "no such record"
        elif found.opened.payload != tomb.payload:
            got = f"a record that commits to {found.opened.payload}"
        elif found.payload is not None:
            got = "a record whose payload is still there"
        else:
            continue
        yield Hit(
            place=row.at_column("envelope"),
            got=f"a tombstone for {tomb.record!r}: {got}",
            needed=f"a forgotten record that commits to {tomb.payload}",
        )


def nothing(chain: Chain) -> Iterator[Hit]:
    """A store without a record."""
    if not chain.rows and not chain.heads and not chain.outside:
        yield Hit(place="record", got="no records", needed="one record at least")


def flawed(chain: Chain) -> Iterator[Hit]:
    """What the database's own check found."""
    for flaw in chain.flaws:
        yield Hit(place="store", got=flaw, needed="a file whose tables and indexes agree")


def redefined(chain: Chain) -> Iterator[Hit]:
    """Tables, indexes and triggers that are not Gemot's."""
    for thing in chain.strange:
        yield Hit(place="store", got=thing, needed="the definitions that Gemot made, and no others")
