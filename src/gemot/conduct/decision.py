"""A decision as somebody writes it: Markdown with YAML front matter, or a command line.

Laws: both doors give the same mapping of the same keys, and one struct is read from it; short
forms are filled in before anything is checked, at the place where they stand, so that every
fault names the place in the file; the host's own view changes no digest. What a caller could
flatter (stakes, floors, versions and approvals of outcomes) has no key here.

It leaves the faults to `salvage`, which alone reads a whole decision.
"""

import re
import unicodedata
from typing import Any

import msgspec

from gemot.records.canonical import digest
from gemot.records.catalogue import Frozen, Name, Word
from gemot.records.framing import Case, Date, Host, Option, Outcome, OutcomeId, Reference
from gemot.records.prose import Prose
from gemot.records.vocab import Materiality
from gemot.rules.floors import stakes

_PATH = re.compile(r"[^\s:]+(:\d+(-\d+)?)?|[^:\n]*[\w)]\.\w{1,8}:\d+(-\d+)?")
_FILE = re.compile(r".*(/|\.\w{1,8}(:\d+(-\d+)?)?\Z|:\d+(-\d+)?\Z)|[\w-]+\Z", re.ASCII)
_COMMIT = re.compile(r"[0-9a-f]{7,64}")
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}")


class Wish(Frozen, frozen=True, kw_only=True):
    """An outcome as written down. Its version, and who approved it, are not the file's to say."""

    id: OutcomeId
    success: Prose
    failure: Prose | None = None
    beneficiary: Prose | None = None
    baseline: Prose | None = None
    target: Prose | None = None
    tradeoffs: Prose | None = None
    horizon: Prose | None = None
    observation: Prose | None = None
    authority: Name | None = None
    proposer: Name | None = None
    """None: the owner."""


class Sheet(Frozen, frozen=True, kw_only=True):
    """The keys of the front matter; each is what `Case` says of the field of its name."""

    question: Prose
    subject: Prose | None = None
    options: tuple[Option, ...]
    owner: Name
    ask: Prose | None = None
    directions: tuple[Prose, ...] = ()
    materiality: Materiality = "low"
    categories: tuple[Word, ...] = ()
    affects: tuple[Prose, ...] = ()
    deadline: Date | None = None
    outcomes: tuple[Wish, ...] = ()
    non_goals: tuple[Prose, ...] = ()
    constraints: tuple[Prose, ...] = ()
    alternates: tuple[Prose, ...] = ()
    facts: tuple[Prose, ...] = ()
    assumptions: tuple[Prose, ...] = ()
    questions: tuple[Prose, ...] = ()
    evidence: tuple[Reference, ...] = ()
    capabilities: tuple[Word, ...] = ()
    new_evidence: bool = False
    host: Host = Host()


class DecisionInput(Sheet, frozen=True, kw_only=True):
    """A decision without a fault of form."""

    context: Prose = ""
    """The neutral body of the file."""


def expand(raw: dict[str, Any]) -> dict[str, Any]:
    """The mapping with its short forms written out; what is of no known form stays as it is."""
    full = dict(raw)
    for key, one in (("options", _option), ("outcomes", _outcome), ("evidence", _reference)):
        if isinstance(full.get(key), (list, tuple)):
            full[key] = [one(item, i) for i, item in enumerate(full[key])]
    return full


def _option(item: Any, place: int) -> Any:
    """A plain word is the id; any other text is the title, and the id derives from it."""
    if not isinstance(item, str):
        return item
    text = item.strip()
    if not text or _WORD.fullmatch(text):
        return {"id": text}
    return {"id": slug(text) or f"option-{place + 1}", "title": text}


def _outcome(item: Any, place: int) -> Any:
    if isinstance(item, str):
        item = {"success": item}
    return {"id": f"O{place + 1}", **item} if isinstance(item, dict) else item


def _reference(item: Any, place: int) -> Any:
    if isinstance(item, str):
        item = {"at": item}
    if not isinstance(item, dict):
        return item
    at = item.get("at")
    kind = form_of(at) if isinstance(at, str) else "note"
    return {"id": f"E{place + 1}", "status": "OBSERVED", "kind": kind, **item}


def form_of(at: str) -> str:
    """The kind of evidence that a reference's form suggests: 7 to 64 hexadecimal digits are a
    commit; a path from the machine's root or one's home a document; a word, or what looks like
    a path with or without lines, a file; the rest a note. What holds no white space is no
    sentence, so a mistyped place is never taken for a note."""
    text = at.strip()
    if _COMMIT.fullmatch(text):
        return "commit"
    if text.startswith(("/", "~/")) and not re.search(r"\s", text):
        return "document"
    if text and text.isascii() and "://" not in text and not re.search(r"\s", text):
        return "file"
    return "file" if _PATH.fullmatch(text) and _FILE.match(text) else "note"


def slug(text: str) -> str:
    """An option id of a title: ASCII words with hyphens, 48 characters at most, or nothing."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    whole = "-".join(re.findall(r"[a-z0-9]+", plain))
    return whole if len(whole) <= 48 else whole[:49].rpartition("-")[0] or whole[:48]


def frame(
    given: DecisionInput, *, project: str, commit: str | None, attempt: int
) -> tuple[Case, tuple[Outcome, ...]]:
    """The records that open a case. `project` is the project's digest, `commit` the one that
    evidence is read at, `attempt` which opening of the same request this is, from 1."""
    level, floors = stakes(given.materiality, given.categories, given.affects, given.options)
    shared = {n: getattr(given, n) for n in _SHARED}
    outcomes = tuple(_wished(w, given.owner) for w in given.outcomes)
    case = Case(
        project=project,
        commit=commit,
        request="0" * 64,
        attempt=attempt,
        subject=given.subject or given.question,
        stakes=level,
        floors=floors,
        outcomes=len({w.id for w in given.outcomes}),
        **shared,
    )
    return msgspec.structs.replace(case, request=request(case, outcomes)), outcomes


_SHARED = tuple(
    name
    for name in DecisionInput.__struct_fields__
    if name in Case.__struct_fields__ and name not in ("subject", "outcomes")
)


_NOT_ASKED = (
    "attempt",
    "commit",
    "floors",
    "host",
    "project",
    "redactions",
    "request",
    "stakes",
)


def request(case: Case, outcomes: tuple[Outcome, ...]) -> str:
    """Digest of everything that was framed but the host's view, the same at every commit."""
    asked = msgspec.to_builtins(case)
    for name in _NOT_ASKED:
        del asked[name]
    return digest({"case": asked, "outcomes": msgspec.to_builtins(outcomes)})


def _wished(wish: Wish, owner: str) -> Outcome:
    said = {name: getattr(wish, name) for name in Wish.__struct_fields__}
    return Outcome(**{**said, "proposer": wish.proposer or owner})
