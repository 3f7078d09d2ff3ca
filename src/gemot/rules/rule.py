"""What a rule is, and how facts are judged.

Laws: a rule is one value; its check is pure and yields what offends, or nothing; `judge`
reports every offence of every rule that applies, in the order of the registry; refusals are
values and never exceptions. Codes are never reused.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from gemot.records.envelope import Actor, Marked
from gemot.records.kinds import kind_of
from gemot.records.vocab import Severity
from gemot.rules.state import State


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """One place that offends."""

    place: str
    got: str
    needed: str


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One rule. `on` names what it judges: record kinds, or one of `reply`, `trial`, `chain`,
    `derivation`, `admission`."""

    code: str
    """`FRM001`: three letters of the family, three digits."""
    name: str
    """The defect in kebab case: `too-few-options`."""
    on: tuple[str, ...]
    severity: Severity
    says: str
    """One sentence of what is wrong."""
    why: str
    fix: str
    since: str = "0.1.0"
    revision: int = 1
    """Grows whenever the check judges differently; the rule set's digest covers it."""
    check: Callable[[Any], Iterable[Hit]]


class Offence(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that was broken, and where."""

    code: str
    name: str
    severity: Severity
    place: str
    got: str
    needed: str
    says: str
    fix: str

    def marked(self) -> Marked:
        """What an envelope keeps of it; the place is cut to 200 characters."""
        return Marked(code=self.code, severity=self.severity, place=self.place[:200])


class Admission(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of admitting a record: the case so far, and what would be added."""

    state: State
    record: Any
    actor: Actor
    at: str


def apply(rule: Rule, facts: Any) -> Iterator[Offence]:
    """The rule's offences on these facts."""
    for hit in rule.check(facts):
        yield Offence(
            code=rule.code,
            name=rule.name,
            severity=rule.severity,
            place=hit.place,
            got=hit.got,
            needed=hit.needed,
            says=rule.says,
            fix=rule.fix,
        )


def judge(rules: Iterable[Rule], on: str, facts: Any) -> tuple[Offence, ...]:
    """Every offence of the rules that judge `on`."""
    return tuple(o for rule in rules if on in rule.on for o in apply(rule, facts))


def admit(rules: Iterable[Rule], facts: Admission) -> tuple[Offence, ...]:
    """Every offence of admitting a record."""
    return judge(rules, kind_of(facts.record), facts)


def refused(offences: Iterable[Offence]) -> tuple[Offence, ...]:
    """Those that keep the record out."""
    return tuple(o for o in offences if o.severity in ("refuse", "block"))
