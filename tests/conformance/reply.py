"""Cases of the rules on replies: a text, and what its seat was shown.

A case has these keys beside `on` and `offences`:

- `round`: `positions`, `challenge` or `chair`.
- `reply`: an RFC 7386 merge patch on the reply of `replies/` for the round; or `text`: the text
  itself, where a null is bytes that are no UTF-8.
- `shown`: what differs from `replies/shown.json`: the ids that the seat may answer with.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from gemot.reading.read import answer
from gemot.rules.reading import Answer, Shown

REPLIES = Path(__file__).parent / "replies"
Merge = Callable[[Any, Any], Any]


def load(keys: Mapping[str, Any], merge: Merge) -> Answer:
    """The facts of a case."""
    shown = msgspec.convert(merge(_kept("shown"), keys.get("shown", {})), Shown)
    text = keys["text"] if "text" in keys else _written(merge(_kept(keys["round"]), keys["reply"]))
    return answer(keys["round"], text, shown)


def _kept(name: str) -> Any:
    return json.loads((REPLIES / f"{name}.json").read_text("utf-8"))


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
