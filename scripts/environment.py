# ruff: noqa: T201
"""Keeps `.venv` equal to the pins of `requirements/`.

Laws: only what is pinned is installed, with its hash checked; a layer whose pins changed is never
patched, the environment is made anew; a stamp is written after its layer is whole, so that an
interrupted run is repeated; when nothing changed, nothing is run.
"""

import argparse
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMPS = VENV / "stamps"
LAYERS = {
    "core": ("core.txt", "build.txt"),
    "local": ("local.txt",),
    "test": ("test.txt",),
    "check": ("check.txt",),
}
NO_PIP = """\
{python} can neither bring pip into a new environment nor lend its own.
On Debian and Ubuntu:  apt-get install python3-venv
Elsewhere, name another one:  make PYTHON=/path/to/python3"""


class Failed(Exception):
    """A step that the world refused; the text says which, and what mends it."""


def python() -> str:
    return str(VENV / "bin" / "python")


def environment() -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    kept.setdefault("PIP_CACHE_DIR", str(ROOT / ".cache" / "pip"))
    kept["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    return kept


def has(interpreter: str, module: str) -> bool:
    argv = [interpreter, "-c", f"import {module}"]
    return subprocess.run(argv, capture_output=True, check=False).returncode == 0


def pip() -> list[str]:
    """Pip for the environment: its own, or the one that its base interpreter lends."""
    if has(python(), "pip.__main__"):
        return [python(), "-m", "pip"]
    lender = base()
    if has(lender, "pip.__main__"):
        return [lender, "-m", "pip", "--python", python()]
    raise Failed(NO_PIP.format(python=lender))


def base() -> str:
    """The interpreter behind the environment, which outlives it."""
    return str(getattr(sys, "_base_executable", sys.executable))


def digest(paths: Sequence[Path]) -> str:
    whole = hashlib.sha256(f"{ROOT}\n{sys.version}\n".encode())
    for path in paths:
        whole.update(path.read_bytes())
    return whole.hexdigest()


def layer_digest(layer: str) -> str:
    return digest([ROOT / "requirements" / name for name in LAYERS[layer]])


def package_digest() -> str:
    return digest([ROOT / "pyproject.toml", ROOT / "src" / "gemot" / "__init__.py"])


def stamp(name: str) -> str | None:
    path = STAMPS / name
    return path.read_text() if path.exists() else None


def run(argv: Sequence[str], what: str) -> None:
    if subprocess.run(argv, cwd=ROOT, env=environment(), check=False).returncode != 0:
        raise Failed(f"{what} failed")


def make_venv() -> None:
    stale = [layer for layer in LAYERS if stamp(layer) not in (None, layer_digest(layer))]
    if STAMPS.exists() and not stale:
        return
    if sys.prefix != sys.base_prefix and Path(sys.prefix).resolve() == VENV.resolve():
        os.execv(base(), [base(), *sys.argv])
    shutil.rmtree(VENV, ignore_errors=True)
    print(f"making .venv with {sys.executable} ({sys.version.split()[0]})", flush=True)
    argv = [sys.executable, "-m", "venv", str(VENV)]
    # Debian's Python, without python3-venv, cannot bring pip along; another pip may serve.
    if subprocess.run(argv, capture_output=True, check=False).returncode != 0:
        shutil.rmtree(VENV, ignore_errors=True)
        run([*argv, "--without-pip"], "making .venv")
        pip()
    STAMPS.mkdir()


def install(layers: Sequence[str]) -> None:
    wanted = [layer for layer in layers if stamp(layer) is None]
    if not wanted:
        return
    print(f"installing the pins of {', '.join(wanted)} (hashes checked)", flush=True)
    argv = [*pip(), "install", "--quiet", "--no-input", "--progress-bar", "off"]
    argv += ["--require-hashes", "--only-binary", ":all:"]
    for layer in wanted:
        for name in LAYERS[layer]:
            argv += ["-r", f"requirements/{name}"]
    run(argv, f"installing {', '.join(wanted)}")
    for layer in wanted:
        (STAMPS / layer).write_text(layer_digest(layer))


def install_package() -> None:
    if stamp("package") == package_digest():
        return
    argv = [*pip(), "install", "--quiet", "--no-input", "--no-deps", "--no-build-isolation"]
    run([*argv, "--editable", "."], "installing gemot itself")
    (STAMPS / "package").write_text(package_digest())


def compile_package() -> None:
    """Bytecode beside the sources, so that the first command starts as quickly as the next."""
    run([str(VENV / "bin" / "python"), "-m", "compileall", "-q", "src/gemot"], "compiling gemot")


def update(layers: Sequence[str], optional: Sequence[str]) -> None:
    make_venv()
    install(layers)
    install_package()
    compile_package()
    for layer in optional:
        try:
            install([layer])
        except Failed as failure:
            print(f"going on without {layer}: {failure}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="bring .venv up to date with requirements/")
    parser.add_argument("layers", nargs="*", choices=LAYERS, metavar="LAYER")
    parser.add_argument("--optional", nargs="*", choices=LAYERS, default=[], metavar="LAYER")
    given = parser.parse_args()
    (ROOT / ".cache").mkdir(exist_ok=True)
    with (ROOT / ".cache" / "environment.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            update(given.layers, given.optional)
        except Failed as failure:
            print(failure, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
