"""What a case needs next. Pure: records in, acts out.

Laws: the acts depend on the records alone; an act that waits for a person names the exact
command that does it; the acts of one round's calls form one wave and stand together; a case
at its end has no act. Order is the order to do them in.
"""

from typing import Literal

import msgspec

from gemot.records.plan import Seat
from gemot.records.settlement import DEFER
from gemot.records.vocab import Round
from gemot.rules.stage import stage
from gemot.rules.state import State
from gemot.views.report import disagreement

ActKind = Literal[
    "look_up", "observe", "plan", "pack", "call", "await", "answer_doubt", "report", "dispute",
    "settle_doubt", "authorize", "resolve", "conclude",
]  # fmt: skip
PERSONAL: frozenset[ActKind] = frozenset({"settle_doubt", "authorize", "resolve", "conclude"})
"""Acts that wait for a person."""


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a case needs."""

    kind: ActKind
    says: str
    """What it is, in one line."""
    command: str
    """The exact command that does it."""
    round: Round | None = None
    seat: str | None = None
    subject: str | None = None
    """The record, dispatch or disagreement that it is about."""

    @property
    def waits(self) -> bool:
        """Whether it waits for a person."""
        return self.kind in PERSONAL


def next_acts(state: State, case: str) -> tuple[Act, ...]:
    """The acts that a case needs now; `case` is its id."""
    resume = f"gemot case resume {case}"
    match stage(state):
        case "new" | "concluded" | "validated" | "looked_back" | "withdrawn":
            return ()
        case "framed":
            return (_act("look_up", "look up the evidence that was named", resume),)
        case "evidenced":
            return (_plan(state, resume),)
        case "disputed":
            return _expect(state, case, resume) or _resolve(state, case)
        case "reported" | "resolved" | "judged" | "inconclusive" | "decided_locally":
            return _after(state, case, resume)
        case _:
            return _round(state, case, resume)


def _act(
    kind: ActKind,
    says: str,
    command: str,
    *,
    round: Round | None = None,
    seat: str | None = None,
    subject: str | None = None,
) -> Act:
    return Act(kind=kind, says=says, command=command, round=round, seat=seat, subject=subject)


def _plan(state: State, resume: str) -> Act:
    if state.availability is None:
        return _act("observe", "see which advisors could be asked", resume)
    return _act("plan", "compute who is asked", resume)


def open_round(state: State) -> Round | None:
    """The first round of the plan that is not complete."""
    plan = state.plan
    if plan is None:
        return None
    return next((r for r in plan.rounds if not state.complete(r)), None)


def wave(state: State, round: Round) -> tuple[Seat, ...]:
    """The seats that a round still has to ask: those never asked, and those whose doubt was
    answered with `again`."""
    return tuple(s for s in state.seats(round) if state.slot(s.id, round) in ("unasked", "again"))


def _round(state: State, case: str, resume: str) -> tuple[Act, ...]:
    round = open_round(state)
    if round is None:
        return (_act("report", "write the report", resume),)
    if round not in state.packets:
        return (_act("pack", f"freeze the packet of the round {round}", resume, round=round),)
    return _calls(state, case, resume, round)


def _calls(state: State, case: str, resume: str, round: Round) -> tuple[Act, ...]:
    """What the calls of a round still need."""
    acts = [
        _act("call", f"ask seat {s.id} ({s.advisor})", resume, round=round, seat=s.id)
        for s in wave(state, round)
    ]
    for s in state.seats(round):
        slot = state.slot(s.id, round)
        if slot == "open":
            acts.append(_act("await", f"wait for seat {s.id}", resume, round=round, seat=s.id))
        elif slot == "doubt":
            acts.append(_doubt(state, case, s.id, round))
    return tuple(acts)


def _doubt(state: State, case: str, seat: str, round: Round) -> Act:
    newest = [d.id for d in state.dispatches.values() if (d.seat, d.round) == (seat, round)][-1]
    plan = state.plan
    assert plan is not None
    if plan.on_doubt != "ask":
        says = f"answer the doubtful call of seat {seat} by policy: {plan.on_doubt}"
        return _act(
            "answer_doubt", says, f"gemot case resume {case}", round=round, seat=seat,
            subject=newest,
        )  # fmt: skip
    return _act(
        "settle_doubt",
        f"the call of seat {seat} may have been made and paid, and its reply was lost: "
        "ask again, or drop the seat",
        f"gemot case doubt {case} {newest} --again",
        round=round,
        seat=seat,
        subject=newest,
    )


def _expect(state: State, case: str, resume: str) -> tuple[Act, ...]:
    """What the seats still have to be asked about an experiment before it is run."""
    for experiment in state.experiments.values():
        round = f"prediction.{experiment.id}"
        if not experiment.ask or experiment.disagreement not in state.unresolved:
            continue
        if state.complete(round):
            continue
        if round not in state.packets:
            says = f"freeze the packet of the experiment {experiment.id}"
            return (_act("pack", says, resume, round=round),)
        return _calls(state, case, resume, round)
    return ()


def _resolve(state: State, case: str) -> tuple[Act, ...]:
    said = state.case
    assert said is not None
    return tuple(
        _act(
            "resolve",
            f"settle disagreement {d} ({state.disagreements[d].kind}): "
            + ", ".join(f"{s.holder} is for {s.option}" for s in state.disagreements[d].sides),
            f"gemot case resolve {case} {d} --favours OPTION --because REASON",
            subject=d,
        )
        for d in state.unresolved
    )


def _after(state: State, case: str, resume: str) -> tuple[Act, ...]:
    if state.report is not None and disagreement(state) is not None:
        return (_act("dispute", "open the disagreement that the report shows", resume),)
    said = state.case
    assert said is not None
    options = "|".join((*(o.id for o in said.options), DEFER))
    says = "decide; the owner concludes"
    if state.report is not None and state.report.panel.rehearsal:
        says = "decide, with no counsel: this was a rehearsal"
    return (
        _act(
            "conclude",
            says,
            f"gemot conclude {case} --choose {options} --because REASON --revisit-if CONDITION",
        ),
    )
