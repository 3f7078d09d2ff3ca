"""The API adapter against a real loopback server: statuses, one request each, `sent`, time."""

import asyncio
import subprocess
import sys
import time

import pytest

from gemot.advisors.api import ApiAdvisor
from gemot.advisors.exchange import FOREIGN, retry_after
from gemot.advisors.wire_openai import CAP
from gemot.ports.advisor import Reply
from tests.advisors.calls import WHOLE, Points, ask, call, entry, once, run
from tests.fakes.answers import DROP, Answer, in_turn
from tests.fakes.openai_server import OpenAIServer

FIRST_HALF = ["call.sending", "call.sent", "call.first_byte"]


def test_a_whole_exchange() -> None:
    points: Points = []
    with OpenAIServer(Answer(content="queue")) as server:
        reply = once(server, points)
    assert reply == Reply(
        status="completed",
        sent=True,
        raw=reply.raw,
        text="queue",
        model="m1",
        reference=reply.reference,
        input_tokens=7,
        output_tokens=2,
    )
    assert points == [(point, "c1") for point in WHOLE]
    (seen,) = server.seen
    assert seen.body == ApiAdvisor().prepare(call(entry(server.base_url)))
    assert (seen.method, seen.target) == ("POST", "/v1/chat/completions")
    assert "authorization" not in seen.headers
    assert (server.log.input_tokens, server.log.output_tokens) == (7, 2)


def test_the_credential_travels_in_the_header_alone() -> None:
    async def work(advisor: ApiAdvisor) -> Reply:
        return await ask(advisor, entry(server.base_url, key="env:ANNA_KEY"))

    with OpenAIServer(key="hunter2") as server:
        reply = run(work, ANNA_KEY="hunter2")
        refused = run(work, ANNA_KEY="hunter3")
        absent = run(work)
    assert reply.status == "completed"
    assert server.seen[0].headers["authorization"] == "Bearer hunter2"
    assert b"hunter2" not in server.seen[0].body
    assert refused == Reply(
        status="auth_failed",
        sent=True,
        raw=b'{"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}}',
        diagnostic="http 401: invalid_api_key: Incorrect API key provided",
    )
    assert absent == Reply(
        status="auth_failed", sent=False, diagnostic="the variable `ANNA_KEY` is absent"
    )
    assert server.log.requests == 2


@pytest.mark.parametrize("status", [200, 401, 500])
def test_an_echoed_credential_is_scrubbed(status: int) -> None:
    told = rb"key hunter2 at http://me:pw@h/\u001b[1m\u202e is bad sk-abcdefgh"
    echo = b'{"error":{"message":"%b"}}' % told
    with OpenAIServer(Answer(status=status, body=echo)) as server:
        asked = entry(server.base_url, key="env:K")
        reply = run(lambda advisor: ask(advisor, asked), K="hunter2")
    said = "key [credential] at http://h/ is bad [credential]"
    start = "the server answered with an error" if status == 200 else f"http {status}"
    assert reply.diagnostic == f"{start}: {said}"
    assert reply.raw == echo


HTML = b"<html>\n<h1>Bad\tgateway</h1>" + b"." * 400
STATUSES: dict[str, tuple[Answer, str, int | None, str]] = {
    "400": (
        Answer(status=400, body=b'{"error":{"message":"no such field","type":"invalid"}}'),
        "error",
        None,
        "http 400: invalid: no such field",
    ),
    "401": (Answer(status=401, body=b""), "auth_failed", None, "http 401"),
    "403": (Answer(status=403, body=b'{"error":"no"}'), "auth_failed", None, "http 403: no"),
    "404": (Answer(status=404, body=b"nobody"), "unavailable", None, "http 404: nobody"),
    "418": (Answer(status=418, body=b"{}"), "error", None, "http 418: {}"),
    "429": (
        Answer(status=429, body=b"", headers={"Retry-After": "1.2"}),
        "rate_limited",
        2,
        "http 429",
    ),
    "429 date": (
        Answer(status=429, body=b"", headers={"Retry-After": "Sun, 09 Sep 2001 01:47:03 GMT"}),
        "rate_limited",
        23,
        "http 429",
    ),
    "500": (Answer(status=500, body=b"\xff"), "unavailable", None, "http 500: \ufffd"),
    "502": (
        Answer(status=502, body=HTML),
        "unavailable",
        None,
        "http 502: <html> <h1>Bad gateway</h1>" + "." * 262 + "…",
    ),
    "503": (
        Answer(status=503, body=b"", headers={"Retry-After": "9"}),
        "unavailable",
        9,
        "http 503",
    ),
    "302": (
        Answer(status=302, body=b"", headers={"Location": "http://127.0.0.1:1/"}),
        "error",
        None,
        "http 302, a redirect, which is not followed",
    ),
    "307 broken": (
        Answer(status=307, body=b"", headers={"Location": "http://[/"}),
        "error",
        None,
        "http 307, a redirect, which is not followed",
    ),
}


@pytest.mark.parametrize("name", STATUSES)
def test_every_status_code(name: str) -> None:
    answer, status, wait, why = STATUSES[name]
    with OpenAIServer(answer) as server:
        reply = once(server)
    assert reply == Reply(
        status=status,  # type: ignore[arg-type]
        sent=True,
        raw=answer.body or b"",
        retry_after=wait,
        diagnostic=why,
    )
    assert server.log.requests == 1


BODIES: dict[str, tuple[Answer, str, str]] = {
    "empty": (Answer(body=b""), "empty", "the reply has no body"),
    "blank": (Answer(content=" "), "empty", "the reply has no text (finish_reason `stop`)"),
    "html": (
        Answer(body=HTML, headers={"Content-Type": "text/html"}),
        "malformed",
        "the reply is not JSON: Expecting value: line 1 column 1 (char 0)",
    ),
    "utf-8": (Answer(body=b"\xff"), "malformed", "the reply is not UTF-8 at byte 0"),
    "twice": (
        Answer(body=b'{"id":"a","id":"b"}'),
        "malformed",
        "the reply has the key `id` twice in one object",
    ),
    "cut": (
        Answer(finish_reason="length"),
        "malformed",
        "the reply was cut at max_output (finish_reason `length`)",
    ),
}


@pytest.mark.parametrize("name", BODIES)
def test_bodies_that_are_no_answer(name: str) -> None:
    answer, status, why = BODIES[name]
    with OpenAIServer(answer) as server:
        reply = once(server)
    assert (reply.status, reply.text, reply.diagnostic) == (status, None, why)
    assert answer.body is None or reply.raw == answer.body
    assert reply == ApiAdvisor().parse(reply.raw)
    assert server.log.requests == 1


@pytest.mark.parametrize("chunked", [True, False])
def test_a_huge_reply_is_read_to_the_cap(chunked: bool) -> None:
    points: Points = []
    body = b'{"a":"' + b"x" * 10_000_000
    with OpenAIServer(Answer(body=body, chunked=chunked)) as server:
        reply = once(server, points)
    assert (reply.status, reply.sent, reply.raw == body[:CAP]) == ("malformed", True, True)
    assert reply.diagnostic == f"the reply reaches the cap of {CAP} bytes"
    assert reply == ApiAdvisor().parse(reply.raw)
    assert [point for point, _ in points] == FIRST_HALF


def test_chunks_and_dribble_are_one_reply() -> None:
    with OpenAIServer(Answer(content="x" * 500, chunked=True, dribble=0.002)) as server:
        assert once(server).text == "x" * 500


def test_what_is_reported_is_kept_as_reported() -> None:
    with OpenAIServer(Answer(reported_model="other", usage=DROP)) as server:
        reply = once(server)
    assert (reply.model, reply.input_tokens, reply.output_tokens) == ("other", None, None)


def test_no_cookie_goes_from_one_context_to_the_next() -> None:
    async def twice(advisor: ApiAdvisor) -> Reply:
        await ask(advisor, entry(server.base_url))
        return await ask(advisor, entry(server.base_url))

    with OpenAIServer(Answer(headers={"Set-Cookie": "a=b; Path=/"})) as server:
        run(twice)
    assert (server.connections, [seen.headers.get("cookie") for seen in server.seen]) == (
        1,
        [None, None],
    )


def test_eight_calls_at_once_on_one_client() -> None:
    async def eight(advisor: ApiAdvisor) -> list[Reply]:
        asked = [entry(server.base_url, model=f"m{index}") for index in range(8)]
        await advisor.warm(asked)
        start = time.perf_counter()
        replies = await asyncio.gather(*(ask(advisor, one) for one in asked))
        assert time.perf_counter() - start < 1.0
        return list(replies)

    with OpenAIServer(latency=0.3) as server:
        replies = run(eight)
    assert [reply.model for reply in replies] == [f"m{index}" for index in range(8)]
    assert (server.log.requests, server.peak) == (8, 8)


def test_an_adapter_outlives_its_loop() -> None:
    async def one() -> Reply:
        try:
            return await ask(advisor, entry(server.base_url))
        finally:
            await advisor.close()
            await advisor.close()

    advisor = ApiAdvisor(environ={})
    with OpenAIServer() as server:
        assert [asyncio.run(one()).status for _ in range(2)] == ["completed", "completed"]


def test_cancellation_is_raised_again() -> None:
    async def cancelled(advisor: ApiAdvisor) -> Reply:
        left, made = asyncio.Event(), call(entry(server.base_url))
        told = {"call.sent": left.set}
        sending = advisor.send(
            made, advisor.prepare(made), lambda point, _: told.get(point, lambda: None)()
        )
        task = asyncio.ensure_future(sending)
        await left.wait()
        task.cancel()
        return await task

    with OpenAIServer(Answer(fault="hang")) as server, pytest.raises(asyncio.CancelledError):
        run(cancelled)


def test_what_trace_raises_is_the_callers() -> None:
    def trace(point: str, subject: str) -> None:
        raise LookupError(point)

    async def work(advisor: ApiAdvisor) -> Reply:
        made = call(entry(server.base_url))
        return await advisor.send(made, advisor.prepare(made), trace)

    with OpenAIServer() as server, pytest.raises(LookupError, match=r"call\.sending"):
        run(work)


def test_what_is_not_configured_is_not_sent() -> None:
    reply = run(lambda advisor: ask(advisor, entry("http://me:hunter2@127.0.0.1:1/")))
    assert reply == Reply(
        status="error",
        sent=False,
        diagnostic="advisor `anna` is not configured: credential_in_base_url",
    )


def test_a_query_of_the_base_url_is_kept() -> None:
    with OpenAIServer() as server:
        run(lambda advisor: ask(advisor, entry(f"{server.base_url}/?api-version=2")))
    assert server.seen[0].target == "/v1/chat/completions?api-version=2"


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (None, None),
        ("0", None),
        ("-3", None),
        ("0.1", 1),
        (" 30 ", 30),
        ("1e9", None),
        ("nan", None),
        ("9" * 400, None),
        ("soon", None),
        ("Sun, 09 Sep 2001 01:46:40 GMT", None),
        ("Sun, 09 Sep 2001 01:46:41 -0000", 1),
        ("Sun, 09 Sep 99999 01:46:41 GMT", None),
    ],
)
def test_retry_after(value: str | None, seconds: int | None) -> None:
    assert retry_after(value, 1_000_000_000.5) == seconds


def test_every_foreign_error_is_mapped() -> None:
    import httpx2

    def family(parent: type[Exception]) -> set[str]:
        below = [family(child) for child in parent.__subclasses__()]
        return {parent.__name__}.union(*below)

    roots = [httpx2.HTTPError, httpx2.InvalidURL, httpx2.CookieConflict, httpx2.StreamError]
    exported = {
        name
        for name in httpx2.__all__
        if isinstance(kind := getattr(httpx2, name), type) and issubclass(kind, Exception)
    }
    assert set().union(*map(family, roots)) | exported == set(FOREIGN)


@pytest.mark.parametrize("made", ["import gemot.advisors.api", "gemot.advisors.api.ApiAdvisor()"])
def test_nothing_heavy_at_import(made: str) -> None:
    heavy = "import sys; print(sorted({'httpx2', 'anyio', 'h11', 'keyring'} & set(sys.modules)))"
    code = f"import gemot.advisors.api; {made}; {heavy}"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "[]\n"


def test_warming_needs_no_entry_and_reports_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", "/nonexistent")
    tls = entry("https://advisor.test/v1")

    async def warm(advisor: ApiAdvisor) -> Reply:
        await advisor.warm()
        await advisor.warm([tls, entry(None)])
        return await ask(advisor, tls)

    assert run(warm) == Reply(
        status="error",
        sent=False,
        diagnostic="advisor.test:443: FileNotFoundError: [Errno 2] No such file or directory, "
        "before any byte left",
    )


def test_answers_in_turn() -> None:
    with OpenAIServer(in_turn(Answer(content="a"), Answer(content="b"))) as server:
        assert [once(server).text for _ in range(3)] == ["a", "b", "b"]
