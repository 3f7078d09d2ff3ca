"""The library: `from gemot import Council`.

Laws: the same use cases as the command line, in the same words; it prints nothing, reads
nothing from standard input and keeps no state outside of a `Council`; what an owner says here
is `asserted`, which proves nothing.
"""

from gemot.surfaces.library.case import Case
from gemot.surfaces.library.council import Council
from gemot.surfaces.library.denied import Denied, Faulty, Misused, Refused, StoreFailed, Unknown

__all__ = [
    "Case", "Council", "Denied", "Faulty", "Misused", "Refused", "StoreFailed", "Unknown",
]  # fmt: skip
