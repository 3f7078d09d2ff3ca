"""What evidence must be to support anything, and whether a case is ready to be planned.

Laws: the gate is computed from the case and what was found, never given; only what was said to
be observed, was found and is more than an earlier opinion supports a material decision; the
gate names one missing fact, the smallest that would mend it, by its id and never in the case's
own words. Sources: decision-council 1.3, majordomus 3 (holes 5 and 7), design 4.

That lines lie within their file is the look-up's to find; here they are those asked for. What
is added after the report answers no reference of the case, so it is not compared with one.
"""

import re
from collections.abc import Callable, Iterator

import msgspec

from gemot.records.evidence import Evidence
from gemot.records.framing import Case, Reference
from gemot.records.prose import FORGOTTEN
from gemot.records.vocab import Gate, Severity, at_least
from gemot.rules.lines import lines_of
from gemot.rules.probe import RUNS
from gemot.rules.rule import Admission, Hit, Rule
from gemot.rules.state import State

_CITED = re.compile(r"\bE[1-9]\d{0,3}\b")
_GATES: tuple[Gate, ...] = ("PASS", "CONDITIONAL", "FAIL")


class Readiness(msgspec.Struct, frozen=True, kw_only=True):
    """Whether anybody may be asked. It is computed whenever it is needed and never stored."""

    gate: Gate
    missing: str | None = None
    """The smallest missing fact, in words that hold nothing of the case's own text."""
    reference: str | None = None
    """The reference that lacks it: `E1`; None: no single one."""


def readiness(state: State) -> Readiness:
    """The gate of decision-council 1.3 over the newest look-up of each reference."""
    case = state.case
    if case is None:
        return Readiness(gate="FAIL", missing="the case is not framed")
    lacks = [lack for r in case.evidence if (lack := _lack(r, case, state))]
    if at_least(case.stakes, "material") and not any(map(supports, state.evidence.values())):
        lacks.append(Readiness(gate="FAIL", missing="an observed fact that can be looked up"))
    return max(lacks, key=lambda lack: _GATES.index(lack.gate), default=Readiness(gate="PASS"))


def supports(found: Evidence) -> bool:
    """Whether a material decision may rest on it: a prior opinion is never enough alone."""
    return found.resolved and found.status == "OBSERVED" and found.kind != "prior_opinion"


def _lack(reference: Reference, case: Case, state: State) -> Readiness | None:
    """What one reference lacks, and how much that matters."""
    material = at_least(case.stakes, "material")
    id, found = reference.id, state.evidence.get(reference.id)
    gate: Gate = "FAIL" if material else "CONDITIONAL"
    if found is None:
        return Readiness(gate=gate, missing=f"a look-up of {id}", reference=id)
    if found.status == "OBSERVED":
        missing = f"what {id} is said to observe, which was not found"
        return None if found.resolved else Readiness(gate=gate, missing=missing, reference=id)
    if found.status in ("UNKNOWN", "CONTESTED"):
        # A recommendation that can be taken back is safe on an unknown; another is not.
        reversible = all(option.reversibility == "two_way" for option in case.options)
        missing = f"an answer to {id}, which is {found.status}"
        gate = "CONDITIONAL" if reversible else "FAIL"
        return Readiness(gate=gate, missing=missing, reference=id)
    if not material:
        return None
    if found.status == "INFERRED" and _grounded(found, state):
        return None
    needed = "a check of" if found.status == "ASSUMED" else "an observation under"
    return Readiness(gate="CONDITIONAL", missing=f"{needed} {id}", reference=id)


def _grounded(found: Evidence, state: State) -> bool:
    """Whether an inference names an observation that was found."""
    cited = set(_CITED.findall(f"{found.at} {found.claim}")) - {found.id}
    return any(id in cited and supports(e) for id, e in state.evidence.items())


def _asked(facts: Admission) -> Reference | None:
    """The case's own reference that the evidence answers; None: none, or the plan is made."""
    case = facts.state.case
    if case is None or facts.state.plan is not None:
        return None
    return next((r for r in case.evidence if r.id == facts.record.id), None)


def _unasked(facts: Admission) -> Iterator[Hit]:
    case = facts.state.case
    if case is not None and facts.state.plan is None and _asked(facts) is None:
        needed = "one of " + ", ".join(r.id for r in case.evidence) if case.evidence else "none"
        yield Hit(place="id", got=repr(facts.record.id), needed=needed)


def _altered(facts: Admission) -> Iterator[Hit]:
    found: Evidence = facts.record
    asked = _asked(facts)
    if asked is None:
        return
    for name in ("kind", "at", "claim", "status"):
        got, needed = getattr(found, name), getattr(asked, name)
        lowered = name == "status" and got == "UNKNOWN"
        if got != needed and not lowered and FORGOTTEN not in (got, needed):
            yield Hit(place=name, got=_short(got), needed=f"{_short(needed)}, as the case says")


def _short(text: str) -> str:
    return repr(text) if len(text) <= 60 else repr(text[:57] + "...")


def _unresolved(found: Evidence) -> Iterator[Hit]:
    if not found.resolved and found.status == "OBSERVED":
        got = found.why or "nothing found"
        yield Hit(place="at", got=got, needed="something that was found there")


def _unexplained(found: Evidence) -> Iterator[Hit]:
    if not found.resolved and not (found.why or "").strip():
        yield Hit(place="why", got="nothing", needed="why it was not found")


def _unfounded(found: Evidence) -> Iterator[Hit]:
    for name in () if found.resolved else ("commit", "blob", "first", "last", "excerpt"):
        if getattr(found, name) is not None:
            yield Hit(place=name, got=f"the {name} of what was not found", needed="nothing")


def _unshown(found: Evidence) -> Iterator[Hit]:
    if found.resolved and found.excerpt is None:
        yield Hit(place="excerpt", got="nothing", needed="the digest of what was found")


def _no_lines(found: Evidence) -> Iterator[Hit]:
    first, last = found.first, found.last
    if first is None and last is None:
        return
    if first is None or last is None:
        place = "first" if first is None else "last"
        yield Hit(place=place, got="nothing", needed="both the first and the last line")
    elif not 1 <= first <= last:
        yield Hit(place="last", got=f"lines {first} to {last}", needed="lines from 1 on, in order")


LINED = ("file", "adr", "rule")
"""Kinds that are lines of a file of the project."""


def _other_lines(found: Evidence) -> Iterator[Hit]:
    if not found.resolved or found.kind not in LINED or found.at == FORGOTTEN:
        return
    asked, read = lines_of(found.at), (found.first, found.last)
    if asked is not None and read != asked:
        got = "the whole file" if read == (None, None) else f"lines {read[0]} to {read[1]}"
        yield Hit(place="first", got=got, needed=f"lines {asked[0]} to {asked[1]}")


def _unsourced(found: Evidence) -> Iterator[Hit]:
    if not found.resolved:
        return
    dated = found.kind == "commit" or (found.kind in LINED and found.tracked is not False)
    if found.commit is None and dated:
        other = "" if found.kind == "commit" else ", or `tracked` as false"
        yield Hit(place="commit", got="nothing", needed=f"the commit that was read{other}")
    if found.kind in (*LINED, "document", "record") and found.blob is None:
        yield Hit(place="blob", got="nothing", needed="the blob that was read")


def _unwitnessed(found: Evidence) -> Iterator[Hit]:
    if not found.resolved or found.kind not in ("note", "runtime", "prior_opinion"):
        return
    if not (found.seen_by or "").strip():
        needed = "whose opinion it is" if found.kind == "prior_opinion" else "who saw it"
        yield Hit(place="seen_by", got="nobody", needed=needed)
    if found.seen_at is None:
        yield Hit(place="seen_at", got="no time", needed="when it was seen")


def _unrun(facts: Admission) -> Iterator[Hit]:
    found: Evidence = facts.record
    if not found.resolved or found.kind not in RUNS:
        return
    run = facts.state.probes.get(found.probe or "")
    if run is None:
        got = "nothing" if found.probe is None else repr(found.probe)
        yield Hit(place="probe", got=got, needed="the run that produced it")
    elif run.evidence != found.id or run.status != "done":
        got = f"{run.id}, made for {run.evidence or 'nothing'} and {run.status}"
        yield Hit(place="probe", got=got, needed=f"a run that was made for {found.id} and ended")


_SHORT: dict[Gate, str] = {
    "FAIL": "too little to decide on",
    "CONDITIONAL": "an unknown that remains",
}


def _gate(gate: Gate) -> Callable[[Admission], Iterator[Hit]]:
    """A check that the readiness is not `gate`. Below material nothing is held up."""

    def check(facts: Admission) -> Iterator[Hit]:
        case, ready = facts.state.case, readiness(facts.state)
        if case is None or ready.gate != gate or not at_least(case.stakes, "material"):
            return
        ids = [reference.id for reference in case.evidence]
        at = f"evidence[{ids.index(ready.reference)}].at" if ready.reference else "evidence"
        yield Hit(place=at, got=_SHORT[gate], needed=ready.missing or "")

    return check


def _rule(
    code: str,
    name: str,
    check: Callable[[Evidence], Iterator[Hit]],
    says: str,
    why: str,
    fix: str,
    severity: Severity = "refuse",
) -> Rule:
    """A rule that looks at the evidence alone."""
    return Rule(
        code=code, name=name, on=("evidence",), severity=severity, says=says, why=why, fix=fix,
        check=lambda facts: check(facts.record),
    )  # fmt: skip


LOOK = "look the reference up again"
RULES: tuple[Rule, ...] = (
    Rule(
        code="EVD001", name="unasked-evidence", on=("evidence",), severity="refuse",
        says="the case never asked for this evidence",
        why="What is put before the advisors is frozen with the question; evidence slipped in "
        "before the plan would be seen by them and by nobody who framed it.",
        fix="name it in the decision file", check=_unasked,
    ),
    Rule(
        code="EVD002", name="altered-reference", on=("evidence",), severity="refuse",
        says="the evidence is not what the case refers to",
        why="A reference that changes between asking and finding was not looked up. Its status "
        "may only be lowered, to UNKNOWN.",
        fix=LOOK, check=_altered,
    ),
    _rule(
        "EVD003", "unresolved-observation", _unresolved, "an observation was not found",
        "What nobody can look up again supports nothing, whoever saw it. It is kept, so that "
        "its absence is seen.",
        "correct the reference in the decision file, or call it ASSUMED", severity="note",
    ),
    _rule(
        "EVD004", "unexplained-absence", _unexplained, "nothing says why it was not found",
        "An absence without a reason cannot be mended.", LOOK,
    ),
    _rule(
        "EVD005", "content-of-nothing", _unfounded, "what was not found has content",
        "An excerpt is cited as bytes that are there; of what was not found there are none.",
        LOOK,
    ),
    _rule(
        "EVD006", "unshown-evidence", _unshown, "what was found was not kept",
        "A citation must resolve to stored bytes; what only one process saw is hearsay.", LOOK,
    ),
    _rule(
        "EVD007", "lines-of-nothing", _no_lines, "the lines are none",
        "Lines count from 1 and run forwards.", LOOK,
    ),
    _rule(
        "EVD008", "other-lines", _other_lines, "other lines were read than were asked for",
        "Who names lines has read those; others may say something else.", LOOK,
    ),
    _rule(
        "EVD009", "unsourced-evidence", _unsourced, "nothing says what exactly was read",
        "A path names another text tomorrow; the commit and the blob name this one for ever.",
        LOOK,
    ),
    _rule(
        "EVD010", "unwitnessed-note", _unwitnessed, "nobody saw it, or at no time",
        "A note proves that somebody said to have seen something; so it says who and when.",
        LOOK,
    ),
    Rule(
        code="EVD011", name="failed-gate", on=("plan",), severity="block",
        says="a material decision lacks what it rests on",
        why="A debate without provenance, or on an unknown that could reverse a decision which "
        "cannot be taken back, costs much and settles nothing (decision-council 1.3).",
        fix="commit the file, or name it with --evidence, and run `gemot case resume CASE`; or "
        "put the missing fact into the decision file and decide again",
        check=_gate("FAIL"),
    ),
    Rule(
        code="EVD012", name="conditional-gate", on=("plan",), severity="degrade",
        says="what is recommended will hold under a condition",
        why="An unknown remains. A recommendation that can be taken back is safe on it, as long "
        "as it is called conditional (decision-council 1.3).",
        fix="get the one missing fact, or say under `revisit-if` what would change the decision",
        check=_gate("CONDITIONAL"),
    ),
    Rule(
        code="EVD013", name="run-without-probe", on=("evidence",), severity="refuse",
        says="what only a run can show names no run that is recorded",
        why="A test that passed, a command's output and what was seen at runtime are somebody's "
        "word until the run itself is kept.",
        fix="run it: `gemot probe CASE --for E1`", check=_unrun,
    ),
)  # fmt: skip
