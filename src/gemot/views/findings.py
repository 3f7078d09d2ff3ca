"""Findings: the seats' claims, matched by the seats themselves, and who stands where.

Laws: every claim of every counted position is in exactly one finding and every finding in one
bucket; two claims are one finding only where both were made sealed and a seat related its own
to the other's by id, uncontradicted; a remark on a claim that the seat never made adds no
support, but a disagreement does lower it; a valid change of choice withdraws a seat's support
from its claims, save those it relates anew; agreement of one source is a minority, however
many seats it fills. Pure; sources: agentops-council 1.2, 1.3 and the design, section 4.
"""

from collections.abc import Sequence

from gemot.records.answer import Claim
from gemot.records.call import Identity
from gemot.records.probe import Prediction, Probe
from gemot.records.report import Finding
from gemot.records.vocab import Bucket, Method
from gemot.rules.state import State
from gemot.views.source import attested, distinct, families

Pair = tuple[str, str]
"""(claim of the one who relates, claim of another)."""
JOINS = ("agree", "duplicate_of")


def findings(state: State) -> tuple[Finding, ...]:
    """All findings, numbered in the order of their first claim."""
    claims = {c.id: c for p in state.positions.values() for c in p.claims}
    groups = _groups(list(claims), _matches(state))
    return tuple(_finding(state, f"F{i}", [claims[c] for c in g]) for i, g in enumerate(groups, 1))


def identities(state: State, seats: Sequence[str]) -> list[Identity]:
    """Who answered in the first round, seat by seat, as its receipts say."""
    found = []
    for seat in seats:
        receipt = state.receipts[state.positions[seat].dispatch]
        found.append(receipt.identity)
    return found


def holder(claim: str) -> str:
    """The seat that made a claim: `A` of `A-C1`."""
    return claim.rsplit("-", 1)[0]


def _related(state: State, relations: Sequence[str]) -> set[Pair]:
    return {
        (k.own, k.other)
        for c in state.challenges.values()
        for k in c.links
        if k.own is not None and k.relation in relations
    }


def _matches(state: State) -> set[Pair]:
    """Pairs that their makers hold for the same, without contradiction from either."""
    same, against = _related(state, JOINS), _related(state, ("disagree",))
    return {(a, b) for a, b in same if (a, b) not in against and (b, a) not in against}


def _groups(claims: list[str], matches: set[Pair]) -> list[list[str]]:
    """Connected claims, in the order of their first."""
    leader = {c: c for c in claims}

    def top(c: str) -> str:
        while leader[c] != c:
            c = leader[c]
        return c

    for a, b in sorted(matches):
        first, second = sorted((top(a), top(b)), key=claims.index)
        leader[second] = first
    groups: dict[str, list[str]] = {}
    for c in claims:
        groups.setdefault(top(c), []).append(c)
    return list(groups.values())


def _finding(state: State, id: str, claims: list[Claim]) -> Finding:
    ids = tuple(c.id for c in claims)
    opposers = _opposers(state, ids)
    supporters = tuple(s for s in _supporters(state, ids) if s not in opposers)
    who = identities(state, supporters)
    methods = _methods(state, [c for c in claims if holder(c.id) in supporters])
    sources = distinct(who)
    return Finding(
        id=id,
        bucket=_bucket(claims, supporters, opposers, sources),
        kind=claims[0].kind,
        text=claims[0].text,
        claims=ids,
        supporters=supporters,
        opposers=opposers,
        sources=sources,
        attested=attested(who),
        families=families(who),
        methods=methods,
        confirmations=_confirmations(sources, len(methods)),
        evidence=tuple(e for e in state.evidence if any(e in c.evidence for c in claims)),
        survives_source=_survives_source(who),
        survives_evidence=_survives_evidence(state, supporters),
    )


def _supporters(state: State, claims: Sequence[str]) -> list[str]:
    """Makers of the claims that still stand by them."""
    found = []
    for seat, position in state.positions.items():
        if not any(c.id in claims for c in position.claims):
            continue
        challenge = state.challenges.get(seat)
        stands = challenge is None or challenge.effective == position.choice
        links = challenge.links if challenge else ()
        if stands or any(k.own in claims and k.relation in JOINS for k in links):
            found.append(seat)
    return found


def _opposers(state: State, claims: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        seat
        for seat, c in state.challenges.items()
        if any(k.other in claims and k.relation == "disagree" for k in c.links)
    )


def _bucket(
    claims: Sequence[Claim], supporters: Sequence[str], opposers: Sequence[str], sources: int
) -> Bucket:
    if any(c.against is not None for c in claims):
        return "caller_challenge"
    if opposers:
        return "divergence"
    if not supporters:
        return "unresolved"
    return "consensus" if sources > 1 else "minority"


def _methods(state: State, claims: Sequence[Claim]) -> tuple[Method, ...]:
    """Methods that were shown: a run that was made for the seat is executing, a commit that is
    cited is tracing, the packet alone is reading."""
    found: set[Method] = set()
    for c in claims:
        if holder(c.id) in executing(state):
            found.add("executing")
            continue
        cited = [state.evidence[e] for e in c.evidence if e in state.evidence]
        traced = any(e.kind == "commit" and e.resolved for e in cited)
        found.add("tracing" if traced else "reading")
    return tuple(sorted(found))


def executing(state: State) -> frozenset[str]:
    """The seats that a run was made for which ended by itself: one that names the seat, or one
    of an experiment that the seat itself had predicted before."""
    found, expected = set(), set()
    for f in state.filed:
        r = f.record
        if isinstance(r, Prediction) and r.by == "seat":
            expected.add((r.experiment, r.holder))
        elif isinstance(r, Probe) and r.status == "done":
            found |= {r.seat} if r.seat else set()
            found |= {holder for x, holder in expected if x == r.experiment}
    return frozenset(found)


def methods(state: State, finding: Finding) -> tuple[Method, ...]:
    """Methods that were shown for a finding by now: runs that were made after the report count
    for who reads it, and change nothing that the report says."""
    claims = {c.id: c for p in state.positions.values() for c in p.claims}
    mine = [claims[c] for c in finding.claims if c in claims and holder(c) in finding.supporters]
    return _methods(state, mine)


def unverified(state: State, finding: Finding) -> bool:
    """Whether a finding says how something works, and no run covers it: none made for who claims
    it, none among the evidence that it or its verdict cites."""
    if finding.kind != "mechanism" or "executing" in methods(state, finding):
        return False
    verdict = state.verdicts.get(finding.id)
    cited = {*finding.evidence, *(verdict.evidence if verdict else ())}
    return not any(e.resolved and e.probe for id, e in state.evidence.items() if id in cited)


def _confirmations(sources: int, methods: int) -> int:
    return min(sources, 1) if sources < 2 or methods < 2 else min(sources, methods)


def _survives_source(who: list[Identity]) -> bool:
    """Whether two distinct sources are left whichever answer's source is taken away."""
    if distinct(who) < 2:
        return False
    return all(distinct([i for i in who if not _same(i, gone)]) > 1 for gone in who)


def _same(a: Identity, b: Identity) -> bool:
    return distinct([a, b]) == 1


def _survives_evidence(state: State, supporters: Sequence[str]) -> bool:
    """Whether two distinct sources are left whichever evidence part is taken away, together
    with all supporters that were shown it, cited or not. Without evidence nothing survives."""
    packet = state.packets.get("positions")
    if packet is None:
        return False
    seen = {v.seat: {p for p in v.parts if p in state.evidence} for v in packet.views}
    parts = {p for s in supporters for p in seen.get(s, ())}
    if not parts:
        return False
    return all(
        distinct(identities(state, [s for s in supporters if part not in seen[s]])) > 1
        for part in parts
    )
