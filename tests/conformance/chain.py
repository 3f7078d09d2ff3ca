"""Cases of the journal's rules: a store, what is changed in it, and what is offended.

`stores/` is written by hand-run `python -m tests.conformance.chain`; a stale one fails.

A case has these keys beside `on` and `offences`:

- `store`: a file of `stores/`: its tables, bytes as text, salts in hexadecimal.
- `scope`: `store`, `case` or `bundle`. Absent: `store`.
- `changes`: each with its `table`; `where` columns have these values, or every row. It may
  `set` columns, `patch` the envelope's JSON (RFC 7386) or `drop` the row; or it may `add` one.
  After that, `commit` sets right what the envelope commits to, `rehash` the row's hash (and the
  head's, where it is the last of its case), `remark` the row's checksum.
- `flaws`: what the database finds of its own file.
- `strange`: what of its definitions is not as Gemot made it.
- `outside`: heads kept outside, as on the command line.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from gemot.journal.inspect import roots
from gemot.journal.seal import parse_head
from gemot.ports.journal import Arrival, Charge, Journal, Lease, mark
from gemot.records.canonical import canonical, sha256
from gemot.records.envelope import commit
from gemot.rules.journal import ArrivalRow, BlobRow, Chain, ChargeRow, Entry, HeadRow, LeaseRow
from gemot.testing.fixed import CountingIds
from gemot.testing.journal import MemoryJournal
from tests.journal.stores import small

STORES = Path(__file__).parent / "stores"
Row = dict[str, Any]
Tables = dict[str, list[Row]]
_ROWS = {"lease": Lease, "charge": Charge, "arrival": Arrival}


def load(keys: Mapping[str, Any]) -> Chain:
    """The facts of a case."""
    tables: Tables = json.loads((STORES / f"{keys['store']}.json").read_text("utf-8"))
    for change in keys["changes"]:
        apply(tables, change)
    return facts(tables, keys)


def apply(tables: Tables, change: Mapping[str, Any]) -> None:
    """Make one change, to each row that it is about."""
    rows = tables[change["table"]]
    if "add" in change:
        rows.append(dict(change["add"]))
        touched = rows[-1:]
    else:
        where = change.get("where", {}).items()
        touched = [row for row in rows if all(row[k] == v for k, v in where)]
        assert touched, f"no row for {change}"
    for row in touched:
        if change.get("drop"):
            rows.remove(row)
            continue
        row.update(change.get("set", {}))
        if "patch" in change:
            told = merge(json.loads(row["envelope"]), change["patch"])
            row["envelope"] = canonical(told).decode()
        mend(tables, row, change)


def merge(target: Any, patch: Any) -> Any:
    """RFC 7386, as far as an envelope needs it: objects merge, all else replaces."""
    if not isinstance(patch, dict) or not isinstance(target, dict):
        return patch
    return target | {key: merge(target.get(key), value) for key, value in patch.items()}


def mend(tables: Tables, row: Row, change: Mapping[str, Any]) -> None:
    """Set right what follows from the row's other columns."""
    if change.get("commit"):
        told = json.loads(row["envelope"])
        told["payload"] = commit(bytes.fromhex(row["salt"]), row["payload"].encode())
        row["envelope"] = canonical(told).decode()
    if change.get("rehash"):
        row["hash"] = sha256(row["envelope"].encode())
        for head in tables["head"]:
            if (head["case"], head["seq"]) == (row["case"], row["seq"]):
                head["hash"] = row["hash"]
    if change.get("remark"):
        cells = {k: v for k, v in row.items() if k != "mark"}
        row["mark"] = mark(_ROWS[change["table"]](**cells))


def facts(tables: Tables, keys: Mapping[str, Any]) -> Chain:
    """The tables as the rules read them."""
    rows = tuple(
        Entry(**{name: _cell(name, value) for name, value in row.items()})
        for row in sorted(tables["record"], key=lambda row: int(row["n"]))
    )
    outside = tuple(parse_head(text) for text in keys.get("outside", ()))
    return Chain(
        scope=keys.get("scope", "store"),
        rows=rows,
        heads=tuple(HeadRow(**row) for row in tables["head"]),
        leases=tuple(LeaseRow(**row) for row in tables["lease"]),
        charges=tuple(ChargeRow(**row) for row in tables["charge"]),
        fences=tuple(row["n"] for row in tables["fence"]),
        blobs=tuple(
            BlobRow(digest=row["digest"], sha=sha256(row["data"].encode()))
            for row in tables["blob"]
        ),
        arrivals=tuple(ArrivalRow(**row) for row in tables["arrival"]),
        flaws=tuple(keys.get("flaws", ())),
        strange=tuple(keys.get("strange", ())),
        outside=outside,
        roots=roots(rows, outside),
    )


def _cell(name: str, value: Any) -> Any:
    if name == "salt" and isinstance(value, str):
        return bytes.fromhex(value)
    if name in ("envelope", "payload") and isinstance(value, str):
        return value.encode()
    return value


def stored(journal: Journal) -> Tables:
    """A store as a file of `stores/` holds it."""
    held = journal.snapshot()
    fields = msgspec.structs.asdict
    return {
        "record": [
            {
                **{k: v for k, v in fields(row).items() if k != "sealed"},
                "envelope": row.sealed.envelope.decode(),
                "salt": row.sealed.salt.hex() if row.sealed.salt else None,
                "payload": row.sealed.payload.decode() if row.sealed.payload else None,
            }
            for row in held.rows
        ],
        "head": [fields(head) for head in held.heads],
        "lease": [{**fields(lease), "mark": kept} for lease, kept in held.leases],
        "charge": [{**fields(charge), "mark": kept} for charge, kept in held.charges],
        "arrival": [{**fields(came), "mark": kept} for came, kept in held.arrivals],
        "fence": [{"n": n} for n in held.fences],
        "blob": [{"digest": key, "data": data.decode()} for key, data in journal.blobs()],
    }


def main() -> None:
    """Write the stores anew; the offences of the cases are changed by hand."""
    journal = MemoryJournal(CountingIds())
    small(journal)
    (STORES / "small.json").write_bytes(
        msgspec.json.format(msgspec.json.encode(stored(journal)), indent=2) + b"\n"
    )


if __name__ == "__main__":
    main()
