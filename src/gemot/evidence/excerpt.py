"""From a file's bytes to the lines asked for.

Laws: pure; lines end at LF alone, so that their numbers are those of an editor; what is cut is
never shortened: too much is a reason, as is nothing. The text is not redacted.
"""

from typing import Final

import msgspec

from gemot.evidence.place import Place, Refused

EXCERPT: Final = 262_144
"""Bytes that an excerpt may have (256 KiB)."""
WHOLE: Final = 33_554_432
"""Bytes that a file may have for lines to be taken from it (32 MiB)."""
_SNIFF: Final = 8_000
_POINTER: Final = b"version https://git-lfs.github.com/spec/"


class Excerpt(msgspec.Struct, frozen=True):
    """The lines, as text; `first` and `last` as asked for."""

    text: str
    first: int | None
    last: int | None


def excerpt(data: bytes, place: Place) -> Excerpt | Refused:
    """The lines of `data` that `place` names."""
    name = f"`{place.path}`"
    if b"\0" in data[:_SNIFF]:
        return Refused(f"{name} is binary, needed text")
    if data.startswith(_POINTER):
        return Refused(f"{name} is a pointer of Git LFS, needed the text itself in git")
    lines = _lines(data)
    chosen = data
    if place.first is not None and place.last is not None:
        if place.last > len(lines):
            return Refused(
                f"{name} has {len(lines)} line(s) there, not the lines {place.first}-{place.last}"
            )
        chosen = b"".join(lines[place.first - 1 : place.last])
    if len(chosen) > EXCERPT:
        return Refused(too_big(place, len(chosen)))
    try:
        text = chosen.decode("utf-8")
    except UnicodeDecodeError:
        return Refused(f"{name} is not UTF-8 there, needed UTF-8 text")
    if not text.strip("\ufeff \t\r\n"):
        return Refused(f"{name} holds nothing there but blanks, needed what shows the claim")
    return Excerpt(text, place.first, place.last)


def too_big(place: Place, size: int) -> str:
    """Why `size` bytes are too many."""
    return (
        f"`{place.path}` has {size} bytes there, needed at most {EXCERPT}; "
        "name the lines that matter, like `path:10-42`"
    )


def _lines(data: bytes) -> list[bytes]:
    """Lines with their LF; a lone CR ends none."""
    parts = data.split(b"\n")
    kept = [part + b"\n" for part in parts[:-1]]
    return [*kept, parts[-1]] if parts[-1] else kept
