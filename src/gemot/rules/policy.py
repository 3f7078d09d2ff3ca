"""Policy as data: how many advisors a plan may ask, and the bounds of a panel.

Source: majordomus 1.6, the 75 cells of mode x materiality x confidence.
"""

from gemot.records.framing import Case
from gemot.records.vocab import Confidence, Materiality, Mode, at_least

BUDGET: dict[Mode, dict[Materiality, int]] = {
    "ci": {"trivial": 0, "low": 0, "material": 0, "high": 0, "critical": 0},
    "fast": {"trivial": 0, "low": 0, "material": 0, "high": 1, "critical": 1},
    "standard": {"trivial": 0, "low": 0, "material": 1, "high": 2, "critical": 2},
    "offline": {"trivial": 0, "low": 0, "material": 1, "high": 2, "critical": 2},
    "strict": {"trivial": 0, "low": 0, "material": 1, "high": 2, "critical": 3},
}
LESS: dict[Confidence, int] = {"low": 0, "medium": 0, "high": 1}
"""What the host's confidence takes off the budget; the floor is 0."""
WANTED = ("independent_reasoning",)
"""The capabilities wanted where a case names none."""
SEATS_MAX = 26


def budget(
    mode: Mode, stakes: Materiality, confidence: Confidence, seats: int | None = None
) -> int:
    """How many advisors may be asked. The owner's `seats` raises it, never for mode ci nor for
    trivial or low stakes."""
    table = max(0, BUDGET[mode][stakes] - LESS[confidence])
    if seats is None or mode == "ci" or stakes in ("trivial", "low"):
        return table
    return min(max(table, seats), SEATS_MAX)


def weighty(case: Case) -> bool:
    """Whether some choice of the case pays for the full form; `weighing` asks it of one."""
    return at_least(case.stakes, "high") or any(o.reversibility == "one_way" for o in case.options)
