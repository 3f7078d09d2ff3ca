"""`docs/rules.md`, from the registry."""

from collections.abc import Iterator

from gemot.rules.registry import FAMILIES, RULES
from gemot.rules.rule import Rule

SEVERITIES = {
    "refuse": "keeps the record out",
    "block": "keeps the record out until something else is done",
    "degrade": "is recorded, and lowers what may be said of the result",
    "note": "is recorded",
}


def page() -> str:
    """Every rule under its family, in the order of the registry."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Rules"
    yield ""
    yield (
        f"{len(RULES)} rules. `gemot case explain CODE` says the same in the terminal. A code is "
        "never reused."
    )
    yield ""
    yield from (f"- **{name}**: {says}" for name, says in SEVERITIES.items())
    for family, title in FAMILIES.items():
        mine = [r for r in RULES if r.code.startswith(family)]
        if mine:
            yield from ("", f"## {title} ({family})")
            for rule in mine:
                yield from _rule(rule)


def _rule(rule: Rule) -> Iterator[str]:
    yield from ("", f"### {rule.code} {rule.name}", "")
    yield f"{rule.says[:1].upper()}{rule.says[1:]}."
    yield ""
    yield f"- Why: {rule.why}"
    yield f"- Fix: {rule.fix}"
    yield f"- Severity: {rule.severity}"
    yield f"- Judges: {', '.join(rule.on)}"
    revised = f", revision {rule.revision}" if rule.revision > 1 else ""
    yield f"- Since: {rule.since}{revised}"
