"""A case as one JSON object: the records as written, with what their envelopes say.

Laws: nothing is left out and nothing is added but `stage`, `head` and `tombstones`, which the
records give; a forgotten text stands as `[forgotten]`; an opaque record keeps its body as it is.
What is in here is enough to fold the case again, and not enough to verify it: that needs the
bytes.
"""

from typing import Any

import msgspec

from gemot.records.envelope import Filed
from gemot.records.kinds import VERSION, Opaque
from gemot.rules.stage import stage
from gemot.rules.state import State
from gemot.views import forgotten
from gemot.views.notice import head
from gemot.views.visible import visible

Object = dict[str, Any]


def whole(case: str, state: State, schema: str = "gemot/case/1") -> Object:
    """The whole case (`render --format json`, `show --json`)."""
    filed = state.filed
    return {
        "schema": schema,
        "case": case,
        "stage": stage(state),
        "head": head(state),
        "records": [entry(f) for f in filed],
        "tombstones": forgotten.answer(state),
    }


def record(case: str, filed: Filed) -> Object:
    """One record (`show CASE RECORD --json`)."""
    return {"schema": "gemot/record/1", "case": case, **entry(filed)}


def entry(f: Filed) -> Object:
    """A record and its envelope."""
    opaque = isinstance(f.record, Opaque)
    return {
        "name": f.name,
        "kind": f.kind,
        "version": f.record.version if opaque else VERSION[f.kind],
        "seq": f.seq,
        "at": f.at,
        "actor": msgspec.to_builtins(f.actor),
        "rules": f.rules,
        "offences": msgspec.to_builtins(f.offences),
        "prev": f.prev,
        "hash": f.hash,
        "opaque": opaque,
        "forgotten": f.forgotten,
        "record": f.record.body if opaque else msgspec.to_builtins(f.record),
    }


def lines(f: Filed) -> list[str]:
    """One record for the terminal: its envelope, then its fields, absent ones left out."""
    facts = [f"{f.name}  {f.at}  {visible(f.actor.name)} ({f.actor.channel})", f"  hash {f.hash}"]
    if f.forgotten:
        facts.append("  its texts were forgotten")
    if isinstance(f.record, Opaque):
        facts.append(f"  opaque: kind {visible(f.kind)}, version {f.record.version}; kept, unread")
    facts += [
        f"  admitted with {o.code} ({o.severity}), about {visible(o.place)}" for o in f.offences
    ]
    return [*facts, *_fields(entry(f)["record"], "  ")]


def _fields(value: Any, indent: str) -> list[str]:
    if isinstance(value, dict):
        return [x for k, v in value.items() if not _absent(v) for x in _field(f"{k}:", v, indent)]
    if isinstance(value, (list, tuple)):
        return [x for v in value for x in _field("-", v, indent)]
    return _words(value, indent)


def _field(name: str, value: Any, indent: str) -> list[str]:
    inner = _fields(value, indent + "  ")
    if isinstance(value, (dict, list, tuple)) or len(inner) > 1:
        return [f"{indent}{visible(name)}", *inner]
    return [f"{indent}{visible(name)} {inner[0].strip()}" if inner else f"{indent}{visible(name)}"]


def _words(value: Any, indent: str) -> list[str]:
    if isinstance(value, bool):
        return [f"{indent}{'yes' if value else 'no'}"]
    return [f"{indent}{visible(x)}" for x in str(value).split("\n")]


def _absent(value: Any) -> bool:
    return value is None or value in ("", [], {}, ())
