"""The one registry of rules, in the order in which a case meets them. Codes are never reused.

Law: `digest` changes whenever records could be judged or computed otherwise: with a rule's
code, revision or severity, with the stage table, the policy tables or what `views` computes.
"""

from gemot.records.canonical import digest as digest_of
from gemot.rules import (
    after,
    call,
    clearance,
    conclusion,
    derivation,
    dispute,
    evidence,
    experiment,
    floors,
    framing,
    journal,
    packet,
    plan,
    policy,
    position,
    precedent,
    probe,
    reading,
    report,
    stage,
    trial,
    upkeep,
)
from gemot.rules.rule import Rule

RULES: tuple[Rule, ...] = (
    *stage.RULES,
    *framing.RULES,
    *precedent.RULES,
    *evidence.RULES,
    *probe.RULES,
    *plan.RULES,
    *packet.RULES,
    *clearance.RULES,
    *call.RULES,
    *position.RULES,
    *reading.RULES,
    *report.RULES,
    *dispute.RULES,
    *experiment.RULES,
    *trial.RULES,
    *conclusion.RULES,
    *after.RULES,
    *upkeep.RULES,
    *journal.RULES,
    *derivation.RULES,
)
BY_CODE: dict[str, Rule] = {rule.code: rule for rule in RULES}
FAMILIES: dict[str, str] = {
    "STG": "Stages",
    "FRM": "Framing",
    "PRE": "Precedent",
    "EVD": "Evidence",
    "PRB": "Probes",
    "PLN": "Plan",
    "PCK": "Packet",
    "CLR": "Clearance",
    "CAL": "Calls and authorizations",
    "POS": "Positions, challenges and drafts",
    "REA": "Replies",
    "RPT": "Report and verdicts",
    "DSP": "Disagreements and resolutions",
    "EXP": "Experiments and predictions",
    "CCL": "Conclusion",
    "AFT": "What comes after",
    "ADP": "Adoption of rules",
    "TMB": "Forgetting",
    "JRN": "Journal",
    "DRV": "Derivation",
}
"""The title of each family, by the letters of its codes, in the order of `RULES`."""
VIEWS = 3
"""Revision of what `gemot.views` computes; grows whenever a computed record would differ."""


def digest(rules: tuple[Rule, ...] = RULES) -> str:
    """The rule set's digest: codes with revision and severity, and the tables they read."""
    return digest_of(
        {
            "rules": [(r.code, r.revision, r.severity) for r in rules],
            "stages": [(kind, at, ok) for (kind, at), ok in stage.TABLE.items()],
            "budget": policy.BUDGET,
            "less": policy.LESS,
            "wanted": policy.WANTED,
            "seats": policy.SEATS_MAX,
            "floors": [sorted(map(str, getattr(floors, n).items())) for n in _tables()],
            "owners": sorted(floors.OWNERS),
            "one_way": floors.ONE_WAY,
            "views": VIEWS,
        }
    )


def _tables() -> list[str]:
    return sorted(n for n in vars(floors) if n.isupper() and isinstance(vars(floors)[n], dict))
