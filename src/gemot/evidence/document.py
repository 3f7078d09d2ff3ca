"""Document evidence: a file anywhere that the command line named, kept by its digest.

Laws: nothing is opened that the command line did not name, nor what is secret by its name, its
own or the one that a link leads to; `Found.blob` is the SHA-256 of the bytes. Of what is no text
only size and digest are shown, which is enough to know it again. Nothing raises.
"""

import hashlib
import os
import re
import stat
from pathlib import Path

from gemot.evidence.excerpt import WHOLE, Excerpt, excerpt
from gemot.evidence.place import Place, Refused, secret
from gemot.ports.evidence import Found
from gemot.records.framing import Reference

_LINES = re.compile(r"(?P<path>.+?)(?::(?P<first>[1-9]\d{0,8})(?:-(?P<last>[1-9]\d{0,8}))?)?", re.S)


class Document:
    """Documents; it implements `gemot.ports.evidence.Evidence`."""

    def __init__(self, folder: Path) -> None:
        """`folder` is where relative paths begin: the one that the command runs in."""
        self._folder = folder

    def resolve(self, reference: Reference, commit: str | None, allowed: tuple[str, ...]) -> Found:  # noqa: ARG002
        """The document, or the lines of it, that `reference.at` names."""
        found = _LINES.fullmatch(reference.at.strip())
        if found is None or not found["path"].isprintable():
            return _not("the place is blank or does not print, needed a path")
        path = found["path"]
        named = {self._at(match["path"]) for a in allowed if (match := _LINES.fullmatch(a.strip()))}
        at = self._at(path)
        if at not in named:
            return _not(
                f"`{path}` is read only where the command line names it; add --evidence {path}"
            )
        if why := secret(path) or secret(at.as_posix().lstrip("/")):
            return _not(why)
        first = int(found["first"]) if found["first"] else None
        last = int(found["last"]) if found["last"] else first
        if first is not None and last is not None and last < first:
            return _not(f"the lines {first}-{last} are none, needed FIRST-LAST counted from 1")
        return _read(Place(path, first, last), at)

    def _at(self, path: str) -> Path:
        """Where a path leads, links followed."""
        try:
            return (self._folder / Path(path).expanduser()).resolve()
        except (OSError, RuntimeError, ValueError):
            return self._folder / path


def _read(spot: Place, at: Path) -> Found:
    try:
        handle = os.open(at, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            return _not(f"`{spot.path}` is no regular file, needed one")
        with os.fdopen(handle, "rb") as stream:
            data = stream.read(WHOLE + 1)
    except (OSError, ValueError) as fault:
        says = fault.strerror if isinstance(fault, OSError) else str(fault)
        return _not(f"`{spot.path}` cannot be read: {says}")
    if len(data) > WHOLE:
        return _not(f"`{spot.path}` has more than {WHOLE} bytes, needed a smaller file")
    digest = hashlib.sha256(data).hexdigest()
    taken = _shown(spot, data, digest)
    if isinstance(taken, Refused):
        return _not(taken.why)
    return Found(
        resolved=True, text=taken.text, blob=digest, first=taken.first, last=taken.last,
        tracked=False,
    )  # fmt: skip


def _shown(spot: Place, data: bytes, digest: str) -> Excerpt | Refused:
    """Its text, or what can be said of bytes that are none."""
    try:
        text = b"\0" not in data and data.decode("utf-8") is not None
    except UnicodeDecodeError:
        text = False
    if text or spot.first is not None:
        return excerpt(data, spot)
    says = f"{os.path.basename(spot.path)}: {len(data)} bytes that are no text, SHA-256 {digest}"
    return Excerpt(says, None, None)


def _not(why: str) -> Found:
    return Found(resolved=False, why=why)
