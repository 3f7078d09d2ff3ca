"""Whether bytes may have left: `sent` decides if a call may be repeated or is in doubt."""

import asyncio
import gc
import shutil
import socket
import ssl
import subprocess
from pathlib import Path

import pytest

from gemot.advisors.api import ApiAdvisor
from gemot.ports.advisor import Reply
from tests.advisors.calls import WHOLE, Points, ask, entry, once, peer, run
from tests.fakes.answers import Answer, Fault, in_turn
from tests.fakes.openai_server import OpenAIServer

PROXIED = "http://advisor.test/v1"
"""A name that resolves nowhere: only a proxy can have answered for it."""


def test_a_refused_connection() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port = bound.getsockname()[1]
        points: Points = []
        reply = run(lambda advisor: ask(advisor, entry(f"http://127.0.0.1:{port}/v1"), points))
    assert reply == Reply(
        status="unavailable",
        sent=False,
        diagnostic=f"127.0.0.1:{port}: ConnectError: All connection attempts failed, "
        "before any byte left",
    )
    assert points == []


def test_a_name_that_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nowhere)
    assert run(lambda advisor: ask(advisor, entry(PROXIED))) == Reply(
        status="unavailable",
        sent=False,
        diagnostic="advisor.test:80: ConnectError: [Errno -2] Name or service not known, "
        "before any byte left",
    )


CUT: dict[Fault, tuple[list[str], str]] = {
    "close_on_headers": (
        WHOLE[:2],
        "RemoteProtocolError: Server disconnected without sending a response., "
        "after the request began to leave",
    ),
    "close_before_reply": (
        WHOLE[:2],
        "RemoteProtocolError: Server disconnected without sending a response., "
        "after the request began to leave",
    ),
}


@pytest.mark.parametrize("fault", CUT)
def test_a_connection_cut_before_the_reply(fault: Fault) -> None:
    reached, why = CUT[fault]
    points: Points = []
    with OpenAIServer(Answer(fault=fault)) as server:
        reply = once(server, points)
    assert reply == Reply(
        status="unavailable", sent=True, diagnostic=f"127.0.0.1:{server.port}: {why}"
    )
    assert ([point for point, _ in points], server.log.requests) == (reached, 1)


@pytest.mark.parametrize("chunked", [True, False])
def test_a_connection_cut_in_the_reply_keeps_what_came(chunked: bool) -> None:
    points: Points = []
    body = b"0123456789"
    with OpenAIServer(Answer(body=body, fault="close_mid_body", chunked=chunked)) as server:
        reply = once(server, points)
    assert (reply.status, reply.sent, reply.raw) == ("unavailable", True, b"01234")
    assert reply.diagnostic is not None
    assert reply.diagnostic.endswith(", after 5 bytes of the reply")
    assert ([point for point, _ in points], server.log.requests) == (WHOLE[:3], 1)


def test_an_error_status_outranks_a_cut_body() -> None:
    answer = Answer(
        status=429, body=b"slow down", fault="hang_mid_body", headers={"Retry-After": "4"}
    )
    with OpenAIServer(answer) as server:
        reply = once(server, timeout=0.4)
    assert reply == Reply(
        status="rate_limited",
        sent=True,
        raw=b"slow",
        retry_after=4,
        diagnostic="http 429: slow",
    )


def test_a_connection_reset_while_writing() -> None:
    async def reset(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.transport.abort()

    async def work(advisor: ApiAdvisor) -> Reply:
        async with peer(reset) as port:
            asked = entry(f"http://127.0.0.1:{port}/v1")
            return await ask(advisor, asked, prompt="x" * 20_000_000)

    reply = run(work)
    assert (reply.status, reply.sent, reply.raw) == ("unavailable", True, b"")


def test_a_kept_connection_that_was_closed_costs_nothing() -> None:
    async def twice(advisor: ApiAdvisor) -> list[Reply]:
        first = await ask(advisor, entry(server.base_url))
        await asyncio.sleep(0.05)
        return [first, await ask(advisor, entry(server.base_url))]

    with OpenAIServer(in_turn(Answer(fault="close_after_reply"), Answer())) as server:
        replies = run(twice)
    assert [reply.status for reply in replies] == ["completed", "completed"]
    assert (server.log.requests, server.connections) == (2, 2)


@pytest.mark.parametrize("fault", ["hang", "hang_mid_body"])
def test_a_time_out_after_the_request_left(fault: Fault) -> None:
    points: Points = []
    with OpenAIServer(Answer(body=b"0123456789", fault=fault)) as server:
        reply = once(server, points, timeout=0.3)
    reached = "the request began to leave" if fault == "hang" else "5 bytes of the reply"
    assert reply == Reply(
        status="timeout",
        sent=True,
        raw=b"" if fault == "hang" else b"01234",
        diagnostic=f"127.0.0.1:{server.port}: no reply within 0.3 s, after {reached}",
    )
    assert server.log.requests == 1


def test_the_deadline_is_of_the_whole_call() -> None:
    with OpenAIServer(Answer(content="x" * 5000, dribble=0.05)) as server:
        reply = once(server, timeout=0.4)
    assert (reply.status, reply.sent) == ("timeout", True)


def test_a_time_out_before_any_byte_of_the_request() -> None:
    """TLS to a peer that never answers the greeting: connected, and nothing was asked."""

    async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(60)

    async def work(advisor: ApiAdvisor) -> tuple[int, Reply]:
        async with peer(mute) as port:
            asked = entry(f"https://127.0.0.1:{port}/v1")
            reply = await ask(advisor, asked, points, timeout=0.5)
            gc.collect()
            return port, reply

    points: Points = []
    port, reply = run(work)
    assert reply == Reply(
        status="timeout",
        sent=False,
        diagnostic=f"127.0.0.1:{port}: no reply within 0.5 s, before any byte left",
    )
    assert points == []


def test_a_proxy_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenAIServer(Answer(content="by proxy")) as proxy, OpenAIServer() as direct:
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{proxy.port}")
        reply = run(lambda advisor: ask(advisor, entry(PROXIED)))
        assert once(direct).status == "completed"
    assert (reply.status, reply.text) == ("completed", "by proxy")
    assert [seen.target for seen in proxy.seen] == ["http://advisor.test/v1/chat/completions"]
    assert direct.log.requests == 1


def test_a_proxy_that_refuses_the_tunnel_was_asked_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    points: Points = []
    with OpenAIServer() as proxy:
        monkeypatch.setenv("HTTPS_PROXY", f"http://me:hunter2@127.0.0.1:{proxy.port}")
        asked = entry("https://advisor.test/v1")
        reply = run(lambda advisor: ask(advisor, asked, points))
    assert reply == Reply(
        status="unavailable",
        sent=False,
        diagnostic="advisor.test:443: ProxyError: 405 Fake, before any byte left",
    )
    assert points == []


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[ssl.SSLContext, Path]:
    """A server context for 127.0.0.1 and advisor.test, and the file of its own authority."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("no openssl binary to make a certificate with")
    folder = tmp_path_factory.mktemp("tls")
    key, public = folder / "key.pem", folder / "cert.pem"
    subprocess.run(
        [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", "/CN=gemot test", "-keyout", key, "-out", public,
         "-addext", "subjectAltName=IP:127.0.0.1,DNS:advisor.test"],
        check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(public, key)
    return context, public


def test_https_with_an_authority_of_ones_own(
    certificate: tuple[ssl.SSLContext, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    context, public = certificate
    with OpenAIServer(tls=context) as server:
        unknown = once(server)
        monkeypatch.setenv("SSL_CERT_FILE", str(public))
        known = once(server)
    assert (unknown.status, unknown.sent) == ("unavailable", False)
    assert "CERTIFICATE_VERIFY_FAILED" in (unknown.diagnostic or "")
    assert (known.status, known.sent, server.log.requests) == ("completed", True, 1)


def test_https_through_a_tunnel(
    certificate: tuple[ssl.SSLContext, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    context, public = certificate
    monkeypatch.setenv("SSL_CERT_FILE", str(public))
    asked: list[bytes] = []

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            writer.write(data)
        writer.close()

    async def tunnel(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        inner, outer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"HTTP/1.1 200 Connected\r\n\r\n")
        try:
            await asyncio.gather(pump(reader, outer), pump(inner, writer))
        finally:
            outer.close()

    async def work(advisor: ApiAdvisor) -> Reply:
        async with peer(tunnel) as port:
            monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{port}")
            reply = await ask(advisor, entry("https://advisor.test/v1", key="env:K"), points)
            await advisor.close()
            return reply

    points: Points = []
    with OpenAIServer(tls=context, key="hunter2") as server:
        reply = run(work, K="hunter2")
    assert (reply.status, [point for point, _ in points]) == ("completed", WHOLE)
    assert asked[0].startswith(b"CONNECT advisor.test:443 HTTP/1.1\r\n")
    assert b"hunter2" not in asked[0]
