"""The table of what looks like a secret; reviewed, and nothing but data.

Laws of a row: its pattern begins with a literal or a bounded class, every repetition is bounded,
possessive or able to match a text in one way only, so that a search takes linear time (a
possessive *group* is not used: Python 3.11.2 misses matches with it, 3.11.7 does not); it holds
only where one of `needles` (lower case) is in the lower-cased text; the group `secret` is what
is taken out; where `when` is given it judges the match once more. Of rows that fit one span the
first names the kind.

What it must find and must leave stands in `tests/reading/test_redaction.py`, a line a case.
"""

import re
from collections.abc import Callable
from typing import Final

import msgspec

Judge = Callable[[re.Match[str]], bool]


class Shape(msgspec.Struct, frozen=True):
    """One row."""

    kind: str
    """Stands in the marker: lower case, at most 12 characters."""
    needles: tuple[str, ...]
    pattern: re.Pattern[str]
    when: Judge | None = None


def _prefix(kind: str, pattern: str, *needles: str) -> Shape:
    """Keys that begin with a prefix of their provider's."""
    return Shape(kind, needles, re.compile(rf"(?<![A-Za-z0-9])(?P<secret>{pattern})"))


TEMPLATE: Final = re.compile(r"[$<{%*]|env:|file:|keyring:|\.\.\.|…|x{4,}\b", re.IGNORECASE)
"""Beginnings of a value that only stands for one."""
_HYPHENATED: Final = re.compile(r"[A-Za-z]?[a-z]*(?:[-_./][a-z]+)+")
_ATTRIBUTE: Final = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_GOES_ON: Final = re.compile(r" [A-Za-z]")
_NUMBERED: Final = re.compile(r"[a-z_]+\d{0,2}|[A-Z_]+\d{0,2}")
NO_SECRETS: Final = frozenset({
    "api_key", "apikey", "auth", "authentication", "authorization", "basic", "bearer",
    "boolean", "bytes", "credential", "credentials", "default", "digest", "disabled", "enabled",
    "example", "expired", "false", "header", "headers", "hidden", "integer", "invalid",
    "missing", "negotiate", "none", "null", "number", "object", "optional", "passphrase",
    "passwd", "password", "passwort", "redacted", "removed", "required", "scheme", "secret",
    "string", "token", "tokens", "true", "undefined", "unknown", "is", "are", "was", "or",
    "and", "with", "from", "in", "to", "the",
})  # fmt: skip
"""Words that stand where a value would, and are none."""


def opaque(value: str) -> bool:
    """Whether a value has letters and digits and is no attribute, type or numbered name."""
    mixed = re.search(r"[A-Za-z]", value) and re.search(r"\d", value)
    return bool(mixed and not _ATTRIBUTE.fullmatch(value))


def _value(found: re.Match[str]) -> str:
    return found["secret"].rstrip(".,")


def _no_template(found: re.Match[str]) -> bool:
    value = _value(found)
    return not TEMPLATE.match(value) and value.lower() not in NO_SECRETS


def _header(found: re.Match[str]) -> bool:
    value = _value(found)
    if found["scheme"] is None:
        return _no_template(found) and len(value) >= 16 and opaque(value)
    prose = value.islower() and value.isalpha() and _GOES_ON.match(found.string, found.end())
    return _no_template(found) and not prose


def _bearer(found: re.Match[str]) -> bool:
    return _no_template(found) and not _HYPHENATED.fullmatch(_value(found))


def _opaque(found: re.Match[str]) -> bool:
    return _no_template(found) and opaque(_value(found))


def _strong(found: re.Match[str]) -> bool:
    """After a name that is a secret's: anything in quotes, letters with digits without."""
    value = _value(found)
    if not _no_template(found) or len(value) < 6:
        return False
    return _quoted(found) or opaque(value) or _bare(value)


def _weak(found: re.Match[str]) -> bool:
    """After a name that is a secret's only sometimes: 8 or more, and no numbered name."""
    value = _value(found)
    if not _no_template(found) or len(value) < 8:
        return False
    tight = _quoted(found) or found["sign"] == found["sign"].strip()
    numbered = not _quoted(found) and _NUMBERED.fullmatch(value)
    return (opaque(value) and not numbered) or (tight and _bare(value))


def _quoted(found: re.Match[str]) -> bool:
    """Whether the value fills its quotes."""
    mark = found["quote"]
    return bool(mark) and found.string.startswith(mark, found.end("secret"))


def _bare(value: str) -> bool:
    """16 or more letters of one case without a separator."""
    return len(value) >= 16 and value.isalpha() and (value.islower() or value.isupper())


def _assigned(kind: str, names: str, when: Judge, *needles: str) -> Shape:
    """`name = value`, `name: value`, `"name": "value"`, `name => 'value'`."""
    return Shape(
        kind,
        needles,
        re.compile(
            rf"(?i:{names})(?:_?\d{{1,2}})?\\?[\"'`]?(?P<sign>\s{{0,3}}(?::=|=>|=|:)\s{{0,3}})"
            r"(?P<quote>\\?[\"'`])?(?!\[\[secret:)"
            r"(?P<secret>[^\s\"'`,;()\[\]{}<>\\]{4,500}+)(?![(\[])",
        ),
        when,
    )


LONGEST: Final = 500
"""Characters of a value that a pattern with a bound looks at; `MORE` takes the rest."""
MORE: Final = re.compile(r"[^\s\"'`,;()\[\]{}<>\\]*+")
_B64 = r"[A-Za-z0-9+/=]"
SHAPES: Final[tuple[Shape, ...]] = (
    Shape(
        "private-key",
        ("private key",),
        re.compile(
            r"(?P<secret>-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
            r"(?:[^-]*+(?:-(?!----)[^-]*+)*-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
            rf"|(?:(?:\\[nr]|[\s\"'>|,])*{_B64}{{16,}}+)*))",
        ),
    ),
    _prefix("anthropic", r"sk-ant-[A-Za-z0-9_-]{16,}", "sk-ant-"),
    _prefix("openrouter", r"sk-or-[A-Za-z0-9_-]{16,}", "sk-or-"),
    _prefix("openai", r"sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{16,}", "sk-"),
    _prefix("openai", r"sk-[A-Za-z0-9]{20,}", "sk-"),
    _prefix("github", r"gh[opusr]_[A-Za-z0-9]{20,}", "gh"),
    _prefix("github", r"github_pat_[A-Za-z0-9_]{20,}", "github_pat_"),
    _prefix("gitlab", r"gl(?:pat|ptt|dt|rt|cbt|soat|agent)-[A-Za-z0-9_.-]{20,}", "gl"),
    _prefix("aws", r"A(?:KI|SI|BI|CC)A[A-Z0-9]{16}(?![A-Za-z0-9])", "akia", "asia", "abia", "acca"),
    _prefix("google", r"AIza[A-Za-z0-9_-]{35}", "aiza"),
    _prefix("google", r"ya29\.[A-Za-z0-9_-]{20,}", "ya29."),
    _prefix("google", r"GOCSPX-[A-Za-z0-9_-]{20,}", "gocspx-"),
    _prefix("xai", r"xai-[A-Za-z0-9]{20,}", "xai-"),
    _prefix("perplexity", r"pplx-[A-Za-z0-9]{20,}", "pplx-"),
    _prefix("groq", r"gsk_[A-Za-z0-9]{20,}", "gsk_"),
    _prefix("huggingface", r"hf_[A-Za-z0-9]{20,}", "hf_"),
    _prefix("slack", r"(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}", "xox", "xapp-"),
    _prefix("slack", r"hooks\.slack\.com/services/[A-Z0-9]{4,}+/[A-Za-z0-9/]{16,}", "hooks.slack"),
    _prefix("stripe", r"[rs]k_(?:live|test)_[A-Za-z0-9]{16,}", "k_live_", "k_test_"),
    _prefix("stripe", r"whsec_[A-Za-z0-9+/=]{16,}", "whsec_"),
    _prefix("npm", r"npm_[A-Za-z0-9]{36}", "npm_"),
    _prefix("pypi", r"pypi-[A-Za-z0-9_-]{50,}", "pypi-"),
    _prefix("sendgrid", r"SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,}", "sg."),
    Shape(
        "jwt",
        ("eyj",),
        re.compile(
            r"(?<![A-Za-z0-9_-])"
            r"(?P<secret>eyJ[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]{2,}+\.[A-Za-z0-9_-]*+)"
        ),
    ),
    Shape(
        "url",
        ("://",),
        re.compile(r"://[^\s/:@\"'<>]{0,100}+:(?P<secret>[^\s/@\"'<>]{1,300})@"),
        _no_template,
    ),
    Shape(
        "header",
        ("authorization",),
        re.compile(
            r"(?i:authorization)\\?[\"']?\s{0,3}[:=,]\s{0,3}\\?[\"']?"
            r"(?:(?P<scheme>(?i:basic|bearer|token|digest|negotiate|apikey))\s{1,3})?"
            r"(?P<secret>[^\s\"',;<>\\\[\]{}()]{3,500})"
        ),
        _header,
    ),
    Shape(
        "bearer",
        ("bearer",),
        re.compile(r"(?<![A-Za-z0-9])(?i:bearer)\s{1,3}(?P<secret>[A-Za-z0-9._~+/=-]{20,500})"),
        _bearer,
    ),
    Shape(
        "cookie",
        ("cookie",),
        re.compile(r"(?i:cookie)[\"']?:\s{0,3}[\"']?(?P<secret>[\w.-]{1,60}=[^\s\"']{8,500})"),
        _opaque,
    ),
    Shape(
        "flag",
        ("--",),
        re.compile(
            r"--(?i:[a-z-]{0,20}(?:password|passwd|token|secret|api-?key))[= ]\s{0,2}[\"']?"
            r"(?P<secret>[^\s\"'<>()\[\]{}]{6,500})"
        ),
        _opaque,
    ),
    Shape(
        "xml",
        ("</",),
        re.compile(
            r"<(?i:\w{0,20}(?:password|passwd|token|secret|api_?key))>(?P<secret>[^<>\s]{4,500})</"
        ),
        _no_template,
    ),
    _assigned("password", "password|passwd|passphrase|pwd", _strong, "pass", "pwd"),
    _assigned("secret", "client[_-]?secret|secret", _strong, "secret"),
    _assigned(
        "key",
        "(?:api|access|secret|private|account|auth|encryption|signing|shared)[_-]?key",
        _strong,
        "key",
    ),
    _assigned("token", "token|credentials?", _weak, "token", "credential"),
    _assigned("key", "[_-]key", _weak, "_key", "-key"),
)  # fmt: skip
KINDS: Final = tuple(dict.fromkeys([shape.kind for shape in SHAPES] + ["held"]))
"""Every kind that a marker may name; `held` is a value that we hold ourselves."""
