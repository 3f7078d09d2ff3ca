"""Cases of the rules on what a run says: a disagreement, its predictions and its runs.

A case on `trial` has `favours`, `predictions` and `runs`, oldest first; a run is a patch of the
stored record `factual-probe` and what it printed as `output`; `commit` is the case's. The
disagreement is one of A and B, for the queue, with the host, for a retry.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from gemot.records.probe import Prediction, Probe
from gemot.records.settlement import Disagreement, Side
from gemot.rules.trial import Run, Trial

RECORDS = Path(__file__).parent / "records"
SIDES = (("A", "queue"), ("B", "queue"), ("primary", "retry"))


def load(keys: Mapping[str, Any]) -> Trial:
    """The facts of a trial."""
    probe = json.loads((RECORDS / "factual-probe.json").read_text("utf-8"))
    sides = tuple(Side(holder=h, option=o) for h, o in SIDES)
    predictions = [{"experiment": "X1", "by": "host", **p} for p in keys["predictions"]]
    return Trial(
        disagreement=Disagreement(id="D1", kind="factual", sides=sides),
        predictions=tuple(msgspec.convert(p, Prediction) for p in predictions),
        runs=tuple(
            Run(
                probe=msgspec.convert(
                    {**probe, **{k: v for k, v in r.items() if k != "output"}}, Probe
                ),
                output=r.get("output", ""),
            )
            for r in keys["runs"]
        ),
        favours=keys["favours"],
        commit=keys.get("commit"),
    )
