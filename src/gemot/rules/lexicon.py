"""Turns of phrase by which a text leans, as data: reviewed, in English and German.

A blank in a pattern stands for any white space; letters match in either case; a pattern begins
and ends at a word. Every gap is bounded, so that a search takes time linear in the text. A row
that is `stated` does not count within a question or after a word that asks (`whether we should
use`). What each must find and leave stands in `tests/rules/test_neutrality.py`.
"""

import re
from typing import Final

import msgspec

PREFERENCE: Final = "states a preference"
CERTAINTY: Final = "presents an answer as settled"
PLEA: Final = "asks for agreement"
PRESSURE: Final = "says what others hold"
IDENTITY: Final = "says who asks"


class Turn(msgspec.Struct, frozen=True):
    """One row."""

    pattern: re.Pattern[str]
    why: str
    stated: bool


def _turn(why: str, pattern: str, *, stated: bool = False) -> Turn:
    spaced = pattern.replace(" ", r"\s{1,4}")
    return Turn(re.compile(rf"(?<!\w)(?:{spaced})(?!\w)", re.IGNORECASE), why, stated)


_HOW = "(?:'d)?(?: (?:strongly|really|personally|clearly|definitely|just|probably|would)){0,3}"
_BE = "(?:i am|i'm|we are|we're)"
_GAP = r"[^.!?\n\0]{0,60}"
_MODEL = (
    r"(?:claude(?: code)?|chatgpt|gpt-?\d[\w.-]{0,12}|gemini|copilot|codex|cursor|grok|llama|"
    r"mistral|deepseek|qwen)"
)
_VERB = "(?:bevorzugen?|empfehlen?|favorisieren?|plädieren?|tendieren?|neigen?)"

TURNS: Final[tuple[Turn, ...]] = (
    _turn(PREFERENCE, rf"(?:i|we){_HOW} (?:prefer|recommend|favou?r|suggest|advise|advocate)"),
    _turn(PREFERENCE, r"(?:i|we)(?:'d| would) (?:rather|go with|choose|pick|opt for|vote for)"),
    _turn(
        PREFERENCE,
        rf"(?:i|we){_HOW} (?:think|believe|feel|guess|reckon|say),? {_GAP}"
        r"(?<!\w)(?:should|ought|better|best|right|wrong|preferable|superior|go with)",
    ),
    _turn(PREFERENCE, rf"{_BE} (?:leaning|inclined|convinced|in favou?r|partial)"),
    _turn(PREFERENCE, r"(?:i|we) (?:lean|tend) towards?"),
    _turn(
        PREFERENCE,
        r"(?:my|our)(?: (?:own|strong|clear|personal|current|initial|first)){0,2} "
        r"(?:recommendation|preference|favou?rite|leaning|gut feeling|hunch|preferred \w{1,20})",
    ),
    _turn(PREFERENCE, r"in (?:my|our)(?: humble)? (?:opinion|view)|imh?o"),
    _turn(PREFERENCE, r"let's (?:just )?(?:go with|use|choose|pick|adopt)"),
    _turn(PREFERENCE, r"made up (?:my|our) minds?"),
    _turn(
        PREFERENCE,
        r"(?:we|you|one|they) (?:should|ought to|must|need to) "
        r"(?:(?:just|simply|definitely|really|probably|clearly|therefore) ){0,2}"
        r"(?:go with|go for|use|choose|pick|adopt|switch to|move to|prefer|avoid|stay with|stick)",
        stated=True,
    ),
    _turn(
        CERTAINTY,
        r"(?:best|right|correct|obvious|better|superior|winning|sensible|natural) "
        r"(?:option|choice|answer|approach|solution|path|decision|way(?: forward)?|call) "
        r"(?:is|would be|seems|has to be)",
        stated=True,
    ),
    _turn(
        CERTAINTY,
        r"(?:clearly|obviously|by far|simply|undoubtedly|plainly|hands down) "
        r"(?:the )?(?:better|best|superior|preferable|worse|inferior|wrong|right|wins?)",
    ),
    _turn(CERTAINTY, r"obviously|undoubtedly|without (?:a |any )?doubt|no-brainer|needless to say"),
    _turn(CERTAINTY, r"it(?: is|'s) (?:clear|obvious|evident) that|goes without saying"),
    _turn(PLEA, r"(?:please )?(?:convince|persuade|reassure) (?:me|us)"),
    _turn(PLEA, r"please (?:confirm|agree|validate|endorse) (?:that|with|this|my|our)"),
    _turn(PLEA, rf"(?:tell|show) (?:me|us) (?:that )?{_BE} (?:right|correct)"),
    _turn(
        PRESSURE,
        r"(?:most|other|all|several|both)(?: of)?(?: the| other)? "
        r"(?:advisors?|models?|experts?|reviewers?|engineers?) "
        r"(?:already )?(?:agree|agreed|prefer|preferred|recommend|recommended|favou?r|think)",
    ),
    _turn(PRESSURE, r"every(?:one|body) (?:\w{1,12} )?(?:agrees|prefers|knows|thinks|wants)"),
    _turn(IDENTITY, rf"as {_MODEL}(?=,| i(?!\w)| my(?!\w))"),
    _turn(IDENTITY, r"as an? (?:ai|llm|language model)(?: (?:model|assistant|agent))?(?=,| i )"),
    _turn(IDENTITY, rf"(?:i am|i'm|speaking as|(?:written|drafted|prepared|signed) by) {_MODEL}"),
    _turn(
        PRESSURE,
        rf"(?:{_MODEL}|the (?:host|convener|agent|assistant)) "
        r"(?:recommends?|prefers?|thinks?|believes?|favou?rs?|recommended|preferred|concluded)",
    ),
    # German
    _turn(PREFERENCE, rf"(?:ich|wir) {_VERB}"),
    _turn(PREFERENCE, rf"{_VERB} (?:ich|wir)"),
    _turn(PREFERENCE, rf"(?:ich|wir) würden? {_GAP}(?:nehmen|wählen|empfehlen|vorziehen)"),
    _turn(
        PREFERENCE,
        rf"(?:ich|wir) (?:denken?|finden?|glauben?|meinen?),? {_GAP}"
        r"(?<!\w)(?:sollten?|besser\w{0,2}|beste[nrs]?|richtige?|vorzuziehen)",
    ),
    _turn(PREFERENCE, r"meiner (?:meinung|ansicht) nach|meines erachtens|unseres erachtens"),
    _turn(PREFERENCE, r"(?:meine|unsere) (?:empfehlung|präferenz)|(?:mein|unser) favorit"),
    _turn(
        PREFERENCE,
        rf"(?:wir|man) sollten? {_GAP}(?:nehmen|wählen|verwenden|einsetzen|wechseln|bleiben)",
        stated=True,
    ),
    _turn(
        CERTAINTY,
        r"(?:beste|bessere|richtige|einzig sinnvolle|naheliegende) "
        r"(?:option|wahl|lösung|entscheidung|variante|antwort|weg) (?:ist|wäre|scheint)",
        stated=True,
    ),
    _turn(CERTAINTY, r"offensichtlich|zweifellos|ohne (?:jeden )?zweifel|selbstverständlich"),
    _turn(PLEA, r"(?:bitte )?(?:bestätigt?|überzeugt?|überzeugen sie) (?:mich|uns|mir|bitte)"),
    _turn(IDENTITY, rf"als (?:ki(?:-\w{{1,20}})?|sprachmodell|{_MODEL})(?:,| (?:\w{{1,15}} )?ich)"),
)  # fmt: skip

ASKING: Final = re.compile(
    r"(?:whether|if|why|how|when|where|what|which(?:\s+\w{1,20})?|ob)\s{1,4}(?:the\s{1,4}|die\s{1,4})?\Z",
    re.IGNORECASE,
)
"""What stands before a clause that asks."""
PRAISE: Final = re.compile(
    r"(?<!\w)(?:better|best|superior|preferable|ideal|cleanest|wins?|winner|right\s+(?:choice|way|"
    r"answer|call)|besser|beste[nrs]?|überlegen|vorzuziehen|richtige\s+wahl)(?!\w)",
    re.IGNORECASE,
)
"""Praise, in a sentence that names the favoured option."""
