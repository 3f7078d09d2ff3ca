"""What a decision stands on, for the record that a repository keeps: evidence, verdicts, and
what became of the proposals. Pure; Markdown, each item one line.

Laws: evidence that was not found is said to be; what nobody judged or ruled on is said to be;
a rehearsal's findings and proposals are left out.
"""

from gemot.records.answer import Proposal
from gemot.records.evidence import Evidence
from gemot.records.settlement import Conclusion
from gemot.rules.state import State
from gemot.views.mark import bullets, code, escape


def grounds(state: State, end: Conclusion) -> list[str]:
    """The three lists, each under its heading; an empty one is left out."""
    named = [("Evidence", _evidence(state, end))]
    if not end.rehearsal:
        named += [("Verdicts", _verdicts(state)), ("Proposals", _proposals(state, end))]
    found = []
    for name, items in named:
        if items:
            found += ["", f"### {name}", "", *bullets(items)]
    return found


def where(e: Evidence) -> str:
    """The place of a piece of evidence, and the commit that it was read at."""
    return f"{code(e.at)} at commit {code(e.commit)}" if e.commit else code(e.at)


def _evidence(state: State, end: Conclusion) -> list[str]:
    found = []
    for e in state.evidence.values():
        facts = [f"{e.id} ({e.status}, {e.kind}) {where(e)}"]
        if e.claim.strip():
            facts.append(f"said to show: {escape(e.claim)}")
        if not e.resolved:
            facts.append(f"not found, and supports nothing: {escape(e.why or 'no reason')}")
        if e.id in end.evidence:
            facts.append("**the decision rests on it**")
        found.append("; ".join(facts))
    return found


def _verdicts(state: State) -> list[str]:
    found = []
    for f in state.report.findings if state.report else ():
        verdict = state.verdicts.get(f.id)
        judged = "no verdict"
        if verdict is not None:
            word = verdict.judgement.replace("_", " ")
            judged = f"**{word}**, because {escape(verdict.reason)}"
            judged += f" (cites {', '.join(verdict.evidence)})" if verdict.evidence else ""
        found.append(f"{f.id}, {escape(f.text)}: {judged}")
    return found


def _proposals(state: State, end: Conclusion) -> list[str]:
    ruled = {r.proposal: r for r in end.dispositions}
    found = []
    for p in (p for position in state.positions.values() for p in position.proposals):
        r = ruled.get(p.id)
        what = f"**{r.disposition}**, because {escape(r.reason)}" if r else "no disposition"
        found.append(f"{_proposal(p)}: {what}")
    return found


def _proposal(p: Proposal) -> str:
    return f"{p.id} ({p.kind}) {escape(p.text)}"
