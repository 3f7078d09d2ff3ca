"""A concluded case as an architecture decision record, in the layout of MADR 4. Pure.

Laws: without a conclusion there is none (`Unconcluded`); the case's id and the head of its
chain stand in it, so that the repository that keeps it holds a head outside the store; sources
are counted as the conclusion counts them; a rehearsal's words argue for nothing and are left out.
"""

from collections.abc import Iterable

import msgspec

from gemot.records.faults import Fault, Faulty
from gemot.records.framing import Case, Outcome
from gemot.records.report import Finding
from gemot.records.settlement import DEFER, Conclusion
from gemot.rules.state import State
from gemot.views.forgotten import stones, told
from gemot.views.grounds import grounds
from gemot.views.mark import bullets, code, escape, quote, text
from gemot.views.notice import attestation, by, concluding, head, unanswered
from gemot.views.visible import line


class Unconcluded(Faulty):
    """The case has no conclusion, so that there is no decision to write down."""

    def __init__(self, case: str) -> None:
        fault = Fault(
            place="conclusion",
            got="no conclusion",
            needed="the owner's decision",
            fix=f"gemot conclude {case} --choose OPTION --because REASON",
        )
        super().__init__("the decision record", [fault])


def adr(case: str, state: State) -> str:
    """The decision record; `Unconcluded` where nothing is decided."""
    said, end = state.case, state.conclusion
    if said is None or end is None:
        raise Unconcluded(case)
    return text(
        [
            *_front(state, said, end),
            "",
            f"# {escape(said.question)}",
            *_warnings(state, end),
            *_context(said),
            *_drivers(state, said),
            *_options(said),
            *_outcome(state, said, end),
            *_confirmation(end),
            *_arguments(state, said, end),
            *_more(case, state, end),
            *grounds(state, end),
        ]
    )


def _front(state: State, said: Case, end: Conclusion) -> list[str]:
    filed = concluding(state)
    assert filed is not None
    makers = list(dict.fromkeys((said.owner, filed.actor.name)))
    return [
        "---",
        f"status: {_string('proposed' if end.choice == DEFER else 'accepted')}",
        f"date: {filed.at[:10]}",
        f"decision-makers: {_strings(makers)}",
        f"consulted: {_strings(_consulted(state, end))}",
        "informed: []",
        "---",
    ]


def _strings(items: Iterable[str]) -> str:
    return "[" + ", ".join(_string(x) for x in items) + "]"


def _string(item: str) -> str:
    """A JSON string, which YAML reads as the same."""
    return msgspec.json.encode(line(item)).decode()


def _consulted(state: State, end: Conclusion) -> list[str]:
    """The advisors whose answers were counted; in a rehearsal nobody."""
    seats = [s for id in end.reviewed_by if (s := state.seat(id)) is not None]
    return [f"{s.advisor} ({s.entry.model or 'model not named'})" for s in seats]


def _warnings(state: State, end: Conclusion) -> list[str]:
    found = []
    if end.rehearsal:
        found.append(
            "This rests on a rehearsal, which shows the machinery and is no counsel: "
            "no review counts towards it."
        )
    if end.provisional:
        found.append(f"Provisional: {unanswered(state)} before it was concluded.")
    if end.choice == DEFER:
        found.append("The decision was put off.")
    return ["", *(f"> **{x}**  " for x in found)] if found else []


def _context(said: Case) -> list[str]:
    found = ["", "## Context and Problem Statement", "", *quote(said.question)]
    for words in (said.ask, said.context):
        if words and words.strip():
            found += ["", *quote(words)]
    return found


def _drivers(state: State, said: Case) -> list[str]:
    items = [_wanted(o) for o in state.outcomes.values()]
    items += [escape(x) for x in (*said.directions, *said.constraints)]
    items += [f"to be decided by {said.deadline}"] if said.deadline else []
    lifted = f", lifted by {', '.join(escape(f) for f in said.floors)}" if said.floors else ""
    items.append(f"stakes: {said.stakes}{lifted}")
    return ["", "## Decision Drivers", "", *bullets(items)]


def _wanted(o: Outcome) -> str:
    fails = f"; it fails if: {escape(o.failure)}" if o.failure and o.failure.strip() else ""
    return f"{o.reference}: {escape(o.success)}{fails}"


def _options(said: Case) -> list[str]:
    return ["", "## Considered Options", "", *bullets(_title(said, o.id) for o in said.options)]


def _title(said: Case, option: str) -> str:
    """`queue`: its title."""
    title = next((o.title for o in said.options if o.id == option), "")
    return f"{code(option)}: {escape(title)}" if title.strip() else code(option)


def _outcome(state: State, said: Case, end: Conclusion) -> list[str]:
    chosen = "No option was chosen: the decision was put off"
    if end.choice != DEFER:
        chosen = f"Chosen option: {_title(said, end.choice)}"
    found = ["", "## Decision Outcome", "", f"{chosen}, because:", "", *quote(end.because)]
    if end.scope:
        found += ["", f"It holds for: {escape(end.scope)}"]
    return [*found, *_consequences(state, said, end)]


def _consequences(state: State, said: Case, end: Conclusion) -> list[str]:
    items = [f"Bad, because {escape(r)}" for r in end.risks]
    items += [] if end.rehearsal else _feared(state)
    undo = next((o.undo_cost for o in said.options if o.id == end.choice), None)
    if undo:
        items.append(f"Neutral, because taking it back costs: {escape(undo)}")
    if end.next_step:
        items.append(f"Next step: {escape(end.next_step)}")
    return ["", "### Consequences", "", *(bullets(items) or ["None was recorded."])]


def _feared(state: State) -> list[str]:
    """The strongest objection, and every risk, but what a verdict rejected: whose they are does
    not say of which option."""
    report = state.report
    if report is None:
        return []
    found = []
    refuted = {v.finding for v in state.verdicts.values() if v.judgement == "reject"}
    if report.objection_text and report.objection not in refuted:
        of = f", {report.objection}" if report.objection else ""
        found.append(f"Bad, because {escape(report.objection_text)} (the strongest objection{of})")
    skip = {*refuted, report.objection}
    risks = (f for f in report.findings if f.kind == "risk" and f.id not in skip)
    return [*found, *(f"Bad, because {escape(f.text)} ({_held(f)})" for f in risks)]


def _held(f: Finding) -> str:
    """`F2, a risk as claimed by B, disputed by A`."""
    who = ", ".join(f.supporters) or "nobody any more"
    against = f", disputed by {', '.join(f.opposers)}" if f.opposers else ""
    return f"{f.id}, a {f.kind} as claimed by {who}{against}"


def _confirmation(end: Conclusion) -> list[str]:
    items = [escape(v) for v in end.validation_plan]
    items += [f"it is stopped if: {escape(k)}" for k in end.kill_criteria]
    items += [f"it is revisited if: {escape(r)}" for r in end.revisit_if]
    items += [f"look back on {end.review_on}"] if end.review_on else []
    return ["", "### Confirmation", "", *(bullets(items) or ["None was recorded."])]


def _arguments(state: State, said: Case, end: Conclusion) -> list[str]:
    found = ["", "## Pros and Cons of the Options"]
    for option in said.options:
        items = [] if end.rehearsal else _argued(state, option.id)
        items += [
            f"Bad, because {escape(r.reason)} (the owner)"
            for r in end.rejected
            if r.option == option.id
        ]
        found += ["", f"### {_title(said, option.id)}", "", *(bullets(items) or ["Not argued."])]
    return found


def _argued(state: State, option: str) -> list[str]:
    """What the seats said of an option: the findings of those who end up for it but risks, their
    own concern, and the case that others made for it."""
    report = state.report
    stands = {s.seat: s.effective for s in report.standings} if report else {}
    found = []
    for f in report.findings if report else ():
        mine = [s for s in f.supporters if stands.get(s) == option]
        if mine and f.kind != "risk":
            found.append(f"Good, because {escape(f.text)} ({_held(f)})")
    for seat, p in state.positions.items():
        if stands.get(seat) == option and p.concern.strip():
            found.append(f"Bad, because {escape(p.concern)} (seat {seat}, which is for it)")
        elif p.alternative == option and p.alternative_case.strip():
            found.append(f"Good, because {escape(p.alternative_case)} (seat {seat}, not for it)")
    return found


def _more(case: str, state: State, end: Conclusion) -> list[str]:
    check = code(f"gemot verify {case} --against {head(state)}")
    items = [
        f"Case {code(case)}, {len(state.filed)} records; {check} holds a store to its head",
        f"Concluded {escape(by(concluding(state)))}; settled by {end.settled_by}",
        _reviewed(end),
    ]
    for d in end.disagreements:
        settled = state.resolutions.get(d)
        how = f"settled by {settled.by}: {escape(settled.reason)}" if settled else "open"
        items.append(f"Disagreement {d}: {how}")
    if end.against:
        items.append(f"Against a resolution, because {escape(end.against)}")
    if end.supersedes:
        items.append(f"Supersedes {code(end.supersedes)}")
    items += [f"Texts forgotten: {escape(told(s))}" for s in stones(state)]
    return ["", "## More Information", "", *bullets(items)]


def _reviewed(end: Conclusion) -> str:
    if end.rehearsal:
        return "A rehearsal: it shows the machinery and is no counsel; no review counts"
    if not end.reviewed_by:
        return "No independent advisor's answer was counted"
    return f"Counted: {attestation(end.sources, end.attested)}; agreement is no proof"
