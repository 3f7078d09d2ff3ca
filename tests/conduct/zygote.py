"""Real processes for crash tests: one warm parent that forks a child for each command.

A child opens or resumes the case on a real SQLite store, asks a real loopback server, and kills
or stops itself at the n-th hit of a named point. Commands are JSON lines on standard input,
answers JSON lines on standard output.
"""

import asyncio
import json
import os
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from gemot.advisors.api import ApiAdvisor
from gemot.conduct.cases import open_case
from gemot.engines.inline import run
from gemot.journal.sqlite import SqliteJournal
from gemot.journal.world import ProcessHolders, SystemClock, SystemIds
from tests.council import CARL, FOUR, OWNER, convening, decision, desk

import httpx2  # isort: skip  # noqa: F401 - loaded once, before the forks


def child(command: dict[str, Any]) -> None:
    """Decide, as the command line does."""
    hits: Counter[str] = Counter()
    log = Path(command["log"]).open("a")  # noqa: SIM115 - the process ends with it

    def trace(point: str, subject: str) -> None:
        hits[point] += 1
        log.write(f"{point} {hits[point]} {subject}\n")
        log.flush()
        if command.get("at") == [point, hits[point]]:
            os.kill(os.getpid(), getattr(signal, command["signal"]))

    ids = SystemIds()
    journal = SqliteJournal(Path(command["store"]), ids, trace)
    adapter = ApiAdvisor("openai", environ={})
    entries = tuple(_at(e, command["url"]) for e in (*FOUR[: command.get("seats", 4)], CARL))
    on = desk(
        adapter,
        journal,
        ids=ids,
        clock=SystemClock(),
        holders=ProcessHolders(),
        trace=trace,
        lease_seconds=command.get("lease", 30),
    )
    settings = convening(
        entries,
        on_doubt=command.get("on_doubt", "again"),
        case_nano=command.get("case_nano", 10**9),
    )

    async def decide() -> None:
        opening = await asyncio.to_thread(open_case, on, decision(), OWNER)
        await run(on, opening.case, settings)
        await adapter.close()

    asyncio.run(decide())
    journal.close()


def _at(entry: Any, url: str) -> Any:
    import msgspec

    return msgspec.structs.replace(entry, base_url=url)


def main() -> None:
    """Serve commands until standard input ends."""
    for line in sys.stdin:
        command = json.loads(line)
        if command.get("wait"):
            answer = command["wait"]
        else:
            answer = os.fork()
            if answer == 0:
                code = 1
                try:
                    child(command)
                    code = 0
                finally:
                    os._exit(code)
        if command.get("cont"):
            os.kill(answer, signal.SIGCONT)
        _, status = os.waitpid(answer, os.WUNTRACED)
        print(json.dumps({"pid": answer, "status": status}), flush=True)


if __name__ == "__main__":
    main()
