"""`gemot verify`."""

from typing import TYPE_CHECKING, Any

import click

from gemot.surfaces.cli import options
from gemot.surfaces.cli.refusal import Denied

if TYPE_CHECKING:
    from gemot.conduct.verify import Verified
    from gemot.surfaces.cli.session import Session


@click.command(
    short_help="Check that records are intact and follow.",
    epilog=options.examples(
        "gemot verify",
        "gemot verify CASE",
        "gemot verify --against CASE:41:HASH",
        "gemot verify --bundle case.gemot",
    ),
)
@options.some_case
@click.option(
    "--against",
    multiple=True,
    metavar="HEAD",
    help="A head kept elsewhere, CASE:SEQ:HASH or store:SIZE:ROOT; may be given again.",
)
@click.option("--bundle", metavar="FILE", help="An exported file, with no store at all.")
@options.as_json
def verify(case: str | None, against: tuple[str, ...], bundle: str | None, as_json: bool) -> int:
    """Check that records are intact and follow.

    *Intact*: every byte is what was written, nothing is gone or exchanged. *Follows*: what is
    computed was computed again, where the rules are the same; else `not re-derived`, which is
    neither yes nor no. Without a head kept elsewhere, whoever owns the store could have written
    all of it anew. Nothing is changed. Exit status: 0 both hold; 3 one does not; 4 intact, and not
    all of it could be computed again (another rule set, forgotten texts).
    """  # fmt: skip
    from gemot.surfaces.cli.out import emit, say
    from gemot.surfaces.cli.session import Session
    from gemot.views.listing import verify as view

    outside = [_head(text) for text in against]
    session = Session()
    if bundle is not None:
        if case is not None:
            raise Denied(
                "usage", "CASE", got="a case and --bundle", needed="one of both", fix="give one"
            )
        found, head = _bundled(session, bundle, outside)
        if as_json:
            shown = view(found, head, outside=" ".join(against) or None)
            emit({**shown, "bundle": bundle, "next": []})
        else:
            say(_lines(found, head, against))
        return _code(found)
    id = session.find(case)[0] if case is not None and _readable(session, case) else case
    for text in against:
        if id is not None and not text.startswith(("store:", f"{id}:")):
            raise Denied(
                "usage",
                "--against",
                got=f"a head of another case than {id}",
                needed=f"a head of {id}, or store:SIZE:ROOT",
                fix="verify that case, or the whole store",
            )
    found, head = _verified(session, id, outside)
    if as_json:
        shown = view(found, head, case=id, outside=" ".join(against) or None)
        emit({**shown, "next": []})
    else:
        say(_lines(found, head, against))
    return _code(found)


def _bundled(session: "Session", file: str, outside: list[Any]) -> tuple["Verified", str | None]:
    """What verifying a file gives, and the head of the case where it holds one."""
    from gemot.conduct.bundles import check
    from gemot.journal.seal import notation
    from gemot.rules.journal import CaseHead
    from gemot.surfaces.cli.bundle import bench, load

    held = load(file)
    found = check(held, bench(session), outside)
    last = held.rows[-1]
    if not found.intact or len(held.cases) != 1:
        return found, None
    return found, notation(CaseHead(case=last.case, seq=last.seq, hash=last.hash))


def _code(found: "Verified") -> int:
    """0: yes; 3: no; 4: intact, and not all of it could be derived again."""
    if found.ok:
        return 0
    return 4 if found.intact and found.follows != "no" else 3


def _readable(session: "Session", case: str) -> bool:
    """A damaged case is verified, not read."""
    from gemot.ports.journal import StoreDamaged

    try:
        session.find(case)
    except StoreDamaged:
        return False
    return True


def _head(text: str) -> Any:
    from gemot.journal.seal import parse_head

    try:
        return parse_head(text)
    except ValueError as error:
        raise Denied(
            "usage", "--against", got=repr(text[:90]), needed="CASE:SEQ:HASH or store:SIZE:ROOT",
            fix="take the head as `conclude`, `verify` or the ADR printed it",
        ) from error  # fmt: skip


def _verified(
    session: "Session", case: str | None, outside: list[Any]
) -> tuple["Verified", str | None]:
    from gemot.conduct.follows import Bench
    from gemot.conduct.verify import verify as judge
    from gemot.journal.inspect import chain
    from gemot.journal.seal import notation, store_head
    from gemot.rules.journal import CaseHead
    from gemot.rules.registry import RULES, digest

    store = session.store
    if store is None:
        raise Denied(
            "unknown-case", "the store", got="no store", needed="records to verify",
            fix="`gemot decide` opens a case; GEMOT_STORE names another store",
        )  # fmt: skip
    facts = chain(store, outside, case)
    names = [h.case for h in store.heads()] if case is None else [case]
    bench = Bench(rules=RULES, ruleset=digest(), read=store.get, advisors=session.workshop.advisor)
    found = judge(facts, (store.read(name) for name in names), bench)
    rows = [r for r in facts.rows if isinstance(r.hash, str)]
    if not found.intact or not rows:
        return found, None
    if case is None:
        return found, notation(store_head(r.hash for r in rows))
    return found, notation(CaseHead(case=case, seq=rows[-1].seq, hash=rows[-1].hash))


def _lines(found: "Verified", head: str | None, against: tuple[str, ...]) -> list[str]:
    from gemot.views.visible import line

    shown = [
        f"intact:  {'yes' if found.intact else 'NO'} ({found.records} records)",
        f"follows: {'NO' if found.follows == 'no' else found.follows}",
    ]
    for o in found.offences:
        shown.append(
            f"  {o.code} {line(o.place)}: got {line(o.got, 300)}, needed {line(o.needed, 300)}"
        )
        shown.append(f"    fix: {o.fix}")
    shown += [f"  not re-derived: {line(x)}" for x in found.left]
    shown += [f"  taken as it was: {line(x)}" for x in found.taken]
    if head:
        shown.append(f"head:    {head}")
    if against:
        shown.append(f"held to: {', '.join(line(a) for a in against)}")
    else:
        shown.append("held to: no head kept elsewhere; --against gives one")
    return shown
