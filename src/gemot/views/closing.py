"""Chapters of a whole case in Markdown: what came of it, what it cost, what is recorded. Pure.

Law: every text that somebody wrote passes `mark.escape`, `mark.quote` or `mark.code`; a
chair's draft is marked as one; a forgotten text is shown as forgotten, an opaque record as
opaque.
"""

from collections.abc import Iterator

from gemot.records.kinds import Opaque
from gemot.records.probe import Prediction, Probe
from gemot.records.report import Finding
from gemot.records.settlement import Conclusion, Resolution
from gemot.records.vocab import Bucket
from gemot.rules.state import State
from gemot.views import money
from gemot.views.experiment import command, ended, expected
from gemot.views.findings import methods, unverified
from gemot.views.forgotten import over
from gemot.views.mark import bullets, code, escape, named, quote, table
from gemot.views.notice import attestation, by, concluding, unanswered

BUCKETS: dict[Bucket, str] = {
    "consensus": "Consensus: claimed by several distinct sources, which is agreement and no proof",
    "divergence": "Divergence: claimed by some, disputed by others",
    "minority": "Minority: claimed by one source",
    "unresolved": "Unresolved: nobody stands by it any more",
    "caller_challenge": "Against the owner's direction",
}


def findings(state: State) -> list[str]:
    """The findings by bucket, in their holders' words, with the verdicts."""
    said = state.report
    if said is None:
        return []
    found = ["## Findings"]
    if not said.findings:
        found += ["", "No claim was counted."]
    for bucket, title in BUCKETS.items():
        mine = [f for f in said.findings if f.bucket == bucket]
        if mine:
            found += ["", f"### {title}", ""]
            for f in mine:
                found += _finding(state, f)
    return found


def _finding(state: State, f: Finding) -> list[str]:
    facts = [f"held by {', '.join(f.supporters) or 'nobody'}"]
    if f.opposers:
        facts.append(f"disputed by {', '.join(f.opposers)}")
    facts.append(attestation(f.sources, f.attested))
    facts.append(f"methods shown: {', '.join(methods(state, f)) or 'none'}")
    facts.append(f"confirmations: {f.confirmations}")
    if unverified(state, f):
        facts.append("unverified: no run covers it")
    if f.evidence:
        facts.append(f"cites {', '.join(f.evidence)}")
    outlives = [n for n, yes in (("source", f.survives_source), ("evidence part",
                f.survives_evidence)) if yes]  # fmt: skip
    if outlives:
        facts.append(f"two sources are left without any one {' or any one '.join(outlives)}")
    verdict = state.verdicts.get(f.id)
    judged = "  - no verdict"
    if verdict is not None:
        word = verdict.judgement.replace("_", " ")
        judged = f"  - verdict of the host: **{word}**, {escape(verdict.reason)}"
    return [f"- **{f.id}** ({f.kind}) {escape(f.text)}", f"  - {'; '.join(facts)}", judged]


def standings(state: State) -> list[str]:
    """Where the seats ended up, and what moved them."""
    said = state.report
    if said is None or not (said.standings or said.absences):
        return []
    rows = [
        (s.seat, code(s.first), code(s.effective), s.confidence, _moved(state, s.seat))
        for s in said.standings
    ]
    found = ["## Where the seats stand", ""]
    if rows:
        found += table(("Seat", "First", "In the end", "Confidence", "What moved it"), rows)
    gone = [f"seat {a.seat} is not counted: {escape(a.why)}" for a in said.absences]
    tests = [f"seat {s}: {escape(c.test)}" for s, c in state.challenges.items() if c.test.strip()]
    return [*found, "", *bullets(gone), *_tests(tests)]


def _tests(items: list[str]) -> list[str]:
    return ["", "**Tests that the seats propose**", "", *bullets(items)] if items else []


def _moved(state: State, seat: str) -> str:
    c = state.challenges.get(seat)
    if c is None or not c.changed:
        return ""
    valid = "" if c.effective == c.choice else " (not valid: the first choice stands)"
    return f"{c.basis or 'no basis'}{valid}: {escape(c.reasoning)}"


def draft(state: State) -> list[str]:
    """What the chair wrote: a draft, which decides and counts nothing."""
    d = state.draft
    if d is None:
        return []
    found = ["## The chair's draft", "", "A draft by one model. It decides and counts nothing.", ""]
    found += quote(d.summary)
    items = [f"what would settle it: {escape(d.decisive)}"]
    if d.objection:
        items.insert(0, f"the strongest objection: {d.objection}")
    items += [
        f"suggests {s.judgement.replace('_', ' ')} for {s.finding}: {escape(s.reason)}"
        for s in d.suggestions
    ]
    return [*found, "", *bullets(items)]


def disagreements(state: State) -> list[str]:
    """Each disagreement, its sides, and how it was settled; superseded resolutions stay."""
    if not state.disagreements:
        return []
    found = ["## Disagreements"]
    for id, d in state.disagreements.items():
        found += ["", f"### {id} ({d.kind})", ""]
        sides = (f"{_holder(s.holder)} ends up for {code(s.option)}" for s in d.sides)
        found += bullets(sides)
        for x in state.experiments.values():
            if x.disagreement == id:
                found += ["", f"**{x.id}**: {code(command(x.command))}", ""]
                found += bullets([*_tried(state, x.id)])
        settled = [r for r in state.every(Resolution) if r.disagreement == id]
        items = [
            f"favours {code(r.favours)}, by {r.experiment or r.by}: {escape(r.reason)}"
            for r in settled
        ]
        found += ["", "How it was settled:" if items else "It is open.", "", *bullets(items)]
    return found


def _tried(state: State, experiment: str) -> Iterator[str]:
    """What was expected of an experiment, and how each run of it ended, in the order told."""
    for f in state.filed:
        r = f.record
        if isinstance(r, Prediction) and r.experiment == experiment:
            who = "itself" if r.by == "seat" else "by the host's word"
            yield f"{_holder(r.holder)} expects, {who}: {escape(expected(r))}"
        elif isinstance(r, Probe) and r.experiment == experiment:
            yield f"{r.id} at {f.at}: {escape(ended(r))}"


def _holder(name: str) -> str:
    return "the host (primary, never a source)" if name == "primary" else f"seat {name}"


def conclusion(state: State) -> list[str]:
    """The owner's decision, whole."""
    end = state.conclusion
    if end is None:
        return ["## Conclusion", "", "None yet."]
    found = ["## Conclusion", "", f"**{code(end.choice)}**, {escape(by(concluding(state)))}", ""]
    found += [*quote(end.because), "", *bullets(_counted(state, end))]
    for name, items in _plans(end):
        found += named(name, items)
    found += named("Rejected", [f"{r.option}: {r.reason}" for r in end.rejected])
    ruled = [f"{r.proposal} {r.disposition}: {r.reason}" for r in end.dispositions]
    return [*found, *named("Proposals", ruled)]


def _counted(state: State, end: Conclusion) -> list[str]:
    found = [f"settled by {end.settled_by}"]
    if end.evidence:
        found.append(f"rests on {', '.join(end.evidence)}")
    if end.rehearsal or not end.reviewed_by:
        found.append("no review counts towards it")
    else:
        seats = ", ".join(end.reviewed_by)
        found.append(f"reviewed by seats {seats}: {attestation(end.sources, end.attested)}")
    if end.provisional:
        found.append(f"provisional: {unanswered(state)}")
    if end.not_weighed:
        found.append(f"not weighed: {', '.join(end.not_weighed)}")
    for name, words in (
        ("scope", end.scope),
        ("against a resolution", end.against),
        ("without the plan", end.without_plan),
        ("next step", end.next_step),
    ):
        if words:
            found.append(f"{name}: {escape(words)}")
    return [*found, *([f"look back on {end.review_on}"] if end.review_on else [])]


def _plans(end: Conclusion) -> list[tuple[str, tuple[str, ...]]]:
    return [
        ("Revisit if", end.revisit_if),
        ("Risks", end.risks),
        ("Validation", end.validation_plan),
        ("Kill criteria", end.kill_criteria),
    ]


def bill(state: State) -> list[str]:
    """What it cost, exact."""
    b = money.bill(state)
    tokens = "not reported by every call"
    if b.input_tokens is not None and b.output_tokens is not None:
        tokens = f"{b.input_tokens} in, {b.output_tokens} out, as reported"
    rows = [
        ("Calls", str(b.calls)),
        ("Settled", f"{money.usd(b.nano)} USD"),
        ("Of unknown cost", str(b.unpriced)),
        ("In doubt", str(b.in_doubt)),
        ("Still reserved", f"{money.usd(b.reserved)} USD"),
        ("Tokens", tokens),
    ]
    return ["## Bill", "", *table(("", ""), rows)]


def rulings(state: State) -> list[str]:
    """Offences that records were admitted with."""
    rows = [(f.name, o.code, o.severity, escape(o.place)) for f in state.filed for o in f.offences]
    if not rows:
        return []
    return ["## Rulings", "", *table(("Record", "Rule", "Severity", "Place"), rows)]


def records(state: State) -> list[str]:
    """Every record with its hash, in the order of the chain."""
    rows = []
    for f in state.filed:
        notes = []
        if isinstance(f.record, Opaque):
            notes.append(f"opaque: kind {escape(f.kind)}, version {f.record.version}")
        if f.forgotten:
            notes.append(escape(over(state, f.name) or "texts forgotten"))
        who = f"{escape(f.actor.name)} ({f.actor.channel})"
        rows.append((escape(f.name), f.at, who, "; ".join(notes), code(f.hash)))
    return ["## Records", "", *table(("Record", "At", "By", "Note", "SHA-256"), rows)]
