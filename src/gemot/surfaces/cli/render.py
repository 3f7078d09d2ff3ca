"""`gemot render`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gemot.surfaces.cli import options
from gemot.surfaces.cli.refusal import Denied

if TYPE_CHECKING:
    from gemot.rules.state import State


@click.command(
    short_help="Write a case as text, as data or as a drawing.",
    epilog=options.examples(
        "gemot render CASE --format md",
        "gemot render CASE --format adr --output docs/decisions/0007-queue.md",
        "gemot render CASE --format svg --of panel --output panel.svg",
        "gemot render CASE --format mermaid --of trace",
    ),
)
@options.case
@click.option(
    "--format",
    "form",
    type=click.Choice(["md", "json", "adr", "svg", "mermaid"]),
    default="md",
    show_default=True,
    help="md: the whole case; json: every record; adr: a decision record in the MADR layout; "
    "svg, mermaid: a drawing.",
)
@click.option(
    "--of",
    type=click.Choice(["trace", "panel", "timeline"]),
    help="What is drawn. trace: from evidence to options; panel: who stands where; timeline.  "
    "[default: trace]",
)
@click.option("--output", metavar="PATH", help="Write it there; `-` and none: standard output.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@options.as_json
def render(
    case: str, form: str, of: str | None, output: str | None, force: bool, as_json: bool
) -> int:
    """Write a case as text, as data or as a drawing.

    An ADR needs a conclusion; it carries the head of the case's chain into the repository, so
    that `gemot verify` can hold the store to it. Drawings need nothing outside: an SVG holds no
    script and no reference. Others' text cannot break the layout.
    """  # fmt: skip
    from gemot.surfaces.cli.files import write
    from gemot.surfaces.cli.out import emit, raw, say
    from gemot.surfaces.cli.session import Session
    from gemot.views.visible import visible

    if of is not None and form not in ("svg", "mermaid"):
        raise Denied(
            "usage", "--of", got=f"--of with --format {form}", needed="--format svg or mermaid",
            fix=f"--format svg --of {of}",
        )  # fmt: skip
    id, state = Session().find(case)
    data = _drawn(id, state, form, of or "trace") if form in ("svg", "mermaid") else None
    data = data or _rendered(id, state, form)
    if output not in (None, "-"):
        assert output is not None
        write(Path(output), data, force="--force", forced=force)
    if as_json:
        facts = {"schema": "gemot/render/1", "case": id, "format": form, "path": output}
        emit({**facts, "text": data.decode(), "next": []})
    elif output in (None, "-"):
        raw(data)
    else:
        say([f"wrote {visible(str(output))}"])
    return 0


def _drawn(case: str, state: "State", form: str, of: str) -> bytes:
    from gemot.views import trace

    draw = {"trace": trace.trace, "panel": trace.panel, "timeline": trace.moments}[of]
    graph = draw(case, state)
    if form == "mermaid":
        from gemot.views.mermaid import mermaid

        return mermaid(graph, down=of == "timeline").encode()
    from gemot.views.svg import line_of_time, svg

    return (line_of_time(graph, state) if of == "timeline" else svg(graph)).encode()


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
