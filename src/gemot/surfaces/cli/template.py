"""The commented files that `init` and `admin config --example` write."""

DECISION = """\
---
# Only question, options and owner are needed. What you do not need, delete: an empty key is
# a fault. Everything here but `host` is shown to every seat; keep it neutral.
question: "Retry in process, or hand the job to a queue?"
options:
  - id: retry
    title: "Retry in process, three times with backoff"
  - id: queue
    title: "Hand the job to a queue"
    # reversibility: one_way             # hard to take back; raises the stakes
    # undo_cost: "a week, and the jobs that are waiting"
owner: OWNER                              # who is accountable; the owner decides, no count does

# How much hangs on it: trivial, low, material, high, critical. Below material nobody is asked.
# materiality: material
# categories: [operations]               # these and `affects` can only raise the stakes
# affects: ["src/jobs.py"]
# deadline: 2026-12-31

# What the decision rests on: what it is, where it is, and what it is said to show.
# Files are read at the commit that is checked out. A material decision needs at least one.
# evidence:
#   - at: src/jobs.py:10-42
#     claim: "a failed job is dropped without a trace"
#   - at: 3f9a1c0                        # a commit
#   - at: "seen on 2026-11-02: three jobs were lost during a deploy"    # a note of yours
#     status: OBSERVED                   # OBSERVED, INFERRED, ASSUMED, UNKNOWN, CONTESTED

# What success means.
# outcomes:
#   - success: "no job is lost when a worker dies"
#     failure: "a job is lost, or runs twice with an effect"

# ask: "Your own words; they travel as they are."
# directions: ["look at what happens during a deploy"]
# constraints: ["no new service that somebody has to run"]
# non_goals: ["throughput"]
# facts: ["about 200 jobs a day"]
# assumptions: ["a worker dies at most once a day"]
# questions: ["how long may a job wait?"]
# alternates: ["is the job needed at all?"]
# capabilities: [independent_reasoning]
# new_evidence: true                     # opens a question again that was concluded

# Your own view. It is recorded, and no advisor ever sees it.
# host:
#   favours: queue
#   hypothesis: "retrying in process loses jobs at every deploy"
#   confidence: medium                   # low, medium, high
---

Neutral context that every seat reads: what the system does today, and why the question comes up
now.
"""

CONFIG = """\
# Gemot's configuration: TOML, one file a user. `gemot admin config --path` says where it belongs;
# $GEMOT_CONFIG names another one.

# mode = "standard"      # offline, ci, fast, standard, strict
                         # a flag, $GEMOT_MODE, a CI runner and a repository's gemot.toml go before

[council]
# seats = 4              # your own number; absent: what the policy asks for
rounds = 2               # 2: positions, then one challenge; 1: positions alone
# chair = "carl"         # may draft the report; never takes a seat
on_doubt = "ask"         # a reply was lost: ask | again | drop

[limits]
case_usd = 1.00          # absent: you are asked before anything is spent; 0: nothing may be spent
daily_usd = 5.00         # over all cases, in a rolling day

# One table an advisor; their order is your preference. Prices are needed under a ceiling.
[[advisor]]
id = "anna"
transport = "api"
wire = "openai"                          # any server of the OpenAI-compatible chat format
base_url = "http://127.0.0.1:8000/v1"
model = "m1"
key = "env:ANNA_KEY"                     # env:NAME or file:PATH (0600); never the key itself
source = { vendor = "v1", family = "f1" }
capabilities = ["independent_reasoning"]
price = { input = 3.0, output = 15.0 }   # USD per million tokens

# A model file of yours, run on this machine by llama.cpp (pip install "gemot[local]"):
# [[advisor]]
# id = "mine"
# transport = "local"
# model = "/path/to/model.gguf"
# source = { vendor = "v2", family = "f2" }

# A seat whose question you carry to any model or person, and whose answer you paste:
# [[advisor]]
# id = "web"
# transport = "manual"
# base_url = "https://chat.example"        # where you ask it; no program contacts it
# source = { vendor = "v3", family = "f3" }
"""


def decision(owner: str) -> str:
    """The decision file, owned by `owner`."""
    import json

    return DECISION.replace("OWNER", json.dumps(owner, ensure_ascii=False), 1)
