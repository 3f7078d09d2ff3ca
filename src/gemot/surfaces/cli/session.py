"""What one command works with: the workshop, the store where there is one, and who acts.

Law: nothing is made by looking: a command that only reads makes no store.
"""

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gemot.conduct.desk import Unknown, find
from gemot.surfaces.cli.out import terminal
from gemot.surfaces.person import person as person
from gemot.wiring import Workshop, silent

if TYPE_CHECKING:
    from gemot.conduct.convening import Convening
    from gemot.conduct.desk import Desk
    from gemot.conduct.mode import Resolved
    from gemot.journal.sqlite import SqliteJournal
    from gemot.ports.advisor import Trace
    from gemot.records.envelope import Actor
    from gemot.rules.state import State


class Session:
    """One command's run."""

    def __init__(self, *, near: Path | None = None, trace: "Trace" = silent) -> None:
        self.environ = os.environ
        self.workshop = Workshop(environ=self.environ, near=near, trace=trace)

    @property
    def store(self) -> "SqliteJournal | None":
        """The store; None where there is none yet. An empty file is refused, since opening it
        to read would make a store of it that holds nothing."""
        from gemot.journal.opening import emptied, empty
        from gemot.journal.place import place

        there = place(self.environ)
        if empty(there):
            raise emptied(there)
        return self.workshop.journal if there.exists() else None

    @cached_property
    def desk(self) -> "Desk":
        """The desk; the store is made where there is none."""
        return self.workshop.desk()

    def find(self, asked: str) -> tuple[str, "State"]:
        """The case that was named, and its state; or `Unknown`."""
        from gemot.rules.state import fold

        store = self.store
        if store is None:
            raise Unknown(asked)
        case = find(store, asked)
        return case, fold(store.read(case))

    def mode(self, flag: str | None) -> "Resolved":
        """The mode that holds."""
        from gemot.conduct.mode import mode_of, policy

        asked = policy(self.workshop.project.top).mode
        found = mode_of(flag, self.environ, asked, self.workshop.settings)
        named = self.environ.get("GEMOT_CONFIG")
        if named and not Path(named).expanduser().exists():
            absent = f"GEMOT_CONFIG names {named}, which is not there: the defaults hold"
            found = found._replace(warnings=(*found.warnings, absent))
        return found

    def convening(self, mode: "Resolved", allowed: tuple[str, ...] = ()) -> "Convening":
        """What a run brings with it."""
        from gemot.conduct.convening import Convening

        settings = self.workshop.settings
        return Convening(
            mode=mode.mode,
            mode_source=mode.source,
            council=settings.council,
            entries=settings.advisors,
            allowed=allowed,
        )

    def actor(self, name: str, *, as_agent: bool) -> "Actor":
        """Who acts, and through which channel that is known."""
        from gemot.records.envelope import Actor

        return Actor(
            name=name,
            channel="terminal" if terminal() else "asserted",
            delegate=self.agent(as_agent),
        )

    def agent(self, flag: bool) -> bool:
        """Whether an agent acts for the owner."""
        return flag or self.environ.get("GEMOT_AGENT", "") not in ("", "0", "false")
