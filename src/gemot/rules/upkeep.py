"""Rules on the upkeep of a case: another rule set adopted, a payload forgotten.

Laws: an adoption goes from the rule set in force to another; a payload is forgotten once, by a
person at a terminal, and says why; it leaves its commitment. That the payload is really gone,
and that the tombstone names its commitment, is the journal's to find; the blobs that go with it are
the case's own.
"""

from collections.abc import Iterator

from gemot.records.envelope import Filed
from gemot.records.kinds import Opaque
from gemot.records.prose import split
from gemot.records.settlement import Adoption, Tombstone
from gemot.rules.blob import named
from gemot.rules.citation import blank
from gemot.rules.rule import Admission, Hit, Rule


def _succession(facts: Admission) -> Iterator[Hit]:
    said: Adoption = facts.record
    newest = facts.state.filed[-1] if facts.state.filed else None
    if newest is not None and said.before != newest.rules:
        needed = f"{newest.rules}, of {newest.name}"
        yield Hit(place="before", got=said.before, needed=needed)


def _unchanged(facts: Admission) -> Iterator[Hit]:
    if facts.record.after == facts.record.before:
        yield Hit(place="after", got="the rule set in force", needed="another rule set")


def _buried_nothing(facts: Admission) -> Iterator[Hit]:
    said: Tombstone = facts.record
    found = facts.state.find(said.record)
    if found is None:
        why = "which is no record of the case"
    elif any(_names(found, t) for t in facts.state.every(Tombstone)):
        why = "which was forgotten before"
    elif not _has_payload(found):
        why = "which holds no text"
    else:
        return
    got = f"{said.record!r}, {why}"
    yield Hit(place="record", got=got, needed="a record of the case with text to forget")


def _names(found: Filed, stone: Tombstone) -> bool:
    return stone.record in (found.name, found.id)


def _has_payload(found: Filed) -> bool:
    """Of an opaque record nobody can tell; what was deleted since was there."""
    return isinstance(found.record, Opaque) or found.forgotten or bool(split(found.record)[1])


def _unreasoned(facts: Admission) -> Iterator[Hit]:
    if blank(facts.record.reason):
        yield Hit(place="reason", got="nothing", needed="why it had to be forgotten")


def _foreign(facts: Admission) -> Iterator[Hit]:
    mine = frozenset[str]().union(*(named(f.record) for f in facts.state.filed))
    for i, digest in enumerate(facts.record.blobs):
        if digest not in mine:
            got = f"{digest[:16]}, which no record of the case names"
            yield Hit(place=f"blobs[{i}]", got=got, needed="a blob of the case")


def _elsewhere(facts: Admission) -> Iterator[Hit]:
    actor = facts.actor
    if actor.delegate or actor.channel != "terminal":
        how = "an agent" if actor.delegate else f"known by {actor.channel}"
        yield Hit(place="actor", got=f"{actor.name!r}, {how}", needed="a person at a terminal")


RULES: tuple[Rule, ...] = (
    Rule(
        code="ADP001", name="broken-adoption", on=("adoption",), severity="refuse",
        says="the rule set that is left is not the one in force",
        why="Which rules admitted a record is part of it; a gap between two sets would leave "
        "records that no set admitted.",
        fix="leave adoptions to the writer: run `gemot case resume CASE`", check=_succession,
    ),
    Rule(
        code="ADP002", name="idle-adoption", on=("adoption",), severity="refuse",
        says="the rule set that is adopted is the one in force",
        why="An adoption marks where other rules begin to judge; where none do it misleads.",
        fix="nothing to do: the case goes on under the rules in force", check=_unchanged,
    ),
    Rule(
        code="TMB001", name="tombstone-of-nothing", on=("tombstone",), severity="refuse",
        says="there is nothing to forget",
        why="A tombstone says that something was there and is gone; one over nothing casts "
        "doubt on what is there.",
        fix="run `gemot show CASE` for the records and their names", check=_buried_nothing,
    ),
    Rule(
        code="TMB002", name="unreasoned-tombstone", on=("tombstone",), severity="refuse",
        says="nothing says why it was forgotten",
        why="Deleting without a reason cannot be told from hiding.",
        fix="say why", check=_unreasoned,
    ),
    Rule(
        code="TMB003", name="forgotten-from-afar", on=("tombstone",), severity="refuse",
        says="something is forgotten otherwise than by a person at a terminal",
        why="What is deleted cannot be had back; neither an agent nor a page may do it "
        "(design 9).",
        fix="let a person forget it, at a terminal", check=_elsewhere,
    ),
    Rule(
        code="TMB004", name="foreign-blob-forgotten", on=("tombstone",), severity="refuse",
        says="a tombstone names a blob that is not the case's",
        why="What a tombstone names may be deleted; another case's bytes are not this one's to "
        "forget.",
        fix="leave the blobs to `gemot admin forget`, which finds them", check=_foreign,
    ),
)  # fmt: skip
