"""The store's key for marks of secrets: 32 random bytes beside the store, mode 0600.

Laws: of any number of processes that make it at once, all get the same; a process that is
killed leaves a whole key or none; a key of another length is refused and never used, since
whoever sees a mark could find the secret by trying.
"""

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from shlex import quote

from gemot.journal.opening import unwritable
from gemot.ports.journal import StoreDamaged

SIZE = 32


def key(store: Path) -> bytes:
    """The key of a store's file; made where there is none."""
    path = store.with_name(store.name + ".key")
    try:
        held = _read(path)
        found = _make(path) if held is None else held
    except OSError as error:
        raise unwritable(path, error.strerror or str(error)) from error
    if len(found) != SIZE:
        raise StoreDamaged(
            f"the key {path} has {len(found)} bytes, not {SIZE}",
            f"remove it, and the next run makes one: rm {quote(str(path))}; a secret that was "
            "marked before then gets another mark",
        )
    return found


def _read(path: Path) -> bytes | None:
    """The key; None where there is no file. An empty one is a key of another length."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _make(path: Path) -> bytes:
    """Written whole under another name, then given its own, which fails where one is there."""
    descriptor, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(os.urandom(SIZE))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()
    return path.read_bytes()
