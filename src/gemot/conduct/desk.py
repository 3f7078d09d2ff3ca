"""The desk: the ports that use cases work with, and writing one judged record.

Laws: a record is judged against the state inside the transaction that writes it; a refused
one writes nothing; what it was admitted with stands in its envelope.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import msgspec

from gemot.ports.journal import Journal, Tx
from gemot.ports.world import Clock, Holders, Ids
from gemot.records.envelope import Actor, Filed
from gemot.records.faults import Fault, Faulty
from gemot.records.settlement import Adoption
from gemot.rules.rule import Admission, Offence, Rule, refused
from gemot.rules.state import State, fold

if TYPE_CHECKING:
    from gemot.ports.advisor import Advisor, Trace
    from gemot.ports.evidence import Evidence, Project
    from gemot.ports.runner import Runner
    from gemot.records.catalogue import Entry

WRITER = Actor(name="gemot", channel="policy")
"""Who writes what is computed."""


SECRET_NAME = Fault(
    place="owner",
    got="a secret (not shown)",
    needed="a name",
    fix="name who acts; what stands in a name can never be forgotten",
)


class Refused(Exception):
    """A rule refused what was to be recorded; nothing was written."""

    def __init__(self, offences: tuple[Offence, ...]) -> None:
        self.offences = offences
        super().__init__("; ".join(f"{o.code} {o.place}: {o.says}" for o in offences))


class Unknown(Exception):
    """No such case, or several."""

    def __init__(self, asked: str, near: tuple[str, ...] = (), more: int = 0) -> None:
        self.asked = asked
        self.near = near
        self.more = more
        """How many others might be meant as well."""
        hint = f"; near: {', '.join(near)}" if near else ""
        super().__init__(f"no case {asked!r} in the store{hint}")


class Desk(msgspec.Struct, frozen=True, kw_only=True):
    """What conduct works with. Built once, by `wiring`."""

    journal: Journal
    clock: Clock
    ids: Ids
    holders: Holders
    project: "Project"
    evidence: "Callable[[str], Evidence]"
    """What looks references up, for an owner."""
    advisors: "Callable[[Entry], Advisor]"
    """The adapter of a catalogue entry."""
    redact: Callable[[str], tuple[str, Mapping[str, int]]]
    """Takes the secrets out of a text; how many of each kind."""
    rules: tuple[Rule, ...]
    ruleset: str
    """Digest of the rule set."""
    trace: "Trace"
    runner: "Runner | None" = None
    """What runs commands in the project; None: this door runs none (design 9)."""
    lease_seconds: int = 30
    """A lease that nobody renewed for so long is expired."""

    def state(self, case: str) -> State:
        """The state of a case, or `Unknown`."""
        filed = self.journal.read(case)
        if not filed:
            raise Unknown(case)
        return fold(filed)

    def find(self, asked: str) -> str:
        """The id of the case that `asked` names."""
        return find(self.journal, asked)

    def write(
        self, tx: Tx, case: str, state: State, record: msgspec.Struct, actor: Actor = WRITER
    ) -> State:
        """Judge a record and append it; the state after it, or `Refused`. A case that was last
        written under another rule set adopts ours first, by a record."""
        from gemot.conduct.judging import judged  # views, which a command that reads needs not

        before = state.filed[-1].rules if state.filed else self.ruleset
        if before != self.ruleset and type(record) is not Adoption:
            adopted = Adoption(before=before, after=self.ruleset)
            state = self.write(tx, case, state, adopted)
        if actor is not WRITER and self.redact(actor.name)[1]:
            raise Faulty("the actor", [SECRET_NAME])
        at = self.clock.now()
        facts = Admission(state=state, record=record, actor=actor, at=at)
        offences = judged(self.rules, facts, tx.get)
        if refused(offences):
            raise Refused(refused(offences))
        filed: Filed = tx.append(
            case,
            record,
            at=at,
            actor=actor,
            rules=self.ruleset,
            offences=tuple(o.marked() for o in offences),
        )
        return state.plus(filed)

    def record(self, case: str, record: msgspec.Struct, actor: Actor) -> State:
        """Append one record in a transaction of its own."""
        with self.journal.begin() as tx:
            return self.write(tx, case, fold(tx.filed(case)), record, actor)


def find(journal: Journal, asked: str) -> str:
    """The id of the case that `asked` names: its id, or the only id that begins so. `Unknown`
    names those that are near."""
    heads = [h.case for h in journal.heads()]
    if asked in heads:
        return asked
    begun = tuple(c for c in heads if c.startswith(asked)) if asked else ()
    if len(begun) == 1:
        return begun[0]
    near = begun or _near(asked, heads)
    raise Unknown(asked, near[:5], max(0, len(near) - 5))


def _near(asked: str, heads: list[str]) -> tuple[str, ...]:
    from difflib import get_close_matches

    return tuple(get_close_matches(asked, heads, n=3, cutoff=0.4)) or tuple(heads)
