"""What a person says in a case. Each is one short transaction; a refused one writes nothing."""

import os
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal, Self

import msgspec

from gemot.conduct.after import (
    attempt,
    check_verdict,
    check_verdicts,
    judge,
    look_back,
    validate,
    withdraw,
)
from gemot.conduct.cases import conclude, note
from gemot.conduct.closing import Closing, Settled, check_closing, check_line, resolution
from gemot.conduct.disputing import Expected, Trying, declare, predict
from gemot.conduct.disputing import favours as _computed
from gemot.conduct.waves import answer_doubt
from gemot.records.call import Authorization
from gemot.records.faults import read
from gemot.records.probe import Experiment
from gemot.records.report import Verdict
from gemot.records.vocab import Judgement
from gemot.surfaces.library.denied import faulty, told
from gemot.surfaces.library.framing import plain
from gemot.surfaces.library.known import Known
from gemot.surfaces.library.money import Usd, instant, nano


class Said(Known):
    """The half of a case in which a person speaks. Every method returns the case itself, but for
    `experiment`, and raises `Faulty` for its arguments, `Refused` for what a rule refuses."""

    def authorize(
        self,
        spend: Usd,
        *,
        until: str | datetime | None = None,
        because: str | None = None,
    ) -> Self:
        """What this case may cost in all, in USD, what it cost so far included; `"unbounded"`
        lets calls of unknown price go too. `until`: a day or an instant, else with the case.
        It sends nothing: `resume` does. `Faulty` where the sum is none."""
        given = {"what": "spend", "nano": nano(spend), "until": instant(until), "reason": because}
        return self._note(given, Authorization, "the authorization")

    def doubt(self, dispatch: str, answer: Literal["again", "drop"]) -> Self:
        """Answer a call whose reply was lost: ask its seat again, or give it up. The lost call
        stays charged. `dispatch` is the `subject` of the act in `next`."""
        if answer not in ("again", "drop"):
            raise faulty("the answer", "answer", repr(answer), "again or drop", "give one of both")
        with told():
            room = self._room
            answer_doubt(room.desk, self.id, dispatch, answer == "again", room.actor())
        return self

    def verdict(
        self, finding: str, judgement: Judgement, because: str, *, evidence: Sequence[str] = ()
    ) -> Self:
        """The host's judgement on a finding (`F1`): accept, accept_with_modification, reject or
        needs_input, with its reason and the ids of the evidence that it rests on. A later one
        stands for an earlier one, and both stay in the record."""
        given = {
            "finding": finding, "judgement": judgement, "reason": because, "evidence": evidence,
        }  # fmt: skip
        with told():
            return self._judge((check_verdict(**plain(given)),))

    def verdicts_file(self, path: str | os.PathLike[str]) -> Self:
        """Many verdicts at once, from a file whose front matter has the key `verdicts`: all of
        them are recorded, or none. Raises `OSError` too."""
        from gemot.surfaces.cli.files import read as contents

        with told():
            return self._judge(check_verdicts(contents(Path(path))))

    def _judge(self, verdicts: tuple[Verdict, ...]) -> Self:
        judge(self._room.desk, self.id, verdicts, self._room.actor())
        return self

    def experiment(
        self,
        disagreement: str,
        command: Sequence[str],
        *,
        folder: str = ".",
        ask: bool = False,
        shows: str = "",
    ) -> Experiment:
        """Declare the command (its words, no shell) that is to settle a disagreement about facts,
        and give its record, whose id is `X1`. Nothing is run: the sides first say what they
        expect, by `predict` or, with `ask`, themselves when the case is resumed; then
        `gemot probe CASE --for X1` runs it at a terminal, since this library runs no commands.
        """
        asked = {
            "disagreement": disagreement, "command": command, "folder": folder, "ask": ask,
            "shows": shows,
        }  # fmt: skip
        with told():
            room, given = self._room, read(Trying, plain(asked), "the experiment")
            return declare(room.desk, self.id, given, room.actor())[1]

    def predict(
        self,
        experiment: str,
        holder: str,
        because: str,
        *,
        exit: int | None = None,
        contains: str | None = None,
        lacks: str | None = None,
    ) -> Self:
        """What a side of a disagreement (a seat, or `primary`) expects an experiment to show: the
        exit status (0 to 255), text in the output, or text that is not. It is recorded as the
        host's word for that side, and taken only before the experiment was run."""
        said = {
            "experiment": experiment, "holder": holder, "exit": exit, "contains": contains,
            "lacks": lacks, "reason": because,
        }  # fmt: skip
        with told():
            room, given = self._room, read(Expected, plain(said), "the prediction")
            predict(room.desk, self.id, given, room.actor())
        return self

    def resolve(
        self,
        disagreement: str,
        favours: str | None,
        because: str,
        *,
        by: str | None = None,
        by_authority: bool = False,
        evidence: Sequence[str] = (),
        supersedes: str | None = None,
    ) -> Self:
        """Settle a disagreement (`D1`) for an option, or for `neither`.

        `by`: the experiment (`X1`) whose runs settle it; `favours` may then be None, and what the
        newest run favours is computed. `by_authority`: the owner says so, for values alone.
        `supersedes`: the record of an earlier resolution that was wrong. No count settles
        anything.
        """
        if (favours is None and by is None) or (by is not None and by_authority):
            got = "by and by_authority" if by is not None else "neither favours nor by"
            raise faulty("the resolution", "favours", got, "one of both", "give one of both")
        with told():
            room, state = self._room, self._room.state(self.id)
            option = favours or _computed(room.desk, state, by or "")
            written = {
                "disagreement": disagreement, "favours": option, "reason": because,
                "evidence": evidence, "supersedes": supersedes, "experiment": by,
            }  # fmt: skip
            made = resolution(state, read(Settled, plain(written), "the resolution"))
            if by_authority:
                made = msgspec.structs.replace(made, by="authorization")
            note(room.desk, self.id, made, room.actor())
        return self

    def conclude(
        self,
        choice: str,
        because: str,
        *,
        revisit_if: Sequence[str] = (),
        evidence: Sequence[str] = (),
        scope: str | None = None,
        settled_by: Literal["evidence", "decision"] | None = None,
        dispositions: Sequence[Mapping[str, Any]] = (),
        rejected: Sequence[Mapping[str, Any]] = (),
        risks: Sequence[str] = (),
        validation_plan: Sequence[str] = (),
        kill_criteria: Sequence[str] = (),
        next_step: str | None = None,
        review_on: str | date | None = None,
        against: str | None = None,
        without_plan: str | None = None,
        supersedes: str | None = None,
        verdicts: Sequence[Mapping[str, Any]] = (),
        resolutions: Sequence[Mapping[str, Any]] = (),
    ) -> Self:
        """Record the owner's decision: an option's id, or `defer`.

        A decision that can be taken back takes `choice`, `because` and `revisit_if`; a one-way
        door, or high stakes, the rest too. Each argument is the key of its name in the file that
        `gemot conclude CASE --form` prints; lists of mappings take that file's mappings
        (`{"option": …, "reason": …}`). All of it is recorded, with its verdicts and
        resolutions, or nothing. Counts and reviewers are computed.
        """
        given = {k: v for k, v in locals().items() if k != "self"}
        keys = {k: v for k, v in plain(given).items() if v not in ([], "")}
        with told():
            return self._conclude(check_line(keys))

    def conclude_file(self, path: str | os.PathLike[str]) -> Self:
        """As `conclude`, from a file: Markdown with front matter. Raises `OSError` too."""
        from gemot.surfaces.cli.files import read as contents

        with told():
            return self._conclude(check_closing(contents(Path(path))))

    def _conclude(self, closing: "Closing") -> Self:
        room = self._room
        state = room.state(self.id)
        conclude(
            room.desk, self.id, closing.conclusion, room.actor(), verdicts=closing.verdicts,
            resolutions=tuple(resolution(state, r) for r in closing.resolutions),
        )  # fmt: skip
        return self

    # What comes after a decision, or instead of one.

    def validate(
        self,
        check: str | int,
        passed: bool,
        *,
        probe: str | None = None,
        evidence: Sequence[str] = (),
        note: str | None = None,
    ) -> Self:
        """Whether something that the standing conclusion promised holds: `check` in words, or
        its number in the validation plan, from 1. One that failed keeps the conclusion from
        being reused until the same check passes."""
        given = plain({"probe": probe, "evidence": evidence, "note": note})
        with told():
            room = self._room
            validate(room.desk, self.id, room.actor(), check=str(check), passed=passed, **given)
        return self

    def look_back(
        self,
        met: Literal["met", "partly", "not_met", "unknown"],
        observed: str,
        *,
        outcome: str | None = None,
        probe: str | None = None,
        evidence: Sequence[str] = (),
    ) -> Self:
        """What was observed of one outcome (`O1`), or of the decision as a whole."""
        given = plain({"outcome": outcome, "probe": probe, "evidence": evidence})
        with told():
            room = self._room
            look_back(room.desk, self.id, room.actor(), met=met, observed=observed, **given)
        return self

    def attempt(
        self,
        tried: str,
        failed: str,
        *,
        invalidated: str | None = None,
        hypothesis: str | None = None,
        evidence: Sequence[str] = (),
    ) -> Self:
        """What was tried, and how it failed; `invalidated` is the assumption that it proved
        wrong, `hypothesis` what is held for true from now on."""
        given = plain({"invalidated": invalidated, "hypothesis": hypothesis, "evidence": evidence})
        with told():
            room = self._room
            attempt(room.desk, self.id, room.actor(), tried=tried, failed=failed, **given)
        return self

    def withdraw(self, because: str) -> Self:
        """Take the question back, undecided. A concluded case cannot be withdrawn."""
        with told():
            withdraw(self._room.desk, self.id, self._room.actor(), reason=because)
        return self

    def _note(self, given: Mapping[str, Any], kind: Any, what: str) -> Self:
        with told():
            note(self._room.desk, self.id, read(kind, plain(given), what), self._room.actor())
        return self
