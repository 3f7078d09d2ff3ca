"""All faults at once, and none where there is none."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemot.records.catalogue import Entry
from gemot.records.evidence import Council
from gemot.records.faults import Fault, Faulty, faults, read, say
from gemot.records.framing import Case, Option
from gemot.records.kinds import KINDS
from gemot.testing.builders import BUILDERS
from tests.records.strategies import mutants

KIND = st.shared(st.sampled_from(sorted(KINDS)), key="kind")


def converts(kind: Any, value: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


@settings(deadline=None, max_examples=600)
@given(st.data())
def test_law(data: st.DataObject) -> None:
    """`faults(kind, value)` is empty exactly when `msgspec.convert(value, kind)` succeeds."""
    kind = data.draw(KIND)
    value = data.draw(mutants(kind))
    assert (faults(KINDS[kind], value) == []) == converts(KINDS[kind], value)


@pytest.mark.parametrize("kind", KINDS)
def test_valid(kind: str) -> None:
    """A valid record has no fault."""
    value = msgspec.to_builtins(BUILDERS[kind]())
    assert faults(KINDS[kind], value) == []
    assert read(KINDS[kind], value, kind) == BUILDERS[kind]()


@pytest.mark.parametrize("kind", KINDS)
def test_each_missing(kind: str) -> None:
    """An empty mapping lacks each field that has no default, and nothing else."""
    required = [f.encode_name for f in msgspec.structs.fields(KINDS[kind]) if f.required]
    found = faults(KINDS[kind], {})
    assert [(f.place, f.got, f.fix) for f in found] == [
        (name, "nothing", f"add {name!r}") for name in required
    ]


def test_all_at_once() -> None:
    """Whole messages, in the order of the fields."""
    value = {
        "id": "two words",
        "transprot": "api",
        "transport": "pigeon",
        "enabled": "yes",
        "base_url": "",
        "key": "sk-1",
        "concurrency": 0,
        "source": {"vendor": 3, "colour": "red"},
        "capabilities": "reading",
        "limits": {"timeout": 1.5, "output": True},
        "price": {"input": "-1"},
    }
    with pytest.raises(Faulty) as caught:
        read(Entry, value, "advisor")
    assert str(caught.value).splitlines() == [
        "advisor: 14 faults",
        'id: got "two words", needed 1 to 64 of A-Z a-z 0-9 _ . : -, beginning with a letter or '
        "digit",
        'transport: got "pigeon", needed one of api, cli, local, manual, peer, host, recorded, '
        "scripted",
        'enabled: got "yes", needed true or false',
        'base_url: got "", needed text of at least 1 character',
        'key: got "sk-1", needed text that matches ^(env|file|keyring):.{1,300}\\Z',
        "concurrency: got 0, needed at least 1",
        "source.vendor: got 3, needed text",
        "source.colour: got an unknown key 'colour', needed one of family, vendor, weights",
        'capabilities: got "reading", needed a list',
        "limits.timeout: got 1.5, needed a whole number",
        "limits.output: got true, needed a whole number",
        'price.input: got "-1", needed a decimal number, 0 or more',
        "price.output: got nothing, needed a decimal number, 0 or more",
        "transprot: got an unknown key 'transprot', needed one of base_url, capabilities, "
        "concurrency, enabled, id, key, limits, model, price, rehearsal, source, structured, "
        "transport, wire",
    ]


@pytest.mark.parametrize(
    ("kind", "value", "place", "message"),
    [
        (Option, [], "(whole)", "a list of 0 | a mapping | give a mapping"),
        (Option, None, "(whole)", "nothing | a mapping | give a mapping"),
        (Council, {"rounds": 2.0}, "rounds", "2.0 | a whole number | give a whole number"),
        (Council, {"rounds": -1}, "rounds", "-1 | at least 0 | give at least 0"),
        (
            Council,
            {"rounds": 2**53},
            "rounds",
            "9007199254740992 | at most 9007199254740991 | give at most 9007199254740991",
        ),
        (Council, {"on_doubt": True}, "on_doubt", "true | one of ask, again, drop | "
         "give one of ask, again, drop"),
        (Case, {**msgspec.to_builtins(BUILDERS["case"]()), "deadline": "tomorrow"}, "deadline",
         '"tomorrow" | a date like 2026-11-30 | give a date like 2026-11-30'),
        (Case, {**msgspec.to_builtins(BUILDERS["case"]()), "question": "x" * 60_001}, "question",
         "text of 60001 characters | at most 60000 | shorten it"),
        (
            Case,
            {**msgspec.to_builtins(BUILDERS["case"]()), "evidence": [{}]},
            "evidence[0].id",
            "nothing | an evidence id: E1, E2, … | add 'id'",
        ),
    ],
)  # fmt: skip
def test_message(kind: Any, value: Any, place: str, message: str) -> None:
    first = faults(kind, value)[0]
    assert (first.place, f"{first.got} | {first.needed} | {first.fix}") == (place, message)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "nothing"),
        (True, "true"),
        (1.5, "1.5"),
        ("x", '"x"'),
        ("x" * 70, '"' + "x" * 55 + '..."'),
        ({"a": 1}, "a mapping of 1"),
        ((1, 2), "a list of 2"),
        (b"x", "a bytes"),
    ],
)
def test_say(value: Any, said: str) -> None:
    assert say(value) == said


def test_deep() -> None:
    """A nesting too deep to be read is one fault."""
    value: Any = "x"
    for _ in range(100_000):
        value = [value]
    with pytest.raises(Faulty) as caught:
        read(Case, {"question": value, "options": value}, "case")
    assert caught.value.found


def test_code() -> None:
    """A fault of form has no code."""
    assert Fault(place="a", got="b", needed="c", fix="d").code is None
