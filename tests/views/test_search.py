"""Search: what is found, in what order, shown how; and nothing of what was forgotten."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemot.ports.journal import Text
from gemot.records.canonical import canonical
from gemot.views.search import AROUND, SNIPPET, answer, search, snippet, wanted

HOSTILE = "\x1b[31mred\u202e queue"


def text(said: dict[str, str], seq: int = 0, kind: str = "note", at: str = "2026") -> Text:
    return Text(case="c-1", seq=seq, kind=kind, at=at, payload=canonical(said))


def names(words: list[str], *texts: Text) -> list[str]:
    return [m.record for m in search(texts, wanted(words))]


def test_every_word_must_stand_in_the_record() -> None:
    said = text({"/question": "Retry, or a queue?", "/context": "two jobs a second"})
    assert names(["queue"], said) == ["000-note"]
    assert names(["QUEUE", "jobs"], said) == ["000-note"]
    assert names(["queue", "kafka"], said) == []


def test_a_quoted_phrase_is_one_word_whatever_its_blanks() -> None:
    said = text({"/a": 'lost\n  jobs and "quoted" \\ words', "/b": "jobs lost"})
    assert names(["lost jobs"], said) == ["000-note"]
    assert names(["jobs and lost"], said) == []
    assert names(['"quoted" \\'], said) == ["000-note"]


def test_a_phrase_does_not_join_two_texts() -> None:
    assert names(["lost jobs"], text({"/a": "lost", "/b": "jobs"})) == []


def test_letters_of_any_case_and_script() -> None:
    assert names(["STRASSE"], text({"/a": "die Straße"})) == ["000-note"]
    assert names(["列"], text({"/a": "行列"})) == ["000-note"]


def test_whole_words_then_weight_then_mentions_then_newer() -> None:
    found = names(
        ["queue"],
        text({"/a": "queues"}, 1),
        text({"/a": "a queue"}, 2, at="2025"),
        text({"/a": "a queue"}, 3, at="2026"),
        text({"/a": "queue, queue"}, 4),
        text({"/a": "a queue"}, 5, kind="conclusion"),
    )
    assert found == ["005-conclusion", "004-note", "003-note", "002-note", "001-note"]


def test_the_snippet_is_visible_and_around_the_word() -> None:
    (found,) = search(
        [text({"/a": f"{'before ' * 40}{HOSTILE}{' after' * 90}"})], wanted(["queue"])
    )
    assert found.snippet.startswith("…before")
    assert "<U+001B>[31mred<U+202E> queue after" in found.snippet
    assert len(found.snippet) == SNIPPET + 1


def test_nothing_to_look_for_and_nothing_to_look_in() -> None:
    with pytest.raises(ValueError, match="no word to search for"):
        wanted(["", " \n"])
    damaged = Text(case="c", seq=0, kind="k", at="2026", payload=b'{"queue": [')
    assert search([damaged], wanted(["queue"])) == []
    assert search([text({})], wanted(["queue"])) == []


def test_the_answer_says_what_it_leaves_out() -> None:
    want = wanted(["queue", "Queue"])
    found = search([text({"/a": "queue"}, n) for n in range(3)], want)
    shown = answer(found, 2, want)
    assert (shown["schema"], shown["words"], shown["more"]) == ("gemot/search/1", ["queue"], 1)
    assert len(shown["matches"]) == 2


@given(st.text(), st.text(min_size=1).filter(str.strip))
def test_what_was_written_is_found(before: str, word: str) -> None:
    """A word is found in a text that holds it, whatever stands before it."""
    said = text({"/a": f"{before} {word}"})
    try:
        msgspec.json.decode(said.payload)
    except UnicodeError:
        return
    (found,) = search([said], wanted([word]))
    assert found.place == "/a"
    assert "\n" not in found.snippet


@given(st.text(), st.lists(st.text(min_size=1), max_size=3))
def test_a_snippet_of_anything(said: str, words: list[str]) -> None:
    """A snippet is one line of a bounded length."""
    found = snippet(said, words)
    assert len(found) <= SNIPPET + 1
    assert "\n" not in found
    assert AROUND < SNIPPET
