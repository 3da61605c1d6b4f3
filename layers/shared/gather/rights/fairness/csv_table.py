"""A fairness report as CSV: one line for each group (RFC 4180)."""

import csv
from io import StringIO

from gather.rights.fairness.report import FairnessGroup, FairnessReport, FairnessTable, GroupRate, Interval

_RATE = (
    "Count",
    "Of",
    "Rate",
    "RateLow",
    "RateHigh",
    "ImpactRatio",
    "ImpactRatioLow",
    "ImpactRatioHigh",
    "IsBelowFourFifths",
)

COLUMNS = (
    "dimensions",
    "categories",
    "candidates",
    "share",
    "isSuppressed",
    *(f"selection{name}" for name in _RATE),
    "meanScore",
    *(f"scoring{name}" for name in _RATE),
)

_BEGINS_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_of(report: FairnessReport) -> str:
    """The tables of a report, one below the other. What is not known is empty."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for table in report.tables:
        writer.writerows(_line(table, group) for group in table.groups)
    return text.getvalue()


def _line(table: FairnessTable, group: FairnessGroup) -> list[object]:
    return [
        _plain(" × ".join(table.dimensions)),
        _plain(" × ".join(group.categories)),
        group.candidates,
        group.share,
        group.is_suppressed,
        *_rate(group.selection),
        group.mean_score,
        *_rate(group.scoring),
    ]


def _rate(rate: GroupRate | None) -> list[object]:
    if rate is None:
        return [None] * len(_RATE)
    return [
        rate.count,
        rate.of,
        rate.rate,
        *_bounds(rate.interval),
        rate.impact_ratio,
        *_bounds(rate.impact_ratio_interval),
        rate.is_below_four_fifths,
    ]


def _bounds(interval: Interval | None) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval.low, interval.high)


def _plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_BEGINS_FORMULA) else text
