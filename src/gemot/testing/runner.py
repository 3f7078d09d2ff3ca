"""A runner that runs nothing: the `Runner` port for tests, which says what a script says."""

from collections.abc import Callable

from gemot.ports.runner import Ran
from gemot.records.canonical import sha256

Script = Callable[[tuple[str, ...]], Ran]


def ran(text: str = "", exit: int = 0) -> Ran:
    """A command that ended by itself, and what it printed."""
    data = text.encode()
    return Ran(status="done", exit=exit, output=data, size=len(data), whole=sha256(data))


class ScriptedRunner:
    """Answers each command from a script; without one everything prints its words and passes."""

    def __init__(self, script: Script | None = None, clean: bool | None = True) -> None:
        self.script = script or (lambda command: ran(" ".join(command) + "\n"))
        self.tracked = clean
        self.commands: list[tuple[tuple[str, ...], str, float]] = []
        """Every command with its folder and time-out, in order."""

    def clean(self) -> bool | None:
        return self.tracked

    def run(self, command: tuple[str, ...], folder: str, timeout: float) -> Ran:
        self.commands.append((command, folder, timeout))
        return self.script(command)
