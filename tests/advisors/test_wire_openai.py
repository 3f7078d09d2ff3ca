"""The pure half of the openai wire: exact request bytes, and every form of a body."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemot.advisors.wire_openai import CAP, parse, prepare
from gemot.ports.advisor import Reply
from tests.advisors.calls import SCHEMA, call, entry

URL = "http://127.0.0.1:1/v1"


def body(message: Any = None, **more: Any) -> bytes:
    """A chat completion's body."""
    choice = {"message": message or {"content": "yes"}, "finish_reason": "stop"}
    whole: dict[str, Any] = {
        "id": "r1",
        "model": "m1-0101",
        "choices": [choice | more.pop("choice", {})],
    }
    whole["usage"] = {"prompt_tokens": 7, "completion_tokens": 3}
    return json.dumps(whole | more).encode()


def test_the_request_is_these_bytes() -> None:
    assert prepare(call(entry(URL, key="env:ANNA_KEY"))) == (
        b'{"max_tokens":100,"messages":[{"content":"Be exact.","role":"system"},'
        b'{"content":"Retry, or a queue?","role":"user"}],"model":"m1",'
        b'"response_format":{"json_schema":{"name":"position","schema":'
        b'{"type":"object","properties":{"choice":{"enum":["retry","queue"]}},'
        b'"required":["choice"],"additionalProperties":false},"strict":true},"type":"json_schema"},'
        b'"stream":false}'
    )


def test_an_unstructured_entry_sends_no_schema() -> None:
    request = msgspec.json.decode(prepare(call(entry(URL, structured=False))))
    assert sorted(request) == ["max_tokens", "messages", "model", "stream"]


@pytest.mark.parametrize(
    ("base_url", "bound"),
    [
        ("https://api.openai.com/v1", "max_completion_tokens"),
        ("https://eu.api.openai.com/v1", "max_completion_tokens"),
        ("https://x.openai.azure.com/openai/v1", "max_completion_tokens"),
        ("https://notapi.openai.com.example/v1", "max_tokens"),
        ("https://openrouter.ai/api/v1", "max_tokens"),
    ],
)
def test_the_bound_of_the_reply(base_url: str, bound: str) -> None:
    request = msgspec.json.decode(prepare(call(entry(base_url))))
    assert {name for name in request if name.startswith("max")} == {bound}


@given(st.text(st.characters(exclude_categories=["Cs"])), st.permutations(sorted(SCHEMA)))
def test_a_model_fills_the_schema_in_in_its_order(prompt: str, order: list[str]) -> None:
    """Equal calls give equal bytes; the schema keeps its order, all else is sorted."""
    schema = {name: SCHEMA[name] for name in order}
    made = prepare(call(entry(URL), prompt=prompt, schema=schema))
    assert made == prepare(call(entry(URL), prompt=prompt, schema=dict(schema)))
    sent = json.loads(made)
    assert list(sent["response_format"]["json_schema"]["schema"]) == order
    assert list(sent) == sorted(sent)


def test_a_whole_reply() -> None:
    raw = body()
    assert parse(raw) == Reply(
        status="completed",
        sent=True,
        raw=raw,
        text="yes",
        model="m1-0101",
        reference="r1",
        input_tokens=7,
        output_tokens=3,
    )


def test_text_parts_are_joined_and_other_parts_left_out() -> None:
    parts = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "a"},
        {"type": "text", "text": "b"},
    ]
    assert parse(body({"content": parts})).text == "ab"


DEEP = b'{"choices":' + b"[" * 100_000
ODD = {
    "no body": (b" \n", "empty", "the reply has no body"),
    "utf-8": (b'{"a":"\xff"}', "malformed", "the reply is not UTF-8 at byte 6"),
    "html": (
        b"<html>",
        "malformed",
        "the reply is not JSON: Expecting value: line 1 column 1 (char 0)",
    ),
    "nan": (b'{"a":NaN}', "malformed", "the reply is not JSON: NaN is no number"),
    "deep": (DEEP, "malformed", "the reply is nested too deeply to read"),
    "list": (b"[1]", "malformed", "the reply is a list, needed an object"),
    "twice": (
        b'{"choices":[],"choices":[]}',
        "malformed",
        "the reply has the key `choices` twice in one object",
    ),
    "no choices": (b"{}", "malformed", "`choices` is null or absent, needed a list of one or more"),
    "none": (
        b'{"choices":[]}',
        "malformed",
        "`choices` is an empty list, needed a list of one or more",
    ),
    "choice": (b'{"choices":[3]}', "malformed", "`choices[0]` is a number, needed an object"),
    "message": (
        b'{"choices":[{}]}',
        "malformed",
        "`choices[0].message` is null or absent, needed an object",
    ),
    "error": (
        b'{"error":{"code":"overloaded","message":"try \\u001b[31mlater"}}',
        "error",
        "the server answered with an error: overloaded: try later",
    ),
    "content": (
        body({"content": 3}),
        "malformed",
        "`choices[0].message.content` is a number, needed a string or a list of parts",
    ),
    "part": (
        body({"content": [{"type": "text"}]}),
        "malformed",
        "`choices[0].message.content[0].text` is null or absent, needed a string",
    ),
    "surrogate": (
        b'{"choices":[{"message":{"content":"a\\ud800"}}]}',
        "malformed",
        "the text has a lone surrogate at character 1",
    ),
    "length": (
        body(choice={"finish_reason": "length"}),
        "malformed",
        "the reply was cut at max_output (finish_reason `length`)",
    ),
    "filter": (
        body(choice={"finish_reason": "content_filter"}),
        "empty",
        "the reply was withheld by a content filter (finish_reason `content_filter`)",
    ),
    "refusal": (
        body({"content": None, "refusal": "I will not."}),
        "empty",
        "the advisor refused: I will not.",
    ),
    "blank": (
        body({"content": " \n"}, choice={"finish_reason": "stop"}),
        "empty",
        "the reply has no text (finish_reason `stop`)",
    ),
    "cap": (body() + b" " * CAP, "malformed", "the reply reaches the cap of 4194304 bytes"),
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_no_answer(name: str) -> None:
    raw, status, why = ODD[name]
    reply = parse(raw)
    assert (reply.status, reply.text, reply.diagnostic) == (status, None, why)
    assert reply.raw == raw
    assert reply.sent


@pytest.mark.parametrize("count", [-1, "7", 1.5, True, None, 2**53, [7]])
def test_nonsense_counts_are_absent(count: object) -> None:
    usage = {"prompt_tokens": count, "completion_tokens": 3}
    reply = parse(body(usage=usage))
    assert (reply.status, reply.input_tokens, reply.output_tokens) == ("completed", None, 3)


@pytest.mark.parametrize("usage", [None, [], "many", {}])
def test_absent_usage_stays_absent(usage: object) -> None:
    reply = parse(body(usage=usage))
    assert (reply.input_tokens, reply.output_tokens) == (None, None)


@pytest.mark.parametrize("name", [None, 3, "", "x" * 201, "a\x1b[0m", "a\ud800"])
def test_a_nonsense_identity_is_absent(name: object) -> None:
    reply = parse(body(model=name, id=name))
    assert (reply.status, reply.model, reply.reference) == ("completed", None, None)


@given(
    st.binary()
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(["choices", "message", "content", "error", "usage", "refusal"]),
                inner,
            )
        ),
    ).map(lambda value: json.dumps(value).encode())
)
def test_any_body_is_read_to_a_reply(raw: bytes) -> None:
    """`parse` is total: any bytes give a reply, which keeps them and has text iff completed."""
    reply = parse(raw)
    assert reply.raw == raw
    assert (reply.text is not None) == (reply.status == "completed")
    assert (reply.diagnostic is None) == (reply.status == "completed")
