"""Stands in for `gemot.advisors.local_child`: the same frames, no model.

What the prompt begins with decides: `hang`, `die`, `refuse`, `garbage`, `long`, `cut`, `environ`;
anything else is answered with the prompt and the number of requests so far. The model file's text
`broken` refuses to load, `mute` never gets ready.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any


def frame(kind: bytes, payload: bytes) -> None:
    """Write one frame."""
    os.write(1, kind + len(payload).to_bytes(4, "big") + payload)


def request() -> dict[str, Any]:
    """The payload of the next frame; exits when there is none."""
    head = sys.stdin.buffer.read(5)
    if len(head) < 5:
        sys.exit(0)
    got: dict[str, Any] = json.loads(sys.stdin.buffer.read(int.from_bytes(head[1:], "big")))
    return got


def answer(said: str, name: str) -> bytes:
    """A reply as llama.cpp writes it."""
    choice = {"finish_reason": "stop", "index": 0, "message": {"content": said}}
    usage = {"prompt_tokens": 7, "completion_tokens": 3}
    return json.dumps({"choices": [choice], "model": name, "id": "r1", "usage": usage}).encode()


def serve(prompt: str, name: str, count: int) -> None:
    """Do what `prompt` says."""
    if prompt.startswith("hang"):
        time.sleep(600)
    elif prompt.startswith("die"):
        print("loading\nGGML_ASSERT: out of \x1b[31mmemory", file=sys.stderr)
        sys.exit(3)
    elif prompt.startswith("refuse"):
        frame(b"F", b"ValueError: unrecognized type strnig")
    elif prompt.startswith("garbage"):
        os.write(1, b"llama_model_load: done\n")
    elif prompt.startswith("long"):
        os.write(1, b"A\xff\xff\xff\xff")
    elif prompt.startswith("cut"):
        os.write(1, b"A\x00\x00\x00\x40{")
        sys.exit(0)
    elif prompt.startswith("environ"):
        frame(b"A", answer(" ".join(sorted(os.environ)), name))
    else:
        frame(b"A", answer(f"{prompt} {count}", name))


def main() -> None:
    """Serve until standard input ends."""
    config = request()
    weights = Path(config["model"]).read_text()
    if weights == "broken":
        frame(b"F", b"RuntimeError: not a GGUF file")
        sys.exit(1)
    if weights == "mute":
        time.sleep(600)
    frame(b"R", b"")
    count = 0
    while True:
        count += 1
        serve(request()["messages"][1]["content"], config["name"], count)


if __name__ == "__main__":
    main()
