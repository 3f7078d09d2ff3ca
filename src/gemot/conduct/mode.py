"""Which mode holds, and who said so (majordomus 1.6).

Order: the flag, `$GEMOT_MODE`, a CI runner (`CI` set and not `false`, `0` or empty), the
repository's policy, the user's file, `standard`. A word that is no mode is skipped with a
warning, never guessed.

The repository's policy is the file `gemot.toml` at the root of the project. In this version it
holds `mode` alone; any other key is a fault, since a policy that is not understood must not be
passed over. It may only narrow the mode of the user's file, or `standard` where that names none:
a wider one is skipped with a warning. `NARROWER` is the whole order: `ci` asks nobody; `fast`
asks fewer than `standard`; `offline` contacts nobody outside the machine; `strict` asks the most.
`fast` and `offline` are not comparable, so neither narrows the other.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple, get_args

from gemot.conduct.settings import Settings
from gemot.conduct.toml import table_of, text_of
from gemot.records.catalogue import Frozen
from gemot.records.faults import read
from gemot.records.vocab import Mode, ModeSource

MODES: Final[tuple[Mode, ...]] = get_args(Mode)
NARROWER: Final[dict[Mode, frozenset[Mode]]] = {
    "ci": frozenset({"ci"}),
    "offline": frozenset({"ci", "offline"}),
    "fast": frozenset({"ci", "fast"}),
    "standard": frozenset({"ci", "offline", "fast", "standard"}),
    "strict": frozenset({"ci", "offline", "fast", "standard", "strict"}),
}
"""By the mode of the user's file: the modes that a repository may set."""
POLICY: Final = "gemot.toml"


class Resolved(NamedTuple):
    """The mode, who said so, and what was passed over."""

    mode: Mode
    source: ModeSource
    warnings: tuple[str, ...] = ()


class Policy(Frozen, frozen=True, kw_only=True):
    """What a repository asks for. `mode` is kept as written; `mode_of` judges the word."""

    mode: str | None = None


def policy(root: Path) -> Policy:
    """The policy of the project at `root`, the empty one where there is none; raises `Faulty`."""
    what = f"the repository's policy {POLICY}"
    text = text_of(root / POLICY, what)
    return Policy() if text is None else read(Policy, table_of(text, what), what)


def mode_of(
    flag: str | None, environ: Mapping[str, str], repository: str | None, settings: Settings
) -> Resolved:
    """The mode that holds; `repository` is `Policy.mode`."""
    runner: str | None = "ci" if _runner(environ) else None
    said: tuple[tuple[ModeSource, str, str | None], ...] = (
        ("flag", "--mode", flag),
        ("environment", "GEMOT_MODE", environ.get("GEMOT_MODE") or None),
        ("ci_runner", "CI", runner),
        ("repository", POLICY, repository),
        ("user", "the configuration", settings.mode),
    )
    warnings: list[str] = []
    for source, where, word in said:
        mode = _mode(word)
        if word is None:
            continue
        if mode is None:
            allowed = ", ".join(MODES)
            warnings.append(f"{where}: got {word[:40]!r}, needed one of {allowed}; passed over")
        elif source == "repository" and mode not in NARROWER[settings.mode or "standard"]:
            warnings.append(
                f"{where}: got {mode!r}, wider than {settings.mode or 'standard'!r} of the user; "
                "passed over, a repository may only narrow"
            )
        else:
            return Resolved(mode, source, tuple(warnings))
    return Resolved("standard", "default", tuple(warnings))


def _mode(word: str | None) -> Mode | None:
    return next((mode for mode in MODES if mode == word), None)


def _runner(environ: Mapping[str, str]) -> bool:
    return environ.get("CI", "").strip().lower() not in ("", "0", "false")
