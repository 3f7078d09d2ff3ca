"""One planned seat is a consultation: no council, no consensus, whether it answers or not."""

from gemot.records.report import Panel, Standing, Support
from gemot.rules.state import State, fold
from gemot.testing.builders import (
    CASE,
    case,
    clearance,
    conclusion,
    dispatch,
    finding,
    observation,
    packet,
    plan,
    position,
    receipt,
    report,
    seat,
)
from gemot.testing.ways import filed
from gemot.views.adr import adr
from gemot.views.markdown import markdown
from gemot.views.screen import lines, screen

ONE = plan(seats=(seat("A", "anna"),), rounds=("positions",), calls=1, route="ask")
ASKED = (case(), observation(), ONE, packet(), clearance(), dispatch("A"))


def answered() -> State:
    said = report(
        panel=Panel(seats=1, returned=1, sources=1, attested=0),
        standings=(Standing(seat="A", first="queue", effective="queue", confidence="medium"),),
        support=(Support(option="queue", seats=("A",), sources=1, attested=0),),
        findings=(finding(bucket="minority", claims=("A-C1",), supporters=("A",), sources=1),),
    )
    return fold(filed(*ASKED, position("A"), receipt("A"), said))


def silent() -> State:
    said = report(
        insufficient=True, recommendation=None, standings=(), support=(), findings=(),
        panel=Panel(seats=1, returned=0, sources=0, attested=0),
    )  # fmt: skip
    return fold(filed(*ASKED, receipt("A", status="timeout", raw=None), said))


def shown(state: State) -> str:
    return "\n".join([*lines(screen(CASE, state)), markdown(CASE, state)]).lower()


def test_an_answer_is_an_opinion() -> None:
    text = shown(answered())
    assert "queue: seat a; 1 source, attested by nobody but the configuration" in text
    assert "one advisor was consulted: an opinion, and no consensus" in text
    assert "council" not in text
    assert text.count("consensus") == 2


def test_no_answer_is_no_missed_council() -> None:
    text = lines(screen(CASE, silent()))
    assert text[0] == "INCONCLUSIVE: one advisor was to be consulted and gave no answer that counts"
    assert "  none: the one seat that was planned gave no answer that counts" in text
    assert "council" not in shown(silent())


def test_what_was_decided_without_it() -> None:
    end = fold(filed(conclusion(provisional=True), after=silent().filed))
    words = "the one advisor gave no answer that counts before it was concluded"
    assert f"PROVISIONAL: {words}" in lines(screen(CASE, end))
    assert f"> **Provisional: {words}.**  " in adr(CASE, end).splitlines()
