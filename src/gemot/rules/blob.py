"""Which blobs a record names: the bytes it rests on, kept under their digest."""

from typing import Any

from gemot.records.call import Dispatch, Receipt
from gemot.records.evidence import Evidence
from gemot.records.plan import Packet
from gemot.records.probe import Probe

FIELDS: dict[type, tuple[str, ...]] = {
    Evidence: ("excerpt",),
    Packet: ("system",),
    Dispatch: ("packet", "request"),
    Receipt: ("raw",),
    Probe: ("output",),
}
"""Fields whose digest is that of a blob; a packet's parts and views name blobs too."""


def named(record: Any) -> frozenset[str]:
    """The digests of the blobs that a record names; none for an opaque one."""
    found = {getattr(record, field) for field in FIELDS.get(type(record), ())}
    if type(record) is Packet:
        found |= {part.digest for part in record.parts} | {view.digest for view in record.views}
    return frozenset(found - {None})
