"""The `Advisor` port for `transport = "local"`: a GGUF model, run by llama.cpp in a child process.

Laws: one child a model file, shared by all calls, which queue for it; a call that is cancelled or
timed out ends its child, so that nothing goes on reading for it; `raw` is llama.cpp's own reply,
byte for byte, and its `model` is the digest of the weights (`gguf:` and 16 hex digits of SHA-256),
so that two seats on one file are provably one source. The same body gives the same reply, whatever
was asked before (`local_child` says how). Nothing is downloaded. Importing this module imports
neither xllamacpp nor asyncio.

Decisions:
- The embedded model gets a repeat penalty: it runs on until a string's `maxLength` otherwise. The
  user's own model gets none.
- llama.cpp reads control tokens (`<|im_end|>`) out of user text, so a quoted file could end the
  user's turn and speak as the system. `prepare` therefore parts such tokens by a space.
"""

import importlib.util
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gemot.advisors import embedded, wire_openai
from gemot.advisors.diagnostic import line
from gemot.ports.advisor import Call, Presence, Reply, Trace
from gemot.records.catalogue import Entry

if TYPE_CHECKING:
    from gemot.advisors.local_slot import Slot

RUNTIME: Final = "xllamacpp"
"""The package that holds llama.cpp (extra `local`)."""
IDENTITY: Final = f"gguf:{embedded.SHA256[:16]}"
"""What a reply of the embedded model names as its `model`, under whatever path it stands."""
_CONTEXT: Final = 8192
"""Tokens of prompt and reply together where the entry does not say; SmolLM2 takes as many."""
_REPEAT: Final[dict[str, Any]] = {"repeat_last_n": 128, "repeat_penalty": 1.2}
_CONTROL: Final = re.compile(
    r"<(?=[|\uff5c]|/?s>|/?(?:start|end)_of_(?:turn|image)>|[be]os>)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])"
)
"""The first character of a control token of the common chat templates."""


def is_rehearsal(entry: Entry) -> bool:
    """Whether `entry` is the embedded small model, by its name or by its file's."""
    if entry.transport != "local" or entry.model is None:
        return False
    return entry.model == embedded.NAME or Path(entry.model).name == embedded.FILE


def model_path(entry: Entry) -> Path | None:
    """The GGUF file that `entry` names, there or not; None where it names none absolutely."""
    if entry.model is None:
        return None
    if entry.model == embedded.NAME:
        return embedded.path()
    path = Path(os.path.expanduser(entry.model))
    return path if path.is_absolute() else None


def remedy(entry: Entry) -> str | None:
    """What to do about an `entry` that is not available; None where nothing is missing."""
    if not _runtime():
        return f'install the runtime: pip install "gemot[local]" (it brings {RUNTIME})'
    path = model_path(entry)
    if path is None:
        return f"set model to the absolute path of a GGUF file, or to `{embedded.NAME}`"
    if path.is_file():
        return None
    if entry.model == embedded.NAME:
        return f"put {embedded.FILE} at {path} (in a checkout: python scripts/fetch_model.py)"
    return f"no file at {path}: set model to a GGUF file that is there"


class LocalAdvisor:
    """Advisors that are model files on this machine."""

    def __init__(self) -> None:
        self._slots: dict[str, Slot] = {}
        self._closed = False

    def presence(self, entry: Entry) -> Presence:
        """Whether runtime and file are there; neither is opened. `remedy` says what to do."""
        if not entry.enabled:
            return Presence(status="disabled", reason="disabled_by_configuration")
        if not _runtime():
            return Presence(status="unavailable", reason="runtime_absent")
        path = model_path(entry)
        if path is None or not path.is_file():
            return Presence(status="unavailable", reason="model_absent")
        return Presence(status="available", reason="present")

    async def warm(self, entries: Iterable[Entry]) -> None:
        """Nothing: a model is loaded in half a second, at the first call that needs it."""

    def prepare(self, call: Call) -> bytes:
        """The request that the child gives to llama.cpp: sorted JSON, but for the schema, whose
        order is the order in which the model fills it in. ValueError where a text cannot be
        written as UTF-8. It names no model: the child has one only."""
        request: dict[str, Any] = {
            "cache_prompt": True,
            "max_tokens": call.max_output,
            "messages": [
                {"content": call.system, "role": "system"},
                {"content": _CONTROL.sub(r"\g<0> ", call.prompt), "role": "user"},
            ],
            "seed": 1,
            "stream": False,
            "temperature": 0,
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
        if is_rehearsal(call.entry):
            request |= _REPEAT
        return msgspec.json.encode(request, order="sorted")

    def parse(self, body: bytes) -> Reply:
        """Read a kept reply of llama.cpp, which is of the OpenAI form."""
        return wire_openai.parse(body)

    async def send(self, call: Call, body: bytes, trace: Trace) -> Reply:
        """Ask the child of the call's model file. Raises only CancelledError, and what `trace`
        itself raised."""
        slot = self._slot(call.entry)
        if isinstance(slot, str):
            return Reply(status="unavailable", sent=False, diagnostic=line(slot))
        return await slot.send(body, call, trace, self.parse)

    async def close(self) -> None:
        """End all children; idempotent. A call that is under way becomes `unavailable`."""
        self._closed = True
        for slot in self._slots.values():
            slot.close()

    def _slot(self, entry: Entry) -> "Slot | str":
        """The slot of the entry's model file, or why there is none."""
        from gemot.advisors.local_slot import Slot

        why = "the adapter is closed" if self._closed else remedy(entry)
        path = model_path(entry)
        if why is not None or path is None:
            return f"advisor `{entry.id}` is unavailable: {why}"
        real = os.path.realpath(path)
        needed = embedded.SHA256 if entry.model == embedded.NAME else None
        slot = self._slots.setdefault(real, Slot(real, RUNTIME))
        slot.require(entry.limits.context or _CONTEXT, needed)
        return slot


def _runtime() -> bool:
    """Whether the runtime could be imported; it is not, since that costs time and memory."""
    try:
        return importlib.util.find_spec(RUNTIME) is not None
    except ValueError:
        return False
