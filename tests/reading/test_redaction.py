"""What is taken out and what stays; no secret here is real, none stands in one piece."""

import re
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gemot.reading.redaction import MARKER, redact
from gemot.reading.secret import KINDS, SHAPES
from gemot.records.framing import Redaction
from gemot.views.visible import visible

KEY = b"k" * 32
A16, A20, A36 = "a" * 16, "a" * 20, "a" * 36
MIXED = "Zx9" * 8
PEM = "PRIVATE KEY-----"
BODY = "\n".join(["MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"] * 3)


def shown(text: str, *held: str) -> str:
    """The result with the digits of each marker left out."""
    return re.sub(r":[0-9a-f]{4}\]\]", "]]", redact(text, KEY, held)[0])


TAKEN = [
    # providers' prefixes
    ("found sk-ant-" + A16 + " in log", "found [[secret:anthropic]] in log"),
    ("sk-or-v1-" + MIXED, "[[secret:openrouter]]"),
    ("sk-proj-" + MIXED + "_-x", "[[secret:openai]]"),
    ("(sk-" + A20 + ")", "([[secret:openai]])"),
    *((f"x {p}{A20}.", "x [[secret:github]].") for p in ("ghp_", "gho_")),
    ("github_pat_" + A20, "[[secret:github]]"),
    ("glpat-" + A20, "[[secret:gitlab]]"),
    ("AWS_ACCESS_KEY_ID AKIA" + "A" * 16, "AWS_ACCESS_KEY_ID [[secret:aws]]"),
    ("ASIA" + "Z" * 16, "[[secret:aws]]"),
    ("AIza" + "a" * 35, "[[secret:google]]"),
    ("ya29." + MIXED, "[[secret:google]]"),
    ("GOCSPX-" + A20, "[[secret:google]]"),
    ("whsec_" + A20, "[[secret:stripe]]"),
    ("xai-" + A20, "[[secret:xai]]"),
    ("pplx-" + A20, "[[secret:perplexity]]"),
    ("gsk_" + A20, "[[secret:groq]]"),
    ("hf_" + A20, "[[secret:huggingface]]"),
    ("xoxb-" + "1" * 10, "[[secret:slack]]"),
    ("https://hooks.slack.com/services/T0000/B0000/" + MIXED, "https://[[secret:slack]]"),
    ("sk_live_" + A16, "[[secret:stripe]]"),
    ("rk_test_" + A20, "[[secret:stripe]]"),
    ("npm_" + A36, "[[secret:npm]]"),
    ("pypi-" + "A" * 60, "[[secret:pypi]]"),
    ("SG." + A16 + "." + A20, "[[secret:sendgrid]]"),
    ("eyJ" + "hbGciOiJI" + ".e30.x", "[[secret:jwt]]"),
    # addresses, headers, flags
    ("postgres://user:pw@db.internal/prod", "postgres://user:[[secret:url]]@db.internal/prod"),
    ("redis://:p%40ss@h", "redis://:[[secret:url]]@h"),
    ("Authorization: Bearer xyz", "Authorization: Bearer [[secret:header]]"),
    ("curl -H 'Authorization: Bearer eyJhbGciOi' u", "curl -H 'Authorization: Bearer "
     "[[secret:header]]' u"),
    ("\u200bAuthorization: Basic abc", "\u200bAuthorization: Basic [[secret:header]]"),
    ('{"authorization": "Token ' + MIXED + '"}', '{"authorization": "Token [[secret:header]]"}'),
    ("Authorization: " + MIXED, "Authorization: [[secret:header]]"),
    ("Bearer " + A20, "Bearer [[secret:bearer]]"),
    ("bearer aaaa.aaaa_aaaa~aaaa+aaaa/aaaa=aaaa-aaaa", "bearer [[secret:bearer]]"),
    ("Set-Cookie: sid=" + MIXED + "; Path=/", "Set-Cookie: [[secret:cookie]] Path=/"),
    ("run --password hunter2x now", "run --password [[secret:flag]] now"),
    ("run --api-key=" + MIXED, "run --api-key=[[secret:flag]]"),
    ("<password>pass</password>", "<password>[[secret:xml]]</password>"),
    # assignments
    ('{"api_key": "abcd1234efgh"}', '{"api_key": "[[secret:key]]"}'),
    ('{\\"api_key\\": \\"abcd1234efgh\\"}', '{\\"api_key\\": \\"[[secret:key]]\\"}'),
    ("api_key = sk-abc123", "api_key = [[secret:key]]"),
    ("password: hunter2.", "password: [[secret:password]]."),
    ("passwd = hunter2", "passwd = [[secret:password]]"),
    ('PASSWORD="letmein"', 'PASSWORD="[[secret:password]]"'),
    ("db_password_1 => 'correct-horse'", "db_password_1 => '[[secret:password]]'"),
    ("export OPENAI_KEY=" + MIXED, "export OPENAI_KEY=[[secret:key]]"),
    ("SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG", "SECRET_ACCESS_KEY=[[secret:key]]"),
    ("client-secret: s3cr3t-v4lue", "client-secret: [[secret:secret]]"),
    ("token=" + MIXED + "&x=1", "token=[[secret:token]]"),
    *((p + A16 + q, p + "[[secret:key]]" + q) for p, q in (
        ("API_KEY=", ""), ("api-key: ", ""), ("ApiKey = ", ""), ("SECRET_KEY='", "'"),
        ("secretkey:", ""))),
    ('Access-Token: "' + A20 + '"', 'Access-Token: "[[secret:token]]"'),
    ("password=" + "a1" * 900 + " end", "password=[[secret:password]] end"),
    # private keys: whole, on one line, in a diff, cut off at either end
    (f"a\n-----BEGIN {PEM}\n{BODY}\n-----END {PEM}\nb", "a\n[[secret:private-key]]\nb"),
    (f"-----BEGIN RSA {PEM}\nProc-Type: 4,ENCRYPTED\n\n{BODY}\nQw==\n-----END RSA {PEM}",
     "[[secret:private-key]]"),
    (f'k: "-----BEGIN EC {PEM}\\nMHcC\\nAQ==\\n-----END EC {PEM}\\n"',
     'k: "[[secret:private-key]]\\n"'),
    (f"+-----BEGIN {PEM}\n+{BODY}\n+-----END {PEM}\n+c", "+[[secret:private-key]]\n+c"),
    (f"-----BEGIN {PEM}\n{BODY}", "[[secret:private-key]]"),
    (f"-----BEGIN {PEM}\n{BODY}\nand prose", "[[secret:private-key]]\nand prose"),
    (f"it is\n{BODY}\nQw==\n-----END {PEM}\nc", "it is\n[[secret:private-key]]\nc"),
    (f"-----BEGIN PGP {PEM[:-5]} BLOCK-----\n\n{BODY}\n-----END PGP {PEM[:-5]} BLOCK-----",
     "[[secret:private-key]]"),
]  # fmt: skip
LEFT = [
    "max_tokens = 5",
    "max_token = 5",
    "token = get_token()",
    "token = await fetch_token2(session)",
    "token = tokens[0]",
    "token = os.environ['TOKEN_1']",
    "password = settings.DB_PASSWORD_1",
    "password = getpass.getpass()",
    "password: SecretStr",
    "def login(token: str, password: str | None = None) -> None:",
    'token_type: "Bearer"',
    '"token": "abc"',
    'kind = token == "identifier"',
    "primary_key=user_id",
    "sort_key = by_created_at",
    "api_key: ${API_KEY_2}",
    "api_key=$API_KEY_1",
    "api_key = <your-key-1>",
    'key = "env:ANNA_KEY_1"',
    'secret = "env:ANNA_KEY_1"',
    "password: ********",
    'password: "xxxxxxxx"',
    "token:",
    "the secret: keep it simple",
    "we store the password: hashed with argon2",
    "reset your password: see the manual",
    '"password": "must be at least 8 characters"',
    "Authorization: required for admins",
    "Authorization: Bearer tokens are rotated",
    "Authorization: Bearer <token>",
    "authorization: token based access",
    "Bearer authentication-middleware-configuration",
    "Bearer aaaaaaaaaaaaaaaaaaa",
    "sk-ant-aaaaaaaaaaaaaaa",
    "sk-aaaaaaaaaaaaaaaaaaa",
    "a task-aaaaaaaaaaaaaaaaaaaaaaaa and risk-bbbbbbbbbbbbbbbbbbbbbbbb",
    "ghx_aaaaaaaaaaaaaaaaaaaa",
    "AKIAAAAAAAAAAAAAAAA",
    "AKIB" + "A" * 16,
    "xoxz-aaaaaaaaaa",
    "sk_prod_aaaaaaaaaaaaaaaa",
    "-----BEGIN PUBLIC KEY-----\n" + BODY + "\n-----END PUBLIC KEY-----",
    "https://example.org:8080/a@b",
    "http://${USER}:${PASSWORD}@host",
    "ssh://git@github.com/x.git",
    "commit 3f9a0c11d2e4b5a6978877665544332211009988 by alice@example.com",
    "sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "def hello():\n    return 42\n",
]


@pytest.mark.parametrize(("text", "expected"), TAKEN)
def test_taken_out(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize("text", LEFT)
def test_left(text: str) -> None:
    assert redact(text, KEY, ()) == (text, ())


def test_every_row_of_the_table_finds_something() -> None:
    """No row is dead: each is needed by a line above, judged by its kind and its pattern."""
    for shape in SHAPES:
        hits = [m for text, _ in TAKEN for m in shape.pattern.finditer(text)]
        assert any(shape.when is None or shape.when(m) for m in hits), shape
        assert re.fullmatch("[a-z-]{1,12}", shape.kind)
        assert all(needle == needle.lower() for needle in shape.needles)
    assert {found.kind for text, _ in TAKEN for found in redact(text, KEY, ())[1]} == set(KINDS) - {
        "held"
    }


def test_markers_are_typed_linkable_and_counted() -> None:
    first, second = "ghp_" + A36, "ghp_" + "b" * 36
    text, found = redact(f"{first} {second} token={first}, sk-{A20}", KEY, ())
    markers = MARKER.findall(text)
    assert markers[0] == markers[2] != markers[1]
    assert found == (Redaction(kind="github", count=3), Redaction(kind="openai", count=1))
    assert redact(first, b"other", ())[0] != markers[0]
    assert re.fullmatch(r"\[\[secret:github:[0-9a-f]{4}\]\]", markers[0])


def test_held_values_are_taken_out_wherever_they_are() -> None:
    held = ("plain words/1", "short", "plain words/1+more")
    assert shown("x plain words/1+more plain words/1 short plain%20words%2F1", *held) == (
        "x [[secret:held]] [[secret:held]] short [[secret:held]]"
    )
    assert shown(f"key sk-{A20}", f"sk-{A20}") == "key [[secret:held]]"


def test_a_marker_stays_and_nothing_reaches_across_it() -> None:
    text = "password=[[secret:password:0a1b]] token: [[secret:token:ffff]]x"
    assert redact(text, KEY, ()) == (text, ())
    assert shown(f"password=[[secret:password:0a1b]]sk-{A20}").endswith("[[secret:openai]]")
    forged = "[[secret:hunter2hunter2:0a1b]] secret: a1b2c3d4"
    assert shown(forged) == "[[secret:[[secret:secret]]]] secret: [[secret:secret]]"


PIECES = st.sampled_from(
    [text for text, _ in TAKEN if len(text) < 400]
    + [*LEFT, "[[secret:github:3f9a]]", "[[", "]]", "-----", f"-----BEGIN {PEM}", "password=", ":"]
)
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=6)), max_size=8).map("".join)


@given(TEXTS, st.lists(st.text("abcXYZ12+/ ", min_size=8, max_size=12), max_size=3).map(tuple))
@example("password=password=password=hunter2hunter2", ())
@settings(max_examples=400)
def test_laws(text: str, held: tuple[str, ...]) -> None:
    """A second pass finds nothing; no held value is left; the length is bounded; the counts are
    those of the new markers."""
    clean, found = redact(text + "".join(held), KEY, held)
    assert redact(clean, KEY, held) == (clean, ())
    assert not any(value in clean for value in held)
    assert len(clean) <= 8 * len(text + "".join(held))
    new = len(MARKER.findall(clean)) - len(MARKER.findall(text))
    assert sum(r.count for r in found) >= new


HARD = [
    "password=", "eyJ-", "eyJaaaaaaaaa.", "://a:", "Authorization: ", "-----BEGIN " + PEM,
    "-----END " + PEM, "-", "+", "A" * 64 + "\n", "SG." + A16 + ".", "Bearer ", "token = x(",
    "--secret", "<password>", "gh", " ", "[[secret:", "api_key: '", "cookie: a=", "\\n", "sk-",
    "A" * 64 + "\n-----END " + PEM + "\n", "password=password=x1(",
]  # fmt: skip


@pytest.mark.parametrize("unit", HARD)
def test_time_is_linear(unit: str) -> None:
    """Eight times the text takes about eight times the time; quadratic takes sixty-four."""

    def took(length: int) -> float:
        text = (unit * (length // len(unit) + 1))[:length]
        spent = []
        for _ in range(2):
            began = time.process_time()
            redact(text, KEY, ())
            spent.append(time.process_time() - began)
        return min(spent)

    short, long = took(10_000), took(80_000)
    assert long < 24 * max(short, 0.002)
    assert long < 2


def test_hidden_characters_are_shown() -> None:
    assert visible("a\x1b[31mred\x1b[0m\x9b1m") == "a<U+001B>[31mred<U+001B>[0m<U+009B>1m"
    assert visible("x\u202egnp.exe\u2066\u200b\ufeff\u00ad") == (
        "x<U+202E>gnp.exe<U+2066><U+200B><U+FEFF><U+00AD>"
    )
    assert visible("\U000e0041\ud800\x00\x7f\u3164\u2028") == (
        "<U+E0041><U+D800><U+0000><U+007F><U+3164><U+2028>"
    )
    assert visible("a\r\nb\rc\td\n") == "a\nb<U+000D>c\td\n"
    plain = "größe, 你好, שלום, 🎉, «…»\n\tx"
    assert visible(plain) is plain or visible(plain) == plain


@given(st.text())
def test_visible_twice_is_visible_once(text: str) -> None:
    """`visible` is idempotent, and leaves no control but LF and TAB."""
    once = visible(text)
    assert visible(once) == once
    assert not any(ord(c) < 32 and c not in "\n\t" for c in once)
