"""`docs/cli.md`, from the help of every command.

Law: the width is fixed and nothing of the environment is read, so that the page is the same
wherever it is drawn.
"""

from collections.abc import Iterator

import click

WIDTH = 88


def page() -> str:
    """Every command with its help, groups before their commands, in alphabetical order."""
    from gemot.surfaces.cli.main import ROOT

    return "\n".join(_lines(ROOT)) + "\n"


def _lines(root: click.Command) -> Iterator[str]:
    yield from ("# Commands", "")
    yield "What `--help` says of each command."
    for path, ctx in commands(root):
        yield from ("", f"## {path}", "", "```text", *_help(ctx), "```")


def _help(ctx: click.Context) -> Iterator[str]:
    return (x.rstrip() for x in ctx.command.get_help(ctx).strip("\n").split("\n"))


def commands(
    command: click.Command, name: str = "gemot", parent: click.Context | None = None
) -> Iterator[tuple[str, click.Context]]:
    """Every command of a tree with its whole name and a context of the fixed width."""
    settings = {**command.context_settings, "terminal_width": WIDTH, "max_content_width": WIDTH}
    ctx = click.Context(command, info_name=name, parent=parent, **settings)
    yield ctx.command_path, ctx
    if isinstance(command, click.Group):
        for each in sorted(command.list_commands(ctx)):
            found = command.get_command(ctx, each)
            assert found is not None, f"{ctx.command_path} lists {each!r} and has it not"
            yield from commands(found, each, ctx)
