"""What holds for every test: nothing leaves the machine, and nothing of the user's comes in."""

import ipaddress
import os
import re
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is slow and no law says how slow: time is measured in `benchmarks/`.
settings.register_profile("gemot", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("gemot")

FOREIGN = re.compile(
    r"(?i)(^|_)(api_?)?(key|token|secret|password)$|_proxy$|^gemot_|^ssl_cert_(file|dir)$"
)
"""Environment variables that no test may inherit."""


def local(host: object) -> bool:
    """Whether `host` is loopback, or no host at all (as for a listening socket)."""
    name = host.decode() if isinstance(host, bytes) else host
    if name is None or name in ("", "localhost"):
        return True
    try:
        return ipaddress.ip_address(str(name)).is_loopback
    except ValueError:
        return False


def guarded(real: Callable[..., Any], host: Callable[..., object]) -> Callable[..., Any]:
    """`real`, which fails the test where `host` of its arguments is not local."""

    def guard(*args: Any, **kwargs: Any) -> Any:
        if not local(host(*args, **kwargs)):
            pytest.fail(f"a test reached for the network: {host(*args, **kwargs)!r}")
        return real(*args, **kwargs)

    return guard


def peer(sock: socket.socket, address: Any) -> object:
    """The host of a `connect`; a path (AF_UNIX) has none."""
    return address[0] if sock.family in (socket.AF_INET, socket.AF_INET6) else None


@pytest.fixture(scope="session", autouse=True)
def _offline() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if FOREIGN.search(name)]:
            patch.delenv(name)
        for method in ("connect", "connect_ex"):
            patch.setattr(socket.socket, method, guarded(getattr(socket.socket, method), peer))
        lookup = guarded(socket.getaddrinfo, lambda host, *_, **__: host)
        patch.setattr(socket, "getaddrinfo", lookup)
        yield
