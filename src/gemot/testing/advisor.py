"""A scripted advisor: the `Advisor` port without a model, for tests and rehearsals.

It passes the port's own contract. What it answers is a function of the call; without one it
fills the call's schema in a stated way: the first word of every enumeration, the fewest items
of every list (one where any is allowed), a short text that names the seat.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from gemot.ports.advisor import Call, Presence, Reply, Trace
from gemot.records.canonical import canonical
from gemot.records.catalogue import Entry

Script = Callable[[Call], "Reply | dict[str, Any] | str"]


class ScriptedAdvisor:
    """Answers from a script, after `delay` seconds."""

    def __init__(self, script: Script | None = None, delay: float = 0.0) -> None:
        self.script = script or fill
        self.delay = delay
        self.sent: list[Call] = []
        """Every call that was sent, in order."""

    def presence(self, entry: Entry) -> Presence:
        if not entry.enabled:
            return Presence(status="disabled", reason="disabled_by_configuration")
        return Presence(status="available", reason="present")

    async def warm(self, entries: Iterable[Entry]) -> None:
        """There is nothing to make ready."""

    def prepare(self, call: Call) -> bytes:
        return canonical(
            {
                "model": call.entry.model,
                "name": call.name,
                "prompt": call.prompt,
                "schema": call.schema,
                "system": call.system,
            }
        )

    async def send(self, call: Call, body: bytes, trace: Trace) -> Reply:
        self.sent.append(call)
        trace("call.sending", call.context)
        trace("call.sent", call.context)
        await asyncio.sleep(self.delay)
        trace("call.first_byte", call.context)
        said = self.script(call)
        trace("call.last_byte", call.context)
        if isinstance(said, Reply):
            return said
        text = said if isinstance(said, str) else msgspec.json.encode(said).decode()
        raw = canonical(
            {
                "input_tokens": len(body) // 4,
                "model": call.entry.model,
                "output_tokens": len(text) // 4,
                "text": text,
            }
        )
        return self.parse(raw)

    def parse(self, body: bytes) -> Reply:
        try:
            said = msgspec.json.decode(body, type=_Kept)
        except msgspec.DecodeError as e:
            return Reply(status="malformed", sent=True, raw=body, diagnostic=str(e)[:300])
        return Reply(
            status="completed" if said.text.strip() else "empty",
            sent=True,
            raw=body,
            text=said.text,
            model=said.model,
            input_tokens=said.input_tokens,
            output_tokens=said.output_tokens,
        )

    async def close(self) -> None:
        """There is nothing to release."""


class _Kept(msgspec.Struct, frozen=True):
    input_tokens: int
    output_tokens: int
    text: str
    model: str | None


def fill(call: Call) -> dict[str, Any]:
    """The smallest reply of the call's form, the same for the same call and model."""
    made = instance(call.schema, f"{call.entry.id} on")
    assert isinstance(made, dict)
    return made


def instance(schema: Any, text: str) -> Any:
    """One value of a JSON Schema."""
    if "anyOf" in schema:
        return None if {"type": "null"} in schema["anyOf"] else instance(schema["anyOf"][0], text)
    if "enum" in schema:
        return schema["enum"][0]
    match schema["type"]:
        case "object":
            return {k: instance(v, f"{text} {k}") for k, v in schema["properties"].items()}
        case "array":
            most = schema.get("maxItems", 1)
            return [instance(schema["items"], text)] if most else []
        case "boolean":
            return False
        case "integer":
            return schema.get("minimum", 0)
        case "null":
            return None
        case _:
            return text[: schema.get("maxLength", 200)]
