"""`gemot admin config`."""

from typing import TYPE_CHECKING, Any

import click

from gemot.surfaces.cli import options

if TYPE_CHECKING:
    from gemot.conduct.mode import Resolved
    from gemot.conduct.settings import Settings


@click.command(
    short_help="Show the settings, and where each comes from.",
    epilog=options.examples(
        "gemot admin config", "gemot admin config --path", "gemot admin config --example"
    ),
)
@click.option("--path", is_flag=True, help="Print where the configuration is, and nothing else.")
@click.option("--example", is_flag=True, help="Print a commented configuration.")
@options.mode
@options.as_json
def config(path: bool, example: bool, mode: str | None, as_json: bool) -> int:
    """Show the settings, and where each comes from.

    The file, the store and the repository's policy with their places, the mode and who set it,
    the ceilings, and the advisors. Credentials are named and never read. A faulty file is
    answered with all its faults.
    """
    from gemot.conduct.settings import place
    from gemot.surfaces.cli.out import emit, say
    from gemot.surfaces.cli.session import Session
    from gemot.surfaces.cli.template import CONFIG
    from gemot.views.visible import visible

    session = Session()
    where = place(session.environ)
    if example:
        if as_json:
            emit({"schema": "gemot/example/1", "text": CONFIG, "next": []})
        else:
            say(CONFIG.splitlines())
        return 0
    if path:
        if as_json:
            facts = {"path": str(where), "exists": where.exists()}
            emit({"schema": "gemot/path/1", **facts, "next": []})
        else:
            say([visible(str(where))])
        return 0
    shown = _object(session.workshop.settings, session.mode(mode), _places(session))
    if as_json:
        emit(shown)
    else:
        say(_lines(shown))
    return 0


def _places(session: Any) -> dict[str, Any]:
    from gemot.conduct.mode import POLICY
    from gemot.conduct.settings import place
    from gemot.journal.place import place as store_place

    where, store = place(session.environ), store_place(session.environ)
    policy = session.workshop.project.top / POLICY
    return {
        name: {"path": str(path), "exists": path.exists()}
        for name, path in (("configuration", where), ("store", store), ("policy", policy))
    }


def _object(settings: "Settings", mode: "Resolved", places: dict[str, Any]) -> dict[str, Any]:
    import msgspec

    from gemot.views.answer import usd

    council = settings.council
    return {
        "schema": "gemot/config/1",
        **places,
        "mode": mode.mode,
        "mode_source": mode.source,
        "warnings": list(mode.warnings),
        "council": {
            "seats": council.seats,
            "rounds": council.rounds,
            "chair": council.chair,
            "on_doubt": council.on_doubt,
        },
        "limits": {"case_usd": usd(council.case_nano), "daily_usd": usd(council.daily_nano)},
        "advisors": [msgspec.to_builtins(a) for a in settings.advisors],
        "next": [],
    }


def _lines(shown: dict[str, Any]) -> list[str]:
    from gemot.views.visible import line, visible

    found = []
    for name in ("configuration", "store", "policy"):
        there = "" if shown[name]["exists"] else "  (not there)"
        found.append(f"{name:<14}{visible(shown[name]['path'])}{there}")
    found.append(f"{'mode':<14}{shown['mode']}  (from: {shown['mode_source']})")
    found += [f"  warning: {visible(w)}" for w in shown["warnings"]]
    council, limits = shown["council"], shown["limits"]
    said = {**council, **limits}
    absent = {"seats": "the policy's", "case_usd": "none: you are asked before spending",
              "daily_usd": "none", "chair": "none"}  # fmt: skip
    for name, value in said.items():
        found.append(f"{name:<14}{absent.get(name) if value is None else line(str(value))}")
    for a in shown["advisors"]:
        about = [a["transport"], a.get("model") or "no model named", a.get("base_url") or ""]
        about += [f"key {a['key']}" if a.get("key") else "no key"]
        about += ["" if a.get("price") else "unpriced", "rehearsal" if a.get("rehearsal") else ""]
        found.append(f"advisor       {line(a['id'])}: {line(', '.join(x for x in about if x))}")
    if not shown["advisors"]:
        found.append("advisor       none: `gemot admin config --example` shows how to add one")
    return found
