"""`gemot admin forget`."""

from typing import TYPE_CHECKING, Any

import click

from gemot.surfaces.cli import options

if TYPE_CHECKING:
    from gemot.conduct.forgetting import Forgetting

DECLINED = 5


@click.command(
    short_help="Delete the texts of records for good.",
    epilog=options.examples(
        'gemot admin forget CASE 004-evidence --because "it holds a name"',
        'gemot admin forget CASE 009-position --copies --because "asked by its author" --yes',
    ),
)
@options.case
@click.argument("records", metavar="RECORD...", nargs=-1, required=True)
@click.option("--because", required=True, metavar="TEXT", help="Why; it is kept and shown.")
@click.option(
    "--copies", is_flag=True, help="Also the other records of the case that hold the same words."
)
@click.option("--yes", is_flag=True, help="Ask nothing; a person at a terminal it must be.")
@options.owner
@options.as_agent
@options.as_json
def forget(
    case: str,
    records: tuple[str, ...],
    because: str,
    copies: bool,
    yes: bool,
    owner: str | None,
    as_agent: bool,
    as_json: bool,
) -> int:
    """Delete the texts of records for good.

    The texts go from the store's file, and with them the kept bytes that hold the same words:
    raw reply, excerpt, parts of packets, prompts, requests. A tombstone stays, with who, when and
    why, and the chain stays whole. What was exported or sent cannot be called back. Only a person
    at a terminal may do it, and is asked first.
    """  # fmt: skip
    from gemot.conduct.forgetting import forget as delete
    from gemot.conduct.forgetting import forgetting
    from gemot.surfaces.cli.out import note, say, terminal
    from gemot.surfaces.cli.session import Session, person

    session = Session()
    id = session.find(case)[0]
    found = forgetting(session.workshop.journal, id, records, copies=copies)
    actor = session.actor(person(owner), as_agent=as_agent)
    if terminal() and not yes:
        for text in _plan(found):
            note(text)
        if not click.confirm("Delete all this for good?", err=True):
            note("nothing was forgotten")
            return DECLINED
    state = delete(session.desk, found, because, actor)
    shown = _answer(found, state, records, because)
    if as_json:
        from gemot.surfaces.cli.out import emit

        emit(shown)
    else:
        say(_lines(found, shown))
    return 0


def _plan(found: "Forgetting") -> list[str]:
    lines = [f"In {found.case} this is to be deleted:"]
    for loss in found.losses:
        lines.append(f"  the texts of {loss.record}" + (" (gone before)" if loss.gone else ""))
        lines += [f"    {b.what} {b.digest[:16]}" for b in loss.blobs]
    return [*lines, *_left(found)]


def _left(found: "Forgetting") -> list[str]:
    """What is not deleted, and what nobody can delete."""
    from gemot.views.visible import line

    lines = [f"  stays: {b.what} {b.digest[:16]}, since {b.why}" for b in found.kept]
    lines += [f"  holds the same words and stays: {name} (--copies)" for name in found.copies]
    return [*lines, *(f"  cannot be called back: {line(x)}" for x in _unrecalled(found))]


def _unrecalled(found: "Forgetting") -> list[str]:
    sent = [f"what was sent to {who}" for who in found.reached]
    kept = "exports, copies and decision records that were made before"
    return [*sent, kept, *found.beyond]


def _answer(
    found: "Forgetting", state: Any, records: tuple[str, ...], because: str
) -> dict[str, Any]:
    import shlex

    import msgspec

    from gemot.views.forgotten import stones
    from gemot.views.notice import head

    over = {s.record: s.tombstone for s in stones(state)}
    again = shlex.join([*records, *found.copies])
    steps = [
        {
            "act": "forget",
            "says": "forget the records that hold the same words too",
            "command": f"gemot admin forget {found.case} {again} --because {shlex.quote(because)}",
        }
    ]
    return {
        "schema": "gemot/forgotten/1",
        "case": found.case,
        "records": [
            {
                "record": x.record,
                "tombstone": over.get(x.record),
                "blobs": msgspec.to_builtins(x.blobs),
            }
            for x in found.losses
        ],
        "kept": msgspec.to_builtins(found.kept),
        "copies": list(found.copies),
        "unrecalled": _unrecalled(found),
        "head": head(state),
        "next": steps if found.copies else [],
    }


def _lines(found: "Forgetting", shown: dict[str, Any]) -> list[str]:
    lines = []
    for x in shown["records"]:
        many = f" and {len(x['blobs'])} kept texts" if x["blobs"] else ""
        lines.append(f"{found.case}: {x['record']}{many} forgotten (record {x['tombstone']})")
    return [*lines, *_left(found)]
