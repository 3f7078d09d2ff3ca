"""`gemot case paste`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gemot.surfaces.cli import options
from gemot.surfaces.cli.refusal import Denied, Interrupted

if TYPE_CHECKING:
    from gemot.conduct.paste import Pasted
    from gemot.records.envelope import Actor
    from gemot.records.vocab import Round
    from gemot.rules.state import State
    from gemot.surfaces.cli.session import Session

    Waiting = tuple[tuple[str, Round], ...]
STOPPED = 5
"""Exit code where a person took nothing: the case still waits for one."""


@click.command(
    short_help="Carry a seat's question, and paste its answer.",
    epilog=options.examples(
        "gemot case paste CASE",
        "gemot case paste CASE C --copy-to block.txt",
        "gemot case paste CASE C --file answer.json --model 'the model that answered'",
        "gemot case paste CASE C --drop --because 'nobody has time'",
        "gemot case paste CASE --json",
    ),
)
@options.case
@click.argument("seat", metavar="[SEAT]", required=False)
@click.option("--file", metavar="FILE", help="Take the answer in FILE (`-`: standard input).")
@click.option("--copy-to", metavar="FILE", help="Write the block to FILE and do not show it.")
@click.option("--model", metavar="NAME", help="Who answered, as you say; it attests nothing.")
@click.option("--as-is", is_flag=True, help="With --file: take it though it fills no seat.")
@click.option("--drop", is_flag=True, help="Give the seat up in this round.")
@click.option("--because", metavar="TEXT", help="Why the seat is given up.")
@click.option("--no-resume", is_flag=True, help="Do not go on with the case afterwards.")
@options.owner
@options.mode
@options.as_agent
@options.quiet
@options.as_json
def paste(case: str, seat: str | None, **given: Any) -> int:
    """Carry a seat's question to any model or person, and paste the answer.

    For seats of `transport = "manual"`. Shows the block to carry, reads the answer until a line
    that is exactly END, says what was understood, and asks: 1 more, 2 next (take it), 3 abort, 4
    again. Nothing is written before an answer is taken, so that you may leave and come back at
    any time, at another terminal too. Without SEAT all seats that wait come one after another.
    After the last answer of a round the case goes on by itself. An answer that fills no seat is
    taken from a file only with --as-is. With --json and no --file the blocks are shown alone.
    """  # fmt: skip
    from gemot.surfaces.cli.pasted import after
    from gemot.surfaces.cli.session import Session, person

    _sound(given)
    session = Session()
    id, state = session.find(case)
    found = _named(state, id, seat)
    actor = session.actor(person(given["owner"]), as_agent=given["as_agent"])
    if given["drop"]:
        return _dropped(session, id, _one(found, seat), actor, given)
    if given["file"] is not None:
        pasted = _filed(session, id, _one(found, seat), actor, given)
        return after(session, id, actor, (pasted,), given)
    if given["as_json"]:
        return _blocks(session, id, found, given)
    return _talked(session, id, found, actor, given)


def _sound(given: dict[str, Any]) -> None:
    """Refuse options that do not go together."""
    if given["drop"] and (given["file"] or given["copy_to"] or given["model"]):
        raise _usage("--drop together with an answer", "one of both", "leave one out")
    if given["drop"] != bool((given["because"] or "").strip()):
        got = "--drop without --because" if given["drop"] else "--because without --drop"
        raise _usage(got, "--drop --because TEXT", "say why the seat is given up")
    if given["as_is"] and given["file"] is None:
        raise _usage("--as-is without --file", "--file FILE", "name the file to take as it is")


def _usage(got: str, needed: str, fix: str) -> Denied:
    return Denied("usage", "gemot case paste", got=got, needed=needed, fix=fix)


def _named(state: "State", case: str, seat: str | None) -> "Waiting":
    """The seats that are meant; `Passed` where the named one waits for nothing."""
    from gemot.conduct.acts import open_round
    from gemot.conduct.paste import Passed, waiting

    found = waiting(state, case)
    if seat is None:
        return found
    meant = tuple(w for w in found if w[0].casefold() == seat.casefold())
    if not meant:
        round = open_round(state)
        raise Passed(seat, round, state.slot(seat.upper(), round) if round else "unasked")
    return meant


def _one(found: "Waiting", seat: str | None) -> "tuple[str, Round]":
    from gemot.conduct.paste import Passed

    if not found:
        raise Passed(seat or "(any)", None, "unasked")
    if len(found) > 1:
        names = ", ".join(name for name, _ in found)
        raise _usage("no SEAT, and several wait", f"one of {names}", "name the seat")
    return found[0]


def _filed(
    session: "Session", case: str, which: "tuple[str, Round]", actor: "Actor",
    given: dict[str, Any],
) -> "Pasted":  # fmt: skip
    """Take the answer of a file; refused, and nothing written, where it fills no seat."""
    from gemot.conduct.paste import Answer, attempt, take_answer
    from gemot.surfaces.cli.pasting import written

    if given["copy_to"]:
        from gemot.conduct.paste import block

        written(block(session.desk, case, *which), Path(given["copy_to"]))
    answer = Answer(
        seat=which[0], round=which[1], raw=_bytes(given["file"]),
        began=session.desk.clock.now(), model=given["model"],
    )  # fmt: skip
    tried = attempt(session.desk, case, answer, actor)
    if tried.said is None and not given["as_is"]:
        raise _unfit(tried)
    return take_answer(session.desk, case, answer, actor)


def _bytes(file: str) -> bytes:
    import sys

    from gemot.advisors.manual import CAP

    if file == "-":
        return sys.stdin.buffer.read(CAP)
    with Path(file).open("rb") as stream:
        return stream.read(CAP)


def _unfit(tried: "Pasted") -> Exception:
    """Why an answer fills no seat."""
    from gemot.conduct.desk import Refused
    from gemot.surfaces.refusal import PLAIN
    from gemot.surfaces.unfit import unfit

    found = unfit(tried)
    one = found[0]
    if one.code in PLAIN:
        return Denied(one.code, one.place, got=one.got, needed=one.needed, fix=one.fix, exit=3)
    return Refused(found)


def _dropped(
    session: "Session", case: str, which: "tuple[str, Round]", actor: "Actor",
    given: dict[str, Any],
) -> int:  # fmt: skip
    from gemot.conduct.paste import give_up
    from gemot.surfaces.cli.pasted import after

    give_up(session.desk, case, *which, given["because"], actor)
    return after(session, case, actor, (), given, dropped=which)


def _blocks(session: "Session", case: str, found: "Waiting", given: dict[str, Any]) -> int:
    """Show what there is to carry, and read nothing."""
    from gemot.conduct.acts import next_acts
    from gemot.conduct.paste import block
    from gemot.surfaces.cli.out import emit
    from gemot.surfaces.cli.pasting import written
    from gemot.views import answer
    from gemot.views.step import steps

    blocks = [block(session.desk, case, *which) for which in found]
    if given["copy_to"] and blocks:
        which = _one(found, None)
        written(block(session.desk, case, *which), Path(given["copy_to"]))
    acts = next_acts(session.desk.state(case), case)
    emit(
        {
            "schema": "gemot/blocks/1",
            "case": case,
            "blocks": [
                {
                    "seat": b.seat, "round": b.round, "advisor": b.advisor, "since": b.since,
                    "digest": b.digest, "size": len(b.data), "text": b.data.decode(),
                }
                for b in blocks
            ],
            "next": [answer.step(s) for s in steps(case, acts)],
        }
    )  # fmt: skip
    return 0


def _talked(
    session: "Session", case: str, found: "Waiting", actor: "Actor", given: dict[str, Any]
) -> int:
    """Let the person paste for one seat after another."""
    from gemot.conduct.paste import block
    from gemot.surfaces.cli.answered import shown_next
    from gemot.surfaces.cli.out import note, say
    from gemot.surfaces.cli.pasted import after
    from gemot.surfaces.cli.pasting import talk

    copy_to = Path(given["copy_to"]) if given["copy_to"] else None
    if not found:
        say([f"{case}: no seat waits for a paste"])
        shown_next(case, session.desk.state(case))
        return 0
    if copy_to is not None:
        _one(found, None)
    taken: list[Pasted] = []
    try:
        for seat, round in found:
            one = block(session.desk, case, seat, round)
            pasted = talk(session.desk, case, one, copy_to, given["model"], actor)
            if pasted is None:
                note(f"gemot: nothing was written; go on with `gemot case paste {case} {seat}`")
                break
            taken.append(pasted)
    except KeyboardInterrupt:
        raise Interrupted(case) from None
    return after(session, case, actor, tuple(taken), given) if taken else STOPPED
