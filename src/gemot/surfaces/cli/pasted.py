"""What comes after a paste: the case goes on where nobody else is waited for, and is shown."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gemot.conduct.paste import Pasted
    from gemot.engines.inline import Stop
    from gemot.records.envelope import Actor
    from gemot.records.vocab import Round
    from gemot.surfaces.cli.session import Session


def after(
    session: "Session", case: str, actor: "Actor", taken: "tuple[Pasted, ...]",
    given: dict[str, Any], dropped: "tuple[str, Round] | None" = None,
) -> int:  # fmt: skip
    """Go on with the case where its round waits for no other paste, and answer."""
    from gemot.conduct.paste import waiting
    from gemot.engines.inline import Stop
    from gemot.surfaces.cli.out import emit, say
    from gemot.surfaces.cli.pasting import understood

    state = session.desk.state(case)
    going = not given["no_resume"] and not waiting(state, case)
    stop, warnings = _resumed(case, actor, given) if going else (Stop(state=state), ())
    if given["as_json"]:
        emit(_object(case, stop, taken, dropped, going, warnings))
        return _code(stop) if going else 0
    for p in taken:
        seat = f"{case}: seat {p.receipt.seat}, {p.receipt.round}: taken"
        say([f"{seat}, {understood(p)[0]}"])
    if dropped is not None:
        say([f"{case}: seat {dropped[0]}, {dropped[1]}: given up"])
    return _shown(case, stop, going=going, warnings=warnings)


def _code(stop: "Stop") -> int:
    from gemot.views.status import EXIT, status_of

    return EXIT[status_of(stop.state, stop.held)]


def _shown(case: str, stop: "Stop", *, going: bool, warnings: tuple[str, ...]) -> int:
    """The case where it went on, else what comes next."""
    if going:
        from gemot.surfaces.cli.convene import show

        return show(case, stop, as_json=False, warnings=warnings)
    from gemot.surfaces.cli.answered import shown_next

    shown_next(case, stop.state)
    return 0


def _resumed(case: str, actor: "Actor", given: dict[str, Any]) -> "tuple[Stop, tuple[str, ...]]":
    """Do what the case needs next, as `case resume` does."""
    from gemot.surfaces.cli.convene import convene
    from gemot.surfaces.cli.progress import progress
    from gemot.surfaces.cli.session import Session

    shown = progress(quiet=given["quiet"] or given["as_json"])
    session = Session(trace=shown.told)
    try:
        resolved = session.mode(given["mode"])
        convening = session.convening(resolved)
    except BaseException:
        shown.close()
        raise
    return convene(session, case, convening, actor, shown), resolved.warnings


def _object(
    case: str, stop: "Stop", taken: "tuple[Pasted, ...]", dropped: "tuple[str, Round] | None",
    going: bool, warnings: tuple[str, ...],
) -> dict[str, Any]:  # fmt: skip
    import msgspec

    from gemot.conduct.acts import next_acts
    from gemot.views import answer

    acts = next_acts(stop.state, case)
    whole = answer.decide(
        case, stop.state, acts, stop.held, warnings=warnings, schema="gemot/paste/1"
    )
    pasted = [
        {
            "seat": p.receipt.seat, "round": p.receipt.round, "status": p.receipt.status,
            "fills": p.said is not None, "model": p.receipt.model,
            "dispatch": p.receipt.dispatch,
            "faults": [msgspec.to_builtins(f) for f in p.receipt.faults],
        }
        for p in taken
    ]  # fmt: skip
    given_up = None if dropped is None else {"seat": dropped[0], "round": dropped[1]}
    return {**whole, "pasted": pasted, "given_up": given_up, "resumed": going}
