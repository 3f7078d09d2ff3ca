"""Rules on verdicts: the host's judgement of a finding.

Laws: a verdict is on a finding of the report, with a reason, on evidence that was found; a
mechanism that nobody tested is accepted as unverified. A later verdict on a finding stands for
an earlier one, and both stay. Codes continue those of `report`.
"""

from collections.abc import Callable, Iterator

from gemot.records.report import Finding, Verdict
from gemot.records.vocab import Severity
from gemot.rules.citation import blank, cited, one_of
from gemot.rules.rule import Admission, Hit, Rule


def _findings(facts: Admission) -> dict[str, Finding]:
    report = facts.state.report
    return {f.id: f for f in report.findings} if report else {}


def _unknown(facts: Admission) -> Iterator[Hit]:
    known = _findings(facts)
    if facts.record.finding not in known:
        needed = one_of(tuple(known))
        yield Hit(place="finding", got=repr(facts.record.finding), needed=needed)


def _unreasoned(facts: Admission) -> Iterator[Hit]:
    said: Verdict = facts.record
    if blank(said.reason):
        got = f"no reason to {said.judgement.replace('_', ' ')} {said.finding}"
        yield Hit(place="reason", got=got, needed="words")


def _unfounded(facts: Admission) -> Iterator[Hit]:
    yield from cited(facts.state, facts.record.evidence)


def _unverified(facts: Admission) -> Iterator[Hit]:
    said, state = facts.record, facts.state
    finding = _findings(facts).get(said.finding)
    if finding is None or finding.kind != "mechanism" or not said.judgement.startswith("accept"):
        return
    cited = [state.evidence[e] for e in said.evidence if e in state.evidence]
    if any(e.resolved and e.probe is not None for e in cited):
        return
    made = [p.seat for p in state.probes.values() if p.status == "done"]
    if not any(s in made for s in finding.supporters) and "executing" not in finding.methods:
        got = f"the mechanism {said.finding} accepted on no run"
        needed = "evidence that a run produced, or a run that was made for who claims it"
        yield Hit(place="evidence", got=got, needed=needed)


def _rule(
    code: str, name: str, check: Callable[[Admission], Iterator[Hit]], says: str, why: str,
    fix: str, severity: Severity = "refuse",
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=("verdict",), severity=severity, says=says, why=why, fix=fix,
        check=check,
    )  # fmt: skip


RULES: tuple[Rule, ...] = (
    _rule(
        "RPT012", "verdict-on-nothing", _unknown, "the verdict is on no finding of the report",
        "A verdict on what nobody found leaves a finding without one.",
        "run `gemot show CASE` for the findings",
    ),
    _rule(
        "RPT013", "unreasoned-verdict", _unreasoned, "the verdict gives no reason",
        "Rejections stay visible with their reason, and so do acceptances: a verdict without "
        "one is a taste.",
        "say why in a sentence",
    ),
    _rule(
        "RPT014", "unfounded-verdict", _unfounded, "the verdict cites evidence that is not there",
        "A citation that resolves to no stored bytes supports nothing, whoever makes it.",
        "cite evidence that was found: `gemot show CASE` lists it",
    ),
    _rule(
        "RPT015", "unverified-mechanism", _unverified,
        "a claim about how something works is accepted, and nobody has tried it",
        "How a thing works can be tried out; until it was, the finding is unverified and "
        "nothing that rests on it binds.",
        "try it: `gemot probe CASE --seat A -- COMMAND`; or call the verdict needs_input",
        "degrade",
    ),
)  # fmt: skip
