"""A decision file: all of its faults in one answer, and what is read where there is none."""

import contextlib
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemot.conduct.decision import DecisionInput, Sheet, form_of, frame, slug
from gemot.conduct.mend import mend
from gemot.conduct.salvage import check_decision, check_inline
from gemot.records.faults import Fault, Faulty
from gemot.records.framing import Case, Host, Reference
from gemot.rules.registry import RULES
from tests.conduct.decisions import FAULTS, NOW, SOUND, Planted, masked, plant

PROJECT = "0" * 64


def found(text: str | bytes) -> list[Fault]:
    """All faults of a file, and nothing else comes of it."""
    with pytest.raises(Faulty) as caught:
        check_decision(text, RULES, at=NOW)
    return caught.value.found


def sound(text: str | bytes = SOUND) -> DecisionInput:
    return check_decision(text, RULES, at=NOW)


def expected(faults: tuple[Planted, ...]) -> list[tuple[str, str | None, str]]:
    """Of `host.favours` the needed words name the options, which other faults change."""
    return sorted((f.place, f.code, f.needed) for f in faults)


def seen(faults: list[Fault]) -> list[tuple[str, str | None, str]]:
    return sorted(
        (f.place, f.code, "" if f.place == "host.favours" else masked(f.needed)) for f in faults
    )


def test_forty() -> None:
    assert len(FAULTS) >= 40
    assert len({f.place for f in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f.place)
def test_alone(fault: Planted) -> None:
    assert seen(found(plant((fault,)))) == expected((fault,))


@settings(deadline=None, max_examples=150)
@given(st.sets(st.sampled_from(range(len(FAULTS))), min_size=1))
def test_together(chosen: set[int]) -> None:
    """Any faults together give exactly those faults, in one answer."""
    faults = tuple(FAULTS[i] for i in sorted(chosen))
    assert seen(found(plant(faults))) == expected(faults)


def test_all() -> None:
    assert seen(found(plant(FAULTS))) == expected(FAULTS)


MESSAGES = """\
options[0].title: a second 'title' on line 7 | each key once; the first is on line 6 | remove one of them
constraints[1]: the anchor &r on line 31 | a plain value | remove it: aliases are not read
alternates[0]: the alias *r on line 32 | a value | write the value out: aliases are not read
facts[1]: the tag tag:yaml.org,2002:str on line 33 | a plain value | remove the tag
subject: a list of 1 | text | give text
options[0].id: "retry it" | 1 to 64 of A-Z a-z 0-9 _ . : -, beginning with a letter or digit | give 1 to 64 of A-Z a-z 0-9 _ . : -, beginning with a letter or digit
options[0].reversibility: "both" | one of two_way, one_way | give one of two_way, one_way
options[2].title: true | text | give text
ask: false | text | give text
materiality: "huge" | one of trivial, low, material, high, critical | give one of trivial, low, material, high, critical
non_goals: "exactly once" | a list | give a list
questions: nothing | a list | give a list
evidence[0].clam: an unknown key 'clam' | one of at, claim, id, kind, status | did you mean 'claim'?
new_evidence: "no" | true or false | give true or false
host.mood: an unknown key 'mood' | one of confidence, favours, hypothesis | remove 'mood'
(body): text of 60001 characters | at most 60000 | shorten it
question: blank text | the choice, as a question | write the choice as one question (FRM001)
options[3].id: 'Queue' | an id of its own, since options[1].id has it too | give each option an id and a title of its own (FRM003)
options[2].id: 'Neither' | an id other than INSUFFICIENT_EVIDENCE, neither, primary | give the option another id (FRM004)
owner: blank text | the name of who is accountable | name the owner (FRM005)
affects[1]: blank text | text, or no such item | write it out or remove it (FRM006)
options[1].undo_cost: no undo cost of the one-way door 'queue' | what taking it back would cost | say what undoing would take, in time, money or trust (FRM008)
deadline: '2027-02-30' | a day of the calendar | give a day of the calendar, like 2026-11-30 (FRM009)
evidence[0].at: blank text | a path, a commit or the text of a note | say where it is, or remove it (FRM012)
evidence[2].at: lines 9 to 3 | lines from 1 on, the first before the last | write `path:10-42` (FRM013)
facts[0]: the host's hypothesis | text that every seat may see without leaning | leave the view under `host` and state what was seen instead (FRM015)
outcomes[0].success: blank text | what success would be seen by | say what would be seen, or remove the key (FRM020)
outcomes[1].id: a second 'O1@1' | an id of its own, or the next version | give it an id of its own (FRM021)
""".splitlines()  # noqa: E501 - whole messages, as they are read


def test_messages() -> None:
    """Whole messages, in the order in which they are given."""
    said = [f"{f.place}: {f.got} | {f.needed} | {f.fix}" for f in found(plant(FAULTS))]
    assert [line for line in said if line in MESSAGES] == MESSAGES


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "(whole): got an empty file, needed front matter between two lines `---`"),
        ("# Title\n", "(whole): got no front matter, needed front matter between two lines `---`"),
        (
            "---\nquestion: x\n",
            "(whole): got front matter without an end, needed a second line `---`",
        ),
        ("---\n- a\n---\n", "(whole): got a list of 1, needed keys with values"),
        ("---\ntext\n---\n", '(whole): got "text", needed keys with values'),
        (b"---\n\xff\n---\n", "(whole): got a byte that is no UTF-8 at offset 4, needed UTF-8"),
        (
            "---\nx: y\n---\n" + "b" * 1_048_576,
            "(whole): got more than 1 MiB, needed at most 1 MiB",
        ),
        (
            "---\nquestion: a: b\n---\n",
            "line 2, column 12: got what is no YAML: mapping values are not allowed in this "
            "context, needed valid YAML",
        ),
    ],
    ids=["empty", "no-front", "no-end", "list", "text", "bytes", "big", "syntax"],
)
def test_unreadable(text: str | bytes, message: str) -> None:
    """What cannot be taken apart is one fault."""
    faults = found(text)
    assert str(Faulty("decision", faults)) == f"decision: 1 fault\n{message}"


def test_missing() -> None:
    """An empty front matter lacks exactly what may not be absent."""
    assert [(f.place, f.got, f.fix) for f in found("---\n---\n")] == [
        ("question", "nothing", "add 'question'"),
        ("options", "nothing", "add 'options'"),
        ("owner", "nothing", "add 'owner'"),
    ]


def test_misformed_option_hides_nothing() -> None:
    """An item of no form keeps its place, so that nothing is said of what it might have been."""
    text = SOUND.replace("- Do nothing at all", "- [x]").replace("favours: queue", "favours: x")
    got = [(f.place, f.got, f.needed) for f in found(text)]
    assert got == [("options[3]", "a list of 1", "text or a mapping")]


def test_read() -> None:
    """Short forms are written out; nothing is guessed beyond them."""
    read = sound()
    assert [o.id for o in read.options] == ["retry", "queue", "later", "do-nothing-at-all"]
    assert read.options[3].title == "Do nothing at all"
    assert [w.id for w in read.outcomes] == ["O1", "O2", "O3"]
    assert read.evidence[2:] == (
        Reference(id="E3", status="OBSERVED", kind="commit", at="3f9a1c0"),
        Reference(id="E4", status="OBSERVED", kind="note", at="another note of ours"),
    )
    assert (read.deadline, read.new_evidence, read.context) == ("2027-03-31", False, "Body text.")


@pytest.mark.parametrize("text", [SOUND.replace("\n", "\r\n"), "\ufeff" + SOUND, SOUND.encode()])
def test_same_file(text: str | bytes) -> None:
    """Line ends, a byte order mark and the encoding change nothing that is read."""
    assert sound(text) == sound()


def test_inline() -> None:
    """A command line gives the decision that a file with the same keys gives."""
    inline = check_inline(
        {
            "question": "Retry in process, or a queue?",
            "options": ("retry", "queue"),
            "owner": "Ada",
            "evidence": ["src/jobs.py:10-42"],
            "materiality": None,
        },
        RULES,
        at=NOW,
    )
    written = (
        "---\nquestion: Retry in process, or a queue?\noptions: [retry, queue]\nowner: Ada\n"
        "evidence: ['src/jobs.py:10-42']\n---\n"
    )
    assert inline == sound(written)


def test_inline_faults() -> None:
    keys = {"question": "a\udcff", "options": ["a", "A"], "owner": "", "depth": 3}
    with pytest.raises(Faulty) as caught:
        check_inline(keys, RULES, at=NOW)
    assert [(f.place, f.got, f.code) for f in caught.value.found] == [
        ("question", "text with bytes that are no UTF-8", None),
        ("owner", '""', None),
        ("depth", "an unknown key 'depth'", None),
        ("options[1].id", "'A'", "FRM003"),
    ]


@pytest.mark.parametrize(
    ("at", "kind"),
    [
        ("src/jobs.py", "file"),
        ("src/jobs.py:10", "file"),
        ("src/jobs.py:10-42", "file"),
        ("Makefile", "file"),
        ("docs/a b.md:3-4", "file"),
        (".github/workflows/ci.yml", "file"),
        ("3f9a1c0", "commit"),
        ("1234567", "commit"),
        ("a" * 64, "commit"),
        ("3f9a1c", "file"),
        ("seen in March", "note"),
        ("https://example.org/a.py", "note"),
        ("the log says: restarted", "note"),
        ("users/admins complain", "note"),
        ("", "note"),
    ],
)
def test_form(at: str, kind: str) -> None:
    assert form_of(at) == kind


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("Do nothing at all", "do-nothing-at-all"),
        ("Größe ändern!", "groe-andern"),
        ("キュー", ""),
        (
            "one two three four five six seven eight nine tenth",
            "one-two-three-four-five-six-seven-eight-nine",
        ),
        ("x" * 80, "x" * 48),
    ],
)
def test_slug(text: str, id: str) -> None:
    assert slug(text) == id


def test_unslugged() -> None:
    keys = {"question": "どちら", "options": ["キュー", "リトライ"], "owner": "Ada"}
    read = check_inline(keys, RULES, at=NOW)
    assert [(o.id, o.title) for o in read.options] == [
        ("option-1", "キュー"),
        ("option-2", "リトライ"),
    ]


def test_frame() -> None:
    """Stakes, floors, subject, counts and proposers are computed."""
    read = sound()
    case, outcomes = frame(read, project=PROJECT, commit="a" * 40, attempt=2)
    assert (case.stakes, case.floors) == ("high", ("options[1] is a one-way door: high",))
    assert (case.outcomes, case.attempt, case.commit) == (3, 2, "a" * 40)
    assert [(o.reference, o.proposer) for o in outcomes] == [
        ("O1@1", "Ada"), ("O2@1", "Ada"), ("O3@1", "Ada"),
    ]  # fmt: skip
    bare = msgspec.structs.replace(read, subject=None)
    assert frame(bare, project=PROJECT, commit=None, attempt=1)[0].subject == read.question


def framing(**changes: Any) -> Case:
    """The case of the sound file with other values."""
    given = msgspec.structs.replace(sound(), **changes)
    return frame(given, project=PROJECT, commit=None, attempt=1)[0]


VIEWS = st.builds(
    Host,
    hypothesis=st.none() | st.text(max_size=20),
    favours=st.none() | st.sampled_from(["retry", "queue"]),
    confidence=st.sampled_from(["low", "medium", "high"]),
)


@settings(deadline=None)
@given(VIEWS, VIEWS)
def test_request_without_view(one: Host, other: Host) -> None:
    """The request of a decision does not depend on what the host thinks."""
    framed = [framing(host=view) for view in (one, other)]
    assert framed[0].request == framed[1].request
    assert msgspec.structs.replace(framed[0], host=other) == framed[1]


@pytest.mark.parametrize("name", [n for n in DecisionInput.__struct_fields__ if n != "host"])
def test_request_of_everything(name: str) -> None:
    """Whatever else is framed changes the request."""
    other: dict[str, Any] = {"materiality": "low", "new_evidence": True}
    was = getattr(sound(), name)
    changed = other.get(name, was + was[:1] if isinstance(was, tuple) else f"{was}!")
    assert framing(**{name: changed}).request != framing().request


JSON = st.recursive(
    st.none() | st.booleans() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
SHEETS = st.dictionaries(st.sampled_from(Sheet.__struct_fields__) | st.text(max_size=4), JSON)


@settings(deadline=None)
@given(JSON | SHEETS)
def test_mended(value: Any) -> None:
    """What was mended converts, whatever it was."""
    msgspec.convert(mend(Sheet, value).value, Sheet)


@settings(deadline=None)
@given(SHEETS)
def test_inline_never_fails_otherwise(keys: dict[str, Any]) -> None:
    """Any mapping is either a decision or `Faulty`, and nothing else."""
    with contextlib.suppress(Faulty):
        check_inline(keys, RULES, at=NOW)
