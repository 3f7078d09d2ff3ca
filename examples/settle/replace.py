"""Makes the tables of migration 0001, writes a record, and tries to change it in three ways."""

import sqlite3
from pathlib import Path

MIGRATION = Path(__file__).parents[2] / "src/gemot/journal/migrations/0001.sql"
ROW = "INTO record VALUES (1, 'a-case', 0, 'case', 'now', ?, x'7b7d', NULL, NULL)"
TRIES = {
    "UPDATE": "UPDATE record SET hash = ?",
    "DELETE": "DELETE FROM record WHERE hash <> ?",
    "INSERT OR REPLACE": f"INSERT OR REPLACE {ROW}",
}

for name, statement in TRIES.items():
    store = sqlite3.connect(":memory:")
    store.executescript(MIGRATION.read_text())
    store.execute(f"INSERT {ROW}", ("as written",))
    try:
        store.execute(statement, ("changed",))
        print(
            f"{name}: passed, and the hash is", *store.execute("SELECT hash FROM record").fetchone()
        )
    except sqlite3.DatabaseError as refused:
        print(f"{name}: refused: {refused}")
    store.close()
