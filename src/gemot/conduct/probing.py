"""Use case: run a command in the project, and keep what was observed.

Laws: what the rules would refuse is refused before anything runs; what was run is kept whatever
came of it; the run, its output and the evidence that it produces are written in one transaction;
nothing is written that was not redacted. The command itself runs as it was given.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from gemot.conduct.desk import Desk, Refused
from gemot.conduct.judging import judged
from gemot.conduct.scrub import scrub
from gemot.ports.runner import Ran
from gemot.records.canonical import sha256
from gemot.records.catalogue import Frozen, Word
from gemot.records.envelope import Actor
from gemot.records.faults import Fault, Faulty
from gemot.records.framing import Redaction
from gemot.records.probe import Experiment, Probe
from gemot.records.prose import Prose
from gemot.rules.probe import wanted, words
from gemot.rules.rule import Admission, refused
from gemot.rules.state import State, fold
from gemot.views.experiment import command as shown
from gemot.views.probe import evidence, excerpt

TIMEOUT = 600.0
"""Seconds that a command may take unless its caller says otherwise."""
Purpose = Annotated[
    str,
    Meta(
        pattern=r"^[EXD][1-9]\d{0,3}\Z",
        extra={"form": "E1, X1 or D1: evidence, an experiment or a disagreement"},
    ),
]
DRY = "0" * 64
"""The digest of an output that is not there yet."""


class Asked(Frozen, frozen=True, kw_only=True):
    """A run as it is asked for."""

    command: tuple[Prose, ...] = ()
    """Empty: the one that the evidence or the experiment names."""
    folder: Prose | None = None
    """From the project's root; None: the experiment's, else the root."""
    purpose: Purpose | None = None
    """`E3`, `X1`, or `D1` for the newest experiment of that disagreement."""
    seat: Word | None = None
    timeout: float = TIMEOUT
    """Seconds."""


class Probed(msgspec.Struct, frozen=True, kw_only=True):
    """A run that was recorded."""

    state: State
    probe: Probe
    output: str
    """What it printed, as kept."""


def probe(desk: Desk, case: str, asked: Asked, actor: Actor) -> Probed:
    """Run and record. `Refused` or `Faulty` before anything ran; `LookupError` where this door
    runs no commands."""
    if desk.runner is None:
        raise LookupError("no runner: this door runs no commands")
    state = desk.state(case)
    dry = _dry(desk, state, asked)
    _may(desk, state, dry, actor)
    clean, began = desk.runner.clean(), desk.clock.now()
    desk.trace("probe.running", shown(dry.command))
    ran = desk.runner.run(dry.command, dry.folder, asked.timeout)
    text, counts = desk.redact(ran.output.decode("utf-8", "replace"))
    made, more = scrub(desk, _made(dry, ran, began, desk.clock.now(), text))
    for r in more:
        counts = {**counts, r.kind: counts.get(r.kind, 0) + r.count}
    found = tuple(Redaction(kind=k, count=counts[k]) for k in sorted(counts))
    made = msgspec.structs.replace(made, clean=clean, redactions=found)
    return _record(desk, case, made, text, actor)


def _record(desk: Desk, case: str, made: Probe, text: str, actor: Actor) -> Probed:
    with desk.journal.begin() as tx:
        state = fold(tx.filed(case))
        made = msgspec.structs.replace(made, id=f"P{len(state.probes) + 1}")
        if made.output is not None:
            tx.put(text.encode())
        after = desk.write(tx, case, state, made, actor)
        if made.evidence is not None:
            if made.status == "done":
                tx.put(excerpt(made, text).encode())
            after = desk.write(tx, case, after, evidence(state, made, text, actor.name), actor)
    return Probed(state=after, probe=made, output=text)


def _made(dry: Probe, ran: Ran, began: str, ended: str, text: str) -> Probe:
    started = ran.status != "not_started"
    return msgspec.structs.replace(
        dry,
        status=ran.status,
        exit=ran.exit,
        signal=ran.signal,
        output=sha256(text.encode()) if started else None,
        size=ran.size,
        whole=ran.whole if started else None,
        truncated=ran.truncated,
        began=began,
        ended=max(began, ended),
        why=ran.why if not started else None,
    )


def _dry(desk: Desk, state: State, asked: Asked) -> Probe:
    """The run as far as it is known before it is made."""
    x, piece = _purpose(state, asked.purpose)
    command = asked.command or (x.command if x else ())
    if not command and piece is not None:
        kind, at = wanted(state, piece) or ("", "")
        command = words(at) if kind == "command" else ()
    now = desk.clock.now()
    return Probe(
        id=f"P{len(state.probes) + 1}",
        evidence=piece,
        experiment=x.id if x else None,
        seat=asked.seat,
        command=command,
        folder=asked.folder or (x.folder if x else "."),
        commit=desk.project.commit(),
        status="done",
        exit=0,
        output=DRY,
        whole=DRY,
        began=now,
        ended=now,
    )


def _purpose(state: State, purpose: str | None) -> tuple[Experiment | None, str | None]:
    """The experiment or the piece of evidence that a run is for."""
    if purpose is None:
        return None, None
    if purpose[:1] == "E":
        return None, purpose
    fit = [x for x in state.experiments.values() if purpose in (x.id, x.disagreement)]
    if not fit:
        raise _nothing(purpose)
    return fit[-1], None


def _nothing(purpose: str) -> Faulty:
    known = "a disagreement with" if purpose[:1] == "D" else "the id of"
    fault = Fault(
        place="--for",
        got=repr(purpose),
        needed=f"{known} an experiment that was declared before it is run",
        fix="declare one: `gemot case dispute CASE D1 --experiment -- COMMAND`",
    )
    return Faulty("the probe", [fault])


def _may(desk: Desk, state: State, dry: Probe, actor: Actor) -> None:
    """Refuse before anything runs what would be refused after it."""
    at = desk.clock.now()
    clean, _ = scrub(desk, dry)
    facts = Admission(state=state, record=clean, actor=actor, at=at)
    offences = refused(judged(desk.rules, facts, desk.journal.get))
    if not offences and dry.evidence is not None:
        made = evidence(state, clean, "", actor.name)
        more = Admission(state=state, record=made, actor=actor, at=at)
        found = refused(judged(desk.rules, more, desk.journal.get))
        offences = tuple(o for o in found if o.code != "EVD013")  # its run is yet to come
    if offences:
        raise Refused(offences)
