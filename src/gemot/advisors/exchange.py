"""One HTTP exchange, and what became of it as a `Reply`.

Laws: one request, and the request's bytes count as possibly sent from the moment its headers are
about to be written (a proxy's CONNECT is not the request). A status code that came outranks what
went wrong afterwards. Foreign errors are mapped here, once, by class and never by message text.
Sources: `sources/majordomus.md` 1.4 and 1.10.
"""

import email.utils
import math
import re
from collections.abc import Callable, Mapping
from contextlib import aclosing
from datetime import UTC
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gemot.advisors.diagnostic import line
from gemot.advisors.wire_openai import CAP, complaint
from gemot.ports.advisor import Reply, Trace
from gemot.records.vocab import CallStatus

if TYPE_CHECKING:
    import httpx2

FOREIGN: Final[Mapping[str, CallStatus]] = {
    "CloseError": "unavailable",
    "ConnectError": "unavailable",
    "ConnectTimeout": "timeout",
    "CookieConflict": "error",
    "DecodingError": "malformed",
    "HTTPError": "error",
    "HTTPStatusError": "error",
    "InvalidURL": "error",
    "LocalProtocolError": "error",
    "NetworkError": "unavailable",
    "PoolTimeout": "timeout",
    "ProtocolError": "unavailable",
    "ProxyError": "unavailable",
    "ReadError": "unavailable",
    "ReadTimeout": "timeout",
    "RemoteProtocolError": "unavailable",
    "RequestError": "error",
    "RequestNotRead": "error",
    "ResponseNotRead": "error",
    "SSEError": "error",
    "StreamClosed": "error",
    "StreamConsumed": "error",
    "StreamError": "error",
    "TimeoutException": "timeout",
    "TooManyRedirects": "error",
    "TransportError": "unavailable",
    "UnsupportedProtocol": "error",
    "WriteError": "unavailable",
    "WriteTimeout": "timeout",
}
"""httpx2's exception classes by name, since the library is imported lazily; what is no class of
httpx2 (a certificate file that cannot be read, a proxy scheme without its package) is `error`."""

_POINTS: Final = {
    "http11.send_request_body.complete": "call.sent",
    "http11.receive_response_headers.complete": "call.first_byte",
}
_SECONDS: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?\Z")
_NAMED: Final = frozenset({429, 503})


class Course:
    """One exchange under way: what left and what came. It is httpcore2's `trace` extension."""

    def __init__(self, trace: Trace, subject: str) -> None:
        self.sent = False
        self.code: int | None = None
        self.headers: Mapping[str, str] = {}
        self.raw = bytearray()
        self.fault: BaseException | None = None
        """What the caller's own `trace` raised: no foreign error, so it is not mapped."""
        self._trace, self._subject, self._own = trace, subject, False
        self._stream: Any = None

    async def __call__(self, event: str, info: dict[str, Any]) -> None:
        """Called by httpcore2 at each step of its own."""
        if event == "http11.send_request_headers.started":
            self._own = info["request"].method != b"CONNECT"
            if self._own:
                self.sent = True
                self.tell("call.sending")
        elif self._own and event in _POINTS:
            self.tell(_POINTS[event])
        elif event == "connection.connect_tcp.complete":
            self._stream = info["return_value"]
        elif event.endswith(".start_tls.failed") and self._stream is not None:
            # httpcore2 2.16 forgets the socket of a handshake that is cancelled.
            await self._stream.aclose()

    def tell(self, point: str) -> None:
        """Pass `point` on to the caller's trace."""
        try:
            self._trace(point, self._subject)
        except BaseException as fault:
            self.fault = fault
            raise


async def exchange(client: "httpx2.AsyncClient", request: "httpx2.Request", course: Course) -> None:
    """Send `request` once and read its reply up to `CAP` into `course`; raises httpx2's errors."""
    response = await client.send(request, stream=True)
    try:
        course.code, course.headers = response.status_code, response.headers
        async with aclosing(response.aiter_raw()) as chunks:
            async for chunk in chunks:
                course.raw += chunk
                if len(course.raw) >= CAP:
                    del course.raw[CAP:]
                    return
    finally:
        await response.aclose()
    course.tell("call.last_byte")


def outcome(
    course: Course, parse: Callable[[bytes], Reply], now: float, secret: str | None
) -> Reply:
    """The reply of an exchange that ended; `now` is seconds since 1970, for `retry-after`."""
    if course.code is None or not 200 <= course.code < 300:
        return refused(course, now, secret)
    reply = parse(bytes(course.raw))
    if secret and reply.diagnostic:
        return msgspec.structs.replace(reply, diagnostic=line(reply.diagnostic, secret))
    return reply


def refused(course: Course, now: float, secret: str | None) -> Reply:
    """The reply for a status code other than 2xx; its body is kept, its redirect not followed."""
    code, raw = course.code or 0, bytes(course.raw)
    said = ", a redirect, which is not followed" if 300 <= code < 400 else ""
    if not said and raw.strip():
        said = f": {complaint(raw)}"
    return Reply(
        status=_by_code(code),
        sent=course.sent,
        raw=raw,
        retry_after=retry_after(course.headers.get("retry-after"), now) if code in _NAMED else None,
        diagnostic=line(f"http {code}{said}", secret),
    )


def failed(
    course: Course, fault: Exception, host: str, limit: float, now: float, secret: str | None
) -> Reply:
    """The reply for an exchange that broke off; `limit` is the call's time-out in seconds."""
    if course.code is not None and not 200 <= course.code < 300:
        return refused(course, now, secret)
    late = isinstance(fault, TimeoutError)
    what = f"no reply within {limit:g} s" if late else f"{type(fault).__name__}: {fault}"
    return Reply(
        status="timeout" if late else _by_class(type(fault)),
        sent=course.sent,
        raw=bytes(course.raw),
        diagnostic=line(f"{host}: {what.removesuffix(': ')}, {_reached(course)}", secret),
    )


def retry_after(value: str | None, now: float) -> int | None:
    """Whole seconds, rounded up, of a `retry-after` in seconds or as an HTTP date; None if <= 0."""
    if value is None:
        return None
    text = value.strip()
    if _SECONDS.match(text):
        seconds = float(text)
    else:
        try:
            when = email.utils.parsedate_to_datetime(text)
        except (ValueError, IndexError, OverflowError):
            return None
        seconds = (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp() - now
    return math.ceil(seconds) if seconds > 0 else None


def _by_code(code: int) -> CallStatus:
    if code in (401, 403):
        return "auth_failed"
    if code == 429:
        return "rate_limited"
    return "unavailable" if code == 404 or code >= 500 else "error"


def _by_class(kind: type[Exception]) -> CallStatus:
    for parent in kind.__mro__:
        if parent.__module__.partition(".")[0] == "httpx2" and parent.__name__ in FOREIGN:
            return FOREIGN[parent.__name__]
    return "error"


def _reached(course: Course) -> str:
    if course.raw:
        return f"after {len(course.raw)} bytes of the reply"
    return "after the request began to leave" if course.sent else "before any byte left"
