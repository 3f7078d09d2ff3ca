"""`gemot admin export` and `gemot admin import`."""

import sys
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from gemot.surfaces.cli import options
from gemot.surfaces.cli.refusal import Denied

if TYPE_CHECKING:
    from gemot.conduct.bundles import Taken
    from gemot.conduct.follows import Bench
    from gemot.journal.bundle import Bundle
    from gemot.surfaces.cli.session import Session


@click.command(
    name="export",
    short_help="Write whole cases into one file.",
    epilog=options.examples(
        "gemot admin export CASE",
        "gemot admin export CASE --with-blobs --output case.gemot",
    ),
)
@click.argument("cases", metavar="CASE...", nargs=-1, required=True, shell_complete=options.begun)
@click.option(
    "--output", metavar="FILE", help="Where to; else CASE.gemot here; `-` is standard output."
)
@click.option(
    "--with-blobs", is_flag=True, help="With raw replies, packets, excerpts and outputs of probes."
)
@options.as_json
def export(cases: tuple[str, ...], output: str | None, with_blobs: bool, as_json: bool) -> int:
    """Write whole cases into one file.

    The file holds every record with its texts, byte for byte, and can be verified with no store
    at all. The same cases give the same bytes. Raw replies and packets are left out unless asked
    for; what rests on them can then not be derived again. Damaged cases are not exported, and no
    file is written over.
    """  # fmt: skip
    from gemot.conduct.bundles import export as collect
    from gemot.journal.bundle import write
    from gemot.rules.registry import RULES
    from gemot.surfaces.cli.files import write as keep
    from gemot.surfaces.cli.out import emit, raw, say
    from gemot.surfaces.cli.session import Session
    from gemot.views.visible import visible

    session = Session()
    ids = tuple(dict.fromkeys(session.find(c)[0] for c in cases))
    data = write(bundle := collect(session.workshop.journal, ids, RULES, blobs=with_blobs))
    path = output or (f"{ids[0]}.gemot" if len(ids) == 1 else "cases.gemot")
    if path == "-":
        if as_json:
            raise Denied("usage", "--output", got="- with --json", needed="one answer on standard "
                         "output", fix="name a file")  # fmt: skip
        raw(data)
        return 0
    keep(Path(path), data)
    command = f"gemot verify --bundle {quote(path)}"
    if as_json:
        facts = {"cases": list(ids), "path": path, "records": len(bundle.rows)}
        steps = [{"act": "verify", "says": "verify it anywhere", "command": command}]
        more = {"blobs": len(bundle.blobs), "size": len(data), "next": steps}
        emit({"schema": "gemot/export/1", **facts, **more})
        return 0
    many = f"{len(ids)} cases" if len(ids) > 1 else ids[0]
    say([f"wrote {visible(path)}: {many}, {len(bundle.rows)} records, {len(bundle.blobs)} blobs"])
    say([f"  anybody can verify it: {visible(command)}"])
    return 0


@click.command(
    name="import",
    short_help="Take cases from a file into the store.",
    epilog=options.examples("gemot admin import case.gemot", "gemot admin import - --json"),
)
@click.argument("file", metavar="FILE")
@options.as_json
def import_(file: str, as_json: bool) -> int:
    """Take cases from a file into the store.

    The file is verified first, as `gemot verify --bundle` does; it is taken in whole or not at
    all. A case that is here already is skipped, or extended where the file goes further; where
    the two part, the file is refused with the place. The chains keep their bytes, so that heads
    kept elsewhere still hold.
    """  # fmt: skip
    import msgspec

    from gemot.conduct.bundles import take_in
    from gemot.surfaces.cli.out import emit, say
    from gemot.surfaces.cli.session import Session

    bundle = load(file)
    session = Session()
    found = take_in(session.desk, bundle, bench(session))
    if as_json:
        rows = [msgspec.to_builtins(t) for t in found]
        steps = [
            {"act": "show", "says": "see where it stands", "command": f"gemot status {t.case}"}
            for t in found
        ]
        emit({"schema": "gemot/import/1", "cases": rows, "next": steps})
    else:
        say(map(_line, found))
    return 0


HOW = {
    "new": "taken in, {} records",
    "extended": "extended by {} records",
    "same": "was here",
    "older": "was here, and goes further here",
}


def _line(t: "Taken") -> str:
    blobs = f", {t.blobs} blobs" if t.blobs else ""
    return f"{t.case}: {HOW[t.how].format(t.records)}{blobs}"


def load(file: str) -> "Bundle":
    """The bundle of a file, `-` being standard input."""
    from gemot.journal.bundle import MOST, read

    if file == "-":
        return read(sys.stdin.buffer.read(MOST + 1))
    with Path(file).open("rb") as stream:
        return read(stream.read(MOST + 1))


def bench(session: "Session") -> "Bench":
    """What deriving a bundle again needs; no store."""
    from gemot.conduct.follows import Bench
    from gemot.rules.registry import RULES, digest

    return Bench(
        rules=RULES,
        ruleset=digest(),
        read=lambda digest: None,  # noqa: ARG005
        advisors=session.workshop.advisor,
    )
