"""Who acts where nobody said so."""

from pathlib import Path


def person(given: str | None, folder: Path | None = None) -> str:
    """The name given, else git's `user.name` in the folder, else the login name."""
    if given and given.strip():
        return given.strip()[:200]
    return (_git_name(folder or Path.cwd()) or _login())[:200]


def _git_name(folder: Path) -> str | None:
    import subprocess

    try:
        done = subprocess.run(
            ["git", "config", "--get", "user.name"],
            cwd=folder, capture_output=True, timeout=5, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("utf-8", "replace").strip() or None


def _login() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "somebody"
