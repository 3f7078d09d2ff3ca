"""The `Advisor` port for a person: a block is carried to any model or person, the answer pasted.

Laws: nothing here contacts anyone, and `send` never answers: the engine calls no seat of this
transport, its answer comes through `conduct.paste`. `prepare` gives the block, the same bytes for
the same question whatever the context, so that it can be shown anywhere and at any time; its
first and last line bear a mark that is made of what stands between them, so that no text of the
packet can pose as them. `parse` takes the pasted bytes as the reply, and knows neither who
answered nor how many tokens it took.
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from gemot.advisors.diagnostic import line
from gemot.advisors.words import words
from gemot.ports.advisor import Call, Presence, Reply, Trace
from gemot.records.canonical import sha256
from gemot.records.catalogue import Entry

CAP: Final = 4 * 1024 * 1024
"""Bytes of a pasted answer that are read; a longer one is `malformed`."""
ASKED: Final = (
    "# The form of the answer\n"
    "Answer with one JSON object and nothing else, neither before nor after it. Every field stands "
    "in it; what is not named here is not allowed."
)


class ManualAdvisor:
    """Seats that a person answers for."""

    def presence(self, entry: Entry) -> Presence:
        """A person is always there; whether this one is asked is for the mode to say."""
        if not entry.enabled:
            return Presence(status="disabled", reason="disabled_by_configuration")
        return Presence(status="available", reason="a_person_pastes")

    async def warm(self, entries: Iterable[Entry]) -> None:
        """There is nothing to make ready."""

    def prepare(self, call: Call) -> bytes:
        """The block to paste: system, packet, and the form in words and as JSON Schema."""
        parts = [call.system, call.prompt.strip("\n"), f"{ASKED}\n{words(call.schema)}"]
        if call.entry.structured:  # else it stands in the system message
            parts.append("As JSON Schema:\n" + msgspec.json.encode(call.schema).decode())
        body = "\n\n".join(parts)
        mark = sha256(body.encode())[:12]
        first = f"===== gemot {mark}: the block begins with this line ====="
        last = f"===== gemot {mark}: the block ends with this line ====="
        return f"{first}\n{body}\n{last}\n".encode()

    async def send(self, call: Call, body: bytes, trace: Trace) -> Reply:  # noqa: ARG002
        """Nothing is sent: a person has to carry it."""
        why = f"seat of advisor `{call.entry.id}`: a person pastes its answer"
        return Reply(status="unavailable", sent=False, diagnostic=line(why))

    def parse(self, body: bytes) -> Reply:
        """The pasted bytes as the reply; what they say is left to `gemot.reading`."""
        if len(body) >= CAP:
            why = f"the pasted text reaches the cap of {CAP} bytes"
            return Reply(status="malformed", sent=True, raw=body, diagnostic=why)
        if not body.strip():
            return Reply(status="empty", sent=True, raw=body, diagnostic="nothing was pasted")
        try:
            text = body.decode()
        except UnicodeDecodeError as fault:
            why = f"the pasted text is not UTF-8 at byte {fault.start}"
            return Reply(status="malformed", sent=True, raw=body, diagnostic=why)
        return Reply(status="completed", sent=True, raw=body, text=text.removeprefix("\ufeff"))

    async def close(self) -> None:
        """There is nothing to release."""
