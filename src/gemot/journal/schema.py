"""Whether a file's tables, indexes and triggers are those that the migrations made.

Law: a trigger that is gone lets records be deleted, and one that was added may change or hide
what the next commit writes: no row of the store tells. SQLite's own tables (`sqlite_…`) are not
compared; indexes that it makes by itself follow from the tables.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from functools import cache

from gemot.journal.opening import VERSION, statements

DEFINED = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
Thing = tuple[str, str]
"""Type and name."""


def strange(rows: Iterable[tuple[object, object, object]]) -> Iterator[str]:
    """What of the rows of `DEFINED` differs from the migrations, and how."""
    held = {(str(type), str(name)): sql for type, name, sql in rows}
    made = _made()
    for thing in sorted({*held, *made}):
        kind, name = thing
        if thing not in made:
            yield f"{kind} {name!r}, which Gemot did not make"
        elif thing not in held:
            yield f"no {kind} {name!r}"
        elif held[thing] != made[thing]:
            yield f"{kind} {name!r} with another definition"


@cache
def _made() -> dict[Thing, object]:
    """What the migrations make, in an empty database."""
    connection = sqlite3.connect(":memory:")
    try:
        for number in range(1, VERSION + 1):
            for statement in statements(number):
                connection.execute(statement)
        return {(type, name): sql for type, name, sql in connection.execute(DEFINED)}
    finally:
        connection.close()
