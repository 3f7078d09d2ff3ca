"""The facts that the journal's rules judge: a store, or some cases of one, as bytes and columns.

Laws: facts are plain values and nothing is trusted: any column may be of any type; what can be
computed of one row is computed once, whichever rules ask. Collected by `journal.inspect`.
"""

import re
from collections import defaultdict
from functools import cached_property
from typing import Any, Literal

import msgspec

from gemot.records.call import Clearance, Dispatch, Receipt
from gemot.records.canonical import canonical, digest, sha256
from gemot.records.envelope import Envelope, open_envelope
from gemot.records.kinds import KINDS, VERSION
from gemot.records.prose import join, split
from gemot.records.settlement import Tombstone
from gemot.rules.blob import named

Scope = Literal["store", "case", "bundle"]
"""`store`: everything is here; `case`: all of one case is; `bundle`: records that were exported,
without the tables beside them, and blobs may have been left out."""
_DIGESTS = re.compile(rb'"([a-f0-9]{64})"')


class Entry(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One stored record: every column as it stands."""

    n: Any
    case: Any
    seq: Any
    kind: Any
    at: Any
    hash: Any
    envelope: Any
    salt: Any
    payload: Any

    @cached_property
    def sha(self) -> str | None:
        """What the envelope's bytes hash to; None where they are no bytes."""
        return sha256(self.envelope) if isinstance(self.envelope, bytes) else None

    @cached_property
    def opened(self) -> Envelope | None:
        """The envelope; None where the bytes are not of the form."""
        try:
            return open_envelope(self.envelope)
        except (msgspec.DecodeError, UnicodeError, TypeError, RecursionError):
            return None

    @cached_property
    def spot(self) -> tuple[Any, Any]:
        """Case and seq: of the envelope that was hashed if there is one, else of the columns."""
        if self.opened is not None and self.sha == self.hash:
            return self.opened.case, self.opened.seq
        return self.case, self.seq

    @property
    def place(self) -> int:
        """Its place in the case's chain, from 0; -1 where it says none."""
        return seq if type(seq := self.spot[1]) is int and seq >= 0 else -1

    @property
    def id(self) -> str:
        """`CASE/SEQ`: where offences of this row are."""
        return "/".join(str(part) for part in self.spot)

    def at_column(self, *columns: str) -> str:
        """The place of an offence in these columns."""
        return f"{self.id} record.{'+'.join(columns)}"

    @cached_property
    def recoded(self) -> bytes | None:
        """The canonical form of the envelope's JSON; None where it has none."""
        return _recoded(self.envelope)

    @cached_property
    def known(self) -> bool:
        """Whether it is of a kind and version that this program writes."""
        told = self.opened
        return told is not None and VERSION.get(told.kind) == told.version

    @cached_property
    def record(self) -> Any:
        """The record with its texts blotted out; None where it is not `known` or its body is
        not of its kind."""
        told = self.opened
        if told is None or not self.known:
            return None
        try:
            return join(KINDS[told.kind], told.body, None)
        except (msgspec.ValidationError, AttributeError, TypeError):
            return None

    @cached_property
    def texts(self) -> Any:
        """The payload as JSON; None where it is none."""
        try:
            return msgspec.json.decode(self.payload)
        except (msgspec.DecodeError, UnicodeError, TypeError, RecursionError):
            return None

    @cached_property
    def fitting(self) -> bool:
        """Whether each text of the payload has its place in the body."""
        told = self.opened
        if self.record is None or told is None:
            return True
        try:
            texts: Any = split(join(type(self.record), told.body, self.texts))[1]
            return bool(texts == self.texts)
        except (msgspec.ValidationError, AttributeError, TypeError):
            return False

    @cached_property
    def named(self) -> frozenset[str]:
        """Every digest that the body names, whatever it is a digest of."""
        if self.opened is None:
            return frozenset()
        return frozenset(m.decode() for m in _DIGESTS.findall(canonical(self.opened.body)))

    @cached_property
    def blobs(self) -> frozenset[str]:
        """The digests that the body names as those of blobs."""
        return named(self.record)


def _recoded(data: Any) -> bytes | None:
    try:
        return canonical(msgspec.json.decode(data))
    except (msgspec.DecodeError, UnicodeError, TypeError, RecursionError, OverflowError):
        return None


class HeadRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table of heads."""

    case: Any
    project: Any
    request: Any
    opened: Any
    seq: Any
    hash: Any


class LeaseRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table of leases."""

    case: Any
    act: Any
    fence: Any
    holder: Any
    until: Any
    mark: Any

    @property
    def sound(self) -> bool:
        """Whether the checksum is that of the row."""
        return _marked((self.case, self.act, self.fence, self.holder, self.until), self.mark)


class ChargeRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table of charges."""

    fence: Any
    case: Any
    act: Any
    at: Any
    reserved: Any
    actual: Any
    settled: Any
    mark: Any

    @property
    def sound(self) -> bool:
        """Whether the checksum is that of the row."""
        row = (self.fence, self.case, self.act, self.at, self.reserved, self.actual, self.settled)
        return _marked(row, self.mark)


def _marked(row: tuple[Any, ...], mark: Any) -> bool:
    try:
        return digest(row) == str(mark)
    except UnicodeError:
        return False


class ArrivalRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table of arrivals: records of a case that came from another store."""

    case: Any
    first: Any
    last: Any
    at: Any
    mark: Any

    @property
    def sound(self) -> bool:
        """Whether the checksum is that of the row."""
        return _marked((self.case, self.first, self.last, self.at), self.mark)

    def covers(self, place: int) -> bool:
        """Whether the record at this place came with it."""
        numbers = type(self.first) is int and type(self.last) is int
        return numbers and self.first <= place <= self.last


class BlobRow(msgspec.Struct, frozen=True, kw_only=True):
    """A blob: what it is kept under, and what its bytes hash to."""

    digest: Any
    sha: str | None


class CaseHead(msgspec.Struct, frozen=True, kw_only=True):
    """A case's head that was kept outside the store."""

    case: str
    seq: int
    hash: str


class StoreHead(msgspec.Struct, frozen=True, kw_only=True):
    """A store's head that was kept outside it."""

    size: int
    root: str
    """Lower-case hexadecimal."""


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """A dispatch, the case it stands in and where, and the receipt it has."""

    case: str
    place: str
    at: str
    dispatch: Dispatch
    receipt: Receipt | None

    @property
    def act(self) -> str:
        return f"{self.dispatch.seat}.{self.dispatch.round}"


class Chain(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A store as it stands."""

    scope: Scope = "store"
    rows: tuple[Entry, ...]
    """In the order of `n`."""
    heads: tuple[HeadRow, ...] = ()
    leases: tuple[LeaseRow, ...] = ()
    charges: tuple[ChargeRow, ...] = ()
    fences: tuple[Any, ...] = ()
    """Every fence that was given, in order."""
    blobs: tuple[BlobRow, ...] = ()
    arrivals: tuple[ArrivalRow, ...] = ()
    flaws: tuple[str, ...] = ()
    """What the database's own check of its file found."""
    strange: tuple[str, ...] = ()
    """What of its tables, indexes and triggers is not as Gemot made it."""
    outside: tuple[CaseHead | StoreHead, ...] = ()
    roots: dict[int, str] = {}
    """For the size of each outside store head: the root over that many first records, as their
    envelopes now hash; absent where there are fewer records."""

    @cached_property
    def cases(self) -> dict[Any, list[Entry]]:
        """The records of each case, by seq; those of one seq by n."""
        found: dict[Any, list[Entry]] = defaultdict(list)
        for row in self.rows:
            found[row.spot[0]].append(row)
        for rows in found.values():
            rows.sort(key=lambda row: (row.place, _number(row.n)))
        return dict(found)

    @cached_property
    def head_of(self) -> dict[Any, HeadRow]:
        return {head.case: head for head in self.heads}

    def records(self, kind: type[Any]) -> list[tuple[Entry, Any]]:
        """The readable records of a kind with their rows."""
        return [(row, row.record) for row in self.rows if type(row.record) is kind]

    def came(self, row: Entry) -> bool:
        """Whether a record was taken in from another store, whose fences are not ours."""
        return any(a.case == row.spot[0] and a.covers(row.place) for a in self.arrivals)

    @cached_property
    def buried(self) -> frozenset[tuple[Any, str]]:
        """The blobs that tombstones of each case name, which may be gone."""
        stones = self.records(Tombstone)
        return frozenset((row.spot[0], d) for row, stone in stones for d in stone.blobs)

    @cached_property
    def sent(self) -> dict[int, Sent]:
        """The dispatches of this store by their fence."""
        receipts = {(row.spot[0], r.dispatch): r for row, r in self.records(Receipt)}
        return {
            d.fence: Sent(
                case=row.spot[0],
                place=row.id,
                at=row.opened.at if row.opened else "",
                dispatch=d,
                receipt=receipts.get((row.spot[0], d.id)),
            )
            for row, d in self.records(Dispatch)
            if not self.came(row)
        }

    @cached_property
    def reserved_at(self) -> dict[str, list[str]]:
        """The instants of each case's clearances."""
        found: dict[str, list[str]] = defaultdict(list)
        for row, _ in self.records(Clearance):
            found[row.spot[0]].append(row.opened.at if row.opened else "")
        return found

    @cached_property
    def named(self) -> frozenset[str]:
        """Every digest that a record names."""
        return frozenset().union(*(row.named for row in self.rows))


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else float("inf")
