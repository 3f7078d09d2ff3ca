"""The lines that a reference to a file names."""

import re

_LINES = re.compile(r":(\d{1,9})(?:-(\d{1,9}))?\Z")


def lines_of(at: str) -> tuple[int, int] | None:
    """First and last line of `path:10-42` or `path:10`, as written; None: the whole file."""
    found = _LINES.search(at.strip())
    if found is None:
        return None
    first = int(found[1])
    return first, int(found[2]) if found[2] else first
