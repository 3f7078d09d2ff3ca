"""Catalogue entries: who could be asked, as configured and as frozen into a plan."""

from decimal import Decimal
from typing import Annotated

import msgspec
from msgspec import Meta

from gemot.records.vocab import Transport

Word = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}\Z",
        extra={"form": "1 to 64 of A-Z a-z 0-9 _ . : -, beginning with a letter or digit"},
    ),
]
"""An ASCII identifier; it may stand in an envelope and as a key of canonical JSON."""
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Decimals = Annotated[
    str,
    Meta(pattern=r"^[0-9]{1,7}(\.[0-9]{1,9})?\Z", extra={"form": "a decimal number, 0 or more"}),
]
"""A non-negative decimal number as text, since records hold no floats."""
Count = Annotated[int, Meta(ge=0, le=9_007_199_254_740_991)]
"""A non-negative integer that every JSON reader keeps exact (RFC 8785)."""


class Frozen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A closed, immutable noun: unknown fields are faults at every level."""


class Source(Frozen, frozen=True, kw_only=True):
    """Where an opinion comes from, as configured; None is unknown and compares equal to all."""

    vendor: Name | None = None
    family: Name | None = None
    weights: Name | None = None


class Price(Frozen, frozen=True, kw_only=True):
    """USD per million tokens."""

    input: Decimals
    output: Decimals

    def nano_usd(self, input_tokens: int, output_tokens: int) -> int:
        """Cost in nano-dollars (1e-9 USD), each part rounded up to a whole one."""
        return _nano(self.input, input_tokens) + _nano(self.output, output_tokens)


def _nano(per_million: str, tokens: int) -> int:
    exact = Decimal(per_million) * 1000 * tokens
    whole = int(exact)
    return whole + (exact != whole)


class Limits(Frozen, frozen=True, kw_only=True):
    """Bounds of one call."""

    timeout: Annotated[int, Meta(ge=1, le=3600)] = 120
    """Seconds for the whole call."""
    context: Annotated[int, Meta(ge=256)] | None = None
    """Tokens of prompt and reply together that the model takes; None: unknown."""
    output: Annotated[int, Meta(ge=16, le=1_000_000)] = 4096
    """Tokens the reply may have."""


class Entry(Frozen, frozen=True, kw_only=True):
    """One advisor of the catalogue. Holds the name of a credential, never its value."""

    id: Word
    transport: Transport
    enabled: bool = True
    wire: Word | None = None
    """Wire format of an `api` advisor, e.g. `openai` for OpenAI-compatible chat completions."""
    base_url: Name | None = None
    model: Name | None = None
    """Model asked for; for `local` a path to a GGUF file or the name of the embedded model."""
    key: Annotated[str, Meta(pattern=r"^(env|file|keyring):.{1,300}\Z")] | None = None
    """`env:NAME`, `file:PATH` (mode 0600) or `keyring:NAME`."""
    structured: bool = True
    """Whether the other side takes a JSON Schema for its reply."""
    concurrency: Annotated[int, Meta(ge=1, le=64)] = 8
    """Calls that may be under way at once at this advisor's endpoint."""
    source: Source = Source()
    capabilities: tuple[Word, ...] = ("independent_reasoning",)
    limits: Limits = Limits()
    price: Price | None = None
    """None: unpriced, which is not zero."""
    rehearsal: bool = False
    """Whether it only runs the pipeline and cannot advise; computed, never configured."""
