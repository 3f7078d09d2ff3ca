"""Credentials by name: `env:NAME`, `file:PATH`, `keyring:NAME`.

Laws: a value is read when a call needs it, handed to that call alone, and shown by no `repr`;
an absent or unsafe one is a `Missing` with its reason, never an exception and never a value.
A file has to be regular, of mode exactly 0600, and named by an absolute path (`~` is expanded),
so that a working folder cannot choose it. A keyring entry is of the service `gemot`.
"""

import os
import stat
from collections.abc import Mapping
from importlib import import_module
from typing import Final

import msgspec

_LARGEST: Final = 65_536
_SERVICE: Final = "gemot"


class Found:
    """A credential's value; its `repr` does not show it."""

    __slots__ = ("value",)

    def __init__(self, value: str) -> None:
        self.value = value

    def __repr__(self) -> str:
        return "Found(…)"


class Missing(msgspec.Struct, frozen=True):
    """Why there is no credential to use."""

    reason: str
    """One word with underscores, for `Presence.reason`."""
    message: str
    """One sentence with what was got and needed; holds no value."""


def find(key: str, environ: Mapping[str, str]) -> Found | Missing:
    """The credential that `key` (as in `Entry.key`) names; reads the world, may block."""
    kind, _, name = key.partition(":")
    match kind:
        case "env":
            return _checked(environ.get(name), f"the variable `{name}`")
        case "file":
            return _file(name)
        case "keyring":
            return _keyring(name)
    return Missing("credential_kind_unknown", "the key is of no kind of env, file, keyring")


def _file(name: str) -> Found | Missing:
    path = os.path.expanduser(name)
    if not os.path.isabs(path):
        return Missing(
            "credential_path_relative", f"the file `{name}` is relative, needed an absolute path"
        )
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError as fault:
        return Missing("credential_absent", f"the file `{name}` cannot be read: {fault.strerror}")
    try:
        if unsafe := _unsafe(name, os.fstat(handle)):
            return unsafe
        content = os.read(handle, _LARGEST)
    finally:
        os.close(handle)
    return _checked(content.decode("utf-8", "replace"), f"the file `{name}`")


def _unsafe(name: str, status: os.stat_result) -> Missing | None:
    if not stat.S_ISREG(status.st_mode):
        return Missing("credential_not_a_file", f"`{name}` is not a regular file")
    mode = stat.S_IMODE(status.st_mode)
    if mode != 0o600:
        return Missing(
            "credential_file_mode", f"the file `{name}` has mode {mode:04o}, needed 0600"
        )
    return None


def _keyring(name: str) -> Found | Missing:
    try:
        keyring, errors = import_module("keyring"), import_module("keyring.errors")
    except ImportError:
        return Missing(
            "keyring_not_installed", "the key is in a keyring and the package `keyring` is absent"
        )
    try:
        value = keyring.get_password(_SERVICE, name)
    except errors.KeyringError as fault:
        return Missing("keyring_unavailable", f"the keyring did not answer: {type(fault).__name__}")
    return _checked(value, f"the keyring entry `{name}` of `{_SERVICE}`")


def _checked(value: str | None, place: str) -> Found | Missing:
    if value is None:
        return Missing("credential_absent", f"{place} is absent")
    trimmed = value.strip()
    if not trimmed:
        return Missing("credential_absent", f"{place} is empty")
    if not (trimmed.isascii() and trimmed.isprintable()) or " " in trimmed:
        return Missing(
            "credential_malformed", f"{place} holds more than one word of printable ASCII"
        )
    return Found(trimmed)
