"""Where the store is."""

from pathlib import Path

import platformdirs
import pytest

from gemot.journal.place import place
from gemot.ports.journal import StoreUnsupported


def test_the_users_data_folder() -> None:
    assert place({}) == platformdirs.user_data_path("gemot") / "store.db"
    assert place({"GEMOT_STORE": " "}) == place({})


def test_a_named_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/home/me")
    assert place({"GEMOT_STORE": "sqlite:a/b.db"}) == tmp_path / "a/b.db"
    assert place({"GEMOT_STORE": "sqlite:/a/b.db"}) == Path("/a/b.db")
    assert place({"GEMOT_STORE": "sqlite:///a/b.db"}) == Path("/a/b.db")
    assert place({"GEMOT_STORE": "sqlite:~/b.db"}) == Path("/home/me/b.db")


@pytest.mark.parametrize("named", ["postgresql://h/db", "postgres://h/db"])
def test_postgres_is_not_yet(named: str) -> None:
    with pytest.raises(StoreUnsupported) as e:
        place({"GEMOT_STORE": named})
    assert str(e.value) == (
        "GEMOT_STORE names a Postgres store, which is not yet built; export GEMOT_STORE=sqlite:PATH"
    )


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ("x", "is 'x', which has no `sqlite:` before a path"),
        ("/a/b.db", "is '/a/b.db', which has no `sqlite:` before a path"),
        ("sqlite:", "is an address of SQLite without a file's path"),
        ("sqlite::memory:", "is an address of SQLite without a file's path"),
        ("mysql://user:secret@h", "names a store of 'mysql', which there is not"),
        ("user:secret@h", "names a store of another kind, which there is not"),
        ("secret@h", "names a store of another kind, which there is not"),
    ],
)
def test_other_names_are_refused(named: str, says: str) -> None:
    with pytest.raises(StoreUnsupported) as e:
        place({"GEMOT_STORE": named})
    assert e.value.says == f"GEMOT_STORE {says}"
    assert e.value.fix == "export GEMOT_STORE=sqlite:PATH"
