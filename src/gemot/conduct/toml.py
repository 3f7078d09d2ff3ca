"""TOML files of the user's and of a repository: read whole, bounded, with faults that say where.

`tomllib` is imported when a file is there to be read. Raises `Faulty` alone.
"""

import os
import re
from pathlib import Path
from typing import Any, Final

from gemot.conduct.amount import number
from gemot.records.faults import Fault, Faulty

LARGEST: Final = 1_048_576
"""Bytes that a configuration file may have."""
_WHERE = re.compile(r"^(?P<what>.*) \(at (?P<where>line \d+, column \d+|end of document)\)$", re.S)


def text_of(path: Path, what: str) -> str | None:
    """The file's text; None where there is no such file."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        with os.fdopen(handle, "rb") as stream:
            content = stream.read(LARGEST + 1) or b""
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as fault:
        got = f"a file that cannot be read: {fault.strerror}"
        raise _faulty(what, "(whole)", got, "a readable file", f"mend `{path}`") from None
    if len(content) > LARGEST:
        raise _faulty(what, "(whole)", "more than 1 MiB", "at most 1 MiB", "shorten it")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        got = "bytes that are not UTF-8"
        raise _faulty(what, f"line {line}", got, "UTF-8", "save it as UTF-8") from None


def table_of(text: str, what: str) -> dict[str, Any]:
    """The document as plain values; its floats are `Decimal`, exactly as written."""
    import tomllib

    try:
        return tomllib.loads(text, parse_float=number)
    except RecursionError:
        raise _faulty(what, "(whole)", "nesting too deep", "TOML", "remove the nesting") from None
    except ValueError as fault:  # TOMLDecodeError, and an integer of thousands of digits
        found = _WHERE.match(str(fault))
        place = found["where"] if found else "(whole)"
        got = (found["what"] if found else str(fault).partition(";")[0])[:200]
        raise _faulty(what, place, f"`{got}`", "TOML", "correct the line") from None


def _faulty(what: str, place: str, got: str, needed: str, fix: str) -> Faulty:
    return Faulty(what, [Fault(place=place, got=got, needed=needed, fix=fix)])
