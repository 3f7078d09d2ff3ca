"""Finding words over all cases, and carrying cases between stores, from a call."""

from collections.abc import Sequence

from gemot.conduct import bundles
from gemot.conduct.bundles import Taken
from gemot.conduct.follows import Bench
from gemot.journal.bundle import read, write
from gemot.records.kinds import KINDS
from gemot.surfaces.library.denied import faulty
from gemot.surfaces.library.room import Room
from gemot.views import search as finding
from gemot.views.search import Match


def search(
    room: Room, words: str | Sequence[str], kind: str | None, everywhere: bool
) -> tuple[Match, ...]:
    """The records that hold all words, best first."""
    if kind is not None and kind not in KINDS:
        known = ", ".join(KINDS)
        raise faulty("the search", "kind", repr(kind[:60]), "a kind of record", f"one of {known}")
    try:
        want = finding.wanted(words.split() if isinstance(words, str) else words)
    except ValueError:
        raise faulty("the search", "words", "blanks", "a word at least", "name a word") from None
    if room.store is None:
        return ()
    project = None if everywhere else room.desk.project.identity()
    return tuple(finding.search(room.store.texts(project, kind), want))


def export(room: Room, cases: Sequence[str], *, blobs: bool) -> bytes:
    """The bundle of cases, each by its id or its beginning."""
    if not cases:
        raise faulty("the bundle", "cases", "no case", "one at least", "name a case")
    ids = dict.fromkeys(room.find(case) for case in cases)
    desk = room.desk
    return write(bundles.export(desk.journal, ids, desk.rules, blobs=blobs))


def take_in(room: Room, bundle: bytes) -> tuple[Taken, ...]:
    """Take a bundle into the store."""
    desk = room.desk
    bench = Bench(
        rules=desk.rules,
        ruleset=desk.ruleset,
        read=lambda digest: None,  # noqa: ARG005
        advisors=desk.advisors,
    )
    return bundles.take_in(desk, read(bundle), bench)
