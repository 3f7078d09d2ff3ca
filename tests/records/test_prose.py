"""Free text stands apart from the envelope, all of it."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from gemot.records.canonical import canonical
from gemot.records.kinds import KINDS
from gemot.records.prose import FORGOTTEN, join, split
from gemot.testing.builders import BUILDERS
from tests.records.strategies import records, spots


@settings(deadline=None)
@given(records())
def test_round_trip(record: msgspec.Struct) -> None:
    """`join(kind, *split(record)) == record`."""
    assert join(type(record), *split(record)) == record


@settings(deadline=None)
@given(records())
def test_body(record: msgspec.Struct) -> None:
    """The body is itself a record of the kind, and splitting it again takes nothing more out."""
    body, texts = split(record)
    empty = msgspec.convert(body, type(record))
    assert split(empty) == (body, {})
    assert all(texts.values())


def marked(value: Any) -> tuple[Any, list[str]]:
    """The value with a marker in each free text of a record, and where."""
    body, texts = split(value)
    return join(type(value), body, dict.fromkeys(texts, "MARKED")), list(texts)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_left(kind: str) -> None:
    """No text of the payload stands in the body."""
    record, pointers = marked(BUILDERS[kind]())
    body, texts = split(record)
    assert set(texts) == set(pointers)
    assert b"MARKED" not in canonical(body)


@pytest.mark.parametrize("kind", KINDS)
def test_pointers(kind: str) -> None:
    """The payload's keys are JSON pointers to where the texts were."""
    record = BUILDERS[kind]()
    plain = msgspec.to_builtins(record)
    found = {"/" + "/".join(map(str, path)): path for path in spots(_lists(plain))}
    for pointer, text in split(record)[1].items():
        value = _lists(plain)
        for key in found[pointer]:
            value = value[key]
        assert value == text


def _lists(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("kind", KINDS)
def test_forgotten(kind: str) -> None:
    """A forgotten payload leaves a readable record that says so."""
    record = BUILDERS[kind]()
    body, texts = split(record)
    left = msgspec.to_builtins(join(KINDS[kind], body, None))
    again = split(msgspec.convert(left, KINDS[kind]))[1]
    assert set(again.values()) <= {FORGOTTEN}
    assert set(texts) <= set(again)
