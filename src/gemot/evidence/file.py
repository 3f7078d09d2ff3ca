"""File evidence: lines of a file of the project, as they were at the frozen commit.

Laws: a tracked file is read from git's blob at the commit, whatever the work tree holds. A file
that is not in the commit is read from the work tree only where the command line named it
(`allowed`); outside a repository also where it lies under the decision file's folder (`near`).
No link is followed, in the commit or in the folder; nothing outside of the project is opened;
what is secret by its name is never opened. Nothing raises: what cannot be read says why.

`Found.blob` is git's blob id. For a file that git does not hold it is the id that a repository of
SHA-256 objects would give it (SHA-256 over `blob SIZE\\0` and the bytes).
"""

import errno
import hashlib
import os
import re
import stat
from pathlib import Path
from typing import Final

from gemot.evidence.excerpt import WHOLE, Excerpt, excerpt
from gemot.evidence.place import Place, Refused, place
from gemot.evidence.project import Folder
from gemot.ports.evidence import Found
from gemot.records.framing import Reference

_COMMIT = re.compile(r"[a-f0-9]{40}(?:[a-f0-9]{24})?")
_ENTRY = re.compile(rb"(?P<mode>\d{6}) (?P<type>[a-z]+) (?P<id>[a-f0-9]+)\t(?P<path>.*)", re.DOTALL)
_KINDS: Final = {
    "040000": "a folder, needed a file in it",
    "120000": "a link, needed the file that it names",
    "160000": "a submodule, needed a file of this repository",
}
"""What a tree's mode says, where it is no file."""


class File:
    """Files of one project; it implements `gemot.ports.evidence.Evidence`."""

    def __init__(self, project: Folder, near: Path | None = None) -> None:
        """`near` is the decision file's folder; it matters outside a repository alone."""
        self._project = project
        self._near = near.resolve() if near is not None else None

    def resolve(self, reference: Reference, commit: str | None, allowed: tuple[str, ...]) -> Found:
        """The lines that `reference.at` names."""
        spot = place(reference.at)
        if isinstance(spot, Refused):
            return _not(spot)
        if commit is not None:
            found = self._tracked(spot, commit)
            if found is not None:
                return found
        return self._untracked(spot, commit, self._may(spot, allowed))

    def _tracked(self, spot: Place, commit: str) -> Found | None:
        """The lines at the commit; None where the commit has no such path."""
        if not _COMMIT.fullmatch(commit):
            return _not(Refused("the frozen commit is no commit id"))
        ancestors = [path.as_posix() for path in Path(spot.path).parents][:-1]
        git = self._project.git
        listed = git.ask("ls-tree", "-z", "--full-tree", commit, "--", spot.path, *ancestors)
        if listed.status != "done":
            return _not(Refused(_unreadable(commit, listed.status, listed.diagnostic)))
        entries = {}
        for line in filter(None, listed.output.split(b"\0")):
            if found := _ENTRY.fullmatch(line):
                entries[os.fsdecode(found["path"])] = (found["mode"].decode(), found["id"].decode())
        for path in ancestors:
            mode, _ = entries.get(path, ("", ""))
            if mode in ("120000", "160000"):
                return _not(Refused(f"`{spot.path}` lies behind `{path}`, which is {_KINDS[mode]}"))
        if spot.path not in entries:
            return None
        mode, blob = entries[spot.path]
        if mode in _KINDS:
            return _not(Refused(f"`{spot.path}` is {_KINDS[mode]}"))
        return self._blob(spot, commit, blob)

    def _blob(self, spot: Place, commit: str, blob: str) -> Found:
        read = self._project.git.ask("cat-file", "blob", blob, limit=WHOLE)
        if read.status == "too_big":
            return _not(
                Refused(f"`{spot.path}` has more than {WHOLE} bytes, needed a smaller file")
            )
        if read.status != "done":
            return _not(Refused(_unreadable(commit, read.status, read.diagnostic)))
        return _found(excerpt(read.output, spot), commit=commit, blob=blob, tracked=True)

    def _may(self, spot: Place, allowed: tuple[str, ...]) -> bool:
        """Whether `spot` may be read from the folder itself."""
        named = (place(at) for at in allowed)
        if any(isinstance(other, Place) and other.path == spot.path for other in named):
            return True
        if self._near is None or self._project.repository:
            return False
        return (self._project.top / spot.path).is_relative_to(self._near)

    def _untracked(self, spot: Place, commit: str | None, may: bool) -> Found:
        if not may:
            return _not(Refused(self._why_not(spot, commit)))
        try:
            data = _read(self._project.top, spot.path)
        except OSError as fault:
            return _not(Refused(_os_reason(spot, fault)))
        if isinstance(data, Refused):
            return _not(data)
        blob = hashlib.sha256(b"blob %d\0" % len(data) + data).hexdigest()
        return _found(excerpt(data, spot), commit=None, blob=blob, tracked=False)

    def _why_not(self, spot: Place, commit: str | None) -> str:
        name = f"`{spot.path}`"
        if commit is not None:
            near = self._project.start.relative_to(self._project.top) / spot.path
            hint = f"name it on the command line (--evidence {spot.path}) or commit it"
            if near.as_posix() != spot.path and (self._project.top / near).is_file():
                hint = f"did you mean `{near.as_posix()}`? paths begin at the project's root"
            return f"{name} is not in commit {commit[:12]}; {hint}"
        hint = f"name it on the command line (--evidence {spot.path})"
        match self._project.status:
            case "git_absent":
                return f"{name} is in a repository and git is not on PATH; install git, or {hint}"
            case "no_commit":
                return f"{name} is in a repository without a commit; commit it, or {hint}"
            case "no_repository":
                return f"{name} is in no repository nor under the decision file; {hint}"
        return f"{name} is in a repository that git cannot read; run `git status`, or {hint}"


def _found(taken: Excerpt | Refused, *, commit: str | None, blob: str, tracked: bool) -> Found:
    if isinstance(taken, Refused):
        return _not(taken)
    return Found(
        resolved=True,
        text=taken.text,
        commit=commit,
        blob=blob,
        first=taken.first,
        last=taken.last,
        tracked=tracked,
    )


def _not(refused: Refused) -> Found:
    return Found(resolved=False, why=refused.why)


def _unreadable(commit: str, status: str, diagnostic: str) -> str:
    """Why git gave no answer, with what would mend it."""
    match status:
        case "absent":
            return "git is not on PATH, needed to read the frozen commit; install git"
        case "timeout":
            return "git did not answer in time; try again"
    return f"git cannot read commit {commit[:12]} here ({diagnostic or status}); fetch it"


def _read(top: Path, path: str) -> bytes | Refused:
    """The file's bytes, each part of the path opened without following links."""
    *folders, name = path.split("/")
    at = os.open(top, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for folder in folders:
            flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
            inner = os.open(folder, flags, dir_fd=at)
            os.close(at)
            at = inner
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        handle = os.open(name, flags, dir_fd=at)
    finally:
        os.close(at)
    with os.fdopen(handle, "rb") as stream:
        status = os.fstat(stream.fileno())
        if not stat.S_ISREG(status.st_mode):
            return Refused(f"`{path}` is no regular file, needed one")
        data = stream.read(WHOLE + 1)
    if len(data) > WHOLE:
        return Refused(f"`{path}` has more than {WHOLE} bytes, needed a smaller file")
    return data


def _os_reason(spot: Place, fault: OSError) -> str:
    if fault.errno in (errno.ELOOP, errno.EMLINK):
        return f"`{spot.path}` goes through a link, needed the file that it names"
    if fault.errno == errno.ENOTDIR:
        return f"`{spot.path}` goes through a link or a file, needed a path of folders to a file"
    if fault.errno == errno.ENOENT:
        return f"`{spot.path}` is not there; correct the path, it begins at the project's root"
    if fault.errno == errno.EISDIR:
        return f"`{spot.path}` is a folder, needed a file in it"
    return f"`{spot.path}` cannot be read: {fault.strerror}"
