"""Running the command line in a project of its own: in this process, or as one of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from gemot.surfaces.cli.main import run

GEMOT = [sys.executable, "-m", "gemot"]
OWNER = "Ada"
JOBS = "".join(f"line {n}\n" for n in range(1, 21))
MATERIAL = (
    "decide", "Retry in process, or a queue?", "--option", "retry", "--option", "queue",
    "--owner", OWNER, "--materiality", "material", "--evidence", "src/jobs.py:3-5",
)  # fmt: skip
SMALL = MATERIAL[:8]
"""The same question at low stakes: nobody is asked."""


@dataclass(frozen=True)
class Ran:
    """What one command line did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one object on standard output; `schema` is its first key."""
        answer = json.loads(self.out)
        assert next(iter(answer)) == "schema", answer
        assert isinstance(answer["next"], list), answer
        return dict(answer)


@dataclass
class Desk:
    """A project, its store and its configuration."""

    project: Path
    environ: dict[str, str]
    capture: pytest.CaptureFixture[str]
    cases: list[str] = field(default_factory=list)

    @property
    def store(self) -> Path:
        """The store's file."""
        return Path(self.environ["GEMOT_STORE"].removeprefix("sqlite:"))

    def __call__(self, *args: str) -> Ran:
        """Run in this process, as the entry point would."""
        self.capture.readouterr()
        code = run(args)
        said = self.capture.readouterr()
        return Ran(code, said.out, said.err)

    def process(self, *args: str, environ: Mapping[str, str] | None = None, **more: Any) -> Ran:
        """Run as a process of its own."""
        done = subprocess.run(
            [*GEMOT, *args], cwd=self.project, capture_output=True, timeout=60, check=False,
            env={**os.environ, **self.environ, **(environ or {})}, **more,
        )  # fmt: skip
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    def start(self, *args: str, **more: Any) -> "subprocess.Popen[bytes]":
        """Begin a process of its own."""
        return subprocess.Popen(
            [*GEMOT, *args], cwd=self.project, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, **self.environ}, **more,
        )  # fmt: skip

    def configure(self, text: str) -> None:
        """Write the user's configuration."""
        Path(self.environ["GEMOT_CONFIG"]).write_text(text)

    def case(self, *args: str) -> str:
        """Decide, and the id of the case."""
        return str(self(*args, "--json").json["case"])


def council(base_url: str, *, chair: bool = True, more: str = "", price: bool = True) -> str:
    """A configuration of two seats and a chair, all at one server."""
    head = "[council]\nseats = 2\nrounds = 2\n" + ('chair = "carl"\n' if chair else "")
    return head + more + "".join(
        f'[[advisor]]\nid = "{name}"\ntransport = "api"\nwire = "openai"\n'
        f'base_url = "{base_url}"\nmodel = "m{n}"\n'
        f'source = {{ vendor = "v{n}", family = "f{n}" }}\n'
        + ("price = { input = 3.0, output = 15.0 }\n" if price else "")
        for n, name in enumerate(("anna", "bert", "carl"), 1)
    )  # fmt: skip


def repository(folder: Path) -> None:
    """A repository with one commit, whose id is always the same."""
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "jobs.py").write_text(JOBS)
    who = {
        "GIT_AUTHOR_NAME": OWNER, "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": OWNER, "GIT_COMMITTER_EMAIL": "a@example.org",
        "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
        "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
    }  # fmt: skip
    who_acts = ["config", "user.name", OWNER]
    first = (["init", "-q", "-b", "main"], who_acts, ["add", "."], ["commit", "-qm", "Begin"])
    for words in first:
        subprocess.run(["git", *words], cwd=folder, check=True, env={**os.environ, **who})
