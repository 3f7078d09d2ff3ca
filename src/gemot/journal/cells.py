"""Between the cells of a table and what the port speaks of: nothing is asked of a database here."""

from collections.abc import Callable
from typing import Any

import msgspec

from gemot.ports.journal import Arrival, Charge, Head, Lease, Row, StoreDamaged, mark
from gemot.records.envelope import GENESIS, Filed, Sealed, commit, open_envelope, unseal

Unseal = Callable[[bytes, bytes | None, bytes | None], Filed]


def unsealed(envelope: bytes, salt: bytes | None, payload: bytes | None) -> Filed:
    """The record, whose texts are those that its envelope commits to."""
    filed = unseal(Sealed(envelope=envelope, salt=salt, payload=payload))
    if payload is not None:
        promised = open_envelope(envelope).payload
        if salt is None or promised != commit(salt, payload):
            raise msgspec.DecodeError(f"the texts of {filed.name} are not those it commits to")
    return filed


def chain(found: list[Any], case: str, unsealed: Unseal) -> tuple[Filed, ...]:
    """A case's records, each chained to the one before it: what is read is what was written.
    `verify` finds the rest, and names every place."""
    records = filed(found, case, unsealed)
    prev = GENESIS
    for i, f in enumerate(records):
        if (f.seq, f.prev, f.case) != (i, prev, case):
            raise StoreDamaged(
                f"the records of {case} are not chained at {i:03d}", f"run `gemot verify {case}`"
            )
        prev = f.hash
    return records


def filed(found: list[Any], case: str, unsealed: Unseal) -> tuple[Filed, ...]:
    try:
        return tuple(unsealed(*cells) for cells in found)
    except (msgspec.DecodeError, TypeError) as error:
        raise StoreDamaged(
            f"a record of {case} cannot be read: {error}", f"run `gemot verify {case}`"
        ) from error


def as_text(data: bytes) -> str | bytes:
    """A text as it stands: bytes where they are no UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def row(r: Any) -> Row:
    sealed = Sealed(envelope=r[6], salt=r[7], payload=r[8])
    return Row(n=r[0], case=r[1], seq=r[2], kind=r[3], at=r[4], hash=r[5], sealed=sealed)


def head(r: Any) -> Head:
    return Head(case=r[0], project=r[1], request=r[2], opened=r[3], seq=r[4], hash=r[5])


def lease(r: Any) -> Lease:
    return Lease(case=r[0], act=r[1], fence=r[2], holder=r[3], until=r[4])


def charge(r: Any) -> Charge:
    settled = bool(r[6]) if r[6] in (0, 1) else r[6]
    return Charge(
        fence=r[0], case=r[1], act=r[2], at=r[3], reserved=r[4], actual=r[5], settled=settled
    )


def arrival(r: Any) -> Arrival:
    return Arrival(case=r[0], first=r[1], last=r[2], at=r[3])


def cells_of(row: Lease | Charge | Arrival) -> tuple[object, ...]:
    return (*msgspec.structs.astuple(row), mark(row))
