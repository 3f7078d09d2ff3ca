"""A group whose commands are modules that are imported when they are run.

Law: listing the commands imports none of them: name, place and one line of help stand in the
table, and a test holds the lines to what the commands say of themselves.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Entry(NamedTuple):
    """One command of a table."""

    place: str
    """`module:attribute`."""
    says: str
    """The line that `--help` of the group shows."""


class NoCommand(click.UsageError):
    """A word that is no command; `known` are those that were meant, or all."""

    def __init__(self, name: str, known: list[str], ctx: click.Context) -> None:
        super().__init__(f"{name[:60]!r} is no command", ctx)
        self.name = name
        self.known = known


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports the one that is run."""

    def __init__(self, *, table: Mapping[str, Entry], name: str, help: str, epilog: str) -> None:
        super().__init__(
            name=name,
            help=help,
            epilog=epilog,
            context_settings={"help_option_names": ["-h", "--help"]},
            no_args_is_help=False,
            invoke_without_command=True,
        )
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        entry = self.table.get(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry.place.partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name in self.table or name.startswith("-"):
            return super().resolve_command(ctx, args)
        from difflib import get_close_matches

        near = get_close_matches(name, self.table, n=1)
        raise NoCommand(name, near or list(self.table), ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """The commands from the table, so that a tab imports none of them."""
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(name, help=entry.says)
            for name, entry in self.table.items()
            if name.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def invoke(self, ctx: click.Context) -> object:
        if not ctx._protected_args and not ctx.args:
            click.echo(ctx.get_help())
            return 0
        return super().invoke(ctx)

    def get_help(self, ctx: click.Context) -> str:
        """The help, laid out by hand: click's formatter imports what a quick answer can spare.
        The texts of groups are therefore written in lines that fit."""
        width = max(len(name) for name in self.table) + 2
        rows = (f"  {name:<{width}}{entry.says}" for name, entry in self.table.items())
        blocks = (
            f"Usage: {ctx.command_path} COMMAND [ARGS]...",
            self.help or "",
            "Commands:\n" + "\n".join(rows),
            self.epilog or "",
            f"{ctx.command_path} COMMAND --help says more, with examples.",
        )
        return "\n\n".join(blocks)
