"""Forgetting: the texts of records, and the kept bytes that hold the same words.

Laws: what would be deleted is computed from the store as it stands and can be looked at first;
a tombstone stands for each record, names its commitment and every blob that goes with it, and is
written in the transaction that deletes; a blob that another case names stays; forgetting again
what was forgotten writes nothing and cleans the file once more.
"""

import msgspec

from gemot.conduct.desk import Desk, Refused
from gemot.conduct.scrub import scrub
from gemot.ports.journal import Journal
from gemot.records.envelope import Actor, Filed, open_envelope
from gemot.records.evidence import Evidence
from gemot.records.faults import Fault, Faulty
from gemot.records.kinds import Opaque
from gemot.records.probe import Probe
from gemot.records.settlement import Tombstone
from gemot.rules.blob import named
from gemot.rules.state import State, fold
from gemot.views.forgotten import beyond, containers, reached, resting
from gemot.views.words import holds, lines, repeats, said


class Blob(msgspec.Struct, frozen=True, kw_only=True):
    """Kept bytes that hold forgotten words."""

    digest: str
    what: str
    """`raw reply`, `prompt`, `request`, `excerpt`, `output`, `packet part E1`."""
    why: str | None = None
    """Why they stay; None: they go."""


class Loss(msgspec.Struct, frozen=True, kw_only=True):
    """What forgetting one record deletes."""

    record: str
    payload: str | None
    """Its commitment; None: it has no text."""
    gone: bool
    """Whether it was forgotten before."""
    blobs: tuple[Blob, ...]


class Forgetting(msgspec.Struct, frozen=True, kw_only=True):
    """What would be deleted, and what would be left."""

    case: str
    losses: tuple[Loss, ...]
    kept: tuple[Blob, ...]
    """Bytes that hold the words too and stay, each with why."""
    copies: tuple[str, ...]
    """Other records of the case whose texts hold the same words."""
    reached: tuple[str, ...]
    """Who was sent the words."""
    beyond: tuple[str, ...]


def forgetting(
    journal: Journal, case: str, names: tuple[str, ...], *, copies: bool = False
) -> Forgetting:
    """What forgetting these records means; with `copies` also the records that hold the same
    words. `Faulty` where there is no such record."""
    state = fold(journal.read(case))
    chosen = _chosen(state, names)
    more = _copies(state, chosen)
    if copies:
        # What the copies hold beside these words is no reason to forget more.
        chosen, more = sorted((*chosen, *more), key=lambda f: f.seq), []
    found = {f.name: _blobs(state, f, journal) for f in chosen}
    stays = _stays(journal, state, chosen, frozenset(d for b in found.values() for d in b))
    taken: set[str] = set()
    losses = []
    for f in chosen:
        mine = {d: w for d, w in found[f.name].items() if d not in taken | stays.keys()}
        taken |= mine.keys()
        losses.append(_loss(journal, f, mine))
    kinds = {d: w for b in found.values() for d, w in b.items()}
    return Forgetting(
        case=case,
        losses=tuple(losses),
        kept=tuple(Blob(digest=d, what=kinds[d], why=why) for d, why in sorted(stays.items())),
        copies=tuple(f.name for f in more),
        reached=reached(state, kinds),
        beyond=tuple(x for f in chosen for x in beyond(f)),
    )


def _chosen(state: State, names: tuple[str, ...]) -> list[Filed]:
    found = {name: state.find(name) for name in names}
    unknown = [name for name, f in found.items() if f is None]
    if unknown:
        raise Faulty("the records to forget", [_unnamed(name) for name in unknown])
    kept = {f.seq: f for f in found.values() if f is not None}
    return [kept[seq] for seq in sorted(kept)]


def _unnamed(name: str) -> Fault:
    return Fault(
        place=name[:80],
        got="no such record",
        needed="a record of the case by its name, like 003-evidence",
        fix="`gemot show CASE` lists the records",
    )


def _copies(state: State, chosen: list[Filed]) -> list[Filed]:
    wanted = lines(x for f in chosen if not f.forgotten for x in said(f.record))
    mine = {f.seq for f in chosen}
    others = (f for f in state.filed if f.seq not in mine and not f.forgotten)
    return [
        f for f in others if type(f.record) is not Tombstone and repeats(said(f.record), wanted)
    ]


def _blobs(state: State, f: Filed, journal: Journal) -> dict[str, str]:
    """The bytes that go with a record, those that are still there."""
    if f.forgotten or isinstance(f.record, Opaque):
        return {}
    found = resting(state, f)
    wanted = lines(said(f.record))
    for digest, what in containers(state).items() if wanted else ():
        data = journal.get(digest) if digest not in found else None
        if data is not None and holds(data, wanted):
            found[digest] = what
    return {d: w for d, w in sorted(found.items()) if journal.get(d) is not None}


def _stays(
    journal: Journal, state: State, chosen: list[Filed], digests: frozenset[str]
) -> dict[str, str]:
    """The blobs that are not these records' alone, and whose else they are."""
    found: dict[str, str] = {}
    mine = {f.seq for f in chosen}
    for f in state.filed:
        if f.seq not in mine and type(f.record) in (Evidence, Probe):
            found |= dict.fromkeys(named(f.record) & digests, f"{f.name} rests on it too")
    others = rests_elsewhere(journal, state.filed[0].case, digests)
    return {d: f"{other} rests on it too" for d, other in others.items()} | found


def rests_elsewhere(journal: Journal, case: str, digests: frozenset[str]) -> dict[str, str]:
    """The blobs that another case names, and which does."""
    found: dict[str, str] = {}
    for head in journal.heads() if digests else ():
        for row in journal.rows(head.case) if head.case != case else ():
            if row.kind != "tombstone":
                for digest in digests - found.keys():
                    if digest.encode() in row.sealed.envelope:
                        found[digest] = head.case
    return found


def _loss(journal: Journal, f: Filed, blobs: dict[str, str]) -> Loss:
    rows = (r for r in journal.rows(f.case) if r.seq == f.seq)
    told = open_envelope(next(rows).sealed.envelope)
    return Loss(
        record=f.name,
        payload=told.payload,
        gone=f.forgotten,
        blobs=tuple(Blob(digest=d, what=w) for d, w in blobs.items()),
    )


def forget(desk: Desk, found: Forgetting, because: str, actor: Actor) -> State:
    """Delete it, all or none; the case after it. `Refused` names every record that may not be
    forgotten."""
    case = found.case
    with desk.journal.begin() as tx:
        state = fold(tx.filed(case))
        offences = []
        for loss in found.losses:
            if loss.gone:
                tx.forget(case, _seq(loss))
                continue
            stone = Tombstone(
                record=loss.record,
                payload=loss.payload or "0" * 64,
                blobs=tuple(b.digest for b in loss.blobs),
                reason=because,
            )
            try:
                state = desk.write(tx, case, state, scrub(desk, stone)[0], actor)
            except Refused as e:
                offences += [o for o in e.offences if o not in offences]
                continue
            tx.forget(case, _seq(loss))
            for blob in loss.blobs:
                tx.forget_blob(blob.digest)
        if offences:
            raise Refused(tuple(offences))
    return fold(desk.journal.read(case))


def _seq(loss: Loss) -> int:
    return int(loss.record.partition("-")[0])
