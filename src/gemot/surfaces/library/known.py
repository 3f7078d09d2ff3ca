"""What is known of a case: where it stands, what its records say, and how it is shown."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from gemot.conduct.acts import Act, next_acts
from gemot.engines.inline import Stop
from gemot.records.after import Earlier
from gemot.records.envelope import Filed
from gemot.records.plan import Plan
from gemot.records.report import Report
from gemot.records.settlement import Conclusion
from gemot.rules.rule import Offence
from gemot.rules.stage import Stage, stage
from gemot.rules.state import State
from gemot.surfaces.library.denied import told, unnamed
from gemot.surfaces.library.room import Room
from gemot.views.money import Bill, bill
from gemot.views.notice import head
from gemot.views.status import Status, status_of
from gemot.views.step import Step, steps

if TYPE_CHECKING:
    from gemot.surfaces.library.proof import Proof
    from gemot.surfaces.library.writing import Drawn, Form
    from gemot.views.bill import Item
    from gemot.views.timeline import Moment

How = Literal["new", "resumed", "reused", "opened"]


class Known:
    """The reading half of a case. Its properties are read from the store each time, so that they
    show what other processes recorded meanwhile; why its last run was held back is remembered
    until the case moves on."""

    def __init__(
        self,
        room: Room,
        id: str,
        how: How,
        stop: Stop,
        warnings: tuple[str, ...] = (),
        earlier: tuple[Earlier, ...] = (),
    ) -> None:
        """Made by a council."""
        self._room, self._stop = room, stop
        self.id = id
        """The case's id: `retry-in-process-or-a-queue-3f9a1c`."""
        self.how: How = how
        """How the council came to it: new, resumed, reused, or opened by its id."""
        self.warnings = warnings
        """What was passed over while the mode was found, one sentence each."""
        self.earlier = earlier
        """Earlier cases on the subject as found when it was decided, each with its choice and
        why its conclusion was not reused (`refused`)."""

    def __repr__(self) -> str:
        return f"<gemot.Case {self.id}>"

    # What is known.

    @property
    def state(self) -> State:
        """Everything that the records say, folded."""
        with told():
            return self._room.state(self.id)

    def records(self) -> tuple[Filed, ...]:
        """The records in order. Each has `name` (`003-plan`), `kind`, `at` (RFC 3339, UTC),
        `actor`, `offences`, `hash`, and the noun itself as `record`."""
        return self.state.filed

    @property
    def stage(self) -> Stage:
        """Where it stands: framed, evidenced, planned, …, concluded."""
        return stage(self.state)

    @property
    def status(self) -> Status:
        """How the last run ended, in one word: reported, waiting, inconclusive, decided_locally,
        reused, stopped; the statuses of `gemot decide --json`."""
        state = self.state
        return status_of(state, self._held(state), reused=self._reused(state))

    @property
    def held(self) -> tuple[Offence, ...]:
        """Why the last run could not go on; empty where it could, or the case has moved on."""
        return self._held(self.state)

    @property
    def next(self) -> tuple[Step, ...]:
        """The acts that remain, in order: `act`, `says`, the exact `command`, and `waits`, which
        is whether a person has to do it."""
        state = self.state
        return steps(self.id, self._acts(state), self._held(state))

    @property
    def plan(self) -> Plan | None:
        """Who is asked, who is not, and why; None before it was computed."""
        return self.state.plan

    @property
    def report(self) -> Report | None:
        """The report; None where there is none. It counts distinct sources, never seats."""
        return self.state.report

    @property
    def conclusion(self) -> Conclusion | None:
        """The conclusion that stands."""
        return self.state.conclusion

    @property
    def bill(self) -> Bill:
        """Calls, what they cost in nano-dollars (1e-9 USD), and how many are unpriced or in
        doubt, which is not zero."""
        return bill(self.state)

    @property
    def head(self) -> str:
        """The end of the chain, `CASE:SEQ:HASH`: kept elsewhere, `verify` can be held to it."""
        return head(self.state) or ""

    def calls(self) -> "tuple[Item, ...]":
        """The bill, a row a call: seat, round, advisor, the model as it named itself, tokens as
        reported, `nano` (1e-9 USD; None: unknown, and `reserved` stands), `standing`."""
        from gemot.views.bill import items

        return items(self.state)

    def timeline(self) -> "tuple[Moment, ...]":
        """What happened, one step a record, in order."""
        from gemot.views.timeline import timeline

        return timeline(self.state)

    def draft(self) -> str:
        """The full form of a conclusion, filled in as far as the records say: a file for
        `conclude_file` once what only the owner can say is written in."""
        from gemot.views.form import form

        return form(self.state)

    def screen(self) -> str:
        """The first screen, as the command line prints it: what must be known first."""
        from gemot.views.screen import lines, screen

        state = self.state
        acts, held = self._acts(state), self._held(state)
        reused, earlier = self._reused(state), self._earlier(state)
        whole = screen(self.id, state, acts, held, reused=reused, earlier=earlier)
        return "\n".join(lines(whole)) + "\n"

    def answer(self) -> dict[str, Any]:
        """The object of `gemot decide --json` (`gemot/decide/1`): plain values, amounts of USD as
        `Decimal`, what is unknown as None."""
        from gemot.views import answer

        state = self.state
        return answer.decide(
            self.id, state, self._acts(state), self._held(state), reused=self._reused(state),
            earlier=self._earlier(state), warnings=self.warnings,
        )  # fmt: skip

    def packet(self, round: str = "positions", seat: str | None = None) -> dict[str, Any]:
        """What each seat was shown in a round (positions, challenge, chair): the exact text, its
        digest, and what was withheld; the object of `gemot show CASE --packet --json`. Raises
        `Unknown` where the round was not packed or has no such seat."""
        from gemot.views.listing import packet

        state = self.state
        shown = packet(self.id, state, self._room.desk.journal.get)
        kept = [s for s in shown["seats"] if s["round"] == round and seat in (None, s["seat"])]
        if not kept:
            packed = ", ".join(state.packets) or "none yet"
            got = f"no packet of the round {round!r}" + (f" for seat {seat!r}" if seat else "")
            raise unnamed("round", got, f"a packed round: {packed}", "see `case.next`")
        return {**shown, "round": round, "seats": kept, "next": []}

    def render(self, format: "Form" = "md", *, of: "Drawn" = "trace") -> str:
        """The case written out: `md` whole, `json` every record, `adr` a decision record in the
        MADR layout, which bears the head and needs a conclusion; or drawn, as `svg` or `mermaid`,
        of its trace, its panel or its timeline. Raises `Faulty` for another word."""
        from gemot.surfaces.library.writing import written

        state = self.state
        with told():
            return written(self.id, state, self._acts(state), format, of)

    def verify(self, *, against: Iterable[str] = ()) -> "Proof":
        """Whether the case is *intact* (every byte as written) and *follows* (computed again, it
        comes out the same: `yes`, `no` or `not re-derived`). `against`: heads kept elsewhere."""
        from gemot.surfaces.library.proof import verify

        with told():
            return verify(self._room, self.id, tuple(against))

    # What the last run left.

    def _acts(self, state: State) -> tuple[Act, ...]:
        return next_acts(state, self.id)

    def _fresh(self, state: State) -> bool:
        """Whether nothing was recorded since the last run."""
        return head(state) == head(self._stop.state)

    def _held(self, state: State) -> tuple[Offence, ...]:
        return self._stop.held if self._fresh(state) else ()

    def _reused(self, state: State) -> bool:
        return self.how == "reused" and self._fresh(state)

    def _earlier(self, state: State) -> tuple[Earlier, ...]:
        return self.earlier if self._fresh(state) else ()
