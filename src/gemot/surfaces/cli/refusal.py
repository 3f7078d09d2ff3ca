"""The one place where what went wrong becomes an answer with an exit code.

Law: what every door says of an error stands in `surfaces.refusal`; here are the command line's
own errors, and how a refusal is shown. A crash is raised on.
"""

from typing import Any

import click

from gemot.surfaces.cli.misuse import fault
from gemot.surfaces.cli.out import emit, note
from gemot.surfaces.refusal import PLAIN as PLAIN
from gemot.surfaces.refusal import Mapped, offence, step
from gemot.surfaces.refusal import mapped as foreseen

INTERRUPTED = 130
READ = (
    "the configuration", "the repository's policy gemot.toml", "the decision record", "the bundle",
)  # fmt: skip
"""Inputs of which nothing is recorded, faulty or not."""


class Denied(Exception):
    """A command cannot do what was asked; the caller's matter."""

    def __init__(
        self, code: str, place: str, *, got: str, needed: str, fix: str, exit: int = 2
    ) -> None:
        super().__init__(f"{place}: got {got}, needed {needed}")
        self.exit = exit
        self.offence = offence(code, place, got, needed, fix)


class Interrupted(Exception):
    """A person stopped a run; `case` goes on where it was."""

    def __init__(self, case: str) -> None:
        super().__init__(case)
        self.case = case


def answer(error: Exception, *, as_json: bool) -> int:
    """Show what went wrong; the exit code. A crash is raised on."""
    what, found, steps, code = _mapped(error)
    if as_json:
        emit({"schema": "gemot/refusal/1", "what": what, "offences": found, "next": steps})
    else:
        _tell(what, found, steps, code, undone=_undone(error))
    if code == 1:
        raise error
    return code


def _undone(error: Exception) -> bool:
    """Whether something was to be recorded, and all of it was left."""
    from gemot.conduct.desk import Refused
    from gemot.records.faults import Faulty

    return isinstance(error, Refused) or (isinstance(error, Faulty) and error.what not in READ)


def _mapped(error: Exception) -> Mapped:
    match error:
        case click.ClickException() | click.Abort():
            return _clicked(error)
        case Denied():
            return "the command", [error.offence], [], error.exit
        case Interrupted():
            return _interrupted(error.case)
        case _:
            return foreseen(error)


def _clicked(error: click.ClickException | click.Abort) -> Mapped:
    if isinstance(error, click.Abort):
        return _interrupted(None)
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "gemot"
    place, got, needed = fault(error, command)
    one = offence("usage", place, got, needed, f"`{command} --help` shows what it takes")
    return "the command line", [one], [step("help", "see the help", f"{command} --help")], 2


def _interrupted(case: str | None) -> Mapped:
    command = f"gemot case resume {case}" if case else "gemot status"
    fix = f"go on with `{command}`"
    one = offence(
        "interrupted", case or "gemot", "a stop", "nothing; what is recorded is kept", fix
    )
    return "the command", [one], [step("resume", "go on", command)], INTERRUPTED


def _tell(
    what: str,
    found: list[dict[str, Any]],
    steps: list[dict[str, Any]],
    code: int,
    *,
    undone: bool,
) -> None:
    from gemot.views.visible import line

    many = f"{len(found)} faults" if len(found) > 1 else "1 fault"
    if code == INTERRUPTED:
        note("gemot: stopped; what was recorded is kept, and nothing received is asked again")
    else:
        left = "; nothing was written" if undone else ""
        note(f"gemot: {line(what)}: {many}{left}")
        for f in found:
            note(f"  {f['code']} {line(f['place'])}: got {line(f['got'])}, "
                 f"needed {line(f['needed'])}")  # fmt: skip
            note(f"    fix: {line(f['fix'])}")
    for s in steps:
        note(f"  next: {line(s['command'])}")
