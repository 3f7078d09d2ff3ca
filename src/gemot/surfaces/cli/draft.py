"""`gemot case draft`."""

from pathlib import Path
from shlex import quote

import click

from gemot.surfaces.cli import options


@click.command(
    short_help="Write the full form of a conclusion.",
    epilog=options.examples(
        "gemot case draft CASE",
        "gemot case draft CASE --output conclusion.md",
    ),
)
@options.case
@click.option("--output", metavar="PATH", help="Write it there; `-` and none: standard output.")
@options.as_json
def draft(case: str, output: str | None, as_json: bool) -> int:
    """Write the full form of a conclusion, filled in as far as the records say.

    Every option, answer, finding, proposal and disagreement stands in it, and what is left blank
    is what only the owner can say. A file that is there is never written over. Fill it in, then
    `gemot conclude CASE --file PATH`: all of it is recorded, or nothing.
    """  # fmt: skip
    from gemot.surfaces.cli.files import write
    from gemot.surfaces.cli.out import emit, raw, say
    from gemot.surfaces.cli.session import Session
    from gemot.views.form import form
    from gemot.views.visible import visible

    id, state = Session().find(case)
    text = form(state)
    there = None if output in (None, "-") else Path(str(output))
    if there is not None:
        write(there, text.encode())
    command = f"gemot conclude {id} --file {quote(str(there or 'FILE'))}"
    if as_json:
        step = {"act": "conclude", "says": "fill it in, then conclude", "command": command}
        emit({"schema": "gemot/draft/1", "case": id, "path": output, "text": text, "next": [step]})
    elif there is None:
        raw(text.encode())
    else:
        say([f"wrote {visible(str(there))}; fill it in, then: {visible(command)}"])
    return 0
