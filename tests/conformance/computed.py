"""Cases of the rules on what was computed: what is stored, and what it is computed as.

A case on `derivation` has `kind`, `name`, `stored` and `derived`, plain values each; one on
`admission` has `name`, and the offences `stored` and `judged`.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from gemot.rules.derivation import Admitted, Derivation


def derivation(keys: Mapping[str, Any]) -> Derivation:
    """A computed record as it is stored, and as it is computed again."""
    return msgspec.convert(_facts(keys), Derivation)


def admission(keys: Mapping[str, Any]) -> Admitted:
    """The offences that a record bears, and those that the rules find."""
    return msgspec.convert(_facts(keys), Admitted)


def _facts(keys: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in keys.items() if k not in ("on", "offences")}
