"""Whole texts: what people are shown of each state."""

import pytest

from tests.views.goldens import FOLDER, GOLDENS


@pytest.mark.parametrize("name", GOLDENS)
def test_golden(name: str) -> None:
    assert GOLDENS[name]() == (FOLDER / name).read_text(encoding="utf-8")


def test_no_golden_is_left_over() -> None:
    assert sorted(p.name for p in FOLDER.iterdir()) == sorted(GOLDENS)
