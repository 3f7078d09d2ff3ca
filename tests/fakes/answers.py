"""What the fake server answers: an `Answer`, made by a Python function or by a script's rules."""

import json
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal

from tests.fakes.council import Fields, Override, instance, overrides

Fault = Literal[
    "none",
    "close_on_headers",  # the request's headers are read, then the connection is closed
    "close_before_reply",  # the whole request is read, then the connection is closed
    "close_mid_body",  # the reply's headers and half of its body, then closed
    "close_after_reply",  # a whole reply that promises keep-alive, then closed
    "hang",  # the request is read, nothing is ever answered
    "hang_mid_body",  # the reply's headers and half of its body, then nothing
]
DROP: Final = "drop"
"""As `usage` or `reported_model`: the member is left out."""


@dataclass(frozen=True)
class Answer:
    """One scripted reply. All that is left out is as a well-behaved server would have it."""

    content: Any = "ok"
    """`choices[0].message.content`: a string, a list of parts, or None."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    """The exact body in place of the envelope."""
    latency: float | None = None
    """Seconds before the reply; None: the server's default."""
    fault: Fault = "none"
    chunked: bool = False
    dribble: float = 0.0
    """Seconds between pieces of 64 bytes; 0: all at once."""
    finish_reason: str | None = "stop"
    refusal: str | None = None
    reported_model: str | None = None
    """None: the model that was asked for."""
    usage: Any = None
    """None: the server's own count; DROP: absent; else as it stands."""


Answerer = Callable[[dict[str, Any]], Answer]


def council(override: Override | None = None, **rest: Any) -> Answerer:
    """Answers each request with an instance of its schema; `rest` are further fields of `Answer`.

    Without a schema in the request the content is one line of prose that names the model.
    """

    def answer(request: dict[str, Any]) -> Answer:
        model = str(request.get("model"))
        form = request.get("response_format") or {}
        schema = (form.get("json_schema") or {}).get("schema")
        if schema is None:
            return Answer(content=f"{model} has no schema to answer to.", **rest)
        made = instance(schema, model, override)
        return Answer(content=json.dumps(made, ensure_ascii=False), **rest)

    return answer


def in_turn(*answers: Answer) -> Answerer:
    """The given answers one after the other, the last one for ever."""
    left = list(answers)
    return lambda request: left.pop(0) if len(left) > 1 else left[0]


def prompt(request: dict[str, Any]) -> str:
    """All message texts of a request, joined by newlines."""
    contents = [message.get("content") for message in request.get("messages", ())]
    return "\n".join(text for text in contents if isinstance(text, str))


def script(source: Path | dict[str, Any]) -> Answerer:
    """The answerer of a JSON script: a path, or the decoded `{"rules": [...]}`.

    A rule is `{"model", "contains", "schema", "times", "answer"}`, all optional; the first that
    fits is used. `model` is the model asked for, `contains` a text in the messages, `schema` the
    name of the request's schema; `times` bounds a rule's uses. `answer` holds fields of `Answer`
    (`body_text` or `body_base64` for `body`; `fields`, a table of dotted paths, for a council
    answer with these values). Where no rule fits, the council answers.
    """
    table = json.loads(source.read_text()) if isinstance(source, Path) else source
    rules = [dict(rule, left=rule.get("times", -1)) for rule in table.get("rules", [])]

    def answer(request: dict[str, Any]) -> Answer:
        for rule in rules:
            if rule["left"] != 0 and _fits(rule, request):
                rule["left"] -= 1
                return _scripted(dict(rule.get("answer", {})), request)
        return council()(request)

    return answer


def _fits(rule: dict[str, Any], request: dict[str, Any]) -> bool:
    form = request.get("response_format") or {}
    found = {
        "model": request.get("model"),
        "schema": (form.get("json_schema") or {}).get("name"),
    }
    wanted = {name: rule[name] for name in found if name in rule}
    return rule.get("contains", "") in prompt(request) and all(
        found[name] == value for name, value in wanted.items()
    )


def _scripted(answer: dict[str, Any], request: dict[str, Any]) -> Answer:
    fields: Fields | None = answer.pop("fields", None)
    if "body_text" in answer:
        answer["body"] = answer.pop("body_text").encode()
    if "body_base64" in answer:
        answer["body"] = b64decode(answer.pop("body_base64"))
    if "content" in answer or "body" in answer:
        return Answer(**answer)
    made = council(overrides(fields or {}))(request)
    return replace(made, **answer)
