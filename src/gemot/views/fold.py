"""Others' texts within a packet, so that none of them can pass for another part of it.

Laws: pure; `folded` is one line that begins no heading and no quote, holds no fence and shows
what hides; of `quoted`, every line begins with `> `; the fence of `fenced` stands nowhere in
the fenced text, and the text itself is not changed.
"""

from collections.abc import Callable, Iterator

from gemot.views.visible import line


def folded(text: str) -> str:
    """The text in one line."""
    flat = line(text).replace("```", "'''").replace("~~~", "---")
    return f"\\{flat}" if flat.startswith(("#", ">")) else flat


def quoted(text: str, first: str = "") -> Iterator[str]:
    """The text line by line as a quote, word for word; `first` stands before the first line,
    and as many blanks before the others."""
    for i, each in enumerate(text.strip().splitlines() or [""]):
        yield f"{' ' * len(first) if i else first}> {each}".rstrip()


def fenced(text: str, mark: Callable[[int], str]) -> Iterator[str]:
    """The text between two fences; `mark` gives the first, second, … that may be used."""
    tries = 0
    while mark(tries) in text:
        tries += 1
    yield from (f"~~~{mark(tries)}", text.rstrip("\n"), f"~~~{mark(tries)}")
