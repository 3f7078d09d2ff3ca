"""What was forgotten, by whom, when and why; and what forgetting takes along. Pure.

Laws: wherever a forgotten text was shown, its tombstone is named; the bytes that go with a
record are those it rests on and those that hold its words, never the constant system message;
what cannot be had back is said.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from gemot.records.answer import Challenge, Draft, Position
from gemot.records.call import Receipt
from gemot.records.envelope import Filed
from gemot.records.evidence import Evidence
from gemot.records.framing import Case, Outcome
from gemot.records.plan import Packet, Part
from gemot.records.probe import Experiment, Prediction, Probe
from gemot.records.settlement import Tombstone
from gemot.records.vocab import REMOTE
from gemot.rules.blob import named
from gemot.rules.state import State
from gemot.views.notice import by
from gemot.views.visible import line

CONSTANT = frozenset({"preamble"})
"""Parts that are the same in every case."""


class Stone(msgspec.Struct, frozen=True, kw_only=True):
    """One forgotten record and the tombstone over it."""

    record: str
    tombstone: str
    at: str
    by: str
    because: str
    blobs: tuple[str, ...]


def stones(state: State) -> tuple[Stone, ...]:
    """Every tombstone of the case, in order."""
    return tuple(
        Stone(
            record=f.record.record.rpartition("/")[2],
            tombstone=f.name,
            at=f.at,
            by=by(f),
            because=f.record.reason,
            blobs=f.record.blobs,
        )
        for f in state.filed
        if type(f.record) is Tombstone
    )


def told(stone: Stone) -> str:
    """Who forgot it, when and why, in one visible line."""
    kept = f", with {len(stone.blobs)} kept texts" if stone.blobs else ""
    return (
        f"{stone.record} was forgotten on {stone.at[:10]} {stone.by}{kept}: "
        f"{line(stone.because, 200)} ({stone.tombstone})"
    )


def over(state: State, record: str) -> str | None:
    """The same of one record; None where it was not forgotten."""
    return next((told(s) for s in stones(state) if s.record == record), None)


def answer(state: State) -> list[dict[str, Any]]:
    """Every tombstone as plain values."""
    return [msgspec.to_builtins(s) for s in stones(state)]


# What goes along.


def resting(state: State, f: Filed) -> dict[str, str]:
    """The blobs that a record rests on or that show it, each with what it is."""
    match f.record:
        case Evidence() | Probe() | Receipt():
            found = dict.fromkeys(named(f.record), _KINDS[type(f.record)])
            parts = [f.record.id] if isinstance(f.record, Evidence) else []
            return {**found, **_shown(state, f, lambda p: p.id in parts)}
        case Position() | Challenge() | Draft() | Prediction():
            receipt = state.receipts.get(f.record.dispatch or "")
            found = {receipt.raw: "raw reply"} if receipt and receipt.raw else {}
            return {**found, **_shown(state, f, lambda p: p.kind == "round")}
        case Case():
            return _shown(state, f, lambda p: p.kind == "core" and p.id not in CONSTANT)
        case Outcome():
            return _shown(state, f, lambda p: p.id == "outcomes")
        case Experiment():
            return _shown(state, f, lambda p: p.kind == "round")
    return {}


_KINDS: dict[type, str] = {Evidence: "excerpt", Probe: "output", Receipt: "raw reply"}


def _shown(state: State, f: Filed, ours: Any) -> dict[str, str]:
    """The parts of later packets that are `ours`, the prompts with them and their requests."""
    found: dict[str, str] = {}
    prompts: set[str] = set()
    for later in state.filed[f.seq + 1 :]:
        if isinstance(later.record, Packet):
            mine = {p.id: p for p in later.record.parts if ours(p)}
            found |= {p.digest: _part(p) for p in mine.values()}
            prompts |= {v.digest for v in later.record.views if mine.keys() & set(v.parts)}
    found |= dict.fromkeys(prompts, "prompt")
    requests = (d.request for d in state.dispatches.values() if d.packet in prompts)
    return found | dict.fromkeys(requests, "request")


def _part(part: Part) -> str:
    return f"packet part {part.id}"


def containers(state: State) -> dict[str, str]:
    """Every blob of the case that may hold words, each with what it is."""
    found: dict[str, str] = {}
    for f in state.filed:
        r = f.record
        if isinstance(r, Packet):
            found |= {p.digest: _part(p) for p in r.parts if p.id not in CONSTANT}
            found |= {v.digest: "prompt" for v in r.views}
        else:
            found |= {d: _KINDS.get(type(r), "request") for d in named(r)}
    fixed = {p.system for p in state.packets.values()}
    fixed |= {p.digest for k in state.packets.values() for p in k.parts if p.id in CONSTANT}
    prompts = {d.packet for d in state.dispatches.values()}
    return {d: "prompt" if d in prompts else w for d, w in found.items() if d not in fixed}


def reached(state: State, gone: Iterable[str]) -> tuple[str, ...]:
    """Who was sent what is forgotten here, and may have kept it."""
    lost = frozenset(gone)
    found: dict[str, None] = {}
    for d in state.dispatches.values():
        seat, receipt = state.seat(d.seat), state.receipts.get(d.id)
        sent = receipt is None or receipt.sent
        if sent and seat and seat.entry.transport in REMOTE and {d.packet, d.request} & lost:
            found[f"{seat.advisor} ({seat.entry.model or 'model not named'})"] = None
    return tuple(found)


def beyond(f: Filed) -> Iterator[str]:
    """What of a record forgetting cannot reach."""
    if isinstance(f.record, Case):
        yield f"the case's id, {f.case}, is made of words of the question and stays"
