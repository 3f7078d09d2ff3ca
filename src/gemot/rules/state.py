"""The state of a case, folded from its records. Pure; nothing here is stored.

Laws: `State.of(records)` reads nothing but the records, in their order; an opaque record
changes nothing; a seat's call is *open* from its dispatch to a receipt that is not late or to
an answered doubt, and only one dispatch of a seat and round can be open.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Literal, TypeVar

from gemot.records.after import Lookback, Precedent, Validation, Withdrawal
from gemot.records.answer import Challenge, Draft, Position
from gemot.records.call import Authorization, Clearance, Dispatch, Receipt
from gemot.records.envelope import Filed
from gemot.records.evidence import Evidence, Observation
from gemot.records.framing import Case, Outcome
from gemot.records.plan import CHAIR, Packet, Plan, Seat
from gemot.records.probe import Experiment, Prediction, Probe
from gemot.records.report import Report, Verdict
from gemot.records.settlement import Conclusion, Disagreement, Resolution
from gemot.records.vocab import Round, stem

T = TypeVar("T")
Slot = Literal["unasked", "open", "doubt", "again", "dropped", "answered"]


def _seat(item: tuple[str, object]) -> str:
    return item[0]


class State:
    """What a case is, as far as its records say."""

    def __init__(self, filed: tuple[Filed, ...]) -> None:
        self.filed = filed

    def plus(self, *more: Filed) -> "State":
        """The state after more records."""
        return State((*self.filed, *more))

    def every(self, kind: type[T]) -> tuple[T, ...]:
        """All records of a kind, in order."""
        return tuple(f.record for f in self.filed if type(f.record) is kind)

    def _last(self, kind: type[T]) -> T | None:
        found = self.every(kind)
        return found[-1] if found else None

    @cached_property
    def case(self) -> Case | None:
        return self._last(Case)

    @cached_property
    def outcomes(self) -> dict[str, Outcome]:
        """The newest version of each outcome, by id."""
        return {o.id: o for o in self.every(Outcome)}

    @cached_property
    def evidence(self) -> dict[str, Evidence]:
        """The newest look-up of each reference, by id."""
        return {e.id: e for e in self.every(Evidence)}

    @cached_property
    def availability(self) -> Observation | None:
        seen = [o for o in self.every(Observation) if o.what == "availability"]
        return seen[-1] if seen else None

    @cached_property
    def limits(self) -> tuple[int | None, int | None]:
        """The owner's ceilings in force, of the case and of a day, in nano-dollars: those that
        were observed after the plan, else the plan's."""
        seen = [o.council for o in self.every(Observation) if o.what == "limits" and o.council]
        if seen:
            return seen[-1].case_nano, seen[-1].daily_nano
        return (self.plan.case_nano, self.plan.daily_nano) if self.plan else (None, None)

    @cached_property
    def plan(self) -> Plan | None:
        return self._last(Plan)

    @cached_property
    def packets(self) -> dict[Round, Packet]:
        return {p.round: p for p in self.every(Packet)}

    @cached_property
    def clearances(self) -> tuple[Clearance, ...]:
        return self.every(Clearance)

    @cached_property
    def authorizations(self) -> tuple[Authorization, ...]:
        return self.every(Authorization)

    @cached_property
    def dispatches(self) -> dict[str, Dispatch]:
        return {d.id: d for d in self.every(Dispatch)}

    @cached_property
    def receipts(self) -> dict[str, Receipt]:
        """By dispatch; a call has at most one."""
        return {r.dispatch: r for r in self.every(Receipt)}

    @cached_property
    def doubts(self) -> dict[str, Literal["again", "drop"] | None]:
        """Doubtful dispatches and how each was answered."""
        found: dict[str, Literal["again", "drop"] | None] = {}
        for f in self.filed:
            r = f.record
            if type(r) is Observation and r.what == "doubt" and r.dispatch:
                found.setdefault(r.dispatch, None)
            elif type(r) is Authorization and r.dispatch in found and r.what in ("again", "drop"):
                found[r.dispatch] = "again" if r.what == "again" else "drop"
        return found

    @cached_property
    def positions(self) -> dict[str, Position]:
        """By seat, in the order of the seats, whatever the order of arrival."""
        return dict(sorted(((p.seat, p) for p in self.every(Position)), key=_seat))

    @cached_property
    def challenges(self) -> dict[str, Challenge]:
        """By seat, in the order of the seats, whatever the order of arrival."""
        return dict(sorted(((c.seat, c) for c in self.every(Challenge)), key=_seat))

    @cached_property
    def draft(self) -> Draft | None:
        return self._last(Draft)

    @cached_property
    def report(self) -> Report | None:
        return self._last(Report)

    @cached_property
    def verdicts(self) -> dict[str, Verdict]:
        return {v.finding: v for v in self.every(Verdict)}

    @cached_property
    def disagreements(self) -> dict[str, Disagreement]:
        return {d.id: d for d in self.every(Disagreement)}

    @cached_property
    def resolutions(self) -> dict[str, Resolution]:
        """The standing resolution of each disagreement."""
        return {r.disagreement: r for r in self.every(Resolution)}

    @cached_property
    def unresolved(self) -> tuple[str, ...]:
        return tuple(d for d in self.disagreements if d not in self.resolutions)

    @cached_property
    def conclusion(self) -> Conclusion | None:
        """The conclusion that stands: the newest."""
        return self._last(Conclusion)

    @cached_property
    def concluded(self) -> Filed | None:
        """The record of the conclusion that stands."""
        found = [f for f in self.filed if type(f.record) is Conclusion]
        return found[-1] if found else None

    @cached_property
    def validations(self) -> tuple[Validation, ...]:
        """Those of the conclusion that stands."""
        name = self.concluded.name if self.concluded else None
        return tuple(v for v in self.every(Validation) if v.conclusion == name)

    @cached_property
    def lookbacks(self) -> tuple[Lookback, ...]:
        """Those of the conclusion that stands."""
        name = self.concluded.name if self.concluded else None
        return tuple(x for x in self.every(Lookback) if x.conclusion == name)

    @cached_property
    def withdrawal(self) -> Withdrawal | None:
        return self._last(Withdrawal)

    @cached_property
    def precedent(self) -> Precedent | None:
        return self._last(Precedent)

    @cached_property
    def probes(self) -> dict[str, Probe]:
        return {p.id: p for p in self.every(Probe)}

    @cached_property
    def experiments(self) -> dict[str, Experiment]:
        return {x.id: x for x in self.every(Experiment)}

    @cached_property
    def predictions(self) -> tuple[Prediction, ...]:
        return self.every(Prediction)

    # Seats and rounds.

    def seats(self, round: Round) -> tuple[Seat, ...]:
        """The seats that a round asks, as far as it is known; empty where it asks nobody."""
        plan = self.plan
        if plan is not None and stem(round) == "prediction":
            return self._predictors(plan, round)
        if plan is None or round not in plan.rounds:
            return ()
        if round == "positions":
            return plan.seats
        if not self.complete("positions") or len(self.positions) < 2:
            return ()
        if round == "challenge":
            return tuple(s for s in plan.seats if s.id in self.positions)
        if not self.complete("challenge"):
            return ()
        return (plan.chair,) if plan.chair else ()

    def _predictors(self, plan: Plan, round: Round) -> tuple[Seat, ...]:
        """The seats that are sides of what an experiment is to settle, where it asks them."""
        experiment = self.experiments.get(round.partition(".")[2])
        if experiment is None or not experiment.ask:
            return ()
        dispute = self.disagreements.get(experiment.disagreement)
        holders = {s.holder for s in dispute.sides} if dispute else set()
        return tuple(s for s in plan.seats if s.id in holders)

    def seat(self, id: str) -> Seat | None:
        """A planned seat, the chair's included."""
        plan = self.plan
        if plan is None:
            return None
        if id == CHAIR:
            return plan.chair
        return next((s for s in plan.seats if s.id == id), None)

    @cached_property
    def _slots(self) -> dict[tuple[str, str], Slot]:
        slots: dict[tuple[str, str], Slot] = {}
        for d in self.dispatches.values():
            slots[d.seat, d.round] = self._standing(d)
        for a in self.authorizations:
            if a.what == "drop" and a.seat is not None and a.round is not None:
                slots[a.seat, a.round] = "dropped"
        return slots

    def _standing(self, d: Dispatch) -> Slot:
        receipt = self.receipts.get(d.id)
        if d.id in self.doubts:
            answer = self.doubts[d.id]
            if answer is None:
                return "doubt"
            return "again" if answer == "again" else "dropped"
        if receipt is not None and not receipt.late:
            return "answered"
        return "open"

    def slot(self, seat: str, round: Round) -> Slot:
        """What became of a seat's call in a round; the newest dispatch decides."""
        return self._slots.get((seat, round), "unasked")

    def unasked(self, round: Round) -> tuple[Seat, ...]:
        """The seats that a round still has to ask: those never asked, and those whose doubt was
        answered with `again`."""
        return tuple(s for s in self.seats(round) if self.slot(s.id, round) in ("unasked", "again"))

    def complete(self, round: Round) -> bool:
        """Whether a round asked all it had to and every call has ended."""
        plan = self.plan
        if plan is None:
            return False
        if round not in plan.rounds and stem(round) != "prediction":
            return self.complete("positions") if round == "challenge" else True
        if round != "positions" and not self.complete("positions"):
            return False
        if round == "chair" and not self.complete("challenge"):
            return False
        return all(self.slot(s.id, round) in ("answered", "dropped") for s in self.seats(round))

    def failure(self, seat: str, round: Round) -> Receipt | None:
        """The receipt of a seat's newest call in a round."""
        for d in reversed(self.dispatches.values()):
            if d.seat == seat and d.round == round:
                return self.receipts.get(d.id)
        return None

    def attempts(self, seat: str, round: Round) -> int:
        """How many times a seat was dispatched in a round."""
        return sum(1 for d in self.dispatches.values() if d.seat == seat and d.round == round)

    def opaque(self) -> Iterator[Filed]:
        """Records of kinds or versions that this program does not know."""
        from gemot.records.kinds import Opaque

        return (f for f in self.filed if isinstance(f.record, Opaque))

    def find(self, name: str) -> Filed | None:
        """A record by its name within the case, or its whole id."""
        return next((f for f in self.filed if name in (f.name, f.id)), None)


def ended(state: State) -> bool:
    """Whether nothing more is asked of anyone: concluded, or withdrawn."""
    return state.conclusion is not None or state.withdrawal is not None


def sealed(state: State) -> bool:
    """Whether positions are kept from who reads the case: seats are still to answer, and some
    of them through a person, who must not have read the others."""
    return not state.complete("positions") and not ended(state)


def fold(filed: tuple[Filed, ...]) -> State:
    """The state of a case from its records."""
    return State(filed)
