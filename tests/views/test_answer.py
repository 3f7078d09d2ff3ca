"""The objects of `--json`: fixed keys in a fixed order, exact amounts, nothing invented."""

import json
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from gemot.conduct.acts import next_acts
from gemot.conduct.verify import Verified
from gemot.ports.journal import Head
from gemot.records.evidence import Seen
from gemot.records.faults import Fault
from gemot.rules.registry import BY_CODE
from gemot.rules.stage import Stage
from gemot.rules.state import State, fold
from gemot.testing.builders import CASE, clearance, entry, mark
from gemot.testing.ways import WAY, filed
from gemot.views import answer, listing
from gemot.views.adr import Unconcluded, adr
from gemot.views.status import EXIT, MEANING, Status, status_of
from gemot.views.step import ANSWERABLE, steps
from gemot.views.whole import lines, record, whole
from tests.views.states import HELD, STATES, concluded, disputed, doubtful, offence, old, rehearsal

DECIDE = [
    "schema", "case", "status", "panel", "report", "bill", "next", "question", "stakes", "stage",
    "plan", "offences", "warnings", "conclusion", "precedent",
]  # fmt: skip


def at(stage: Stage) -> State:
    return fold(filed(*WAY[stage]))


def decided(state: State, **more: Any) -> dict[str, Any]:
    return answer.decide(CASE, state, next_acts(state, CASE), **more)


def test_decide_has_its_keys_in_order() -> None:
    for build, held, reused in STATES.values():
        assert list(decided(build(), held=held, reused=reused)) == DECIDE


def test_before_a_report_sources_are_unknown_and_not_zero() -> None:
    assert decided(at("packed"))["panel"] == {
        "seats": 2, "sources": None, "attested": None, "rehearsal": False, "returned": None,
        "families": None,
    }  # fmt: skip
    assert decided(at("framed"))["panel"]["seats"] is None


def test_next_names_the_act_what_it_is_and_the_command() -> None:
    assert decided(at("packed"))["next"][0] == {
        "act": "call", "says": "ask seat A (anna)", "command": f"gemot case resume {CASE}",
        "waits": False, "round": "positions", "seat": "A", "subject": None,
    }  # fmt: skip


def test_the_owner_answers_a_ceiling_first() -> None:
    first = decided(at("packed"), held=HELD)["next"][0]
    assert first["command"] == f"gemot case authorize {CASE} --spend USD"
    assert first["waits"]


def test_usd_is_an_exact_number() -> None:
    shown = answer.encode(decided(disputed())).decode()
    assert '"usd": 0.002450002' in shown
    exact = json.loads(shown, parse_float=Decimal)
    assert exact["bill"]["usd"] == Decimal("0.002450002")
    assert json.loads(answer.encode({"usd": answer.usd(1)}), parse_float=Decimal) == {
        "usd": Decimal("1e-9")
    }


def test_a_doubt_keeps_its_reserve() -> None:
    assert decided(doubtful())["bill"] == {
        "calls": 2, "usd": Decimal("0.002"), "unpriced": 0, "pasted": 0,
        "in_doubt": 1,
        "reserved_usd": Decimal("0.012"), "input_tokens": 90, "output_tokens": 40,
    }  # fmt: skip


def test_what_hides_is_escaped_and_the_value_is_the_same() -> None:
    said = {"a": "\x1b[31m \u202e \u200b \x9b \U000e0041 é \x7f"}
    encoded = answer.encode(said)
    assert encoded.decode() == (
        '{\n  "a": "\\u001b[31m \\u202e \\u200b \\u009b \\udb40\\udc41 é \\u007f"\n}\n'
    )
    assert json.loads(encoded) == said


STATUSES: dict[str, tuple[State, dict[str, Any], Status, int]] = {
    "reported": (at("reported"), {}, "reported", 0),
    "disputed is reported": (at("disputed"), {}, "reported", 0),
    "a rehearsal is reported": (rehearsal(), {}, "reported", 0),
    "too few": (at("inconclusive"), {}, "inconclusive", 4),
    "nobody asked": (at("decided_locally"), {}, "decided_locally", 0),
    "decided before": (at("concluded"), {"reused": True}, "reused", 0),
    "in doubt": (doubtful(), {}, "waiting", 5),
    "ceiling": (at("packed"), {"held": HELD}, "waiting", 5),
    "refused": (
        at("evidenced"), {"held": (offence("EVD011", "evidence", "a", "b"),)}, "stopped", 3,
    ),
    "ceiling and more": (
        at("packed"), {"held": (*HELD, offence("CLR001", "quotes[0]", "a", "b"))}, "stopped", 3,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("state", "how", "status", "code"), STATUSES.values(), ids=STATUSES)
def test_status(state: State, how: dict[str, Any], status: Status, code: int) -> None:
    assert status_of(state, **how) == status
    assert EXIT[status] == code


def test_every_status_has_a_code_and_a_meaning() -> None:
    assert EXIT.keys() == MEANING.keys()


def test_what_the_owner_may_answer_is_in_the_registry() -> None:
    assert all("gemot case authorize" in BY_CODE[code].fix for code in ANSWERABLE)


def test_status_names_the_head_as_verify_takes_it() -> None:
    state = concluded()
    shown = answer.status(CASE, state)
    assert shown["head"] == f"{CASE}:33:{state.filed[-1].hash}"
    assert shown["records"] == 34
    assert answer.concluded(CASE, state)["head"] == shown["head"]
    assert shown["conclusion"]["channel"] == "terminal"


def test_a_fault_of_form_has_no_code() -> None:
    fault = Fault(place="options", got="nothing", needed="a list", fix="add 'options'")
    assert answer.refusal("decision.md", answer.faults([fault])) == {
        "schema": "gemot/refusal/1",
        "what": "decision.md",
        "offences": [
            {
                "code": None, "name": "faulty-input", "severity": "refuse", "place": "options",
                "got": "nothing", "needed": "a list",
                "says": "options: got nothing, needed a list", "fix": "add 'options'",
            }
        ],
        "next": [],
    }  # fmt: skip


def test_offences_are_whole() -> None:
    assert answer.offences(HELD)[0] == msgspec.to_builtins(HELD[0])
    assert steps(CASE, (), HELD)[0].act == "authorize"


def test_verify() -> None:
    found = Verified(ok=True, intact=True, follows="yes", records=3, offences=(), left=())
    shown = listing.verify(found, "case:2:ab", case=CASE)
    assert list(shown)[:8] == [
        "schema", "ok", "intact", "follows", "records", "offences", "head", "left",
    ]  # fmt: skip


def test_packets_are_one_entry_a_seat_with_the_exact_text() -> None:
    state = at("packed")
    blobs = {mark("prompt positions A"): b"what A sees"}
    shown = listing.packet(CASE, state, blobs.get)
    assert [(s["seat"], s["advisor"], s["round"], s["text"]) for s in shown["seats"]] == [
        ("A", "anna", "positions", "what A sees"),
        ("B", "ben", "positions", None),
    ]
    assert shown["seats"][0]["digest"] == mark("prompt positions A")
    assert shown["seats"][0]["withheld"] == []


def test_listed_explained_and_seen() -> None:
    state = concluded()
    head = Head(case=CASE, project="p", request="r", opened="t", seq=33, hash="ab")
    (row,) = listing.listed([(head, state)])["cases"]
    assert (row["choice"], row["stage"], row["records"]) == ("queue", "concluded", 34)
    assert listing.explain(BY_CODE["FRM002"])["name"] == "too-few-options"
    seen = Seen(entry=entry("anna"), status="disabled", reason="mode_ci")
    (one,) = listing.advisors([seen])["advisors"]
    assert (one["id"], one["status"], one["reason"], one["price"]) == (
        "anna", "disabled", "mode_ci", None,
    )  # fmt: skip


def test_whole_keeps_every_record_and_marks_what_is_gone() -> None:
    shown = whole(CASE, old())
    assert [r["name"] for r in shown["records"]] == [f.name for f in old().filed]
    last = shown["records"][-1]
    assert (last["opaque"], last["version"], last["record"]) == (True, 3, {"x": 1})
    assert shown["records"][0]["forgotten"]
    assert shown["records"][0]["record"]["question"] == "[forgotten]"


def test_one_record_in_lines() -> None:
    state = at("framed").plus(*filed(clearance(case_nano=5), after=at("framed").filed))
    assert lines(state.filed[-1]) == [
        "001-clearance  2026-11-30T21:18:20.123Z  Ada (terminal)",
        f"  hash {mark('record 1')}",
        "  round: positions",
        "  wave: 1",
        "  quotes:",
        *(
            x
            for s in "AB"
            for x in (
                "    -",
                f"      seat: {s}",
                "      input_tokens: 100",
                "      output_tokens: 50",
                "      reserve: 0",
            )
        ),
        "  case_nano: 5",
        "  case_spent: 0",
        "  daily_spent: 0",
    ]
    assert record(CASE, state.filed[-1])["schema"] == "gemot/record/1"


def test_no_decision_record_without_a_conclusion() -> None:
    with pytest.raises(Unconcluded) as raised:
        adr(CASE, at("reported"))
    assert raised.value.found[0].fix == f"gemot conclude {CASE} --choose OPTION --because REASON"
