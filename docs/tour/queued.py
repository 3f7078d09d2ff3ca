"""Runs jobs. Each is written down before it is tried three times, and struck out when done."""

import time
from pathlib import Path

FAILED = Path("failed.txt")


def run(jobs, work, wait=0.1):
    """Do every job with `work`; OSError means that it failed."""
    left = list(jobs)
    for job in jobs:
        note(left)
        for attempt in range(3):
            try:
                work(job)
                left.remove(job)
                break
            except OSError:
                time.sleep(wait * 2**attempt)
    note(left)


def note(jobs):
    """Write down what is to be run again."""
    FAILED.write_text("".join(f"{job}\n" for job in jobs))
