"""The host's view, given again and otherwise."""

import pytest

from tests.surfaces.command import SMALL, Desk

LEFT = "that this case was framed with; `--again` opens a new case with what you think now"


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (("--favours", "queue"), "your favoured option is not the one"),
        (("--hypothesis", "jobs get lost"), "your hypothesis is not the one"),
        (("--confidence", "high"), "your confidence is not the one"),
        (
            ("--favours", "queue", "--hypothesis", "jobs get lost"),
            "your hypothesis and favoured option are not those",
        ),
    ],
    ids=["favours", "hypothesis", "confidence", "two"],
)
def test_another_view_is_not_dropped_silently(
    gemot: Desk, view: tuple[str, ...], said: str
) -> None:
    """The open case goes on, and the screen says what it does not hold."""
    case = gemot.case(*SMALL)
    ran = gemot(*SMALL, *view, "--json")
    assert ran.json["case"] == case
    warning = f"NOT RECORDED: {said} {LEFT}"
    assert warning in ran.json["warnings"]
    assert warning in gemot(*SMALL, *view).out.splitlines()


def test_the_same_view_or_none_is_no_other_view(gemot: Desk) -> None:
    view = ("--favours", "queue", "--hypothesis", "jobs get lost")
    gemot.case(*SMALL, *view)
    for again in (view, ()):
        ran = gemot(*SMALL, *again, "--json")
        assert [w for w in ran.json["warnings"] if w.startswith("NOT RECORDED")] == []


def test_another_view_of_what_is_decided(gemot: Desk) -> None:
    """A conclusion that stands was reached without it."""
    case = gemot.case(*SMALL)
    gemot("conclude", case, "--choose", "retry", "--because", "few jobs", "--owner", "Ada")
    ran = gemot(*SMALL, "--favours", "queue", "--json")
    assert ran.json["status"] == "reused"
    assert f"NOT RECORDED: your favoured option is not the one {LEFT}" in ran.json["warnings"]
