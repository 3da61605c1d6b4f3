"""A fairness report: tables of rates and scores by the groups that a request names.

Nothing of a report is stored, and least of all the groups (interface: Fairness reports, rule 5).
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from gather.core.errors import Fault
from gather.core.formats import ONE_LINE, VISIBLE, RecordId
from gather.core.model import Model, RequestModel, RequestPart
from gather.core.time_range import EndDate, StartDate, first_moment, last_moment
from gather.rights.fairness.rates import (
    CONFIDENCE_LEVEL,
    Tally,
    above_median,
    highest_of,
    is_below_four_fifths,
    mean_of,
    median_of,
)

MOST_GROUPS = 60
MOST_DIMENSIONS = 3
MOST_IN_GROUP = 5_000
_DIGITS = 4

Label = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100), ONE_LINE, VISIBLE
]


class SelectedBy(StrEnum):
    """The criterion of a selection."""

    SCORE = "score"
    GATE = "gate"
    HIRED = "hired"


class GroupRequest(RequestPart):
    """The candidates of one category."""

    dimension: Label
    """The attribute that is compared, such as `sex` or `race/ethnicity`."""
    category: Label
    """The category within the dimension, such as `female`."""
    candidate_ids: Annotated[list[RecordId], Field(min_length=1, max_length=MOST_IN_GROUP)]
    """The candidates of the category. One of whom nothing was assessed in the period is not counted."""


class CreateFairnessReport(RequestModel):
    """Body of POST /fairness-reports."""

    interview_id: RecordId
    """The interview whose candidate interviews are reported on."""
    job_id: RecordId | None = None
    """Keeps the candidate interviews of workflows of this job."""
    since: StartDate
    """The earliest `completedAt`, inclusive."""
    until: EndDate
    """The latest `completedAt`, inclusive; not before `since`."""
    selected_by: SelectedBy
    """The criterion of a selection: who has at least the `scoreThreshold`, who has passed the gate of a
    workflow's step, or who is `hired`."""
    score_threshold: Annotated[int, Field(ge=0, le=100)] | None = None
    """The score from which a candidate counts as selected; required with `selectedBy` `score`."""
    minimum_group_size: Annotated[int, Field(ge=1, le=1_000)] = 5
    """Of a group with fewer candidates neither rates nor scores are shown, and it is no group's reference."""
    groups: Annotated[list[GroupRequest], Field(min_length=1, max_length=MOST_GROUPS)]
    """The categories to compare, of at most 3 dimensions. A candidate is in one category of a dimension at
    most."""

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        if raw.get("selectedBy") == SelectedBy.SCORE and raw.get("scoreThreshold") is None:
            yield Fault("scoreThreshold", "is required with selectedBy score")
        yield from _period_faults(raw.get("since"), raw.get("until"))
        groups = raw.get("groups")
        if isinstance(groups, list):
            yield from _group_faults([each for each in groups if isinstance(each, Mapping)])


def _period_faults(since: object, until: object) -> Iterable[Fault]:
    if not isinstance(since, str) or not isinstance(until, str):
        return
    # What is no time is a fault of the member alone.
    with suppress(ValueError):
        if last_moment(until) < first_moment(since):
            yield Fault("until", "must not be before since")


def _group_faults(groups: Sequence[Mapping[str, Any]]) -> Iterable[Fault]:
    seen: dict[str, set[str]] = {}
    for position, group in enumerate(groups):
        dimension, ids = group.get("dimension"), group.get("candidateIds")
        if not isinstance(dimension, str) or not isinstance(ids, list):
            continue
        members = [each for each in ids if isinstance(each, str)]
        known = seen.setdefault(dimension.strip(), set())
        if known & {*members} or len({*members}) < len(members):
            yield Fault(f"groups[{position}].candidateIds", "names a candidate twice in the dimension")
        known |= {*members}
    if len(seen) > MOST_DIMENSIONS:
        yield Fault("groups", f"may have at most {MOST_DIMENSIONS} dimensions")


class Interval(Model):
    """The bounds of a confidence interval of 95 percent."""

    low: float
    """The lower bound."""
    high: float
    """The upper bound."""


class GroupRate(Model):
    """A rate, and how it compares with the highest rate of the table."""

    count: int
    """How many of the group the rate counts."""
    of: int
    """Out of how many."""
    rate: float
    """The rate, from 0 to 1."""
    interval: Interval
    """Wilson's score interval of the rate."""
    impact_ratio: float | None
    """The rate divided by the highest rate of the table's groups; null where that is 0."""
    impact_ratio_interval: Interval | None
    """Katz's log interval of the impact ratio; null for the group with the highest rate, and where nobody was
    counted."""
    is_below_four_fifths: bool | None
    """Whether the impact ratio is below 0.8; null without one."""


class FairnessGroup(Model):
    """One row of a table."""

    categories: tuple[str, ...]
    """The category of each of the table's dimensions, in their order."""
    candidates: int
    """How many candidates were assessed."""
    share: float
    """The group's part of all candidates in the table, from 0 to 1."""
    is_suppressed: bool
    """Whether the group is smaller than `minimumGroupSize`, so that the rest is null."""
    selection: GroupRate | None
    """The rate of those who were selected."""
    mean_score: float | None
    """The mean of the scores; null where nobody has one."""
    scoring: GroupRate | None
    """The rate of those who have a score above the table's median; null where nobody has a score."""


class FairnessTable(Model):
    """The groups of one dimension, or of two dimensions together."""

    dimensions: tuple[str, ...]
    """One dimension, or two for the categories where they meet."""
    candidates: int
    """How many candidates were assessed and have a category."""
    unknown: int
    """How many were assessed and have none, so that they are not in the table."""
    median_score: float | None
    """The median of the scores in the table; null without scores."""
    groups: tuple[FairnessGroup, ...]
    """The groups, in the order of the request."""


class FairnessReport(Model):
    """A fairness report."""

    interview_id: str
    """The interview."""
    job_id: str | None
    """The job whose workflows were kept; null for all."""
    since: str
    """The earliest `completedAt`."""
    until: str
    """The latest `completedAt`."""
    selected_by: SelectedBy
    """The criterion of a selection."""
    score_threshold: int | None
    """The score from which a candidate counts as selected; null unless `selectedBy` is `score`."""
    minimum_group_size: int
    """The size below which a group is suppressed."""
    confidence_level: float
    """The confidence level of all intervals: 0.95."""
    assessed: int
    """How many candidates were assessed in the period: those of whom it is decided whether they are
    selected."""
    undecided: int
    """How many have completed in the period and are neither selected nor refused yet."""
    tables: tuple[FairnessTable, ...]
    """A table for each dimension, then for each two of them."""

    @classmethod
    def of(
        cls, request: CreateFairnessReport, assessed: "Sequence[Assessed]", undecided: int
    ) -> "FairnessReport":
        """The report of what a request asks for; `undecided` counts those who are not assessed yet."""
        dimensions = [*dict.fromkeys(group.dimension for group in request.groups)]
        shown = [(name,) for name in dimensions]
        pairs = [*combinations(dimensions, 2)]
        return cls(
            interview_id=request.interview_id,
            job_id=request.job_id,
            since=request.since,
            until=request.until,
            selected_by=request.selected_by,
            score_threshold=request.score_threshold if request.selected_by is SelectedBy.SCORE else None,
            minimum_group_size=request.minimum_group_size,
            confidence_level=CONFIDENCE_LEVEL,
            assessed=len(assessed),
            undecided=undecided,
            tables=tuple(_table(request, each, assessed) for each in (*shown, *pairs)),
        )


@dataclass(frozen=True, slots=True)
class Assessed:
    """A candidate who was assessed; `score` is None for one who has none."""

    candidate_id: str
    is_selected: bool
    score: int | None


def _table(
    request: CreateFairnessReport, dimensions: tuple[str, ...], assessed: Sequence[Assessed]
) -> FairnessTable:
    members: dict[tuple[str, ...], list[Assessed]] = {each: [] for each in _categories(request, dimensions)}
    of_candidate = [_category_of(request, dimension) for dimension in dimensions]
    for each in assessed:
        categories = tuple(known.get(each.candidate_id, "") for known in of_candidate)
        if all(categories):
            members[categories].append(each)
    count = sum(len(group) for group in members.values())
    middle = median_of([each.score for group in members.values() for each in group if each.score is not None])
    return FairnessTable(
        dimensions=dimensions,
        candidates=count,
        unknown=len(assessed) - count,
        median_score=middle,
        groups=_groups(members, count, middle, request.minimum_group_size),
    )


def _categories(request: CreateFairnessReport, dimensions: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The categories of a table, or those that meet in it, in the order of the request."""
    named = [
        [*dict.fromkeys(group.category for group in request.groups if group.dimension == dimension)]
        for dimension in dimensions
    ]
    if len(named) == 1:
        return [(category,) for category in named[0]]
    return [(first, second) for first in named[0] for second in named[1]]


def _category_of(request: CreateFairnessReport, dimension: str) -> dict[str, str]:
    return {
        candidate_id: group.category
        for group in request.groups
        if group.dimension == dimension
        for candidate_id in group.candidate_ids
    }


def _groups(
    members: Mapping[tuple[str, ...], Sequence[Assessed]], count: int, middle: float | None, least: int
) -> tuple[FairnessGroup, ...]:
    scores = {
        categories: [each.score for each in group if each.score is not None]
        for categories, group in members.items()
    }
    large = [categories for categories, group in members.items() if len(group) >= least]
    selected = {
        categories: Tally(len(members[categories]), sum(each.is_selected for each in members[categories]))
        for categories in large
    }
    scoring = {
        categories: above_median(scores[categories], middle) for categories in large if middle is not None
    }
    return tuple(
        FairnessGroup(
            categories=categories,
            candidates=len(group),
            share=_shown(Fraction(len(group), count)) if count else 0,
            is_suppressed=categories not in selected,
            selection=_rate(selected.get(categories), [*selected.values()]),
            mean_score=_round(mean_of(scores[categories])) if categories in selected else None,
            scoring=_rate(scoring.get(categories), [*scoring.values()]),
        )
        for categories, group in members.items()
    )


def _rate(tally: Tally | None, tallies: Sequence[Tally]) -> GroupRate | None:
    highest = highest_of(tallies)
    if tally is None or tally.rate is None or highest is None:
        return None
    ratio = tally.impact_ratio(highest)
    is_reference = tally.rate == highest.rate
    return GroupRate(
        count=tally.counted,
        of=tally.size,
        rate=_shown(tally.rate),
        interval=_interval(tally.wilson_interval()) or Interval(low=0, high=1),
        impact_ratio=None if ratio is None else _shown(ratio),
        impact_ratio_interval=None if is_reference else _interval(tally.katz_interval(highest)),
        is_below_four_fifths=None if ratio is None else is_below_four_fifths(ratio),
    )


def _interval(bounds: tuple[float, float] | None) -> Interval | None:
    return None if bounds is None else Interval(low=round(bounds[0], _DIGITS), high=round(bounds[1], _DIGITS))


def _round(number: float | None) -> float | None:
    return None if number is None else round(number, 2)


def _shown(number: Fraction) -> float:
    return round(float(number), _DIGITS)
