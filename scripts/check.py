# ruff: noqa: T201
"""Runs every check, so that one failure does not hide the next, and names those that failed."""

import subprocess
import sys
from pathlib import Path

from environment import ROOT, environment, pip

BIN = Path(sys.executable).parent


def checks() -> list[tuple[str, list[str]]]:
    def tool(name: str, *arguments: str) -> list[str]:
        return [str(BIN / name), *arguments]

    return [
        ("format", tool("ruff", "format", "--check", ".")),
        ("lint", tool("ruff", "check", ".")),
        ("types", tool("mypy", "--strict")),
        ("types of the scripts", tool("mypy", "--strict", "scripts")),
        ("import contracts", tool("lint-imports")),
        ("generated pages", tool("gemot", "admin", "docs", "--check")),
        ("pins meet the requirements", [*pip(), "check"]),
        ("hygiene", [sys.executable, "scripts/hygiene.py"]),
    ]


def holds(argv: list[str]) -> bool:
    try:
        return subprocess.run(argv, cwd=ROOT, env=environment(), check=False).returncode == 0
    except FileNotFoundError:
        print(f"{argv[0]} is not there")
        return False


def main() -> int:
    failed = []
    for name, argv in checks():
        print(f"-- {name}", flush=True)
        if not holds(argv):
            failed.append(name)
    print(f"-- failed: {', '.join(failed)}" if failed else "-- every check holds")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
