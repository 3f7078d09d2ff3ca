"""Councils against a real loopback server: waves, and replies as bad as they come."""

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gemot.advisors.api import ApiAdvisor
from gemot.conduct.cases import open_case
from gemot.conduct.follows import follows
from gemot.engines.inline import Stop, run
from gemot.journal.sqlite import SqliteJournal
from gemot.testing.fixed import CountingIds
from tests.council import CARL, FOUR, OWNER, bench, convening, decision, desk
from tests.fakes.answers import Answer, Answerer
from tests.fakes.answers import council as answers
from tests.fakes.openai_server import OpenAIServer


def held(server: OpenAIServer, store: Path, **council: Any) -> tuple[Stop, Any, SqliteJournal]:
    """A council of four and a chair at one server, on a real store."""
    entries = tuple(msgspec.structs.replace(e, base_url=server.base_url) for e in (*FOUR, CARL))
    adapter = ApiAdvisor("openai", environ={})
    journal = SqliteJournal(store, CountingIds())
    on = desk(adapter, journal)

    async def sit() -> Stop:
        opening = open_case(on, decision(), OWNER)
        stop = await run(on, opening.case, convening(entries, **council))
        await adapter.close()
        return stop

    return asyncio.run(sit()), on, journal


def test_nine_calls_in_three_waves_at_200_ms(tmp_path: Path) -> None:
    """Within a wave every request has come before any reply goes out; between waves none."""
    with OpenAIServer(latency=0.2) as server:
        stop, on, journal = held(server, tmp_path / "store.db")
        assert follows(stop.state.filed, bench(on)).answer == "yes"
        journal.close()
    assert server.log.requests == 9
    assert server.peak == 4
    waves = [server.seen[:4], server.seen[4:8], server.seen[8:]]
    for wave in waves:
        assert max(s.arrived for s in wave) < min(s.ended or 0 for s in wave)
    for before, after in pairwise(waves):
        assert max(s.ended or 0 for s in before) < min(s.arrived for s in after)


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "ten megabytes": ({"content": "x" * 10_000_000}, "malformed"),
    "no UTF-8": ({"body": b'{"choices": "\xff\xfe"}'}, "malformed"),
    "no JSON": ({"body": b"<html>busy</html>"}, "malformed"),
    "an empty body": ({"body": b""}, "empty"),
    "cut in the body": ({"fault": "close_mid_body"}, "unavailable"),
    "closed before the reply": ({"fault": "close_before_reply"}, "unavailable"),
    "cut at the bound": ({"finish_reason": "length"}, "malformed"),
    "a refusal": ({"refusal": "I will not"}, "empty"),
    "rate limited": ({"status": 429, "headers": {"retry-after": "7"}}, "rate_limited"),
    "unauthorized": ({"status": 401}, "auth_failed"),
    "broken": ({"status": 503}, "unavailable"),
    "moved": ({"status": 302, "headers": {"location": "/elsewhere"}}, "error"),
}


def sick(fields: dict[str, Any]) -> Answerer:
    """The council, in which the model m1 answers badly."""
    well = answers()

    def answer(request: dict[str, Any]) -> Answer:
        return Answer(**fields) if request["model"] == "m1" else well(request)

    return answer


@pytest.mark.parametrize("name", BAD)
def test_a_bad_reply_is_recorded_as_what_it_is_and_asked_once(name: str, tmp_path: Path) -> None:
    fields, status = BAD[name]
    with OpenAIServer(answer=sick(fields)) as server:
        stop, on, journal = held(server, tmp_path / "store.db", chair=None)
        receipt = next(r for r in stop.state.receipts.values() if r.seat == "A")
        assert receipt.status == status
        assert receipt.sent
        assert sum(s.json["model"] == "m1" for s in server.seen) == 1
        assert "A" not in stop.state.positions
        assert stop.state.report is not None
        assert stop.state.report.panel.returned == 3
        assert follows(stop.state.filed, bench(on)).answer == "yes"
        journal.close()
