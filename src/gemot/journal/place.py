"""Where the store is.

Law: the user's data folder, unless `GEMOT_STORE` names another place; whatever it names is
used or refused, and never quietly replaced.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from gemot.ports.journal import StoreUnsupported

VARIABLE = "GEMOT_STORE"
_FORM = f"export {VARIABLE}=sqlite:PATH"


def place(environ: Mapping[str, str] = os.environ) -> Path:
    """The absolute path of the store's file; nothing is made or opened."""
    named = environ.get(VARIABLE, "").strip()
    if not named:
        import platformdirs

        return platformdirs.user_data_path("gemot") / "store.db"
    scheme, _, rest = named.partition(":")
    if scheme in ("postgresql", "postgres"):
        raise StoreUnsupported(f"{VARIABLE} names a Postgres store, which is not yet built", _FORM)
    if scheme != "sqlite" or not rest or rest.startswith(":"):
        raise StoreUnsupported(f"{VARIABLE} {_what(named)}", _FORM)
    return Path(os.path.abspath(os.path.expanduser(rest)))


def _what(named: str) -> str:
    """What it names instead of a file. An address may hold a password, so it is not repeated."""
    scheme, colon, rest = named.partition(":")
    if not colon and "@" not in named:
        return f"is {named!r}, which has no `sqlite:` before a path"
    if scheme == "sqlite":
        return "is an address of SQLite without a file's path"
    known = repr(scheme) if scheme.isalnum() and rest.startswith("//") else "another kind"
    return f"names a store of {known}, which there is not"
