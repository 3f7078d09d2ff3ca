"""`gemot case authorize`."""

import click

from gemot.surfaces.cli import options
from gemot.surfaces.cli.refusal import Denied

UNBOUNDED = "unbounded"


@click.command(
    short_help="Allow what only the owner may allow.",
    epilog=options.examples(
        "gemot case authorize CASE --spend 0.50",
        'gemot case authorize CASE --spend unbounded --because "no price is known for the model"',
    ),
)
@options.case
@click.option(
    "--spend",
    "--usd",
    "spend",
    required=True,
    metavar="USD|unbounded",
    help="What the case may cost in all; `unbounded` lets calls of unknown price go, too.",
)
@click.option("--until", metavar="TIME", help="When it expires: a day, or an instant in UTC.")
@click.option("--because", metavar="TEXT", help="Why.")
@options.owner
@options.as_agent
@options.as_json
def authorize(
    case: str,
    spend: str,
    until: str | None,
    because: str | None,
    owner: str | None,
    as_agent: bool,
    as_json: bool,
) -> int:
    """Allow what only the owner may allow.

    A wave that a ceiling holds back waits for the owner. The sum is what this case may cost in
    all, in USD, what it cost so far included; it replaces the ceiling of the configuration for
    this case alone. An agent cannot authorize.
    """  # fmt: skip
    from gemot.conduct.cases import note
    from gemot.records.call import Authorization
    from gemot.surfaces.cli.answered import answered
    from gemot.surfaces.cli.session import Session, person
    from gemot.views.money import usd

    nano = _nano(spend)
    session = Session()
    id = session.find(case)[0]
    actor = session.actor(person(owner), as_agent=as_agent)
    given = Authorization(what="spend", nano=nano, until=_instant(until), reason=because)
    after = note(session.desk, id, given, actor)
    sum = "without a bound" if nano is None else f"up to {usd(nano)} USD"
    return answered(id, after, f"the case may cost {sum}", as_json=as_json)


def _nano(spend: str) -> int | None:
    from gemot.conduct.amount import CEILING_FORM, ceiling, number

    if spend == UNBOUNDED:
        return None
    exact = ceiling(number(spend), "spend")
    if isinstance(exact, int):
        return exact
    needed = f"{CEILING_FORM}, or `{UNBOUNDED}`"
    raise Denied("usage", "--spend", got=repr(spend[:60]), needed=needed, fix="give a sum like 0.5")


def _instant(until: str | None) -> str | None:
    from datetime import UTC, datetime

    from gemot.conduct.instant import render

    if until is None:
        return None
    try:
        at = datetime.fromisoformat(until)
        at = (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
        if at.year < 1000:
            raise OverflowError
    except (ValueError, OverflowError):
        raise Denied(
            "usage", "--until", got=repr(until[:60]), needed="a day or an instant",
            fix="write 2026-11-30 or 2026-11-30T18:00:00Z",
        ) from None  # fmt: skip
    return render(at)
