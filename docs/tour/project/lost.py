"""Kills a worker in its third job, and counts the jobs that nobody will run again."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

WORKER = """
import os, signal, jobs

def work(job):
    if job == "c":
        os.kill(os.getpid(), signal.SIGKILL)
    raise OSError

jobs.run("abc", work, wait=0)
"""

with tempfile.TemporaryDirectory() as folder:
    environ = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    subprocess.run([sys.executable, "-B", "-c", WORKER], cwd=folder, env=environ)
    noted = Path(folder, "failed.txt")
    kept = noted.read_text().split() if noted.exists() else []
print(f"{3 - len(kept)} of 3 jobs lost")
