"""Bundles: whole cases in one file that needs no store, `gemot-bundle/1`.

Laws: the same cases give the same bytes, and `read(write(cases))` gives the same records, texts
and blobs; the file is lines of canonical JSON, so that a key that stands twice, blanks and other
spellings are faults; nothing is compressed and nothing names a path, so that a file is no larger
than it is and cannot reach anywhere. A file is not trusted: every fault of its form is named at
once, with its line; what the records say is for the rules of the journal.

The lines: a manifest; each record with its envelope and payload as text and its salt in
hexadecimal, in the order of commitment; each blob in base64, in the order of digests; and the
SHA-256 of all bytes before the last line.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

import msgspec

from gemot.journal.inspect import entry
from gemot.ports.journal import Journal, Row
from gemot.records.canonical import canonical
from gemot.records.catalogue import Count, Frozen
from gemot.records.envelope import Filed, Sealed, open_envelope, unseal
from gemot.records.faults import Fault, Faulty, faults, say
from gemot.records.framing import CaseId, Digest
from gemot.rules.journal import BlobRow, CaseHead, Chain, StoreHead

FORM = "gemot-bundle/1"
MOST = 512 * 2**20
"""Bytes of a whole bundle."""
LONGEST = 64 * 2**20
"""Bytes of one line."""


class Member(Frozen, frozen=True, kw_only=True):
    """One case of a bundle, as its manifest states it."""

    case: CaseId
    records: Count
    head: Digest
    """Hash of the last record."""


class Manifest(Frozen, frozen=True, kw_only=True):
    """The first line."""

    bundle: str
    """`gemot-bundle/1`."""
    cases: tuple[Member, ...]
    """In the order of their names."""
    records: Count
    blobs: Count


class _Record(Frozen, frozen=True, kw_only=True):
    envelope: str
    payload: str | None
    salt: Digest | None


class _Blob(Frozen, frozen=True, kw_only=True):
    blob: str
    digest: Digest


class _End(Frozen, frozen=True, kw_only=True):
    end: Digest


class Bundle(msgspec.Struct, frozen=True, kw_only=True):
    """Cases as they were exported; of sound form, and no more is known of them."""

    rows: tuple[Row, ...]
    """In the order of commitment, numbered from 1."""
    blobs: dict[str, bytes]

    @property
    def cases(self) -> dict[str, list[Row]]:
        """The records of each case, in order."""
        found: dict[str, list[Row]] = {}
        for row in self.rows:
            found.setdefault(row.case, []).append(row)
        return found

    def filed(self) -> Iterator[tuple[Filed, ...]]:
        """The records of each case as they are read; only of an intact bundle."""
        return (tuple(unseal(r.sealed) for r in rows) for rows in self.cases.values())

    def facts(self, outside: Iterable[CaseHead | StoreHead] = ()) -> Chain:
        """What the journal's rules judge."""
        return Chain(
            scope="bundle",
            rows=tuple(entry(row) for row in self.rows),
            blobs=tuple(
                BlobRow(digest=d, sha=sha256(data).hexdigest()) for d, data in self.blobs.items()
            ),
            outside=tuple(outside),
        )


def collect(journal: Journal, cases: Iterable[str], *, blobs: bool = False) -> Bundle:
    """Cases of a store, with the blobs they name if asked."""
    held = sorted((r for c in sorted(set(cases)) for r in journal.rows(c)), key=lambda r: r.n)
    rows = tuple(msgspec.structs.replace(r, n=n) for n, r in enumerate(held, 1))
    found: dict[str, bytes] = {}
    for digest in sorted({d for r in rows for d in entry(r).blobs}) if blobs else ():
        data = journal.get(digest)
        if data is not None:
            found[digest] = data
    return Bundle(rows=rows, blobs=found)


def write(bundle: Bundle) -> bytes:
    """The bundle as a file."""
    members = tuple(
        Member(case=case, records=len(rows), head=rows[-1].hash)
        for case, rows in sorted(bundle.cases.items())
    )
    first = Manifest(bundle=FORM, cases=members, records=len(bundle.rows), blobs=len(bundle.blobs))
    lines: list[Any] = [first, *(_line(r.sealed) for r in bundle.rows)]
    lines += [
        _Blob(blob=b64encode(data).decode(), digest=digest)
        for digest, data in sorted(bundle.blobs.items())
    ]
    body = b"".join(canonical(x) + b"\n" for x in lines)
    return body + canonical(_End(end=sha256(body).hexdigest())) + b"\n"


def _line(sealed: Sealed) -> _Record:
    return _Record(
        envelope=sealed.envelope.decode(),
        payload=None if sealed.payload is None else sealed.payload.decode(),
        salt=None if sealed.salt is None else sealed.salt.hex(),
    )


def read(data: bytes) -> Bundle:
    """The bundle of a file; `Faulty` names every fault of its form."""
    return _Reader().read(data)


class _Reader:
    """Reads a file line by line and keeps every fault."""

    def __init__(self) -> None:
        self.found: list[Fault] = []
        self.rows: list[Row] = []
        self.blobs: dict[str, bytes] = {}
        self.last = ""

    def fault(self, line: int, got: str, needed: str, place: str = "") -> None:
        at = f"line {line}" + (f" {place}" if place and place != "(whole)" else "")
        fix = "ask whoever made the bundle for it again: `gemot admin export`"
        self.found.append(Fault(place=at, got=got, needed=needed, fix=fix))

    def read(self, data: bytes) -> Bundle:
        lines = self._lines(data)
        first = self._as(Manifest, 1, lines[0]) if lines else None
        if first is not None and first.bundle != FORM:
            self.fault(1, say(first.bundle), FORM, "bundle")
        elif lines:
            self._body(lines)
            self._stated(first)
        if self.found:
            raise Faulty("the bundle", self.found)
        return Bundle(rows=tuple(self.rows), blobs=self.blobs)

    def _lines(self, data: bytes) -> list[bytes]:
        if len(data) > MOST:
            self.fault(1, f"more than {MOST} bytes", f"a bundle of {MOST} bytes at most")
            return []
        if not data.endswith(b"\n"):
            self.fault(data.count(b"\n") + 1, "an end without a line break", "a whole file")
            return []
        return data[:-1].split(b"\n")

    def _body(self, lines: list[bytes]) -> None:
        for n, line in enumerate(lines[1:-1], 2):
            if line.startswith(b'{"blob":'):
                self._blob(n, line)
            elif self.blobs:
                self.fault(n, "a record after a blob", "the records first")
            else:
                self._record(n, line)
        end = self._as(_End, len(lines), lines[-1]) if len(lines) > 1 else None
        if len(lines) < 2:
            self.fault(1, "one line", "the SHA-256 of all lines in the last one")
        whole = sha256(b"".join(x + b"\n" for x in lines[:-1])).hexdigest()
        if end is not None and end.end != whole:
            self.fault(len(lines), end.end, f"{whole}, the SHA-256 of what stands before", "end")

    def _record(self, n: int, line: bytes) -> None:
        said = self._as(_Record, n, line)
        if said is None:
            return
        sealed = Sealed(
            envelope=said.envelope.encode(),
            salt=None if said.salt is None else bytes.fromhex(said.salt),
            payload=None if said.payload is None else said.payload.encode(),
        )
        try:
            told = open_envelope(sealed.envelope)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self.fault(n, "a text that is no envelope", "an envelope of gemot/1", "envelope")
            return
        self.rows.append(
            Row(n=len(self.rows) + 1, case=told.case, seq=told.seq, kind=told.kind, at=told.at,
                hash=sealed.hash, sealed=sealed)
        )  # fmt: skip

    def _blob(self, n: int, line: bytes) -> None:
        said = self._as(_Blob, n, line)
        if said is None:
            return
        try:
            data = b64decode(said.blob, validate=True)
        except ValueError:
            data = None
        if data is None or b64encode(data).decode() != said.blob:
            self.fault(n, "a text that is no base64", "base64 in its one spelling", "blob")
        elif said.digest <= self.last:
            self.fault(n, said.digest, "the blobs in the order of digests, each once", "digest")
        else:
            self.blobs[said.digest] = data
            self.last = said.digest

    def _as(self, kind: Any, n: int, line: bytes) -> Any:
        """The line as a `kind`; None where it is none, and why is kept."""
        if len(line) > LONGEST:
            self.fault(n, f"{len(line)} bytes", f"{LONGEST} at most")
            return None
        try:
            value = msgspec.json.decode(line)
            spelt = canonical(value) == line
        except (msgspec.MsgspecError, UnicodeError, RecursionError, OverflowError):
            self.fault(n, "a line that is no JSON", "one JSON object")
            return None
        wrong = faults(kind, value)
        for f in wrong:
            self.fault(n, f.got, f.needed, f.place)
        if not spelt:
            self.fault(n, "another spelling: a key twice, blanks or another order", "RFC 8785")
        return None if wrong or not spelt else msgspec.convert(value, kind)

    def _stated(self, first: Manifest | None) -> None:
        """Whether the manifest states what the lines hold; not asked where lines are faulty."""
        if first is None or self.found:
            return
        bundle = Bundle(rows=tuple(self.rows), blobs=self.blobs)
        held = tuple(
            Member(case=c, records=len(rows), head=rows[-1].hash)
            for c, rows in sorted(bundle.cases.items())
        )
        if not held:
            self.fault(1, "no record", "one case at least", "cases")
        told = {m.case: m for m in first.cases}
        for case in sorted({*told, *bundle.cases}):
            mine = next((m for m in held if m.case == case), None)
            if told.get(case) != mine:
                self.fault(1, _member(told.get(case)), _member(mine), f"cases {case}")
        if first.cases != tuple(sorted(first.cases, key=lambda m: m.case)) or len(told) != len(
            first.cases
        ):
            self.fault(1, "cases in another order", "each case once, by name", "cases")
        for name, got, needed in (
            ("records", first.records, len(self.rows)),
            ("blobs", first.blobs, len(self.blobs)),
        ):
            if got != needed:
                self.fault(1, str(got), f"{needed}, as there are", name)


def _member(m: Member | None) -> str:
    return "no such case" if m is None else f"{m.records} records that end in {m.head}"
