"""Conclusions: what each stake asks for, and what may not be flattered."""

from typing import Any

import msgspec
import pytest

from gemot.records.envelope import Actor
from gemot.records.settlement import Conclusion
from gemot.rules.conclusion import computed
from gemot.views.conclusion import complete
from tests.conformance import council
from tests.rules.cases import BASES, after, judged

BARE = Conclusion(choice="queue", because="a restart must lose no job")
AGENT = Actor(name="codex", channel="asserted", delegate=True)


def concluded(base: str, given: Conclusion = BARE, **more: Any) -> list[str]:
    """What is found in a conclusion whose computed fields are right."""
    state = after(base)
    return judged(state, complete(state, given), **more)


@pytest.mark.parametrize("base", sorted(BASES))
def test_the_rule_computes_what_the_writer_computes(base: str) -> None:
    """At every moment of every case, each by itself."""
    state = after(base)
    made = complete(state, BARE)
    assert {name: getattr(made, name) for name in computed(state)} == computed(state)


def test_a_two_way_door_takes_one_line() -> None:
    assert concluded("council-judged") == [
        "CCL018 evidence: nothing; what it rests on, if anything",
        "CCL018 validation_plan: nothing; how it would be seen to be right, if at all",
    ]
    assert concluded("small-planned") == []
    assert concluded("small-planned", actor=AGENT) == []


def test_a_one_way_door_takes_the_full_form() -> None:
    """Everything that is missing, in one answer."""
    assert concluded("grave-reported") == [
        "CCL016 evidence: nothing; the evidence that it rests on",
        "CCL017 validation_plan: nothing; how it will be seen whether it was right",
        "CCL019 not_weighed: no verdict on F1; a verdict",
        "CCL020 dispositions: nothing on A-P1; ACCEPT, REJECT, DEFER or CONDITIONAL, and why",
        "CCL020 dispositions: nothing on B-P1; ACCEPT, REJECT, DEFER or CONDITIONAL, and why",
        "CCL021 rejected: nothing on 'retry'; why it was not chosen",
        "CCL022 risks: nothing; what may go wrong",
        "CCL022 kill_criteria: nothing; what would stop it",
        "CCL022 next_step: nothing; the one next step",
        "CCL022 scope: nothing; what it holds for",
        "CCL022 revisit_if: nothing; what would reopen it",
    ]


def test_the_door_that_stays_open_still_weighs_much() -> None:
    """High stakes take the full form whichever option is chosen; an agent may choose it."""
    given = msgspec.structs.replace(BARE, choice="retry")
    found = concluded("grave-judged", given, actor=AGENT)
    assert {line[:6] for line in found} == {"CCL016", "CCL017", "CCL020", "CCL021", "CCL022"}


def test_to_defer_takes_nothing_but_an_end() -> None:
    given = Conclusion(choice="defer", because="the log is not read yet")
    for base in ("grave-reported", "contested-disputed", "contested-reported"):
        assert concluded(base, given, actor=AGENT) == [
            "CCL014 revisit_if: a deferral without an end; a condition, or a day to review it"
        ]


def test_nothing_computed_can_be_flattered() -> None:
    state = after("rehearsed-judged")
    made = council.whole(state)
    flattered = msgspec.structs.replace(
        made, reviewed_by=("A", "B"), sources=2, attested=2, rehearsal=False, provisional=False
    )
    assert judged(state, flattered) == [
        "CCL011 rehearsal: a rehearsal, at stakes high; advisors who can advise",
        "CCL013 reviewed_by: A, B; nothing",
        "CCL013 sources: 2; 0",
        "CCL013 attested: 2; 0",
        "CCL013 rehearsal: false; true",
        "CCL013 provisional: false; true",
    ]


def test_a_record_may_be_superseded_by_its_whole_id() -> None:
    state = after("council-concluded")
    standing = state.filed[-1]
    again = council.conclusion(state, supersedes=standing.id)
    assert judged(state, again) == []
