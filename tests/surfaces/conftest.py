"""Fixtures of the command line's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gemot import Council
from tests.fakes.openai_server import OpenAIServer
from tests.surfaces.command import OWNER, Desk, repository
from tests.surfaces.command import council as configuration


@pytest.fixture
def gemot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Desk:
    """The command line in a fresh project with no configuration and no store."""
    project = tmp_path / "project"
    repository(project)
    environ = {
        "GEMOT_STORE": f"sqlite:{tmp_path / 'data' / 'store.db'}",
        "GEMOT_CONFIG": str(tmp_path / "config.toml"),
        "COLUMNS": "80",
    }
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    for name in ("CI", "GEMOT_MODE", "GEMOT_AGENT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(project)
    return Desk(project, environ, capsys)


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    """A fake provider that obeys any schema."""
    with OpenAIServer() as running:
        yield running


@pytest.fixture
def counselled(gemot: Desk, server: OpenAIServer) -> Desk:
    """A council of two seats and a chair that may spend a dollar."""
    gemot.configure(configuration(server.base_url, more="[limits]\ncase_usd = 1.00\n"))
    return gemot


@pytest.fixture
def council(counselled: Desk, tmp_path: Path) -> Iterator[Council]:
    """The library beside the command line: the same project and configuration, its own store."""
    with Council(store=tmp_path / "library.db", owner=OWNER) as made:
        yield made
