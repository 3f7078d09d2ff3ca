"""The objects of `--json`: plain values in a fixed order, `schema` first.

Laws: what is not known yet is null and never zero; amounts are exact decimal numbers of USD;
the texts are as recorded, and `encode` writes every character that hides as a JSON escape, so
that the same value is safe to look at.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

import msgspec

from gemot.records.after import Earlier
from gemot.records.faults import Fault
from gemot.rules.rule import Offence
from gemot.rules.stage import stage
from gemot.rules.state import State
from gemot.views import money, notice
from gemot.views.due import Due, plain
from gemot.views.status import status_of
from gemot.views.step import Act, Step, steps
from gemot.views.visible import hides

Object = dict[str, Any]
_encoder = msgspec.json.Encoder(decimal_format="number")


def encode(answer: Object, *, indent: int = 2) -> bytes:
    """The answer as JSON in UTF-8, one newline at its end; what would hide is escaped."""
    text = msgspec.json.format(_encoder.encode(answer), indent=indent).decode()
    if not text.isascii() or "\x7f" in text:
        text = "".join(_escape(c) if c > "~" and hides(c) else c for c in text)
    return text.encode() + b"\n"


def _escape(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(rf"\u{units[i : i + 4]}" for i in range(0, len(units), 4))


def usd(nano: int | None) -> Decimal | None:
    """Nano-dollars as an exact number of USD; None stays None."""
    return None if nano is None else Decimal(money.usd(nano))


def decide(
    case: str,
    state: State,
    acts: Iterable[Act] = (),
    held: tuple[Offence, ...] = (),
    *,
    reused: bool = False,
    earlier: Iterable[Earlier] = (),
    warnings: Iterable[str] = (),
    schema: str = "gemot/decide/1",
) -> Object:
    """What `decide` and `case resume` answer."""
    said = state.case
    return {
        "schema": schema,
        "case": case,
        "status": status_of(state, held, reused=reused),
        "panel": panel(state),
        "report": None if state.report is None else msgspec.to_builtins(state.report),
        "bill": bill(state),
        "next": [step(s) for s in steps(case, acts, held)],
        "question": said.question if said else None,
        "stakes": said.stakes if said else None,
        "stage": stage(state),
        "plan": plan(state),
        "offences": offences(held),
        "warnings": [*notice.notice(state, held, reused=reused), *warnings],
        "conclusion": conclusion(state),
        "precedent": precedent(state, earlier),
    }


def precedent(state: State, earlier: Iterable[Earlier] = ()) -> list[Object]:
    """Earlier cases on the subject, each with how it is related, what it chose, and why its
    conclusion is not reused; those given, else those that the case was framed with."""
    known = tuple(earlier) or (state.precedent.earlier if state.precedent else ())
    return [msgspec.to_builtins(e) for e in known]


def status(
    case: str,
    state: State,
    acts: Iterable[Act] = (),
    held: tuple[Offence, ...] = (),
    due: Iterable[Due] = (),
) -> Object:
    """What `status CASE` answers."""
    said, filed = state.case, state.filed
    return {
        "schema": "gemot/status/1",
        "case": case,
        "status": status_of(state, held),
        "stage": stage(state),
        "question": said.question if said else None,
        "owner": said.owner if said else None,
        "stakes": said.stakes if said else None,
        "opened": filed[0].at if filed else None,
        "panel": panel(state),
        "bill": bill(state),
        "next": [step(s) for s in steps(case, acts, held)],
        "in_doubt": [id for id, answer in state.doubts.items() if answer is None],
        "unresolved": list(state.unresolved),
        "offences": offences(held),
        "conclusion": conclusion(state),
        "due": [plain(case, d) for d in due],
        "precedent": precedent(state),
        "records": len(filed),
        "opaque": [f.name for f in state.opaque()],
        "forgotten": [f.name for f in filed if f.forgotten],
        "head": notice.head(state),
    }


def concluded(
    case: str, state: State, acts: Iterable[Act] = (), rivals: Iterable[Earlier] = ()
) -> Object:
    """What `conclude` answers; the head is what is kept outside the store, `rivals` are cases
    on the subject that stand for another choice."""
    return {
        "schema": "gemot/conclude/1",
        "case": case,
        "stage": stage(state),
        "conclusion": conclusion(state),
        "head": notice.head(state),
        "records": len(state.filed),
        "next": [step(s) for s in steps(case, acts)],
        "contradicts": [{"case": e.case, "choice": e.choice} for e in rivals],
    }


def panel(state: State) -> Object | None:
    """Seats, sources, attested, rehearsal. Before a report only what was planned is known."""
    if state.report is not None:
        said = state.report.panel
        return {
            "seats": said.seats,
            "sources": said.sources,
            "attested": said.attested,
            "rehearsal": said.rehearsal,
            "returned": said.returned,
            "families": list(said.families),
        }
    planned = state.plan
    return {
        "seats": len(planned.seats) if planned else None,
        "sources": None,
        "attested": None,
        "rehearsal": planned.rehearsal if planned else None,
        "returned": None,
        "families": None,
    }


def bill(state: State) -> Object:
    """Calls, USD of the settled ones, how many are unpriced and how many in doubt."""
    b = money.bill(state)
    return {
        "calls": b.calls,
        "usd": usd(b.nano),
        "unpriced": b.unpriced,
        "pasted": b.pasted,
        "in_doubt": b.in_doubt,
        "reserved_usd": usd(b.reserved),
        "input_tokens": b.input_tokens,
        "output_tokens": b.output_tokens,
    }


def plan(state: State) -> Object | None:
    """Who is asked, who is not, and why; None before it was computed."""
    p = state.plan
    if p is None:
        return None
    return {
        "route": p.route,
        "reason": p.reason,
        "mode": p.mode,
        "mode_source": p.mode_source,
        "budget": p.budget,
        "seats": [
            {
                "seat": s.id,
                "advisor": s.advisor,
                "transport": s.entry.transport,
                "model": s.entry.model,
                "why": s.why,
                "rehearsal": s.entry.rehearsal,
            }
            for s in (*p.seats, *((p.chair,) if p.chair else ()))
        ],
        "omitted": [{"advisor": o.advisor, "why": o.why} for o in p.omitted],
        "uncovered": list(p.uncovered),
        "rounds": list(p.rounds),
        "calls": p.calls,
        "on_doubt": p.on_doubt,
        "case_usd": usd(p.case_nano),
        "daily_usd": usd(p.daily_nano),
        "local_review": p.local_review,
    }


def conclusion(state: State) -> Object | None:
    """The conclusion that stands, with who recorded it and through which channel."""
    filed = notice.concluding(state)
    if filed is None:
        return None
    facts = {
        "record": filed.name,
        "at": filed.at,
        "by": filed.actor.name,
        "channel": filed.actor.channel,
        "delegate": filed.actor.delegate,
    }
    return {**msgspec.to_builtins(filed.record), **facts}


def step(s: Step) -> Object:
    """`{act, says, command}`, and what it is about."""
    return {
        "act": s.act,
        "says": s.says,
        "command": s.command,
        "waits": s.waits,
        "round": s.round,
        "seat": s.seat,
        "subject": s.subject,
    }


def offences(found: Iterable[Offence]) -> list[Object]:
    """Each offence whole, in the order of the registry."""
    return [
        {
            "code": o.code,
            "name": o.name,
            "severity": o.severity,
            "place": o.place,
            "got": o.got,
            "needed": o.needed,
            "says": o.says,
            "fix": o.fix,
        }
        for o in found
    ]


def faults(found: Sequence[Fault]) -> list[Object]:
    """Faults of an input in the same form; a null code says that the form itself is wrong."""
    from gemot.rules.registry import BY_CODE

    rules = {f.code: BY_CODE[f.code] for f in found if f.code in BY_CODE}
    return [
        {
            "code": f.code,
            "name": rules[f.code].name if f.code in rules else "faulty-input",
            "severity": "refuse",
            "place": f.place,
            "got": f.got,
            "needed": f.needed,
            "says": f"{f.place}: got {f.got}, needed {f.needed}",
            "fix": f.fix,
        }
        for f in found
    ]


def refusal(what: str, found: list[Object], acts: Iterable[Step] = ()) -> Object:
    """What any command answers that was refused: nothing was written. `found` is `offences(…)`
    or `faults(…)`."""
    return {
        "schema": "gemot/refusal/1",
        "what": what,
        "offences": found,
        "next": [step(s) for s in acts],
    }
