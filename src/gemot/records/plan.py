"""Who is asked, in what rounds, and why: `plan` and `packet`."""

from typing import Literal

from gemot.records.catalogue import Count, Entry, Frozen, Name, Word
from gemot.records.framing import Digest
from gemot.records.framing import Redaction as Redaction
from gemot.records.vocab import Confidence, Materiality, Mode, ModeSource, OnDoubt, Round, Route

CHAIR = "CHAIR"
"""The seat of the chair; deliberators are A, B, C, …"""


class Seat(Frozen, frozen=True, kw_only=True):
    """A planned seat."""

    id: Word
    advisor: Word
    entry: Entry
    covers: tuple[Word, ...] = ()
    """Wanted capabilities that nobody before it covered."""
    why: Name


class Omission(Frozen, frozen=True, kw_only=True):
    """An advisor that was not selected; every entry is either a seat or an omission."""

    advisor: Word
    why: Name


class Plan(Frozen, frozen=True, kw_only=True):
    """Computed by the writer from the case and the availability as recorded."""

    stakes: Materiality
    confidence: Confidence
    mode: Mode
    mode_source: ModeSource
    capabilities: tuple[Word, ...]
    budget: Count
    route: Route
    reason: Name
    seats: tuple[Seat, ...] = ()
    omitted: tuple[Omission, ...] = ()
    uncovered: tuple[Word, ...] = ()
    """Wanted capabilities that no seat offers."""
    chair: Seat | None = None
    rounds: tuple[Round, ...] = ()
    calls: Count = 0
    """How many calls the plan takes when every seat answers."""
    on_doubt: OnDoubt = "ask"
    case_nano: Count | None = None
    daily_nano: Count | None = None
    local_review: bool = False
    rehearsal: bool = False
    """Whether any seat runs the machinery and cannot advise: then no review is counted."""
    token: Digest
    """Fresh randomness: fences and the order in which seats see each other derive from it."""


class Part(Frozen, frozen=True, kw_only=True):
    """One frozen piece of a packet; its bytes are a blob."""

    id: Word
    kind: Literal["core", "evidence", "round", "seat"]
    digest: Digest
    size: Count
    """Bytes of UTF-8."""


class Withheld(Frozen, frozen=True, kw_only=True):
    """A part that a seat was not shown, and what kind of thing it is."""

    part: Word
    kind: Name


class Label(Frozen, frozen=True, kw_only=True):
    """What one claim was called before one seat, and which claim it is."""

    label: Word
    of: Word


class View(Frozen, frozen=True, kw_only=True):
    """What one seat is shown."""

    seat: Word
    parts: tuple[Word, ...]
    digest: Digest
    """SHA-256 of the exact prompt, which is a blob."""
    size: Count
    labels: tuple[Label, ...] = ()
    withheld: tuple[Withheld, ...] = ()


class Packet(Frozen, frozen=True, kw_only=True):
    """The frozen manifest of one round. Computed by the writer."""

    round: Round
    curation: Literal["host", "mechanical"] = "host"
    system: Digest
    """The constant system message, a blob."""
    parts: tuple[Part, ...]
    views: tuple[View, ...]
    redactions: tuple[Redaction, ...] = ()
