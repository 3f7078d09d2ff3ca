"""What a run brings with it to a case."""

import msgspec

from gemot.records.catalogue import Entry
from gemot.records.evidence import Council
from gemot.records.vocab import Mode, ModeSource


class Convening(msgspec.Struct, frozen=True, kw_only=True):
    """What a run brings with it: the mode, the owner's settings and the catalogue."""

    mode: Mode
    mode_source: ModeSource
    council: Council
    entries: tuple[Entry, ...]
    allowed: tuple[str, ...] = ()
    """Untracked paths that the command line named."""
