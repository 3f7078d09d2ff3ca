"""The key beside the store."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gemot.journal.key import key
from gemot.ports.journal import StoreDamaged, StoreUnwritable


def test_made_once(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    made = key(store)
    assert len(made) == 32
    assert key(store) == made
    assert [p.name for p in tmp_path.iterdir()] == ["store.db.key"]
    assert stat.S_IMODE((tmp_path / "store.db.key").stat().st_mode) == 0o600


def test_made_at_once(tmp_path: Path) -> None:
    """Whoever comes second takes the first one's."""
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(key, [tmp_path / "store.db"] * 8))) == 1


@pytest.mark.parametrize("held", [b"", b"short", b"x" * 33])
def test_of_another_length(tmp_path: Path, held: bytes) -> None:
    path = tmp_path / "a store.db.key"
    path.write_bytes(held)
    with pytest.raises(StoreDamaged) as e:
        key(tmp_path / "a store.db")
    assert e.value.says == f"the key {path} has {len(held)} bytes, not 32"
    assert e.value.fix == (
        f"remove it, and the next run makes one: rm '{path}'; a secret that was marked before "
        "then gets another mark"
    )
    assert path.read_bytes() == held


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(StoreUnwritable):
        key(tmp_path / "none" / "store.db")
