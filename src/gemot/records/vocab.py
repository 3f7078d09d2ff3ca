"""The closed vocabularies of the records, one name a concept.

Each alias is a `typing.Literal`, so that a wrong word is a fault with the allowed
words beside it. Sources: `sources/majordomus.md` 1.4, `sources/decision-council.md` 1.8
to 1.10, and the glossary of the design.
"""

from typing import Annotated, Literal

from msgspec import Meta

# Scales, lowest first.
Materiality = Literal["trivial", "low", "material", "high", "critical"]
Confidence = Literal["low", "medium", "high"]
Reversibility = Literal["two_way", "one_way"]

Mode = Literal["offline", "ci", "fast", "standard", "strict"]
ModeSource = Literal["flag", "environment", "ci_runner", "repository", "user", "default"]
Channel = Literal["asserted", "elicited", "terminal", "page", "signed", "policy"]

EvidenceKind = Literal[
    "file", "commit", "note", "command", "test", "adr", "rule", "record",
    "document", "runtime", "prior_opinion",
]  # fmt: skip
EvidenceStatus = Literal["OBSERVED", "INFERRED", "ASSUMED", "UNKNOWN", "CONTESTED"]
Gate = Literal["PASS", "CONDITIONAL", "FAIL"]

Transport = Literal["api", "cli", "local", "manual", "peer", "host", "recorded", "scripted"]
CallStatus = Literal[
    "completed", "timeout", "rate_limited", "auth_failed", "malformed", "empty",
    "unavailable", "cancelled", "error",
]  # fmt: skip
"""What became of one call (majordomus 1.4); transient are timeout, unavailable, error."""
AdvisorStatus = Literal[
    "available", "unavailable", "not_configured", "disabled", "temporarily_failed", "rate_limited",
]  # fmt: skip
Attestation = Literal["provider", "cli", "peer", "configuration"]

Route = Literal["reuse_prior", "decide_locally", "ask", "review", "council", "owner"]
Round = Annotated[
    str,
    Meta(
        pattern=r"^(positions|challenge|chair|prediction\.X[1-9]\d{0,3})\Z",
        extra={"form": "positions, challenge, chair, or prediction.X1"},
    ),
]
"""One wave of questions. The seats are asked what they expect of experiment X1 in the round
`prediction.X1`; `stem` gives its kind."""
Method = Literal["executing", "tracing", "counterexample", "reading"]
ClaimKind = Literal["fact", "mechanism", "risk", "value"]
ProposalKind = Literal["MEANS", "CONSTRAINT", "TEST", "OUTCOME_CHANGE"]
Relation = Literal["agree", "disagree", "refine", "duplicate_of"]
ChangeBasis = Literal["NEW_EVIDENCE", "OVERLOOKED_EVIDENCE", "LOGICAL_ERROR", "OPTION_CORRECTION"]
Bucket = Literal["consensus", "divergence", "minority", "unresolved", "caller_challenge"]
Judgement = Literal["accept", "accept_with_modification", "reject", "needs_input"]
Disposition = Literal["ACCEPT", "REJECT", "DEFER", "CONDITIONAL"]
DisagreementKind = Literal["factual", "value"]
Severity = Literal["refuse", "block", "degrade", "note"]
OnDoubt = Literal["ask", "again", "drop"]

MATERIALITIES: tuple[Materiality, ...] = ("trivial", "low", "material", "high", "critical")
TRANSIENT: frozenset[CallStatus] = frozenset({"timeout", "unavailable", "error"})
REMOTE: frozenset[Transport] = frozenset({"api", "cli", "peer", "manual"})
BY_HAND: frozenset[Transport] = frozenset({"manual"})
"""Transports whose calls a person carries: no engine makes them, and nobody bills them to us."""
REHEARSAL: frozenset[Transport] = frozenset({"recorded", "scripted"})
"""Transports that run the pipeline and cannot advise; so is the embedded small model."""
INSUFFICIENT = "INSUFFICIENT_EVIDENCE"
"""The option id of a seat that says the packet does not let it choose."""


def at_least(level: Materiality, floor: Materiality) -> bool:
    """Whether `level` stands at or above `floor` on the one scale of materiality."""
    return MATERIALITIES.index(level) >= MATERIALITIES.index(floor)


def stem(round: Round) -> str:
    """The kind of a round: `positions`, `challenge`, `chair` or `prediction`."""
    return round.partition(".")[0]
