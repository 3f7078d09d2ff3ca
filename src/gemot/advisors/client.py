"""The shared HTTP clients, and where a call goes.

httpx2 is imported here, when first used, in a thread. There is one client a route: calls that
need TLS share one context, built once (`SSL_CERT_FILE` and `SSL_CERT_DIR` are honoured); plain
`http` builds none. Proxies come from the environment, except to loopback, which never leaves
the machine. No redirect is followed, no cookie is kept (contexts are fresh), nothing is retried.
A client belongs to the loop it was made in; under another loop new ones are made.
"""

import asyncio
import ipaddress
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit, urlunsplit

if TYPE_CHECKING:
    from collections.abc import Iterable

    import httpx2

_KEPT_SECONDS: Final = 4.0
"""Age at which an idle connection is not used again; common servers close theirs after 5 s."""
_KEPT: Final = 64


class Route(NamedTuple):
    """What a client has to be able to do; calls of one route share one client."""

    tls: bool
    direct: bool
    """Whether the environment's proxies are left out: the host is loopback."""


class Endpoint(NamedTuple):
    """Where one call goes."""

    url: str
    host: str
    """Host and port for messages; holds no userinfo."""
    route: Route


def endpoint(base_url: str | None, path: str) -> Endpoint | str:
    """`base_url` with `path` before its query, or the reason (one word) why it is none."""
    if base_url is None:
        return "base_url_absent"
    if not base_url.isprintable() or " " in base_url:
        return "base_url_invalid"
    try:
        parts = urlsplit(base_url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return "base_url_invalid"
    if parts.scheme not in ("http", "https") or not host or parts.fragment:
        return "base_url_invalid"
    if "@" in parts.netloc:
        return "credential_in_base_url"
    tls = parts.scheme == "https"
    url = urlunsplit(parts._replace(path=parts.path.rstrip("/") + path))
    shown = f"[{host}]" if ":" in host else host
    return Endpoint(url, f"{shown}:{port or (443 if tls else 80)}", Route(tls, _loopback(host)))


def _loopback(host: str) -> bool:
    """Whether `host` is this machine: 127.0.0.0/8, ::1, or a localhost name (RFC 6761, 6.3)."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


class Clients:
    """The clients of one process, made when first asked for."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._locks: dict[Route, asyncio.Lock] = {}
        self._made: dict[Route, httpx2.AsyncClient] = {}

    async def get(self, route: Route) -> "httpx2.AsyncClient":
        """The client of `route`. Raises what httpx2 and ssl raise for a wrong environment."""
        self._adopt()
        async with self._locks.setdefault(route, asyncio.Lock()):
            if route not in self._made:
                self._made[route] = await asyncio.to_thread(_make, route)
            return self._made[route]

    async def warm(self, routes: "Iterable[Route]") -> None:
        """Make the clients of `routes` beforehand; a failure is left for the call to report."""
        await asyncio.gather(*(self.get(route) for route in set(routes)), return_exceptions=True)

    async def close(self) -> None:
        """Close every client made in this loop; idempotent."""
        self._adopt()
        made, self._made = self._made, {}
        for client in made.values():
            await client.aclose()

    def _adopt(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._locks, self._made = loop, {}, {}


def _make(route: Route) -> "httpx2.AsyncClient":
    """Import, and build the client of `route`; takes tens of milliseconds, so not in the loop."""
    import ssl
    from http.cookiejar import CookieJar, DefaultCookiePolicy

    import anyio.lowlevel
    import httpx2

    # anyio loads its asyncio half at its first await: better here than in the caller's loop.
    asyncio.run(anyio.lowlevel.checkpoint())
    context = httpx2.create_ssl_context() if route.tls else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return httpx2.AsyncClient(
        verify=context,
        trust_env=not route.direct,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
        follow_redirects=False,
        timeout=None,
        limits=httpx2.Limits(
            max_connections=None,
            max_keepalive_connections=_KEPT,
            keepalive_expiry=_KEPT_SECONDS,
        ),
    )
