"""Characters that nobody sees, made visible, before people are shown a text.

Laws: pure; idempotent; the result holds no control but LF and TAB, no ANSI escape, no
bidirectional or zero-width character, no blank that is a letter, no lone surrogate; a text
without these is returned as it is.
"""

import re
from typing import Final

_HIDDEN: Final = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls but TAB and LF; ESC and CSI begin ANSI sequences
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb"
    "\ud800-\udfff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"  # tags and selectors that can carry a text of their own
    "]"
)


def visible(text: str) -> str:
    """`text` with each hidden character as `<U+202E>`; a CR before LF is part of the line's end."""
    return _HIDDEN.sub(_name, text.replace("\r\n", "\n"))


def _name(found: re.Match[str]) -> str:
    return f"<U+{ord(found[0]):04X}>"
