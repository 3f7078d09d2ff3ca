"""What is going on while seats answer, on standard error.

Law: it is told by the engine's trace and reads nothing; on a terminal one line is written over
and over, elsewhere each step is a line of its own.
"""

import os
import sys
import threading
import time
from typing import Literal

from gemot.surfaces.cli.out import note
from gemot.views.visible import line

Standing = Literal["waiting", "asking", "asked", "answering", "read"]
WORDS: dict[str, Standing] = {
    "call.sending": "asking",
    "call.sent": "asked",
    "call.first_byte": "answering",
    "call.last_byte": "read",
}
ACTS = {
    "act.look_up": "looking the evidence up",
    "act.plan": "computing who is asked",
    "act.pack": "freezing the packet",
    "act.report": "writing the report",
}
WAITS = "paste.waiting"
TICK = 0.5
"""Seconds between looks at the clock."""


class Silent:
    """Shows nothing."""

    def told(self, point: str, subject: str) -> None:
        """A step of the engine."""

    def close(self) -> None:
        """Nothing is shown that could be in the way."""


class Plain(Silent):
    """One line for each step that a reader of a log would want."""

    def __init__(self) -> None:
        self.calls: dict[str, tuple[str, float]] = {}

    def told(self, point: str, subject: str) -> None:
        if point in ACTS:
            note(f"gemot: {ACTS[point]}")
        elif point == WAITS:
            note(f"gemot: {_called(f'- {subject}')[1]}: waits for a paste")
        elif point == "call.dispatched":
            context, name = _called(subject)
            self.calls[context] = (name, time.monotonic())
            note(f"gemot: {name}: asked")
        elif point == "call.settled":
            context, _, status = subject.partition(" ")
            name, began = self.calls.get(context, (context, time.monotonic()))
            note(f"gemot: {name}: {status} after {time.monotonic() - began:.1f} s")


class Live(Silent):
    """One line, written over."""

    def __init__(self) -> None:
        self.calls: dict[str, list[str]] = {}
        self.says = ""
        self.began = time.monotonic()
        self.lock = threading.Lock()
        self.ended = threading.Event()
        self.ticker = threading.Thread(target=self._tick, daemon=True)
        self.ticker.start()

    def told(self, point: str, subject: str) -> None:
        context, _, rest = subject.partition(" ")
        with self.lock:
            if point in ACTS:
                self.says = ACTS[point]
                self.calls.clear()
            elif point == WAITS:
                self.calls[subject] = [_called(f"- {subject}")[1], "waits for a paste"]
            elif point == "call.dispatched":
                self.calls[context] = [_called(subject)[1], "waiting"]
            elif point == "call.settled" and context in self.calls:
                self.calls[context][1] = rest
            elif point in WORDS and context in self.calls:
                self.calls[context][1] = WORDS[point]
            else:
                return
        self._draw()

    def close(self) -> None:
        self.ended.set()
        self.ticker.join()
        with self.lock:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _tick(self) -> None:
        while not self.ended.wait(TICK):
            self._draw()

    def _draw(self) -> None:
        with self.lock:
            seats = "  ".join(f"{name}: {how}" for name, how in self.calls.values())
            text = f"{time.monotonic() - self.began:4.0f} s  {seats or self.says}"
            try:
                width = os.get_terminal_size(sys.stderr.fileno()).columns
            except (OSError, ValueError):
                width = 80
            sys.stderr.write("\r\x1b[K" + text[: max(width - 1, 10)])
            sys.stderr.flush()


def _called(subject: str) -> tuple[str, str]:
    """Context and name of a call: `CONTEXT SEAT ROUND ADVISOR`."""
    context, seat, round, advisor = subject.split(" ", 3)
    return context, f"{round} {seat} ({line(advisor)})"


def progress(*, quiet: bool) -> Silent:
    """What suits standard error."""
    if quiet:
        return Silent()
    return Live() if sys.stderr.isatty() and os.environ.get("TERM") != "dumb" else Plain()
