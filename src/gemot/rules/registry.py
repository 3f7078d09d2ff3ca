"""The one registry of rules. Codes are never reused."""

from gemot.records.canonical import digest as digest_of
from gemot.rules import derivation, evidence, floors, framing, journal, policy, reading, stage
from gemot.rules.rule import Rule

FAMILIES = (stage, framing, evidence, reading, journal, derivation)
"""The modules of rules, in the order in which a case meets them."""
RULES: tuple[Rule, ...] = tuple(rule for family in FAMILIES for rule in family.RULES)
BY_CODE: dict[str, Rule] = {rule.code: rule for rule in RULES}
VIEWS = 1
"""Revision of what `gemot.views` computes; grows whenever a computed record would differ."""


def digest(rules: tuple[Rule, ...] = RULES) -> str:
    """The rule set's digest: codes with revision and severity, and the tables they read."""
    return digest_of(
        {
            "rules": [(r.code, r.revision, r.severity) for r in rules],
            "stages": [(kind, at, ok) for (kind, at), ok in stage.TABLE.items()],
            "budget": policy.BUDGET,
            "less": policy.LESS,
            "floors": [sorted(map(str, getattr(floors, n).items())) for n in _tables()],
            "views": VIEWS,
        }
    )


def _tables() -> list[str]:
    return sorted(n for n in vars(floors) if n.isupper() and isinstance(vars(floors)[n], dict))
