"""Lines from standard input, as long as a person pastes them.

Law: no line is cut. A terminal that edits lines drops what goes beyond 4095 bytes of one, and an
answer of a model is often one line; so while a text is read the terminal hands its bytes over as
they come, and is put back as it was afterwards.
"""

import os
import sys
from contextlib import suppress
from types import TracebackType
from typing import Any

END = b"END"
"""The line that ends a pasted text."""
EOF, ERASE = 0x04, (0x08, 0x7F)
"""What Ctrl-D and the erase key send where the terminal edits nothing."""


class Typed:
    """Standard input by lines, for the length of a `with` block."""

    def __init__(self) -> None:
        self.fd = sys.stdin.fileno()
        self.kept: Any = None
        self.held = b""
        self.over = False

    def __enter__(self) -> "Typed":
        if os.isatty(self.fd):
            import termios

            self.kept = termios.tcgetattr(self.fd)
            plain = termios.tcgetattr(self.fd)
            plain[3] &= ~termios.ICANON
            plain[6][termios.VMIN], plain[6][termios.VTIME] = 1, 0
            termios.tcsetattr(self.fd, termios.TCSADRAIN, plain)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        if self.kept is not None:
            import termios

            with suppress(termios.error):  # the terminal is gone
                termios.tcsetattr(self.fd, termios.TCSADRAIN, self.kept)

    def line(self) -> bytes | None:
        """The next line without its end; None at the end of the input."""
        while b"\n" not in self.held and not self.over:
            self._more()
        if b"\n" not in self.held:
            rest, self.held = self.held, b""
            return rest or None
        found, _, self.held = self.held.partition(b"\n")
        return self._edited(found.removesuffix(b"\r"))

    def text(self) -> bytes | None:
        """The lines up to one that is exactly `END`; None where the input ends before it."""
        lines: list[bytes] = []
        while (one := self.line()) is not None:
            if one == END:
                return b"".join(x + b"\n" for x in lines)
            lines.append(one)
        return None

    def _more(self) -> None:
        data = os.read(self.fd, 65_536)
        if self.kept is not None and EOF in data:
            data, self.over = data[: data.index(EOF)], True
        self.over = self.over or not data
        self.held += data

    def _edited(self, found: bytes) -> bytes:
        """A line with what was erased taken out, where the terminal did not."""
        if self.kept is None or not any(b in found for b in ERASE):
            return found
        chars: list[str] = []
        for char in found.decode("utf-8", "surrogateescape"):
            if ord(char) not in ERASE:
                chars.append(char)
            elif chars:
                chars.pop()
        return "".join(chars).encode("utf-8", "surrogateescape")
