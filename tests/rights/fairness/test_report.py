"""The tables of a fairness report, and their CSV."""

import csv
from io import StringIO

from gather.rights.fairness.csv_table import COLUMNS, csv_of
from gather.rights.fairness.report import (
    Assessed,
    CreateFairnessReport,
    FairnessReport,
    GroupRequest,
    SelectedBy,
)

SEXES = {"female": ["a", "b", "c", "d"], "male": ["e", "f", "g", "h"]}
ORIGINS = {"north": ["a", "b", "e", "f"], "south": ["c", "g"]}
SCORES = {"a": 90, "b": 40, "c": 30, "d": None, "e": 80, "f": 70, "g": 60, "h": 50, "x": 100}


def report(least: int = 1, first: str = "female") -> FairnessReport:
    named = {"sex": {first if name == "female" else name: ids for name, ids in SEXES.items()}}
    groups = [
        GroupRequest(dimension=dimension, category=category, candidate_ids=ids)
        for dimension, categories in {**named, "origin": ORIGINS}.items()
        for category, ids in categories.items()
    ]
    request = CreateFairnessReport(
        interview_id="i",
        since="2026-01-01",
        until="2026-12-31",
        selected_by=SelectedBy.SCORE,
        score_threshold=60,
        minimum_group_size=least,
        groups=groups,
    )
    assessed = [Assessed(each, (score or 0) >= 60, score) for each, score in SCORES.items()]
    return FairnessReport.of(request, assessed, 2)


def test_each_dimension_has_a_table_and_each_two_have_one() -> None:
    made = report()

    assert [table.dimensions for table in made.tables] == [("sex",), ("origin",), ("sex", "origin")]
    assert (made.assessed, made.undecided) == (9, 2)
    assert [(table.candidates, table.unknown) for table in made.tables] == [(8, 1), (6, 3), (6, 3)]
    assert [group.categories for group in made.tables[2].groups] == [
        ("female", "north"),
        ("female", "south"),
        ("male", "north"),
        ("male", "south"),
    ]


def test_a_row_has_rates_and_scores() -> None:
    female, male = report().tables[0].groups

    assert report().tables[0].median_score == 60
    assert female.selection is not None
    assert male.selection is not None
    assert (female.selection.count, female.selection.of, female.selection.rate) == (1, 4, 0.25)
    assert (male.selection.rate, male.selection.impact_ratio) == (0.75, 1.0)
    assert female.selection.impact_ratio == 0.3333
    assert (female.selection.is_below_four_fifths, male.selection.is_below_four_fifths) == (True, False)
    assert male.selection.impact_ratio_interval is None
    assert female.selection.impact_ratio_interval is not None
    assert female.selection.impact_ratio_interval.high > 1
    # Who has no score is in the selection and in neither mean nor scoring rate.
    assert female.scoring is not None
    assert (female.mean_score, female.scoring.of) == (53.33, 3)
    assert female.share == 0.5


def test_a_small_group_is_suppressed_and_is_no_reference() -> None:
    north, south = report(least=3).tables[1].groups

    assert (south.candidates, south.is_suppressed) == (2, True)
    assert (south.selection, south.mean_score, south.scoring) == (None, None, None)
    assert north.selection is not None
    assert (north.selection.impact_ratio, north.is_suppressed) == (1.0, False)


def test_csv_has_a_line_for_each_group_and_no_formula() -> None:
    lines = [*csv.DictReader(StringIO(csv_of(report(least=3, first="=1+1"))))]

    assert [*lines[0]] == [*COLUMNS]
    assert len(lines) == 2 + 2 + 4
    assert (lines[0]["dimensions"], lines[0]["categories"]) == ("sex", "'=1+1")
    assert (lines[0]["selectionRate"], lines[0]["selectionIsBelowFourFifths"]) == ("0.25", "True")
    assert (lines[3]["isSuppressed"], lines[3]["selectionRate"]) == ("True", "")
    assert lines[4]["categories"] == "'=1+1 × north"
