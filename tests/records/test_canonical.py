"""Canonical bytes against an independent implementation of RFC 8785."""

import hashlib
from typing import Any

import msgspec
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from gemot.records.canonical import canonical, digest, sha256
from gemot.records.kinds import KINDS
from gemot.testing.builders import BUILDERS
from tests.records.strategies import records

KEYS = st.text(st.characters(codec="ascii"), max_size=8)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
    max_leaves=20,
)


@given(VALUES)
def test_values(value: Any) -> None:
    """For ASCII keys, exact integers and no floats, canonical JSON is RFC 8785's."""
    assert canonical(value) == rfc8785.dumps(value)


@settings(deadline=None)
@given(records())
def test_records(record: msgspec.Struct) -> None:
    """Every record's bytes are RFC 8785's."""
    plain = msgspec.json.decode(msgspec.json.encode(record))
    assert canonical(record) == rfc8785.dumps(plain)


@pytest.mark.parametrize("kind", KINDS)
def test_no_float(kind: str) -> None:
    """No kind has a field that could hold a float, nor free keys that are no ASCII words."""

    def walk(t: msgspec.inspect.Type) -> None:
        assert not isinstance(t, msgspec.inspect.FloatType | msgspec.inspect.DecimalType)
        for name in ("type", "item_type", "key_type", "value_type"):
            if isinstance(inner := getattr(t, name, None), msgspec.inspect.Type):
                walk(inner)
        for inner in getattr(t, "types", ()):
            walk(inner)
        for field in getattr(t, "fields", ()):
            assert field.encode_name.isascii()
            walk(field.type)

    walk(msgspec.inspect.type_info(KINDS[kind]))


def test_vectors() -> None:
    """Escapes and order as in RFC 8785, 3.2.3."""
    value = {"b": "\u20ac$\u000f\nA'\"\\/", "a": [None, True, False, -0, 2**53 - 1], "aa": {}}
    text = '{"a":[null,true,false,0,9007199254740991],"aa":{},"b":"€$\\u000f\\nA\'\\"\\\\/"}'
    assert canonical(value) == text.encode()


@pytest.mark.parametrize("kind", KINDS)
def test_digest(kind: str) -> None:
    """A digest is SHA-256 over the canonical bytes."""
    record = BUILDERS[kind]()
    assert digest(record) == hashlib.sha256(canonical(record)).hexdigest()
    assert sha256(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
