"""`gemot conclude`."""

from pathlib import Path
from typing import Any

import click

from gemot.surfaces.cli import options
from gemot.surfaces.cli.refusal import Denied


@click.command(
    short_help="Record the owner's decision.",
    epilog=options.examples(
        'gemot conclude CASE --choose queue --because "three jobs were lost in May" '
        '--revisit-if "fewer than 5 jobs a day"',
        "gemot conclude CASE --file conclusion.md",
    ),
)
@options.case
@click.option("--choose", "choice", metavar="OPTION", help="An option's id, or `defer`.")
@click.option("--because", metavar="TEXT", help="Why, in a sentence.")
@click.option("--revisit-if", multiple=True, metavar="TEXT", help="What would reopen it.")
@click.option("--evidence", multiple=True, metavar="ID", help="E1, where evidence carries it.")
@click.option("--validate", "validation_plan", multiple=True, metavar="TEXT", help="How it shows.")
@click.option("--review-on", metavar="DATE", help="The day to look back on it.")
@click.option("--against", metavar="TEXT", help="Why it goes against a resolution.")
@click.option("--without-plan", metavar="TEXT", help="Why the plan was not carried out.")
@click.option("--supersedes", metavar="RECORD", help="The standing conclusion that it replaces.")
@click.option("--file", "file", metavar="FILE", help="The full form: Markdown with front matter.")
@options.owner
@options.as_agent
@options.as_json
def conclude(
    case: str,
    file: str | None,
    owner: str | None,
    as_agent: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Record the owner's decision.

    A decision that can be taken back takes one line. A one-way door, or high stakes, take the
    full form, which `gemot case draft` writes: a file whose front matter has `choice`,
    `because`, `revisit_if`, `scope`, `evidence`, `dispositions`, `rejected`, `risks`,
    `validation_plan`, `kill_criteria`, `next_step`, `review_on`, `verdicts` (finding, judgement,
    reason, evidence) and `resolutions` (disagreement, favours, reason, evidence). All of it is
    recorded, or nothing.
    """  # fmt: skip
    from gemot.conduct.acts import next_acts
    from gemot.conduct.cases import conclude as record
    from gemot.conduct.closing import resolution
    from gemot.conduct.precedent import contradicted
    from gemot.surfaces.cli.out import emit, say
    from gemot.surfaces.cli.session import Session, person
    from gemot.views.answer import concluded
    from gemot.views.precedent import contradictions
    from gemot.views.screen import lines, screen

    closing = _closing(file, given)
    session = Session()
    id, state = session.find(case)
    name = person(owner)
    after = record(
        session.desk,
        id,
        closing.conclusion,
        session.actor(name, as_agent=as_agent),
        verdicts=closing.verdicts,
        resolutions=tuple(resolution(state, r) for r in closing.resolutions),
    )
    acts = next_acts(after, id)
    rivals = contradicted(session.desk, id, after)
    if as_json:
        emit(concluded(id, after, acts, rivals))
    else:
        say(lines(screen(id, after, acts, more=contradictions(rivals))))
        keep = "keep it, and with it the head, in the repository"
        say(["", "Next", f"  {keep}", f"    gemot render {id} --format adr"])
    return 0


def _closing(file: str | None, given: dict[str, Any]) -> Any:
    from gemot.conduct.closing import check_closing, check_line
    from gemot.surfaces.cli.files import read

    used = [f"--{k.replace('_', '-')}" for k, v in given.items() if v]
    if file is not None and used:
        raise Denied(
            "usage", "gemot conclude", got=f"--file together with {', '.join(used)}",
            needed="one of both", fix="write them into the file",
        )  # fmt: skip
    if file is not None:
        return check_closing(read(Path(file)))
    return check_line({k: v for k, v in given.items() if v})
