"""`gemot admin docs`. The command's table names this module; nothing below imports it."""

from pathlib import Path

import click

SAYS = "Write the generated pages, or check that they hold."


@click.command(name="docs", short_help=SAYS)
@click.option("--check", "only", is_flag=True, help="Write nothing; exit 3 where a page is stale.")
@click.option(
    "--root",
    metavar="FOLDER",
    default=".",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="The checkout whose docs folder it is; else the current folder.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Answer with one JSON object on standard output."
)
def docs(only: bool, root: Path, as_json: bool) -> int:
    """Write the generated pages, or check that they hold.

    Rules, stages, records with their JSON Schemas, commands and configuration are described by
    the program itself; what is generated says so in its first line.
    """
    from gemot.docsgen.pages import MEND, check, write

    found = check(root) if only else write(root)
    if as_json:
        from gemot.views.answer import encode

        rows = [{"page": f.page, "what": f.what} for f in found]
        acts = [{"act": "write", "says": "write the pages", "command": MEND}]
        answer = {
            "schema": "gemot/docs/1",
            "ok": not (only and found),
            "pages": rows,
            "next": acts if only and found else [],
        }
        click.echo(encode(answer).decode(), nl=False)
    else:
        for fault in found:
            click.echo(f"{fault.what if only else 'written'}: {fault.page}")
        click.echo(_summary(len(found), only, MEND))
    return 3 if only and found else 0


def _summary(n: int, only: bool, mend: str) -> str:
    pages = "1 page" if n == 1 else f"{n} pages"
    if not n:
        return "every generated page holds"
    return f"{pages} to mend: {mend}" if only else f"{pages} written"
