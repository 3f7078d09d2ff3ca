"""Conformance cases, read. Their form stands in `README.md`."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from gemot.records.envelope import Actor, Filed
from gemot.records.kinds import KINDS
from gemot.rules.rule import Admission, Offence, Rule, judge
from gemot.rules.state import fold
from gemot.testing.builders import NOW, OWNER
from gemot.testing.ways import filed
from tests.conformance import chain, computed, reply, trial

HERE = Path(__file__).parent
Loader = Callable[[Mapping[str, Any]], Any]
LOADERS: dict[str, Loader] = {
    "chain": chain.load,
    "reply": lambda keys: reply.load(keys, merge),
    "trial": trial.load,
    "derivation": computed.derivation,
    "admission": computed.admission,
}
"""For facts that are no admission: from `on` to what makes them of the case's keys."""


def paths(code: str = "*") -> list[Path]:
    """Every case, or every case of a rule."""
    return sorted((HERE / "cases").glob(f"{code}/*.json"))


def read(path: Path) -> dict[str, Any]:
    """A case's keys; unknown ones are a mistake of its author."""
    keys: dict[str, Any] = json.loads(path.read_text("utf-8"))
    known = {"on", "base", "record", "actor", "at", "offences"}
    assert keys["on"] in LOADERS or set(keys) <= known, f"{path.name}: unknown keys"
    return keys


def facts(keys: Mapping[str, Any]) -> Any:
    """What the rules judge."""
    loader: Loader = LOADERS.get(keys["on"], admission)
    return loader(keys)


def admission(keys: Mapping[str, Any]) -> Admission:
    """The facts of adding a record to a case."""
    record = noun(keys["on"], keys["record"])
    return Admission(
        state=fold(before(keys.get("base", []))), record=record, actor=actor(keys), at=at(keys)
    )


def actor(keys: Mapping[str, Any]) -> Actor:
    """Who acts."""
    return msgspec.convert(keys["actor"], Actor) if "actor" in keys else OWNER


def at(keys: Mapping[str, Any]) -> str:
    """When."""
    when: str = keys.get("at", NOW)
    return when


def noun(kind: str, form: Any) -> msgspec.Struct:
    """A record of either form."""
    if set(form) <= {"base", "patch"}:
        stored = json.loads((HERE / "records" / f"{form['base']}.json").read_text("utf-8"))
        form = merge(stored, form.get("patch", {}))
    return msgspec.convert(form, KINDS[kind])


def merge(target: Any, patch: Any) -> Any:
    """RFC 7386."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge(merged.get(key), value)
    return merged


def before(base: Any) -> tuple[Filed, ...]:
    """The records of a base by name, or of a list that may name some."""
    if isinstance(base, str):
        base = json.loads((HERE / "bases" / f"{base}.json").read_text("utf-8"))
    records: tuple[Filed, ...] = ()
    for item in base:
        if isinstance(item, str):
            more = before(item)
            records = filed(*(f.record for f in more), after=records)
        else:
            record = noun(item["kind"], item["record"])
            records = filed(record, after=records, at=at(item), actor=actor(item))
    return records


def found(rules: tuple[Rule, ...], keys: Mapping[str, Any]) -> list[dict[str, str]]:
    """All offences, as a case writes them."""
    return [written(o) for o in judge(rules, keys["on"], facts(keys))]


def written(offence: Offence) -> dict[str, str]:
    """An offence as a case writes it."""
    return {name: getattr(offence, name) for name in ("code", "place", "got", "needed")}
