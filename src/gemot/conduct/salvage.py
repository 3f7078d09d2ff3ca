"""A whole decision read, with every fault of form and every broken rule in one answer.

Laws: what is wrong in one place hides nothing that is wrong in another; where a value is of the
wrong form a placeholder takes its place, so that the framing rules can judge the rest, and what
they say of a placeholder is dropped. Nothing that was salvaged is ever returned: a decision
with one fault is no decision.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from gemot.conduct.decision import DecisionInput, Sheet, expand, frame
from gemot.conduct.mend import Mended, mend, under
from gemot.conduct.strictyaml import MAX_SIZE, load
from gemot.records.envelope import GENESIS, Actor, Filed
from gemot.records.faults import Fault, Faulty, faults, say
from gemot.records.kinds import kind_of
from gemot.rules.rule import Admission, Offence, Rule, admit, refused
from gemot.rules.stage import OUT_OF_STAGE
from gemot.rules.state import State

WHAT = "decision"
BODY = "(body)"
"""The place of the text under the front matter."""
_MADE = re.compile(r"placeholder-\d+")
"""What stands in for a word that was not of its form."""
_ITEM = re.compile(r"(options|outcomes|evidence)\[\d+\]")


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """The keys as written, before anything is known of them."""

    keys: Mapping[str, Any]
    body: str = ""
    found: tuple[Fault, ...] = ()
    holes: tuple[str, ...] = ()


def check_decision(text: str | bytes, rules: Iterable[Rule], *, at: str) -> DecisionInput:
    """The decision of a file; `at` is now (RFC 3339). Raises `Faulty` with all its faults."""
    return _checked(opened(text), tuple(rules), at)


def check_inline(
    keys: Mapping[str, Any], rules: Iterable[Rule], *, at: str, body: str = ""
) -> DecisionInput:
    """The same decision from a command line or a call: `keys` are the keys of a file, those that
    were not given left out or None; `body` its body. Raises `Faulty` with all its faults."""
    given = {k: list(v) if isinstance(v, tuple) else v for k, v in keys.items() if v is not None}
    return _checked(Opened(keys=given, body=body), tuple(rules), at)


def _checked(source: Opened, rules: tuple[Rule, ...], at: str) -> DecisionInput:
    raw = expand(dict(source.keys))
    marred = tuple(torn(raw, ""))
    holes = (*source.holes, *(f.place for f in marred))
    found = [*source.found, *marred]
    found += [_plainer(f) for f in faults(Sheet, raw) if not within(f.place, holes)]
    found += _body_faults(source.body)
    mended = mend(Sheet, raw, holes)
    body = "" if _body_faults(source.body) else source.body
    given = msgspec.convert({**mended.value, "context": body}, DecisionInput)
    found += [_as_fault(o) for o in _offences(given, rules, at) if _stands(o, mended, raw)]
    if found:
        raise Faulty(WHAT, found)
    return given


def opened(text: str | bytes) -> Opened:
    """The front matter and the body; raises `Faulty` where they cannot be told apart."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            got = f"a byte that is no UTF-8 at offset {error.start}"
            raise _whole(got, "UTF-8", "save the file as UTF-8") from None
    if len(text.encode("utf-8", "replace")) > MAX_SIZE:
        fix = "move long texts to files and name them as evidence"
        raise _whole("more than 1 MiB", "at most 1 MiB", fix)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    fences = [i for i, line in enumerate(lines) if line.rstrip() == "---"]
    head = next((i for i, line in enumerate(lines) if line.strip()), None)
    fix = "begin with a line `---`, the keys, a line `---`; `gemot init` writes such a file"
    if head is None:
        raise _whole("an empty file", "front matter between two lines `---`", fix)
    if not fences or fences[0] != head:
        raise _whole("no front matter", "front matter between two lines `---`", fix)
    if len(fences) < 2:
        fix = "add a line `---` after the last key"
        raise _whole("front matter without an end", "a second line `---`", fix)
    loaded = load("\n".join(lines[head + 1 : fences[1]]), first=head + 2)
    if loaded.broken:
        raise Faulty(WHAT, list(loaded.found))
    if not isinstance(loaded.value, dict | None):
        raise _whole(say(loaded.value), "keys with values", "write `question: …` and so on")
    body = "\n".join(lines[fences[1] + 1 :]).strip()
    keys = loaded.value or {}
    return Opened(keys=keys, body=body, found=loaded.found, holes=loaded.holes)


def _whole(got: str, needed: str, fix: str) -> Faulty:
    return Faulty(WHAT, [Fault(place="(whole)", got=got, needed=needed, fix=fix)])


def torn(value: Any, at: str) -> Iterator[Fault]:
    """Texts that no encoder takes, as from a command line that is no UTF-8."""
    if isinstance(value, str):
        if any("\ud800" <= c <= "\udfff" for c in value):
            got = "text with bytes that are no UTF-8"
            yield Fault(place=at, got=got, needed="text", fix="give it in UTF-8")
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from torn(item, f"{at}[{i}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from torn(item, f"{at}.{key}" if at else str(key))


def _body_faults(body: str) -> list[Fault]:
    found = faults(DecisionInput.__annotations__["context"], body)
    return [msgspec.structs.replace(f, place=BODY) for f in found]


def _plainer(fault: Fault) -> Fault:
    """The short form named too, where an item may be plain text."""
    if _ITEM.fullmatch(fault.place) and fault.needed == "a mapping":
        needed = "text or a mapping"
        return msgspec.structs.replace(fault, needed=needed, fix=f"give {needed}")
    return fault


def _offences(given: DecisionInput, rules: tuple[Rule, ...], at: str) -> Iterator[Offence]:
    """What the rules would refuse of the records that the decision opens a case with."""
    actor = Actor(name=given.owner or "?", channel="asserted")
    case, outcomes = frame(given, project=GENESIS, commit=None, attempt=1)
    state = State(())
    facts = Admission(state=state, record=case, actor=actor, at=at)
    for offence in refused(admit(rules, facts)):
        place = BODY if offence.place == "context" else offence.place
        yield msgspec.structs.replace(offence, place=place)
    state = state.plus(_supposed(case, 0, actor, at))
    # The order of acts is the writer's and no fault of a file, so the stage is not judged.
    within = tuple(rule for rule in rules if rule is not OUT_OF_STAGE)
    for i, outcome in enumerate(outcomes):
        facts = Admission(state=state, record=outcome, actor=actor, at=at)
        for offence in refused(admit(within, facts)):
            # Where no proposer was written it is the owner, and a fault of the owner's.
            if offence.place != "proposer" or given.outcomes[i].proposer is not None:
                yield msgspec.structs.replace(offence, place=f"outcomes[{i}].{offence.place}")
        state = state.plus(_supposed(outcome, i + 1, actor, at))


def _supposed(record: msgspec.Struct, seq: int, actor: Actor, at: str) -> Filed:
    """The record as though it were filed; nothing is."""
    return Filed(
        case="supposed",
        seq=seq,
        kind=kind_of(record),
        at=at,
        actor=actor,
        rules=GENESIS,
        offences=(),
        hash=GENESIS,
        prev=GENESIS,
        record=record,
    )


def _stands(offence: Offence, mended: Mended, raw: Mapping[str, Any]) -> bool:
    """Whether an offence is about what was written, not about what stands in for it."""
    if within(offence.place, mended.replaced):
        return False
    return offence.place != "host.favours" or _named(raw)


def _named(raw: Mapping[str, Any]) -> bool:
    """Whether every option has an id that a favoured option could be compared with."""
    options = raw.get("options")
    return isinstance(options, list) and all(
        isinstance(o, dict) and isinstance(o.get("id"), str) for o in options
    )


def within(place: str, roots: Iterable[str]) -> bool:
    """Whether `place` is one of `roots` or stands within one."""
    return any(under(place, root) for root in roots)


def _plain(needed: str) -> str:
    """What is needed, without the words that only stand in for others."""
    if not _MADE.search(needed):
        return needed
    words = needed.removeprefix("one of ").split(", ")
    left = [w for w in words if not _MADE.fullmatch(w)]
    return "one of " + ", ".join(left) if left else "one of the options"


def _as_fault(offence: Offence) -> Fault:
    return Fault(
        place=offence.place,
        got=offence.got,
        needed=_plain(offence.needed),
        fix=f"{offence.fix} ({offence.code})",
        code=offence.code,
    )
