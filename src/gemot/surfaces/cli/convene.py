"""Running a case in this process, asking the owner where only the owner can go on, and the
answer of `decide` and `case resume`.
"""

import asyncio
import gc

import click

from gemot.conduct.acts import next_acts
from gemot.conduct.cases import note
from gemot.conduct.convening import Convening
from gemot.conduct.waves import proposed
from gemot.engines.inline import Stop, run
from gemot.records.after import Earlier
from gemot.records.call import Authorization, Clearance
from gemot.records.envelope import Actor
from gemot.rules.citation import count
from gemot.surfaces.cli.out import emit, say, terminal
from gemot.surfaces.cli.out import note as aside
from gemot.surfaces.cli.progress import Silent
from gemot.surfaces.cli.refusal import Interrupted
from gemot.surfaces.cli.session import Session
from gemot.views import answer
from gemot.views.money import usd
from gemot.views.screen import lines, screen
from gemot.views.status import EXIT, status_of
from gemot.views.step import answerable


def convene(
    session: Session, case: str, convening: Convening, actor: Actor, progress: Silent
) -> Stop:
    """Do what the case needs; asks the owner at a terminal. `Interrupted` where stopped."""
    gc.enable()
    ask = terminal() and not actor.delegate
    try:
        return asyncio.run(_going(session, case, convening, actor if ask else None, progress))
    except KeyboardInterrupt:
        raise Interrupted(case) from None
    finally:
        progress.close()


async def _going(
    session: Session, case: str, convening: Convening, owner: Actor | None, progress: Silent
) -> Stop:
    desk = session.desk
    try:
        while True:
            stop = await run(desk, case, convening)
            if owner is None or not _asked(session, case, stop, owner, progress):
                return stop
    finally:
        await session.workshop.close()


def _asked(session: Session, case: str, stop: Stop, owner: Actor, progress: Silent) -> bool:
    """Ask the owner about a wave that is held back; whether it may go."""
    if stop.act is None or stop.act.round is None or not answerable(stop.held):
        return False
    progress.close()
    wave = proposed(session.desk, case, stop.act.round)
    total, question = _question(wave)
    if not click.confirm(question, default=False, err=True):
        return False
    note(session.desk, case, Authorization(what="spend", nano=total), owner)
    return True


def _question(wave: Clearance) -> tuple[int | None, str]:
    """What to allow in all (None: unbounded), and how to ask for it."""
    ceiling = (
        "no ceiling is set" if wave.case_nano is None else f"ceiling {usd(wave.case_nano)} USD"
    )
    reserves = [q.reserve for q in wave.quotes]
    known = sum(r or 0 for r in reserves)
    facts = f"spent {usd(wave.case_spent)} USD, {ceiling}"
    if None in reserves:
        n = reserves.count(None)
        return None, (
            f"The {wave.round} wave has {count(n, 'call')} of unknown price, and {usd(known)} USD "
            f"for the others at most ({facts}). Let this case cost what it costs, without a bound?"
        )
    total = wave.case_spent + known
    return total, (
        f"The {wave.round} wave may cost up to {usd(known)} USD ({facts}). "
        f"Let this case cost up to {usd(total)} USD in all?"
    )


def show(
    case: str,
    stop: Stop,
    *,
    as_json: bool,
    reused: bool = False,
    warnings: tuple[str, ...] = (),
    earlier: tuple[Earlier, ...] = (),
    more: tuple[str, ...] = (),
) -> int:
    """Show where a run stopped; the exit code that says it. `more` is told first of all."""
    acts = next_acts(stop.state, case)
    if as_json:
        emit(
            answer.decide(
                case, stop.state, acts, stop.held, reused=reused, earlier=earlier,
                warnings=(*more, *warnings),
            )
        )  # fmt: skip
    else:
        for warning in warnings:
            aside(f"gemot: {warning}")
        shown = screen(case, stop.state, acts, stop.held, reused=reused, earlier=earlier, more=more)
        say(lines(shown))
    return EXIT[status_of(stop.state, stop.held, reused=reused)]
