"""The command `gemot`: the table of commands, and the one place where errors become answers.

Law: nothing but click is imported here; what a command needs, its module imports.
"""

import gc
import sys
from collections.abc import Sequence

import click

from gemot.surfaces.cli.lazy import Entry, LazyGroup
from gemot.surfaces.cli.out import FULL, Unwritten, abandon, full, open_all, unheard

_HERE = "gemot.surfaces.cli."
CASE = LazyGroup(
    name="case",
    help="""What is done with one case between its question and its conclusion. CASE is a
case's id, or as much of its beginning as names one case alone.""",
    epilog="""Examples:
  gemot case list
  gemot case resume CASE
  gemot case explain FRM002""",
    table={
        "list": Entry(_HERE + "cases:cases", "List the cases, newest first."),
        "search": Entry(_HERE + "search:search", "Find words in all that was written."),
        "timeline": Entry(
            _HERE + "timeline:timeline", "Show what happened in a case, a line a record."
        ),
        "bill": Entry(_HERE + "bill:bill", "Show what a case or a day cost, a row a call."),
        "resume": Entry(_HERE + "resume:resume", "Go on with a case that was interrupted."),
        "explain": Entry(_HERE + "explain:explain", "Explain a code that an answer named."),
        "verdict": Entry(_HERE + "verdict:verdict", "Judge findings of the report."),
        "dispute": Entry(
            _HERE + "dispute:dispute", "Show a disagreement, or declare an experiment for it."
        ),
        "predict": Entry(_HERE + "predict:predict", "Say what a side expects of an experiment."),
        "resolve": Entry(_HERE + "resolve:resolve", "Settle a disagreement."),
        "draft": Entry(_HERE + "draft:draft", "Write the full form of a conclusion."),
        "validate": Entry(_HERE + "validate:validate", "Record whether what was promised holds."),
        "lookback": Entry(_HERE + "lookback:lookback", "Record what came of a decision."),
        "attempt": Entry(_HERE + "attempt:attempt", "Record what was tried and failed."),
        "withdraw": Entry(_HERE + "withdraw:withdraw", "Take a question back, undecided."),
        "paste": Entry(_HERE + "paste:paste", "Carry a seat's question, and paste its answer."),
        "doubt": Entry(_HERE + "doubt:doubt", "Answer a call whose reply was lost."),
        "authorize": Entry(_HERE + "authorize:authorize", "Allow what only the owner may allow."),
    },
)
ADMIN = LazyGroup(
    name="admin",
    help="The installation: configuration and generated pages.",
    epilog="""Examples:
  gemot admin config
  gemot admin config --example""",
    table={
        "config": Entry(_HERE + "config:config", "Show the settings, and where each comes from."),
        "completion": Entry(
            _HERE + "completion:completion", "Print what lets a shell complete commands."
        ),
        "export": Entry(_HERE + "bundle:export", "Write whole cases into one file."),
        "import": Entry(_HERE + "bundle:import_", "Take cases from a file into the store."),
        "forget": Entry(_HERE + "forget:forget", "Delete the texts of records for good."),
        "docs": Entry(_HERE + "docs:docs", "Write the generated pages, or check that they hold."),
    },
)
ROOT = LazyGroup(
    name="gemot",
    help="""A council for decisions that are hard to take back. Advisors are asked apart from
each other; what they claim and where they differ becomes a checked record. No count
decides: the owner does, on evidence.""",
    epilog="""Examples:
  gemot decide "Retry in process, or a queue?" --option retry --option queue
  gemot init decision.md
  gemot status

Every command takes --json, and every answer names what comes next. --help prints this text
with --json, too.""",
    table={
        "decide": Entry(_HERE + "decide:decide", "Bring a decision before the council."),
        "conclude": Entry(_HERE + "conclude:conclude", "Record the owner's decision."),
        "status": Entry(_HERE + "status:status", "Show where cases stand, and what comes next."),
        "show": Entry(_HERE + "show:show", "Show a case, one record, or what seats were shown."),
        "render": Entry(_HERE + "render:render", "Write a case as text, as data or as a drawing."),
        "verify": Entry(_HERE + "verify:verify", "Check that records are intact and follow."),
        "probe": Entry(_HERE + "probe:probe", "Run a command, and keep what it showed."),
        "advisors": Entry(_HERE + "advisors:advisors", "Show who could be asked now."),
        "init": Entry(_HERE + "init:init", "Write a commented decision file."),
        "case": Entry(_HERE + "main:CASE", "What is done with one case."),
        "admin": Entry(_HERE + "main:ADMIN", "The installation."),
    },
)
ROOT.params.append(
    click.Option(
        ["--version"], is_flag=True, expose_value=False, is_eager=True,
        callback=lambda ctx, _, wanted: _version(ctx) if wanted else None,
        help="Show the version and exit.",
    )
)  # fmt: skip


def _version(ctx: click.Context) -> None:
    from gemot import __version__

    click.echo(f"gemot {__version__}")
    ctx.exit()


def run(args: Sequence[str]) -> int:
    """Run a command line; its exit code."""
    try:
        return _run(args)
    except BrokenPipeError:
        abandon()
        return 0
    except Unwritten as error:
        return full(error.why)


def _run(args: Sequence[str]) -> int:
    try:
        _readable(args)
        code: object = ROOT.main(list(args), prog_name="gemot", standalone_mode=False)
    except (BrokenPipeError, Unwritten):
        raise
    except SystemExit:
        # What click makes of a reader of its help that has gone.
        raise BrokenPipeError from None
    except Exception as error:  # noqa: BLE001 - mapped in one place; a crash is raised on
        if isinstance(error, OSError) and error.filename is None and error.errno in FULL:
            raise Unwritten(error) from None
        from gemot.surfaces.cli.refusal import answer

        return answer(error, as_json="--json" in args)
    return code if isinstance(code, int) else 0


def _readable(args: Sequence[str]) -> None:
    """Every text of a command line is kept or shown, and both need text."""
    for i, arg in enumerate(args, 1):
        if any("\ud800" <= c <= "\udfff" for c in arg):
            from gemot.surfaces.cli.refusal import Denied

            shown = repr(arg.encode("utf-8", "surrogateescape"))[1:][:80]
            raise Denied(
                "usage", f"argument {i}", got=f"bytes that are no UTF-8: {shown}", needed="text",
                fix="give it in UTF-8; rename a file that has such a name",
            )  # fmt: skip


def main() -> None:
    """The entry point."""
    # A command that reads ends before there is garbage to collect: a twentieth of its time.
    gc.disable()
    open_all()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        abandon()
    except OSError as error:
        code = full(error)
    unheard()
    sys.exit(code)
