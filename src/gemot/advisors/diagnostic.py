"""One line that says what went wrong, safe to print and to keep.

Laws: at most `LIMIT` characters, no control or formatting character (so no ANSI sequence, line
break, bidi mark or zero-width character), no userinfo of a URL, no credential that was given and
nothing that begins like a well-known provider key.
"""

import re
import unicodedata
from typing import Final

LIMIT: Final = 300
"""Characters of a diagnostic (`sources/majordomus.md` 1.10)."""
_EXCERPT: Final = 16_384
_HIDDEN: Final = "[credential]"
_ANSI: Final = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[@-_]?"
)
_USERINFO: Final = re.compile(r"://[^/\s@]{1,400}@")
_KEYLIKE: Final = re.compile(r"\b(?:sk-|AIza|xai-|pplx-|gsk_|ya29\.)[A-Za-z0-9_.*-]{6,}")


def line(text: str, secret: str | None = None) -> str:
    """`text` as one scrubbed line; `secret` is the credential of the call, if there is one."""
    bare = _ANSI.sub("", text[:_EXCERPT])
    plain = " ".join("".join(_shown(character) for character in bare).split())
    if secret:
        plain = plain.replace(secret, _HIDDEN)
    plain = _KEYLIKE.sub(_HIDDEN, _USERINFO.sub("://", plain))
    return plain if len(plain) <= LIMIT else plain[: LIMIT - 1] + "…"


def _shown(character: str) -> str:
    if character.isspace():
        return " "
    return "" if unicodedata.category(character).startswith("C") else character
