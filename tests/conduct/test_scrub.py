"""No secret that we hold is kept, however a reply escapes it, and none stands in a name."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from gemot.conduct.cases import note, open_case
from gemot.conduct.scrub import scrub_bytes
from gemot.ports.advisor import Call, Reply
from gemot.records.call import Authorization
from gemot.records.envelope import Actor
from gemot.records.faults import Faulty
from gemot.records.framing import Option
from gemot.testing.advisor import ScriptedAdvisor, fill
from tests.council import OWNER, convening, decide, decision, desk

KEY = "sk-EXAMPLE/held+key-0123456789"


def redact(text: str) -> tuple[str, Mapping[str, int]]:
    """Exact match of the one key that is held."""
    found = text.count(KEY)
    return text.replace(KEY, "[[secret:held:0000]]"), {"held": found} if found else {}


def escaped(text: str) -> str:
    """The text with every character as a JSON escape."""
    return "".join(f"\\u{ord(c):04x}" for c in text)


@pytest.mark.parametrize(
    "raw",
    [
        KEY.encode(),
        b"\xff\xfe bad key " + KEY.encode(),
        json.dumps({"error": KEY}).encode(),
        json.dumps({"error": KEY}).replace("/", "\\/").encode(),
        f'{{"a": "{escaped(KEY)}", "a": 1}}'.encode(),
        json.dumps({"content": f'{{"rationale": "{escaped(KEY)}"}}'}).encode(),
        json.dumps({KEY: [1, {"x": KEY}]}).encode(),
    ],
)
def test_a_key_is_taken_out_however_it_is_written(raw: bytes) -> None:
    clean = scrub_bytes(redact, raw)
    assert b"[[secret:held:0000]]" in clean
    said = clean.decode("latin-1")
    while "\\u" in said:
        said = said.encode().decode("unicode_escape")
    assert KEY not in said.replace("\\/", "/")


@pytest.mark.parametrize("raw", [b"", b"{", b'{"a": 1, "a": 2}', b"\xff", b"[" * 9000])
def test_what_holds_no_key_stays_as_it_came(raw: bytes) -> None:
    assert scrub_bytes(redact, raw) == raw


def test_a_reply_that_echoes_the_key_leaves_it_nowhere() -> None:
    def script(call: Call) -> Any:
        made = fill(call)
        if "rationale" in made:
            made["rationale"] = f"the key is {KEY}"
        text = msgspec.json.encode(made).decode().replace(KEY, escaped(KEY))
        raw = json.dumps({"input_tokens": 1, "output_tokens": 1, "text": text, "model": None})
        return ScriptedAdvisor().parse(raw.encode())

    on = desk(ScriptedAdvisor(script), redact=redact)
    state = decide(on, decision(), convening()).state
    assert len(state.positions) == 4
    stored = b"".join(data for _, data in on.journal.blobs())
    stored += b"".join(r.sealed.envelope + (r.sealed.payload or b"") for r in on.journal.rows())
    assert KEY.encode() not in stored
    assert escaped(KEY).encode() not in stored
    assert all("[[secret:held:0000]]" in p.rationale for p in state.positions.values())


def test_a_failed_reply_that_echoes_the_key_leaves_it_nowhere() -> None:
    said = Reply(
        status="auth_failed", sent=True, raw=b"bad key " + KEY.encode() + b" \xff",
        diagnostic=f"bad key {KEY}",
    )  # fmt: skip
    on = desk(ScriptedAdvisor(lambda call: said), redact=redact)
    decide(on, decision(), convening())
    stored = b"".join(data for _, data in on.journal.blobs())
    stored += b"".join(r.sealed.payload or b"" for r in on.journal.rows())
    assert KEY.encode() not in stored


def test_a_key_in_a_name_is_refused_and_not_shown() -> None:
    on = desk(redact=redact)
    options = (Option(id="a", title="A"), Option(id="b", title="B"))
    with pytest.raises(Faulty) as refused:
        open_case(on, decision(owner=f"me {KEY}", options=options), OWNER)
    assert KEY not in str(refused.value)
    assert [f.place for f in refused.value.found] == ["owner"]
    case = open_case(on, decision(options=options), OWNER).case
    with pytest.raises(Faulty):
        note(on, case, Authorization(what="spend"), Actor(name=KEY, channel="terminal"))
    assert on.journal.heads()[0].seq == 0
