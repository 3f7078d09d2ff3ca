"""`gemot init`."""

from pathlib import Path
from shlex import quote

import click

from gemot.surfaces.cli import options


@click.command(
    short_help="Write a commented decision file.",
    epilog=options.examples(
        "gemot init", "gemot init docs/decisions/queue.md", "gemot init --stdout"
    ),
)
@click.argument("path", metavar="[PATH]", default="decision.md")
@click.option("--stdout", is_flag=True, help="Print it and write nothing.")
@options.owner
@options.as_json
def init(path: str, stdout: bool, owner: str | None, as_json: bool) -> int:
    """Write a commented decision file.

    Every key stands there with what it is for; all but question, options and owner may be left
    out where little is at stake. A file that is there is never written over.
    """
    from gemot.surfaces.cli.files import write
    from gemot.surfaces.cli.out import emit, say
    from gemot.surfaces.cli.session import person
    from gemot.surfaces.cli.template import decision
    from gemot.views.visible import visible

    text = decision(person(owner))
    target = Path(path)
    if not stdout:
        write(target, text.encode())
    command = f"gemot decide {quote(path)}"
    if as_json:
        step = {"act": "decide", "says": "fill it in, then decide", "command": command}
        written = None if stdout else str(target)
        emit({"schema": "gemot/init/1", "path": written, "text": text, "next": [step]})
    elif stdout:
        say(text.splitlines())
    else:
        say([f"wrote {visible(path)}; fill it in, then: {visible(command)}"])
    return 0
