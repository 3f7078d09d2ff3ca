"""The table of record kinds: name, version, struct. Later kinds are added here and nowhere else."""

from typing import Any

import msgspec

from gemot.records.after import Attempt, Lookback, Precedent, Validation, Withdrawal
from gemot.records.answer import Challenge, Draft, Position
from gemot.records.call import Authorization, Clearance, Dispatch, Receipt
from gemot.records.evidence import Evidence, Observation
from gemot.records.framing import Case, Outcome
from gemot.records.plan import Packet, Plan
from gemot.records.probe import Experiment, Prediction, Probe
from gemot.records.report import Report, Verdict
from gemot.records.settlement import Adoption, Conclusion, Disagreement, Resolution, Tombstone

KINDS: dict[str, type[msgspec.Struct]] = {
    "case": Case,
    "outcome": Outcome,
    "precedent": Precedent,
    "evidence": Evidence,
    "observation": Observation,
    "plan": Plan,
    "packet": Packet,
    "clearance": Clearance,
    "authorization": Authorization,
    "dispatch": Dispatch,
    "receipt": Receipt,
    "position": Position,
    "challenge": Challenge,
    "draft": Draft,
    "report": Report,
    "verdict": Verdict,
    "disagreement": Disagreement,
    "probe": Probe,
    "experiment": Experiment,
    "prediction": Prediction,
    "resolution": Resolution,
    "conclusion": Conclusion,
    "validation": Validation,
    "lookback": Lookback,
    "attempt": Attempt,
    "withdrawal": Withdrawal,
    "tombstone": Tombstone,
    "adoption": Adoption,
}
VERSION: dict[str, int] = dict.fromkeys(KINDS, 1)
"""The version that this program writes; a stored record of another version is opaque."""
NAMES: dict[type[msgspec.Struct], str] = {struct: kind for kind, struct in KINDS.items()}


class Opaque(msgspec.Struct, frozen=True, kw_only=True):
    """A record of a kind or version that this program does not know: kept, chained, no acts."""

    kind: str
    version: int
    body: Any


def kind_of(record: msgspec.Struct) -> str:
    """The kind's name."""
    return record.kind if isinstance(record, Opaque) else NAMES[type(record)]


def schema(kind: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a kind as it is written, prose included."""
    written: dict[str, Any] = portable(msgspec.json.schema(KINDS[kind]))
    return written


def portable(schema: Any) -> Any:
    """The schema with patterns that ECMA 262 reads too (`$` for Python's `\\Z`)."""
    if isinstance(schema, dict):
        return {
            k: v.replace(r"\Z", "$") if k == "pattern" and isinstance(v, str) else portable(v)
            for k, v in schema.items()
        }
    return [portable(item) for item in schema] if isinstance(schema, list) else schema
