"""`verify`: is the store intact, and does what it says follow?

Laws: *intact* is a matter of bytes and holds for every version; *follows* is a matter of our
rules; nothing is repaired, and an answer of no names every place.
"""

from collections.abc import Iterable

import msgspec

from gemot.conduct.follows import Answer, Bench, Followed, follows
from gemot.records.envelope import Filed
from gemot.rules.journal import Chain
from gemot.rules.rule import Offence, judge


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """What `verify` found."""

    ok: bool
    """Intact, and all that is computed was computed again and is so."""
    intact: bool
    follows: Answer
    records: int
    offences: tuple[Offence, ...]
    left: tuple[str, ...]
    """What was not re-derived, and why."""
    taken: tuple[str, ...] = ()
    """What was taken as it was observed, and why."""


def verify(chain: Chain, cases: Iterable[tuple[Filed, ...]], bench: Bench) -> Verified:
    """Judge the chain, then derive each case again; a broken chain is not derived further."""
    broken = judge(bench.rules, "chain", chain)
    hard = [o for o in broken if o.severity in ("refuse", "block")]
    followed = [] if hard else [follows(filed, bench) for filed in cases]
    offences = (*broken, *(o for f in followed for o in f.offences))
    answer = _together(followed)
    records = len(chain.rows)
    return Verified(
        ok=not hard and answer == "yes",
        intact=not hard and records > 0,
        follows=answer,
        records=records,
        offences=offences,
        left=tuple(x for f in followed for x in f.left),
        taken=tuple(x for f in followed for x in f.taken),
    )


def _together(followed: list[Followed]) -> Answer:
    """No where one is no; yes only where all are yes; nothing at all is not re-derived."""
    answers = {f.answer for f in followed}
    if "no" in answers:
        return "no"
    return "yes" if answers == {"yes"} else "not re-derived"
