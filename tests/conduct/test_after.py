"""What comes after a report or a decision: verdicts, validations, look-backs, attempts,
withdrawal; and what is due of them."""

import asyncio
from typing import Any

import msgspec
import pytest

from gemot.conduct.acts import next_acts
from gemot.conduct.after import (
    attempt,
    check_verdicts,
    judge,
    look_back,
    planned,
    validate,
    withdraw,
)
from gemot.conduct.cases import conclude, open_case
from gemot.conduct.closing import check_closing
from gemot.conduct.desk import Desk, Refused
from gemot.engines.inline import run
from gemot.records.envelope import Actor
from gemot.records.faults import Faulty
from gemot.records.framing import Option
from gemot.records.report import Verdict
from gemot.records.settlement import Conclusion
from gemot.rules.stage import stage
from gemot.rules.state import State, fold
from gemot.testing import builders, later
from gemot.testing.ways import WAY, filed
from gemot.views.due import due
from gemot.views.form import form
from gemot.views.visible import hides
from tests.council import OWNER, convening, decide, decision, desk
from tests.views.states import HOSTILE

SECRET = "sk-ant-api03-" + "a1B2c3D4" * 12


def redact(text: str) -> tuple[str, dict[str, int]]:
    n = text.count(SECRET)
    return text.replace(SECRET, "[secret]"), {"key": n} if n else {}


def reported() -> tuple[Desk, str, State]:
    """A council that reported, at a desk that hides one secret."""
    on = desk(redact=redact)
    state = decide(on, decision(), convening()).state
    return on, state.filed[0].case, state


def concluded(**more: Any) -> tuple[Desk, str]:
    on, case, _ = reported()
    conclude(on, case, Conclusion(choice="retry", because="it is so", **more), OWNER)
    return on, case


def refusal(error: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str, str, str]]:
    return [(o.code, o.place, o.got, o.needed) for o in error.value.offences]


def test_verdicts_are_recorded_all_or_none_and_every_offence_is_told() -> None:
    on, case, state = reported()
    assert state.report is not None
    ids = [f.id for f in state.report.findings]
    good = tuple(Verdict(finding=i, judgement="reject", reason=f"see {SECRET}") for i in ids)
    bad = (
        *good[:1],
        Verdict(finding="F99", judgement="reject", reason=" "),
        Verdict(finding=ids[0], judgement="accept", reason="so", evidence=("E7",)),
    )
    with pytest.raises(Refused) as error:
        judge(on, case, bad, OWNER)
    assert [(o.code, o.place) for o in error.value.offences] == [
        ("RPT012", "verdicts[1].finding"), ("RPT013", "verdicts[1].reason"),
        ("RPT014", "verdicts[2].evidence[0]"),
    ]  # fmt: skip
    assert on.state(case).verdicts == {}
    after = judge(on, case, good, OWNER)
    assert list(after.verdicts) == ids
    assert stage(after) == "judged"
    assert {v.reason for v in after.verdicts.values()} == {"see [secret]"}
    again = judge(on, case, (msgspec.structs.replace(good[0], reason="on second thought"),), OWNER)
    assert again.verdicts[ids[0]].reason == "on second thought"
    assert len(again.every(Verdict)) == len(ids) + 1


def test_one_verdict_is_refused_at_its_own_places() -> None:
    on, case, _ = reported()
    with pytest.raises(Refused) as error:
        judge(on, case, (Verdict(finding="F99", judgement="reject", reason=""),), OWNER)
    assert [o.place for o in error.value.offences] == ["finding", "reason"]


FILE = """---
verdicts:
  - {finding: F1, judgement: accept, reason: "the log shows it", evidence: [E1]}
  - {finding: F2, judgement: needs_input, reason: "nobody counted"}
---
"""


def test_a_file_of_verdicts() -> None:
    assert [(v.finding, v.judgement, v.evidence) for v in check_verdicts(FILE)] == [
        ("F1", "accept", ("E1",)), ("F2", "needs_input", ()),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "(whole): got an empty file, needed front matter between two lines `---`"),
        ("---\nverdicts: []\n---\n", "verdicts: got no verdict, needed one or more"),
        (
            FILE.replace("F2", "F1"),
            "verdicts[1].finding: got a second verdict on F1, needed one, as in verdicts[0]",
        ),
        (FILE + "words\n", "(body): got text under the keys, needed nothing there"),
    ],
    ids=["empty", "none", "twice", "body"],
)
def test_a_faulty_file_of_verdicts(text: str, message: str) -> None:
    with pytest.raises(Faulty) as error:
        check_verdicts(text)
    assert str(error.value) == f"the verdicts: 1 fault\n{message}"


def test_every_fault_of_a_file_of_verdicts_at_once() -> None:
    wrong = FILE.replace("accept", "approve").replace("finding: F2", "found: F2") + "words\n"
    with pytest.raises(Faulty) as error:
        check_verdicts(wrong)
    assert [f.place for f in error.value.found] == [
        "verdicts[0].judgement", "verdicts[1].finding", "verdicts[1].found", "(body)",
    ]  # fmt: skip


def test_a_validation_names_the_conclusion_that_stands() -> None:
    on, case = concluded(validation_plan=("no job is lost", "it starts in a second"))
    after = validate(on, case, OWNER, check="2", passed=True, note=f"{SECRET} held")
    made = after.validations[-1]
    standing = after.concluded
    assert standing is not None
    assert (made.conclusion, made.check, made.outcome, made.note) == (
        standing.name, "it starts in a second", "pass", "[secret] held",
    )  # fmt: skip
    assert stage(after) == "validated"
    again = Conclusion(choice="queue", because="it is otherwise", supersedes=standing.name)
    renewed = conclude(on, case, again, OWNER)
    assert (renewed.validations, stage(renewed)) == ((), "concluded")


@pytest.mark.parametrize(
    ("check", "said"), [("1", "a"), (" 2 ", "b"), ("3", "3"), ("0", "0"), ("²", "²"), ("c", "c")]
)
def test_a_check_by_number_is_one_of_the_plan(check: str, said: str) -> None:
    end = builders.conclusion(validation_plan=("a", "b"))
    state = fold(filed(*WAY["judged"], end))
    assert planned(state, check) == said


def test_what_comes_after_needs_what_it_is_of() -> None:
    on, case, _ = reported()
    with pytest.raises(Refused) as error:
        validate(on, case, OWNER, check=" ", passed=True, evidence=("E9",), probe="P3")
    assert refusal(error)[1:] == [
        ("AFT001", "conclusion", "'0-none'", "a conclusion: none stands"),
        ("AFT002", "check", "nothing", "what was seen, in words"),
        ("AFT003", "evidence[0]", "'E9', which is no evidence of the case", "one of E1"),
        ("AFT003", "probe", "'P3'", "nothing: there is none"),
    ]
    assert refusal(error)[0][:2] == ("STG001", "validation")
    with pytest.raises(Refused) as error:
        look_back(on, case, OWNER, met="met", observed="", outcome="O4")
    assert [o[0] for o in refusal(error)] == ["STG001", "AFT001", "AFT002", "AFT005"]


def test_faults_of_form_are_told_at_once_and_write_nothing() -> None:
    on, case = concluded()
    records = len(on.state(case).filed)
    with pytest.raises(Faulty) as error:
        look_back(on, case, OWNER, met="surely", observed="x", outcome="first", probe="7")
    assert [f.place for f in error.value.found] == ["outcome", "met", "probe"]
    with pytest.raises(Faulty) as error:
        attempt(on, case, OWNER, tried="a\udcff", failed="b")
    assert [f.place for f in error.value.found] == ["attempt"]
    assert len(on.state(case).filed) == records


def test_an_unknown_outcome_is_neither_met_nor_not() -> None:
    on, case = concluded()
    after = look_back(on, case, OWNER, met="unknown", observed="nobody counted")
    assert (after.lookbacks[0].met, after.lookbacks[0].outcome) == ("unknown", None)
    assert stage(after) == "looked_back"


def test_an_attempt_is_kept_before_and_after_a_decision() -> None:
    on = desk()
    case = open_case(on, decision(), OWNER).case
    attempt(on, case, OWNER, tried="a timer", failed="it drifts", hypothesis="the host sleeps")
    asyncio.run(run(on, case, convening()))
    after = attempt(on, case, OWNER, tried="two timers", failed="they drift")
    assert [f.record.attempt for f in after.filed if f.kind == "attempt"] == [
        "a timer", "two timers",
    ]  # fmt: skip


def test_nothing_is_asked_after_a_withdrawal() -> None:
    on, case, _ = reported()
    with pytest.raises(Refused):
        withdraw(on, case, OWNER, reason=" ")
    after = withdraw(on, case, OWNER, reason=f"moot, says {SECRET}")
    assert stage(after) == "withdrawn"
    assert after.withdrawal is not None
    assert after.withdrawal.reason == "moot, says [secret]"
    assert next_acts(after, case) == ()
    with pytest.raises(Refused) as error:
        conclude(on, case, Conclusion(choice="retry", because="so"), OWNER)
    assert [o.code for o in error.value.offences] == ["STG001"]
    with pytest.raises(Refused):
        withdraw(on, case, OWNER, reason="again")


def test_a_concluded_case_is_not_withdrawn() -> None:
    on, case = concluded()
    with pytest.raises(Refused) as error:
        withdraw(on, case, OWNER, reason="moot")
    assert [o.code for o in error.value.offences] == ["STG001"]


# What the act offers is what is accepted.


def offered(**changes: Any) -> list[tuple[str, str]]:
    options = (Option(id="retry"), Option(id="queue"))
    framed = builders.case(**{"options": options, **changes})
    state = fold(filed(framed, *WAY["judged"][1:]))
    return [(a.kind, a.command) for a in next_acts(state, "c-1")]


LINE = "gemot conclude c-1 --choose 'retry|queue|defer' --because 'REASON' --revisit-if 'CONDITION'"
FULL = [
    ("draft", "gemot case draft c-1 --output conclusion.md"),
    ("conclude", "gemot conclude c-1 --file conclusion.md"),
]
DOOR = (Option(id="retry"), Option(id="queue", reversibility="one_way", undo_cost="a week"))


@pytest.mark.parametrize("stakes", ["trivial", "low", "material"])
def test_a_line_is_offered_where_a_line_is_enough(stakes: str) -> None:
    assert offered(stakes=stakes) == [("conclude", LINE)]


@pytest.mark.parametrize(
    "changes", [{"stakes": "high"}, {"stakes": "critical"}, {"options": DOOR}], ids=str
)
def test_the_full_form_is_offered_where_nothing_else_is_taken(changes: Any) -> None:
    assert offered(**changes) == FULL


def test_a_draft_that_is_filled_in_is_accepted() -> None:
    on = desk()
    given = decision(options=DOOR, materiality="high")
    state = decide(on, given, convening()).state
    case = state.filed[0].case
    assert state.report is not None
    text = form(state)
    for f in state.report.findings:
        assert f"# {f.id}, " in text
    for seat, position in state.positions.items():
        assert f"# seat {seat} is for " in text
        assert all(f"# {p.id}, " in text for p in position.proposals)
    with pytest.raises(Faulty):
        check_closing(text)
    for before, after in (
        ('choice: ""', "choice: queue"), ('judgement: ""', "judgement: accept"),
        ('disposition: ""', "disposition: ACCEPT"), ("evidence: []", "evidence: [E1]"),
        ('  - option: queue\n    reason: ""\n', ""), ('favours: ""', "favours: queue"),
        ('""', '"so it was seen"'),
    ):  # fmt: skip
        text = text.replace(before, after)
    closing = check_closing(text)
    done = conclude(on, case, closing.conclusion, OWNER, verdicts=closing.verdicts)
    assert stage(done) == "concluded"
    assert "supersedes: " in form(done)
    assert "has its verdict: accept" in form(done)


def test_a_draft_cannot_be_broken_by_a_text() -> None:
    said = builders.position(rationale=HOSTILE, concern=HOSTILE)
    framed = builders.case(question=HOSTILE, options=(Option(id="queue", title=HOSTILE), *DOOR[:1]))
    way = [framed if r is WAY["judged"][0] else r for r in WAY["judged"]]
    way = [said if r == builders.position("A") else r for r in way]
    text = form(fold(filed(*way, builders.verdict(reason=HOSTILE))))
    assert not any(hides(c) for c in text.replace("\n", ""))
    assert text.count("\n---\n") == 1
    assert all(x.startswith("#") for x in text.splitlines() if "red" in x)


# What is due.


def dues(state: State, today: str) -> list[tuple[str, str, str | None, bool]]:
    return [(d.kind, d.says, d.on, d.passed) for d in due("c-1", state, today)]


def ended(*more: msgspec.Struct, **changes: Any) -> State:
    return fold(filed(*WAY["judged"], builders.conclusion(**changes), *more))


NAME = f"{len(WAY['judged']):03d}-conclusion"


def test_a_review_is_near_due_and_passed() -> None:
    state = ended(review_on="2026-12-15")
    assert dues(state, "2026-12-07") == []
    near = "the review date is in 7 days, 2026-12-15"
    assert dues(state, "2026-12-08") == [("review", near, "2026-12-15", False)]
    on = "the review date is today, 2026-12-15"
    assert dues(state, "2026-12-15") == [("review", on, "2026-12-15", False)]
    over = "the review date 2026-12-15 passed 1 day ago"
    assert dues(state, "2026-12-16") == [("review", over, "2026-12-15", True)]
    (one,) = due("c-1", state, "2026-12-16")
    assert one.command == (
        "gemot case lookback c-1 '--met|--partly|--not-met|--unknown' --observed 'TEXT'"
    )
    seen = later.lookback(conclusion=NAME)
    early = fold(filed(seen, after=state.filed))
    assert len(dues(early, "2026-12-16")) == 1
    after = fold(filed(seen, after=state.filed, at="2026-12-15T08:00:00.000Z"))
    assert dues(after, "2026-12-16") == []


def test_a_planned_check_is_due_until_it_was_made() -> None:
    state = ended(validation_plan=("No job is lost", " ", "it starts"))
    found = due("c-1", state, "2026-12-01")
    assert [(d.says, d.command) for d in found] == [
        (
            "a planned check was never made: No job is lost",
            "gemot case validate c-1 --check 1 '--pass|--fail'",
        ),
        (
            "a planned check was never made: it starts",
            "gemot case validate c-1 --check 3 '--pass|--fail'",
        ),
    ]
    made = later.validation(conclusion=NAME, check="no job  is LOST", outcome="fail")
    after = ended(made, validation_plan=("No job is lost",))
    assert [d.says for d in due("c-1", after, "2026-12-01")] == [
        f"the validation {int(NAME[:3]) + 1:03d}-validation failed: no job is LOST"
    ]
    mended = msgspec.structs.replace(made, outcome="pass")
    assert due("c-1", ended(made, mended, validation_plan=("No job is lost",)), "2026-12-01") == ()


@pytest.mark.parametrize(
    ("today", "says"),
    [
        ("2026-12-01", []),
        ("2026-12-24", ["the deadline is in 1 day, 2026-12-25"]),
        ("2026-12-27", ["the deadline 2026-12-25 passed 2 days ago"]),
    ],
)
def test_a_deadline_is_of_what_is_open(today: str, says: list[str]) -> None:
    framed = builders.case(deadline="2026-12-25")
    assert [x for _, x, _, _ in dues(fold(filed(framed)), today)] == says
    rest = WAY["judged"][1:]
    assert dues(fold(filed(framed, *rest, builders.conclusion())), today) == []
    gone = fold(filed(framed, later.withdrawal()))
    assert dues(gone, today) == []


def test_a_day_of_a_revisit_condition_is_due() -> None:
    state = ended(revisit_if=("the contract ends on 2027-01-31", "2026-02-30 or 2026-01-01"))
    assert dues(state, "2027-02-01") == [
        ("revisit", "the revisit date 2027-01-31 passed 1 day ago", "2027-01-31", True)
    ]


def test_an_agent_may_record_what_it_saw() -> None:
    on, case = concluded()
    agent = Actor(name="bot", channel="asserted", delegate=True)
    after = validate(on, case, agent, check="no job is lost", passed=False)
    assert after.filed[-1].actor == agent
