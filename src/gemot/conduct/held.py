"""Why the next act of a case would be refused now. Writes nothing."""

from gemot.conduct.acts import next_acts
from gemot.conduct.desk import WRITER, Desk
from gemot.conduct.waves import held_back
from gemot.rules.rule import Admission, Offence, admit, refused
from gemot.rules.state import State
from gemot.views.plan import plan

NO_TOKEN = "0" * 64


def why_held(desk: Desk, case: str, state: State) -> tuple[Offence, ...]:
    """What keeps the plan or the next wave back; empty where nothing does, and where the next
    act waits for a person or has to look at the world first."""
    acts = [a for a in next_acts(state, case) if not a.waits]
    if not acts:
        return ()
    if acts[0].kind == "call" and acts[0].round is not None:
        return held_back(desk, case, acts[0].round)
    if acts[0].kind != "plan":
        return ()
    facts = Admission(state=state, record=plan(state, NO_TOKEN), actor=WRITER, at=desk.clock.now())
    return refused(admit(desk.rules, facts))
