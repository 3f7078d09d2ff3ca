"""The OpenAI-compatible chat completions wire: the pure half, bytes out and bytes in.

Laws: the same call gives the same bytes (compact JSON, sorted but for the schema, whose order is
the order in which a model fills it in), which hold no credential; one
body is read the same way at any time, and is never repaired. What the reply *means* is left to
`gemot.reading`; status codes and transport are left to `gemot.advisors.exchange`.

Decisions:
- The bound of the reply is `max_tokens`, which every compatible server takes, except on OpenAI's
  and Azure's own hosts, where it is deprecated and reasoning models refuse it: there it is
  `max_completion_tokens`.
- No temperature: several models refuse any but their own.
- `finish_reason` `length` is `malformed`: a cut answer is not an answer, whatever it parses to.
- A refusal or a content filter is `empty`: nothing was advised. It is not `error`, because that
  is transient and would be asked, and paid, again.
- A body that reaches `CAP` is `malformed` even where it parses, since the rest was not read.
- Where the entry is not `structured`, the prompt alone has to tell the schema.
"""

import json
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from gemot.advisors.diagnostic import line
from gemot.ports.advisor import Call, Reply
from gemot.records.vocab import CallStatus

PATH: Final = "/chat/completions"
"""Appended to the entry's `base_url`."""
CAP: Final = 4 * 1024 * 1024
"""Bytes of a reply that are read; a longer one is cut here."""
_EXACT: Final = 9_007_199_254_740_991
_NAME: Final = 200
_OWN_HOSTS: Final = ("api.openai.com", ".api.openai.com", ".openai.azure.com")


class _Bad(ValueError):
    """The body is not of this wire's form; the message says where."""


def prepare(call: Call) -> bytes:
    """The request body of `call`. ValueError where a text cannot be written as UTF-8."""
    request: dict[str, Any] = {
        "messages": [
            {"content": call.system, "role": "system"},
            {"content": call.prompt, "role": "user"},
        ],
        "model": call.entry.model,
        _bound(call.entry.base_url): call.max_output,
        "stream": False,
    }
    if call.entry.structured:
        request["response_format"] = {
            "json_schema": {
                "name": call.name,
                "schema": msgspec.Raw(msgspec.json.encode(call.schema)),
                "strict": True,
            },
            "type": "json_schema",
        }
    return msgspec.json.encode(request, order="sorted")


def _bound(base_url: str | None) -> str:
    try:
        host = urlsplit(base_url or "").hostname or ""
    except ValueError:
        host = ""
    own = any(host == name or (name[0] == "." and host.endswith(name)) for name in _OWN_HOSTS)
    return "max_completion_tokens" if own else "max_tokens"


def parse(body: bytes) -> Reply:
    """Read the body of a 2xx exchange: `completed` with its text, or what it is instead."""
    if len(body) >= CAP:
        return _reply("malformed", body, f"the reply reaches the cap of {CAP} bytes")
    if not body.strip():
        return _reply("empty", body, "the reply has no body")
    try:
        envelope = _decode(body)
    except _Bad as bad:
        return _reply("malformed", body, str(bad))
    status: CallStatus
    try:
        status, said = _said(envelope)
    except _Bad as bad:
        status, said = "malformed", str(bad)
    completed = status == "completed"
    return Reply(
        status=status,
        sent=True,
        raw=body,
        text=said if completed else None,
        model=_word(envelope.get("model")),
        reference=_word(envelope.get("id")),
        input_tokens=_tokens(envelope, "prompt_tokens"),
        output_tokens=_tokens(envelope, "completion_tokens"),
        diagnostic=None if completed else line(said),
    )


def complaint(body: bytes) -> str:
    """What a body that is no answer says, in the server's words: its `error`, else its text."""
    try:
        decoded = _decode(body)
    except _Bad:
        return body.decode("utf-8", "replace")
    return _error(decoded.get("error")) or body.decode("utf-8", "replace")


def _reply(status: CallStatus, body: bytes, why: str) -> Reply:
    return Reply(status=status, sent=True, raw=body, diagnostic=line(why))


def _decode(body: bytes) -> dict[str, Any]:
    """The JSON object in `body`; the standard reader, because msgspec lets duplicates pass."""
    try:
        decoded = json.loads(
            body.decode("utf-8"), object_pairs_hook=_closed, parse_constant=_constant
        )
    except _Bad:
        raise
    except UnicodeDecodeError as fault:
        raise _Bad(f"the reply is not UTF-8 at byte {fault.start}") from None
    except RecursionError:
        raise _Bad("the reply is nested too deeply to read") from None
    except ValueError as fault:
        raise _Bad(f"the reply is not JSON: {fault}") from None
    if not isinstance(decoded, dict):
        raise _Bad(f"the reply is {_kind(decoded)}, needed an object")
    return decoded


def _closed(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Bad(f"the reply has the key `{twice}` twice in one object")
    return found


def _constant(word: str) -> None:
    raise _Bad(f"the reply is not JSON: {word} is no number")


def _said(envelope: dict[str, Any]) -> tuple[CallStatus, str]:
    """Status, and the text (or, unless completed, why not). Raises `_Bad` on a wrong form."""
    if (complained := _error(envelope.get("error"))) is not None:
        return "error", f"the server answered with an error: {complained}"
    choices = envelope.get("choices")
    if not isinstance(choices, list) or not choices:
        raise _Bad(f"`choices` is {_kind(choices)}, needed a list of one or more")
    choice = _object(choices[0], "choices[0]")
    message = _object(choice.get("message"), "choices[0].message")
    reason = choice.get("finish_reason")
    if reason == "length":
        raise _Bad("the reply was cut at max_output (finish_reason `length`)")
    if reason == "content_filter":
        return (
            "empty",
            "the reply was withheld by a content filter (finish_reason `content_filter`)",
        )
    text, refusal = _content(message)
    if refusal:
        return "empty", f"the advisor refused: {refusal}"
    if not text.strip():
        return "empty", f"the reply has no text (finish_reason {_quoted(reason)})"
    return "completed", text


def _content(message: dict[str, Any]) -> tuple[str, str]:
    """Text and refusal of a message; parts of other types (such as `thinking`) are not text."""
    content, refusal = message.get("content"), message.get("refusal") or ""
    if not isinstance(refusal, str):
        raise _Bad(f"`choices[0].message.refusal` is {_kind(refusal)}, needed a string or null")
    if content is None:
        return "", refusal
    if isinstance(content, str):
        return _written(content), refusal
    if not isinstance(content, list):
        raise _Bad(
            f"`choices[0].message.content` is {_kind(content)}, needed a string or a list of parts"
        )
    texts = []
    for index, item in enumerate(content):
        place = f"choices[0].message.content[{index}]"
        part = _object(item, place)
        field = part.get("type")
        if field in ("text", "refusal"):
            value = part.get(field)
            if not isinstance(value, str):
                raise _Bad(f"`{place}.{field}` is {_kind(value)}, needed a string")
            if field == "refusal":
                refusal = refusal or value
            else:
                texts.append(value)
    return _written("".join(texts)), refusal


def _written(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as fault:
        raise _Bad(f"the text has a lone surrogate at character {fault.start}") from None
    return text


def _object(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Bad(f"`{place}` is {_kind(value)}, needed an object")
    return value


def _error(value: Any) -> str | None:
    """The sentence of an `error` member: `code: message`, or the string that some servers send."""
    if isinstance(value, str):
        return value or None
    if not isinstance(value, dict):
        return None
    message = value.get("message")
    code = value.get("code") or value.get("type")
    said = [str(part) for part in (code, message) if isinstance(part, str | int) and part != ""]
    return ": ".join(said) or "no message"


def _tokens(envelope: dict[str, Any], field: str) -> int | None:
    usage = envelope.get("usage")
    count = usage.get(field) if isinstance(usage, dict) else None
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= _EXACT:
        return None
    return count


def _word(value: Any) -> str | None:
    """A name as reported; None unless it is 1 to 200 printable characters."""
    if not isinstance(value, str) or not 1 <= len(value) <= _NAME or not value.isprintable():
        return None
    return value


def _quoted(reason: Any) -> str:
    return f"`{reason}`" if isinstance(reason, str) else "absent"


def _kind(value: Any) -> str:
    if isinstance(value, list) and not value:
        return "an empty list"
    names = {dict: "an object", list: "a list", str: "a string", bool: "a boolean"}
    return "null or absent" if value is None else names.get(type(value), "a number")
