"""Where a piece of file evidence is: `path`, `path:10`, `path:10-42`, and what may not be named.

Laws: pure; a path is relative to the project's root, with `/`, in its shortest form; nothing
outside of the project, no part of `.git` and no file that is secret by its name is ever a place.
A reason is one line, lower case, with what would mend it.
"""

import posixpath
import re
from fnmatch import fnmatchcase
from typing import Final

import msgspec

_AT = re.compile(r"(?P<path>.+?)(?::(?P<first>\d{1,9})(?:-(?P<last>\d{1,9}))?)?", re.DOTALL)
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")

SECRET_NAMES: Final = (
    ".env", ".env.*", "*.env", ".envrc", ".netrc", "_netrc", ".pgpass", ".npmrc", ".pypirc",
    ".htpasswd", ".git-credentials", ".dockercfg", ".vault-token", ".terraformrc", ".s3cfg",
    "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.pem", "*.key", "*.p12", "*.pfx", "*.p8",
    "*.jks", "*.keystore", "*.kdb", "*.kdbx", "*.ppk", "*.ovpn", "*.gpg", "*.tfstate",
    "*.tfstate.*", "*.tfvars", "credentials", "credentials.*", "secret.*", "secrets.*",
    "client_secret*.json", "service-account*.json", "service_account*.json", "kubeconfig",
)  # fmt: skip
"""Names of files, in lower case, as `fnmatch` patterns."""
SECRET_FOLDERS: Final = (".ssh", ".aws", ".gnupg", ".kube", ".docker", ".azure", ".password-store")
"""Folders all of whose files are secret."""
PUBLIC_NAMES: Final = (
    "*.pub", ".env.example", ".env.sample", ".env.template", ".env.dist", "example.env",
    "secrets.py", "secret.py", "secrets.md", "secret.md", "credentials.py", "credentials.md",
)  # fmt: skip
"""Names that are no secret though a pattern above matches them."""


class Place(msgspec.Struct, frozen=True):
    """A path in the project and the lines of it, 1-based, both included; None: the whole file."""

    path: str
    first: int | None = None
    last: int | None = None


class Refused(msgspec.Struct, frozen=True):
    """Why something is no evidence."""

    why: str


def place(at: str) -> Place | Refused:
    """The place that `at` names."""
    found = _AT.fullmatch(at)
    if not found or not at.strip():
        return Refused("the place is blank, needed a path like `src/jobs.py:10-42`")
    path = found["path"]
    if why := _unfit(path):
        return Refused(why)
    path = posixpath.normpath(path)
    if why := _outside(path) or secret(path):
        return Refused(why)
    if found["first"] is None:
        return Place(path)
    first, last = int(found["first"]), int(found["last"] or found["first"])
    if not 1 <= first <= last:
        return Refused(f"the lines {first}-{last} are none, needed FIRST-LAST counted from 1")
    return Place(path, first, last)


def _unfit(path: str) -> str | None:
    if not path.isprintable() or "�" in path:
        return "the path holds characters that do not print, needed a plain path"
    if len(path.encode()) > 1024:
        return "the path has more than 1024 bytes, needed a shorter one"
    if path.startswith(("/", "~", "\\")) or _DRIVE.match(path):
        return f"`{path}` is absolute, needed a path from the project's root"
    return None


def _outside(path: str) -> str | None:
    parts = path.lower().split("/")
    if parts[0] == "..":
        return f"`{path}` is outside of the project, needed a file in it"
    if ".git" in parts:
        return f"`{path}` is git's own, needed a file of the project"
    return "the path is the project's root, needed a file in it" if path == "." else None


def secret(path: str) -> str | None:
    """Why a path is secret by its name; None: it is not."""
    *folders, name = path.lower().split("/")
    public = any(fnmatchcase(name, pattern) for pattern in PUBLIC_NAMES)
    secret = any(fnmatchcase(name, pattern) for pattern in SECRET_NAMES) and not public
    if secret or any(folder in SECRET_FOLDERS for folder in folders):
        return f"`{path}` is secret by its name and is never read; say what matters in a note"
    return None
