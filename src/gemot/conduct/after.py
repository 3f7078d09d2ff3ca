"""Use cases of what comes after a report or a decision: verdicts, validations, look-backs,
attempts, withdrawal.

Laws: every text is redacted before it is kept; which conclusion a check is of is computed inside
the transaction that writes it; of several verdicts all are recorded or none, and every offence
of each is told at once, by its place.
"""

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from gemot.conduct.desk import Desk, Refused
from gemot.conduct.salvage import opened, torn
from gemot.conduct.scrub import scrub
from gemot.ports.journal import Tx
from gemot.records.after import Attempt, Lookback, Validation, Withdrawal
from gemot.records.catalogue import Frozen
from gemot.records.envelope import Actor
from gemot.records.faults import Fault, Faulty, faults, read
from gemot.records.kinds import NAMES
from gemot.records.report import Verdict
from gemot.rules.rule import Admission, Offence, admit, refused
from gemot.rules.state import State, fold


class VerdictSheet(Frozen, frozen=True, kw_only=True):
    """The keys of a file of verdicts."""

    verdicts: tuple[Verdict, ...]


def check_verdicts(text: str | bytes) -> tuple[Verdict, ...]:
    """The verdicts of a file: front matter with the key `verdicts`. Raises `Faulty` with all
    its faults; two verdicts on one finding are one."""
    what = "the verdicts"
    try:
        found = opened(text)
    except Faulty as error:
        raise Faulty(what, error.found) from None
    wrong = [*found.found, *faults(VerdictSheet, found.keys)]
    if found.body.strip():
        wrong.append(Fault(place="(body)", got="text under the keys", needed="nothing there",
                           fix="write it as a reason, or remove it"))  # fmt: skip
    if not wrong:
        sheet = msgspec.convert(found.keys, VerdictSheet)
        wrong = [*_repeated(sheet.verdicts)]
        if not wrong:
            return sheet.verdicts
    raise Faulty(what, wrong)


def check_verdict(**keys: Any) -> Verdict:
    """One verdict as a command line gives it. Raises `Faulty` with all its faults."""
    made: Verdict = _read(Verdict, keys)
    return made


def _repeated(given: tuple[Verdict, ...]) -> Iterable[Fault]:
    if not given:
        yield Fault(place="verdicts", got="no verdict", needed="one or more", fix="name a finding")
    first: dict[str, int] = {}
    for i, v in enumerate(given):
        if first.setdefault(v.finding, i) != i:
            got = f"a second verdict on {v.finding}"
            needed = f"one, as in verdicts[{first[v.finding]}]"
            yield Fault(place=f"verdicts[{i}].finding", got=got, needed=needed, fix="keep one")


def judge(desk: Desk, case: str, given: tuple[Verdict, ...], actor: Actor) -> State:
    """Record verdicts on findings, all or none. Raises `Refused` with every offence; where
    there are several verdicts each place names its own."""
    clean = tuple(scrub(desk, v)[0] for v in given)
    with desk.journal.begin() as tx:
        state = fold(tx.filed(case))
        offences = tuple(_offences(desk, state, clean, actor))
        if offences:
            raise Refused(offences)
        for verdict in clean:
            state = desk.write(tx, case, state, verdict, actor)
        return state


def _offences(
    desk: Desk, state: State, given: tuple[Verdict, ...], actor: Actor
) -> Iterable[Offence]:
    for i, verdict in enumerate(given):
        facts = Admission(state=state, record=verdict, actor=actor, at=desk.clock.now())
        for o in refused(admit(desk.rules, facts)):
            place = o.place if len(given) == 1 else f"verdicts[{i}].{o.place}"
            yield msgspec.structs.replace(o, place=place)


NOTHING = "0-none"
"""Stands for the conclusion where none does; the rules refuse it."""


def validate(
    desk: Desk, case: str, actor: Actor, *, check: str, passed: bool, **given: Any
) -> State:
    """Record whether something that the standing conclusion promised holds. `check` is in
    words, or the number of a check of its validation plan, from 1; `given` are `probe`,
    `evidence` and `note`. Raises `Faulty` with all faults of form."""
    with desk.journal.begin() as tx:
        state = fold(tx.filed(case))
        keys = {**given, "check": planned(state, check), "outcome": "pass" if passed else "fail"}
        return _write(desk, tx, case, state, Validation, keys, actor)


def look_back(
    desk: Desk, case: str, actor: Actor, *, met: str, observed: str, **given: Any
) -> State:
    """Record what was observed of the decision as a whole, or of one `outcome`; `met` is met,
    partly, not_met or unknown; `given` are `outcome`, `probe` and `evidence`. Raises `Faulty`
    with all faults of form."""
    with desk.journal.begin() as tx:
        state = fold(tx.filed(case))
        keys = {**given, "met": met, "observed": observed}
        return _write(desk, tx, case, state, Lookback, keys, actor)


def attempt(desk: Desk, case: str, actor: Actor, *, tried: str, failed: str, **given: Any) -> State:
    """Record something that was tried, and how it failed; `given` are `invalidated` (the
    assumption it proved wrong), `hypothesis` (what is held for true from now on), `evidence`.
    Raises `Faulty` with all faults of form."""
    keys = {**given, "attempt": tried, "failure": failed}
    made: Attempt = _read(Attempt, keys)
    return desk.record(case, scrub(desk, made)[0], actor)


def withdraw(desk: Desk, case: str, actor: Actor, *, reason: str) -> State:
    """Take the question back; nothing is decided."""
    made: Withdrawal = _read(Withdrawal, {"reason": reason})
    return desk.record(case, scrub(desk, made)[0], actor)


def planned(state: State, check: str) -> str:
    """The check that a number names in the validation plan; any other text as it is."""
    plan = state.conclusion.validation_plan if state.conclusion else ()
    asked = check.strip()
    number = int(asked) if re.fullmatch(r"[1-9][0-9]{0,3}", asked) else 0
    return plan[number - 1] if 1 <= number <= len(plan) else check


def _write(
    desk: Desk, tx: Tx, case: str, state: State, kind: type[Any], keys: dict[str, Any], actor: Actor
) -> State:
    """Record what was seen of the conclusion that stands."""
    standing = state.concluded.name if state.concluded else NOTHING
    made = _read(kind, {**keys, "conclusion": standing})
    return desk.write(tx, case, state, scrub(desk, made)[0], actor)


def _read(kind: type[Any], keys: dict[str, Any]) -> Any:
    """A record of what was said, or `Faulty`; what was not given is left out or None."""
    what = f"the {NAMES[kind]}"
    plain = {k: list(v) if isinstance(v, tuple) else v for k, v in keys.items() if v is not None}
    marred = list(torn(plain, ""))
    if marred:
        raise Faulty(what, marred)
    return read(kind, plain, what)
