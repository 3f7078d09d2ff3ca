# ruff: noqa: T201
"""What no tracked file may hold: a registry's host, a path of this machine, a lock file, a key.

A key in a test or a document must be recognisable as none: a match that holds the word EXAMPLE
is passed over. Nothing else is.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from environment import ROOT, environment, pip

# Written in pieces, or as patterns that do not match themselves: this file is tracked too.
HOSTS = ("pypi" + ".org", "pythonhosted" + ".org", "registry.npmjs" + ".org", "deb.debian" + ".org")
OPTIONS = re.compile(r"^\s*--?(?:extra-)?(?:index-url|find-links|trusted-host)\b", re.MULTILINE)
MACHINE = re.compile(r"(?<![\w.~$}/-])/(?:root|work)/[\w.]")
KEYS = re.compile(
    "|".join(
        (
            r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----[^-]*",
            r"\b(?:sk|rk|pk)-[\w-]{20,}",
            r"\bAKIA[0-9A-Z]{16}\b",
            r"\bAIza[\w-]{35}\b",
            r"\bgh[opsur]_\w{30,}",
            r"\bgithub_pat_\w{30,}",
            r"\bhf_\w{30,}",
            r"\bglpat-[\w-]{20,}",
            r"\bxox[abprs]-[\w-]{10,}",
            r"\bpypi-[\w-]{40,}",
        )
    )
)
LOCKS = re.compile(r"(?:\.lock|(?:^|/)(?:package-lock\.json|pnpm-lock\.yaml|pylock.*\.toml))$")
KEY_FILES = re.compile(r"(?:\.(?:pem|key|p12|pfx|keystore)|(?:^|/)(?:\.env|id_(?:rsa|ed25519)))$")


def tracked() -> list[str]:
    argv = ["git", "ls-files", "-z"]
    listed = subprocess.run(argv, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [name for name in listed.split("\0") if name]


def configured_hosts() -> set[str]:
    """The hosts that pip is set up with here, which may be a mirror's."""
    argv = [*pip(), "config", "list"]
    shown = subprocess.run(argv, capture_output=True, check=False, text=True, env=environment())
    values = [shown.stdout, *(v for k, v in os.environ.items() if k.startswith(("PIP_", "UV_")))]
    urls = re.findall(r"https?://[^\s'\",\]]+", " ".join(values))
    return {host for host in (urlsplit(url).hostname for url in urls) if host}


def places() -> set[str]:
    """This checkout's and this user's folders, unless too short to mean one machine."""
    return {str(path) for path in (ROOT, Path.home()) if len(path.parts) > 2}


def faults(name: str, hosts: set[str], paths: set[str]) -> Iterator[str]:
    if LOCKS.search(name):
        yield f"{name}: is a lock file"
    if KEY_FILES.search(name):
        yield f"{name}: is named like a key"
    path = ROOT / name
    if path.is_symlink() or not path.is_file():
        return
    content = path.read_bytes()
    if b"\0" in content:
        return
    text = content.decode("utf-8", "replace")
    for what, start in found(text, hosts, paths):
        yield f"{name}:{text.count(chr(10), 0, start) + 1}: holds {what}"


def found(text: str, hosts: set[str], paths: set[str]) -> Iterator[tuple[str, int]]:
    for host in sorted(hosts):
        for match in re.finditer(rf"(?<![\w-]){re.escape(host)}(?![\w-])", text):
            yield "a registry's host", match.start()
    for match in OPTIONS.finditer(text):
        yield "an option that names a registry", match.start() + match[0].index("-")
    for match in MACHINE.finditer(text):
        yield "a path of a machine of this project", match.start()
    for place in sorted(paths):
        for match in re.finditer(rf"{re.escape(place)}(?![\w.-])", text):
            yield "a path of this machine", match.start()
    for match in KEYS.finditer(text):
        if "EXAMPLE" not in match[0].upper():
            yield "what looks like a key (name it EXAMPLE if it is none)", match.start()


def main() -> int:
    names = tracked()
    if not names:
        print("no tracked file was found, so none was checked")
        return 1
    hosts, paths = {*HOSTS, *configured_hosts()}, places()
    faulty = [fault for name in names for fault in faults(name, hosts, paths)]
    for fault in faulty:
        print(fault)
    print(f"{len(names)} tracked files, {len(faulty)} faults")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
