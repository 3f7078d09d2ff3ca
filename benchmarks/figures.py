"""Medians and ratios."""

import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any


def spread(values: Sequence[float], unit: str = "ms", scale: float = 1000) -> str:
    """`12.3 ms (11.9 to 14.0)`."""
    middle = statistics.median(values) * scale
    return f"{middle:.1f} {unit} ({min(values) * scale:.1f} to {max(values) * scale:.1f})"


def process(command: Sequence[str], environ: Mapping[str, str], **more: Any) -> float:
    """Seconds of a whole process, which must succeed."""
    began = time.perf_counter()
    subprocess.run(
        command, env=dict(environ), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        **more,
    )  # fmt: skip
    return time.perf_counter() - began


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the pairs' ratios."""
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))


PYTHON = sys.executable
