"""Which turns of phrase lean, and which only look so."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemot.rules.lexicon import CERTAINTY, IDENTITY, PLEA, PREFERENCE, PRESSURE, TURNS
from gemot.rules.neutrality import Lean, leans, leans_towards

LEANS = [
    ("We prefer the queue.", "We prefer", PREFERENCE),
    ("I'd strongly recommend Postgres", "I'd strongly recommend", PREFERENCE),
    ("so we would suggest\nthe second", "we would suggest", PREFERENCE),
    ("I’d pick B", "I’d pick", PREFERENCE),
    ("I would rather wait", "I would rather", PREFERENCE),
    ("I think we should use a queue", "I think we should", PREFERENCE),
    ("We believe retrying is better.", "We believe retrying is better", PREFERENCE),
    ("I’m leaning to a queue", "I’m leaning", PREFERENCE),
    ("we lean towards A", "we lean towards", PREFERENCE),
    ("My own recommendation: queue", "My own recommendation", PREFERENCE),
    ("our preferred option is A", "our preferred option", PREFERENCE),
    ("In my opinion it is fine", "In my opinion", PREFERENCE),
    ("fine IMO", "IMO", PREFERENCE),
    ("Let's go with A", "Let's go with", PREFERENCE),
    ("I made up my mind", "made up my mind", PREFERENCE),
    ("Therefore we should simply use Kafka.", "we should simply use", PREFERENCE),
    ("The best option is a queue", "best option is", CERTAINTY),
    ("the right way forward would be B", "right way forward would be", CERTAINTY),
    ("B is clearly the better one", "clearly the better", CERTAINTY),
    ("A wins: it is by far superior", "by far superior", CERTAINTY),
    ("Obviously, retries lose jobs", "Obviously", CERTAINTY),
    ("It's obvious that A works", "It's obvious that", CERTAINTY),
    ("convince me otherwise", "convince me", PLEA),
    ("Please confirm that A works", "Please confirm that", PLEA),
    ("tell me I'm right", "tell me I'm right", PLEA),
    ("Most of the advisors agree", "Most of the advisors agree", PRESSURE),
    ("everyone already agrees", "everyone already agrees", PRESSURE),
    ("As Claude, I looked at it", "As Claude", IDENTITY),
    ("as an AI assistant, here", "as an AI assistant", IDENTITY),
    ("Drafted by Claude Code", "Drafted by Claude Code", IDENTITY),
    ("ChatGPT recommends A", "ChatGPT recommends", PRESSURE),
    ("Wir bevorzugen die Queue", "Wir bevorzugen", PREFERENCE),
    ("Daher empfehle ich A", "empfehle ich", PREFERENCE),
    ("Ich bevorzuge A", "Ich bevorzuge", PREFERENCE),
    ("Ich würde eher A nehmen", "Ich würde eher A nehmen", PREFERENCE),
    ("Wir denken, A ist besser", "Wir denken, A ist besser", PREFERENCE),
    ("Meiner Meinung nach A", "Meiner Meinung nach", PREFERENCE),
    ("Unsere Empfehlung lautet A", "Unsere Empfehlung", PREFERENCE),
    ("Wir sollten Kafka verwenden.", "Wir sollten Kafka verwenden", PREFERENCE),
    ("Die beste Lösung ist A", "beste Lösung ist", CERTAINTY),
    ("Offensichtlich geht A", "Offensichtlich", CERTAINTY),
    ("Bestätigt bitte A", "Bestätigt bitte", PLEA),
    ("Als KI-Assistent, der hier schreibt", "Als KI-Assistent,", IDENTITY),
]
LEVEL = [
    "Should we use a queue, or retry in process?",
    "The team asks whether we should use a queue.",
    "It is open why we should avoid a second store.",
    "Do you think we use it at all?",
    "Which is the best option?",
    "What would the right choice be?",
    "Unclear which the better approach is.",
    "Do we know what the best option is?",
    "AWS recommends a dead-letter queue; the documentation recommends 5 retries.",
    "It is recommended by the vendor.",
    "The recommendation engine prefers cached items.",
    "Clients must retry. Workers should use exponential back-off.",
    "We believe that the limit is 100 jobs a second.",
    "I think in milliseconds here.",
    "Sessions are stored as Claude Code stores them.",
    "The code was generated with Copilot; Gemini serves the search.",
    "The nodes reach consensus by Raft.",
    "The view is materialised; our view of orders is stale.",
    "Run `git commit -m 'we prefer tabs'` first.",
    "```\n# obviously we should use this\n```\nThe file stands above.",
    "> We recommend a queue.\n\nThis is from the vendor.",
    'The vendor says "we recommend at most 5 retries" in its guide.',
    "See https://example.org/we-prefer/obviously for more.",
    "Die Frage ist, ob wir eine Queue nehmen.",
    "Sollten wir Kafka verwenden?",
    "Kunden empfehlen das Produkt weiter.",
    "Als Sprachmodell dient Llama.",
    "",
]


@pytest.mark.parametrize(("text", "phrase", "why"), LEANS)
def test_leans(text: str, phrase: str, why: str) -> None:
    start = text.replace("\n", " ").index(phrase)
    assert leans(text) == [Lean(start, phrase, why)]


@pytest.mark.parametrize("text", LEVEL)
def test_level(text: str) -> None:
    assert leans(text) == []


def test_every_row_of_the_lexicon_finds_something() -> None:
    """No row is dead."""
    for turn in TURNS:
        assert any(turn.pattern.search(text.replace("’", "'")) for text, *_ in LEANS), turn


def test_several_leans_in_order_without_overlap() -> None:
    text = "Obviously we prefer A. As Claude, I think we should use A."
    assert [(lean.start, lean.phrase) for lean in leans(text)] == [
        (0, "Obviously"),
        (10, "we prefer"),
        (23, "As Claude"),
        (34, "I think we should"),
    ]


HYPOTHESIS = "A queue will survive restarts, and retries in process will not."


def test_the_hypothesis_repeated() -> None:
    text = "Known: a queue will survive restarts and retries are cheap."
    assert leans_towards(text, HYPOTHESIS, None) == [
        Lean(7, "a queue will survive restarts and retries", "repeats the host's hypothesis")
    ]
    assert leans_towards("A queue will survive.", HYPOTHESIS, None) == []
    assert leans_towards("use: the queue!", "Use the queue", None) == [
        Lean(0, "use: the queue", "repeats the host's hypothesis")
    ]
    assert leans_towards("queue", "Queue", None) == []
    assert leans_towards(text, None, None) == leans_towards(text, "", "") == []


def test_the_favoured_option_praised() -> None:
    why = "praises the option that the host favours"
    text = "Two ways. A work queue scales better than retries. Retries are best known."
    assert leans_towards(text, None, "Work queue") == [Lean(text.index("better"), "better", why)]
    assert leans_towards("A work queue costs a server.", None, "Work queue") == []
    assert leans_towards("Is a work queue better?", None, "Work queue") == []
    assert leans_towards("better", None, "…") == []


@given(st.lists(st.sampled_from([t for t, *_ in LEANS] + LEVEL) | st.text(max_size=5)))
def test_places_are_real(parts: list[str]) -> None:
    """A lean's phrase stands at its place, and places rise without overlap."""
    text = " ".join(parts)
    last = 0
    for lean in leans_towards(text, HYPOTHESIS, "work queue"):
        assert lean.start >= last
        stands = " ".join(text[lean.start : lean.start + 400].split())
        assert stands.startswith(lean.phrase.removesuffix("…"))
        last = lean.start + 1


@pytest.mark.parametrize(
    "unit", ["I think ", "`", '"', "we should ", "a queue will ", "> ", "\n", "```", " "]
)
def test_time_is_linear(unit: str) -> None:
    """Eight times the text takes about eight times the time; quadratic takes sixty-four."""

    def took(length: int) -> float:
        text = (unit * (length // len(unit) + 1))[:length]
        spent = []
        for _ in range(2):
            began = time.process_time()
            leans_towards(text, HYPOTHESIS, "a queue")
            spent.append(time.process_time() - began)
        return min(spent)

    short, long = took(4_000), took(32_000)
    assert long < 24 * max(short, 0.002)
