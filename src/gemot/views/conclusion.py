"""What of a conclusion is computed. Pure.

Law: who reviewed, how many sources, what bears no verdict and whether it is provisional come
from the records; whatever the input says of them is overwritten.
"""

import msgspec

from gemot.records.settlement import Conclusion
from gemot.rules.state import State


def complete(state: State, given: Conclusion) -> Conclusion:
    """The conclusion with its computed fields."""
    said = state.report
    rehearsal = said is not None and said.panel.rehearsal
    counted = said is not None and not rehearsal
    findings = said.findings if said is not None else ()
    return msgspec.structs.replace(
        given,
        reviewed_by=tuple(s.seat for s in said.standings) if said and counted else (),
        sources=said.panel.sources if said and counted else 0,
        attested=said.panel.attested if said and counted else 0,
        rehearsal=rehearsal,
        not_weighed=tuple(f.id for f in findings if f.id not in state.verdicts),
        disagreements=tuple(state.disagreements),
        provisional=_provisional(state),
    )


def _provisional(state: State) -> bool:
    """Whether a council was planned and did not come about, or only the machinery was shown."""
    plan, said = state.plan, state.report
    if plan is None or not plan.seats:
        return False
    return said is None or said.insufficient or said.panel.rehearsal
