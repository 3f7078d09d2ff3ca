"""A sound decision file and faults to plant in it, each at a place of its own."""

import re
from typing import NamedTuple

NOW = "2026-11-30T21:18:20.123Z"
SOUND = """---
question: Retry in process, or a queue?
subject: how jobs are retried
options:
  - id: retry
    title: Retry in process
    reversibility: two_way
  - id: queue
    title: A queue
    reversibility: one_way
    undo_cost: a week of work
  - id: later
    title: Decide later
  - Do nothing at all
owner: Ada
ask: what would you do
directions: [keep it small, no new service]
materiality: material
categories: [data, operations]
affects: [src/jobs.py, the nightly run]
deadline: 2027-03-31
outcomes:
  - no job is lost
  - id: O2
    success: an operator sees what failed
    horizon: a year
  - success: restarts stay cheap
    observation: a timer
non_goals: [exactly once]
constraints: [one host, no root]
alternates: [is it the scheduler]
facts: [two jobs were lost, jobs take a minute]
assumptions: [restarts are rare]
questions: [how often do we restart]
evidence:
  - id: E1
    kind: file
    at: src/jobs.py:10-42
    claim: the loop
  - id: E2
    status: ASSUMED
    kind: note
    at: seen in March
  - at: 3f9a1c0
  - another note of ours
capabilities: [code_review]
new_evidence: false
host:
  hypothesis: the queue
  favours: queue
  confidence: low
---
Body text.
"""


class Planted(NamedTuple):
    """A change of one snippet, and the one fault that it makes."""

    old: str
    new: str
    place: str
    needed: str
    code: str | None = None


def _one_of(words: str) -> str:
    return f"one of {words}"


WORD = "1 to 64 of A-Z a-z 0-9 _ . : -, beginning with a letter or digit"
ITEM = "text, or no such item"
KINDS = "file, commit, note, command, test, adr, rule, record, document, runtime, prior_opinion"
LEVELS = "trivial, low, material, high, critical"
STATES = "OBSERVED, INFERRED, ASSUMED, UNKNOWN, CONTESTED"
CATEGORIES = (
    "architecture, autonomous_execution_plan, compatibility, concurrency, correctness, "
    "credentials, data, destructive, external_mutation, format, governance, interface, "
    "irreversible, local_reversible, name, operations, owner_only, product_roadmap, "
    "public_contract, publishing, release, remote_deletion, scope_expansion, security, "
    "security_policy, spend"
)
KEYS = (
    "affects, alternates, ask, assumptions, capabilities, categories, constraints, deadline, "
    "directions, evidence, facts, host, materiality, new_evidence, non_goals, options, outcomes, "
    "owner, question, questions, subject"
)
WISH = (
    "authority, baseline, beneficiary, failure, horizon, id, observation, proposer, success, "
    "target, tradeoffs"
)
ONCE = "each key once; the first is on line #"

FAULTS: tuple[Planted, ...] = (
    Planted("question: Retry in process, or a queue?", 'question: "  "',
            "question", "the choice, as a question", "FRM001"),
    Planted("subject: how jobs are retried", "subject: [jobs]", "subject", "text"),
    Planted("id: retry\n", "id: retry it\n", "options[0].id", WORD),
    Planted("title: Retry in process\n", "title: Retry\n    title: again\n",
            "options[0].title", ONCE),
    Planted("reversibility: two_way", "reversibility: both",
            "options[0].reversibility", _one_of("two_way, one_way")),
    Planted("undo_cost: a week of work", 'undo_cost: " "',
            "options[1].undo_cost", "what taking it back would cost", "FRM008"),
    Planted("id: later", "id: Neither", "options[2].id",
            "an id other than INSUFFICIENT_EVIDENCE, neither, primary", "FRM004"),
    Planted("title: Decide later", "title: true", "options[2].title", "text"),
    Planted("- Do nothing at all", "- Queue", "options[3].id",
            "an id of its own, since options[1].id has it too", "FRM003"),
    Planted("owner: Ada", 'owner: " "', "owner", "the name of who is accountable", "FRM005"),
    Planted("ask: what would you do", "ask: false", "ask", "text"),
    Planted("no new service]", '""]', "directions[1]", ITEM, "FRM006"),
    Planted("materiality: material", "materiality: huge", "materiality", _one_of(LEVELS)),
    Planted("[data, ", "[daata, ", "categories[0]", _one_of(CATEGORIES), "FRM019"),
    Planted("operations]", "night shift]", "categories[1]", WORD),
    Planted("the nightly run]", "' ']", "affects[1]", ITEM, "FRM006"),
    Planted("2027-03-31", "2027-02-30", "deadline", "a day of the calendar", "FRM009"),
    Planted("- no job is lost", '- " "', "outcomes[0].success",
            "what success would be seen by", "FRM020"),
    Planted("- id: O2", "- id: O1", "outcomes[1].id",
            "an id of its own, or the next version", "FRM021"),
    Planted("horizon: a year", "horizon: {years: 1}", "outcomes[1].horizon", "text"),
    Planted("observation: a timer", "observed: a timer", "outcomes[2].observed", _one_of(WISH)),
    Planted("non_goals: [exactly once]", "non_goals: exactly once", "non_goals", "a list"),
    Planted("no root]", "&r no root]", "constraints[1]", "a plain value"),
    Planted("[is it the scheduler]", "[*r]", "alternates[0]", "a value"),
    Planted("[two jobs were lost", "[The queue!", "facts[0]",
            "text that every seat may see without leaning", "FRM015"),
    Planted("jobs take a minute]", "!!str a minute]", "facts[1]", "a plain value"),
    Planted("[restarts are rare]", "[~]", "assumptions[0]", "text"),
    Planted("questions: [how often do we restart]", "questions:", "questions", "a list"),
    Planted("- id: E1", "- id: E0", "evidence[0].id", "an evidence id: E1, E2, …"),
    Planted("kind: file", "kind: fil", "evidence[0].kind", _one_of(KINDS)),
    Planted("at: src/jobs.py:10-42", "at: ''", "evidence[0].at",
            "a path, a commit or the text of a note", "FRM012"),
    Planted("claim: the loop", "clam: the loop", "evidence[0].clam",
            _one_of("at, claim, id, kind, status")),
    Planted("- id: E2", "- id: E4", "evidence[3].id",
            "an id of its own, since evidence[1].id has it too", "FRM011"),
    Planted("status: ASSUMED", "status: SEEN", "evidence[1].status", _one_of(STATES)),
    Planted("at: 3f9a1c0", "at: src/a.py:9-3", "evidence[2].at",
            "lines from 1 on, the first before the last", "FRM013"),
    Planted("[code_review]", "[-x]", "capabilities[0]", WORD),
    Planted("new_evidence: false", "new_evidence: no", "new_evidence", "true or false"),
    Planted("host:\n", "colour: red\nhost:\n", "colour", _one_of(KEYS)),
    Planted("hypothesis: the queue\n", "hypothesis: the queue\n  mood: glad\n", "host.mood",
            _one_of("confidence, favours, hypothesis")),
    Planted("favours: queue", "favours: nowhere", "host.favours", "", "FRM007"),
    Planted("confidence: low", "confidence: sure", "host.confidence", _one_of("low, medium, high")),
    Planted("Body text.", "x" * 60_001, "(body)", "at most 60000"),
)  # fmt: skip


def plant(faults: tuple[Planted, ...]) -> str:
    """The sound file with these faults."""
    text = SOUND
    for fault in faults:
        assert text.count(fault.old) == 1, fault.old
        text = text.replace(fault.old, fault.new)
    return text


def masked(text: str) -> str:
    """A message without its line numbers, which move with what is planted above."""
    return re.sub(r"\bline \d+", "line #", text)
