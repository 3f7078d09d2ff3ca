"""Earlier decisions on the first screen and in the object of `--json`."""

from gemot.records.after import Earlier
from gemot.rules.state import fold
from gemot.testing import builders, later
from gemot.testing.builders import CASE
from gemot.testing.ways import WAY, filed
from gemot.views.answer import decide, status
from gemot.views.due import due
from gemot.views.markdown import markdown
from gemot.views.precedent import contradictions, told
from gemot.views.screen import lines, screen
from tests.views.states import concluded

EARLIER = (
    Earlier(case="a-1", how="same", choice="queue", refused=("evidence E1 moved", "its review "
            "date 2026-01-01 passed")),
    Earlier(case="b-2", how="contradicting", choice="retry", refused=("it is so",)),
    Earlier(case="c-3", how="subject", refused=("nothing is concluded in it",)),
    Earlier(case="d-4", how="near", choice="queue", refused=("its subject is similar and not the "
            "same",)),
)  # fmt: skip
LINES = [
    "a-1: the same request, decided for queue; not reused: evidence E1 moved; its review date "
    "2026-01-01 passed",
    "b-2: the same subject, decided otherwise, decided for retry; not reused: it is so",
    "c-3: the same subject, decided nothing; not reused: nothing is concluded in it",
    "d-4: a similar subject, decided for queue; only suggested",
]


def test_each_earlier_case_is_told_with_its_reason() -> None:
    assert told(EARLIER) == LINES


def test_the_screen_and_the_object_show_what_the_case_was_framed_with() -> None:
    state = fold(filed(*WAY["framed"], later.precedent(earlier=EARLIER)))
    shown = lines(screen(CASE, state))
    at = shown.index("Decided before")
    assert shown[at + 1 : at + 5] == [f"  {x}" for x in LINES]
    assert [e["case"] for e in decide(CASE, state)["precedent"]] == ["a-1", "b-2", "c-3", "d-4"]
    assert status(CASE, state)["precedent"][0]["refused"] == EARLIER[0].refused


def test_a_reused_conclusion_says_where_it_came_from() -> None:
    reused = (Earlier(case=CASE, how="subject", choice="queue"), EARLIER[3])
    shown = lines(screen(CASE, concluded(), reused=True, earlier=reused))
    assert shown[0].startswith("ALREADY DECIDED: queue, by Ada")
    at = shown.index("Decided before")
    assert shown[at + 1 : at + 3] == [
        f"  {CASE}: the same subject, decided for queue; reused",
        "  d-4: a similar subject, decided for queue; only suggested",
    ]
    answer = decide(CASE, concluded(), reused=True, earlier=reused)
    assert answer["status"] == "reused"
    assert answer["conclusion"]["choice"] == "queue"
    assert answer["precedent"][0] == {
        "case": CASE, "how": "subject", "choice": "queue", "refused": (),
    }  # fmt: skip


def test_only_what_contradicts_is_told_as_such() -> None:
    assert contradictions(EARLIER) == [
        "CONTRADICTS: b-2 stands for retry on the same subject; neither is reused while both "
        "stand (`gemot conclude b-2 --supersedes RECORD` decides it anew)"
    ]


def test_what_was_seen_since_is_told_whole() -> None:
    end = f"{len(WAY['judged']) + 1:03d}-conclusion"
    state = fold(
        filed(
            *WAY["judged"],
            later.attempt(invalidated="the clock is steady"),
            builders.conclusion(),
            later.validation(conclusion=end, outcome="fail", probe="P1", note="one was"),
            later.validation(conclusion=end),
            later.lookback(conclusion=end, met="not_met", evidence=("E1",)),
            later.lookback(conclusion="001-other"),
        )
    )
    said = [
        "tried and failed: retry with a timer: two jobs were lost; it proved wrong: the clock is "
        "steady",
        "DOES NOT HOLD: no job was lost in a week [P1] (one was)",
        "holds: no job was lost in a week",
        "O1: not met, no job was lost [E1]",
    ]
    shown = lines(screen(CASE, state))
    at = shown.index("What was seen since")
    assert shown[at + 1 : at + 6] == [*(f"  {x}" for x in said), ""]
    assert "## What was seen since\n\n- tried and failed: retry with a timer" in markdown(
        CASE, state
    )


def test_a_withdrawn_case_says_so_first() -> None:
    shown = lines(screen(CASE, fold(filed(*WAY["withdrawn"]))))
    assert shown[0] == "WITHDRAWN, and nothing decided: the service is retired"


def test_what_is_due_comes_first() -> None:
    end = builders.conclusion(review_on="2026-12-15", validation_plan=("no job is lost",))
    state = fold(filed(*WAY["judged"], end))
    shown = lines(screen(CASE, state, due=due(CASE, state, "2026-12-20")))
    at = shown.index("Due")
    assert shown[at + 1 : at + 5] == [
        "  the review date 2026-12-15 passed 5 days ago",
        f"    gemot case lookback {CASE} '--met|--partly|--not-met|--unknown' --observed 'TEXT'",
        "  a planned check was never made: no job is lost",
        f"    gemot case validate {CASE} --check 1 '--pass|--fail'",
    ]
    assert at < shown.index("What was decided")
