"""Runs jobs. Each is tried three times; what failed is written down, to be run again."""

import time
from pathlib import Path

FAILED = Path("failed.txt")


def run(jobs, work, wait=0.1):
    """Do every job with `work`; OSError means that it failed."""
    failed = []
    for job in jobs:
        for attempt in range(3):
            try:
                work(job)
                break
            except OSError:
                time.sleep(wait * 2**attempt)
        else:
            failed.append(job)
    FAILED.write_text("".join(f"{job}\n" for job in failed))
