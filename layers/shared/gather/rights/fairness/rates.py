"""The statistics of a fairness report. Pure arithmetic; rates and ratios are exact until they are shown.

- Impact ratio: a group's rate divided by the highest rate (29 CFR 1607.4 D; 6 RCNY 5-300).
- Interval of a rate: Wilson's score interval (Wilson 1927; Newcombe 1998, method 3).
- Interval of an impact ratio: Katz's log interval (Katz et al. 1978), which takes the group with the highest
  rate as given.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log, sqrt
from statistics import median
from typing import Final

CONFIDENCE_LEVEL: Final = 0.95
_Z: Final = 1.959963984540054
"""The 97.5th percentile of the normal distribution."""

FOUR_FIFTHS: Final = Fraction(4, 5)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of a group, and how many of them were counted."""

    size: int
    counted: int

    @property
    def rate(self) -> Fraction | None:
        """The part that was counted; None for an empty group."""
        return Fraction(self.counted, self.size) if self.size else None

    def wilson_interval(self) -> tuple[float, float] | None:
        """The bounds of a rate; None for an empty group."""
        if self.size == 0:
            return None
        size, rate, square = self.size, self.counted / self.size, _Z * _Z
        middle = rate + square / (2 * size)
        spread = _Z * sqrt(rate * (1 - rate) / size + square / (4 * size * size))
        whole = 1 + square / size
        low = 0.0 if self.counted == 0 else (middle - spread) / whole
        return low, 1.0 if self.counted == size else (middle + spread) / whole

    def impact_ratio(self, highest: "Tally") -> Fraction | None:
        """A group's rate in parts of the highest rate; None where either is not known or the highest is 0."""
        rate, reference = self.rate, highest.rate
        return rate / reference if rate is not None and reference else None

    def katz_interval(self, highest: "Tally") -> tuple[float, float] | None:
        """The bounds of an impact ratio; None where one of the groups has nobody who was counted."""
        if not self.counted or not highest.counted:
            return None
        ratio = (self.counted / self.size) / (highest.counted / highest.size)
        variance = 1 / self.counted - 1 / self.size + 1 / highest.counted - 1 / highest.size
        spread = _Z * sqrt(variance)
        return exp(log(ratio) - spread), exp(log(ratio) + spread)


def is_below_four_fifths(ratio: Fraction) -> bool:
    """Whether an impact ratio is below four fifths, which is generally regarded as evidence of adverse impact
    (29 CFR 1607.4 D). Exactly four fifths is not."""
    return ratio < FOUR_FIFTHS


def highest_of(tallies: Sequence[Tally]) -> Tally | None:
    """The group with the highest rate, the larger one of several; None where no group has a rate."""
    with_rate = [tally for tally in tallies if tally.size]
    return max(with_rate, key=lambda tally: (Fraction(tally.counted, tally.size), tally.size), default=None)


def above_median(scores: Sequence[int], middle: float) -> Tally:
    """How many scores lie above the middle one of the sample (6 RCNY 5-300, “scoring rate”)."""
    return Tally(len(scores), sum(score > middle for score in scores))


def median_of(scores: Sequence[int]) -> float | None:
    """The median; None without scores."""
    return float(median(scores)) if scores else None


def mean_of(scores: Sequence[int]) -> float | None:
    """The arithmetic mean; None without scores."""
    return sum(scores) / len(scores) if scores else None
