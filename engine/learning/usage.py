"""How much it tells about an outcome whether a memory was used: their mutual information, from smoothed counts.

    I(U; O) = sum over u, o of p(u, o) log2( p(u, o) / (p(u) p(o)) )        in bits, [0, 1]

Each of the four counts begins at PRIOR, so that one lucky use is no evidence (add-half smoothing, after Jeffreys and
after Krichevsky and Trofimov, 1981). It says that use and outcome go together, and by its sign which way; not that the
one made the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

PRIOR = 0.5


@dataclass(frozen=True, slots=True)
class Counts:
    """Outcomes, each in [0, 1], by whether a memory was used: good and bad shares add up to how many there were."""

    used_good: float
    used_bad: float
    unused_good: float
    unused_bad: float


def counts_of(successes: float, failures: float, good: float, bad: float) -> Counts:
    """Return the counts of a memory, of whose uses so much went well and badly, among all outcomes of its namespace."""
    return Counts(successes, failures, max(good - successes, 0.0), max(bad - failures, 0.0))


def mutual_information(counts: Counts) -> float:
    """Return it in bits, in [0, 1]; 0 where use and outcome are independent."""
    table = [
        [counts.used_good + PRIOR, counts.used_bad + PRIOR],
        [counts.unused_good + PRIOR, counts.unused_bad + PRIOR],
    ]
    total = sum(map(sum, table))
    rows, columns = [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)]
    parts = (
        cell / total * log2(cell * total / (rows[i] * columns[j]))
        for i, row in enumerate(table)
        for j, cell in enumerate(row)
    )
    return max(0.0, sum(parts))


def goes_well(counts: Counts) -> bool:
    """Whether outcomes are better with the memory than without it."""
    used, unused = counts.used_good + counts.used_bad, counts.unused_good + counts.unused_bad
    return (counts.used_good + PRIOR) / (used + 2 * PRIOR) >= (counts.unused_good + PRIOR) / (unused + 2 * PRIOR)
