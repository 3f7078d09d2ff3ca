"""Canonical bytes and digests (RFC 8785, SHA-256).

Law: for every value this project records, `canonical` equals RFC 8785. It holds because
records have no floats, integers stay within 2^53 - 1 and object keys are ASCII; the tests
compare with an independent implementation.
"""

import hashlib
from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """The canonical JSON of a struct or of plain JSON values, as UTF-8."""
    return _encoder.encode(value)


def sha256(data: bytes) -> str:
    """Lower-case hexadecimal SHA-256, 64 characters."""
    return hashlib.sha256(data).hexdigest()


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON of `value`."""
    return sha256(canonical(value))
