"""`gemot advisors`."""

from typing import TYPE_CHECKING, Any

import click

from gemot.surfaces.cli import options

if TYPE_CHECKING:
    from gemot.records.catalogue import Entry
    from gemot.records.evidence import Seen
    from gemot.surfaces.cli.session import Session


@click.command(
    short_help="Show who could be asked now.",
    epilog=options.examples("gemot advisors", "gemot advisors --mode offline --json"),
)
@options.mode
@options.as_json
def advisors(mode: str | None, as_json: bool) -> int:
    """Show who could be asked now.

    Each advisor of the configuration with its status, the reason, and when it recovers, from
    what is present, the mode and the outcomes of earlier calls. Nobody is contacted.
    """
    from gemot.surfaces.cli.out import emit, note, say
    from gemot.surfaces.cli.session import Session
    from gemot.views.listing import advisors as view

    session = Session()
    resolved = session.mode(mode)
    found = _seen(session, resolved)
    if as_json:
        shown = view(found)
        for entry, s in zip(shown["advisors"], found, strict=True):
            entry["remedy"] = _remedy(s)
        emit({**shown, "mode": resolved.mode, "mode_source": resolved.source, "next": _next(found)})
        return 0
    for warning in resolved.warnings:
        note(f"gemot: {warning}")
    say([f"mode {resolved.mode} (from: {resolved.source})"])
    say(x for s in found for x in _lines(s))
    if not found:
        say(["no advisor is configured; `gemot admin config --example` shows how to add one"])
    return 0


def _seen(session: "Session", mode: Any) -> tuple["Seen", ...]:
    from gemot.conduct.availability import availability
    from gemot.conduct.steps import observe
    from gemot.journal.world import SystemClock

    if session.store is not None:
        return observe(session.desk, session.convening(mode)).advisors
    entries = session.workshop.settings.advisors
    present = {e.id: session.workshop.advisor(e).presence(e) for e in entries}
    return availability(entries, present, mode.mode, (), SystemClock().now())


def _lines(s: "Seen") -> list[str]:
    from gemot.views.visible import line

    until = f" until {s.until}" if s.until else ""
    rehearsal = ", rehearsal: cannot advise" if s.entry.rehearsal else ""
    model = line(s.entry.model or "no model named")
    found = [f"{line(s.entry.id)}: {s.status} ({s.reason.replace('_', ' ')}){until}",
             f"  {s.entry.transport}, {model}{rehearsal}"]  # fmt: skip
    remedy = _remedy(s)
    return [*found, f"  fix: {line(remedy)}"] if remedy else found


def _remedy(s: "Seen") -> str | None:
    """What would make it available; None where nothing need be done or is known."""
    if s.status == "available":
        return None
    if s.reason == "mode_ci":
        return "mode ci asks nobody: give another --mode"
    if s.reason == "mode_offline":
        return "mode offline contacts nobody outside of this machine: give another --mode"
    if s.reason.startswith("credential"):
        return _credential(s.entry)
    if s.entry.transport == "local":
        from gemot.advisors.local import remedy

        return remedy(s.entry)
    return None


def _credential(entry: "Entry") -> str:
    kind, _, name = (entry.key or "").partition(":")
    if kind == "env":
        return f"export {name}=…"
    return f"put the key where the configuration says: {entry.key}"


def _next(found: tuple["Seen", ...]) -> list[dict[str, Any]]:
    if any(s.status == "available" for s in found):
        return []
    says = "see how an advisor is configured"
    return [{"act": "configure", "says": says, "command": "gemot admin config --example"}]
