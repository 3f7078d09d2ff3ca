"""What click says of a command line, as place, got and needed.

Law: foreign words end here; every kind of error of click's has its row, and what has none is
told in click's words without their full stop.
"""

import click

from gemot.surfaces.cli.lazy import NoCommand

Said = tuple[str, str, str]
"""Place, got, needed."""


def fault(error: click.ClickException, command: str) -> Said:
    """What is wrong with a command line of `command`."""
    match error:
        case NoCommand():
            return command, f"{error.name[:60]!r}, which is no command", _one_of(error.known)
        case click.MissingParameter():
            return _named(error) or command, "nothing", "a value"
        case click.NoSuchOption():
            near = _one_of(error.possibilities) if error.possibilities else "an option of it"
            return command, f"{error.option_name[:60]!r}, which is no option", near
        case click.BadOptionUsage():
            return _option(error)
        case click.BadParameter():
            return _bad(error, command)
        case _:
            return command, _plain(error.format_message()), "what it takes and no more"


def _option(error: click.BadOptionUsage) -> Said:
    said = _plain(error.message)
    if said.endswith("requires an argument"):
        return error.option_name, "no value", "a value"
    if said.endswith("does not take a value"):
        return error.option_name, "a value", "none"
    return error.option_name, said, "the option as it is"


def _bad(error: click.BadParameter, command: str) -> Said:
    kind = error.param.type if error.param else None
    needed = "a value that it takes"
    got = _plain(error.message)
    if isinstance(kind, click.Choice):
        needed = _one_of([str(x) for x in kind.choices])
        got = got.partition(" is not one of")[0]
    return _named(error) or command, got, needed


def _named(error: click.BadParameter) -> str | None:
    """The option's long name, or the argument's."""
    param, context = error.param, error.ctx
    if param is None:
        return None
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.make_metavar(context) if context else param.human_readable_name


def _one_of(names: list[str]) -> str:
    return f"{names[0]!r}" if len(names) == 1 else "one of " + ", ".join(names)


def _plain(said: str) -> str:
    """Somebody else's sentence in our form: lower case, no full stop."""
    return (said[:1].lower() + said[1:].rstrip(". ")).removeprefix("got ")
