"""The user's own file: mode, council, limits and the catalogue of advisors.

Laws: every fault of the file is told at once, by its place in the file; nothing in it is rounded;
the value of a credential is refused and never shown; `Entry.rehearsal` is computed, the file has
no such key. An absent file is the defaults. Form: the issue "The heart", section Configuration.

Whether an adapter for an entry's transport exists is not this module's matter: an entry of a
transport that this version does not have stays in the catalogue, and its presence says so.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from gemot.conduct.amount import ceiling, plain, price
from gemot.conduct.toml import table_of, text_of
from gemot.records.catalogue import Count, Entry, Frozen, Word
from gemot.records.evidence import Council
from gemot.records.faults import Fault, Faulty, faults
from gemot.records.vocab import REHEARSAL, Mode, OnDoubt

WHAT: Final = "the configuration"
KEY_FORM: Final = "env:NAME, file:PATH or keyring:NAME"
_KEY = re.compile(r"env:[A-Za-z_][A-Za-z0-9_]{0,99}|file:.{1,300}|keyring:.{1,300}")

Rehearsal = Callable[[Entry], bool]
"""Whether an entry only runs the pipeline and cannot advise."""


class Settings(Frozen, frozen=True, kw_only=True):
    """What the user configured; absent stays absent."""

    mode: Mode | None = None
    council: Council = Council()
    """Seats, rounds, chair, on_doubt, and the two ceilings in nano-dollars."""
    advisors: tuple[Entry, ...] = ()
    """The catalogue; its order is preference."""


class _Council(Frozen, frozen=True, kw_only=True):
    seats: (
        Annotated[int, Meta(ge=1, le=26, extra={"form": "a whole number from 1 to 26"})] | None
    ) = None
    rounds: Annotated[
        int, Meta(ge=1, le=2, extra={"form": "1 or 2 (a later version takes more rounds)"})
    ] = 2
    chair: Word | None = None
    on_doubt: OnDoubt = "ask"


class _Limits(Frozen, frozen=True, kw_only=True):
    case_usd: Count | None = None
    daily_usd: Count | None = None


_hints = get_type_hints(Entry, include_extras=True)
_fields: list[Any] = [
    (f.name, _hints[f.name])
    if f.default is msgspec.NODEFAULT
    else (f.name, _hints[f.name], f.default)
    for f in msgspec.structs.fields(Entry)
    if f.name != "rehearsal"
]
_Advisor: Any = msgspec.defstruct(
    "_Advisor", _fields, frozen=True, kw_only=True, forbid_unknown_fields=True
)
"""An entry as written: `Entry` without what is computed."""
_File: Any = msgspec.defstruct(
    "_File",
    [
        ("mode", Mode | None, None),
        ("council", _Council, _Council()),
        ("limits", _Limits, _Limits()),
        ("advisor", tuple[_Advisor, ...], ()),
    ],
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
)


def place(environ: Mapping[str, str]) -> Path:
    """Where the user's file is: `$GEMOT_CONFIG`, else the platform's configuration folder."""
    if named := environ.get("GEMOT_CONFIG"):
        return Path(named).expanduser()
    from platformdirs import user_config_path

    return user_config_path("gemot") / "config.toml"


def by_transport(entry: Entry) -> bool:
    """Rehearsal as far as the transport alone tells; wiring knows the embedded model too."""
    return entry.transport in REHEARSAL


def load(path: Path, rehearsal: Rehearsal = by_transport) -> Settings:
    """The settings in the file at `path`, the defaults where there is none; raises `Faulty`."""
    text = text_of(path, WHAT)
    return Settings() if text is None else read(text, rehearsal)


def read(text: str, rehearsal: Rehearsal = by_transport) -> Settings:
    """The settings written in `text`; raises `Faulty` with every fault."""
    tree = table_of(text, WHAT)
    found = [*_amounts(tree), *_secrets(tree)]
    tree = plain(tree)
    found += [*faults(_File, tree), *_names(tree)]
    if found:
        raise Faulty(WHAT, found)
    file = msgspec.convert(tree, _File)
    return Settings(
        mode=file.mode,
        council=Council(
            seats=file.council.seats,
            rounds=file.council.rounds,
            chair=file.council.chair,
            on_doubt=file.council.on_doubt,
            case_nano=file.limits.case_usd,
            daily_nano=file.limits.daily_usd,
        ),
        advisors=tuple(_entry(raw, rehearsal) for raw in file.advisor),
    )


def _entry(raw: Any, rehearsal: Rehearsal) -> Entry:
    entry = Entry(**msgspec.structs.asdict(raw))
    return msgspec.structs.replace(entry, rehearsal=bool(rehearsal(entry)))


def _tables(tree: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The advisors that are tables, each with its place."""
    listed = tree.get("advisor")
    if isinstance(listed, list):
        for i, table in enumerate(listed):
            if isinstance(table, dict):
                yield f"advisor[{i}]", table


def _amounts(tree: dict[str, Any]) -> Iterator[Fault]:
    """Faults of the money; puts the record's form, or 0 for a faulty one, in its place."""
    spots: list[tuple[Any, str, str, Callable[[Any, str], int | str | Fault]]] = [
        (tree.get("limits"), "limits", name, ceiling) for name in ("case_usd", "daily_usd")
    ]
    for at, table in _tables(tree):
        spots += [(table.get("price"), f"{at}.price", name, price) for name in ("input", "output")]
    for table, at, name, exact in spots:
        if isinstance(table, dict) and name in table:
            value = exact(table[name], f"{at}.{name}")
            if isinstance(value, Fault):
                yield value
                value = 0 if exact is ceiling else "0"
            table[name] = value


def _secrets(tree: dict[str, Any]) -> Iterator[Fault]:
    """Faults of values that hold a credential; takes them out, so that nothing shows them."""
    for at, table in _tables(tree):
        key = table.get("key")
        if isinstance(key, str) and not _KEY.fullmatch(key):
            del table["key"]
            yield Fault(
                place=f"{at}.key",
                got="text that names no credential (not shown, it may be one)",
                needed=KEY_FORM,
                fix="put the key into a variable or a file of mode 0600 and name that here; "
                "replace the key at its provider if this file was ever shared",
            )
        url = table.get("base_url")
        if isinstance(url, str) and _bears_login(url):
            del table["base_url"]
            yield Fault(
                place=f"{at}.base_url",
                got="an address with a user name or password (not shown)",
                needed="an address without them",
                fix=f"remove what stands before the @, and name the credential in {at}.key",
            )


def _bears_login(url: str) -> bool:
    try:
        return "@" in urlsplit(url).netloc
    except ValueError:
        return "@" in url


def _names(tree: dict[str, Any]) -> Iterator[Fault]:
    """Faults between places: an id used twice, a chair that is nobody."""
    first: dict[str, str] = {}
    for at, table in _tables(tree):
        name = table.get("id")
        if not isinstance(name, str):
            continue
        if name in first:
            yield Fault(
                place=f"{at}.id",
                got=f"{name[:64]!r}, which {first[name]} has",
                needed="an id of its own",
                fix="rename or remove one of the two",
            )
        first.setdefault(name, at)
    council = tree.get("council")
    chair = council.get("chair") if isinstance(council, dict) else None
    if isinstance(chair, str) and chair not in first:
        yield Fault(
            place="council.chair",
            got=f"{chair[:64]!r}, which no advisor has",
            needed="the id of an advisor" + (": " + ", ".join(first) if first else ""),
            fix="name an advisor of this file, or remove the line",
        )
