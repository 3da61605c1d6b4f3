"""The statistics of fairness reports, against published examples."""

from fractions import Fraction

import pytest

from gather.rights.fairness.rates import (
    Tally,
    above_median,
    highest_of,
    is_below_four_fifths,
    median_of,
)


def ratios(tallies: list[Tally], digits: int) -> list[float | None]:
    highest = highest_of(tallies)
    assert highest is not None
    found = [tally.impact_ratio(highest) for tally in tallies]
    return [None if ratio is None else round(float(ratio), digits) for ratio in found]


def test_the_example_of_the_uniform_guidelines() -> None:
    """Questions and Answers on 29 CFR 1607 (44 FR 11996), on the groups to compare: 60% of whites, 45% of
    American Indians, 48% of Hispanics and 51% of Blacks are hired. Adverse impact: the second alone."""
    whites, indians, hispanics, blacks = (Tally(100, hired) for hired in (60, 45, 48, 51))

    found = [each.impact_ratio(whites) for each in (indians, hispanics, blacks)]

    assert found == [Fraction(75, 100), Fraction(80, 100), Fraction(85, 100)]
    assert [is_below_four_fifths(each) for each in found if each is not None] == [True, False, False]
    assert highest_of([indians, blacks, whites, hispanics]) == whites


SELECTION_BY_SEX = {"male": (1390, 667, 1.000), "female": (1181, 555, 0.979)}
SELECTION_BY_RACE_AND_ETHNICITY = {
    "Hispanic or Latino": (408, 204, 0.97),
    "White": (797, 412, 1.00),
    "Black or African American": (390, 170, 0.84),
    "Native Hawaiian or Pacific Islander": (119, 52, 0.85),
    "Asian": (616, 302, 0.95),
    "Native American or Alaska Native": (41, 18, 0.85),
    "Two or More Races": (213, 96, 0.87),
}
SELECTION_BY_BOTH = {
    "Hispanic or Latino, male": (205, 90, 0.841),
    "Hispanic or Latino, female": (190, 82, 0.827),
    "White, male": (412, 215, 1.000),
    "Black or African American, male": (226, 95, 0.806),
    "Native Hawaiian or Pacific Islander, male": (87, 37, 0.815),
    "Asian, male": (321, 167, 0.997),
    "Native American or Alaska Native, male": (24, 11, 0.878),
    "Two or More Races, male": (115, 52, 0.866),
    "White, female": (385, 197, 0.981),
    "Black or African American, female": (164, 75, 0.876),
    "Native Hawaiian or Pacific Islander, female": (32, 15, 0.898),
    "Asian, female": (295, 135, 0.877),
    "Native American or Alaska Native, female": (17, 7, 0.789),
    "Two or More Races, female": (98, 44, 0.860),
}


@pytest.mark.parametrize(
    ("table", "digits", "below"),
    [
        (SELECTION_BY_SEX, 3, []),
        (SELECTION_BY_RACE_AND_ETHNICITY, 2, []),
        (SELECTION_BY_BOTH, 3, ["Native American or Alaska Native, female"]),
    ],
    ids=["sex", "race and ethnicity", "both"],
)
def test_the_example_of_selection_in_the_rules_on_local_law_144(
    table: dict[str, tuple[int, int, float]], digits: int, below: list[str]
) -> None:
    """6 RCNY 5-301 (b), the three tables of its example: applicants, selected, impact ratio
    (https://codelibrary.amlegal.com/codes/newyorkcity/latest/NYCrules/0-0-0-138530)."""
    tallies = {name: Tally(size, selected) for name, (size, selected, _ratio) in table.items()}
    highest = highest_of([*tallies.values()])
    assert highest is not None

    found = {name: tally.impact_ratio(highest) or Fraction(0) for name, tally in tallies.items()}

    published = {name: ratio for name, (_size, _selected, ratio) in table.items()}
    assert {name: round(float(ratio), digits) for name, ratio in found.items()} == published
    assert [name for name, ratio in found.items() if is_below_four_fifths(ratio)] == below


@pytest.mark.parametrize(
    ("tallies", "published"),
    [
        ([Tally(92, 50), Tally(76, 34)], [(54.3, 1.00), (44.7, 0.82)]),
        (
            [Tally(28, 18), Tally(40, 15), Tally(32, 16), Tally(8, 5), Tally(24, 10)],
            [(64.3, 1.00), (37.5, 0.58), (50.0, 0.78), (62.5, 0.97), (41.7, 0.65)],
        ),
    ],
    ids=["sex", "race and ethnicity"],
)
def test_the_example_of_scoring_in_the_rules_on_local_law_144(
    tallies: list[Tally], published: list[tuple[float, float]]
) -> None:
    """6 RCNY 5-301 (c): scoring rates and impact ratios; the first of the second table is cut off at 64.2."""
    rates = [round(100 * float(each.rate or 0), 1) for each in tallies]

    assert [*zip(rates, ratios(tallies, 2), strict=True)] == published


@pytest.mark.parametrize(
    ("tally", "low", "high"),
    [
        (Tally(263, 81), 0.2553, 0.3662),
        (Tally(148, 15), 0.0624, 0.1605),
        (Tally(20, 0), 0.0, 0.1611),
        (Tally(29, 1), 0.0061, 0.1718),
    ],
)
def test_wilson_s_interval_is_that_of_the_literature(tally: Tally, low: float, high: float) -> None:
    """Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    bounds = tally.wilson_interval()

    assert bounds is not None
    assert [round(bound, 4) for bound in bounds] == [low, high]


def test_katz_s_interval_is_that_of_the_literature() -> None:
    """Agresti, An Introduction to Categorical Data Analysis, 2.2: the Physicians' Health Study. 189 of 11,034
    had an attack with placebo, 104 of 11,037 with aspirin: 1.82 times as many, between 1.43 and 2.31."""
    placebo, aspirin = Tally(11_034, 189), Tally(11_037, 104)

    bounds = placebo.katz_interval(aspirin)

    assert bounds is not None
    assert [round(bound, 2) for bound in bounds] == [1.43, 2.31]
    assert round(float(placebo.impact_ratio(aspirin) or 0), 2) == 1.82


def test_what_is_not_known_is_none() -> None:
    nobody, none_of_ten, all_of_ten = Tally(0, 0), Tally(10, 0), Tally(10, 10)

    assert (nobody.rate, nobody.wilson_interval(), highest_of([nobody])) == (None, None, None)
    assert none_of_ten.katz_interval(all_of_ten) is None
    assert all_of_ten.impact_ratio(none_of_ten) is None
    assert none_of_ten.impact_ratio(all_of_ten) == 0
    bounds = all_of_ten.wilson_interval()
    assert bounds is not None
    assert bounds[1] == 1.0


def test_a_score_of_the_median_is_not_above_it() -> None:
    middle = median_of([10, 50, 50, 90])
    assert middle == 50
    assert above_median([10, 50, 90], middle) == Tally(3, 1)
    assert median_of([]) is None
