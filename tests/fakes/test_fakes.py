"""The fake server and the guard are what other tests stand on, so they are tested themselves."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.fakes.answers import Answer, council
from tests.fakes.council import digest, instance, overrides
from tests.fakes.openai_server import OpenAIServer

SCHEMA: dict[str, Any] = {
    "$ref": "#/$defs/Position",
    "$defs": {
        "Position": {
            "type": "object",
            "properties": {
                "choice": {"enum": ["retry", "queue", "INSUFFICIENT_EVIDENCE"]},
                "because": {"type": "string", "maxLength": 12},
                "id": {"type": "string", "pattern": r"^[A-Z]-P[0-9]+\Z"},
                "claims": {"type": "array", "items": {"$ref": "#/$defs/Claim"}, "minItems": 2},
                "none": {"type": "array", "maxItems": 0},
                "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
                "gap": {"type": ["string", "null"]},
                "share": {"type": "integer", "minimum": 3},
                "kind": {"const": "position"},
                "on": {"type": "string", "format": "date"},
            },
        },
        "Claim": {"type": "object", "properties": {"text": {"type": "string", "minLength": 30}}},
    },
}


def post(url: str, request: dict[str, Any]) -> Any:
    """One blocking chat request; the decoded reply."""
    data = json.dumps(request).encode()
    with urllib.request.urlopen(f"{url}/chat/completions", data, timeout=10) as reply:
        return json.load(reply)


def asked(text: str = "Which?", model: str = "m1") -> dict[str, Any]:
    """A request with SCHEMA, and with a message of `text`."""
    return {
        "model": model,
        "messages": [{"role": "user", "content": text}],
        "response_format": {"json_schema": {"name": "position", "schema": SCHEMA}},
    }


def said(reply: Any) -> Any:
    """The decoded content of a reply."""
    return json.loads(reply["choices"][0]["message"]["content"])


def test_an_instance_follows_the_stated_rules() -> None:
    choices = ["retry", "queue", "INSUFFICIENT_EVIDENCE"]
    assert instance(SCHEMA, "m1") == {
        "choice": choices[digest("m1", "choice") % 3],
        "because": "m1 on becaus",
        "id": "A-P1",
        "claims": [
            {"text": "m1 on claims.0.textxxxxxxxxxxx"},
            {"text": "m1 on claims.1.textxxxxxxxxxxx"},
        ],
        "none": [],
        "note": None,
        "gap": None,
        "share": 3,
        "kind": "position",
        "on": "2026-01-01",
    }


def test_an_override_stands_where_its_path_says() -> None:
    made = instance(SCHEMA, "m1", overrides({"choice": "queue", "claims.*.text": "short"}))
    assert (made["choice"], made["claims"]) == ("queue", [{"text": "short"}] * 2)


def test_the_schemas_that_msgspec_makes_are_obeyed() -> None:
    from gemot.records.catalogue import Entry

    made = instance(msgspec.json.schema(Entry), "m1", overrides({"transport": "api"}))
    assert msgspec.convert(made, Entry).transport == "api"


def test_a_pattern_without_a_sample_says_so() -> None:
    with pytest.raises(ValueError, match=r"no sample matches '\^zz\$' at 'a'"):
        instance({"properties": {"a": {"type": "string", "pattern": "^zz$"}}}, "m1")


def test_counts_are_the_servers_own() -> None:
    with OpenAIServer(council(overrides({"choice": "queue"}))) as server:
        reply = post(server.base_url, asked("12345"))
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/_log?bodies=1") as log:
            counted = json.load(log)
    content = reply["choices"][0]["message"]["content"]
    assert said(reply)["choice"] == "queue"
    spent = {"input_tokens": 2, "output_tokens": -(-len(content) // 4)}
    assert counted == {
        "requests": 1,
        **spent,
        "per_model": {"m1": {"answers": 1, **spent}},
        "peak": 1,
        "bodies": [json.dumps(asked("12345"))],
    }
    assert reply["usage"] == {
        "prompt_tokens": 2,
        "completion_tokens": spent["output_tokens"],
        "total_tokens": sum(spent.values()),
    }


def test_as_a_process_with_a_script(tmp_path: Path) -> None:
    rules = [
        {"model": "m2", "times": 1, "answer": {"status": 503, "body_text": "later"}},
        {"contains": "odd", "answer": {"body_base64": "/w=="}},
        {"schema": "position", "answer": {"fields": {"choice": "retry"}, "usage": "drop"}},
    ]
    script = tmp_path / "rules.json"
    script.write_text(json.dumps({"rules": rules}))
    command = [sys.executable, "-m", "tests.fakes.openai_server", "--latency", "0.01"]
    server = subprocess.Popen(
        [*command, "--script", str(script)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    with server:
        try:
            assert server.stdout is not None
            url = f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"
            with pytest.raises(urllib.error.HTTPError) as refused:
                post(url, asked(model="m2"))
            with refused.value as fault:
                assert (fault.code, fault.read()) == (503, b"later")
            with pytest.raises(UnicodeDecodeError):
                post(url, asked("odd"))
            reply = post(url, asked(model="m2"))
        finally:
            server.terminate()
    assert said(reply)["choice"] == "retry"
    assert "usage" not in reply


def test_a_fault_of_the_answerer_is_raised() -> None:
    def answer(request: dict[str, Any]) -> Answer:
        raise LookupError("no such answer")

    server = OpenAIServer(answer)
    server.__enter__()
    with pytest.raises(OSError):
        post(server.base_url, asked())
    with pytest.raises(LookupError, match="no such answer"):
        server.__exit__(None, None, None)


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "example.org"])
def test_nothing_reaches_the_network(host: str) -> None:
    reached = f"a test reached for the network: '{host}'"

    async def connect() -> None:
        await asyncio.open_connection(host, 9)

    with pytest.raises(pytest.fail.Exception) as blocking:
        socket.create_connection((host, 9), timeout=0.1)
    with pytest.raises(pytest.fail.Exception) as looped:
        asyncio.run(connect())
    assert [str(blocking.value), str(looped.value)] == [reached, reached]


def test_nothing_of_the_users_comes_in() -> None:
    names = {name.lower() for name in os.environ}
    assert not {n for n in names if n.endswith(("_proxy", "_key", "_token")) or "gemot_" in n[:6]}
