"""Writes `bases/` and `records/` from the builders: `python -m tests.conformance.write`."""

from pathlib import Path

import msgspec

from gemot.records.kinds import kind_of
from gemot.testing.builders import BUILDERS
from gemot.testing.ways import WAY

HERE = Path(__file__).parent


def plain(value: object) -> bytes:
    """Readable JSON, keys in the order of the fields."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"


def files() -> dict[Path, bytes]:
    """What the two folders should hold."""
    records = {HERE / "records" / f"{k}.json": plain(build()) for k, build in BUILDERS.items()}
    bases = {
        HERE / "bases" / f"{stage}.json": plain(
            [{"kind": kind_of(record), "record": record} for record in way]
        )
        for stage, way in WAY.items()
    }
    return records | bases


def main() -> None:
    for path, data in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    main()
