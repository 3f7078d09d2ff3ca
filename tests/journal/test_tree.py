"""The tree against the vectors of the Certificate Transparency reference implementation
(`merkle_tree_test.cc`, which RFC 6962 and RFC 9162 implementations share), and its own laws."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemot.journal import tree

LEAVES = [
    bytes.fromhex(h)
    for h in (
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]  # fmt: skip
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
A = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
B = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
C = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
D = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
E = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
F = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
INCLUSION = [
    (0, 1, []),
    (0, 8, [A, B, C]),
    (5, 8, [D, E, ROOTS[4]]),
    (2, 3, [ROOTS[2]]),
    (1, 5, [ROOTS[1], B, D]),
]
CONSISTENCY = [
    (1, 1, []),
    (1, 8, [A, B, C]),
    (6, 8, [F, E, ROOTS[4]]),
    (2, 5, [B, D]),
]
trees = st.lists(st.binary(max_size=4), min_size=1, max_size=40)


@pytest.mark.parametrize("size", range(9))
def test_roots(size: int) -> None:
    assert tree.root(LEAVES[:size]).hex() == ROOTS[size]


@pytest.mark.parametrize(("index", "size", "proof"), INCLUSION)
def test_inclusion(index: int, size: int, proof: list[str]) -> None:
    assert [h.hex() for h in tree.inclusion(LEAVES[:size], index)] == proof


@pytest.mark.parametrize(("first", "second", "proof"), CONSISTENCY)
def test_consistency(first: int, second: int, proof: list[str]) -> None:
    assert [h.hex() for h in tree.consistency(LEAVES[:second], first)] == proof


def by_definition(leaves: list[bytes]) -> bytes:
    """RFC 6962 2.1, word for word."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    k = max(1 << i for i in range(8) if 1 << i < len(leaves))
    return sha256(b"\x01" + by_definition(leaves[:k]) + by_definition(leaves[k:])).digest()


@given(trees)
def test_the_root_is_that_of_the_definition(leaves: list[bytes]) -> None:
    assert tree.root(leaves) == by_definition(leaves)


@given(trees, st.data())
def test_what_is_included_is_proved_and_nothing_else(
    leaves: list[bytes], data: st.DataObject
) -> None:
    size, root = len(leaves), tree.root(leaves)
    index = data.draw(st.integers(0, size - 1))
    proof = tree.inclusion(leaves, index)
    assert tree.verify_inclusion(leaves[index], index, size, proof, root)
    assert not tree.verify_inclusion(leaves[index] + b"x", index, size, proof, root)
    assert not tree.verify_inclusion(leaves[index], size, size, proof, root)
    assert not tree.verify_inclusion(leaves[index], index, size, (*proof, root), root)
    assert not tree.verify_inclusion(leaves[index], index, size, proof, bytes(32))
    if proof:
        assert not tree.verify_inclusion(leaves[index], index, size, proof[1:], root)


@given(trees, st.data())
def test_what_was_added_to_is_proved_and_nothing_else(
    leaves: list[bytes], data: st.DataObject
) -> None:
    n = len(leaves)
    m = data.draw(st.integers(1, n))
    old, new = tree.root(leaves[:m]), tree.root(leaves)
    proof = tree.consistency(leaves, m)
    assert tree.verify_consistency(m, n, old, new, proof)
    assert not tree.verify_consistency(m, n, bytes(32), new, proof)
    assert not tree.verify_consistency(m, n, old, bytes(32), proof)
    assert not tree.verify_consistency(m, n, old, new, (*proof, new))
    assert not tree.verify_consistency(0, n, old, new, proof)
    if proof:
        assert not tree.verify_consistency(m, n, old, new, proof[1:])
        assert not tree.verify_consistency(m, n, old, new, ())


def test_what_is_not_there_has_no_proof() -> None:
    for index in (-1, 8):
        with pytest.raises(IndexError, match=f"leaf {index} of 8"):
            tree.inclusion(LEAVES, index)
    for size in (0, 9):
        with pytest.raises(IndexError, match=f"the first {size} of 8 leaves"):
            tree.consistency(LEAVES, size)
