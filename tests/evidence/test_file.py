"""File evidence is what the frozen commit holds; all else says why it is none."""

import os
import subprocess
from pathlib import Path

import pytest

from gemot.evidence.file import File
from gemot.evidence.place import Place, Refused, place
from gemot.evidence.project import Folder
from gemot.ports.evidence import Found

from .conftest import git, reference


def look(top: Path, at: str, *allowed: str, near: Path | None = None) -> Found:
    project = Folder(top)
    return File(project, near).resolve(reference(at), project.commit(), allowed)


def why(found: Found) -> str:
    """The whole reason of what was not found."""
    assert not found.resolved
    assert found.why is not None
    assert "\n" not in found.why
    assert found == Found(resolved=False, why=found.why)
    return found.why


def test_lines_at_the_frozen_commit(repository: Path) -> None:
    commit = git(repository, "rev-parse", "HEAD")
    blob = git(repository, "rev-parse", "HEAD:src/jobs.py")
    whole = look(repository, "src/jobs.py")
    assert whole == Found(
        resolved=True,
        text="".join(f"line {n}\n" for n in range(1, 13)),
        commit=commit,
        blob=blob,
        tracked=True,
    )
    part = look(repository, "./src//jobs.py:10-12")
    assert (part.text, part.first, part.last) == ("line 10\nline 11\nline 12\n", 10, 12)
    one = look(repository, "src/jobs.py:10")
    assert (one.text, one.first, one.last) == ("line 10\n", 10, 10)


def test_a_changed_or_removed_work_tree_is_read_at_the_commit(repository: Path) -> None:
    (repository / "src/jobs.py").write_text("changed\n")
    git(repository, "add", ".")
    assert look(repository, "src/jobs.py:1", "src/jobs.py").text == "line 1\n"
    (repository / "src/jobs.py").unlink()
    assert look(repository, "src/jobs.py:2").text == "line 2\n"


def test_an_older_commit_stays_readable(repository: Path) -> None:
    old = git(repository, "rev-parse", "HEAD")
    (repository / "src/jobs.py").write_text("new\n")
    git(repository, "commit", "-qam", "Change")
    found = File(Folder(repository)).resolve(reference("src/jobs.py:1"), old, ())
    assert (found.text, found.commit) == ("line 1\n", old)


def test_an_untracked_file_only_when_named(repository: Path) -> None:
    (repository / "new.txt").write_bytes(b"fresh\n")
    commit = git(repository, "rev-parse", "HEAD")
    assert why(look(repository, "new.txt")) == (
        f"`new.txt` is not in commit {commit[:12]}; name it on the command line "
        "(--evidence new.txt) or commit it"
    )
    found = look(repository, "new.txt:1", "./new.txt:1-1")
    assert (found.text, found.commit, found.tracked) == ("fresh\n", None, False)
    done = subprocess.run(
        ["git", "hash-object", "--stdin"], input=b"fresh\n", capture_output=True, check=True
    )
    assert found.blob is not None
    assert len(found.blob) == 64
    assert found.blob != done.stdout.decode().strip()


def test_a_path_from_a_subfolder_is_proposed(repository: Path) -> None:
    project = Folder(repository / "src")
    found = File(project).resolve(reference("jobs.py"), project.commit(), ())
    assert why(found).endswith("did you mean `src/jobs.py`? paths begin at the project's root")


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ("", "the place is blank, needed a path like `src/jobs.py:10-42`"),
        ("/etc/passwd", "`/etc/passwd` is absolute, needed a path from the project's root"),
        ("~/x", "`~/x` is absolute, needed a path from the project's root"),
        ("C:\\x", "`C:\\x` is absolute, needed a path from the project's root"),
        ("../x", "`../x` is outside of the project, needed a file in it"),
        ("src/../../x", "`../x` is outside of the project, needed a file in it"),
        (".", "the path is the project's root, needed a file in it"),
        (".git/config", "`.git/config` is git's own, needed a file of the project"),
        ("src", "`src` is a folder, needed a file in it"),
        ("a\nb", "the path holds characters that do not print, needed a plain path"),
        ("src/jobs.py:0", "the lines 0-0 are none, needed FIRST-LAST counted from 1"),
        ("src/jobs.py:5-4", "the lines 5-4 are none, needed FIRST-LAST counted from 1"),
        ("src/jobs.py:13", "`src/jobs.py` has 12 line(s) there, not the lines 13-13"),
        ("src/jobs.py:2-99", "`src/jobs.py` has 12 line(s) there, not the lines 2-99"),
    ],
)
def test_places_that_are_none(repository: Path, at: str, reason: str) -> None:
    assert why(look(repository, at, at)) == reason


@pytest.mark.parametrize(
    "name",
    [
        ".env", ".env.local", "prod.env", "conf/server.pem", "id_rsa", "keys/id_ed25519.bak",
        ".ssh/config", ".aws/config", "x.tfstate", ".npmrc", "credentials.json", "Secrets.YAML",
        "A.KEY", ".netrc",
    ],
)  # fmt: skip
def test_secret_names_are_never_read(repository: Path, name: str) -> None:
    (repository / name).parent.mkdir(parents=True, exist_ok=True)
    (repository / name).write_text("x\n")
    git(repository, "add", "-f", ".")
    git(repository, "commit", "-qm", "Leak")
    assert why(look(repository, name, name)) == (
        f"`{name}` is secret by its name and is never read; say what matters in a note"
    )


@pytest.mark.parametrize(
    "name", ["src/environment.py", ".env.example", "id_rsa.pub", "docs/keys.md", "src/secrets.py"]
)
def test_names_that_only_look_secret(name: str) -> None:
    assert place(name) == Place(name)


def test_links_submodules_binary_and_big_files(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("outside\n")
    (repository / "link").symlink_to(tmp_path / "outside.txt")
    (repository / "folder").symlink_to(tmp_path)
    (repository / "bin").write_bytes(b"a\0b")
    (repository / "latin").write_bytes(b"caf\xe9\n")
    (repository / "blank").write_text(" \n\n")
    (repository / "empty").write_text("")
    (repository / "big").write_text("x" * 63 + "\n", newline="")
    (repository / "big").write_text(("x" * 63 + "\n") * 4097)
    (repository / "lfs").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\n")
    inner = tmp_path / "inner"
    inner.mkdir()
    git(inner, "init", "-q")
    (inner / "a").write_text("a\n")
    git(inner, "add", ".")
    git(inner, "commit", "-qm", "Inner")
    git(repository, "submodule", "--quiet", "add", str(inner), "sub")
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "All kinds")
    reasons = {
        "link": "`link` is a link, needed the file that it names",
        "folder/outside.txt": "`folder/outside.txt` lies behind `folder`, which is a link, "
        "needed the file that it names",
        "sub": "`sub` is a submodule, needed a file of this repository",
        "sub/a": "`sub/a` lies behind `sub`, which is a submodule, "
        "needed a file of this repository",
        "bin": "`bin` is binary, needed text",
        "latin": "`latin` is not UTF-8 there, needed UTF-8 text",
        "blank": "`blank` holds nothing there but blanks, needed what shows the claim",
        "empty": "`empty` holds nothing there but blanks, needed what shows the claim",
        "big": "`big` has 262208 bytes there, needed at most 262144; "
        "name the lines that matter, like `path:10-42`",
        "lfs": "`lfs` is a pointer of Git LFS, needed the text itself in git",
    }
    for at, reason in reasons.items():
        assert why(look(repository, at, at)) == reason
    assert look(repository, "big:1-4096").resolved
    assert look(repository, "big:4097").text == "x" * 63 + "\n"


def test_untracked_links_are_not_followed(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("outside\n")
    (repository / "link").symlink_to(tmp_path / "outside.txt")
    (repository / "folder").symlink_to(tmp_path)
    os.mkfifo(repository / "pipe")
    reasons = {
        "link": "`link` goes through a link, needed the file that it names",
        "folder/outside.txt": "`folder/outside.txt` goes through a link or a file, "
        "needed a path of folders to a file",
        "pipe": "`pipe` is no regular file, needed one",
        "none": "`none` is not there; correct the path, it begins at the project's root",
        "src": "`src` is a folder, needed a file in it",
    }
    for at, reason in reasons.items():
        assert why(look(repository, at, at)) == reason


def test_outside_a_repository(tmp_path: Path) -> None:
    (tmp_path / "case").mkdir()
    (tmp_path / "case/a.txt").write_text("a\n")
    (tmp_path / "b.txt").write_text("b\n")
    near = tmp_path / "case"
    found = look(tmp_path, "case/a.txt", near=near)
    assert (found.text, found.commit, found.tracked) == ("a\n", None, False)
    assert why(look(tmp_path, "b.txt", near=near)) == (
        "`b.txt` is in no repository nor under the decision file; "
        "name it on the command line (--evidence b.txt)"
    )
    assert look(tmp_path, "b.txt", "b.txt", near=near).text == "b\n"


def test_before_the_first_commit_and_without_git(tmp_path: Path, repository: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "a.txt").write_text("a\n")
    assert why(look(tmp_path, "a.txt", near=tmp_path)) == (
        "`a.txt` is in a repository without a commit; commit it, "
        "or name it on the command line (--evidence a.txt)"
    )
    assert look(tmp_path, "a.txt", "a.txt").text == "a\n"
    project = Folder(repository, path="/nonexistent")
    assert (project.status, project.commit()) == ("git_absent", None)
    found = File(project).resolve(reference("src/jobs.py"), None, ())
    assert why(found) == (
        "`src/jobs.py` is in a repository and git is not on PATH; install git, "
        "or name it on the command line (--evidence src/jobs.py)"
    )
    frozen = File(project).resolve(reference("src/jobs.py"), "a" * 40, ())
    assert why(frozen) == "git is not on PATH, needed to read the frozen commit; install git"


def test_a_commit_that_is_not_here(repository: Path) -> None:
    found = File(Folder(repository)).resolve(reference("src/jobs.py"), "a" * 40, ())
    assert why(found).startswith("git cannot read commit aaaaaaaaaaaa here (")
    odd = File(Folder(repository)).resolve(reference("src/jobs.py"), "--help", ())
    assert why(odd) == "the frozen commit is no commit id"


def test_odd_names_and_line_ends(repository: Path) -> None:
    (repository / "größe *?[a] ü.txt").write_bytes(b"one\r\ntwo\rstill two\r\nthree")
    (repository / "-x").write_text("dash\n")
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "Odd")
    assert look(repository, "größe *?[a] ü.txt:2-3").text == "two\rstill two\r\nthree"
    assert look(repository, "-x").text == "dash\n"
    assert isinstance(place("\udcff"), Refused)
