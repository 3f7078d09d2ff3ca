"""Seats that a person answers for, beside scripted ones: waves, order, loss, giving up, proof."""

import asyncio
import json
from itertools import permutations
from typing import Any

import msgspec
import pytest

from gemot.advisors.manual import ManualAdvisor
from gemot.conduct.acts import next_acts
from gemot.conduct.asking import call
from gemot.conduct.desk import Desk, Refused
from gemot.conduct.disputing import Trying, declare
from gemot.conduct.follows import follows
from gemot.conduct.paste import (
    Answer,
    Passed,
    Pasted,
    attempt,
    block,
    give_up,
    take_answer,
    waiting,
)
from gemot.engines.inline import Stop, run
from gemot.ports.advisor import Call
from gemot.records.call import Dispatch, Receipt
from gemot.records.canonical import canonical, sha256
from gemot.records.catalogue import Entry, Price
from gemot.records.envelope import Actor
from gemot.records.vocab import Round
from gemot.rules.stage import stage
from gemot.rules.state import State
from gemot.testing.advisor import ScriptedAdvisor, fill
from gemot.views.money import bill
from tests.council import FOUR, OWNER, bench, convening, decide, decision, desk, entry

PERSON = Actor(name="Ada", channel="terminal")
AGENT = Actor(name="Ada", channel="asserted", delegate=True)
HAND = entry("hand", 5, transport="manual", wire=None, base_url=None, model=None, price=None)
PEN = entry("pen", 6, transport="manual", wire=None, base_url=None, model=None, price=None)
MIXED = (FOUR[0], FOUR[1], HAND)
"""Seats A and B are called, seat C is pasted."""


def mixed(script: ScriptedAdvisor | None = None, **changes: Any) -> Desk:
    """A desk with scripted advisors, and a person for the manual entries."""
    called, carried = script or ScriptedAdvisor(), ManualAdvisor()
    return desk(advisors=lambda e: carried if e.transport == "manual" else called, **changes)


def begun(on: Desk, entries: tuple[Entry, ...] = MIXED, **council: Any) -> tuple[str, Stop]:
    """A case that was run as far as it goes without a person; its id."""
    fields: dict[str, Any] = {"seats": len(entries), "chair": None, **council}
    stop = decide(on, decision(), convening(entries, **fields))
    return stop.state.filed[0].case, stop


def resumed(on: Desk, case: str, **council: Any) -> State:
    return asyncio.run(run(on, case, convening(MIXED, **council))).state


def reply(on: Desk, case: str, seat: str, round: Round, **changes: Any) -> bytes:
    """A readable answer for a seat."""
    state = on.state(case)
    planned = state.seat(seat)
    assert planned is not None
    made: Call = call(state, round, planned, "ctx", on.journal.get)
    return json.dumps({**fill(made), **changes}, indent=1).encode()


def pasted(
    on: Desk, case: str, seat: str, round: Round, raw: bytes | None = None, **more: Any
) -> Pasted:
    """Paste an answer, readable unless another is given."""
    raw = reply(on, case, seat, round) if raw is None else raw
    actor = more.pop("actor", PERSON)
    began = on.clock.now()
    answer = Answer(seat=seat, round=round, raw=raw, began=began, **more)
    return take_answer(on, case, answer, actor)


def test_the_others_are_asked_and_the_round_waits_sealed() -> None:
    script = ScriptedAdvisor()
    on = mixed(script)
    case, stop = begun(on)
    assert [c.entry.id for c in script.sent] == ["anna", "ben"]
    assert stage(stop.state) == "cleared"
    assert set(stop.state.packets) == {"positions"}
    (act,) = next_acts(stop.state, case)
    frozen = next(f.at for f in stop.state.filed if f.kind == "packet")
    assert (act.kind, act.seat, act.round, act.waits) == ("paste", "C", "positions", True)
    assert act.command == f"gemot case paste {case} C"
    assert act.says == (
        "paste the answer of seat C (hand) in the round positions, for which the case waits "
        f"since {frozen[:16]}Z"
    )
    assert on.journal.leases(case) == ()


def test_a_whole_council_with_a_person_in_it() -> None:
    script = ScriptedAdvisor()
    on = mixed(script)
    case, _ = begun(on)
    pasted(on, case, "C", "positions")
    state = resumed(on, case)
    assert [c.name for c in script.sent] == ["gemot_positions"] * 2 + ["gemot_challenge"] * 2
    assert waiting(state, case) == (("C", "challenge"),)
    pasted(on, case, "C", "challenge")
    state = resumed(on, case)
    assert stage(state) == "reported"
    assert state.report is not None
    assert state.report.panel.returned == 3
    assert state.report.panel.attested == 2
    assert [(c.round, c.wave, [q.seat for q in c.quotes]) for c in state.clearances] == [
        ("positions", 1, ["A", "B"]), ("positions", 2, ["C"]),
        ("challenge", 1, ["A", "B"]), ("challenge", 2, ["C"]),
    ]  # fmt: skip
    assert follows(state.filed, bench(on)).answer == "yes"
    assert on.journal.leases(case) == ()


def test_the_call_is_the_block_and_the_bytes_and_names_the_person() -> None:
    on = mixed()
    case, _ = begun(on)
    shown = block(on, case, "C", "positions")
    raw = reply(on, case, "C", "positions")
    done = pasted(on, case, "C", "positions", raw)
    sent = done.state.dispatches[done.receipt.dispatch]
    assert (sent.request, sent.size, sent.reserve) == (shown.digest, len(shown.data), None)
    assert on.journal.get(sent.request) == shown.data
    assert on.journal.get(done.receipt.raw or "") == raw
    assert (done.receipt.status, done.receipt.cost) == ("completed", None)
    assert done.receipt.identity.attested == "configuration"
    assert done.receipt.identity.source == HAND.source
    assert done.receipt.identity.endpoint == sha256(b"manual")
    by = {f.kind: f.actor.name for f in done.state.filed[-4:]}
    assert by == {"clearance": "gemot", "dispatch": "Ada", "position": "gemot", "receipt": "Ada"}
    assert bill(done.state).unpriced == 1
    assert bill(done.state).pasted == 1


def test_the_order_of_arrival_changes_nothing() -> None:
    """Positions sealed until all are in: whoever comes first, the report is the same bytes."""
    reports = []
    for order in permutations(("B", "C")):
        on = mixed()
        case, _ = begun(on, (FOUR[0], HAND, PEN))
        for round in ("positions", "challenge"):
            for seat in order:
                pasted(on, case, seat, round)
            resumed(on, case)
        state = on.state(case)
        assert follows(state.filed, bench(on)).answer == "yes"
        reports.append(canonical(state.report))
    assert reports[0] == reports[1]


def test_a_paste_may_come_before_the_wave_is_sent() -> None:
    """A ceiling holds the others back; the person is not held back by it, and nobody is asked
    twice."""
    script = ScriptedAdvisor()
    on = mixed(script)
    case, stop = begun(on, case_nano=0)
    assert [o.code for o in stop.held] == ["CLR002"]
    assert waiting(stop.state, case) == (("C", "positions"),)
    done = pasted(on, case, "C", "positions")
    assert [q.seat for c in done.state.clearances for q in c.quotes] == ["C"]
    assert script.sent == []
    again = asyncio.run(run(on, case, convening(MIXED, chair=None, case_nano=0)))
    assert [o.code for o in again.held] == ["CLR002"]
    with pytest.raises(Passed, match="seat C in the round positions waits for no paste: answered"):
        pasted(on, case, "C", "positions", raw=b"{}")


@pytest.mark.parametrize("terms", [{"case_nano": 0}, {"case_nano": None}, {"daily_nano": 0}])
@pytest.mark.parametrize("price", [None, Price(input="3", output="15")])
def test_no_ceiling_refuses_a_person(terms: dict[str, Any], price: Price | None) -> None:
    on = mixed()
    alone = (msgspec.structs.replace(HAND, price=price),)
    case, stop = begun(on, alone, **terms)
    assert stop.held == ()
    done = pasted(on, case, "A", "positions")
    assert done.receipt.cost is None
    assert stage(resumed(on, case)) == "reported"


def test_two_at_once_the_first_is_taken_and_the_other_told() -> None:
    on = mixed()
    case, _ = begun(on)
    mine = reply(on, case, "C", "positions", choice="queue")
    pasted(on, case, "C", "positions")
    before = on.journal.read(case)
    with pytest.raises(Passed, match="answered"):
        pasted(on, case, "C", "positions", mine)
    resumed(on, case)
    held = on.journal.read(case)
    assert held[: len(before)] == before
    with pytest.raises(Passed, match="answered"):
        pasted(on, case, "C", "positions", mine)
    assert on.journal.read(case) == held


def test_trying_an_answer_writes_nothing() -> None:
    on = mixed()
    case, _ = begun(on)
    before = on.journal.snapshot()
    answer = Answer(seat="C", round="positions", raw=b'{"choice": 7}', began=on.clock.now())
    tried = attempt(on, case, answer, PERSON)
    assert (tried.receipt.status, tried.said) == ("malformed", None)
    assert {f.code for f in tried.receipt.faults} == {"REA005"}
    good = msgspec.structs.replace(answer, raw=reply(on, case, "C", "positions"))
    assert attempt(on, case, good, PERSON).said is not None
    assert on.journal.snapshot() == before


class Killed(BaseException):
    """The process ends."""


@pytest.mark.parametrize("kind", ["clearance", "dispatch", "position", "receipt", "-"])
def test_killed_between_two_records_nothing_is_half_written(kind: str) -> None:
    on = mixed()
    case, _ = begun(on)
    raw = reply(on, case, "C", "positions")
    before = on.journal.snapshot()

    def told(point: str, subject: str) -> None:
        if point == "journal.committing":
            raise Killed

    class Tripped(Desk, frozen=True, kw_only=True):
        def write(self, tx: Any, case: str, state: State, record: Any, *more: Any) -> State:
            after = super().write(tx, case, state, record, *more)
            if after.filed[-1].kind == kind:
                raise Killed
            return after

    fields = {n: getattr(on, n) for n in on.__struct_fields__}
    if kind == "-":
        on.journal._trace = told  # type: ignore[attr-defined]
    with pytest.raises(Killed):
        pasted(Tripped(**fields), case, "C", "positions", raw)
    assert on.journal.snapshot() == before
    on.journal._trace = lambda point, subject: None  # type: ignore[attr-defined]
    assert pasted(on, case, "C", "positions", raw).said is not None


UNREADABLE = {
    "prose": (b"I would retry.", "malformed", ["REA003"]),
    "blank": (b" \n", "empty", []),
    "no text": (b"\xff\xfe", "malformed", []),
    "around": (b"Sure!\n{}\n", "malformed", ["REA003"]),
    "too long": (b"{" + b" " * 4 * 1024 * 1024, "malformed", []),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_an_unreadable_answer_is_taken_as_what_it_is(name: str) -> None:
    raw, status, codes = UNREADABLE[name]
    on = mixed()
    case, _ = begun(on)
    done = pasted(on, case, "C", "positions", raw)
    assert (done.receipt.status, [f.code for f in done.receipt.faults]) == (status, codes)
    assert done.said is None
    resumed(on, case)
    state = resumed(on, case)
    assert state.report is not None
    assert [a.seat for a in state.report.absences] == ["C"]
    assert follows(state.filed, bench(on)).answer == "yes"


@pytest.mark.parametrize("wrap", ["```json\n{}\n```", "```\n{}\n```\n", "\n\n{}\n\n"])
def test_one_fence_around_the_whole_is_read(wrap: str) -> None:
    on = mixed()
    case, _ = begun(on)
    raw = wrap.replace("{}", reply(on, case, "C", "positions").decode()).encode()
    assert pasted(on, case, "C", "positions", raw).said is not None


def test_who_answered_is_recorded_as_said_and_never_attested() -> None:
    on = mixed()
    case, _ = begun(on)
    done = pasted(on, case, "C", "positions", model="a web page's model")
    assert done.receipt.model == "a web page's model"
    assert done.receipt.identity.attested == "configuration"
    assert follows(done.state.filed, bench(on)).answer == "yes"


@pytest.mark.parametrize(("said", "fits"), [("m5", True), ("m5-2026", True), ("m6", False)])
def test_another_model_than_configured_fills_no_seat(said: str, fits: bool) -> None:
    on = mixed()
    named = msgspec.structs.replace(HAND, model="m5")
    case, _ = begun(on, (FOUR[0], FOUR[1], named))
    done = pasted(on, case, "C", "positions", model=said)
    assert (done.receipt.mismatch, done.said is not None) == (not fits, fits)
    assert done.receipt.identity.attested == "configuration"
    assert follows(done.state.filed, bench(on)).answer == "yes"


def test_secrets_are_taken_out_of_what_was_pasted() -> None:
    def redact(text: str) -> tuple[str, dict[str, int]]:
        found = text.count("hunter2")
        return text.replace("hunter2", "[out]"), {"password": found} if found else {}

    on = mixed(redact=redact)
    case, _ = begun(on)
    raw = reply(on, case, "C", "positions", rationale="the password is hunter2")
    done = pasted(on, case, "C", "positions", raw, model="hunter2")
    kept = on.journal.get(done.receipt.raw or "")
    assert kept is not None
    assert b"hunter2" not in kept
    assert done.receipt.model == "[out]"
    assert done.state.positions["C"].rationale == "the password is [out]"
    assert follows(done.state.filed, bench(on)).answer == "yes"


def test_a_seat_is_given_up_with_a_reason_and_the_round_goes_on() -> None:
    on = mixed()
    case, _ = begun(on)
    give_up(on, case, "C", "positions", "nobody has time", PERSON)
    state = resumed(on, case)
    assert stage(state) == "reported"
    assert [c.seat for c in state.challenges.values()] == ["A", "B"]
    assert state.report is not None
    (absent,) = state.report.absences
    assert (absent.seat, absent.status, absent.why) == (
        "C", None, "given up, and no answer was pasted",
    )  # fmt: skip
    with pytest.raises(Passed, match="dropped"):
        pasted(on, case, "C", "positions", raw=b"{}")
    assert follows(state.filed, bench(on)).answer == "yes"


@pytest.mark.parametrize(
    ("seat", "reason", "actor", "codes"),
    [
        ("C", "why not", AGENT, ["CAL022"]),
        ("C", None, PERSON, ["CAL025"]),
        ("C", " ", PERSON, ["CAL025"]),
        ("A", "it is slow", PERSON, ["CAL025"]),
        ("Z", "nobody", PERSON, ["CAL025"]),
        ("C", "by policy", Actor(name="gemot", channel="policy"), ["CAL023"]),
    ],
)
def test_who_may_give_up_what(
    seat: str, reason: str | None, actor: Actor, codes: list[str]
) -> None:
    on = mixed()
    case, _ = begun(on, on_doubt="drop")
    before = on.journal.read(case)
    with pytest.raises(Refused) as refused:
        give_up(on, case, seat, "positions", reason, actor)
    assert [o.code for o in refused.value.offences] == codes
    assert on.journal.read(case) == before


def test_an_answered_seat_cannot_be_given_up() -> None:
    on = mixed()
    case, _ = begun(on)
    pasted(on, case, "C", "positions")
    with pytest.raises(Refused) as refused:
        give_up(on, case, "C", "positions", "changed my mind", PERSON)
    assert [o.needed for o in refused.value.offences] == [
        "a seat that waits for a paste: none does"
    ]


def test_the_chair_may_be_a_person() -> None:
    on = mixed()
    case, stop = begun(on, (*FOUR[:2], HAND), seats=2, chair="hand")
    assert waiting(stop.state, case) == (("CHAIR", "chair"),)
    pasted(on, case, "CHAIR", "chair")
    state = resumed(on, case, chair="hand")
    assert state.draft is not None
    assert stage(state) == "reported"
    assert follows(state.filed, bench(on)).answer == "yes"


def test_persons_alone() -> None:
    on = mixed()
    case, stop = begun(on, (HAND, PEN))
    assert waiting(stop.state, case) == (("A", "positions"), ("B", "positions"))
    for round in ("positions", "challenge"):
        pasted(on, case, "B", round)
        pasted(on, case, "A", round)
        state = resumed(on, case)
    assert state.report is not None
    assert state.report.panel.sources == 1
    assert state.report.panel.attested == 0


def test_persons_at_addresses_of_their_own_are_sources_as_configured() -> None:
    on = mixed()
    apart = tuple(
        msgspec.structs.replace(e, base_url=f"https://{e.id}.example") for e in (HAND, PEN)
    )
    case, _ = begun(on, apart)
    for round in ("positions", "challenge"):
        pasted(on, case, "A", round)
        pasted(on, case, "B", round)
        state = resumed(on, case)
    assert state.report is not None
    assert (state.report.panel.sources, state.report.panel.attested) == (2, 0)


@pytest.mark.parametrize("mode", ["ci", "offline"])
def test_a_person_is_remote(mode: Any) -> None:
    on = mixed()
    stop = decide(on, decision(), convening((HAND,), mode, chair=None))
    assert stop.state.plan is not None
    assert stop.state.plan.seats == ()
    assert [o.why for o in stop.state.plan.omitted] == [f"disabled: mode_{mode}"]


def test_the_engine_is_told_who_waits() -> None:
    told: list[tuple[str, str]] = []
    on = mixed(trace=lambda point, subject: told.append((point, subject)))
    begun(on)
    assert ("paste.waiting", "C positions hand") in told


def test_no_receipt_says_more_of_a_paste_than_the_configuration() -> None:
    on = mixed()
    case, _ = begun(on)
    done = pasted(on, case, "C", "positions")
    (made,) = [r for r in done.state.every(Receipt) if r.seat == "C"]
    assert made.identity.attested == "configuration"
    (sent,) = [d for d in done.state.every(Dispatch) if d.seat == "C"]
    assert sent.until > next(f.at for f in done.state.filed if f.record is sent)


def test_what_a_person_expects_of_an_experiment_is_pasted_before_it_is_run() -> None:
    def torn(made: Call) -> dict[str, Any]:
        said = fill(made)
        if "exit" in said:
            said["exit"] = int(made.entry.id == "anna")
        if "choice" in said and made.entry.id == "anna":
            said["choice"] = "queue"
        return said

    on = mixed(ScriptedAdvisor(torn))
    case, _ = begun(on)
    for round in ("positions", "challenge"):
        pasted(on, case, "C", round)
        resumed(on, case)
    assert stage(on.state(case)) == "disputed"
    trying = Trying(disagreement="D1", command=("python", "load.py"), ask=True)
    declare(on, case, trying, OWNER)
    state = resumed(on, case)
    assert waiting(state, case) == (("C", "prediction.X1"),)
    done = pasted(on, case, "C", "prediction.X1", reply(on, case, "C", "prediction.X1", exit=0))
    assert done.said is not None
    assert {p.holder for p in done.state.predictions} == {"A", "B", "C"}
    assert follows(done.state.filed, bench(on)).answer == "yes"
