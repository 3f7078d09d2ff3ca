"""Pages that show commands and what they print, and running them as a reader would.

A fence of the language `console` is one terminal, `console second` another one; a line that
begins with `$ ` is a command (a backslash at its end joins the next line), and what follows is
what it prints, standard error included. Each terminal is one bash for the whole page, so that
folders and variables stay. `python -m tests.docs.transcript` writes anew what has changed.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

ROOT = Path(__file__).parents[2]
PAGES = ("docs/tour/index.md", "examples/settle/README.md", "examples/local/README.md")
FRESH = (
    (re.compile(r"(?<=[a-z]-)[0-9a-f]{6}\b"), "ID"),
    (re.compile(r"\b[0-9a-f]{64}\b|\b[0-9a-f]{40}\b|\b[0-9a-f]{12}\b"), "HASH"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d\.\d{3})?Z"), "TIME"),
    (re.compile(r"\d{4}-\d\d-\d\d"), "DATE"),
)
"""What is another at each run: the end of a case's id, hashes and commits, times, days."""
FENCE = re.compile(
    r"```console(?: (?P<terminal>\w+))?\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL
)
MARK = "---- the command is done ----"
LONGEST = 120
"""Seconds that all commands of one page may take together."""


@dataclass(frozen=True)
class Step:
    """One command of a page."""

    terminal: str
    command: str
    """As printed, without the `$ `."""
    said: str
    """What the page says it prints; each line ends."""
    start: int
    """Where that begins in the page."""


def steps(text: str) -> Iterator[Step]:
    """The commands of a page, in order."""
    for fence in FENCE.finditer(text):
        at, found = fence.start("body"), re.split(r"^\$ ", fence["body"], flags=re.MULTILINE)
        assert not found[0], f"a fence that does not begin with a command: {found[0]!r}"
        for part in found[1:]:
            command = re.match(r"(?:.*\\\n)*.*\n", part)
            assert command is not None
            begins = at + len("$ ") + command.end()
            yield Step(fence["terminal"] or "first", command[0][:-1], part[command.end() :], begins)
            at += len("$ ") + len(part)


def even(text: str) -> str:
    """The text without what is another at each run."""
    for pattern, word in FRESH:
        text = pattern.sub(word, text)
    return text


class Terminal:
    """One bash, which nobody types into."""

    def __init__(self, folder: Path, environ: dict[str, str]) -> None:
        self.shell = subprocess.Popen(
            ["bash", "--noprofile", "--norc"], cwd=folder, env=environ, encoding="utf-8",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def __call__(self, command: str) -> str:
        """What the command prints."""
        assert self.shell.stdin is not None
        assert self.shell.stdout is not None
        self.shell.stdin.write(f"{{ {command}\n}} </dev/null\nprintf '\\n%s\\n' '{MARK}'\n")
        self.shell.stdin.flush()
        said: list[str] = []
        for line in self.shell.stdout:
            if line == f"{MARK}\n":
                return "".join(said)[:-1]
            said.append(line)
        raise AssertionError(f"the terminal ended in {command!r} after {''.join(said)!r}")


def environment(home: Path) -> dict[str, str]:
    """What a terminal knows: this checkout's commands, and a home of its own."""
    return {
        "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8",
        "HOME": str(home), "TMPDIR": str(home), "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1", "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip


def run(found: Sequence[Step], home: Path) -> list[str]:
    """What each command prints, all run in order from the root of this checkout."""
    terminals: dict[str, Terminal] = {}
    timer = Timer(LONGEST, _end, [terminals])
    timer.start()
    try:
        for name in dict.fromkeys(step.terminal for step in found):
            terminals[name] = Terminal(ROOT, environment(home))
        return [terminals[step.terminal](step.command) for step in found]
    finally:
        timer.cancel()
        _end(terminals)
        for terminal in terminals.values():
            terminal.shell.communicate()


def _end(terminals: dict[str, Terminal]) -> None:
    for terminal in terminals.values():
        terminal.shell.kill()


def written(text: str, found: Sequence[Step], said: Sequence[str]) -> str:
    """The page with what was printed: all of it, so that ids agree, or nothing where all holds."""
    pairs = list(zip(found, said, strict=True))
    if all(even(new) == even(step.said) for step, new in pairs):
        return text
    for step, new in reversed(pairs):
        text = text[: step.start] + new + text[step.start + len(step.said) :]
    return text


def differences(page: Path, home: Path) -> list[str]:
    """Each command of the page that does not print what the page says, with both."""
    found = list(steps(page.read_text(encoding="utf-8")))
    assert found, f"{page} shows no command"
    return [
        f"$ {step.command}\n--- the page says\n{even(step.said)}--- it printed\n{even(new)}"
        for step, new in zip(found, run(found, home), strict=True)
        if even(new) != even(step.said)
    ]


def main() -> None:
    for name in sys.argv[1:] or PAGES:
        page = ROOT / name
        text = page.read_text(encoding="utf-8")
        found = list(steps(text))
        with tempfile.TemporaryDirectory() as home:
            said = run(found, Path(home))
        crashed = [s.command for s, new in zip(found, said, strict=True) if "Traceback" in new]
        if crashed:
            sys.exit(f"{name}: nothing was written, since this crashed: {crashed[0]}")
        page.write_text(written(text, found, said), encoding="utf-8")


if __name__ == "__main__":
    main()
