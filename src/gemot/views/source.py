"""Which answers come from different sources, and how many that makes.

Laws: a part that is unknown compares equal to every other; two unattested answers from one
endpoint are one source; equal weights are one source whatever vendor serves them. `distinct`
is the largest number of answers that are pairwise different, so that adding an answer never
lowers it and copying one never raises it.
"""

from collections.abc import Sequence
from itertools import combinations

from gemot.records.call import Identity
from gemot.records.catalogue import Source


def differ(a: Source, b: Source) -> bool:
    """Whether two sources are known to be different."""
    if a.weights is not None and a.weights == b.weights:
        return False
    pairs = ((a.vendor, b.vendor), (a.family, b.family), (a.weights, b.weights))
    return any(x is not None and y is not None and x != y for x, y in pairs)


def apart(a: Identity, b: Identity) -> bool:
    """Whether two answers are known to come from different sources."""
    one_endpoint = a.endpoint is not None and a.endpoint == b.endpoint
    if one_endpoint and "configuration" in (a.attested, b.attested):
        return False
    return differ(a.source, b.source)


def distinct(identities: Sequence[Identity]) -> int:
    """How many distinct sources at least one choice of these answers holds; 0 for none."""
    unique = list(dict.fromkeys(_key(i) for i in identities))
    first = {_key(i): i for i in reversed(identities)}
    pool = [first[k] for k in unique]
    for size in range(len(pool), 1, -1):
        if any(all(apart(a, b) for a, b in combinations(c, 2)) for c in combinations(pool, size)):
            return size
    return min(len(pool), 1)


def attested(identities: Sequence[Identity]) -> int:
    """Distinct sources among the answers that somebody but the configuration attests."""
    return distinct([i for i in identities if i.attested != "configuration"])


def families(identities: Sequence[Identity]) -> tuple[str, ...]:
    """The families known, in alphabetical order."""
    return tuple(sorted({i.source.family for i in identities if i.source.family}))


def _key(i: Identity) -> tuple[str | None, ...]:
    s = i.source
    return (s.vendor, s.family, s.weights, i.attested, i.endpoint)
