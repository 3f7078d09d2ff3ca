"""Help: it teaches, it is quick, and the table of commands says what the commands say."""

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest

from gemot.surfaces.cli.lazy import LazyGroup
from gemot.surfaces.cli.main import ROOT, run
from tests.surfaces.command import Desk


def commands(group: LazyGroup, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every command that is no group."""
    for name in group.table:
        found = group.get_command(click.Context(group), name)
        if isinstance(found, LazyGroup):
            yield from commands(found, (*path, name))
        else:
            yield (*path, name)


def command(path: tuple[str, ...]) -> tuple[click.Command, str]:
    """A command and the line of the table that names it."""
    group: click.Command = ROOT
    says = ""
    for name in path:
        assert isinstance(group, LazyGroup)
        says = group.table[name].says
        found = group.get_command(click.Context(group), name)
        assert found is not None
        group = found
    return group, says


ALL = sorted(commands(ROOT))


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_a_command_teaches(path: tuple[str, ...]) -> None:
    found, says = command(path)
    assert found.short_help == says
    assert found.help is not None
    assert len(found.help) > 100
    assert any(isinstance(p, click.Option) and "--json" in p.opts for p in found.params)
    examples = [x for x in (found.epilog or "").splitlines() if x.startswith("  gemot ")]
    assert examples
    for example in examples:
        assert shlex.split(example)[1 : 1 + len(path)] == list(path)


@pytest.mark.parametrize("path", [(), ("case",), ("admin",), *ALL], ids=" ".join)
def test_every_option_of_help_works(path: tuple[str, ...], gemot: Desk) -> None:
    long, short = gemot(*path, "--help"), gemot(*path, "-h")
    assert long.code == 0
    assert long == short
    assert long.err == ""
    assert long.out.startswith("Usage: " + " ".join(("gemot", *path)))


def test_a_bare_group_shows_its_help(gemot: Desk) -> None:
    assert gemot() == gemot("--help")
    assert gemot("case") == gemot("case", "--help")


def test_only_what_exists_is_listed(gemot: Desk) -> None:
    assert list(ROOT.table) == [
        "decide", "conclude", "status", "show", "render", "verify", "probe", "advisors", "init",
        "case", "admin",
    ]  # fmt: skip
    assert gemot("serve").code == 2


def test_a_misspelt_command_is_told(gemot: Desk) -> None:
    ran = gemot("staus")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "gemot: the command line: 1 fault\n"
        "  usage gemot: got 'staus', which is no command, needed 'status'\n"
        "    fix: `gemot --help` shows what it takes\n"
        "  next: gemot --help\n"
    )


def test_version(gemot: Desk) -> None:
    assert gemot("--version").out.startswith("gemot 0.")


HEAVY = ("pydantic", "rich", "httpx2", "msgspec", "asyncio", "yaml", "sqlite3", "ssl")


def loaded(desk: Desk, *args: str) -> set[str]:
    """The modules that a command line imported."""
    script = (
        "import sys, json\nfrom gemot.surfaces.cli.main import run\n"
        f"code = run({list(args)!r})\nprint(json.dumps(sorted(sys.modules)), file=sys.stderr)\n"
        "sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=desk.project, capture_output=True, check=True
    )
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize("args", [["--help"], [], ["case", "--help"], ["--version"]], ids=str)
def test_help_imports_nothing_but_click(args: list[str], gemot: Desk) -> None:
    found = loaded(gemot, *args)
    assert not found & set(HEAVY)
    ours = {name for name in found if name.startswith("gemot.")}
    assert ours <= {
        f"gemot.surfaces{x}" for x in ("", ".cli", ".cli.main", ".cli.lazy", ".cli.out")
    }


def test_status_imports_little(gemot: Desk) -> None:
    case = gemot.case("decide", "A or B?", "--option", "a", "--option", "b", "--owner", "Ada")
    for args in (["status"], ["status", case], ["case", "list"]):
        found = loaded(gemot, *args)
        assert not found & {"rich", "httpx2", "asyncio", "yaml", "pydantic", "ssl"}, args
        assert "gemot.rules.registry" not in found
        assert "gemot.wiring" in found


def test_nothing_is_printed_twice_by_a_narrow_terminal(
    gemot: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    assert gemot("decide", "--help").code == 0
    assert run(["--help"]) == 0
