"""Options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

as_json = click.option(
    "--json", "as_json", is_flag=True, help="Answer with one JSON object on standard output."
)


def begun(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The ids of cases that begin so, for a shell; none where there is no store that works."""
    from gemot.ports.journal import StoreFault
    from gemot.surfaces.cli.session import Session

    try:
        store = Session().store
        found = [h.case for h in store.heads()] if store else []
    except (StoreFault, OSError):
        return []
    return [case for case in found if case.startswith(incomplete)]


case = click.argument("case", metavar="CASE", shell_complete=begun)
some_case = click.argument("case", metavar="[CASE]", required=False, shell_complete=begun)
as_agent = click.option(
    "--as-agent",
    is_flag=True,
    help="Act as an agent for the owner, which is recorded; GEMOT_AGENT=1 says the same.",
)
owner = click.option(
    "--owner", metavar="NAME", help="Who acts; else git's user.name, else the login name."
)
quiet = click.option("--quiet", "-q", is_flag=True, help="Show no progress.")
mode = click.option(
    "--mode",
    type=click.Choice(["offline", "ci", "fast", "standard", "strict"]),
    help="How much to ask of whom; else GEMOT_MODE, a CI runner, gemot.toml, the configuration.",
)


def examples(*lines: str) -> str:
    """An epilog of examples, each a command that works; CASE stands for a case's id."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)
