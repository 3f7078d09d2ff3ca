"""Real repositories, made by real git, in temporary folders."""

import os
import subprocess
from pathlib import Path

import pytest

from gemot.records.framing import Reference
from gemot.records.vocab import EvidenceKind


def git(folder: Path, *words: str, timeout: float = 60) -> str:
    """Plain git as a user runs it, with a fixed identity and no configuration of the user's."""
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Ann Author",
        "GIT_AUTHOR_EMAIL": "ann@example.org",
        "GIT_COMMITTER_NAME": "Ann Author",
        "GIT_COMMITTER_EMAIL": "ann@example.org",
        "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
        "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
    }
    done = subprocess.run(
        ["git", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", *words],
        cwd=folder,
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        timeout=timeout,
    )
    return done.stdout.strip()


def reference(at: str, kind: EvidenceKind = "file") -> Reference:
    return Reference(id="E1", status="OBSERVED", kind=kind, at=at)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """`src/jobs.py` of 12 numbered lines, committed once."""
    top = tmp_path / "project"
    (top / "src").mkdir(parents=True)
    git(top, "init", "-q")
    (top / "src/jobs.py").write_text("".join(f"line {n}\n" for n in range(1, 13)))
    git(top, "add", ".")
    git(top, "commit", "-q", "-m", "Begin")
    return top
