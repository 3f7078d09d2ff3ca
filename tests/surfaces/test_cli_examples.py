"""Every example of every command's help is run, in worlds that stand at different stages.

An example may be refused where the world does not fit it (2, 3), or wait (4, 5); none may be a
misuse of the command (2, `usage`) or a crash (1); and of every command some example does its
work (0) in some world.
"""

import json
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.answers import Answer
from tests.fakes.council import instance
from tests.fakes.openai_server import OpenAIServer
from tests.surfaces.command import Desk, council
from tests.surfaces.test_cli_help import ALL, command

ELSEWHERE = {("case", "doubt"), ("admin", "docs"), ("admin", "forget")}
"""Run by `test_cli_process`, which makes a call doubtful with a signal; by `tests/docs`; and by
`test_cli_forget`, at a terminal, where alone it may be."""
MANUAL = """
[[advisor]]
id = "mina"
transport = "manual"
source = { vendor = "v7", family = "f7" }
"""
ASK = (
    "decide", "Retry in process, or a queue?", "--option", "retry", "--option", "queue",
    "--materiality", "material", "--evidence", "src/jobs.py:1-2", "--outcome", "no job is lost",
    "--mode", "standard", "--quiet", "--json",
)  # fmt: skip


def answer(request: dict[str, object]) -> Answer:
    """Both seats give a claim; m2 is for the queue."""
    form = request["response_format"]["json_schema"]  # type: ignore[index]
    made = instance(form["schema"], str(request["model"]))
    if "claims" in made:
        made["claims"] = [{"kind": "fact", "text": f"so says {request['model']}", "evidence": [],
                           "against": None}]  # fmt: skip
    if "choice" in made:
        made["choice"] = "queue" if request["model"] == "m2" else "retry"
    if "changed" in made:
        made["changed"], made["basis"] = False, None
    return Answer(content=json.dumps(made))


@pytest.fixture
def world(gemot: Desk) -> Iterator[Desk]:
    with OpenAIServer(answer=answer) as server:
        seats = "[limits]\ncase_usd = 5.00\n"
        gemot.configure(council(server.base_url, chair=False, more=seats) + MANUAL)
        yield gemot


def disputed(gemot: Desk) -> str:
    return gemot.case(*ASK[:-1])


def predicted(gemot: Desk) -> str:
    case = disputed(gemot)
    gemot("case", "dispute", case, "D1", "--experiment", "--", "grep", "-c", "line", "src/jobs.py")
    gemot("case", "predict", case, "X1", "--holder", "A", "--exit", "0", "--because", "b")
    gemot("case", "predict", case, "X1", "--holder", "B", "--exit", "1", "--because", "b")
    return case


def settled(gemot: Desk) -> str:
    case = predicted(gemot)
    assert gemot("probe", case, "--for", "X1").code == 0
    return case


def concluded(gemot: Desk) -> str:
    case = settled(gemot)
    gemot("case", "resolve", case, "D1", "--by", "X1", "--because", "the run")
    ended = gemot("conclude", case, "--choose", "retry", "--because", "b", "--revisit-if", "c")
    assert ended.code == 0, ended
    return case


def small(gemot: Desk) -> str:
    return gemot.case(*(w for w in ASK[:-1] if w not in ("--materiality", "material")))


def pasting(gemot: Desk) -> str:
    config = Path(gemot.environ["GEMOT_CONFIG"])
    config.write_text(config.read_text().replace("seats = 2", "seats = 3"))
    return str(gemot(*ASK).json["case"])


WORLDS = (disputed, predicted, settled, concluded, small, pasting)


def prepare(gemot: Desk, case: str) -> None:
    """The files that the examples name."""
    for name, command_ in {
        "decision.md": ("init", "decision.md"),
        "conclusion.md": ("case", "draft", case, "--output", "conclusion.md"),
        "case.gemot": ("admin", "export", case, "--output", "case.gemot"),
    }.items():
        if not Path(name).exists():
            gemot(*command_)
    Path("answer.json").write_text("{}")
    Path("verdicts.md").write_text(
        "---\nverdicts:\n- {finding: F1, judgement: accept, reason: so}\n---\n"
    )


def words(example: str, case: str, head: str) -> list[str]:
    """An example as it is typed for a case; what a shell would redirect is left out."""
    line = example.strip().partition(" > ")[0]
    line = line.replace("CASE:41:HASH", head).replace("CASE", case)
    return shlex.split(line)[1:]


def test_every_example_runs_and_each_command_has_one_that_works(
    world: Desk, tmp_path: Path
) -> None:
    done: dict[tuple[str, ...], set[int]] = {path: set() for path in ALL if path not in ELSEWHERE}
    config = Path(world.environ["GEMOT_CONFIG"]).read_text()
    for make in WORLDS:
        shutil.rmtree(world.store.parent, ignore_errors=True)
        world.configure(config)
        case = make(world)
        head = world("verify", case, "--json").json["head"]
        prepare(world, case)
        kept = tmp_path / make.__name__
        shutil.copytree(world.store.parent, kept)
        for path, codes in done.items():
            for example in examples(path):
                shutil.rmtree(world.store.parent)
                shutil.copytree(kept, world.store.parent)
                typed = words(example, case, head)
                make_room(typed)
                ran = world(*typed)
                codes.add(ran.code)
                assert ran.code != 1, (make.__name__, example, ran)
                misused = ran.code == 2 and "  usage " in ran.err
                assert not misused, (make.__name__, example, ran)
                prepare(world, case)
    assert [" ".join(path) for path, codes in done.items() if 0 not in codes] == []


def examples(path: tuple[str, ...]) -> list[str]:
    """The examples in the help of a command."""
    lines = (command(path)[0].epilog or "").splitlines()
    return [x for x in lines if x.startswith("  gemot ")]


def make_room(typed: list[str]) -> None:
    """What an example writes is not there yet, and the folder for it is."""
    named = [typed[i + 1] for i, w in enumerate(typed[:-1]) if w in ("--output", "--copy-to")]
    if typed[0] == "init":
        named += [w for w in typed[1:] if not w.startswith("-")] or ["decision.md"]
    for name in named:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).unlink(missing_ok=True)
