"""Gemot: a council for decisions that are hard to take back.

`from gemot import Council` is the library; it is imported when it is first asked for.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gemot.surfaces.library import (
        Case,
        Council,
        Denied,
        Faulty,
        Misused,
        Refused,
        StoreFailed,
        Unknown,
    )

__version__ = "0.1.0"
__all__ = [
    "Case", "Council", "Denied", "Faulty", "Misused", "Refused", "StoreFailed", "Unknown",
    "__version__",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'gemot' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module("gemot.surfaces.library"), name)


def __dir__() -> list[str]:
    return __all__
