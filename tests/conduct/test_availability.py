"""Availability is a function of what is recorded; the cases are those of majordomus 1.7."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemot.conduct.availability import LONGEST, Outcome, availability, stays
from gemot.conduct.instant import later
from gemot.ports.advisor import Presence
from gemot.records.catalogue import Entry
from gemot.records.evidence import Seen
from gemot.records.vocab import AdvisorStatus, CallStatus, Mode, Transport

START = "2026-11-30T21:00:00.000Z"
REMOTE = Entry(id="remote", transport="api", base_url="https://api.example.org/v1")
TOOL = Entry(id="tool", transport="cli")
LOCAL = Entry(id="local", transport="local")
ENTRIES = (REMOTE, TOOL, LOCAL)
THERE = {e.id: Presence(status="available", reason="present") for e in ENTRIES}


def at(second: float) -> str:
    return later(START, second)


def past(*told: tuple[str, CallStatus, int] | tuple[str, CallStatus, int, int]) -> list[Outcome]:
    """Outcomes of `remote`: id, status, second and retry-after."""
    return [
        Outcome(advisor="remote", id=id_, status=status, at=at(when), retry_after=(*rest, None)[0])
        for id_, status, when, *rest in told
    ]


def remote(outcomes: list[Outcome], second: float, cooldown: int | None = None) -> Seen:
    """How `remote` stands; the others are unmoved."""
    seen = availability(ENTRIES, THERE, "standard", outcomes, at(second), cooldown=cooldown)
    assert [(s.entry.id, s.status, s.reason) for s in seen[1:]] == [
        ("tool", "available", "present"),
        ("local", "available", "present"),
    ]
    return seen[0]


def test_presence_gives_the_reason() -> None:
    absent = {
        "remote": Presence(status="not_configured", reason="credential_absent"),
        "tool": Presence(status="unavailable", reason="executable_not_found"),
    }
    assert availability(ENTRIES, absent, "standard", past(("c", "auth_failed", 1)), at(2)) == (
        Seen(entry=REMOTE, status="not_configured", reason="credential_absent"),
        Seen(entry=TOOL, status="unavailable", reason="executable_not_found"),
        Seen(entry=LOCAL, status="unavailable", reason="presence_unknown"),
    )


def test_ci_asks_nobody() -> None:
    scripted = Entry(id="s", transport="scripted")
    for seen in availability((*ENTRIES, scripted), THERE, "ci", [], START):
        assert (seen.status, seen.reason) == ("disabled", "mode_ci")


def test_offline_keeps_what_stays_here() -> None:
    seen = availability(ENTRIES, THERE, "offline", [], START)
    assert [(s.status, s.reason) for s in seen] == [
        ("disabled", "mode_offline"),
        ("disabled", "mode_offline"),
        ("available", "present"),
    ]


@pytest.mark.parametrize(
    ("transport", "url", "here"),
    [
        ("api", "http://127.0.0.1:8000/v1", True),
        ("api", "http://127.8.9.1", True),
        ("api", "https://[::1]:1/", True),
        ("api", "http://localhost:11434/v1", True),
        ("api", "http://localhost.evil.org/v1", False),
        ("api", "http://10.0.0.1/v1", False),
        ("api", "http://127.0.0.1@evil.org/", False),
        ("api", None, False),
        ("cli", None, False),
        ("peer", "http://127.0.0.1/", False),
        ("manual", None, False),
        ("local", None, True),
        ("scripted", None, True),
        ("recorded", None, True),
    ],
)
def test_what_stays_on_this_machine(transport: Transport, url: str | None, here: bool) -> None:
    assert stays(Entry(id="a", transport=transport, base_url=url)) is here


@pytest.mark.parametrize("disabled", [frozenset({"tool"}), frozenset({"all"})])
def test_what_the_owner_turned_off(disabled: frozenset[str]) -> None:
    off = Entry(id="off", transport="local", enabled=False)
    there = {**THERE, "off": THERE["local"]}
    seen = availability((*ENTRIES, off), there, "standard", [], START, disabled=disabled)
    for each in seen:
        expected = each.entry is off or each.entry.id in disabled or "all" in disabled
        assert (each.reason == "disabled_by_configuration") is expected


@pytest.mark.parametrize(
    ("outcomes", "second", "status", "reason", "until"),
    [
        (past(("c1", "timeout", 100)), 101, "available", "present", None),
        (
            past(("c1", "timeout", 100), ("c2", "unavailable", 110)),
            111, "temporarily_failed", "consecutive_failures", 710,
        ),
        (
            past(("c1", "timeout", 100), ("c2", "unavailable", 110)),
            709.999, "temporarily_failed", "consecutive_failures", 710,
        ),
        (
            past(("c1", "timeout", 100), ("c2", "unavailable", 110)),
            710, "available", "recovering", None,
        ),
        (
            past(("c3", "completed", 120), ("c1", "timeout", 100), ("c2", "timeout", 110)),
            121, "available", "present", None,
        ),
        (
            past(("c3", "completed", 90), ("c1", "timeout", 100), ("c2", "error", 110)),
            111, "temporarily_failed", "consecutive_failures", 710,
        ),
        (
            past(("c1", "timeout", 100), ("c2", "completed", 105), ("c3", "error", 110)),
            111, "available", "present", None,
        ),
        (past(("c1", "rate_limited", 100, 30)), 120, "rate_limited", "rate_limited", 130),
        (past(("c1", "rate_limited", 100, 30)), 131, "available", "recovering", None),
        (past(("c1", "rate_limited", 100)), 999, "rate_limited", "rate_limited", 1000),
        (
            past(("c1", "auth_failed", 100)),
            3699, "temporarily_failed", "authentication_failed", 3700,
        ),
        (past(("c1", "auth_failed", 100)), 3700, "available", "recovering", None),
        (past(("c1", "malformed", 100), ("c2", "empty", 110)), 111, "available", "present", None),
        (past(("c1", "timeout", 1), ("c2", "cancelled", 2)), 3, "available", "present", None),
        (past(("c1", "auth_failed", 5), ("c2", "completed", 5)), 6, "available", "present", None),
        (
            past(("c1", "rate_limited", 0, 2**53)),
            10, "rate_limited", "rate_limited", LONGEST,
        ),
        (past(("c1", "rate_limited", 0, 2**53)), LONGEST + 1, "available", "present", None),
    ],
)  # fmt: skip
def test_circuits(
    outcomes: list[Outcome], second: float, status: AdvisorStatus, reason: str, until: int | None
) -> None:
    assert remote(outcomes, second) == Seen(
        entry=REMOTE,
        status=status,
        reason=reason,
        until=None if until is None else at(until),
    )


def test_a_cooldown_of_one_s_own_replaces_all() -> None:
    limited = past(("c1", "rate_limited", 100, 30))
    assert remote(limited, 131, cooldown=60).until == at(160)
    assert remote(limited, 101, cooldown=0).reason == "recovering"


STATUSES = ("completed", "timeout", "rate_limited", "auth_failed", "malformed", "error")


@given(
    st.permutations(ENTRIES),
    st.sampled_from(["offline", "ci", "fast", "standard", "strict"]),
    st.lists(
        st.builds(
            Outcome,
            advisor=st.sampled_from(["remote", "tool", "other"]),
            status=st.sampled_from(STATUSES),
            at=st.integers(0, 5000).map(at),
            id=st.uuids().map(str),
        ),
        max_size=8,
    ),
)
def test_one_answer_an_entry_whatever_the_order(
    entries: list[Entry], mode: Mode, outcomes: list[Outcome]
) -> None:
    """Every entry is answered once, in its order; the order of outcomes does not matter; what
    is open has an end in the future, and nothing else has one."""
    now = at(5000)
    seen = availability(entries, THERE, mode, outcomes, now)
    assert [s.entry for s in seen] == list(entries)
    assert seen == availability(entries, THERE, mode, outcomes[::-1], now)
    for each in seen:
        assert (each.until is not None) == (each.status in ("temporarily_failed", "rate_limited"))
        assert each.until is None or each.until > now
