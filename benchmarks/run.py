"""The benchmarks: ratios within one run, never absolute bars.

    python benchmarks/run.py [--rounds N] [startup] [council] [verify] [search]

`startup`  whole processes against `python -c "import json, argparse"`, in turn;
`council`  nine calls in three waves on a loopback server at 200 ms, beside a bare client that
           makes the same nine requests: warm (one process, after a first council) and cold
           (whole processes);
`verify`   a case derived again, per record, against decoding the same records;
`search`   a word in a thousand cases, beside reading their texts alone.

Every figure is the median of the rounds, with the least and the most beside it.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import council, search, startup  # noqa: E402


def main() -> None:
    """Run what was asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("parts", nargs="*", default=["startup", "council", "verify", "search"])
    parser.add_argument("--rounds", type=int, default=9)
    given = parser.parse_args()
    parts: dict[str, Callable[[int], None]] = {
        "startup": startup.run,
        "council": council.run,
        "verify": council.verify,
        "search": search.run,
    }
    for name in given.parts:
        print(f"## {name}")
        parts[name](given.rounds)


if __name__ == "__main__":
    main()
