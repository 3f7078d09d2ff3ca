"""Evidence ids as somebody cites them.

Law: a citation of what the case does not hold, or of what was looked up and not found,
supports nothing, whoever makes it.
"""

from collections.abc import Iterator, Sequence

from gemot.rules.rule import Hit
from gemot.rules.state import State
from gemot.rules.unseen import blank as blank


def cited(state: State, ids: Sequence[str], place: str = "evidence") -> Iterator[Hit]:
    """A hit for every id of the list at `place` that is no evidence which was found."""
    for i, id in enumerate(ids):
        found = state.evidence.get(id)
        if found is None or not found.resolved:
            why = "which was not found" if found else "which is no evidence of the case"
            yield Hit(place=f"{place}[{i}]", got=f"{id!r}, {why}", needed=_found(state))


def _found(state: State) -> str:
    known = [e.id for e in state.evidence.values() if e.resolved]
    return one_of(known) if known else "no citation: no evidence was found"


def one_of(known: Sequence[str]) -> str:
    """`one of a, b`."""
    return "one of " + ", ".join(known) if known else "nothing: there is none"


def count(number: int, noun: str) -> str:
    """`1 option`, `3 options`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
