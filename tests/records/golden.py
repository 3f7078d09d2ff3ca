"""The stored form of every kind at every version: `python -m tests.records.golden`, by hand.

A golden of a version that was released is never rewritten: what it holds must be read for ever.
A change that makes one stale is a new version of the kind, with a golden of its own.
"""

from pathlib import Path

import msgspec

from gemot.records.envelope import GENESIS, Marked, Sealed, seal
from gemot.records.kinds import KINDS, VERSION
from gemot.testing.builders import BUILDERS, CASE, NOW, OWNER, mark

FOLDER = Path(__file__).parent / "golden"
SALT = bytes(range(32))


def sealed(kind: str) -> Sealed:
    """A minimal record as it is stored."""
    return seal(
        BUILDERS[kind](),
        case=CASE,
        seq=7,
        at=NOW,
        actor=OWNER,
        rules=mark("rules"),
        offences=(Marked(code="FRM014", severity="note", place="question"),),
        prev=GENESIS,
        salt=SALT,
    )


def golden(kind: str) -> bytes:
    """The stored form, readable: its hash, its envelope and its payload."""
    stored = sealed(kind)
    form = {
        "hash": stored.hash,
        "salt": None if stored.salt is None else stored.salt.hex(),
        "payload": None if stored.payload is None else msgspec.json.decode(stored.payload),
        "envelope": msgspec.json.decode(stored.envelope),
    }
    return msgspec.json.format(msgspec.json.encode(form), indent=2) + b"\n"


def path(kind: str, version: int) -> Path:
    return FOLDER / f"{kind}-{version}.json"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for kind in KINDS:
        path(kind, VERSION[kind]).write_bytes(golden(kind))


if __name__ == "__main__":
    main()
