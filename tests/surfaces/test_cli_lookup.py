"""What is looked up: verify, advisors, init, config, explain; and stores that there are not."""

from pathlib import Path

import pytest

from gemot.surfaces.cli.template import CONFIG
from tests.fakes.openai_server import OpenAIServer
from tests.surfaces.command import SMALL, Desk


def test_verify_holds_the_store_to_a_head(gemot: Desk) -> None:
    case = gemot.case(*SMALL)
    answer = gemot("verify", case, "--json").json
    assert (answer["ok"], answer["intact"], answer["follows"]) == (True, True, "yes")
    assert answer["records"] == gemot("status", case, "--json").json["records"]
    assert answer["head"].startswith(f"{case}:")
    whole = gemot("verify", "--json").json
    assert whole["head"].startswith("store:")
    gemot("conclude", case, "--choose", "queue", "--because", "so")
    for head in (answer["head"], whole["head"]):
        assert gemot("verify", "--against", head).code == 0
    other = answer["head"][:-1] + ("0" if answer["head"][-1] != "0" else "1")
    wrong = gemot("verify", "--against", other, "--json")
    assert wrong.code == 3
    assert wrong.json["ok"] is False
    assert wrong.json["offences"][0]["code"].startswith("JRN")
    assert gemot("verify", "--against", "nonsense").code == 2


def test_verify_names_what_was_altered(gemot: Desk) -> None:
    import sqlite3

    case = gemot.case(*SMALL)
    with sqlite3.connect(gemot.store) as store:
        store.execute("DROP TRIGGER record_keeps")
        store.execute("UPDATE record SET envelope = x'00' WHERE seq = 1")
    store.close()
    for args in (["verify"], ["verify", case]):
        ran = gemot(*args, "--json")
        assert ran.code == 3
        assert f"{case}/1" in str(ran.json["offences"][0]["place"])
    told = gemot("verify")
    assert "intact:  NO" in told.out
    assert gemot("status", case).code == 2


def test_verify_without_a_store_is_never_ok(gemot: Desk) -> None:
    assert gemot("verify").code == 2
    assert not gemot.store.exists()


def test_advisors_contacts_nobody(counselled: Desk, server: OpenAIServer) -> None:
    ran = counselled("advisors")
    assert ran.out.startswith("mode standard (from: default)\nanna: available (present)\n")
    assert [a["id"] for a in counselled("advisors", "--json").json["advisors"]] == [
        "anna", "bert", "carl",
    ]  # fmt: skip
    assert "disabled (mode ci)" in counselled("advisors", "--mode", "ci").out
    assert server.connections == 0
    assert not counselled.store.exists()


def test_advisors_says_what_is_missing(gemot: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_SUCH", raising=False)
    gemot.configure(
        '[[advisor]]\nid = "anna"\ntransport = "api"\nbase_url = "https://example.org/v1"\n'
        'wire = "openai"\nmodel = "m"\nkey = "env:NO_SUCH"\n'
    )
    ran = gemot("advisors")
    assert "fix: export NO_SUCH=…" in ran.out
    assert gemot("advisors", "--json").json["next"][0]["command"] == "gemot admin config --example"


def test_init_writes_a_file_that_decides(gemot: Desk) -> None:
    ran = gemot("init", "--owner", 'Ada "the" Owner')
    assert ran.out == "wrote decision.md; fill it in, then: gemot decide decision.md\n"
    before = (gemot.project / "decision.md").read_text()
    again = gemot("init", "--json")
    assert again.code == 2
    assert again.json["offences"][0]["got"] == "a file that is there"
    assert (gemot.project / "decision.md").read_text() == before
    assert gemot("init", "--stdout", "--owner", 'Ada "the" Owner').out == before
    answer = gemot("decide", "decision.md", "--json").json
    assert answer["status"] == "decided_locally"


def test_every_key_of_the_template_is_one(gemot: Desk, counselled: Desk) -> None:
    text = gemot("init", "--stdout", "--owner", "Ada").out
    full = []
    for line in text.splitlines():
        bare = line.lstrip()
        key = bare.removeprefix("# ")
        if bare.startswith("# ") and (":" in key or key.startswith("  ")) and key[0] in KEYED:
            full.append(line.replace("# ", "", 1))
        else:
            full.append(line)
    wanted = {"materiality", "categories", "affects", "deadline", "evidence", "outcomes", "ask"}
    assert all(any(x.startswith(f"{k}:") for x in full) for k in wanted)
    (gemot.project / "decision.md").write_text("\n".join(full))
    ran = gemot("decide", "decision.md", "--mode", "ci", "--json")
    assert ran.code in (0, 3), ran
    assert ran.json["schema"] == "gemot/decide/1", ran


KEYED = "mcadeonfqhru -"


def test_the_example_configuration_is_one(gemot: Desk) -> None:
    ran = gemot("admin", "config", "--example")
    assert ran.out == CONFIG
    gemot.configure(ran.out)
    shown = gemot("admin", "config", "--json").json
    assert shown["advisors"][0]["id"] == "anna"
    assert shown["limits"] == {"case_usd": 1.0, "daily_usd": 5.0}
    where = gemot("admin", "config", "--path").out.strip()
    assert Path(where).read_text() == CONFIG


def test_config_says_where_each_thing_is_from(counselled: Desk) -> None:
    (counselled.project / "gemot.toml").write_text('mode = "offline"\n')
    ran = counselled("admin", "config")
    assert "mode          offline  (from: repository)" in ran.out
    assert "chair         carl" in ran.out
    assert "daily_usd     none" in ran.out
    told = counselled("admin", "config", "--json").json
    assert told["store"] == {"path": str(counselled.store), "exists": False}


def test_explain(gemot: Desk) -> None:
    ran = gemot("case", "explain", "frm002")
    assert ran.out.startswith("FRM002 too-few-options (refuse; judges case)\n  says  ")
    assert gemot("case", "explain", "store-busy").code == 0
    rules = gemot("case", "explain", "all", "--json").json["rules"]
    assert len(rules) == len(gemot("case", "explain", "all").out.splitlines())
    wrong = gemot("case", "explain", "STG002", "--json")
    assert wrong.code == 2
    assert "STG001" in wrong.json["offences"][0]["fix"]


@pytest.mark.parametrize(
    "place", ["postgresql://x/y", "nonsense", "sqlite:"], ids=["postgres", "word", "nothing"]
)
def test_a_store_that_there_is_not(
    gemot: Desk, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GEMOT_STORE", place)
    ran = gemot("status", "--json")
    assert ran.code == 2
    assert ran.json["offences"][0]["code"] == "store-unsupported"
    assert "GEMOT_STORE" in ran.json["offences"][0]["fix"]


def test_a_store_of_another_program(gemot: Desk) -> None:
    gemot.store.parent.mkdir()
    gemot.store.write_text("no database at all, but long enough to be looked at" * 20)
    ran = gemot(*SMALL, "--json")
    assert ran.code == 2
    assert ran.json["offences"][0]["code"] == "store-foreign"
