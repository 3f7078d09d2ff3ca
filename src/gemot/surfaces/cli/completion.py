"""`gemot admin completion`."""

import click

from gemot.surfaces.cli import options

WHERE = {
    "bash": '~/.bashrc: eval "$(gemot admin completion bash)"',
    "zsh": '~/.zshrc: eval "$(gemot admin completion zsh)"',
    "fish": "~/.config/fish/completions/gemot.fish",
}
"""What makes a shell read it each time."""


@click.command(
    short_help="Print what lets a shell complete commands.",
    epilog=options.examples(
        "gemot admin completion bash",
        "gemot admin completion fish > ~/.config/fish/completions/gemot.fish",
    ),
)
@click.argument("shell", type=click.Choice(list(WHERE)))
@options.as_json
def completion(shell: str, as_json: bool) -> int:
    """Print what lets a shell complete commands.

    It completes commands, options, their choices, and the ids of cases. The shell runs
    `gemot` for it at each tab, which reads and changes nothing. For bash and zsh put the line
    `eval "$(gemot admin completion SHELL)"` into the shell's start file; fish reads a file.
    """  # fmt: skip
    from click.shell_completion import get_completion_class

    from gemot.surfaces.cli.main import ROOT
    from gemot.surfaces.cli.out import emit, say

    kind = get_completion_class(shell)
    assert kind is not None
    made = kind(ROOT, {}, "gemot", "_GEMOT_COMPLETE")
    # `source()` of bash would start a bash to ask for its version.
    text = made.source_template % made.source_vars()
    if as_json:
        emit({"schema": "gemot/completion/1", "shell": shell, "text": text,
              "where": WHERE[shell], "next": []})  # fmt: skip
    else:
        say(text.strip().splitlines())
    return 0
