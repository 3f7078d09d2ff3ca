"""The one place where what went wrong becomes an answer with an exit code.

Laws: every refusal shows code, place, got, needed and fix; codes of rules are the registry's,
the others are words of `PLAIN`; what is not known here is a crash and is raised on. Exit 2 is
for input that cannot be read and for what the machine refuses, 3 for what a rule refuses.
"""

import re
from typing import Any

import click

from gemot.surfaces.cli.out import emit, note

PLAIN = {
    "usage": "the command line is not one of this program's; `--help` shows what it takes",
    "faulty-input": "a file or the command line has another form than it must have",
    "unknown-case": "no case of the store has this id, or several begin with it",
    "unknown-name": "the case has no such record, finding or piece of evidence",
    "unreadable-file": "a file that was named cannot be read or written",
    "interrupted": "the command was stopped by a person; what was recorded is kept",
    "crash": "Gemot itself failed; the traceback on standard error says where",
    "store-unwritable": "the store's place takes no writing: no permission, no room, no folder",
    "store-busy": "another process kept the store for too long; nothing was changed",
    "store-newer": "a newer Gemot wrote the store",
    "store-foreign": "the file is no store of Gemot's",
    "store-damaged": "the store holds what no Gemot wrote; `gemot verify` names each place",
    "store-unsupported": "GEMOT_STORE names a kind of store that there is not",
    "store-uncleaned": "a payload is forgotten, but copies may be left in the file's free space",
}
"""Codes beside the registry's, each with what it means; `case explain` shows them too."""
INTERRUPTED = 130


class Denied(Exception):
    """A command cannot do what was asked; the caller's matter."""

    def __init__(
        self, code: str, place: str, *, got: str, needed: str, fix: str, exit: int = 2
    ) -> None:
        super().__init__(f"{place}: got {got}, needed {needed}")
        self.exit = exit
        self.offence = _offence(code, place, got, needed, fix)


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
        _tell(what, found, steps, code)
    if code == 1:
        raise error
    return code


Mapped = tuple[str, list[dict[str, Any]], list[dict[str, Any]], int]


def _mapped(error: Exception) -> Mapped:
    from gemot.conduct.desk import Refused, Unknown
    from gemot.ports.journal import StoreFault
    from gemot.records.faults import Faulty
    from gemot.views import answer as views

    match error:
        case click.ClickException() | click.Abort():
            return _clicked(error)
        case Denied():
            return "the command", [error.offence], [], error.exit
        case Interrupted():
            return _interrupted(error.case)
        case Faulty():
            ruled = all(f.code for f in error.found)
            found = [{**f, "code": f["code"] or f["name"]} for f in views.faults(error.found)]
            return error.what, found, _explained(found), 3 if ruled else 2
        case Refused():
            found = views.offences(error.offences)
            return "the record", found, _explained(found), 3
        case Unknown():
            near = ", ".join(error.near) or "none; the store has no case"
            fix = f"name one of these: {near}" if error.near else "`gemot decide` opens a case"
            got = repr(error.asked[:80])
            one = _offence("unknown-case", "CASE", got, "the id of one case", fix)
            return "the case", [one], [_step("list", "see the cases", "gemot case list")], 2
        case StoreFault():
            name = re.sub(r"(?<!^)(?=[A-Z])", "-", type(error).__name__).lower()
            one = _offence(name, "the store", error.says, "a store that works", error.fix)
            return "the store", [one], [], 2
        case OSError():
            place = str(error.filename or "a file")
            got = error.strerror or str(error)
            one = _offence(
                "unreadable-file", place, got, "a file that can be used", "mend its path"
            )
            return "the command", [one], [], 2
        case _:
            one = _offence("crash", type(error).__name__, str(error), "no crash", "report it")
            return "the command", [one], [], 1


def _clicked(error: click.ClickException | click.Abort) -> Mapped:
    if isinstance(error, click.Abort):
        return _interrupted(None)
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "gemot"
    place = command if context else "gemot"
    got = error.format_message()
    one = _offence("usage", place, got, "a command line that it takes", f"{command} --help")
    return "the command line", [one], [_step("help", "see the help", f"{command} --help")], 2


def _interrupted(case: str | None) -> Mapped:
    command = f"gemot case resume {case}" if case else "gemot status"
    fix = f"go on with `{command}`"
    one = _offence(
        "interrupted", case or "gemot", "a stop", "nothing; what is recorded is kept", fix
    )
    return "the command", [one], [_step("resume", "go on", command)], INTERRUPTED


def _explained(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    codes = [c for c in dict.fromkeys(f["code"] for f in found) if c not in PLAIN]
    return [_step("explain", f"see what {c} means", f"gemot case explain {c}") for c in codes[:3]]


def _offence(code: str, place: str, got: str, needed: str, fix: str) -> dict[str, Any]:
    return {
        "code": code,
        "name": code,
        "severity": "refuse",
        "place": place,
        "got": got,
        "needed": needed,
        "says": PLAIN.get(code, code),
        "fix": fix,
    }


def _step(act: str, says: str, command: str) -> dict[str, Any]:
    return {
        "act": act, "says": says, "command": command, "waits": False,
        "round": None, "seat": None, "subject": None,
    }  # fmt: skip


def _tell(what: str, found: list[dict[str, Any]], steps: list[dict[str, Any]], code: int) -> None:
    from gemot.views.visible import line

    many = f"{len(found)} faults" if len(found) > 1 else "1 fault"
    if code == INTERRUPTED:
        note("gemot: stopped; what was recorded is kept, and nothing received is asked again")
    else:
        note(f"gemot: {line(what)}: {many}; nothing was written")
        for f in found:
            note(f"  {f['code']} {line(f['place'])}: got {line(f['got'])}, "
                 f"needed {line(f['needed'])}")  # fmt: skip
            note(f"    fix: {line(f['fix'])}")
    for s in steps:
        note(f"  next: {line(s['command'])}")
