"""The user's file: read exactly, refused whole."""

import json
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemot.conduct import amount, mode, settings
from gemot.records.catalogue import Entry, Limits, Price, Source
from gemot.records.evidence import Council
from gemot.records.faults import Faulty

WHOLE = """
mode = "standard"
[council]
seats = 4            # the owner's own number
rounds = 2
chair = "carl"
on_doubt = "again"
[limits]
case_usd = 1.00
daily_usd = 5
[[advisor]]
id = "anna"
transport = "api"
wire = "openai"
base_url = "http://127.0.0.1:8000/v1"
model = "m1"
key = "env:ANNA_KEY"
source = { vendor = "v1", family = "f1" }
capabilities = ["independent_reasoning"]
price = { input = 3.0, output = 15.05 }
[[advisor]]
id = "carl"
transport = "peer"
enabled = false
structured = false
concurrency = 2
limits = { timeout = 30, context = 8192, output = 1024 }
"""


def faults_of(text: str) -> list[tuple[str, str, str, str]]:
    with pytest.raises(Faulty) as caught:
        settings.read(text)
    assert caught.value.what == "the configuration"
    return [(f.place, f.got, f.needed, f.fix) for f in caught.value.found]


def test_the_whole_form() -> None:
    assert settings.read(WHOLE) == settings.Settings(
        mode="standard",
        council=Council(
            seats=4,
            rounds=2,
            chair="carl",
            on_doubt="again",
            case_nano=1_000_000_000,
            daily_nano=5_000_000_000,
        ),
        advisors=(
            Entry(
                id="anna",
                transport="api",
                wire="openai",
                base_url="http://127.0.0.1:8000/v1",
                model="m1",
                key="env:ANNA_KEY",
                source=Source(vendor="v1", family="f1"),
                price=Price(input="3", output="15.05"),
            ),
            Entry(
                id="carl",
                transport="peer",
                enabled=False,
                structured=False,
                concurrency=2,
                limits=Limits(timeout=30, context=8192, output=1024),
            ),
        ),
    )


def test_absent_is_absent_and_zero_is_zero() -> None:
    assert settings.read("") == settings.Settings()
    assert settings.read("").council.case_nano is None
    assert settings.read("[limits]\ncase_usd = 0").council.case_nano == 0
    assert settings.read("[limits]\ncase_usd = -0.0").council.case_nano == 0


def test_every_fault_at_once() -> None:
    text = """
mood = "standard"
mode = "quick"
[council]
seats = 27
rounds = 3
chair = "nobody"
[limits]
case_usd = "1.00"
daily_usd = -1
[[advisor]]
id = "anna"
transport = "api"
key = "sk-ant-REAL-SECRET"
price = { input = 0.0000000001, output = nan }
[[advisor]]
id = "anna"
base_url = "https://me:hunter2@example.org/v1"
rehearsal = true
limits = { timeout = 1.5 }
"""
    money = "a number of USD from 0 to 9000000, with at most 9 decimals"
    rate = "a number of USD from 0 to 9999999 per million tokens, with at most 9 decimals"
    keys = (
        "one of base_url, capabilities, concurrency, enabled, id, key, limits, model, price, "
        "source, structured, transport, wire"
    )
    transports = "one of api, cli, local, manual, peer, host, recorded, scripted"
    assert faults_of(text) == [
        ("limits.case_usd", 'the text "1.00"', money, "write it without quotes"),
        ("limits.daily_usd", "-1", money, f"give {money}"),
        ("advisor[0].price.input", "1e-10", rate, f"give {rate}"),
        ("advisor[0].price.output", "nan", rate, f"give {rate}"),
        (
            "advisor[0].key",
            "text that names no credential (not shown, it may be one)",
            "env:NAME, file:PATH or keyring:NAME",
            "put the key into a variable or a file of mode 0600 and name that here; "
            "replace the key at its provider if this file was ever shared",
        ),
        (
            "advisor[1].base_url",
            "an address with a user name or password (not shown)",
            "an address without them",
            "remove what stands before the @, and name the credential in advisor[1].key",
        ),
        (
            "mode",
            '"quick"',
            "one of offline, ci, fast, standard, strict",
            "give one of offline, ci, fast, standard, strict",
        ),
        (
            "council.seats",
            "27",
            "a whole number from 1 to 26",
            "give a whole number from 1 to 26",
        ),
        (
            "council.rounds",
            "3",
            "1 or 2 (a later version takes more rounds)",
            "give 1 or 2 (a later version takes more rounds)",
        ),
        ("advisor[1].transport", "nothing", transports, "add 'transport'"),
        ("advisor[1].limits.timeout", "1.5", "a whole number", "give a whole number"),
        ("advisor[1].rehearsal", "an unknown key 'rehearsal'", keys, "remove 'rehearsal'"),
        (
            "mood",
            "an unknown key 'mood'",
            "one of advisor, council, limits, mode",
            "did you mean 'mode'?",
        ),
        (
            "advisor[1].id",
            "'anna', which advisor[0] has",
            "an id of its own",
            "rename or remove one of the two",
        ),
        (
            "council.chair",
            "'nobody', which no advisor has",
            "the id of an advisor: anna",
            "name an advisor of this file, or remove the line",
        ),
    ]


@pytest.mark.parametrize(
    "key", ["sk-ant-abc", "env:", "env:sk-ant-abc", "ANNA_KEY", "file:", "vault:x"]
)
def test_a_raw_key_is_refused_and_never_shown(key: str) -> None:
    text = f'[[advisor]]\nid = "a"\ntransport = "api"\nkey = {json.dumps(key)}'
    ((place, got, *_),) = faults_of(text)
    assert place == "advisor[0].key"
    assert key not in got


@pytest.mark.parametrize("key", ["env:K", "file:~/k", "file:/etc/k", "keyring:anna"])
def test_a_named_key_is_kept(key: str) -> None:
    text = f'[[advisor]]\nid = "a"\ntransport = "api"\nkey = "{key}"'
    assert settings.read(text).advisors[0].key == key


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a = x\nb = 1", "line 1, column 5"),
        ("mode = 'x'\nmode = 'y'\n", "line 2, column 11"),
        ("a = " + "[" * 100_000, "(whole)"),
        ("a = " + "9" * 5000, "(whole)"),
    ],
)
def test_what_is_not_toml(text: str, place: str) -> None:
    ((found, _, needed, _),) = faults_of(text)
    assert (found, needed) == (place, "TOML")


def test_values_of_wrong_kinds_are_faults_not_crashes() -> None:
    assert faults_of("advisor = 3\ncouncil = 4\nlimits = []")
    assert faults_of("[[advisor]]\nid = 1979-05-27\nprice = 3\nkey = 5\nbase_url = []")
    assert faults_of("advisor = [1, 'x']")


def test_rehearsal_is_computed() -> None:
    text = '[[advisor]]\nid = "a"\ntransport = "local"\n[[advisor]]\nid = "b"\ntransport = "api"'
    read = settings.read(text, lambda entry: entry.transport == "local")
    assert [entry.rehearsal for entry in read.advisors] == [True, False]
    scripted = settings.read('[[advisor]]\nid = "a"\ntransport = "scripted"')
    assert scripted.advisors[0].rehearsal


def test_where_the_file_is(tmp_path: Path) -> None:
    assert settings.place({"GEMOT_CONFIG": "/x/y.toml"}) == Path("/x/y.toml")
    found = settings.place({})
    assert (found.parent.name, found.name) == ("gemot", "config.toml")
    assert settings.load(tmp_path / "none.toml") == settings.Settings()
    assert settings.load(Path("/dev/null")) == settings.Settings()
    (tmp_path / "c.toml").write_text('mode = "fast"')
    assert settings.load(tmp_path / "c.toml").mode == "fast"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(Faulty, match="cannot be read: Is a directory"):
        settings.load(tmp_path)
    (tmp_path / "b.toml").write_bytes(b"a = 1\nb = '\xff'")
    with pytest.raises(Faulty, match="line 2: got bytes that are not UTF-8"):
        settings.load(tmp_path / "b.toml")
    (tmp_path / "l.toml").write_bytes(b"#" * 1_048_577)
    with pytest.raises(Faulty, match="got more than 1 MiB"):
        settings.load(tmp_path / "l.toml")


@given(st.decimals(min_value=0, max_value=9_000_000, places=9))
def test_money_is_exact(value: Decimal) -> None:
    """Every amount of up to nine decimals is kept to the last; the text is a record's form."""
    nano = amount.ceiling(value, "x")
    assert isinstance(nano, int)
    assert Decimal(nano) / 10**9 == value
    text = amount.price(value, "x")
    assert isinstance(text, str)
    assert Decimal(text) == value
    assert msgspec.convert({"input": text, "output": text}, Price).input == text


@pytest.mark.parametrize(
    ("written", "text"),
    [("3", "3"), ("3.0", "3"), ("3e0", "3"), ("30", "30"), ("0.10", "0.1"), ("1_0.5", "10.5")],
)
def test_equal_prices_are_equal_text(written: str, text: str) -> None:
    toml = f'[[advisor]]\nid="a"\ntransport="api"\nprice={{input={written}, output=0}}'
    assert settings.read(toml).advisors[0].price == Price(input=text, output="0")


@pytest.mark.parametrize(
    "written",
    ["1e99999999999999999999", "inf", "-1", "1e-10", "true", "1e7", '"3"', "9" * 30 + ".0"],
)
def test_prices_that_no_record_holds(written: str) -> None:
    toml = f'[[advisor]]\nid="a"\ntransport="api"\nprice={{input={written}, output=0}}'
    ((place, *_),) = faults_of(toml)
    assert place == "advisor[0].price.input"


USER = settings.Settings(mode="fast")
NONE = settings.Settings()


@pytest.mark.parametrize(
    ("flag", "environ", "repository", "user", "mode_", "source"),
    [
        ("strict", {"GEMOT_MODE": "ci", "CI": "1"}, "ci", USER, "strict", "flag"),
        (None, {"GEMOT_MODE": "offline", "CI": "1"}, "ci", USER, "offline", "environment"),
        (None, {"CI": "true"}, "fast", USER, "ci", "ci_runner"),
        (None, {"CI": "yes"}, None, NONE, "ci", "ci_runner"),
        (None, {"CI": "false"}, None, NONE, "standard", "default"),
        (None, {"CI": "False"}, None, NONE, "standard", "default"),
        (None, {"CI": "0"}, None, NONE, "standard", "default"),
        (None, {"CI": "", "GEMOT_MODE": ""}, None, NONE, "standard", "default"),
        (None, {}, "ci", USER, "ci", "repository"),
        (None, {}, "fast", NONE, "fast", "repository"),
        (None, {}, None, USER, "fast", "user"),
        (None, {}, None, NONE, "standard", "default"),
    ],
)
def test_mode(
    flag: str | None,
    environ: dict[str, str],
    repository: str | None,
    user: settings.Settings,
    mode_: str,
    source: str,
) -> None:
    assert mode.mode_of(flag, environ, repository, user) == (mode_, source, ())


def test_an_unreadable_word_is_skipped_with_a_warning() -> None:
    assert mode.mode_of("Strict", {"GEMOT_MODE": "quick"}, "", USER) == mode.Resolved(
        "fast",
        "user",
        (
            "--mode: got 'Strict', needed one of offline, ci, fast, standard, strict; passed over",
            "GEMOT_MODE: got 'quick', needed one of offline, ci, fast, standard, strict; "
            "passed over",
            "gemot.toml: got '', needed one of offline, ci, fast, standard, strict; passed over",
        ),
    )


def test_a_repository_may_only_narrow() -> None:
    """It sets the mode where the user's own, or `standard`, is no narrower."""
    for user in mode.MODES:
        for asked in mode.MODES:
            got = mode.mode_of(None, {}, asked, settings.Settings(mode=user))
            narrower = asked in mode.NARROWER[user]
            assert (got.mode, got.source) == ((asked, "repository") if narrower else (user, "user"))
            assert bool(got.warnings) is not narrower
    assert mode.mode_of(None, {}, "strict", USER).warnings == (
        "gemot.toml: got 'strict', wider than 'fast' of the user; passed over, "
        "a repository may only narrow",
    )


def test_the_repository_s_policy(tmp_path: Path) -> None:
    assert mode.policy(tmp_path) == mode.Policy()
    (tmp_path / "gemot.toml").write_text('mode = "odd"')
    assert mode.policy(tmp_path).mode == "odd"
    (tmp_path / "gemot.toml").write_text("mode = 1\n[limits]\ncase_usd = 9.5")
    with pytest.raises(Faulty) as caught:
        mode.policy(tmp_path)
    assert [f.place for f in caught.value.found] == ["mode", "limits"]
