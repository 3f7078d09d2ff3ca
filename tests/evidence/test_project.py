"""Identity, commit and name of a folder; nothing of a hostile repository runs."""

import contextlib
import hashlib
import os
import stat
import subprocess
from pathlib import Path
from typing import get_args

import pytest

from gemot.evidence.commit import Commit
from gemot.evidence.file import File
from gemot.evidence.git import Git
from gemot.evidence.project import Folder
from gemot.evidence.resolve import resolve, resolvers
from gemot.ports.evidence import Found
from gemot.records.vocab import EvidenceKind

from .conftest import git, reference


def test_clones_worktrees_and_merged_histories_share_the_identity(
    repository: Path, tmp_path: Path
) -> None:
    root = git(repository, "rev-parse", "HEAD")
    expected = hashlib.sha256(root.encode()).hexdigest()
    git(tmp_path, "clone", "-q", str(repository), "clone")
    git(repository, "worktree", "add", "-q", str(tmp_path / "tree"))
    git(tmp_path, "clone", "-q", "--bare", str(repository), "bare")
    git(tmp_path / "bare", "worktree", "add", "-q", str(tmp_path / "of-bare"), "main")
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    git(other, "commit", "-q", "--allow-empty", "-m", "Other")
    git(tmp_path / "clone", "fetch", "-q", str(other), "main")
    git(tmp_path / "clone", "merge", "-q", "--allow-unrelated-histories", "FETCH_HEAD")
    for folder in ("project", "project/src", "clone", "tree", "of-bare"):
        project = Folder(tmp_path / folder)
        assert (project.identity(), project.status) == (expected, "repository")
    assert Folder(tmp_path / "project/src").name() == "project"
    assert Folder(repository).commit() == root
    assert Folder(tmp_path / "clone").commit() != root


def test_where_no_root_commit_is_known(repository: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{repository}", "shallow")
    (tmp_path / "fresh").mkdir()
    git(tmp_path / "fresh", "init", "-q")
    (tmp_path / "plain").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken/.git").write_text("gitdir: nowhere\n")
    standings = {
        "shallow": "shallow",
        "fresh": "no_commit",
        "plain": "no_repository",
        "broken": "failed",
    }
    for name, standing in standings.items():
        project = Folder(tmp_path / name)
        path = f"path:{tmp_path.resolve() / name}"
        assert project.status == standing
        assert project.identity() == hashlib.sha256(path.encode()).hexdigest()
        assert (project.commit() is None) == (name != "shallow")
    assert Folder(repository, path="").status == "git_absent"


def test_a_link_to_the_folder_is_the_folder(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "plain")
    assert Folder(tmp_path / "link").identity() == Folder(tmp_path / "plain").identity()


def test_a_broken_inner_repository_is_not_taken_for_the_outer(repository: Path) -> None:
    (repository / "src/.git").mkdir()
    project = Folder(repository / "src")
    assert (project.top, project.status) == (repository / "src", "failed")
    assert project.commit() is None


def test_a_work_tree_elsewhere_is_not_followed(repository: Path, tmp_path: Path) -> None:
    git(repository, "config", "core.worktree", str(tmp_path))
    assert Folder(repository).status == "failed"


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to give a folder away")
def test_a_checkout_of_another_user_is_read(repository: Path) -> None:
    commit = git(repository, "rev-parse", "HEAD")
    for path in (repository, *repository.rglob("*")):
        os.chown(path, 12345, 12345)
    assert Folder(repository).commit() == commit


def hostile(repository: Path, marks: Path) -> None:
    """Everything that a repository can bring along to be run, each with a mark of its own."""
    marks.mkdir()

    def mark(name: str) -> str:
        script = marks / f"{name}.sh"
        script.write_text(f"#!/bin/sh\ntouch {marks}/{name}.ran\ncat\n")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        return str(script)

    (repository / ".gitattributes").write_text("*.py diff=evil filter=evil\n")
    git(repository, "add", ".")
    (repository / "src/jobs.py").write_text("two\n")
    git(repository, "commit", "-qam", "Second")
    head, _, message = git(repository, "cat-file", "commit", "HEAD").partition("\n\n")
    signature = "-----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----"
    (marks / "signed").write_text(f"{head}\ngpgsig {signature}\n\n{message}\n")
    signed = git(repository, "hash-object", "-w", "-t", "commit", str(marks / "signed"))
    git(repository, "update-ref", "HEAD", signed)
    settings = {
        "diff.evil.textconv": mark("textconv"),
        "diff.evil.command": mark("command"),
        "diff.external": mark("external"),
        "filter.evil.clean": mark("clean"),
        "filter.evil.smudge": mark("smudge"),
        "filter.evil.process": mark("process"),
        "core.fsmonitor": mark("fsmonitor"),
        "core.pager": mark("pager"),
        "core.sshCommand": mark("ssh"),
        "core.editor": mark("editor"),
        "core.alternateRefsCommand": mark("alternate"),
        "gpg.program": mark("gpg"),
        "log.showSignature": "true",
        "credential.helper": "!" + mark("credential"),
        "alias.cat-file": "!" + mark("alias"),
        "core.hooksPath": str(repository / ".hooks"),
        "remote.origin.url": "ext::sh -c " + mark("remote"),
        "remote.origin.promisor": "true",
        "extensions.partialClone": "origin",
        "core.repositoryFormatVersion": "1",
        "protocol.ext.allow": "always",
    }
    hooks = repository / ".hooks"
    hooks.mkdir()
    for hook in ("post-index-change", "reference-transaction", "pre-commit", "post-checkout"):
        (hooks / hook).symlink_to(mark(hook))
    for name, value in settings.items():
        git(repository, "config", name, value)


def ran(marks: Path) -> set[str]:
    return {path.stem for path in marks.glob("*.ran")}


def test_nothing_of_a_hostile_repository_runs(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks = tmp_path / "marks"
    hostile(repository, marks)
    for name in ("GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_SSH_COMMAND", "GIT_EDITOR"):
        monkeypatch.setenv(name, str(marks / "external.sh"))
    monkeypatch.setenv("GIT_DIR", "/nonexistent")
    monkeypatch.setenv("GIT_TRACE", str(marks / "trace.ran"))
    project = Folder(repository)
    assert project.status == "repository"
    assert project.identity()
    commit = project.commit()
    assert commit
    assert File(project).resolve(reference("src/jobs.py"), commit, ()).text == "two\n"
    assert not File(project).resolve(reference("src/none.py"), commit, ()).resolved
    found = Commit(project).resolve(reference("HEAD~0", "commit"), commit, ())
    assert found.text is not None
    assert "files changed" in found.text
    assert not Commit(project).resolve(reference("a" * 40, "commit"), commit, ()).resolved
    assert not File(project).resolve(reference("src/jobs.py"), "b" * 40, ()).resolved
    blob = git(repository, "rev-parse", "HEAD:src/jobs.py")
    (repository / ".git/objects" / blob[:2] / blob[2:]).unlink()
    assert not File(project).resolve(reference("src/jobs.py"), commit, ()).resolved
    assert ran(marks) == set()


def test_the_hostile_repository_is_hostile(repository: Path, tmp_path: Path) -> None:
    """The test above shows something: plain git does run what is planted there."""
    marks = tmp_path / "marks"
    hostile(repository, marks)
    (repository / "src/jobs.py").write_text("three\n")
    (repository / "new").write_text("new\n")
    for words in (
        ("log", "-1", "-p"),
        ("diff", "--ext-diff"),
        ("status",),
        ("add", "new"),
        ("cat-file", "-e", "b" * 40),
    ):
        with contextlib.suppress(subprocess.SubprocessError):  # the scripts are no real helpers
            git(repository, "--no-pager", *words, timeout=2)
    assert {"fsmonitor", "gpg", "command", "post-index-change", "remote"} <= ran(marks)


def test_replaced_objects_are_not_followed(repository: Path) -> None:
    old = git(repository, "rev-parse", "HEAD:src/jobs.py")
    (repository / "x").write_text("forged\n")
    new = git(repository, "hash-object", "-w", "x")
    git(repository, "replace", old, new)
    assert git(repository, "cat-file", "blob", old) == "forged"
    project = Folder(repository)
    found = File(project).resolve(reference("src/jobs.py:1"), project.commit(), ())
    assert found.text == "line 1\n"


def test_output_and_time_are_bounded(repository: Path, tmp_path: Path) -> None:
    assert Git(repository).ask("cat-file", "blob", "HEAD:src/jobs.py", limit=10).status == "too_big"
    assert Git(repository).ask("cat-file", "blob", "HEAD:none").status == "failed"
    slow = tmp_path / "bin"
    slow.mkdir()
    (slow / "git").write_text("#!/bin/sh\nsleep 60 & sleep 60\n")
    (slow / "git").chmod(0o755)
    path = f"{slow}:{os.environ['PATH']}"
    assert Git(repository, path).ask("status", timeout=0.3).status == "timeout"
    (slow / "git").write_text("not a program")
    assert Git(repository, path).ask("status").status == "absent"
    assert Git(repository, "bin:.").ask("status").status == "absent"
    assert Git(tmp_path / "none").ask("status").status == "absent"


@pytest.mark.parametrize("name", ["HEAD", "main", "v1", "SHORT"])
def test_a_commit(repository: Path, name: str) -> None:
    (repository / "src/jobs.py").write_text("a\nb\n")
    git(repository, "commit", "-qam", "Say two things\non two lines\n\nbody")
    git(repository, "tag", "-am", "tag", "v1")
    full = git(repository, "rev-parse", "HEAD")
    at = full[:10] if name == "SHORT" else name
    assert Commit(Folder(repository)).resolve(reference(at, "commit"), None, ()) == Found(
        resolved=True,
        commit=full,
        text=f"commit {full}\nSay two things on two lines\n"
        "1 file changed, 2 insertions(+), 12 deletions(-)\n",
    )


def test_a_root_commit_counts_against_nothing(repository: Path) -> None:
    found = Commit(Folder(repository)).resolve(reference("HEAD", "commit"), None, ())
    assert found.text is not None
    assert found.text.endswith("Begin\n1 file changed, 12 insertions(+)\n")


def test_commits_that_are_none(repository: Path, tmp_path: Path) -> None:
    def why(at: str, folder: Path = repository, path: str | None = None) -> str | None:
        found = Commit(Folder(folder, path)).resolve(reference(at, "commit"), None, ())
        assert found == Found(resolved=False, why=found.why)
        return found.why

    none = "is no commit of this repository; fetch it or correct the name"
    assert why("abcdef1") == f"`abcdef1` {none}"
    assert why("HEAD:src/jobs.py") == (
        "'HEAD:src/jobs.py' names no commit, needed an id, a tag or a branch"
    )
    assert why(git(repository, "rev-parse", "HEAD^{tree}"))
    for odd in ("--help", "", "HEAD^{/x}", ":/x", "a..b", "a b"):
        assert why(odd) == f"{odd!r} names no commit, needed an id, a tag or a branch"
    assert why("HEAD", tmp_path) == (
        "there is no repository here, needed one that holds the commit"
    )
    assert why("HEAD", repository, "") == (
        "git is not on PATH, needed to look the commit up; install git"
    )


class At:
    def now(self) -> str:
        return "2026-11-30T21:18:20.123Z"


def test_notes_and_the_table(repository: Path) -> None:
    table = resolvers(Folder(repository), "olga", At())
    note = resolve(table, reference("p99 was 4 s on Monday", "note"), None, ())
    assert note == Found(
        resolved=True,
        text="p99 was 4 s on Monday",
        seen_by="olga",
        seen_at="2026-11-30T21:18:20.123Z",
    )
    assert resolve(table, reference(" \n", "note"), None, ()) == Found(
        resolved=False, why="the note is blank, needed what was seen"
    )
    assert resolve(table, reference("a-case-1a2b3c/007-report", "record"), None, ()) == Found(
        resolved=False,
        why="evidence of the kind 'record' cannot be looked up without a store, needed one of "
        "file, commit, note, adr, rule, document, prior_opinion, command, test, runtime",
    )
    assert set(table) == set(get_args(EvidenceKind)) - {"record"}
