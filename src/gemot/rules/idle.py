"""Commands that can show nothing: their outcome stands in their own words.

Law: a command is idle where every part of it is; what reads anything of the world (a file, a
program) is not. It is a table, not a proof: whoever wants to fake an experiment can; whoever
forgets to write one is told.
"""

import ast
import re
import shlex
from collections.abc import Sequence

CONSTANT = frozenset({
    "true", "false", ":", "exit", "return", "echo", "printf", "sleep", "yes", "seq", "pwd", "cd",
    "set", "export", "wait", "usleep",
})  # fmt: skip
SHELLS = frozenset({"sh", "bash", "dash", "zsh", "ksh", "ash"})
WRAPPERS = frozenset({
    "env", "timeout", "nice", "nohup", "time", "command", "exec", "stdbuf", "sudo", "setsid",
    "builtin",
})  # fmt: skip
ON_FILES = re.compile(r"-(?:[bcdefghkLpOGrsStuwxN]|nt|ot|ef)\Z")
"""Operators of `test` that look at a file."""
_SPLIT = re.compile(r"&&|\|\||[;\n|&]")
_ENDS = frozenset({"exit", "quit", "print", "SystemExit", "_exit", "sleep"})
_PLAIN = frozenset({"sys", "os", "time", "builtins"})
"""Modules whose import shows nothing."""


def idle(command: Sequence[str]) -> bool:
    """Whether a command, in words, can show nothing."""
    words = [w for w in command if w.strip()]
    while words and re.fullmatch(r"[A-Za-z_]\w*=.*", words[0]):
        words = words[1:]
    if not words:
        return True
    name, rest = words[0].rsplit("/", 1)[-1], words[1:]
    if name in CONSTANT:
        return True
    if name in ("test", "[", "[["):
        return not any(ON_FILES.match(w) for w in rest)
    if name in WRAPPERS:
        return idle(_unwrapped(rest))
    if name in SHELLS and "-c" in rest:
        return _script(rest[rest.index("-c") + 1 :])
    if re.fullmatch(r"python[\d.]*", name) and "-c" in rest:
        return _python(rest[rest.index("-c") + 1 :])
    return False


def _unwrapped(words: list[str]) -> list[str]:
    """The command that a wrapper runs: what comes after its options and numbers."""
    while words and re.match(r"-|\d|[A-Za-z_]\w*=", words[0]):
        words = words[1:]
    return words


def _script(words: list[str]) -> bool:
    if not words or re.search(r"[$`<>]", words[0]):
        return not words
    return all(idle(_words(part)) for part in _SPLIT.split(words[0]))


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def _python(words: list[str]) -> bool:
    """Whether a program only imports, prints and ends, on constants."""
    try:
        tree = ast.parse(words[0] if words else "")
    except (SyntaxError, ValueError):
        return False
    return all(_vain(part) for part in tree.body)


def _vain(part: ast.stmt) -> bool:
    called: ast.expr | None = None
    match part:
        case ast.Pass():
            return True
        case ast.Import(names=names):
            return all(n.name in _PLAIN for n in names)
        case ast.ImportFrom(module=module):
            return module in _PLAIN
        case ast.Expr(value=value):
            called = value
        case ast.Raise(exc=raised):
            called = raised
        case ast.Assert(test=ast.Constant()):
            return True
        case _:
            return False
    if called is None or isinstance(called, ast.Constant):
        return called is not None
    if isinstance(called, ast.Name):
        return called.id in _ENDS
    if not isinstance(called, ast.Call):
        return False
    name = getattr(called.func, "attr", getattr(called.func, "id", ""))
    return name in _ENDS and all(isinstance(a, ast.Constant) for a in called.args)
