"""What each seat is shown: frozen parts, and the exact prompt made of them.

Laws: pure; core parts are the same bytes for every seat; a seat's prompt is its parts in
order and nothing else; nothing that holds the host's view is read (`_framing` takes a case
without it); the order in which seats see each other is fresh for each seat, derived from the
plan's token, and each seat's own answer comes last and is marked as its own.
"""

import hashlib
from collections.abc import Callable, Iterable

import msgspec

from gemot.records.answer import Challenge, Position
from gemot.records.canonical import sha256
from gemot.records.evidence import Evidence
from gemot.records.framing import Case, Host
from gemot.records.plan import Label, Packet, Part, Redaction, Seat, View
from gemot.records.vocab import Round, stem
from gemot.rules.reading import Shown
from gemot.rules.state import State
from gemot.views import prompts
from gemot.views.findings import findings
from gemot.views.fold import fenced, folded, quoted
from gemot.views.visible import visible

Read = Callable[[str], bytes | None]
"""Reads a blob by its digest."""


class Lost(LookupError):
    """A blob that a computation reads is not in the store."""


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """A packet and the bytes it names."""

    packet: Packet
    blobs: tuple[bytes, ...]
    """Every part, every prompt and the system message."""


class _Piece(msgspec.Struct, frozen=True, kw_only=True):
    part: Part
    text: str


def pack(state: State, round: Round, read: Read) -> Pack:
    """The packet of a round. `read` gives evidence excerpts, which were redacted when kept."""
    core = [*_framing(_blind(state)), *_evidence(state, read)]
    views, pieces, prompts_ = [], list(core), []
    for seat in state.seats(round):
        tail = _tail(state, round, seat)
        own = [*core, *tail.pieces]
        text = "\n\n".join(p.text for p in own) + "\n"
        prompts_.append(text.encode())
        pieces += [p for p in tail.pieces if p not in pieces]
        views.append(
            View(
                seat=seat.id,
                parts=tuple(p.part.id for p in own),
                digest=sha256(text.encode()),
                size=len(text.encode()),
                labels=tail.labels,
            )
        )
    packet = Packet(
        round=round,
        system=sha256(prompts.SYSTEM.encode()),
        parts=tuple(p.part for p in pieces),
        views=tuple(views),
        redactions=_redactions(state),
    )
    texts = [prompts.SYSTEM.encode(), *(p.text.encode() for p in pieces), *prompts_]
    return Pack(packet=packet, blobs=tuple(dict.fromkeys(texts)))


def shown(state: State, round: Round, seat: str) -> Shown:
    """The ids that a seat was shown in a round whose packet is frozen."""
    case, packet = state.case, state.packets[round]
    assert case is not None
    view = next(v for v in packet.views if v.seat == seat)
    labels = [label.label for label in view.labels]
    return Shown(
        options=tuple(o.id for o in case.options),
        evidence=tuple(e for e in state.evidence if e in view.parts),
        outcomes=tuple(o.reference for o in state.outcomes.values()),
        directions=len(case.directions),
        own=tuple(x for x in labels if x.startswith("OWN-")),
        others=tuple(x for x in labels if x.startswith("V")),
        findings=tuple(x for x in labels if x.startswith("F")),
    )


def _blind(state: State) -> State:
    """The state with the host's view taken out of its case."""
    case = state.case
    assert case is not None
    blind = msgspec.structs.replace(case, host=Host())
    return State(
        tuple(
            msgspec.structs.replace(f, record=blind) if f.record is case else f for f in state.filed
        )
    )


def _piece(id: str, kind: str, text: str) -> _Piece:
    data = text.encode()
    part = msgspec.convert(
        {"id": id, "kind": kind, "digest": sha256(data), "size": len(data)}, Part
    )
    return _Piece(part=part, text=text)


def _framing(state: State) -> list[_Piece]:
    case = state.case
    assert case is not None
    sections = [
        ("preamble", prompts.PREAMBLE),
        ("question", _question(case)),
        ("owner", _owner(case)),
        ("outcomes", _outcomes(state)),
        ("bounds", _bounds(case)),
        ("context", _context(case)),
        ("known", _known(case)),
    ]
    return [_piece(id, "core", text) for id, text in sections if text]


def _context(case: Case) -> str:
    return "\n".join(["# Context", *quoted(visible(case.context))]) if case.context.strip() else ""


def _question(case: Case) -> str:
    lines = ["# Question", folded(case.question), "", "Options:"]
    for o in case.options:
        door = "can be taken back" if o.reversibility == "two_way" else "hard to take back"
        cost = f"; taking it back: {folded(o.undo_cost)}" if o.undo_cost else ""
        lines.append(f"- `{o.id}` {folded(o.title)} ({door}{cost})".replace("`  (", "` ("))
    if case.deadline:
        lines.append(f"\nTo be decided by {case.deadline}.")
    return "\n".join(lines)


def _owner(case: Case) -> str:
    lines = []
    if case.ask:
        lines += ["# The owner's own words", *quoted(case.ask)]
    if case.directions:
        lines.append("# The owner's directions")
        for i, d in enumerate(case.directions, 1):
            lines += quoted(d, f"{i}. ")
    return "\n".join(lines)


def _outcomes(state: State) -> str:
    lines = ["# What success means"] if state.outcomes else []
    for o in state.outcomes.values():
        lines.append(f"- {o.reference}: {folded(o.success)}")
        details = (
            ("fails when", o.failure),
            ("for", o.beneficiary),
            ("now", o.baseline),
            ("target", o.target),
            ("accepted trade-offs", o.tradeoffs),
            ("horizon", o.horizon),
            ("observed by", o.observation),
        )
        lines += [f"  {name}: {folded(text)}" for name, text in details if text]
    return "\n".join(lines)


def _bounds(case: Case) -> str:
    return _lists(
        ("Not meant", case.non_goals), ("Constraints", case.constraints), ("Affects", case.affects)
    )


def _known(case: Case) -> str:
    return _lists(
        ("Facts as stated", case.facts),
        ("Assumptions", case.assumptions),
        ("Open questions", case.questions),
        ("Other readings of the question", case.alternates),
    )


def _lists(*named: tuple[str, tuple[str, ...]]) -> str:
    parts = [
        "\n".join([f"# {n}", *(f"- {folded(x)}" for x in items)]) for n, items in named if items
    ]
    return "\n\n".join(parts)


def _evidence(state: State, read: Read) -> list[_Piece]:
    plan = state.plan
    assert plan is not None
    return [_exhibit(e, plan.token, read) for e in state.evidence.values() if e.resolved]


def _exhibit(e: Evidence, token: str, read: Read) -> _Piece:
    lines = [f"# Evidence {e.id} ({e.status}, {e.kind})", f"Where: {folded(e.at)}"]
    if e.claim.strip():
        lines.append(f"Said to show: {folded(e.claim)}")
    data = read(e.excerpt) if e.excerpt else None
    if e.excerpt and data is None:
        raise Lost(f"the excerpt of {e.id} is not in the store")
    if data is not None:
        lines += fenced(data.decode(), lambda n: _fence(token, e.id, n))
    return _piece(e.id, "evidence", "\n".join(lines))


class _Tail(msgspec.Struct, frozen=True, kw_only=True):
    pieces: list[_Piece]
    labels: tuple[Label, ...] = ()


def _tail(state: State, round: Round, seat: Seat) -> _Tail:
    """What only this seat is shown, its question last."""
    question = _piece(f"ask.{round}", "seat", prompts.ASK[stem(round)])
    if round == "positions":
        return _Tail(pieces=[question])
    if round == "chair":
        text, labels = _for_chair(state)
    elif stem(round) == "prediction":
        text, labels = _for_predictor(state, round, seat.id), ()
    else:
        text, labels = _for_peer(state, seat.id)
    return _Tail(pieces=[_piece(f"{round}.{seat.id}", "round", text), question], labels=labels)


def _for_peer(state: State, seat: str) -> tuple[str, tuple[Label, ...]]:
    plan = state.plan
    assert plan is not None
    others = [p for s, p in state.positions.items() if s != seat]
    others.sort(key=lambda p: _derive(plan.token, "order", seat, p.seat))
    labels: list[Label] = []
    blocks = ["# The answers"]
    named = [(f"V{i}", p) for i, p in enumerate(others, 1)] + [("OWN", state.positions[seat])]
    for name, p in named:
        mine = [Label(label=f"{name}-C{i}", of=c.id) for i, c in enumerate(p.claims, 1)]
        labels += mine
        blocks.append(_answer(name, p, mine))
    return "\n\n".join(blocks), tuple(labels)


def _answer(name: str, p: Position, labels: Iterable[Label]) -> str:
    title = "Your own answer (OWN)" if name == "OWN" else f"Answer {name}"
    lines = [f"## {title}", f"Choice: `{p.choice}`", f"Rationale: {folded(p.rationale)}", "Claims:"]
    for label, c in zip(labels, p.claims, strict=True):
        cited = f" [{', '.join(c.evidence)}]" if c.evidence else ""
        lines.append(f"- {label.label} ({c.kind}) {folded(c.text)}{cited}")
    lines.append(f"Concern about its own choice: {folded(p.concern)}")
    lines.append(f"Would be wrong if: {folded(p.falsifier)}")
    return "\n".join(lines)


def _for_predictor(state: State, round: Round, seat: str) -> str:
    """The experiment, and the seat's own choice; nobody else's expectation."""
    experiment = state.experiments[round.partition(".")[2]]
    challenge = state.challenges.get(seat)
    choice = challenge.effective if challenge else state.positions[seat].choice
    lines = [
        "# The experiment",
        f"Command: `{folded(' '.join(experiment.command))}`",
        f"Folder: `{folded(experiment.folder)}`",
    ]
    if experiment.shows.strip():
        lines.append(f"Meant to show: {folded(experiment.shows)}")
    return "\n".join([*lines, "", "# Your choice", f"`{choice}`"])


def _for_chair(state: State) -> tuple[str, tuple[Label, ...]]:
    lines = ["# What was claimed"]
    labels = []
    for f in findings(state):
        labels.append(Label(label=f.id, of=f.claims[0]))
        cited = f" [{', '.join(f.evidence)}]" if f.evidence else ""
        disputed = " (disputed)" if f.opposers else ""
        lines.append(f"- {f.id} ({f.kind}){disputed} {folded(f.text)}{cited}")
    lines.append("\n# What was chosen, and why")
    reasons = [_stand(p, state.challenges.get(s)) for s, p in state.positions.items()]
    return "\n".join([*lines, *sorted(reasons)]), tuple(labels)


def _stand(p: Position, c: Challenge | None) -> str:
    choice = c.effective if c else p.choice
    return f"- `{choice}`: {folded(p.rationale)} | Concern about it: {folded(p.concern)}"


def _fence(token: str, id: str, tries: int) -> str:
    """The mark of an excerpt's fence, which whoever wrote the excerpt could not know."""
    return _derive(token, "fence", id, *(["again"] * tries))[:12]


def _derive(token: str, *names: str) -> str:
    return hashlib.sha256("|".join((token, *names)).encode()).hexdigest()


def _redactions(state: State) -> tuple[Redaction, ...]:
    case = state.case
    assert case is not None
    found: dict[str, int] = {}
    for r in (*case.redactions, *(r for e in state.evidence.values() for r in e.redactions)):
        found[r.kind] = found.get(r.kind, 0) + r.count
    return tuple(Redaction(kind=k, count=found[k]) for k in sorted(found))
