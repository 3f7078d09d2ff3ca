"""The embedded model: what it is called, what its bytes are, where it is kept.

It is a rehearsal advisor: it runs the real pipeline and cannot advise. Nothing here fetches it;
in a checkout `scripts/fetch_model.py` does, against `SHA256`, the one place where it is written.
"""

import os
from pathlib import Path

NAME = "smollm2-135m-instruct"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"


def path() -> Path:
    """Where the model is kept, there or not: in `$GEMOT_CACHE`, else in the user's cache."""
    given = os.environ.get("GEMOT_CACHE")
    if given:
        return Path(given) / "models" / FILE
    from platformdirs import user_cache_path

    return user_cache_path("gemot") / "models" / FILE
