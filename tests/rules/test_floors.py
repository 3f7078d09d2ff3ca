"""What lifts the stakes above the materiality that was given."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemot.records.framing import Option
from gemot.records.vocab import MATERIALITIES, Materiality, at_least
from gemot.rules.floors import AFFECTED, CATEGORIES, OWNERS, stakes

LEVEL = st.sampled_from(MATERIALITIES)
CATEGORY = st.lists(st.sampled_from(sorted(CATEGORIES)), max_size=4).map(tuple)
AFFECTS = st.lists(
    st.sampled_from(sorted(AFFECTED)).map(lambda w: f"src/{w}/x.py") | st.text(max_size=20),
    max_size=3,
).map(tuple)
DOORS = (Option(id="x"), Option(id="y", reversibility="one_way"))
OPTIONS = st.lists(st.sampled_from(DOORS), max_size=3).map(tuple)


@given(LEVEL, CATEGORY, AFFECTS, OPTIONS)
def test_never_lowered(
    given_level: Materiality,
    categories: tuple[str, ...],
    affects: tuple[str, ...],
    options: tuple[Option, ...],
) -> None:
    """Stakes are at least what was given and at least each floor; without a floor they are
    what was given; every named floor is above what was given."""
    level, floors = stakes(given_level, categories, affects, options)
    assert at_least(level, given_level)
    assert all(at_least(level, CATEGORIES[c]) for c in categories)
    assert (level == given_level) == (not floors)
    for floor in floors:
        named = floor.rpartition(": ")[2]
        assert named in MATERIALITIES
        assert MATERIALITIES.index(named) > MATERIALITIES.index(given_level)
        assert len(floor) <= 200


@given(CATEGORY, AFFECTS, OPTIONS)
def test_order(
    categories: tuple[str, ...], affects: tuple[str, ...], options: tuple[Option, ...]
) -> None:
    """A higher materiality never gives lower stakes."""
    levels = [stakes(m, categories, affects, options)[0] for m in MATERIALITIES]
    assert levels == sorted(levels, key=MATERIALITIES.index)


@pytest.mark.parametrize(
    ("affected", "floor"),
    [
        ("src/auth/login.py", "affects[0] names auth: high"),
        ("the OAuth flow", "affects[0] names auth: high"),
        ("AuthService", "affects[0] names auth: high"),
        ("db/migrations/007_drop.sql", "affects[0] names migrations: high"),
        (".github/workflows/ci.yml", "affects[0] names workflows: material"),
        ("the public API and its license", "affects[0] names license: critical"),
        ("LICENSE", "affects[0] names license: critical"),
        ("src/authoring.py", None),
        ("metadata", None),
        ("docs/index.md", None),
        ("", None),
    ],
)
def test_affects(affected: str, floor: str | None) -> None:
    """A word counts whole; the text itself never stands in a floor."""
    assert stakes("low", (), (affected,), ())[1] == (() if floor is None else (floor,))


def test_words() -> None:
    """The tables' words are of the form that records ask for, and the owner's are known."""
    assert all(word.replace("_", "").isalpha() and word.islower() for word in CATEGORIES)
    assert all(word.isalpha() and word.islower() for word in AFFECTED)
    assert set(CATEGORIES) >= OWNERS
