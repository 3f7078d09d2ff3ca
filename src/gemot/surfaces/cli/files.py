"""Files that the command line names."""

import sys
from pathlib import Path
from shlex import quote
from typing import BinaryIO


def read(path: Path) -> bytes:
    """The file's bytes, one more than may be read at most; `-` is standard input."""
    from gemot.conduct.strictyaml import MAX_SIZE

    if str(path) == "-":
        return sys.stdin.buffer.read(MAX_SIZE + 1)
    with path.open("rb") as stream:
        return stream.read(MAX_SIZE + 1)


def write(path: Path, data: bytes, *, force: str | None = None, forced: bool = False) -> None:
    """A new file with these bytes. What is there is written over only where `forced`; `force`
    is the option that says so, if there is one. Raises `Denied`."""
    from gemot.surfaces.cli.refusal import Denied

    device = path.is_char_device() or path.is_fifo()
    try:
        with path.open("wb" if forced or device else "xb") as stream:
            _whole(stream, data, path)
    except FileExistsError:
        more = f", or give {force}" if force and path.is_file() else ""
        got = "a folder" if path.is_dir() else "a file that is there"
        raise Denied(
            "file-there", str(path), got=got, needed="a path where nothing is",
            fix=f"name another path{more}",
        ) from None  # fmt: skip
    except FileNotFoundError:
        raise Denied(
            "no-folder", str(path), got=f"no folder {str(path.parent)!r}",
            needed="a folder that is there", fix=f"mkdir -p {quote(str(path.parent))}",
        ) from None  # fmt: skip
    except IsADirectoryError:
        raise Denied(
            "file-there", str(path), got="a folder", needed="the path of a file",
            fix="name a file in it",
        ) from None  # fmt: skip


def _whole(stream: BinaryIO, data: bytes, path: Path) -> None:
    """An error of a write names no file by itself."""
    try:
        stream.write(data)
        stream.flush()
    except OSError as error:
        error.filename = str(path)
        raise
