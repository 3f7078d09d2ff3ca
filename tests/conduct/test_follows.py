"""A computed field edited and the chain recomputed: `follows` names the place."""

from collections.abc import Iterator
from typing import Any

import msgspec
import msgspec.inspect as shape
import pytest

from gemot.conduct.cases import conclude
from gemot.conduct.follows import Bench, Followed, follows
from gemot.records.envelope import GENESIS, Filed, seal, unseal
from gemot.records.kinds import Opaque
from gemot.records.settlement import Conclusion
from gemot.rules.rule import Rule
from gemot.testing.advisor import ScriptedAdvisor, fill
from tests.council import OWNER, bench, convening, decide, decision, desk

COMPUTED: dict[str, tuple[str, ...]] = {
    "case": ("request", "stakes", "floors"),
    "plan": ("budget", "route", "reason", "seats", "omitted", "uncovered", "chair", "rounds",
             "calls", "on_doubt", "case_nano", "daily_nano", "local_review", "rehearsal", "mode",
             "mode_source", "stakes", "confidence", "capabilities"),
    "packet": ("round", "curation", "system", "parts", "views", "redactions"),
    "clearance": ("round", "wave", "quotes", "case_nano", "daily_nano", "case_spent"),
    "dispatch": ("seat", "round", "attempt", "packet", "request", "size", "reserve"),
    "receipt": ("cost", "status", "identity", "mismatch", "input_tokens", "output_tokens",
                "faults", "late"),
    "position": ("choice", "rationale", "evidence", "claims", "concern", "confidence",
                 "falsifier", "missing", "alternative", "alternative_case", "proposals"),
    "challenge": ("links", "changed", "choice", "basis", "evidence", "reasoning", "concedes",
                  "weakest", "test", "dispute", "effective"),
    "draft": ("summary", "objection", "decisive", "suggestions"),
    "report": ("insufficient", "panel", "standings", "absences", "support", "recommendation",
               "findings", "objection", "objection_text", "decisive", "gaps",
               "diversity_unsatisfied"),
    "disagreement": ("kind", "sides"),
    "conclusion": ("reviewed_by", "sources", "attested", "rehearsal", "not_weighed",
                   "disagreements", "provisional"),
}  # fmt: skip


def split_panel(call: Any) -> Any:
    made = fill(call)
    if "choice" in made and call.entry.id == "anna":
        made["choice"] = "queue"
    return made


@pytest.fixture(scope="module")
def concluded() -> tuple[tuple[Filed, ...], Bench]:
    """A whole case with a dissent, settled by reason and concluded, below material stakes."""
    on = desk(ScriptedAdvisor())
    stop = decide(on, decision(), convening())
    state = conclude(
        on,
        stop.state.filed[0].case,
        Conclusion(choice="retry", because="two jobs a second", revisit_if=("more than five",)),
        OWNER,
    )
    return state.filed, bench(on)


@pytest.fixture(scope="module")
def disputed() -> tuple[tuple[Filed, ...], Bench]:
    on = desk(ScriptedAdvisor(split_panel))
    return decide(on, decision(), convening()).state.filed, bench(on)


def chained(records: list[tuple[Filed, Any]]) -> tuple[Filed, ...]:
    """The records sealed anew, as somebody would who edits the store and mends the chain."""
    prev, made = GENESIS, []
    for f, record in records:
        sealed = seal(
            record, case=f.case, seq=f.seq, at=f.at, actor=f.actor, rules=f.rules,
            offences=f.offences, prev=prev, salt=b"s" * 32,
        )  # fmt: skip
        prev = sealed.hash
        made.append(unseal(sealed))
    return tuple(made)


def words(t: Any) -> tuple[Any, ...]:
    """The words of an enumeration, wherever it stands in a type."""
    match t:
        case shape.LiteralType():
            return t.values
        case shape.Metadata():
            return words(t.type)
        case shape.UnionType():
            return tuple(w for u in t.types for w in words(u))
        case _:
            return ()


def others(value: Any, t: Any = None) -> Iterator[Any]:
    """Other values of the same kind, some of which may be no valid ones."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
        case str():
            yield from (w for w in words(t) if w != value)
            yield "f" * 64 if len(value) == 64 else value + "x"
        case None:
            yield from words(t)
            yield from ("A", 1, "F1")
        case tuple():
            if value:
                yield value[:-1]
            yield from (("A",), ("x",), ("F1",))
        case _:
            for f in shape.type_info(type(value)).fields:  # type: ignore[union-attr]
                for other in others(getattr(value, f.name), f.type):
                    yield msgspec.structs.replace(value, **{f.name: other})


def edited(record: Any, field: str) -> Any:
    """The record with another valid value in one field; None where the field has no other."""
    (t,) = (f.type for f in shape.type_info(type(record)).fields if f.name == field)  # type: ignore[union-attr]
    for other in others(getattr(record, field), t):
        made = msgspec.structs.replace(record, **{field: other})
        try:
            whole = msgspec.convert(msgspec.to_builtins(made), type(record))
        except msgspec.ValidationError:
            continue
        if whole != record:
            return whole
    return None


def edits(filed: tuple[Filed, ...]) -> Iterator[tuple[str, str, tuple[Filed, ...]]]:
    """Every computed field of the first record of each kind, edited, with the chain mended."""
    done: set[str] = set()
    for i, f in enumerate(filed):
        if f.kind in done or f.kind not in COMPUTED:
            continue
        done.add(f.kind)
        for field in COMPUTED[f.kind]:
            record = edited(f.record, field)
            if record is None:
                continue
            pairs = [(g, record if j == i else g.record) for j, g in enumerate(filed)]
            yield f.name, field, chained(pairs)


def places(found: Followed) -> list[str]:
    return [o.place for o in found.offences]


@pytest.mark.parametrize("which", ["concluded", "disputed"])
def test_every_computed_field_that_is_edited_is_named(
    which: str, request: pytest.FixtureRequest
) -> None:
    filed, made = request.getfixturevalue(which)
    assert follows(chained([(f, f.record) for f in filed]), made).answer == "yes"
    silent = []
    tried = 0
    for name, field, forged in edits(filed):
        tried += 1
        found = follows(forged, made)
        if found.answer != "no" or not any(p.startswith(name) for p in places(found)):
            silent.append((name, field, found.answer, places(found)[:3]))
    assert silent == []
    assert tried > 40


def test_the_values_got_and_needed_are_told(concluded: tuple[tuple[Filed, ...], Bench]) -> None:
    filed, made = concluded
    last = filed[-1]
    record = msgspec.structs.replace(last.record, sources=9)
    forged = chained([*((f, f.record) for f in filed[:-1]), (last, record)])
    said = [(o.code, o.place, o.got, o.needed) for o in follows(forged, made).offences]
    assert ("DRV001", f"{last.name}/sources", "9", "4") in said


def test_an_unknown_kind_is_kept_and_opaque(concluded: tuple[tuple[Filed, ...], Bench]) -> None:
    filed, made = concluded
    newer = msgspec.structs.replace(
        filed[-1], seq=len(filed), kind="prophecy",
        record=Opaque(kind="prophecy", version=3, body={"omen": "owl"}),
    )  # fmt: skip
    found = follows((*filed, newer), made)
    assert found.answer == "not re-derived"
    assert found.offences == ()
    assert found.left == (
        f"{newer.name}: a kind or version this program does not know (prophecy 3)",
    )


def test_another_rule_set_is_neither_yes_nor_no(
    concluded: tuple[tuple[Filed, ...], Bench],
) -> None:
    filed, made = concluded
    other = Bench(rules=made.rules, ruleset="e" * 64, read=made.read, advisors=made.advisors)
    found = follows(filed, other)
    assert (found.answer, found.records, found.offences) == ("not re-derived", 0, ())
    assert len(found.left) == len(filed)


def test_an_offence_taken_out_of_an_envelope_is_named(
    concluded: tuple[tuple[Filed, ...], Bench],
) -> None:
    filed, made = concluded
    marked = next((f for f in filed if f.offences), None)
    if marked is None:
        pytest.skip("no record of this case was admitted with an offence")
    bare = tuple(msgspec.structs.replace(f, offences=()) if f is marked else f for f in filed)
    found = follows(chained([(f, f.record) for f in bare]), made)
    assert [o.code for o in found.offences] == ["DRV002"] * len(marked.offences)


def test_no_record_at_all_follows_from_nothing() -> None:
    found = follows((), Bench(rules=(), ruleset="", read=lambda d: None, advisors=_nobody))
    assert found.answer == "not re-derived"


def _nobody(entry: Any) -> Any:
    raise AssertionError(entry)


def test_rules_are_what_is_judged_with(concluded: tuple[tuple[Filed, ...], Bench]) -> None:
    """Without the derivation rules nothing would be found: they are what finds it."""
    filed, made = concluded
    record = msgspec.structs.replace(filed[-1].record, sources=9)
    forged = chained([*((f, f.record) for f in filed[:-1]), (filed[-1], record)])
    fewer: tuple[Rule, ...] = tuple(
        r for r in made.rules if r.code[:3] not in ("DRV", "CCL", "CLR")
    )
    without = Bench(rules=fewer, ruleset=made.ruleset, read=made.read, advisors=made.advisors)
    assert follows(forged, without).answer == "yes"
