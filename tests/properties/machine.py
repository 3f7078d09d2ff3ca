"""Cases driven at random through the library: acts of the owner, of an agent and of a stranger,
legal or not, in any order, on moody advisors.
"""

from typing import Any, ClassVar

import hypothesis.strategies as st
from hypothesis.stateful import initialize, precondition, rule

from gemot import Case
from gemot.conduct.desk import Refused
from gemot.conduct.probing import Asked, probe
from gemot.conduct.settings import Settings
from gemot.records.envelope import Actor
from gemot.records.evidence import Council as Seating
from gemot.records.faults import Faulty
from gemot.rules.stage import stage
from gemot.rules.state import State
from tests.properties.forms import form
from tests.properties.laws import Laws
from tests.properties.world import ENTRIES, LEASE, MOODS, World

HAND = ENTRIES[-1]
OPEN = ("framed", "evidenced", "planned", "packed", "cleared", "positioned", "challenged")
REPORTED = ("reported", "judged", "inconclusive", "disputed")
AFTER = ("concluded", "validated", "looked_back")
QUESTIONS = (
    "Retry in process, or a queue?", "Postgres, or SQLite?", "Tabs, or spaces?",
    "Ship on Friday, or wait?", "A monorepo, or many?", "Rewrite the parser, or patch it?",
    "Name it gemot, or moot?", "Cache the page, or render it?", "Index by day, or by hour?",
)  # fmt: skip
WHO = st.sampled_from(("owner", "owner", "owner", "owner", "agent", "stranger"))
USD = st.sampled_from(("0", "0.1", "0.3", "2", "unbounded", "much"))
TEXT = st.sampled_from((*("it is so", "the log shows it") * 3, " "))
MET = st.sampled_from(("met", "not_met", "unknown"))
OUTCOME = st.sampled_from((None, None, "O1", "O7"))
NOTE = st.sampled_from((*("seen on Monday: two a second",) * 4, "gone for good", None))
CHECK = st.sampled_from((1, 1, 9, "it holds", "it holds", " "))
CHOICE = st.sampled_from((*("this", "that") * 4, "defer", "nothing"))
FAVOURS = st.sampled_from((*("this", "that") * 3, "neither", "nothing"))
UNTIL = st.sampled_from((None, None, "2026-12-24", "2020-01-01"))
TEMPER = st.sampled_from(("calm", "calm", "moody", "moody", "wild"))
SEED = st.binary(min_size=8, max_size=8).map(bytes.hex)
SETTINGS = st.builds(
    Seating,
    seats=st.sampled_from((2, 2, 3, None, 1)),
    rounds=st.sampled_from((2, 2, 1)),
    chair=st.sampled_from((None, None, "carl")),
    on_doubt=st.sampled_from(("ask", "ask", "again", "drop")),
    case_nano=st.sampled_from((10**9, 10**9, 10**9, 10**9, 150_000_000, None, 0)),
    daily_nano=st.sampled_from((None, None, 400_000_000)),
)
PANELS = st.sampled_from(
    (
        *(ENTRIES[:5],) * 6, ENTRIES[:2], ENTRIES[5:8], ENTRIES[8:9], (), ENTRIES,
        (ENTRIES[0], HAND), (HAND, *ENTRIES[:2]),
    )
)  # fmt: skip


class Cases(Laws):
    """One store and all that is done before it."""

    levels: ClassVar[tuple[str, ...]] = ("low", "material", "material", "high")

    @initialize(seating=SETTINGS, panel=PANELS, temper=TEMPER, seed=SEED)
    def begin(self, seating: Any, panel: Any, temper: str, seed: str) -> None:
        ids = [e.id for e in panel]
        chair = seating.chair if seating.chair in ids else None
        council = Seating(**{**{f: getattr(seating, f) for f in FIELDS}, "chair": chair})
        self.world = self.made(Settings(council=council, advisors=panel))
        self.world.temper, self.world.seed = temper, seed
        self.names: list[str] = []
        self.kept: dict[str, tuple[str, ...]] = {}

    def made(self, settings: Settings) -> World:
        """The world that this machine drives."""
        return World(settings)

    known = precondition(lambda self: bool(getattr(self, "names", None)))

    @rule(
        who=WHO, data=st.data(), n=st.integers(2, 4),
        note=NOTE,
        category=st.sampled_from((None, None, None, "spend", "operations")),
        door=st.sampled_from(("two_way", "two_way", "two_way", "one_way")),
        again=st.sampled_from((False, False, False, True)),
    )  # fmt: skip
    def decide(
        self, who: str, data: Any, n: int, note: Any, category: Any, door: str, again: bool
    ) -> None:
        for question in data.draw(
            st.lists(st.sampled_from(QUESTIONS), min_size=n, max_size=n, unique=True)
        ):
            words = ("this", "that", "neither-here")
            undo = "a week" if door == "one_way" else None
            options = [
                {"id": w, "title": w, "reversibility": door, "undo_cost": undo}
                for w in words[: n % 2 + 2]
            ]
            self.ran(
                lambda q=question, o=options: self.council(who).decide(  # type: ignore[misc]
                    q, options=o, evidence=[note] if note else [], again=again,
                    materiality=data.draw(st.sampled_from(self.levels)),
                    categories=[category] if category else [],
                    favours=data.draw(st.sampled_from((None, None, "that"))),
                    outcomes=data.draw(st.sampled_from(((), ("no job is lost",)))),
                    owner="owner", confidence=data.draw(st.sampled_from((None, "high"))),
                )
            )  # fmt: skip
        self.names = [h.case for h in self.world.journal.heads()]

    @known
    @rule(who=WHO, data=st.data())
    def resume(self, who: str, data: Any) -> None:
        case = self.draw(data, who, *OPEN)
        self.ran(case.resume)

    @known
    @rule(
        who=WHO,
        data=st.data(),
        usd=USD,
        until=UNTIL,
    )
    def authorize(self, who: str, data: Any, usd: str, until: str | None) -> None:
        case = self.draw(data, who, *OPEN)
        if self.do(lambda: case.authorize(usd, until=until)) is not None:
            self.ran(case.resume)

    @known
    @rule(who=WHO, data=st.data(), answer=st.sampled_from(("again", "drop")))
    def doubt(self, who: str, data: Any, answer: Any) -> None:
        case = self.draw(data, who, *OPEN)
        calls = [*[*case.state.doubts] * 4, *list(case.state.dispatches)[:1], "ctx-none"]
        self.do(lambda: case.doubt(data.draw(st.sampled_from(calls)), answer))

    @known
    @rule(who=WHO, data=st.data(), because=TEXT)
    def verdict(self, who: str, data: Any, because: str) -> None:
        case = self.draw(data, who, *REPORTED)
        words = ("accept", "accept_with_modification", "reject", "needs_input")
        found = [f.id for f in case.report.findings] if case.report else []
        every = data.draw(st.booleans())
        for finding in found if every and found else [data.draw(st.sampled_from([*found, "F9"]))]:
            word: Any = data.draw(st.sampled_from(words))
            cited = data.draw(st.sampled_from((("E1",), ("E1",), ("E1",), (), ("E7",))))
            self.do(lambda f=finding, w=word, c=cited: case.verdict(f, w, because, evidence=c))  # type: ignore[misc]

    @known
    @rule(
        who=WHO,
        data=st.data(),
        because=TEXT,
        favours=FAVOURS,
    )
    def resolve(self, who: str, data: Any, because: str, favours: str) -> None:
        case = self.draw(data, who, "disputed")
        id = data.draw(st.sampled_from([*[*case.state.disagreements] * 4, "D9"]))
        cited = data.draw(st.sampled_from((("E1",), ("E1",), ("E1",), (), ("E9",))))
        self.do(lambda: case.resolve(id, favours, because, evidence=cited))

    @known
    @rule(
        who=WHO,
        data=st.data(),
        whole=st.integers(0, 3),
        choice=CHOICE,
    )
    def conclude(self, who: str, data: Any, whole: int, choice: str) -> None:
        case = self.draw(data, who, *REPORTED, "resolved", "decided_locally")
        if whole == 0:
            self.do(lambda: case.conclude(choice, "it is so"))
        else:
            self.do(lambda: case.conclude(choice, "it is so", **form(case.state, choice)))

    @known
    @rule(
        who=WHO,
        data=st.data(),
        passed=st.booleans(),
        check=CHECK,
    )
    def validate(self, who: str, data: Any, passed: bool, check: Any) -> None:
        case = self.draw(data, who, *AFTER)
        cited = data.draw(st.sampled_from(((), ("E1",), ("E7",))))
        self.do(lambda: case.validate(check, passed, evidence=cited))

    @known
    @rule(
        who=WHO,
        data=st.data(),
        met=st.sampled_from(("met", "not_met", "unknown")),
        outcome=st.sampled_from((None, "O1", "O7")),
        observed=TEXT,
    )
    def look_back(self, who: str, data: Any, met: Any, outcome: Any, observed: str) -> None:
        case = self.draw(data, who, *AFTER)
        self.do(lambda: case.look_back(met, observed, outcome=outcome))

    @known
    @rule(who=WHO, data=st.data(), failed=TEXT)
    def attempt(self, who: str, data: Any, failed: str) -> None:
        case = self.draw(data, who)
        self.do(lambda: case.attempt("a timer", failed, invalidated="it ticks"))

    @known
    @rule(who=WHO, data=st.data(), because=TEXT)
    def withdraw(self, who: str, data: Any, because: str) -> None:
        case = self.draw(data, who, *OPEN)
        self.do(lambda: case.withdraw(because))

    @known
    @rule(
        who=WHO,
        data=st.data(),
        mood=st.sampled_from(("plain", "queue", "prose")),
        away=st.booleans(),
    )
    def paste(self, who: str, data: Any, mood: str, away: bool) -> None:
        case = self.draw(data, who, *OPEN)
        seats = [b.seat for b in self.world.owner.open(case.id).blocks()]
        seat = data.draw(st.sampled_from([*seats * 4, "A"]))
        if away:
            self.do(lambda: case.give_up(seat, "nobody has time"))
        else:
            answer = self.world.answer(case.id, seat, mood)
            self.do(lambda: case.paste(seat, answer, as_is=len(self.names) % 2 == 0))

    @known
    @rule(who=WHO, data=st.data(), ask=st.booleans(), exit=st.sampled_from((0, 1, 300)))
    def experiment(self, who: str, data: Any, ask: bool, exit: int) -> None:
        """Declared, expected, run and read, or a part of it."""
        case = self.draw(data, who, "disputed")
        id = next(iter(case.state.disagreements), "D9")
        made = self.do(lambda: case.experiment(id, ["load", "test"], ask=ask))
        if made is not None and ask and data.draw(st.booleans()):
            self.ran(case.resume)
        known = case.state.disagreements.get(id)
        for n, side in enumerate(known.sides if known else ()):
            if data.draw(st.integers(0, 5)):
                said = exit if n % 2 else 0
                self.do(lambda h=side.holder, e=said: case.predict("X1", h, "so", exit=e))  # type: ignore[misc]
        if data.draw(st.integers(0, 3)):
            self.probed(case.id, "X1")
        if data.draw(st.booleans()):
            self.do(lambda: case.resolve(id, None, "it was tried", by="X1"))

    def probed(self, case: str, purpose: str | None) -> None:
        """Somebody runs a command at a terminal beside the library."""
        before, actor = self.world.photo(), Actor(name="owner", channel="terminal")
        asked = Asked(purpose=purpose, command=() if purpose else ("true",))
        try:
            probe(self.world.desk, case, asked, actor)
        except (Refused, Faulty):
            assert self.world.photo() == before

    @known
    @rule(data=st.data(), steps=st.integers(1, 6))
    def forth(self, data: Any, steps: int) -> None:
        """The owner goes on as a case needs it, a few steps."""
        case = self.draw(data, "owner", *OPEN, *REPORTED, *AFTER, "resolved")
        for _ in range(steps):
            self.on(case, data.draw(st.sampled_from(("this", "that"))), data.draw(st.booleans()))

    def on(self, case: Case, choice: str, short: bool) -> None:
        """One legal step, as far as there is one."""
        state = case.state
        now = stage(state)
        if now in OPEN:
            self.answered(case, state)
            for block in case.blocks():
                answer = self.world.answer(case.id, block.seat, "plain")
                self.do(lambda s=block.seat, a=answer: case.paste(s, a))  # type: ignore[misc]
            self.ran(case.resume)
        elif now == "disputed":
            self.do(lambda: case.resolve(state.unresolved[0], choice, "the owner prefers it"))
        elif now == "reported" and not short and state.report is not None:
            for f in state.report.findings:
                self.do(lambda f=f: case.verdict(f.id, "reject", "it was not shown"))  # type: ignore[misc]
        elif now == "concluded" and not short:
            self.do(lambda: case.validate("it holds", True, evidence=["E1"]))
        elif now in AFTER:
            self.do(lambda: case.look_back("met", "no job was lost"))
        elif now != "withdrawn":
            self.do(lambda: case.conclude(choice, "it is so", **form(state, choice)))

    def answered(self, case: Case, state: State) -> None:
        """What the owner has to say before a case goes on."""
        for dispatch, answer in state.doubts.items():
            if answer is None:
                self.do(lambda d=dispatch: case.doubt(d, "again"))  # type: ignore[misc]
        if now_held(case):
            self.do(lambda: case.authorize("unbounded"))

    # The world.

    @rule(temper=TEMPER, one=st.integers(0, 3), mood=st.sampled_from((None, *MOODS)))
    def mood(self, temper: str, one: int, mood: Any) -> None:
        """How calls go from now on; one advisor may be told."""
        self.world.temper = temper
        advisors = self.world.settings.advisors
        self.world.moods = {advisors[one].id: mood} if mood and one < len(advisors) else {}

    @rule(back=st.booleans(), hours=st.sampled_from((0, 2, 30)))
    def time(self, back: bool, hours: int) -> None:
        self.world.back = back
        self.world.clock.advance(hours * 3_600_000 + LEASE)


def now_held(case: Case) -> bool:
    """Whether the case waits for money."""
    return stage(case.state) in ("packed", "positioned", "challenged")


FIELDS = ("seats", "rounds", "chair", "on_doubt", "case_nano", "daily_nano")
