"""The one scale: what lifts the stakes of a decision above the materiality it was given.

Laws: stakes are never below the materiality given nor below any floor; a floor depends on
nothing but categories, doors and what `affects` names, so that calling a decision small does
not make it small (majordomus hole 8). A floor is named by its place and by words of these
tables, never by the user's own text, since it stands in an envelope.

Sources: majordomus 1.4 (what each level means), decision-council 1.5 (consequential
categories), agentops-council 1.9 (effect classes), ai-council 1 (never-council classes).
"""

import re
from collections.abc import Iterator

from gemot.records.framing import Option
from gemot.records.vocab import MATERIALITIES, Materiality

CATEGORIES: dict[str, Materiality] = {
    # majordomus 1.4: what each level of materiality means.
    "name": "trivial",
    "format": "trivial",
    "local_reversible": "low",
    "correctness": "material",
    "interface": "material",
    "data": "material",
    "concurrency": "material",
    "operations": "material",
    "architecture": "high",
    "security": "high",
    "compatibility": "high",
    "public_contract": "high",
    "irreversible": "critical",
    "destructive": "critical",
    "governance": "critical",
    # decision-council 1.5: never low.
    "security_policy": "high",
    "product_roadmap": "material",
    "autonomous_execution_plan": "high",
    # agentops-council 1.9: effects that make a door one-way.
    "publishing": "high",
    "credentials": "high",
    "external_mutation": "high",
    "remote_deletion": "critical",
    "release": "high",
    # ai-council 1: what no council can consent to.
    "spend": "material",
    "scope_expansion": "material",
    "owner_only": "material",
}
"""Every category word, and the least that a decision of it weighs."""

OWNERS: frozenset[str] = frozenset({"destructive", "spend", "scope_expansion", "owner_only"})
"""Categories that need the owner's recorded authorization to conclude (ai-council 1)."""

AFFECTED: dict[str, Materiality] = {
    "api": "material",
    "ci": "material",
    "concurrency": "material",
    "data": "material",
    "database": "material",
    "deploy": "material",
    "deployment": "material",
    "interface": "material",
    "locking": "material",
    "operations": "material",
    "schema": "material",
    "workflows": "material",
    "architecture": "high",
    "auth": "high",
    "authentication": "high",
    "authorization": "high",
    "billing": "high",
    "compatibility": "high",
    "credential": "high",
    "credentials": "high",
    "crypto": "high",
    "migration": "high",
    "migrations": "high",
    "oauth": "high",
    "password": "high",
    "passwords": "high",
    "payment": "high",
    "payments": "high",
    "permissions": "high",
    "privacy": "high",
    "production": "high",
    "publish": "high",
    "release": "high",
    "releases": "high",
    "secret": "high",
    "secrets": "high",
    "security": "high",
    "backup": "critical",
    "backups": "critical",
    "codeowners": "critical",
    "governance": "critical",
    "licence": "critical",
    "license": "critical",
}
"""Words that an item of `affects` may name, whole (`auth` in `src/auth/login.py`, not in
`src/authoring.py`), and the least that a decision about it weighs."""

ONE_WAY: Materiality = "high"
"""The floor of a decision with a one-way door among its options."""

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")


def higher(a: Materiality, b: Materiality) -> Materiality:
    """The higher of two levels."""
    return max(a, b, key=MATERIALITIES.index)


def stakes(
    materiality: Materiality,
    categories: tuple[str, ...],
    affects: tuple[str, ...],
    options: tuple[Option, ...],
) -> tuple[Materiality, tuple[str, ...]]:
    """The stakes, and every floor that stands above `materiality`, in the order of the fields."""
    level, names = materiality, []
    for name, floor in _floors(categories, affects, options):
        if MATERIALITIES.index(floor) > MATERIALITIES.index(materiality):
            level = higher(level, floor)
            names.append(f"{name}: {floor}")
    return level, tuple(names)


def _floors(
    categories: tuple[str, ...], affects: tuple[str, ...], options: tuple[Option, ...]
) -> Iterator[tuple[str, Materiality]]:
    for category in categories:
        if category in CATEGORIES:
            yield f"category {category}", CATEGORIES[category]
    for i, item in enumerate(affects):
        word = _weightiest(item)
        if word is not None:
            yield f"affects[{i}] names {word}", AFFECTED[word]
    for i, option in enumerate(options):
        if option.reversibility == "one_way":
            yield f"options[{i}] is a one-way door", ONE_WAY


def _weightiest(item: str) -> str | None:
    """The word of `AFFECTED` with the highest floor in a text; the first of several."""
    found = [word.lower() for word in _WORDS.findall(item)]
    known = [word for word in found if word in AFFECTED]
    return max(known, key=lambda w: MATERIALITIES.index(AFFECTED[w]), default=None)
