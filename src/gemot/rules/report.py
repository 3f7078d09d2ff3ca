"""Rules on the report: that nothing was dropped, doubled or counted for what it is not.

Laws: every claim of every counted position is in exactly one finding and every finding in the
bucket that its own fields say; every planned seat is counted or absent; a rehearsal, a panel
that fell short and a split one recommend nothing. That the numbers of sources are right takes
the computation itself and is `verify`'s to find (DRV001). Verdicts are judged in `verdict`.
Source: agentops-council 1.2 and 1.3, decision-council 1.9.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from gemot.records.report import Finding, Report
from gemot.records.vocab import INSUFFICIENT, Bucket, Severity
from gemot.rules import verdict
from gemot.rules.citation import one_of
from gemot.rules.rule import Admission, Hit, Rule


def _early(facts: Admission) -> Iterator[Hit]:
    plan, state = facts.state.plan, facts.state
    for round in plan.rounds if plan else ():
        if not state.complete(round):
            got = f"a report while the round {round!r} has calls to make"
            yield Hit(place="report", got=got, needed=f"every call of {round!r} ended")


def _dropped(facts: Admission) -> Iterator[Hit]:
    report: Report = facts.record
    count = Counter(c for f in report.findings for c in f.claims)
    claims = [c.id for p in facts.state.positions.values() for c in p.claims]
    for id in claims:
        if count[id] != 1:
            got = f"{id!r} in {count[id]} findings" if count[id] else f"{id!r} in no finding"
            yield Hit(place="findings", got=got, needed="every claim in exactly one")
    for i, finding in enumerate(report.findings):
        for j, id in enumerate(finding.claims):
            if id not in claims:
                place = f"findings[{i}].claims[{j}]"
                yield Hit(place=place, got=repr(id), needed="a claim of a counted position")
        if not finding.claims:
            yield Hit(place=f"findings[{i}].claims", got="nothing", needed="at least one claim")


def _bucket(finding: Finding, contradicts: bool) -> tuple[Bucket, str]:
    """The bucket that a finding's own fields say, and why."""
    if contradicts:
        return "caller_challenge", "a claim stands against a direction of the owner"
    if finding.opposers:
        return "divergence", f"{', '.join(finding.opposers)} opposed"
    if not finding.supporters:
        return "unresolved", "nobody stands by it"
    if finding.sources > 1:
        return "consensus", f"{finding.sources} sources and no opposer"
    return "minority", "one source"


def _misplaced(facts: Admission) -> Iterator[Hit]:
    report: Report = facts.record
    positions = facts.state.positions.values()
    against = {c.id for p in positions for c in p.claims if c.against is not None}
    for i, finding in enumerate(report.findings):
        needed, why = _bucket(finding, bool(against & set(finding.claims)))
        if finding.bucket != needed:
            place = f"findings[{i}].bucket"
            yield Hit(place=place, got=repr(finding.bucket), needed=f"{needed!r}: {why}")


def _misnumbered(facts: Admission) -> Iterator[Hit]:
    for i, finding in enumerate(facts.record.findings):
        if finding.id != f"F{i + 1}":
            yield Hit(place=f"findings[{i}].id", got=repr(finding.id), needed=f"'F{i + 1}'")


def _holders(facts: Admission) -> Iterator[Hit]:
    report: Report = facts.record
    counted = tuple(facts.state.positions)
    for i, f in enumerate(report.findings):
        for name, seats in (("supporters", f.supporters), ("opposers", f.opposers)):
            for j, seat in enumerate(seats):
                if seat not in counted:
                    place = f"findings[{i}].{name}[{j}]"
                    yield Hit(place=place, got=repr(seat), needed=one_of(counted))
        for seat in f.supporters:
            if seat in f.opposers:
                got = f"{seat!r}, who opposes it"
                yield Hit(place=f"findings[{i}].supporters", got=got, needed="one of the two")
        if not f.attested <= f.sources <= len(f.supporters):
            got = f"{f.attested} attested of {f.sources} sources of {len(f.supporters)} supporters"
            needed = "no more sources than supporters, nor attested than sources"
            yield Hit(place=f"findings[{i}].sources", got=got, needed=needed)


def _only(facts: Admission) -> tuple[str | None, str]:
    """What a report may recommend, and why."""
    report: Report = facts.record
    if report.panel.rehearsal or (facts.state.plan and facts.state.plan.rehearsal):
        return None, "nothing: it is a rehearsal"
    if report.insufficient:
        return None, "nothing: the panel fell short"
    options = {s.effective for s in report.standings}
    if len(options) != 1:
        return None, "nothing: the panel is split" if options else "nothing: nobody answered"
    only = next(iter(options))
    if only == INSUFFICIENT:
        return None, "nothing: the evidence suffices nobody"
    return only, f"{only!r}, where every counted seat ends up"


def _recommends(facts: Admission) -> Iterator[Hit]:
    got = facts.record.recommendation
    allowed, needed = _only(facts)
    if got != allowed:
        said = "nothing" if got is None else repr(got)
        yield Hit(place="recommendation", got=said, needed=needed)


def _short(facts: Admission) -> Iterator[Hit]:
    plan, state = facts.state.plan, facts.state
    if plan is None:
        return
    planned, returned = len(plan.seats), len(state.positions)
    needed = returned < min(2, planned)
    if facts.record.insufficient != needed:
        said, must = str(facts.record.insufficient).lower(), str(needed).lower()
        why = f"{returned} counted of {planned} planned"
        yield Hit(place="insufficient", got=said, needed=f"{must}: {why}")


def _seats(facts: Admission) -> Iterator[Hit]:
    report, state = facts.record, facts.state
    planned = [s.id for s in state.plan.seats] if state.plan else []
    standing = Counter(s.seat for s in report.standings)
    absent = Counter(a.seat for a in report.absences)
    for seat in dict.fromkeys((*planned, *standing, *absent)):
        counted = seat in state.positions
        needed = "among the counted" if counted else "among the absent"
        if seat not in planned:
            needed = "nowhere: the seat was not planned"
        right = (int(counted), int(not counted)) if seat in planned else (0, 0)
        if (standing[seat], absent[seat]) != right:
            got = f"{seat!r} {standing[seat]} times counted and {absent[seat]} times absent"
            yield Hit(place="standings", got=got, needed=needed)


def _standings(facts: Admission) -> Iterator[Hit]:
    state = facts.state
    for i, s in enumerate(facts.record.standings):
        first, later = state.positions.get(s.seat), state.challenges.get(s.seat)
        if first is None:
            continue
        effective = later.effective if later else first.choice
        pairs = (("first", first.choice), ("effective", effective))
        for name, needed in (*pairs, ("confidence", first.confidence)):
            got = getattr(s, name)
            if got != needed:
                place = f"standings[{i}].{name}"
                yield Hit(place=place, got=repr(got), needed=f"{needed!r}, as seat {s.seat} said")


def _panel(facts: Admission) -> Iterator[Hit]:
    plan, panel = facts.state.plan, facts.record.panel
    if plan is None:
        return
    returned = len(facts.state.positions)
    pairs = (("seats", len(plan.seats)), ("returned", returned), ("rehearsal", plan.rehearsal))
    for name, needed in pairs:
        got = getattr(panel, name)
        if got != needed:
            must = str(needed).lower()
            yield Hit(place=f"panel.{name}", got=str(got).lower(), needed=must)
    if not panel.attested <= panel.sources <= returned:
        got = f"{panel.attested} attested of {panel.sources} sources of {returned} answers"
        most = "no more sources than answers, nor attested than sources"
        yield Hit(place="panel.sources", got=got, needed=most)


def _crossed(facts: Admission) -> Iterator[Hit]:
    report: Report = facts.record
    pairs = [(s.first, s.effective) for s in report.standings]
    moved = len(pairs) > 1 and all(a != b for a, b in pairs)
    if moved and sorted(a for a, _ in pairs) == sorted(b for _, b in pairs):
        got = ", ".join(f"{s.seat} from {s.first} to {s.effective}" for s in report.standings)
        yield Hit(place="standings", got=got, needed="at least one seat that stood by its choice")


def _rule(
    code: str, name: str, check: Callable[[Admission], Iterator[Hit]], says: str, why: str,
    severity: Severity = "refuse", fix: str = "leave the report to the writer: run "
    "`gemot case resume CASE`",
) -> Rule:  # fmt: skip
    return Rule(
        code=code, name=name, on=("report",), severity=severity, says=says, why=why, fix=fix,
        check=check,
    )  # fmt: skip


RULES: tuple[Rule, ...] = (
    _rule(
        "RPT001", "report-before-the-end", _early, "a round has not ended",
        "A report that does not wait leaves out who answers slowly.",
    ),
    _rule(
        "RPT002", "dropped-claim", _dropped, "a claim is in no finding, in several, or nobody's",
        "A dropped claim is how a majority launders a dissent; a doubled one is counted twice "
        "(agentops-council 1.2).",
    ),
    _rule(
        "RPT003", "misplaced-finding", _misplaced,
        "a finding is in another bucket than its own fields say",
        "Consensus takes two sources and no opposer; what goes against the owner's direction is "
        "put to the owner, however many hold it (agentops-council 1.3).",
    ),
    _rule(
        "RPT004", "misnumbered-finding", _misnumbered, "the findings are not F1, F2, … in order",
        "Verdicts go by id; an id that is missing or doubled leaves a finding unjudged.",
    ),
    _rule(
        "RPT005", "stranger-among-holders", _holders,
        "a finding is held or opposed by who was not counted, or by more sources than people",
        "Only a sealed and counted seat supports or opposes; a failure, a repetition or a "
        "stranger does not.",
    ),
    _rule(
        "RPT006", "unwarranted-recommendation", _recommends,
        "what is recommended is not what every counted seat ends up for",
        "No count decides: where the seats differ, fell short or cannot advise, nothing is "
        "recommended; and where all agree it is said.",
    ),
    _rule(
        "RPT007", "wrong-sufficiency", _short,
        "the report does not say rightly whether the panel fell short",
        "Fewer than two sealed judgements where two were planned are insufficient, never a "
        "thin consensus (agentops-council 1.2).",
    ),
    _rule(
        "RPT008", "unaccounted-seat", _seats,
        "a planned seat is not once counted or once absent, or another is",
        "Who was asked and did not answer is part of what came out.",
    ),
    _rule(
        "RPT009", "altered-standing", _standings, "a seat stands elsewhere than it said",
        "Where a seat stands is its first choice and its valid change, and nothing else.",
    ),
    _rule(
        "RPT010", "miscounted-panel", _panel, "the panel is not that of the plan and the answers",
        "How many were asked, how many answered and whether they can advise bounds all that "
        "follows.",
    ),
    _rule(
        "RPT011", "cross-switch", _crossed, "all seats changed sides with each other",
        "The views were exchanged and not reconciled; it is no convergence "
        "(decision-council 1.9).",
        "note", "read both reasons; run the test that the seats proposed",
    ),
    *verdict.RULES,
)  # fmt: skip
