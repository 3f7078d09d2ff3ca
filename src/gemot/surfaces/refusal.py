"""What went wrong, in the one form that every door shows: what, offences, next acts, exit code.

Laws: every refusal has code, place, got, needed and fix; codes of rules are the registry's, the
others are words of `PLAIN`; what is not known here is a crash. Exit 2 is for input that cannot
be read and for what the machine refuses, 3 for what a rule refuses.
"""

import re
from typing import Any

PLAIN = {
    "usage": "the command line is not one of this program's; `--help` shows what it takes",
    "faulty-input": "a file or the command line has another form than it must have",
    "unknown-case": "no case of the store has this id, or several begin with it",
    "unknown-name": "the case has no such record, finding or piece of evidence",
    "seat-passed": "the seat waits for no pasted answer: it has one, was given up, or is not asked",
    "other-model": "another model answered than the configuration names, and it fills no seat",
    "unreadable-answer": "a pasted answer is no text that can be read, and it fills no seat",
    "unreadable-file": "a file that was named cannot be read or written",
    "file-there": "what is there is not written over unasked",
    "no-folder": "the folder that a file is to be written to is not there",
    "interrupted": "the command was stopped by a person; what was recorded is kept",
    "crash": "Gemot itself failed; the traceback on standard error says where",
    "store-unwritable": "the store's place takes no writing: no permission, no room, no folder",
    "store-busy": "another process kept the store for too long; nothing was changed",
    "store-newer": "a newer Gemot wrote the store",
    "store-foreign": "the file is no store of Gemot's",
    "store-damaged": "the store is damaged, or holds what no Gemot wrote",
    "store-unsupported": "GEMOT_STORE names a kind of store that there is not",
    "store-uncleaned": "a payload is forgotten, but copies may be left in the file's free space",
}
"""Codes beside the registry's, each with what it means; `case explain` shows them too."""
Mapped = tuple[str, list[dict[str, Any]], list[dict[str, Any]], int]
"""What was refused, its offences, the acts that remain, and the exit code."""


def mapped(error: Exception) -> Mapped:
    """What any door says of `error`; the code is 1 where nothing here knows it."""
    from gemot.conduct.desk import Refused, Unknown
    from gemot.conduct.paste import Passed
    from gemot.ports.journal import StoreFault
    from gemot.records.faults import Faulty
    from gemot.views import answer as views

    match error:
        case Faulty():
            ruled = all(f.code for f in error.found)
            found = [{**f, "code": f["code"] or f["name"]} for f in views.faults(error.found)]
            return error.what, found, explained(found), 3 if ruled else 2
        case Refused():
            found = views.offences(error.offences)
            return "the record", found, explained(found), 3
        case Unknown():
            near = ", ".join(error.near) + (f", and {error.more} more" if error.more else "")
            fix = f"name one of these: {near}" if error.near else "`gemot decide` opens a case"
            got = repr(error.asked[:80])
            one = offence("unknown-case", "CASE", got, "the id of one case", fix)
            return "the case", [one], [step("list", "see the cases", "gemot case list")], 2
        case Passed():
            return "the paste", [_passed(error.seat, error.slot)], [], 3
        case StoreFault():
            name = re.sub(r"(?<!^)(?=[A-Z])", "-", type(error).__name__).lower()
            one = offence(name, "the store", error.says, "a store that works", error.fix)
            return "the store", [one], [], 2
        case OSError():
            place = str(error.filename or "a file")
            said = error.strerror or str(error)
            folder = isinstance(error, IsADirectoryError)
            got = "a folder" if folder else said[:1].lower() + said[1:]
            fix = "name a file in it" if folder else "mend its path"
            one = offence("unreadable-file", place, got, "a file that can be used", fix)
            return "the command", [one], [], 2
        case _:
            one = offence("crash", type(error).__name__, str(error), "no crash", "report it")
            return "the command", [one], [], 1


def _passed(seat: str, slot: str) -> dict[str, Any]:
    words = {"answered": "whose answer was taken before", "dropped": "which was given up"}
    got = f"seat {seat}, {words.get(slot, 'which waits for none')}"
    fix = "`gemot status CASE` shows who waits; an answer that stands is never replaced"
    return offence("seat-passed", "SEAT", got, "a seat that waits for a pasted answer", fix)


def explained(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The acts that say what the codes of rules mean, three at most."""
    codes = [c for c in dict.fromkeys(f["code"] for f in found) if c not in PLAIN]
    return [step("explain", f"see what {c} means", f"gemot case explain {c}") for c in codes[:3]]


def offence(code: str, place: str, got: str, needed: str, fix: str) -> dict[str, Any]:
    """An offence of a word of `PLAIN`, in the form of a rule's."""
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


def step(act: str, says: str, command: str) -> dict[str, Any]:
    """An act that is about no case's round or seat."""
    return {
        "act": act, "says": says, "command": command, "waits": False,
        "round": None, "seat": None, "subject": None,
    }  # fmt: skip
