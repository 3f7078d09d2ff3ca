"""Who could be asked now (majordomus 1.7): computed, never probed, never stored.

Laws: pure function of the catalogue, presence, mode, the list of disabled ids, recorded outcomes
and the clock; every entry has exactly one answer, in the catalogue's order; the first of three
gates that applies gives it: mode and configuration, presence, circuit. A circuit is open until
`until`, that instant not included; from then on the advisor is `available` with the reason
`recovering`, until an outcome closes the circuit. Nobody is contacted.

`offline` lets through what stays on this machine: transports that are not remote, and `api` with
a loopback address. `ci` lets nobody through, rehearsal advisors included.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from gemot.conduct.instant import later
from gemot.ports.advisor import Presence
from gemot.records.catalogue import Entry
from gemot.records.evidence import Seen
from gemot.records.vocab import REMOTE, TRANSIENT, AdvisorStatus, CallStatus, Mode

AUTH_COOLDOWN: Final = 3_600
"""Seconds after a refused credential."""
RATE_COOLDOWN: Final = 900
"""Seconds after a rate limit that named no time."""
FAILURE_COOLDOWN: Final = 600
"""Seconds after the newest of `FAILURES` or more transient failures in a row."""
FAILURES: Final = 2
LONGEST: Final = 2_592_000
"""Seconds (30 days) after which no outcome tells anything; no cooldown is longer."""
ALL: Final = "all"
"""In `disabled`: every advisor."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one earlier call."""

    advisor: str
    status: CallStatus
    at: str
    """Instant at which it ended."""
    retry_after: int | None = None
    """Seconds that the other side named."""
    id: str = ""
    """Orders outcomes of one instant."""


class _Circuit(msgspec.Struct, frozen=True):
    status: AdvisorStatus
    reason: str
    seconds: int


def availability(
    entries: Sequence[Entry],
    present: Mapping[str, Presence],
    mode: Mode,
    past: Sequence[Outcome],
    now: str,
    *,
    disabled: frozenset[str] = frozenset(),
    cooldown: int | None = None,
) -> tuple[Seen, ...]:
    """Each entry as it stands at `now`. `cooldown` replaces every cooldown, 0 ends them all."""
    return tuple(
        _gate(entry, mode, disabled)
        or _presence(entry, present.get(entry.id))
        or _circuit(
            entry,
            present[entry.id].reason,
            [o for o in past if o.advisor == entry.id],
            now,
            cooldown,
        )
        for entry in entries
    )


def _gate(entry: Entry, mode: Mode, disabled: frozenset[str]) -> Seen | None:
    if mode == "ci":
        return Seen(entry=entry, status="disabled", reason="mode_ci")
    if mode == "offline" and not stays(entry):
        return Seen(entry=entry, status="disabled", reason="mode_offline")
    if not entry.enabled or entry.id in disabled or ALL in disabled:
        return Seen(entry=entry, status="disabled", reason="disabled_by_configuration")
    return None


def stays(entry: Entry) -> bool:
    """Whether a call to `entry` stays on this machine."""
    if entry.transport == "api":
        from gemot.advisors.client import Endpoint, endpoint  # asyncio, which `status` needs not

        where = endpoint(entry.base_url, "")
        return isinstance(where, Endpoint) and where.route.direct
    return entry.transport not in REMOTE


def _presence(entry: Entry, presence: Presence | None) -> Seen | None:
    """None where the advisor is there."""
    if presence is None:
        return Seen(entry=entry, status="unavailable", reason="presence_unknown")
    if presence.status != "available":
        return Seen(entry=entry, status=presence.status, reason=presence.reason)
    return None


def _circuit(
    entry: Entry, present: str, past: list[Outcome], now: str, cooldown: int | None
) -> Seen:
    """An advisor that is there, for the reason that its adapter gave."""
    known = [o for o in past if later(now, -LONGEST) < o.at]
    newest = sorted(known, key=lambda o: (o.at, o.id), reverse=True)
    opened = _opened(newest)
    if opened is None:
        return Seen(entry=entry, status="available", reason=present)
    seconds = opened.seconds if cooldown is None else cooldown
    until = later(newest[0].at, min(max(seconds, 0), LONGEST))
    if now >= until:
        return Seen(entry=entry, status="available", reason="recovering")
    return Seen(entry=entry, status=opened.status, reason=opened.reason, until=until)


def _opened(newest: list[Outcome]) -> _Circuit | None:
    """What the newest outcomes opened; None where the newest closes it."""
    if not newest:
        return None
    last = newest[0]
    if last.status == "auth_failed":
        return _Circuit("temporarily_failed", "authentication_failed", AUTH_COOLDOWN)
    if last.status == "rate_limited":
        seconds = RATE_COOLDOWN if last.retry_after is None else last.retry_after
        return _Circuit("rate_limited", "rate_limited", seconds)
    run = next((i for i, o in enumerate(newest) if o.status not in TRANSIENT), len(newest))
    if run >= FAILURES:
        return _Circuit("temporarily_failed", "consecutive_failures", FAILURE_COOLDOWN)
    return None
