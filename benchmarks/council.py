"""What a council costs beyond its critical path, beside a bare client."""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.figures import PYTHON, process, spread
from gemot.advisors.api import ApiAdvisor
from gemot.conduct.cases import open_case
from gemot.conduct.follows import follows
from gemot.engines.inline import run as engine
from gemot.journal.sqlite import SqliteJournal
from gemot.journal.world import ProcessHolders, SystemClock, SystemIds
from tests.council import CARL, FOUR, OWNER, bench, convening, decide, decision, desk

LATENCY = 0.2
PATH = 3 * LATENCY
ROOT = Path(__file__).resolve().parent.parent
CONFIG = """\
[council]
seats = 4
chair = "carl"
[limits]
case_usd = 10.0
"""
ADVISOR = """\
[[advisor]]
id = "{id}"
transport = "api"
wire = "openai"
base_url = "{url}"
model = "{model}"
source = {{ vendor = "{vendor}", family = "{family}" }}
price = {{ input = 3.0, output = 15.0 }}
"""
CLIENT = """
import asyncio, sys
import httpx2
async def main(url, body):
    async with httpx2.AsyncClient() as client:
        for wave in (4, 4, 1):
            await asyncio.gather(*(
                client.post(url + "/chat/completions", content=body) for _ in range(wave)))
asyncio.run(main(sys.argv[1], sys.argv[2].encode()))
"""
BODY = '{"model":"m1","messages":[{"role":"user","content":"Retry, or a queue?"}]}'


@contextmanager
def served() -> Iterator[str]:
    """A loopback server in a process of its own."""
    server = subprocess.Popen(
        [PYTHON, "-m", "tests.fakes.openai_server", "--port", "0", "--latency", str(LATENCY)],
        stdout=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    assert server.stdout is not None
    try:
        yield f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"
    finally:
        server.kill()
        server.wait()
        server.stdout.close()


def run(rounds: int) -> None:
    """Warm and cold, ours and a bare client's."""
    with served() as url, tempfile.TemporaryDirectory() as folder:
        ours, theirs = asyncio.run(_warm(url, Path(folder), rounds))
        print(f"warm overhead over {PATH:.1f} s: council {spread(ours)}; bare {spread(theirs)}")
        ours, theirs = _cold(url, Path(folder), max(3, rounds // 3))
        print(
            f"cold, whole process: gemot decide {spread(ours, 's', 1)}; "
            f"bare {spread(theirs, 's', 1)}; path {PATH:.1f} s"
        )


async def _warm(url: str, folder: Path, rounds: int) -> tuple[list[float], list[float]]:
    import httpx2
    import msgspec

    journal = SqliteJournal(folder / "warm.db", SystemIds())
    adapter = ApiAdvisor("openai", environ={})
    entries = tuple(msgspec.structs.replace(e, base_url=url) for e in (*FOUR, CARL))
    on = desk(adapter, journal, ids=SystemIds(), clock=SystemClock(), holders=ProcessHolders())
    ours, theirs = [], []
    async with httpx2.AsyncClient() as client:
        for n in range(rounds + 1):
            began = time.perf_counter()
            opening = open_case(on, decision(question=f"Which, {n}?"), OWNER)
            await engine(on, opening.case, convening(entries, case_nano=10**10))
            ours.append(time.perf_counter() - began - PATH)
            began = time.perf_counter()
            for wave in (4, 4, 1):
                posts = (client.post(f"{url}/chat/completions", content=BODY) for _ in range(wave))
                await asyncio.gather(*posts)
            theirs.append(time.perf_counter() - began - PATH)
    await adapter.close()
    journal.close()
    return ours[1:], theirs[1:]


def _cold(url: str, folder: Path, rounds: int) -> tuple[list[float], list[float]]:
    config = folder / "config.toml"
    advisors = (
        ADVISOR.format(
            id=e.id, url=url, model=e.model, vendor=e.source.vendor, family=e.source.family
        )
        for e in (*FOUR, CARL)
    )
    config.write_text(CONFIG + "".join(advisors))
    gemot = str(Path(PYTHON).with_name("gemot"))
    ours, theirs = [], []
    for n in range(rounds):
        environ = {
            **os.environ, "GEMOT_CONFIG": str(config), "CI": "",
            "GEMOT_STORE": f"sqlite:{folder / f'cold-{n}.db'}",
        }  # fmt: skip
        decide_ = [
            gemot, "decide", "Retry in process, or a queue?", "--option", "retry", "--option",
            "queue", "--materiality", "material", "--evidence", "two jobs a second were lost",
            "--mode", "standard", "--quiet",
        ]  # fmt: skip
        ours.append(process(decide_, environ))
        theirs.append(process([PYTHON, "-c", CLIENT, url, BODY], os.environ))
    return ours, theirs


def verify(rounds: int) -> None:
    """Deriving a council's records again."""
    on = desk()
    state = decide(on, decision(), convening()).state
    took = []
    for _ in range(rounds):
        began = time.perf_counter()
        found = follows(state.filed, bench(on))
        took.append((time.perf_counter() - began) / len(state.filed))
        assert found.answer == "yes"
    print(f"derived again: {spread(took)} a record, {len(state.filed)} records")


if __name__ == "__main__":
    sys.exit("run benchmarks/run.py")
