"""The advisor port: one call is one request, and the bytes of both ways are kept.

Laws: `prepare` is pure and returns the exact bytes that `send` will send; `send` sends them at
most once, never retries, never raises for what the world does (it returns a `Reply` whose
`status` says it), and always ends within the call's time-out; `parse` is pure, so that `verify`
can read a kept reply again. Cancellation (`asyncio.CancelledError`) is re-raised.
"""

from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

from gemot.records.catalogue import Entry
from gemot.records.vocab import AdvisorStatus, CallStatus

Trace = Callable[[str, str], None]
"""`trace(point, subject)`: told of each step as it happens; must not block. Points of a call are
`call.sending` (before the first byte leaves), `call.sent` (after the last byte left),
`call.first_byte` and `call.last_byte` of the reply; the subject is the call's `context`. The
engine tells `call.dispatched` (subject `CONTEXT SEAT ROUND ADVISOR`), `call.settled`
(`CONTEXT STATUS`), `paste.waiting` (`SEAT ROUND ADVISOR`) for a seat of the wave that a person
answers for, and `act.KIND` before it does another act (the case); the journal
`journal.committing` and `journal.committed` (the kinds appended)."""


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """One question to one advisor in one fresh context."""

    context: str
    """Fresh context id, unique over all cases and rounds; it is the dispatch's id."""
    entry: Entry
    """The catalogue entry as the plan froze it."""
    system: str
    """Constant system message."""
    prompt: str
    """The packet as this seat sees it, seat text last."""
    schema: dict[str, Any]
    """JSON Schema (closed, all properties required) that the reply has to satisfy."""
    name: str
    """Short ASCII name of the schema, for wire formats that want one."""
    max_output: int
    """Tokens the reply may have, reasoning included."""
    timeout: float
    """Seconds for the whole call, connecting included."""


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one call. Absent stays absent: an unreported number is None."""

    status: CallStatus
    sent: bool
    """Whether any byte of the request may have left. False: it may be repeated at no cost."""
    raw: bytes = b""
    """The body exactly as received, cut at the adapter's cap (the status is then `malformed`)."""
    text: str | None = None
    """What the advisor said; None unless `status` is `completed`. Not yet read against it."""
    model: str | None = None
    """Identity as the other side reported it."""
    reference: str | None = None
    """The other side's own id of the reply."""
    input_tokens: int | None = None
    output_tokens: int | None = None
    retry_after: int | None = None
    """Seconds, where the other side named them."""
    diagnostic: str | None = None
    """One scrubbed line of at most 300 characters: why the status is not `completed`."""


class Presence(msgspec.Struct, frozen=True, kw_only=True):
    """Whether an advisor could be asked, found without contacting anyone."""

    status: AdvisorStatus
    reason: str
    """One word with underscores, e.g. `credential_absent`, `executable_not_found`, `present`."""


class Advisor(Protocol):
    """One transport. Adapters are built once by `wiring` and shared by all calls of a process."""

    def presence(self, entry: Entry) -> Presence:
        """Look, contact nobody, never read the value of a credential into a record."""
        ...

    async def warm(self, entries: Iterable[Entry]) -> None:
        """Make ready what calls to `entries` will need, beside other work; never raises."""
        ...

    def prepare(self, call: Call) -> bytes:
        """The exact body that `send` will send; pure; holds no credential."""
        ...

    async def send(self, call: Call, body: bytes, trace: Trace) -> Reply:
        """Send `body` once and return what became of it."""
        ...

    def parse(self, body: bytes) -> Reply:
        """Read a kept body of a successful exchange again; pure."""
        ...

    async def close(self) -> None:
        """Release clients and processes; idempotent."""
        ...
