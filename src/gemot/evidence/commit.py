"""Commit evidence: a commit of the project exists; its subject and the size of its change.

Laws: `at` is an id, an abbreviation, a tag or a branch; what is kept is the full id. The text
holds no author. Nothing raises. The change is counted between trees, so nothing can run.
"""

import re

from gemot.evidence.git import Git
from gemot.evidence.project import Folder
from gemot.ports.evidence import Found
from gemot.records.framing import Reference

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/~^-]{0,199}")
_SUBJECT = 500
_SIZE = 1_048_576


class Commit:
    """Commits of one project; it implements `gemot.ports.evidence.Evidence`."""

    def __init__(self, project: Folder) -> None:
        self._project = project

    def resolve(self, reference: Reference, commit: str | None, allowed: tuple[str, ...]) -> Found:  # noqa: ARG002
        """The commit that `reference.at` names."""
        name = reference.at.strip()
        if not _NAME.fullmatch(name) or ".." in name:
            return _not(f"{name[:60]!r} names no commit, needed an id, a tag or a branch")
        match self._project.status:
            case "no_repository":
                return _not("there is no repository here, needed one that holds the commit")
            case "git_absent":
                return _not("git is not on PATH, needed to look the commit up; install git")
        git = self._project.git
        full = git.ask("rev-parse", "--verify", "--quiet", name + "^{commit}").line
        raw = git.ask("cat-file", "commit", full, limit=_SIZE) if full else None
        if full is None or raw is None or raw.status != "done":
            return _not(f"`{name}` is no commit of this repository; fetch it or correct the name")
        parents, subject = _read(raw.output)
        text = "\n".join(filter(None, (f"commit {full}", subject, _size(git, full, parents))))
        return Found(resolved=True, text=text + "\n", commit=full)


def _read(raw: bytes) -> tuple[list[str], str]:
    """Parents, and the subject as git shows it: the first paragraph on one line, cut."""
    head, _, message = raw.partition(b"\n\n")
    parents, coding = [], "utf-8"
    for line in head.split(b"\n"):
        word, _, value = line.partition(b" ")
        if word == b"parent":
            parents.append(value.decode("ascii", "replace"))
        elif word == b"encoding":
            coding = value.decode("ascii", "replace")
    try:
        said = message.decode(coding, "replace")
    except LookupError:
        said = message.decode("utf-8", "replace")
    subject = " ".join(said.strip().partition("\n\n")[0].split())
    return parents, subject if len(subject) <= _SUBJECT else subject[: _SUBJECT - 1] + "…"


def _size(git: Git, commit: str, parents: list[str]) -> str | None:
    """`2 files changed, 3 insertions(+)` against the first parent; None where unknown."""
    trees = ["--root", commit] if not parents else [parents[0], commit]
    words = ("--no-ext-diff", "--no-textconv", "--no-renames", "--no-commit-id", "--shortstat")
    return git.ask("diff-tree", "-r", *words, *trees).line


def _not(why: str) -> Found:
    return Found(resolved=False, why=why)
