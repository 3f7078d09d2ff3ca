"""The talk with a person who pastes: the block out, the answer in, what was understood, a menu.

Laws: the block goes to standard output, all that is said beside it to standard error; nothing
is written before the person takes the answer; what an answer says is shown with what hides in it
made visible; leaving at any point leaves the case as it was.
"""

import os
from pathlib import Path

from gemot.conduct.desk import Desk
from gemot.conduct.paste import Answer, Block, Pasted, attempt, take_answer
from gemot.records.answer import Challenge, Position
from gemot.records.envelope import Actor
from gemot.rules.citation import count
from gemot.surfaces.cli.out import note, raw, say, terminal
from gemot.surfaces.cli.typed import Typed
from gemot.views.visible import hides, line, visible

MENU = "1 more (append to it)   2 next (take it)   3 abort   4 again (paste it anew)"
MORE, NEXT, ABORT, AGAIN = "1234"
WORDS = {"more": MORE, "next": NEXT, "abort": ABORT, "again": AGAIN}


def written(block: Block, place: Path) -> None:
    """Write a block to a file that only its owner reads."""
    descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(block.data)


def shown(block: Block) -> None:
    """Show a block: byte for byte where no person reads it."""
    if not terminal():
        raw(block.data)
        return
    text = block.data.decode()
    say([visible(text.rstrip("\n"))])
    hidden = sum(hides(c) for c in text)
    if hidden:
        note(
            f"gemot: {hidden} characters that would not be seen stand as their code points; "
            "--copy-to FILE writes them as they are"
        )


def understood(pasted: Pasted) -> list[str]:
    """What an answer says, in a line; or every fault of it."""
    receipt, said = pasted.receipt, pasted.said
    if receipt.mismatch:
        seat = pasted.state.seat(receipt.seat)
        asked = line(seat.entry.model or "") if seat else ""
        return [f"another model than was asked ({asked}): taken so, it fills no seat"]
    if said is None:
        faults = [f"  {f.code} {line(f.place)}: got {line(f.got)}, needed {line(f.needed)}"
                  for f in receipt.faults]  # fmt: skip
        why = f" ({line(receipt.diagnostic)})" if receipt.diagnostic else ""
        return [f"unreadable{why}: taken so, it fills no seat", *faults]
    parts: tuple[str, ...]
    match said:
        case Position():
            parts = (
                f"for {said.choice}", f"{said.confidence} confidence",
                count(len(said.claims), "claim"), count(len(said.proposals), "proposal"),
            )  # fmt: skip
        case Challenge():
            parts = (f"for {said.effective}", count(len(said.links), "relation"),
                     "changed" if said.changed else "unchanged")  # fmt: skip
        case _:
            parts = (f"the round {receipt.round}",)
    return ["readable: " + line(", ".join(parts))]


def talk(
    desk: Desk, case: str, block: Block, copy_to: Path | None, model: str | None, actor: Actor
) -> Pasted | None:
    """Show a block and take what is pasted for it; None: nothing was taken."""
    seat = f"seat {block.seat} ({line(block.advisor)}), {block.round}"
    note(f"gemot: {seat}: waits since {block.since}")
    if copy_to is not None:
        written(block, copy_to)
        note(f"gemot: its block of {len(block.data)} bytes is in {line(str(copy_to))}")
    with Typed() as typed:
        if copy_to is None:
            shown(block)
        return _taken(desk, case, block, typed, model, actor)


def _taken(
    desk: Desk, case: str, block: Block, typed: Typed, model: str | None, actor: Actor
) -> Pasted | None:
    began, text = desk.clock.now(), b""
    while True:
        note("gemot: paste the answer, and end it with a line END")
        more = typed.text()
        if more is None:
            note("gemot: the answer ended without a line END")
            return None
        text += more
        answer = Answer(seat=block.seat, round=block.round, raw=text, began=began, model=model)
        for one in understood(attempt(desk, case, answer, actor)):
            note(f"gemot: {one}")
        chosen = _chosen(typed)
        if chosen == NEXT:
            return take_answer(desk, case, answer, actor)
        if chosen == ABORT:
            return None
        if chosen == AGAIN:
            text = b""


def _chosen(typed: Typed) -> str:
    """What the person chose; the end of the input is to abort."""
    while True:
        note(f"gemot: {MENU}")
        typed_in = typed.line()
        if typed_in is None:
            return ABORT
        word = typed_in.decode("utf-8", "replace").strip().casefold()
        word = WORDS.get(word, word)
        if word in (MORE, NEXT, ABORT, AGAIN):
            return word
