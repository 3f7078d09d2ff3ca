"""Standard output and standard error.

Laws: what a command answers goes to standard output, everything else to standard error; a
reader that has had enough ends no work and changes no exit code.
"""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gemot.views.answer import Object


def emit(answer: "Object") -> None:
    """The one object of `--json`."""
    from gemot.views.answer import encode

    raw(encode(answer))


def say(lines: Iterable[str]) -> None:
    """Lines of an answer for people. Whoever calls has made foreign text visible."""
    text = "".join(f"{line}\n" for line in lines)
    raw(text.encode(sys.stdout.encoding or "utf-8", "backslashreplace"))


def raw(data: bytes) -> None:
    """Bytes of an answer as they are."""
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        abandon()


def note(text: str) -> None:
    """One line beside the answer."""
    with suppress(BrokenPipeError):
        print(text, file=sys.stderr, flush=True)


def abandon() -> None:
    """Let the rest of the output go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def terminal() -> bool:
    """Whether a person sits before both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()
