"""What an act is: one thing that a case needs, and the exact command that does it."""

from typing import Literal

import msgspec

from gemot.records.vocab import Round

ActKind = Literal[
    "look_up", "observe", "plan", "pack", "call", "await", "answer_doubt", "report", "dispute",
    "settle_doubt", "paste", "authorize", "resolve", "draft", "conclude",
    "probe", "experiment", "predict",
]  # fmt: skip
PERSONAL: frozenset[ActKind] = frozenset({
    "settle_doubt", "paste", "authorize", "resolve", "draft", "conclude", "probe", "experiment",
    "predict",
})  # fmt: skip
"""Acts that wait for a person."""


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a case needs."""

    kind: ActKind
    says: str
    """What it is, in one line."""
    command: str
    """The exact command that does it."""
    round: Round | None = None
    seat: str | None = None
    subject: str | None = None
    """The record, dispatch or disagreement that it is about."""

    @property
    def waits(self) -> bool:
        """Whether it waits for a person."""
        return self.kind in PERSONAL


def act(
    kind: ActKind,
    says: str,
    command: str,
    *,
    round: Round | None = None,
    seat: str | None = None,
    subject: str | None = None,
) -> Act:
    """An act, in words and command first."""
    return Act(kind=kind, says=says, command=command, round=round, seat=seat, subject=subject)
