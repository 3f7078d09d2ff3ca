"""Files that the command line names."""

import sys
from pathlib import Path


def read(path: Path) -> bytes:
    """The file's bytes, one more than may be read at most; `-` is standard input."""
    from gemot.conduct.strictyaml import MAX_SIZE

    if str(path) == "-":
        return sys.stdin.buffer.read(MAX_SIZE + 1)
    with path.open("rb") as stream:
        return stream.read(MAX_SIZE + 1)
