"""Heads as written on a command line, and the checkpoint's text."""

from base64 import b64encode
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemot.journal.seal import checkpoint, notation, parse_checkpoint, parse_head, store_head
from gemot.rules.journal import CaseHead, StoreHead

hashes = st.binary(min_size=32, max_size=32).map(bytes.hex)
sizes = st.integers(0, 2**53 - 1)
stores = st.builds(StoreHead, size=sizes, root=hashes)
names = st.from_regex(r"\A[a-z0-9][a-z0-9-]{0,80}\Z").filter(lambda name: name != "store")
cases = st.builds(CaseHead, case=names, seq=sizes, hash=hashes)


@given(stores | cases)
def test_a_head_is_read_as_it_is_written(head: CaseHead | StoreHead) -> None:
    assert parse_head(notation(head)) == head


@given(stores)
def test_a_checkpoint_is_read_as_it_is_written(head: StoreHead) -> None:
    assert parse_checkpoint(checkpoint(head)) == head


def test_the_text_of_a_checkpoint() -> None:
    head = store_head(["00" * 32, "11" * 32])
    leaves = [sha256(b"\x00" + byte * 32).digest() for byte in (b"\x00", b"\x11")]
    root = sha256(b"\x01" + leaves[0] + leaves[1]).digest()
    assert head == StoreHead(size=2, root=root.hex())
    assert checkpoint(head) == f"gemot.store\n2\n{b64encode(root).decode()}\n"
    assert store_head([]) == StoreHead(
        size=0, root="e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )


@pytest.mark.parametrize(
    "text",
    ["", "x", "x-1", "x-1:1", "x-1:01:" + "a" * 64, "x-1:1:" + "A" * 64, "X:1:" + "a" * 64,
     "store:-1:" + "a" * 64, "x-1:1:" + "a" * 64 + "b"],
)  # fmt: skip
def test_what_is_no_head_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no head: needed CASE:SEQ:HASH or store:SIZE:ROOT"):
        parse_head(text)


@pytest.mark.parametrize(
    "text",
    ["", "gemot.store\n2\nAAAA\n", "other\n2\n" + "A" * 43 + "=\n", "gemot.store\n02\n" + "A" * 43,
     "gemot.store\n2\n" + "A" * 43 + "=\nmore\n", "gemot.store\n2\n" + "A" * 42 + "B=\n"],
)  # fmt: skip
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_checkpoint(text)
