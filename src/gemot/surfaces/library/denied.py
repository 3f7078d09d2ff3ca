"""What is raised where something was not done. Whatever is raised, nothing of it was written."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gemot.conduct import desk
from gemot.conduct.paste import Passed
from gemot.ports.journal import StoreFault
from gemot.records import faults
from gemot.rules.rule import Offence
from gemot.surfaces.refusal import mapped, offence


class Denied(Exception):
    """What was asked was not done. Catch this for every refusal; its classes say whose matter
    it is."""

    def __init__(self, what: str, found: list[dict[str, Any]], steps: list[dict[str, Any]]) -> None:
        self.what = what
        """What was refused: `the record`, `the decision`, `the case`, …"""
        self.offences = tuple(Offence(**f) for f in found)
        """All offences at once, each with `code`, `name`, `severity`, `place`, `got`, `needed`,
        `says` and `fix`. Codes are the registry's (`gemot case explain CODE`) or plain words."""
        self._steps = steps
        said = [f"{o.code} {o.place}: got {o.got}, needed {o.needed}" for o in self.offences]
        super().__init__(f"{what}: " + "; ".join(said))

    def answer(self) -> dict[str, Any]:
        """The object that the command line answers with under `--json`: `gemot/refusal/1`."""
        from gemot.views.answer import offences

        return {
            "schema": "gemot/refusal/1",
            "what": self.what,
            "offences": offences(self.offences),
            "next": self._steps,
        }


class Refused(Denied):
    """A rule keeps it out of the record."""


class Faulty(Denied):
    """An argument or a file is not of its form, or breaks a rule of framing."""


class Unknown(Denied):
    """There is no such case, or several, or no such part of one."""


class StoreFailed(Denied):
    """The store cannot do it: no permission, no room, busy, foreign, newer or damaged."""


class Misused(RuntimeError):
    """A method was called where it cannot work: the sync form inside a running event loop, or a
    council that was closed."""


@contextmanager
def told() -> Iterator[None]:
    """Errors of the use cases become the library's."""
    try:
        yield
    except desk.Refused as error:
        raise _as(Refused, error) from error
    except faults.Faulty as error:
        raise _as(Faulty, error) from error
    except desk.Unknown as error:
        raise _as(Unknown, error) from error
    except Passed as error:
        raise _as(Refused, error) from error
    except StoreFault as error:
        raise _as(StoreFailed, error) from error


def _as(kind: type[Denied], error: Exception) -> Denied:
    what, found, steps, _ = mapped(error)
    return kind(what, found, steps)


def unnamed(what: str, got: str, needed: str, fix: str) -> Unknown:
    """A part of a case that there is not."""
    return Unknown("the case", [offence("unknown-name", what[:80], got, needed, fix)], [])


def faulty(what: str, place: str, got: str, needed: str, fix: str) -> Faulty:
    """One argument that is not of its form."""
    return Faulty(what, [offence("faulty-input", place, got, needed, fix)], [])
