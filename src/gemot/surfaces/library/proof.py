"""`verify` from a call."""

from typing import Any

from gemot.conduct.follows import Bench
from gemot.conduct.verify import Verified
from gemot.conduct.verify import verify as judge
from gemot.journal.inspect import chain
from gemot.journal.seal import notation, parse_head, store_head
from gemot.rules.journal import CaseHead, StoreHead
from gemot.surfaces.library.denied import faulty, unnamed
from gemot.surfaces.library.room import Room


class Proof(Verified, frozen=True, kw_only=True):
    """What `verify` found, and the head that another one can be held to."""

    case: str | None
    """None: the whole store."""
    head: str | None
    """`CASE:SEQ:HASH` or `store:SIZE:ROOT`; None where the chain is broken."""
    against: tuple[str, ...] = ()
    """The heads that it was held to."""

    def answer(self) -> dict[str, Any]:
        """The object of `gemot verify --json`."""
        from gemot.views.listing import verify as view

        outside = " ".join(self.against) or None
        return {**view(self, self.head, case=self.case, outside=outside), "next": []}


def verify(room: Room, case: str | None, against: tuple[str, ...]) -> Proof:
    """Judge the chain, then derive again; `Denied` where there is nothing to verify."""
    outside = [_head(text) for text in against]
    store = room.store
    if store is None:
        raise unnamed("the store", "no store", "records to verify", "`Council.decide` opens a case")
    desk = room.desk
    facts = chain(store, outside, case)
    names = [h.case for h in store.heads()] if case is None else [case]
    bench = Bench(rules=desk.rules, ruleset=desk.ruleset, read=store.get, advisors=desk.advisors)
    found = judge(facts, (store.read(name) for name in names), bench)
    rows = [r for r in facts.rows if isinstance(r.hash, str)]
    head: CaseHead | StoreHead | None = None
    if found.intact and rows and case is None:
        head = store_head(r.hash for r in rows)
    elif found.intact and rows and case is not None:
        head = CaseHead(case=case, seq=rows[-1].seq, hash=rows[-1].hash)
    said = {name: getattr(found, name) for name in found.__struct_fields__}
    return Proof(**said, case=case, head=None if head is None else notation(head), against=against)


def _head(text: str) -> CaseHead | StoreHead:
    try:
        return parse_head(text)
    except ValueError:
        raise faulty(
            "the heads", "against", repr(text[:90]), "CASE:SEQ:HASH or store:SIZE:ROOT",
            "take the head as `conclude`, `verify` or the ADR printed it",
        ) from None  # fmt: skip
