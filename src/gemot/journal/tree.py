"""The Merkle tree of RFC 6962 over SHA-256, its inclusion and consistency proofs (RFC 9162).

Laws: `verify_inclusion(leaves[i], i, n, inclusion(leaves, i), root(leaves))` holds for every
leaf of every tree, and `verify_consistency` for every prefix; neither holds once a leaf, the
root or the proof is another. Leaves are any bytes; the store's are its records' hashes.
"""

from collections.abc import Sequence
from hashlib import sha256

EMPTY = sha256(b"").digest()
"""The root of no leaves."""


def leaf(data: bytes) -> bytes:
    """RFC 6962 2.1: the hash of a leaf."""
    return sha256(b"\x00" + data).digest()


def node(left: bytes, right: bytes) -> bytes:
    """RFC 6962 2.1: the hash of an inner node."""
    return sha256(b"\x01" + left + right).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """RFC 6962 2.1: the tree hash, MTH."""
    return _root([leaf(data) for data in leaves]) if leaves else EMPTY


def _root(hashes: Sequence[bytes]) -> bytes:
    # Pairing level by level, an odd last one going up as it is, gives the tree that splits at
    # the largest power of two.
    level = list(hashes)
    while len(level) > 1:
        paired = [node(a, b) for a, b in zip(level[::2], level[1::2], strict=False)]
        level = paired + level[len(paired) * 2 :]
    return level[0]


def _split(n: int) -> int:
    """The largest power of two below n."""
    return 1 << ((n - 1).bit_length() - 1)


def inclusion(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """RFC 9162 2.1.3.1: the proof that `leaves[index]` is in the tree, from the leaf upwards."""
    if not 0 <= index < len(leaves):
        raise IndexError(f"leaf {index} of {len(leaves)}")
    return _path([leaf(data) for data in leaves], index)


def _path(hashes: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    if len(hashes) == 1:
        return ()
    k = _split(len(hashes))
    if index < k:
        return (*_path(hashes[:k], index), _root(hashes[k:]))
    return (*_path(hashes[k:], index - k), _root(hashes[:k]))


def verify_inclusion(
    data: bytes, index: int, size: int, proof: Sequence[bytes], expected: bytes
) -> bool:
    """RFC 9162 2.1.3.2."""
    if not 0 <= index < size:
        return False
    fn, sn, r = index, size - 1, leaf(data)
    for p in proof:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            r = node(p, r)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            r = node(r, p)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and r == expected


def consistency(leaves: Sequence[bytes], size: int) -> tuple[bytes, ...]:
    """RFC 9162 2.1.4.1: the proof that the tree of the first `size` leaves was only added to."""
    if not 0 < size <= len(leaves):
        raise IndexError(f"the first {size} of {len(leaves)} leaves")
    return _subproof(size, [leaf(data) for data in leaves], True)


def _subproof(m: int, hashes: Sequence[bytes], whole: bool) -> tuple[bytes, ...]:
    n = len(hashes)
    if m == n:
        return () if whole else (_root(hashes),)
    k = _split(n)
    if m <= k:
        return (*_subproof(m, hashes[:k], whole), _root(hashes[k:]))
    return (*_subproof(m - k, hashes[k:], False), _root(hashes[:k]))


def verify_consistency(
    first: int, second: int, first_root: bytes, second_root: bytes, proof: Sequence[bytes]
) -> bool:
    """RFC 9162 2.1.4.2."""
    if not 0 < first <= second:
        return False
    if first == second:
        return not proof and first_root == second_root
    path = list(proof)
    if first & (first - 1) == 0:
        path.insert(0, first_root)
    if not path:
        return False
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for c in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr, sr = node(c, fr), node(c, sr)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = node(sr, c)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and fr == first_root and sr == second_root
