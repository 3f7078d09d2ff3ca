"""How long a search takes over a thousand cases, beside reading their texts alone."""

import random
import tempfile
import time
from pathlib import Path

import msgspec

from benchmarks.figures import spread
from gemot.journal.sqlite import SqliteJournal
from gemot.journal.world import SystemIds
from gemot.records.framing import Case
from gemot.views.search import search, wanted
from tests.council import OWNER, convening, decide, decision, desk

CASES = 1000
WORDS = [f"word{n:05}" for n in range(50_000)]


def run(rounds: int) -> None:
    """One council's records, a thousand times, each with words of its own."""
    with tempfile.TemporaryDirectory() as folder:
        journal = SqliteJournal(Path(folder) / "store.db", SystemIds())
        records = fill(journal)
        read, found = [], []
        for n in range(rounds):
            began = time.perf_counter()
            size = sum(len(t.payload) for t in journal.texts())
            read.append(time.perf_counter() - began)
            want = wanted([WORDS[n]])
            began = time.perf_counter()
            matches = search(journal.texts(), want)
            found.append(time.perf_counter() - began)
            assert matches, "the word was written"
        journal.close()
        print(
            f"search, {CASES} cases, {records} records, {size / 1e6:.1f} MB of texts: "
            f"{spread(found)}; reading alone: {spread(read)}"
        )


def fill(journal: SqliteJournal) -> int:
    """A thousand cases; how many records that is."""
    chance = random.Random(7)
    filed = decide(desk(), decision(), convening()).state.filed
    records = 0
    for n in range(CASES):
        with journal.begin() as tx:
            for f in filed:
                record = f.record
                if isinstance(record, Case):
                    said = " ".join(chance.choices(WORDS, k=2000))
                    record = msgspec.structs.replace(record, context=said)
                tx.append(f"case-{n}", record, at=f.at, actor=OWNER, rules=f.rules)
        records += len(filed)
    return records
