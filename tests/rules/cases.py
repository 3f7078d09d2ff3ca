"""Records judged after a base of `tests.conformance.sitting`."""

from typing import Any

import msgspec

from gemot.records.envelope import Actor
from gemot.records.kinds import kind_of
from gemot.rules.registry import RULES
from gemot.rules.rule import Admission, judge
from gemot.rules.state import State, fold
from gemot.testing.builders import NOW, OWNER
from gemot.testing.ways import filed
from tests.conformance import sitting

BASES = sitting.bases()


def after(base: str, *more: msgspec.Struct) -> State:
    """The state after a base and more records."""
    return fold(filed(*more, after=filed(*BASES[base])))


def judged(state: State, record: Any, actor: Actor = OWNER, at: str = NOW) -> list[str]:
    """Every offence of admitting a record: `CODE place: got; needed`."""
    facts = Admission(state=state, record=record, actor=actor, at=at)
    found = judge(RULES, kind_of(record), facts)
    return [f"{o.code} {o.place}: {o.got}; {o.needed}" for o in found]
