"""What the conformance cases of the journal's rules (`tests/conformance/cases/JRN*`) leave out."""

import json

import msgspec
import pytest

from gemot.journal.inspect import chain
from gemot.rules.journal import RULES, Chain
from gemot.rules.rule import judge
from gemot.testing.fixed import CountingIds
from gemot.testing.journal import MemoryJournal
from tests.conformance.chain import STORES, stored
from tests.journal.stores import small


@pytest.fixture
def journal() -> MemoryJournal:
    opened = MemoryJournal(CountingIds())
    small(opened)
    return opened


def test_the_stored_store_is_fresh(journal: MemoryJournal) -> None:
    kept = json.loads((STORES / "small.json").read_text("utf-8"))
    assert kept == json.loads(msgspec.json.encode(stored(journal)))


def test_codes_and_names_are_unique_and_of_the_family() -> None:
    assert len({rule.code for rule in RULES}) == len({rule.name for rule in RULES}) == len(RULES)
    assert all(rule.code.startswith("JRN") and rule.on == ("chain",) for rule in RULES)


@pytest.mark.parametrize("case", ["small-1", "other-2"])
def test_one_case_of_a_sound_store_is_sound(journal: MemoryJournal, case: str) -> None:
    facts = chain(journal, case=case)
    assert {row.case for row in facts.rows} == {case}
    assert judge(RULES, "chain", facts) == ()


def test_a_case_that_is_not_there_is_no_sound_case(journal: MemoryJournal) -> None:
    assert [o.code for o in judge(RULES, "chain", chain(journal, case="no-3"))] == ["JRN016"]


def test_no_facts_whatever_make_a_rule_fail(journal: MemoryJournal) -> None:
    """Columns of any type, in every row at once."""
    facts = chain(journal)
    for odd in (None, b"\xff", "\ud800", -1, 2.5, "", "[" * 100_000, b"[" * 100_000):
        changed = {
            field: tuple(
                type(row)(**dict.fromkeys(row.__struct_fields__, odd))
                for row in getattr(facts, field)
            )
            for field in ("rows", "heads", "leases", "charges", "blobs")
        }
        found = judge(RULES, "chain", Chain(**changed, fences=(odd,)))
        assert {"JRN001", "JRN044"} <= {o.code for o in found}
