"""A whole desk of doubles: a council in memory, without clock, chance, model or network."""

import asyncio
from collections.abc import Mapping
from typing import Any

from gemot.conduct.cases import open_case
from gemot.conduct.convening import Convening
from gemot.conduct.decision import DecisionInput
from gemot.conduct.desk import Desk
from gemot.conduct.follows import Bench
from gemot.engines.inline import Stop, run
from gemot.ports.advisor import Advisor
from gemot.ports.evidence import Found
from gemot.ports.journal import Journal
from gemot.records.catalogue import Entry, Price, Source
from gemot.records.envelope import Actor
from gemot.records.evidence import Council
from gemot.records.framing import Host, Option, Reference
from gemot.rules.probe import RUNS
from gemot.rules.registry import RULES, digest
from gemot.testing.advisor import ScriptedAdvisor
from gemot.testing.fixed import CountingIds, FixedClock, FixedHolders
from gemot.testing.journal import MemoryJournal
from gemot.testing.runner import ScriptedRunner

OWNER = Actor(name="owner", channel="terminal")
PRICE = Price(input="3.0", output="15.0")


def entry(id: str, n: int, **changes: Any) -> Entry:
    """An `api` entry of a vendor and family of its own, which a script answers for."""
    fields: dict[str, Any] = {
        "id": id,
        "transport": "api",
        "wire": "openai",
        "base_url": "http://127.0.0.1:9/v1",
        "model": f"m{n}",
        "source": Source(vendor=f"v{n}", family=f"f{n}"),
        "price": PRICE,
    }
    return Entry(**{**fields, **changes})


FOUR = tuple(entry(name, n) for n, name in enumerate(("anna", "ben", "cleo", "dan"), 1))
CARL = entry("carl", 9)


class Project:
    """A project without a repository."""

    def identity(self) -> str:
        return "a" * 64

    def commit(self) -> str | None:
        return None

    def name(self) -> str:
        return "project"


class Notes:
    """Every reference is a note that somebody saw; what only a run shows nobody saw."""

    def resolve(self, reference: Reference, commit: str | None, allowed: tuple[str, ...]) -> Found:
        if reference.kind in RUNS:
            return Found(resolved=False, why="no run of it is kept")
        return Found(
            resolved=True,
            text=reference.at,
            seen_by="owner",
            seen_at="2026-11-30T12:00:00.000Z",
        )


def decision(**changes: Any) -> DecisionInput:
    """A material decision between two options that rests on one note."""
    fields: dict[str, Any] = {
        "question": "Retry in process, or a queue?",
        "options": (
            Option(id="retry", title="Retry in process"),
            Option(id="queue", title="A queue"),
        ),
        "owner": "owner",
        "materiality": "material",
        "evidence": (Reference(id="E1", status="OBSERVED", kind="note", at="two jobs a second"),),
        "host": Host(confidence="medium"),
    }
    return DecisionInput(**{**fields, **changes})


def desk(advisor: Advisor | None = None, journal: Journal | None = None, **changes: Any) -> Desk:
    """A desk of doubles; one scripted advisor answers for every entry."""
    clock = FixedClock(step=1)
    ids = CountingIds()
    answers = advisor or ScriptedAdvisor()
    fields: dict[str, Any] = {
        "journal": journal or MemoryJournal(ids),
        "clock": clock,
        "ids": ids,
        "holders": FixedHolders(),
        "project": Project(),
        "evidence": lambda owner: Notes(),
        "advisors": lambda entry: answers,
        "redact": unredacted,
        "rules": RULES,
        "ruleset": digest(),
        "trace": lambda point, subject: None,
        "runner": ScriptedRunner(),
    }
    return Desk(**{**fields, **changes})


def unredacted(text: str) -> tuple[str, Mapping[str, int]]:
    """No secrets are looked for."""
    return text, {}


def convening(
    entries: tuple[Entry, ...] = (*FOUR, CARL), mode: Any = "standard", **council: Any
) -> Convening:
    """Four seats, a challenge and a chair, with a dollar to spend."""
    fields: dict[str, Any] = {
        "seats": 4,
        "rounds": 2,
        "chair": "carl",
        "case_nano": 1_000_000_000,
    }
    return Convening(
        mode=mode,
        mode_source="flag",
        council=Council(**{**fields, **council}),
        entries=entries,
    )


def decide(on: Desk, given: DecisionInput, with_: Convening) -> Stop:
    """Open the case and do all that waits for nobody."""
    opening = open_case(on, given, OWNER)
    return asyncio.run(run(on, opening.case, with_))


def bench(on: Desk) -> Bench:
    """What re-deriving needs."""
    return Bench(rules=on.rules, ruleset=on.ruleset, read=on.journal.get, advisors=on.advisors)
