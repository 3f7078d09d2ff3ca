"""`gemot case verdict`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gemot.surfaces.cli import options
from gemot.surfaces.cli.refusal import Denied

if TYPE_CHECKING:
    from gemot.records.report import Verdict

JUDGEMENTS = ("accept", "accept-with-modification", "reject", "needs-input")


@click.command(
    short_help="Judge findings of the report.",
    epilog=options.examples(
        'gemot case verdict CASE F1 accept --because "the log shows it" --evidence E1',
        'gemot case verdict CASE F2 needs-input --because "nobody counted"',
        "gemot case verdict CASE --file verdicts.md",
    ),
)
@options.case
@click.argument("finding", metavar="[F1]", required=False)
@click.argument("judgement", metavar="[JUDGEMENT]", required=False, type=click.Choice(JUDGEMENTS))
@click.option("--because", metavar="TEXT", help="Why, in a sentence.")
@click.option("--evidence", multiple=True, metavar="ID", help="E1, where evidence carries it.")
@click.option("--file", "file", metavar="FILE", help="Many at once; `-` reads standard input.")
@options.owner
@options.as_agent
@options.as_json
def verdict(
    case: str, file: str | None, owner: str | None, as_agent: bool, as_json: bool, **given: Any
) -> int:
    """Judge findings of the report.

    JUDGEMENT is accept, accept-with-modification, reject or needs-input. A FILE has front matter
    with the key `verdicts`, a list of `finding`, `judgement`, `reason` and `evidence`; all of
    them are recorded, or none, and every fault is told at once. A later verdict on a finding
    stands for an earlier one, and both stay in the record.
    """  # fmt: skip
    from gemot.conduct.after import judge
    from gemot.surfaces.cli.answered import answered
    from gemot.surfaces.cli.session import Session, person

    verdicts = _verdicts(file, given)
    session = Session()
    id, _ = session.find(case)
    actor = session.actor(person(owner), as_agent=as_agent)
    after = judge(session.desk, id, verdicts, actor)
    said = "; ".join(f"{v.finding} {v.judgement.replace('_', ' ')}" for v in verdicts)
    return answered(id, after, said, as_json=as_json)


def _verdicts(file: str | None, given: dict[str, Any]) -> "tuple[Verdict, ...]":
    from gemot.conduct.after import check_verdict, check_verdicts
    from gemot.surfaces.cli.files import read

    one = [k for k in ("finding", "judgement", "because", "evidence") if given[k]]
    if file is not None and not one:
        return check_verdicts(read(Path(file)))
    lacks = [k for k in ("finding", "judgement", "because") if not given[k]]
    if file is not None or lacks:
        got = f"--file together with {', '.join(one)}" if file else f"no {', '.join(lacks)}"
        raise Denied(
            "usage", "gemot case verdict", got=got,
            needed="a finding, a judgement and --because, or --file",
            fix="gemot case verdict CASE F1 accept --because TEXT",
        )  # fmt: skip
    word = given["judgement"].replace("-", "_")
    return (
        check_verdict(
            finding=given["finding"], judgement=word, reason=given["because"],
            evidence=given["evidence"],
        ),
    )  # fmt: skip
