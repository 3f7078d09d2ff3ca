"""Credentials by name: found, or why not, in whole sentences; never shown."""

import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from gemot.advisors.api import ApiAdvisor
from gemot.advisors.credential import Found, Missing, find
from gemot.ports.advisor import Presence
from tests.advisors.calls import entry


def value(found: Found | Missing) -> str:
    """The value of a credential that was found."""
    assert isinstance(found, Found), found
    return found.value


def kept(path: Path, content: bytes = b"hunter2\n", mode: int = 0o600) -> str:
    """A file with `content` and `mode`; its key."""
    path.write_bytes(content)
    path.chmod(mode)
    return f"file:{path}"


def test_a_variable() -> None:
    assert value(find("env:ANNA_KEY", {"ANNA_KEY": " hunter2\n"})) == "hunter2"


def test_a_file_of_mode_0600(tmp_path: Path) -> None:
    assert value(find(kept(tmp_path / "key"), {})) == "hunter2"


def test_a_value_is_not_shown() -> None:
    assert repr(find("env:K", {"K": "hunter2"})) == "Found(…)"


@pytest.mark.parametrize(
    ("environ", "missing"),
    [
        ({}, Missing("credential_absent", "the variable `K` is absent")),
        ({"K": ""}, Missing("credential_absent", "the variable `K` is empty")),
        ({"K": " \n"}, Missing("credential_absent", "the variable `K` is empty")),
        *(
            (
                {"K": bad},
                Missing(
                    "credential_malformed",
                    "the variable `K` holds more than one word of printable ASCII",
                ),
            )
            for bad in ("two words", "a\nb", "clé", "a\x00b")
        ),
    ],
)
def test_an_unusable_variable(environ: dict[str, str], missing: Missing) -> None:
    assert find("env:K", environ) == missing


@pytest.mark.parametrize("mode", [0o400, 0o640, 0o644, 0o700, 0o4600])
def test_any_other_mode_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "key"
    assert find(kept(path, mode=mode), {}) == Missing(
        "credential_file_mode", f"the file `{path}` has mode {mode:04o}, needed 0600"
    )


def test_unusable_files(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe, 0o600)
    empty = tmp_path / "empty"
    assert [
        find(f"file:{tmp_path}/none", {}),
        find(f"file:{tmp_path}", {}),
        find(f"file:{pipe}", {}),
        find(kept(empty, b""), {}),
        find("file:key.txt", {}),
        find("hunter2", {}),
    ] == [
        Missing(
            "credential_absent",
            f"the file `{tmp_path}/none` cannot be read: No such file or directory",
        ),
        Missing("credential_not_a_file", f"`{tmp_path}` is not a regular file"),
        Missing("credential_not_a_file", f"`{pipe}` is not a regular file"),
        Missing("credential_absent", f"the file `{empty}` is empty"),
        Missing(
            "credential_path_relative",
            "the file `key.txt` is relative, needed an absolute path",
        ),
        Missing("credential_kind_unknown", "the key is of no kind of env, file, keyring"),
    ]


def test_home_is_expanded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    kept(tmp_path / "key")
    assert value(find("file:~/key", {})) == "hunter2"


def test_a_keyring_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    assert find("keyring:anna", {}) == Missing(
        "keyring_not_installed", "the key is in a keyring and the package `keyring` is absent"
    )


class _Locked(Exception):
    pass


def test_a_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    library, errors = ModuleType("keyring"), ModuleType("keyring.errors")

    def get_password(service: str, name: str) -> str | None:
        if name == "locked":
            raise _Locked
        return {("gemot", "anna"): "hunter2"}.get((service, name))

    vars(library).update(get_password=get_password, errors=errors)
    vars(errors).update(KeyringError=_Locked)
    monkeypatch.setitem(sys.modules, "keyring", library)
    monkeypatch.setitem(sys.modules, "keyring.errors", errors)
    assert value(find("keyring:anna", {})) == "hunter2"
    assert [find("keyring:bert", {}), find("keyring:locked", {})] == [
        Missing("credential_absent", "the keyring entry `bert` of `gemot` is absent"),
        Missing("keyring_unavailable", "the keyring did not answer: _Locked"),
    ]


URL = "http://127.0.0.1:1/v1"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"wire": None}, "wire_absent"),
        ({"wire": "smoke"}, "wire_unknown"),
        ({"model": None}, "model_absent"),
        ({"base_url": None}, "base_url_absent"),
        *(
            ({"base_url": url}, "base_url_invalid")
            for url in (
                "ftp://h/v1",
                "h/v1",
                "http:///v1",
                "http://h:x/",
                "http://h/ v1",
                "http://[",
            )
        ),
        ({"base_url": "http://me:hunter2@h/v1"}, "credential_in_base_url"),
        ({"key": "env:ABSENT"}, "credential_absent"),
        ({"key": "file:relative"}, "credential_path_relative"),
    ],
)
def test_presence_of_what_is_not_configured(given: dict[str, str | None], reason: str) -> None:
    asked = entry(**({"base_url": URL} | given))
    found = ApiAdvisor(environ={}).presence(asked)
    assert found == Presence(status="not_configured", reason=reason)


def test_presence() -> None:
    advisor = ApiAdvisor(environ={"K": "hunter2"})
    assert [
        advisor.presence(entry(URL)),
        advisor.presence(entry(URL, key="env:K")),
        advisor.presence(entry(None, enabled=False)),
    ] == [
        Presence(status="available", reason="present"),
        Presence(status="available", reason="present"),
        Presence(status="disabled", reason="disabled_by_configuration"),
    ]
