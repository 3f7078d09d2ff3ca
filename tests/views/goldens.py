"""The golden texts: what each view gives of each state. `python -m tests.views.goldens` writes
them anew; read the difference before you commit it."""

from collections.abc import Callable
from pathlib import Path

from gemot.conduct.acts import next_acts
from gemot.testing.builders import CASE
from gemot.views.adr import adr
from gemot.views.answer import decide, encode
from gemot.views.markdown import markdown
from gemot.views.screen import lines, screen
from tests.views.states import STATES, concluded, disputed, rehearsal

FOLDER = Path(__file__).parent / "golden"


def shown(name: str) -> str:
    """The first screen at a terminal."""
    build, held, reused = STATES[name]
    state = build()
    return "\n".join(lines(screen(CASE, state, next_acts(state, CASE), held, reused=reused))) + "\n"


def _markdown() -> str:
    state = disputed()
    return markdown(CASE, state, next_acts(state, CASE))


def _decide() -> str:
    state = rehearsal()
    return encode(decide(CASE, state, next_acts(state, CASE))).decode()


def _screen(name: str) -> Callable[[], str]:
    return lambda: shown(name)


GOLDENS: dict[str, Callable[[], str]] = {
    **{f"screen-{name}.txt": _screen(name) for name in STATES},
    "disputed.md": _markdown,
    "concluded.adr.md": lambda: adr(CASE, concluded()),
    "rehearsal.decide.json": _decide,
}


def write() -> None:
    for name, make in GOLDENS.items():
        (FOLDER / name).write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    write()
