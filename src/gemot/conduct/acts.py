"""What a case needs next. Pure: records in, acts out.

Laws: the acts depend on the records alone; an act that waits for a person names the exact
command that does it; the acts of one round's calls form one wave and stand together, and beside
them one for each seat that a person answers for, which no engine calls; a case
at its end has no act. Order is the order to do them in.
"""

from gemot.conduct.act import PERSONAL as PERSONAL
from gemot.conduct.act import Act as Act
from gemot.conduct.act import ActKind as ActKind
from gemot.conduct.act import act
from gemot.records.plan import Packet, Seat
from gemot.records.settlement import DEFER
from gemot.records.vocab import BY_HAND, Round
from gemot.rules.policy import weighty
from gemot.rules.stage import stage
from gemot.rules.state import State
from gemot.views.report import disagreement


def next_acts(state: State, case: str) -> tuple[Act, ...]:
    """The acts that a case needs now; `case` is its id."""
    resume = f"gemot case resume {case}"
    match stage(state):
        case "new" | "concluded" | "validated" | "looked_back" | "withdrawn":
            return ()
        case "framed":
            return _looking(state, case, resume)
        case "evidenced":
            return (_plan(state, resume),)
        case "disputed":
            from gemot.conduct.trying import disputed  # few cases try anything, and all are listed

            return _expect(state, case, resume) or disputed(state, case)
        case "reported" | "resolved" | "judged" | "inconclusive" | "decided_locally":
            return _after(state, case, resume)
        case _:
            return _round(state, case, resume)


def _looking(state: State, case: str, resume: str) -> tuple[Act, ...]:
    """What there is to look up, and what has to be run first."""
    from gemot.conduct.trying import lookable, running

    runs = running(state, case)
    if runs and not lookable(state):
        return runs
    return (act("look_up", "look up the evidence that was named", resume), *runs)


def _plan(state: State, resume: str) -> Act:
    if state.availability is None:
        return act("observe", "see which advisors could be asked", resume)
    return act("plan", "compute who is asked", resume)


def open_round(state: State) -> Round | None:
    """The first round of the plan that is not complete."""
    plan = state.plan
    if plan is None:
        return None
    return next((r for r in plan.rounds if not state.complete(r)), None)


def wave(state: State, round: Round) -> tuple[Seat, ...]:
    """The seats that a round still has to call."""
    return tuple(s for s in state.unasked(round) if s.entry.transport not in BY_HAND)


def pasting(state: State, round: Round) -> tuple[Seat, ...]:
    """The seats of a round whose answers a person still has to paste."""
    return tuple(s for s in state.unasked(round) if s.entry.transport in BY_HAND)


def since(state: State, round: Round) -> str:
    """The instant at which the packet of a round was frozen: since then its seats wait."""
    packed = (f.at for f in state.filed if type(f.record) is Packet and f.record.round == round)
    return next(packed, "")


def _round(state: State, case: str, resume: str) -> tuple[Act, ...]:
    round = open_round(state)
    if round is None:
        return (act("report", "write the report", resume),)
    if round not in state.packets:
        return (act("pack", f"freeze the packet of the round {round}", resume, round=round),)
    return _calls(state, case, resume, round)


def _calls(state: State, case: str, resume: str, round: Round) -> tuple[Act, ...]:
    """What the calls of a round still need; doubts that policy answers come first, so that the
    calls which follow from them leave together."""
    doubtful = [s.id for s in state.seats(round) if state.slot(s.id, round) == "doubt"]
    doubts = [a for id in doubtful for a in _doubt(state, case, id, round)]
    acts = [a for a in doubts if not a.waits]
    acts += [
        act("call", f"ask seat {s.id} ({s.advisor})", resume, round=round, seat=s.id)
        for s in wave(state, round)
    ]
    for s in state.seats(round):
        if state.slot(s.id, round) == "open":
            acts.append(act("await", f"wait for seat {s.id}", resume, round=round, seat=s.id))
    pastes = [_paste(state, case, s, round) for s in pasting(state, round)]
    return (*acts, *(a for a in doubts if a.waits), *pastes)


def _paste(state: State, case: str, seat: Seat, round: Round) -> Act:
    says = (
        f"paste the answer of seat {seat.id} ({seat.advisor}) in the round {round}, for which "
        f"the case waits since {since(state, round)[:16]}Z"
    )
    command = f"gemot case paste {case} {seat.id}"
    return act("paste", says, command, round=round, seat=seat.id)


def _doubt(state: State, case: str, seat: str, round: Round) -> tuple[Act, ...]:
    newest = [d.id for d in state.dispatches.values() if (d.seat, d.round) == (seat, round)][-1]
    plan = state.plan
    assert plan is not None
    if plan.on_doubt != "ask":
        says = f"answer the doubtful call of seat {seat} by policy: {plan.on_doubt}"
        resume = f"gemot case resume {case}"
        found = act("answer_doubt", says, resume, round=round, seat=seat, subject=newest)
        return (found,)
    lost = f"the call of seat {seat} may have been made and paid, and its reply was lost: "
    return tuple(
        act(
            "settle_doubt",
            lost + says,
            f"gemot case doubt {case} {newest} {flag}",
            round=round,
            seat=seat,
            subject=newest,
        )
        for says, flag in (("give the seat up", "--drop"), ("ask it again", "--again"))
    )


def _expect(state: State, case: str, resume: str) -> tuple[Act, ...]:
    """What the seats still have to be asked about an experiment before it is run."""
    from gemot.rules.experiment import first_run

    for experiment in state.experiments.values():
        round = f"prediction.{experiment.id}"
        if not experiment.ask or experiment.disagreement not in state.unresolved:
            continue
        if state.complete(round) or first_run(state, experiment.id) is not None:
            continue
        if round not in state.packets:
            says = f"freeze the packet of the experiment {experiment.id}"
            return (act("pack", says, resume, round=round),)
        return _calls(state, case, resume, round)
    return ()


def _after(state: State, case: str, resume: str) -> tuple[Act, ...]:
    if state.report is not None and disagreement(state) is not None:
        return (act("dispute", "open the disagreement that the report shows", resume),)
    says = "decide; the owner concludes"
    if state.report is not None and state.report.panel.rehearsal:
        says = "decide, with no counsel: this was a rehearsal"
    return _conclude(state, case, says)


def _conclude(state: State, case: str, says: str) -> tuple[Act, ...]:
    """One line, or the full form where nothing else would be accepted."""
    said = state.case
    assert said is not None
    if not weighty(said):
        options = "|".join((*(o.id for o in said.options), DEFER))
        line = f"--choose '{options}' --because 'REASON' --revisit-if 'CONDITION'"
        return (act("conclude", says, f"gemot conclude {case} {line}"),)
    draft = f"gemot case draft {case} --output conclusion.md"
    return (
        act("draft", "write the full form, which it takes (to defer takes one line)", draft),
        act("conclude", says, f"gemot conclude {case} --file conclusion.md"),
    )
