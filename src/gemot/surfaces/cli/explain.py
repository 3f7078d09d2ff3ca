"""`gemot case explain`."""

import click

from gemot.surfaces.cli import options
from gemot.surfaces.cli.refusal import PLAIN, Denied


@click.command(
    short_help="Explain a code that an answer named.",
    epilog=options.examples("gemot case explain FRM002", "gemot case explain all"),
)
@click.argument("code", metavar="CODE|all")
@options.as_json
def explain(code: str, as_json: bool) -> int:
    """Explain a code that an answer named.

    For a rule: what it judges, what it says, why it is a rule, and what mends an offence. `all`
    lists every rule in the order in which a case meets them.
    """
    from gemot.rules.registry import BY_CODE, RULES
    from gemot.surfaces.cli.out import emit, say
    from gemot.views.listing import explain as view

    if code == "all":
        if as_json:
            emit({"schema": "gemot/rules/1", "rules": [view(r) for r in RULES], "next": []})
        else:
            say(f"{r.code}  {r.severity:<7}  {r.name}: {r.says}" for r in RULES)
        return 0
    rule = BY_CODE.get(code.upper())
    if rule is None and code in PLAIN:
        plain = {"schema": "gemot/rule/1", "code": code, "name": code, "says": PLAIN[code]}
        emit({**plain, "next": []}) if as_json else say([f"{code}: {PLAIN[code]}"])
        return 0
    if rule is None:
        from difflib import get_close_matches

        near = get_close_matches(code.upper(), BY_CODE, n=3) or get_close_matches(code, PLAIN, n=3)
        fix = "did you mean " + " or ".join(near) + "?" if near else "`gemot case explain all`"
        raise Denied(
            "usage", "CODE", got=repr(code[:60]), needed="the code of a rule, or `all`", fix=fix
        )
    if as_json:
        emit({**view(rule), "next": []})
        return 0
    say(
        [
            f"{rule.code} {rule.name} ({rule.severity}; judges {', '.join(rule.on)})",
            f"  says  {rule.says}",
            f"  why   {rule.why}",
            f"  fix   {rule.fix}",
            f"  since {rule.since}, revision {rule.revision}",
        ]
    )
    return 0
