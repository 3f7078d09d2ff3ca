"""Real processes: how they end, what they print, and that nothing of them is left."""

import hashlib
import os
import time
from pathlib import Path

import pytest

from gemot.evidence.project import Folder
from gemot.evidence.run import CAP, Commands
from tests.evidence.conftest import git


def commands(folder: Path) -> Commands:
    return Commands(Folder(folder))


def sh(script: str) -> tuple[str, ...]:
    return ("sh", "-c", script)


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def gone(pid: int) -> bool:
    """Whether a process ends within two seconds."""
    for _ in range(40):
        if not alive(pid):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("status", [0, 1, 77, 255])
def test_a_command_that_ends_gives_its_exit_status(tmp_path: Path, status: int) -> None:
    done = commands(tmp_path).run(sh(f"echo out; echo err >&2; exit {status}"), ".", 20)
    assert (done.status, done.exit, done.signal) == ("done", status, None)
    assert (done.output, done.size, done.truncated) == (b"out\nerr\n", 8, False)
    assert done.whole == hashlib.sha256(b"out\nerr\n").hexdigest()


def test_a_command_is_words_and_no_script(tmp_path: Path) -> None:
    done = commands(tmp_path).run(("printf", "%s|", "a b", "$HOME", ";"), ".", 20)
    assert done.output == b"a b|$HOME|;|"


def test_a_command_has_no_input(tmp_path: Path) -> None:
    assert commands(tmp_path).run(("cat",), ".", 20).output == b""


def test_a_killed_command_says_by_what(tmp_path: Path) -> None:
    done = commands(tmp_path).run(sh("echo before; kill -9 $$"), ".", 20)
    assert (done.status, done.exit, done.signal, done.output) == ("killed", None, 9, b"before\n")


def test_a_time_out_ends_the_whole_group(tmp_path: Path) -> None:
    began = time.monotonic()
    script = "sleep 60 & echo $! > child; trap '' TERM; echo going; sleep 60"
    done = commands(tmp_path).run(sh(script), ".", 0.5)
    assert time.monotonic() - began < 10
    assert (done.status, done.exit, done.output) == ("timeout", None, b"going\n")
    assert gone(int((tmp_path / "child").read_text()))


def test_what_a_command_leaves_behind_is_ended_and_not_waited_for(tmp_path: Path) -> None:
    began = time.monotonic()
    done = commands(tmp_path).run(sh("sleep 60 & echo $! > child; echo done"), ".", 30)
    assert time.monotonic() - began < 10
    assert (done.status, done.exit, done.output) == ("done", 0, b"done\n")
    assert gone(int((tmp_path / "child").read_text()))


def test_a_big_output_is_kept_at_both_ends_and_hashed_whole(tmp_path: Path) -> None:
    whole = b"".join(b"%07d\n" % n for n in range(100_000))
    (tmp_path / "big").write_bytes(whole)
    done = commands(tmp_path).run(("cat", "big"), ".", 60)
    assert (done.size, done.truncated) == (len(whole), True)
    assert done.whole == hashlib.sha256(whole).hexdigest()
    cut = f"\n[… {len(whole) - CAP} bytes left out …]\n".encode()
    assert done.output == whole[: CAP // 2] + cut + whole[-CAP // 2 :]


@pytest.mark.parametrize("more", [0, 1])
def test_an_output_of_the_cap_is_whole(tmp_path: Path, more: int) -> None:
    (tmp_path / "big").write_bytes(b"x" * (CAP + more))
    done = commands(tmp_path).run(("cat", "big"), ".", 60)
    assert done.truncated is bool(more)
    assert (done.output == b"x" * CAP) is not bool(more)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("no-such-command",), "no-such-command: No such file or directory"),
        (("./plain",), "./plain: Permission denied"),
        (("a\0b",), "a\0b: embedded null byte"),
    ],
)
def test_what_cannot_be_started_says_why(
    tmp_path: Path, command: tuple[str, ...], why: str
) -> None:
    (tmp_path / "plain").write_text("no script")
    done = commands(tmp_path).run(command, ".", 20)
    assert (done.status, done.why, done.output, done.whole) == ("not_started", why, b"", "")


@pytest.mark.parametrize("folder", ["..", "/", "none", "../.."])
def test_a_command_runs_in_the_project_alone(tmp_path: Path, folder: str) -> None:
    project = tmp_path / "project"
    project.mkdir()
    done = commands(project).run(("pwd",), folder, 20)
    assert done.status == "not_started"
    assert done.why == f"{folder!r} is no folder of the project"


def test_a_folder_is_counted_from_the_root(repository: Path) -> None:
    from_below = Commands(Folder(repository / "src"))
    assert from_below.run(("pwd",), "src", 20).output.decode() == f"{repository / 'src'}\n"
    assert from_below.run(("pwd",), ".", 20).output.decode() == f"{repository}\n"


def test_the_environment_is_the_callers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMOT_TEST_WORD", "here")
    done = commands(tmp_path).run(sh("echo $GEMOT_TEST_WORD"), ".", 20)
    assert done.output == b"here\n"
    assert os.environ["GEMOT_TEST_WORD"] == "here"


def test_clean_is_what_git_says_of_tracked_files(repository: Path, tmp_path: Path) -> None:
    assert commands(repository).clean() is True
    (repository / "new").write_text("untracked")
    assert commands(repository).clean() is True
    (repository / "src/jobs.py").write_text("changed\n")
    assert commands(repository).clean() is False
    git(repository, "checkout", "-q", "--", ".")
    assert commands(repository).clean() is True
    assert commands(tmp_path).clean() is None
