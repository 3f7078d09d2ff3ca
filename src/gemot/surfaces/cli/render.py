"""`gemot render`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gemot.surfaces.cli import options

if TYPE_CHECKING:
    from gemot.rules.state import State


@click.command(
    short_help="Write a case as Markdown, JSON or an ADR.",
    epilog=options.examples(
        "gemot render CASE --format md",
        "gemot render CASE --format adr --output docs/decisions/0007-queue.md",
    ),
)
@options.case
@click.option(
    "--format",
    "form",
    type=click.Choice(["md", "json", "adr"]),
    default="md",
    show_default=True,
    help="md: the whole case; json: every record; adr: a decision record in the MADR layout.",
)
@click.option("--output", metavar="PATH", help="Write it there; `-` and none: standard output.")
@options.as_json
def render(case: str, form: str, output: str | None, as_json: bool) -> int:
    """Write a case as Markdown, JSON or an ADR.

    An ADR needs a conclusion; it carries the head of the case's chain into the repository, so
    that `gemot verify` can hold the store to it. Others' text cannot break the layout.
    """  # fmt: skip
    from gemot.surfaces.cli.out import emit, raw, say
    from gemot.surfaces.cli.session import Session
    from gemot.views.visible import visible

    id, state = Session().find(case)
    data = _rendered(id, state, form)
    if output not in (None, "-"):
        assert output is not None
        Path(output).write_bytes(data)
    if as_json:
        facts = {"schema": "gemot/render/1", "case": id, "format": form, "path": output}
        emit({**facts, "text": data.decode(), "next": []})
    elif output in (None, "-"):
        raw(data)
    else:
        say([f"wrote {visible(str(output))}"])
    return 0


def _rendered(case: str, state: "State", form: str) -> bytes:
    if form == "adr":
        from gemot.views.adr import adr

        return adr(case, state).encode()
    if form == "json":
        from gemot.views.answer import encode
        from gemot.views.whole import whole

        return encode(whole(case, state))
    from gemot.conduct.acts import next_acts
    from gemot.views.markdown import markdown

    return markdown(case, state, next_acts(state, case)).encode()
