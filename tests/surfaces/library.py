"""Councils for the library's tests: beside the command line, or on doubles in memory."""

import json
from typing import Any

from gemot import Case, Council
from gemot.conduct.settings import Settings
from gemot.records.evidence import Council as Seating
from gemot.testing.advisor import ScriptedAdvisor, fill
from gemot.views.answer import encode
from tests.council import CARL, FOUR, desk
from tests.surfaces.command import OWNER

QUESTION = "Retry in process, or a queue?"
FRAMING: dict[str, Any] = {"options": ["retry", "queue"], "materiality": "material"}
EVIDENCE = ["src/jobs.py:3-5"]
SEEN = ["two jobs a second"]
FILE = f"""---
question: {QUESTION}
options: [retry, queue]
owner: {OWNER}
materiality: material
evidence: [{EVIDENCE[0]}]
---
Jobs run at night.
"""
VOLATILE = {"at", "opened", "began", "ended", "until", "head", "hash", "input_tokens", "digest"}
"""Keys whose values differ between two stores: times, and what fresh tokens change."""


def plain(answer: dict[str, Any]) -> Any:
    """An answer as JSON gives it, without what two runs never share."""
    return steady(json.loads(encode(answer)))


def steady(value: Any) -> Any:
    match value:
        case dict():
            return {k: steady(v) for k, v in value.items() if k not in VOLATILE}
        case list():
            return [steady(v) for v in value]
        case _:
            return value


def scripted(script: Any = None, **seating: Any) -> Council:
    """A council of four, a challenge and a chair on doubles in memory."""
    given: dict[str, Any] = {"seats": 4, "rounds": 2, "chair": "carl", "case_nano": 10**9}
    settings = Settings(council=Seating(**{**given, **seating}), advisors=(*FOUR, CARL))
    return Council.on(desk(ScriptedAdvisor(script)), settings, owner="owner")


def asked(on: Council, question: str = QUESTION, **more: Any) -> Case:
    return on.decide(question, evidence=SEEN, **{**FRAMING, **more})


def divided(call: Any) -> Any:
    """One seat is for another option."""
    made = fill(call)
    return {**made, "choice": "queue"} if call.entry.id == "anna" and "choice" in made else made
