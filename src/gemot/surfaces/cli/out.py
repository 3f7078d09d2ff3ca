"""Standard output and standard error.

Laws: what a command answers goes to standard output, everything else to standard error; a
reader that has had enough ends no work and changes no exit code; an answer that cannot be
written, as on a full disk, ends with 1 and a line on standard error.
"""

import errno
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gemot.views.answer import Object


FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""What a standard output answers that can take nothing. Whoever else writes names the file."""


class Unwritten(Exception):
    """Standard output took no answer, and it was no reader who left."""

    def __init__(self, why: OSError) -> None:
        super().__init__(why.strerror or str(why))
        self.why = why


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
    except OSError as error:
        raise Unwritten(error) from None


def note(text: str) -> None:
    """One line beside the answer."""
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def abandon() -> None:
    """Let the rest of the output go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def full(why: OSError) -> int:
    """Say that an answer could not be written; the exit code."""
    abandon()
    note(f"gemot: standard output: {why.strerror or why}; the answer is not written")
    return 1


def unheard() -> None:
    """Let what standard error could not take go nowhere, so that it changes no exit code."""
    try:
        sys.stderr.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stderr.fileno())
        os.close(nowhere)


def open_all() -> None:
    """Give a closed standard stream to nowhere, so that no file takes its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def terminal() -> bool:
    """Whether a person sits before both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()
