"""Secrets are taken out of every text before it is kept. The desk knows how."""

from typing import Any, TypeVar

import msgspec

from gemot.conduct.desk import Desk
from gemot.records.framing import Redaction
from gemot.records.prose import join, split

R = TypeVar("R", bound=msgspec.Struct)


def scrub(desk: Desk, record: R) -> tuple[R, tuple[Redaction, ...]]:
    """The record with the secrets taken out of its texts, and how many of each kind."""
    body, texts = split(record)
    counts: dict[str, int] = {}
    clean = {}
    for pointer, text in texts.items():
        clean[pointer], found = desk.redact(text)
        for kind, n in found.items():
            counts[kind] = counts.get(kind, 0) + n
    whole: Any = join(type(record), body, clean)
    return whole, tuple(Redaction(kind=k, count=counts[k]) for k in sorted(counts))
