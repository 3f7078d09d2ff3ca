"""One finding, for people."""

from typing import TYPE_CHECKING

from gemot.rules.citation import count
from gemot.views.findings import methods, unverified
from gemot.views.notice import attestation
from gemot.views.visible import line

if TYPE_CHECKING:
    from gemot.records.report import Finding
    from gemot.rules.state import State


def finding_lines(state: "State", f: "Finding") -> list[str]:
    """A finding, who stands where, what it survives, and its verdict."""
    shown = [
        f"{f.id} ({f.bucket}, {f.kind})",
        f"  {line(f.text)}",
        f"  held by {', '.join(f.supporters) or 'nobody'}: "
        f"{attestation(f.sources, f.attested)}; {count(f.confirmations, 'confirmation')}",
        f"  opposed by {', '.join(f.opposers) or 'nobody'}",
        f"  claims {', '.join(f.claims)}; evidence {', '.join(f.evidence) or 'none'}; "
        f"methods {', '.join(methods(state, f)) or 'none'}",
        f"  survives the loss of any one source: {_yes(f.survives_source)}; "
        f"of any one piece of evidence: {_yes(f.survives_evidence)}",
    ]
    if unverified(state, f):
        shown.append("  unverified: it says how something works, and no run covers it")
    verdict = state.verdicts.get(f.id)
    if verdict is None:
        return [*shown, "  no verdict yet"]
    return [*shown, f"  verdict: {verdict.judgement}: {line(verdict.reason)}"]


def _yes(value: bool) -> str:
    return "yes" if value else "no"
