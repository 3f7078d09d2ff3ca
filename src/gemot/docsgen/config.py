"""`docs/config.md`: the form of the user's TOML file, from the settings and the entries.

Law: every key that the reader takes has a row, and no row is of a key that it does not take.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from gemot.conduct import settings
from gemot.docsgen.field import Field, fields, table
from gemot.records.catalogue import Entry, Limits, Price, Source

EXAMPLE = """\
mode = "standard"

[council]
seats = 2
rounds = 2
on_doubt = "ask"

[limits]
case_usd = 1.00
daily_usd = 5.00

[[advisor]]
id = "anna"
transport = "api"
wire = "openai"
base_url = "http://127.0.0.1:8000/v1"
model = "m1"
key = "env:ANNA_KEY"
source = { vendor = "v1", family = "f1" }
price = { input = 3.0, output = 15.0 }"""
SAID = {
    "mode": "Whom to ask at all. A flag, `GEMOT_MODE`, a CI runner and the repository's policy "
    "come before it.",
    "council.seats": "The owner's own number of seats, 1 to 26. It raises what the policy table "
    "gives; never in mode ci, never at trivial or low stakes. Absent: the table's.",
    "council.rounds": "1: positions alone. 2: positions, then one challenge.",
    "council.chair": "The id of an advisor that drafts and never deliberates. Absent: no chair.",
    "council.on_doubt": "What becomes of a call whose reply was lost: `ask` the owner, ask "
    "`again` (and perhaps pay twice), or `drop` the seat.",
    "limits.case_usd": "Ceiling of one case in USD. Absent: the owner is asked before anything "
    "is spent, unless there is a daily ceiling. 0: nothing may be spent.",
    "limits.daily_usd": "Ceiling of 24 hours over all projects, in USD.",
}
"""What each key outside the catalogue does; USD with up to 9 decimals, exact."""
WORDS = {
    "id": "What you call it.",
    "transport": "How it is reached. This version has `api`, `local` and `manual`; an advisor of "
    "another transport is shown as unavailable.",
    "enabled": "false: it is never asked.",
    "base_url": "Address of an `api` advisor, without user name or password; of a `manual` one "
    "where a person asks it, which no program contacts.",
    "source": "Where its opinion comes from. A part that is absent is unknown, and unknown "
    "compares equal to everything.",
    "capabilities": "What it is good for. Only one that offers what a case wants is asked.",
    "limits": "Bounds of one call.",
    "vendor": "Who serves the model.",
    "family": "Which family the model is of.",
    "weights": "Which weights it runs; the same weights are one source whoever serves them.",
}
"""What keys of the catalogue mean that the struct does not explain."""


def page() -> str:
    """The example, then every key."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield from ("# Configuration", "")
    yield (
        "One TOML file for the user: `$GEMOT_CONFIG`, else the platform's configuration folder. "
        "`gemot admin config` shows where it is and what is in force. Every fault of the file is "
        "told at once; an unknown key is a fault; no value is rounded."
    )
    yield from ("", "```toml", *EXAMPLE.split("\n"), "```", "", "## Settings", "")
    yield from ("| Key | Default | What it does |", "| --- | --- | --- |")
    for key, default in known():
        yield f"| `{key}` | {default} | {SAID[key]} |"
    yield from ("", "## [[advisor]]", "")
    yield "One table an advisor; their order is preference."
    written = {f.name for f in msgspec.structs.fields(settings._Advisor)}
    yield from ("", *_said(tuple(f for f in fields(Entry) if f.name in written)))
    for name, struct in (("source", Source), ("limits", Limits), ("price", Price)):
        yield from ("", f"### {name}", "", *_table(struct))


def _table(struct: type) -> list[str]:
    """The fields of an inner table; prices are decimal numbers in the file."""
    rows = fields(struct)
    if struct is Price:
        said = "USD per million tokens, as a decimal number."
        rows = tuple(Field(name=f.name, type="number", default=f.default, says=said) for f in rows)
    return _said(rows)


def _said(rows: tuple[Field, ...]) -> list[str]:
    """The rows, with words where the struct has none, as a table."""
    worded = [msgspec.structs.replace(f, says=f.says or WORDS[f.name]) for f in rows]
    return table(tuple(worded))


def known() -> list[tuple[str, str]]:
    """Every key outside the catalogue, as the reader has it, with its default."""
    found: list[tuple[str, str]] = []
    for field in msgspec.structs.fields(settings._File):
        if field.name == "advisor":
            continue
        if isinstance(field.default, msgspec.Struct):
            inner = msgspec.structs.fields(type(field.default))
            found += [(f"{field.name}.{f.name}", _default(f.default)) for f in inner]
        else:
            found.append((field.name, _default(field.default)))
    return found


def _default(value: Any) -> str:
    return "absent" if value is None else f"`{value}`"
