"""The first screen: its order, and what it never shows."""

import pytest

from gemot.conduct.acts import next_acts
from gemot.rules.state import fold
from gemot.testing.builders import CASE
from gemot.testing.ways import WAY, filed
from gemot.views.markdown import first, markdown
from gemot.views.screen import TITLES, lines, screen
from gemot.views.visible import hides
from tests.views.states import HOSTILE, STATES, rehearsal


@pytest.mark.parametrize("name", STATES)
def test_the_order_is_fixed(name: str) -> None:
    build, held, reused = STATES[name]
    shown = [s.name for s in screen(CASE, build(), (), held, reused=reused).sections]
    assert shown == [n for n in TITLES if n in shown]
    assert all(s.lines for s in screen(CASE, build(), (), held).sections)


@pytest.mark.parametrize("stage", WAY)
def test_every_stage_can_be_shown(stage: str) -> None:
    state = fold(filed(*WAY[stage]))  # type: ignore[index]
    assert lines(screen(CASE, state, next_acts(state, CASE)))
    assert markdown(CASE, state).endswith("\n")


@pytest.mark.parametrize("name", STATES)
def test_nothing_hides(name: str) -> None:
    build, held, reused = STATES[name]
    state = build()
    shown = screen(CASE, state, next_acts(state, CASE), held, reused=reused)
    for text in ("\n".join(lines(shown)), first(shown), markdown(CASE, state)):
        assert not any(map(hides, text))
        assert HOSTILE not in text


def test_a_rehearsal_says_so_first_and_recommends_nothing() -> None:
    shown = lines(screen(CASE, rehearsal()))
    assert shown[0].startswith("REHEARSAL: this shows the machinery and is no counsel.")
    assert "1 source" in shown[0]
    assert shown[shown.index("Recommended") + 1] == "  none: a rehearsal recommends nothing"
    assert "    [[advisor]]" in shown
