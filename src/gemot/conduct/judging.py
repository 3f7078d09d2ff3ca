"""All offences of a record that would be added, those included that need more than records.

Law: whoever writes a record and whoever derives one again judge it here, by the same facts.
"""

from gemot.records.settlement import Resolution
from gemot.rules.rule import Admission, Offence, Rule, admit, judge
from gemot.views.experiment import trial
from gemot.views.packet import Read


def judged(rules: tuple[Rule, ...], facts: Admission, read: Read) -> tuple[Offence, ...]:
    """The offences of admitting a record; of a resolution by an experiment also those of its
    trial, which needs what the runs printed. `Lost` where that is not in the store."""
    found = admit(rules, facts)
    said, state = facts.record, facts.state
    if type(said) is not Resolution or said.by != "experiment":
        return found
    x = state.experiments.get(said.experiment or "")
    if x is None or x.disagreement not in state.disagreements:
        return found
    return (*found, *judge(rules, "trial", trial(state, x.id, said.favours, read)))
