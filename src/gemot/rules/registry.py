"""The one registry of rules. Codes are never reused."""

from gemot.rules import evidence, framing, stage
from gemot.rules.rule import Rule

RULES: tuple[Rule, ...] = (*stage.RULES, *framing.RULES, *evidence.RULES)
BY_CODE: dict[str, Rule] = {rule.code: rule for rule in RULES}

assert len(BY_CODE) == len(RULES), "two rules have one code"
assert len({rule.name for rule in RULES}) == len(RULES), "two rules have one name"
