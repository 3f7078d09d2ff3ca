"""The registry: codes, names and words of rules, and what the digest covers."""

import re

import msgspec
import pytest

from gemot.rules import floors, policy, registry, stage
from gemot.rules.registry import BY_CODE, FAMILIES, RULES, digest
from gemot.rules.rule import Rule

CODES = [rule.code for rule in RULES]


def test_codes_are_unique() -> None:
    assert len(BY_CODE) == len(RULES)


def test_names_are_unique() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_families_stand_together_in_order() -> None:
    """The titles are those of the families that there are, in the order of the rules."""
    letters = list(dict.fromkeys(code[:3] for code in CODES))
    assert letters == list(FAMILIES)
    for family in letters:
        places = [i for i, code in enumerate(CODES) if code.startswith(family)]
        assert places == list(range(places[0], places[-1] + 1)), family


@pytest.mark.parametrize("rule", RULES, ids=CODES)
def test_words(rule: Rule) -> None:
    """A code, a name of the defect, and three texts that are no sentence and no shout."""
    assert re.fullmatch(r"[A-Z]{3}\d{3}", rule.code)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name)
    assert rule.on
    for text in (rule.says, rule.fix):
        assert text.strip() == text
        assert text[0].islower() or text[0] == "`", text
        assert not text.endswith("."), text
    assert rule.why[0].isupper() or rule.why[0] == "`"
    assert rule.why.endswith(".")


def test_digest_covers_the_rules() -> None:
    """Another severity or revision, or a rule less, is another rule set."""
    first, *rest = RULES
    seen = {digest(), digest(tuple(rest))}
    for changes in ({"severity": "note"}, {"revision": 99}, {"code": "ZZZ999"}):
        seen.add(digest((msgspec.structs.replace(first, **changes), *rest)))
    assert len(seen) == 5


def test_digest_leaves_out_words() -> None:
    """What a rule says of itself judges nothing."""
    first, *rest = RULES
    assert digest((msgspec.structs.replace(first, says="otherwise"), *rest)) == digest()


@pytest.mark.parametrize(
    ("where", "name", "value"),
    [
        (policy, "BUDGET", {}),
        (policy, "LESS", {}),
        (policy, "WANTED", ()),
        (policy, "SEATS_MAX", 27),
        (floors, "CATEGORIES", {}),
        (floors, "AFFECTED", {}),
        (floors, "OWNERS", frozenset()),
        (floors, "ONE_WAY", "low"),
        (stage, "TABLE", {}),
        (registry, "VIEWS", 0),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_digest_covers_the_tables(
    monkeypatch: pytest.MonkeyPatch, where: object, name: str, value: object
) -> None:
    before = digest()
    monkeypatch.setattr(where, name, value)
    assert digest() != before
