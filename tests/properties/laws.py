"""What holds of every case after every step, whoever did it and whether it was legal."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

import hypothesis.strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant

from gemot import Case, Council, Denied
from gemot.conduct.acts import next_acts
from gemot.conduct.follows import follows
from gemot.records.call import Clearance
from gemot.rules.clearance import spent, standing
from gemot.rules.stage import TABLE, stage
from gemot.rules.state import State, fold
from tests.properties.world import Died, World

CODE = re.compile(r"[A-Z]{3}\d{3}\Z|[a-z-]+\Z")
THEIRS = "what other cases said when this one was framed is not in this one's records"
"""Why a precedent is not derived again from one case alone."""


class Reached:
    """What one machine's runs came to, over all examples."""

    def __init__(self) -> None:
        self.stages: Counter[str] = Counter()
        self.codes: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self.cases = 0
        self.steps = 0

    def __str__(self) -> str:
        return f"{self.cases} cases, {self.steps} acts; {self.stages}; {self.codes}; {self.calls}"


class Laws(RuleBasedStateMachine):
    """A world, its cases, acts upon them, and the laws."""

    reached: ClassVar[Reached]
    world: World
    names: list[str]
    kept: dict[str, tuple[str, ...]]

    def teardown(self) -> None:
        if not hasattr(self, "world") or not self.names:
            return
        proof = self.world.owner.verify()
        assert proof.intact, proof.offences
        assert proof.follows != "no", proof.offences
        for name in self.names:
            case = self.world.owner.open(name)
            case.screen(), case.answer(), case.render("md"), case.render("json")
            if case.conclusion is not None:
                assert case.head in case.render("adr")
        self.carried()
        self.reached.cases += len(self.names)

    def carried(self) -> None:
        """Exported and taken in elsewhere, everything is as it was."""
        here = self.world.owner
        there = World(self.world.settings).owner
        taken = there.take_in(here.export(*self.names, blobs=True))
        assert sorted(t.case for t in taken) == sorted(self.names)
        for name in self.names:
            one, two = here.open(name), there.open(name)
            assert two.records() == one.records()
            assert two.answer() == one.answer()
            assert two.verify().follows == one.verify().follows

    # Acts.

    def do(self, act: Callable[[], Any]) -> Any:
        """An act, legal or not: a refusal has all its offences and changed nothing."""
        self.reached.steps += 1
        before = self.world.photo()
        try:
            return act()
        except Denied as error:
            denied = error
        except Died:
            return None
        self.whole(denied)
        assert self.world.photo() == before
        return None

    def whole(self, denied: Denied) -> None:
        """A refusal says everything of each offence."""
        assert denied.offences
        for o in denied.offences:
            assert CODE.match(o.code), o
            assert all((o.place, o.got, o.needed, o.says, o.fix)), o
            self.reached.codes[o.code] += 1

    def ran(self, act: Callable[[], Case]) -> Case | None:
        """An act that runs a case."""
        self.world.wait()
        case: Case | None = self.do(act)
        if case is not None:
            self.reached.codes.update(o.code for o in case.held)
            assert case.status in case.answer()["status"]
        return case

    def council(self, who: str) -> Council:
        made: Council = getattr(self.world, who)
        return made

    def draw(self, data: Any, who: str, *wanted: str) -> Case:
        """One of the cases; mostly one at a stage where the act has a sense, if there is one."""
        names = self.names
        if wanted and data.draw(st.integers(0, 4)):
            names = [n for n in names if stage(self.world.desk.state(n)) in wanted] or names
        return self.council(who).open(data.draw(st.sampled_from(names)))

    # Laws.

    @invariant()
    def laws(self) -> None:
        if not hasattr(self, "world"):
            return
        heads = {h.case: h for h in self.world.journal.heads()}
        assert set(self.kept) <= set(heads)
        for name, head in heads.items():
            filed = self.world.journal.read(name)
            hashes = tuple(f.hash for f in filed)
            assert (head.seq, head.hash) == (len(filed) - 1, hashes[-1])
            before = self.kept.get(name, ())
            if hashes == before:
                continue
            assert hashes[: len(before)] == before
            self.kept[name] = hashes
            for i in range(len(before), len(filed)):
                self.admitted(fold(filed[:i]), filed[i])
            self.stands(name, fold(filed))

    def admitted(self, state: State, filed: Any) -> None:
        """No illegal stage, no seat that is filled asked again, no ceiling passed."""
        now = stage(state)
        assert TABLE[filed.kind, now], (filed.name, now)
        self.reached.stages[stage(state.plus(filed))] += 1
        record = filed.record
        if filed.kind == "receipt":
            late, other = ("late",) * record.late, ("mismatch",) * record.mismatch
            self.reached.calls.update((record.status, *late, *other))
        if filed.kind == "observation":
            self.reached.calls[record.what] += 1
        if filed.kind == "dispatch":
            slot = state.slot(record.seat, record.round)
            assert slot in ("unasked", "again"), (filed.name, slot)
        if filed.kind == "clearance":
            self.afforded(state, record, filed.at)

    def afforded(self, state: State, wave: Clearance, at: str) -> None:
        """No wave passes a ceiling, and none of unknown or unbounded cost goes unasked."""
        billed = [q for q in wave.quotes if not carried(state, q.seat)]
        most = sum(q.reserve or 0 for q in billed)
        assert wave.case_nano is None or wave.case_spent + most <= wave.case_nano
        assert wave.daily_nano is None or wave.daily_spent + most <= wave.daily_nano
        bounded = wave.case_nano is not None or wave.daily_nano is not None
        priced = all(q.reserve is not None for q in billed)
        if standing(state, at) is None:
            assert priced
            assert bounded or most == 0

    def stands(self, name: str, state: State) -> None:
        """What holds of a case as a whole."""
        found = follows(state.filed, self.world.bench)
        assert found.offences == ()
        assert all(left.endswith(THEIRS) for left in found.left), found.left
        assert self.world.desk.state(name).filed == state.filed
        with self.world.journal.begin() as tx:
            assert tx.spent(name) >= spent(state)
        ceilings = [a.nano for a in state.authorizations if a.what == "spend"]
        ceilings += [state.plan.case_nano] if state.plan else []
        if None not in ceilings and ceilings:
            assert spent(state) <= max(c for c in ceilings if c is not None)
        sent = [c.context for c in self.world.advisor.sent]
        assert len(sent) == len(set(sent))
        for act in next_acts(state, name):
            assert act.says
            assert act.command.startswith("gemot ")


def carried(state: State, seat: str) -> bool:
    """Whether a person carries a seat's question, which nobody bills to us."""
    planned = state.seat(seat)
    return planned is not None and planned.entry.transport == "manual"
