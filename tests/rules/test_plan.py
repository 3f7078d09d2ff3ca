"""Plans: what leaves the machine, and who is accounted for."""

import pytest

from gemot.rules.plan import loopback
from tests.conformance import council
from tests.rules.cases import BASES, after, judged


@pytest.mark.parametrize(
    ("url", "stays"),
    [
        ("http://127.0.0.1:8000/v1", True),
        ("http://127.9.9.9/v1", True),
        ("http://[::1]:8000/v1", True),
        ("http://localhost:8000", True),
        ("http://LOCALHOST./v1", True),
        ("http://localhost.example/v1", False),
        ("http://127.0.0.1.example/v1", False),
        ("http://127.0.0.1@example.com/v1", False),
        ("http://0.0.0.0/v1", False),
        ("http://192.168.0.2/v1", False),
        ("http://[::ffff:10.0.0.1]/v1", False),
        ("http://[::1/v1", False),
        ("127.0.0.1:8000", False),
        ("", False),
        (None, False),
    ],
)
def test_only_the_machine_itself_is_loopback(url: str | None, stays: bool) -> None:
    assert loopback(url) is stays


def test_a_plan_on_nothing_seen_is_one_offence() -> None:
    """What cannot be compared is not held against it."""
    plan = BASES["council-planned"][-1]
    assert judged(after("council-evidenced"), plan) == [
        "PLN001 plan: no observation of who could be asked; "
        "an observation of availability before it"
    ]


def test_what_was_seen_is_the_newest_observation() -> None:
    """A plan made on an older look at the catalogue is told what changed."""
    changed = council.observation(model="anna-9")
    plan = BASES["council-planned"][-1]
    codes = [line.split(":")[0] for line in judged(after("council-observed", changed), plan)]
    assert codes == ["PLN005 seats[0].entry", "PLN005 seats[1].entry", "PLN005 chair.entry"]
