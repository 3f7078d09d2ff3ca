"""A world of doubles that is moody: advisors that fail in every way, notes that are gone, time.

Law: what happens is a function of the moods and the temper that a test sets, and of each call.
"""

from random import Random
from threading import Thread
from typing import Any, Literal, get_args

from gemot import Council
from gemot.conduct.acts import open_round
from gemot.conduct.asking import call as question
from gemot.conduct.follows import Bench
from gemot.conduct.settings import Settings
from gemot.ports.advisor import Call, Reply
from gemot.ports.evidence import Found
from gemot.ports.journal import Journal
from gemot.records.canonical import canonical
from gemot.records.catalogue import Entry, Limits
from gemot.records.framing import Reference
from gemot.rules.registry import RULES
from gemot.rules.state import fold
from gemot.testing.advisor import ScriptedAdvisor, fill
from gemot.testing.fixed import CountingIds, FixedClock
from gemot.testing.journal import MemoryJournal
from gemot.testing.runner import ScriptedRunner
from tests.council import CARL, FOUR, desk, entry

Mood = Literal[
    "plain", "queue", "taste", "random", "insufficient", "turncoat", "prose", "empty", "garbled",
    "other_model", "silent_model", "no_tokens", "timeout", "rate_limited", "auth_failed",
    "unavailable", "died", "overtaken",
]  # fmt: skip
MOODS: tuple[Mood, ...] = get_args(Mood)
GOOD: tuple[Mood, ...] = ("plain", "plain", "queue", "taste", "turncoat")
TEMPERS = {"calm": 0.0, "moody": 0.3, "wild": 0.8}
"""How likely a call goes otherwise than well."""
LEASE = 31_000
"""Milliseconds after which a lease that nobody renewed is over."""

ENTRIES: tuple[Entry, ...] = (
    *FOUR,
    CARL,
    entry("twin", 1, base_url="http://127.0.0.1:8/v1"),
    entry("gratis", 6, price=None),
    entry("narrow", 7, limits=Limits(context=2_000, output=1_000)),
    Entry(id="echo", transport="scripted", model="echo"),
    Entry(id="hand", transport="manual", model="m8"),
)


class Died(Exception):
    """The process ended while a call was under way."""


class Moody(ScriptedAdvisor):
    """Answers as its advisor's mood is."""

    def __init__(self, world: "World") -> None:
        super().__init__(self.said)
        self.world = world

    def said(self, call: Call) -> Any:
        mood = self.world.mood(call)
        match mood:
            case "queue" | "taste" | "insufficient" | "turncoat" | "random":
                return _chosen(call, mood)
            case "prose":
                return "I would rather not rank these. Response B is dangerous."
            case "empty":
                return "  "
            case "garbled":
                return Reply(status="malformed", sent=True, raw=b"{", diagnostic="cut off")
            case "other_model" | "silent_model" | "no_tokens":
                return self.parse(_raw(call, mood))
            case "timeout":
                return Reply(status="timeout", sent=True, diagnostic="no reply in time")
            case "rate_limited":
                return Reply(status="rate_limited", sent=True, retry_after=60)
            case "auth_failed":
                return Reply(status="auth_failed", sent=False, diagnostic="no key")
            case "unavailable":
                return Reply(status="unavailable", sent=False)
            case "died":
                raise Died(call.context)
            case "overtaken":
                self.world.overtake(call)
        return fill(call)

    def parse(self, body: bytes) -> Reply:
        """A negative count of tokens stands for none."""
        found = super().parse(body)
        if found.input_tokens is not None and found.input_tokens < 0:
            return Reply(status="completed", sent=True, raw=body, text=found.text,
                         model=found.model)  # fmt: skip
        return found


def _raw(call: Call, mood: str) -> bytes:
    model = {"other_model": "impostor", "silent_model": None}.get(mood, call.entry.model)
    tokens = -1 if mood == "no_tokens" else 10
    text = canonical(fill(call)).decode()
    said = {"input_tokens": tokens, "model": model, "output_tokens": tokens, "text": text}
    return canonical(said)


def _chosen(call: Call, mood: str) -> dict[str, Any]:
    if mood == "random":
        return _random(call)
    made = fill(call)
    choices = call.schema["properties"].get("choice", {}).get("enum", ["?"])
    if "choice" in made:
        made["choice"] = choices[-1] if mood == "insufficient" else choices[1 % len(choices)]
    if mood == "taste" and "dispute" in made:
        made["dispute"] = "value"
    if mood == "turncoat" and "changed" in made:
        made |= {"changed": True, "choice": choices[0], "basis": "LOGICAL_ERROR",
                 "concedes": "it does not hold", "reasoning": "the other one is right"}  # fmt: skip
        if call.schema["properties"]["evidence"]["maxItems"]:
            made["evidence"] = [call.schema["properties"]["evidence"]["items"]["enum"][0]]
    return made


def _random(call: Call) -> Any:
    """A reply of the form whose every choice is drawn; many of them break a rule of reading."""
    return _drawn(call.schema, Random(call.context), call.entry.id)


def _drawn(schema: Any, by: Random, text: str) -> Any:
    if "anyOf" in schema:
        return _drawn(by.choice(schema["anyOf"]), by, text)
    if "enum" in schema:
        return by.choice(schema["enum"])
    match schema["type"]:
        case "object":
            return {k: _drawn(v, by, f"{text} {k}") for k, v in schema["properties"].items()}
        case "array":
            n = min(schema.get("maxItems", 1), by.randint(0, 2))
            return [_drawn(schema["items"], by, f"{text} {i}") for i in range(n)]
        case "boolean":
            return by.random() < 0.3
        case "integer":
            return schema.get("minimum", 0)
        case "null":
            return None
        case _:
            return text[: schema.get("maxLength", 200)]


class Notes:
    """Notes that somebody saw; those that begin with `gone` are only there when they are back."""

    def __init__(self, world: "World") -> None:
        self.world = world

    def resolve(self, reference: Reference, commit: str | None, allowed: tuple[str, ...]) -> Found:
        if reference.at.startswith("gone") and not self.world.back:
            return Found(resolved=False, why="nobody remembers it")
        return Found(
            resolved=True, text=reference.at, seen_by="owner",
            seen_at="2026-11-30T12:00:00.000Z",
        )  # fmt: skip


class World:
    """One store with an owner, an agent of the owner and somebody else before it."""

    def __init__(
        self, settings: Settings, journal: Journal | None = None, *, without: str | None = None
    ) -> None:
        """`without`: the code of a rule that is left out."""
        self.ids = CountingIds()
        self.clock = FixedClock(step=1)
        self.journal = journal or MemoryJournal(self.ids)
        self.moods: dict[str, Mood] = {}
        self.temper, self.seed = "calm", ""
        self.back = False
        self.advisor = Moody(self)
        self.runner = ScriptedRunner()
        self.desk = desk(
            self.advisor, self.journal, clock=self.clock, ids=self.ids,
            evidence=lambda owner: Notes(self),
            rules=tuple(r for r in RULES if r.code != without),
            runner=self.runner,
        )  # fmt: skip
        self.settings = settings
        self.owner = Council.on(self.desk, settings, owner="owner")
        self.agent = Council.on(self.desk, settings, owner="owner", delegate=True)
        self.stranger = Council.on(self.desk, settings, owner="mallory")

    @property
    def bench(self) -> Bench:
        """What re-deriving needs."""
        on = self.desk
        return Bench(rules=on.rules, ruleset=on.ruleset, read=on.journal.get, advisors=on.advisors)

    def mood(self, call: Call) -> Mood:
        """The mood that was set for an advisor, else one drawn for the call alone."""
        if call.entry.id in self.moods:
            return self.moods[call.entry.id]
        by = Random(f"{self.seed} {call.context}")
        return by.choice(MOODS if by.random() < TEMPERS[self.temper] else GOOD)

    def wait(self) -> None:
        """Let time pass where a call that nobody makes any more holds a lease."""
        now = self.clock._now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        held = [x for h in self.journal.heads() for x in self.journal.leases(h.case)]
        if any(x.until > now for x in held):
            self.clock.advance(LEASE)

    def overtake(self, call: Call) -> None:
        """Another process takes the case over while the call is under way, once."""
        before, self.moods = self.moods, dict.fromkeys(self.moods, "plain")
        self.temper, temper = "calm", self.temper
        self.clock.advance(LEASE)
        case = next(
            h.case
            for h in self.journal.heads()
            if call.context in fold(self.journal.read(h.case)).dispatches
        )
        other = Thread(target=self._resume, args=(case,))
        other.start()
        other.join()
        self.moods, self.temper = before, temper

    def _resume(self, case: str) -> None:
        self.owner.open(case).resume()

    def answer(self, case: str, seat: str, mood: str) -> bytes:
        """What a person brings back for a seat's block."""
        state = self.desk.state(case)
        planned, round = state.seat(seat), open_round(state)
        if planned is None or round is None:
            return b"{}"
        asked = question(state, round, planned, "", self.journal.get)
        if mood == "prose":
            return b"I would rather not say."
        return canonical(_chosen(asked, mood))

    def photo(self) -> tuple[Any, ...]:
        """All that a refusal must leave as it is."""
        held = self.journal.snapshot()
        hashes = tuple(row.hash for row in held.rows)
        return hashes, held.heads, held.leases, held.charges, held.blobs
