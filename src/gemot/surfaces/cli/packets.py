"""What each seat was shown: `gemot show CASE --packet`."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from gemot.surfaces.cli.out import emit, note, raw, say, terminal
from gemot.surfaces.cli.refusal import Denied
from gemot.views.listing import packet as view
from gemot.views.visible import visible

if TYPE_CHECKING:
    from gemot.journal.sqlite import SqliteJournal
    from gemot.rules.state import State


def packets(
    case: str, state: "State", store: "SqliteJournal", round: str, seat: str | None, *,
    as_json: bool,
) -> int:  # fmt: skip
    """Show the packets of a round. One seat's goes out byte for byte where no person reads it."""
    shown = view(case, state, store.get)
    kept = [s for s in shown["seats"] if s["round"] == round and seat in (None, s["seat"])]
    if not kept:
        raise _none(state, case, round, seat)
    if as_json:
        emit({**shown, "round": round, "seats": kept, "next": []})
        return 0
    if seat is not None and not terminal():
        note(f"gemot: {_head(kept[0])}")
        raw((kept[0]["text"] or "").encode())
        return 0
    for one in kept:
        say([_head(one), f"  digest {one['digest']}, withheld: {_withheld(one)}", ""])
        say([visible(one["text"] if one["text"] is not None else "(its text was not kept)"), ""])
    return 0


def _head(one: dict[str, Any]) -> str:
    return (
        f"seat {one['seat']} ({visible(str(one['advisor']))}), {one['round']}, {one['size']} bytes"
    )


def _withheld(one: dict[str, Any]) -> str:
    kinds = Counter(w["kind"] for w in one["withheld"])
    return ", ".join(f"{n} {visible(kind)}" for kind, n in kinds.items()) or "nothing"


def _none(state: "State", case: str, round: str, seat: str | None) -> Denied:
    packed = ", ".join(state.packets) or "none yet"
    seats = ", ".join(v.seat for p in state.packets.values() for v in p.views if p.round == round)
    if round in state.packets:
        return Denied(
            "unknown-name", "--seat", got=repr(seat), needed=f"one of {seats}", fix="name a seat"
        )
    return Denied(
        "unknown-name", "--round", got=f"no packet of the round {round!r}",
        needed=f"a packed round: {packed}", fix=f"`gemot status {case}` says what comes next",
    )  # fmt: skip
