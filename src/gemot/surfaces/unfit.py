"""Why a pasted answer fills no seat, in the words of every door."""

from gemot.conduct.paste import Pasted
from gemot.rules.registry import BY_CODE
from gemot.rules.rule import Offence
from gemot.surfaces.refusal import offence

FIX = "ask for the answer again, or take it with --as-is: then it fills no seat"


def unfit(tried: Pasted) -> tuple[Offence, ...]:
    """Every offence of an answer that was tried and says nothing."""
    receipt = tried.receipt
    if receipt.mismatch:
        seat = tried.state.seat(receipt.seat)
        needed = f"{seat.entry.model!r}, as configured" if seat else "the model configured"
        return (Offence(**offence("other-model", "--model", repr(receipt.model), needed, FIX)),)
    if not receipt.faults:
        got, needed = receipt.diagnostic or receipt.status, "one JSON object in UTF-8"
        return (Offence(**offence("unreadable-answer", "--file", got, needed, FIX)),)
    rules = [BY_CODE[f.code] for f in receipt.faults]
    return tuple(
        Offence(
            code=r.code, name=r.name, severity=r.severity, place=f.place, got=f.got,
            needed=f.needed, says=r.says, fix=FIX,
        )
        for r, f in zip(rules, receipt.faults, strict=True)
    )  # fmt: skip
