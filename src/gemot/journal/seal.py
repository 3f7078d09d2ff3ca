"""Heads: what is kept outside a store so that it can be held to it, and the checkpoint's text.

Laws: `parse_head(notation(head)) == head`; a text that is neither a case's nor a store's head is
a `ValueError`. A case head is `CASE:SEQ:HASH`, a store head `store:SIZE:ROOT`, hexadecimal in
lower case; no case is called `store`. Signatures come later.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable

from gemot.journal import tree
from gemot.rules.journal import CaseHead, StoreHead

ORIGIN = "gemot.store"
_CASE = re.compile(r"([a-z0-9][a-z0-9-]{0,80}):(0|[1-9][0-9]{0,15}):([a-f0-9]{64})\Z")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,15}\Z")


def store_head(hashes: Iterable[str]) -> StoreHead:
    """The head of a store whose records have these hashes, in the order of commitment."""
    leaves = [bytes.fromhex(h) for h in hashes]
    return StoreHead(size=len(leaves), root=tree.root(leaves).hex())


def notation(head: CaseHead | StoreHead) -> str:
    """The head as it is written on a command line."""
    if isinstance(head, StoreHead):
        return f"store:{head.size}:{head.root}"
    return f"{head.case}:{head.seq}:{head.hash}"


def parse_head(text: str) -> CaseHead | StoreHead:
    """A head as it was written; `ValueError` says what was needed."""
    found = _CASE.match(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is no head: needed CASE:SEQ:HASH or store:SIZE:ROOT")
    name, number, value = found.groups()
    if name == "store":
        return StoreHead(size=int(number), root=value)
    return CaseHead(case=name, seq=int(number), hash=value)


def checkpoint(head: StoreHead) -> str:
    """The body of a C2SP tlog-checkpoint: three lines, which a signed note would sign."""
    root = b64encode(bytes.fromhex(head.root)).decode()
    return f"{ORIGIN}\n{head.size}\n{root}\n"


def parse_checkpoint(text: str) -> StoreHead:
    """The head that a checkpoint's body states; `ValueError` where it is none of ours."""
    lines = text.split("\n")
    if len(lines) != 4 or lines[3] or lines[0] != ORIGIN or not _NUMBER.match(lines[1]):
        raise ValueError(f"no checkpoint of {ORIGIN}: needed origin, size and root, a line each")
    root = b64decode(lines[2], validate=True)
    if len(root) != 32 or b64encode(root).decode() != lines[2]:
        raise ValueError("a checkpoint's root is 32 bytes in base64")
    return StoreHead(size=int(lines[1]), root=root.hex())
