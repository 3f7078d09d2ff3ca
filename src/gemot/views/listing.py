"""The objects of `--json` for what is looked up: packets, cases, rules, advisors, `verify`.

Laws as in `answer`.
"""

from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

from gemot.records.evidence import Seen
from gemot.records.plan import Packet
from gemot.rules.rule import Offence, Rule
from gemot.rules.stage import stage
from gemot.rules.state import State
from gemot.views.answer import Object, offences

Read = Callable[[str], bytes | None]
"""Reads a blob by its digest."""


class Verified(Protocol):
    """What `conduct.verify` found, as far as a view reads it."""

    @property
    def ok(self) -> bool: ...
    @property
    def intact(self) -> bool: ...
    @property
    def follows(self) -> str: ...
    @property
    def records(self) -> int: ...
    @property
    def offences(self) -> tuple[Offence, ...]: ...
    @property
    def left(self) -> tuple[str, ...]: ...
    @property
    def taken(self) -> tuple[str, ...]: ...


class Head(Protocol):
    """The end of a case's chain, as far as a view reads it."""

    @property
    def case(self) -> str: ...
    @property
    def seq(self) -> int: ...
    @property
    def hash(self) -> str: ...


def verify(
    found: Verified, head: str | None, *, case: str | None = None, outside: str | None = None
) -> Object:
    """What `verify` answers. `head` is the end of the case's chain or of the store as it is
    written, null where it is broken; `outside` what was held elsewhere, null where nothing was."""
    return {
        "schema": "gemot/verify/1",
        "ok": found.ok,
        "intact": found.intact,
        "follows": found.follows,
        "records": found.records,
        "offences": offences(found.offences),
        "head": head,
        "left": list(found.left),
        "case": case,
        "outside": outside,
        "taken": list(found.taken),
    }


def listed(cases: Iterable[tuple[Head, State]]) -> Object:
    """What `case list` answers, in the order given."""
    return {"schema": "gemot/list/1", "cases": [_listed(h, s) for h, s in cases]}


def _listed(head: Head, state: State) -> Object:
    case, end = state.case, state.conclusion
    return {
        "case": head.case,
        "question": case.question if case else None,
        "stage": stage(state),
        "stakes": case.stakes if case else None,
        "owner": case.owner if case else None,
        "choice": end.choice if end else None,
        "opened": state.filed[0].at if state.filed else None,
        "records": head.seq + 1,
        "head": f"{head.case}:{head.seq}:{head.hash}",
    }


def packet(case: str, state: State, read: Read) -> Object:
    """What `show CASE --packet` answers: the exact text of each seat in each packed round, in
    the order of the rounds. A text that the store no longer has is null."""
    return {
        "schema": "gemot/packet/1",
        "case": case,
        "seats": [_view(state, p, v, read) for p in state.packets.values() for v in p.views],
        "redactions": [
            {"round": p.round, "kind": r.kind, "count": r.count}
            for p in state.packets.values()
            for r in p.redactions
        ],
    }


def _view(state: State, packet: Packet, view: Any, read: Read) -> Object:
    seat, data, system = state.seat(view.seat), read(view.digest), read(packet.system)
    return {
        "seat": view.seat,
        "advisor": seat.advisor if seat else None,
        "round": packet.round,
        "digest": view.digest,
        "system": None if system is None else system.decode("utf-8", "replace"),
        "text": None if data is None else data.decode("utf-8", "replace"),
        "withheld": [{"part": w.part, "kind": w.kind} for w in view.withheld],
        "size": view.size,
        "parts": list(view.parts),
    }


def explain(rule: Rule) -> Object:
    """What `case explain CODE` answers."""
    return {
        "schema": "gemot/rule/1",
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity,
        "on": list(rule.on),
        "says": rule.says,
        "why": rule.why,
        "fix": rule.fix,
        "since": rule.since,
        "revision": rule.revision,
    }


def advisors(seen: Iterable[Seen]) -> Object:
    """What `advisors` answers: who could be asked, found without contacting anyone."""
    return {"schema": "gemot/advisors/1", "advisors": [_advisor(s) for s in seen]}


def _advisor(s: Seen) -> Object:
    e = s.entry
    return {
        "id": e.id,
        "status": s.status,
        "reason": s.reason,
        "until": s.until,
        "transport": e.transport,
        "wire": e.wire,
        "model": e.model,
        "source": msgspec.to_builtins(e.source),
        "capabilities": list(e.capabilities),
        "price": None if e.price is None else msgspec.to_builtins(e.price),
        "rehearsal": e.rehearsal,
    }
