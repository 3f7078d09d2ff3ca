"""`docs/gemot.1`, the manual page, from the help of every command.

Laws: as of `cli`: the same wherever it is drawn, so that it has no date; what a help says is
text, and no line of it is read as a request of roff.
"""

import re
from collections.abc import Iterator

import click

from gemot import __version__
from gemot.docsgen.cli import commands

ENVIRONMENT = {
    "GEMOT_STORE": "where the records are, sqlite:PATH; else the user's data folder",
    "GEMOT_CONFIG": "the configuration; else the user's configuration folder",
    "GEMOT_MODE": "offline, ci, fast, standard or strict",
    "GEMOT_AGENT": "1: an agent acts for the owner, which is recorded",
}
STATUS = {
    "0": "the command did its work; more may be named as next",
    "1": "Gemot itself failed",
    "2": "the command line or an input cannot be read, or the machine refuses",
    "3": "a rule refuses",
    "4": "inconclusive: a council was planned and did not come about, or not all could be verified",
    "5": "the command cannot go on without the owner",
}
"""Exit codes (design, section 10)."""


def page() -> str:
    """The manual page without its first line."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    from gemot.surfaces.cli.main import ROOT

    yield f'.TH GEMOT 1 "" "gemot {__version__}" "User Commands"'
    yield from (".SH NAME", r"gemot \- a council for decisions that are hard to take back")
    yield from (".SH SYNOPSIS", ".B gemot", escape("COMMAND [ARGS]..."))
    yield from (".SH DESCRIPTION", *_prose(ROOT.help or ""))
    yield ".SH COMMANDS"
    for path, ctx in commands(ROOT):
        if not isinstance(ctx.command, click.Group):
            yield from _command(path, ctx)
    yield from (".SH ENVIRONMENT", *_named(ENVIRONMENT))
    yield from (".SH EXIT STATUS", *_named(STATUS))
    yield from (".SH EXAMPLES", *_examples(ROOT.epilog or ""))


def _command(path: str, ctx: click.Context) -> Iterator[str]:
    usage = " ".join(ctx.command.collect_usage_pieces(ctx))
    yield from (f'.SS "{escape(path)} {escape(usage)}"', *_prose(ctx.command.help or ""))
    rows = (p.get_help_record(ctx) for p in ctx.command.get_params(ctx))
    yield from _named(
        {head: says for head, says in filter(None, rows) if says and head != "-h, --help"}
    )
    yield from _examples(ctx.command.epilog or "")


def _prose(text: str) -> Iterator[str]:
    """Paragraphs, each in one line that roff fills."""
    for part in re.split(r"\n\s*\n", text.replace("\f", "").replace("\b", "").strip()):
        yield from (".PP", escape(" ".join(part.split())))


def _named(rows: dict[str, str]) -> Iterator[str]:
    for head, says in rows.items():
        yield from (".TP", rf"\fB{escape(head)}\fR", escape(" ".join(says.split())))


def _examples(text: str) -> Iterator[str]:
    found = [x.strip() for x in text.splitlines() if x.startswith("  ")]
    if found:
        yield from (".PP", ".nf", *(rf"\&    {escape(x)}" for x in found), ".fi")


def escape(text: str) -> str:
    """A text in one line as roff: no escape, no request, hyphens that can be copied."""
    plain = text.replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq")
    plain = plain.replace("'", r"\(aq").replace("`", r"\(ga").replace("~", r"\(ti")
    plain = "".join(c if c.isascii() else rf"\[u{ord(c):04X}]" for c in plain)
    return rf"\&{plain}" if plain.startswith(".") else plain
