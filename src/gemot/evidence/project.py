"""The folder a case belongs to: its identity, its commit, its name.

Laws: the identity of a repository is the SHA-256 of the id of its root commit, reached from
what is checked out by first parents, so that clones and worktrees share it and a merged foreign
history does not change it. Where that commit cannot be known (no repository, no commit yet, a
shallow clone, git absent) it is the SHA-256 of `path:` and the folder's real path.
`status` says which of these holds. What the repository holds cannot run: see `git`.
"""

import hashlib
import os
from functools import cached_property
from pathlib import Path
from typing import Literal

from gemot.evidence.git import Git

Standing = Literal["repository", "shallow", "no_commit", "no_repository", "git_absent", "failed"]

_WALK = 120.0
"""Seconds for following a long history to its root."""


class Folder:
    """A project; it implements `gemot.ports.evidence.Project`."""

    def __init__(self, folder: Path, path: str | None = None) -> None:
        """`folder` lies in the project; `path` is the PATH to find git on."""
        self.start = folder.resolve()
        self.top = _top(self.start)
        """The root: the nearest folder that holds `.git`, else the folder itself."""
        self.git = Git(self.top, path)

    def identity(self) -> str:
        """64 hex digits; see the laws above."""
        root = self._root
        return hashlib.sha256(
            (root or f"path:{self.top}").encode(errors="surrogateescape")
        ).hexdigest()

    def commit(self) -> str | None:
        """The commit checked out; None outside a repository or before the first commit."""
        return self._commit

    def name(self) -> str:
        """The root folder's name, of at most 200 characters."""
        return self.top.name.encode(errors="replace").decode()[:200] or "/"

    @cached_property
    def repository(self) -> bool:
        """Whether the root is a git checkout, whether or not git is there to read it."""
        return (self.top / ".git").exists()

    @cached_property
    def status(self) -> Standing:
        """How far git can be asked about this folder."""
        if not self.repository:
            return "no_repository"
        if not self.git.present:
            return "git_absent"
        if not self._own:
            return "failed"
        if self._commit is None:
            return "no_commit"
        return "shallow" if self._standing[1] == "true" else "repository"

    @cached_property
    def _standing(self) -> tuple[str, str, str]:
        """The work tree as git sees it, whether the history is shallow, and the commit, each
        blank where it cannot be known. One process answers where there is a commit."""
        asked = ("--show-toplevel", "--is-shallow-repository")
        answer = self.git.ask("rev-parse", *asked, "HEAD^{commit}")
        if answer.status != "done":
            answer = self.git.ask("rev-parse", *asked)
        # A path may hold line breaks; what follows it does not.
        lines = os.fsdecode(answer.output).removesuffix("\n").split("\n")
        if lines and lines[-1] in ("true", "false"):
            lines.append("")
        if len(lines) < 3:
            return "", "", ""
        return "\n".join(lines[:-2]), lines[-2], lines[-1]

    @cached_property
    def _own(self) -> bool:
        """Whether git sees its work tree where we do: not another repository further up, nor a
        folder elsewhere that the repository's own configuration names."""
        top = self._standing[0]
        return bool(top) and Path(top).resolve() == self.top

    @cached_property
    def _commit(self) -> str | None:
        if not (self.repository and self.git.present and self._own):
            return None
        return self._standing[2] or None

    @cached_property
    def _root(self) -> str | None:
        if self.status != "repository":
            return None
        words = ("rev-list", "--first-parent", "--max-parents=0", "HEAD")
        return self.git.ask(*words, timeout=_WALK).line


def _top(folder: Path) -> Path:
    return next((at for at in (folder, *folder.parents) if (at / ".git").exists()), folder)
