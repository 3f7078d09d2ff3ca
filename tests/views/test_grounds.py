"""What a decision record says of evidence, verdicts and proposals, line by line."""

import msgspec

from gemot.records.answer import Proposal
from gemot.records.settlement import Conclusion, Ruled
from gemot.rules.state import State, fold
from gemot.testing.builders import (
    CASE,
    case,
    conclusion,
    evidence,
    finding,
    outcome,
    plan,
    position,
    report,
    verdict,
)
from gemot.testing.ways import filed
from gemot.views.adr import adr
from gemot.views.grounds import grounds
from gemot.views.screen import lines, screen

END = conclusion(
    evidence=("E1",),
    dispositions=(Ruled(proposal="A-P1", disposition="ACCEPT", reason="it is small"),),
)


def state(end: Conclusion = END) -> State:
    """Two seats, evidence at a commit, two findings, two proposals, one ruled on."""
    seen = evidence(kind="file", at="src/jobs.py:3-5", commit="a" * 40, claim="jobs are lost")
    wanted = (
        Proposal(id="A-P1", kind="MEANS", text="count the jobs"),
        Proposal(id="A-P2", kind="TEST", text="restart it"),
    )
    risk = finding(id="F2", kind="risk", text="one more service", supporters=("A",))
    return fold(
        filed(
            case(outcomes=1), outcome(failure="a job is lost twice"), seen, plan(),
            position("A", proposals=wanted), position("B"), report(findings=(finding(), risk)),
            verdict(evidence=("E1",)), end,
        )
    )  # fmt: skip


def test_grounds() -> None:
    assert grounds(state(), END) == [
        "", "### Evidence", "",
        "- E1 (OBSERVED, file) `src/jobs.py:3-5` at commit `" + "a" * 40 + "`; said to show: "
        "jobs are lost; **the decision rests on it**",
        "", "### Verdicts", "",
        "- F1, two jobs were lost: **accept**, because the log shows it (cites E1)",
        "- F2, one more service: no verdict",
        "", "### Proposals", "",
        "- A-P1 (MEANS) count the jobs: **ACCEPT**, because it is small",
        "- A-P2 (TEST) restart it: no disposition",
    ]  # fmt: skip


def test_a_rehearsal_argues_for_nothing() -> None:
    """Evidence is the host's; findings and proposals are the machinery's words."""
    end = msgspec.structs.replace(END, rehearsal=True)
    found = grounds(state(end), end)
    assert [x for x in found if x.startswith("###")] == ["### Evidence"]


def test_a_risk_is_a_consequence_and_argues_for_no_option() -> None:
    """Whoever names a risk may have named it of another option than their own."""
    text = adr(CASE, state())
    line = "- Bad, because one more service (F2, a risk as claimed by A)"
    assert text.count("one more service (F2") == 1
    assert line in text.split("### Consequences")[1].split("### Confirmation")[0]


def test_what_success_and_failure_mean() -> None:
    text = adr(CASE, state())
    drivers = text.split("## Decision Drivers")[1].split("## ")[0]
    assert "- O1@1: no job is lost; it fails if: a job is lost twice\n" in drivers
    assert "- stakes: " in drivers


def test_the_screen_names_what_is_cited() -> None:
    shown = lines(screen(CASE, state()))
    assert "  rests on E1 (OBSERVED, src/jobs.py:3-5): jobs are lost" in shown
