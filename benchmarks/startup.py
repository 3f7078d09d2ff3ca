"""How quickly the command line answers."""

import os
import sqlite3
import tempfile
from pathlib import Path

from benchmarks.figures import PYTHON, process, ratio, spread
from gemot.journal.sqlite import SqliteJournal
from gemot.journal.world import SystemIds
from gemot.records.settlement import Resolution
from tests.council import OWNER, convening, decide, decision, desk

BARE = [PYTHON, "-c", "import json, argparse"]
GEMOT = str(Path(PYTHON).with_name("gemot"))
RECORDS = 200
BARS = {"--help": 2.5, "status": 5.0}


def run(rounds: int) -> None:
    """`--help` and `status` over a case of 200 records."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store.db"
        case = fill(store)
        environ = {
            **os.environ, "GEMOT_STORE": f"sqlite:{store}",
            "GEMOT_CONFIG": str(Path(folder) / "none.toml"),
        }  # fmt: skip
        for name, command in {
            "--help": [GEMOT, "--help"],
            "status": [GEMOT, "status", case],
        }.items():
            process(command, environ)
            process(BARE, environ)
            ours, theirs = [], []
            for _ in range(rounds):
                theirs.append(process(BARE, environ))
                ours.append(process(command, environ))
            print(
                f"gemot {name}: {spread(ours)}; bare: {spread(theirs)}; "
                f"ratio {ratio(ours, theirs):.2f}, at most {BARS[name]}"
            )


def fill(store: Path) -> str:
    """A concluded council, made longer with records of a kind that may stand often."""
    journal = SqliteJournal(store, SystemIds())
    on = desk(journal=journal)
    state = decide(on, decision(), convening()).state
    case = state.filed[0].case
    with journal.begin() as tx:
        for n in range(RECORDS - len(state.filed)):
            tx.append(
                case,
                Resolution(disagreement=f"D{n + 1}", favours="neither", by="reason", reason="so"),
                at="2026-11-30T12:00:00.000Z",
                actor=OWNER,
                rules=on.ruleset,
            )
    journal.close()
    with sqlite3.connect(store) as check:
        (count,) = check.execute("SELECT count(*) FROM record").fetchone()
    check.close()
    assert count == RECORDS, count
    return case
