"""The published page says what follows from the needs that were counted and the limits that are deployed."""

from dataclasses import replace

import pytest

from capacity import page
from capacity.needs import InterviewNeeds, read_needs
from capacity.page import Forecast


@pytest.fixture
def needs() -> InterviewNeeds:
    """Those that were counted last."""
    return read_needs(page.FIGURES)


def forecast_of(needs: InterviewNeeds) -> Forecast:
    return Forecast(needs)


def test_the_page_is_made_of_the_published_needs(needs: InterviewNeeds) -> None:
    """Else run `python -m capacity.page`, which makes it anew."""
    text = page.PAGE.read_text(encoding="utf-8")

    assert page.with_tables(text, forecast_of(needs)) == text
    quotas = page.QUOTAS_PAGE.read_text(encoding="utf-8")
    assert page.with_quotas(quotas, forecast_of(needs)) == quotas


def test_other_needs_make_another_page(needs: InterviewNeeds) -> None:
    text = page.PAGE.read_text(encoding="utf-8")

    assert page.with_tables(text, forecast_of(replace(needs, requests=2 * needs.requests))) != text


def test_a_page_without_a_place_for_the_tables_is_refused(needs: InterviewNeeds) -> None:
    with pytest.raises(ValueError, match="The page has no"):
        page.with_tables("Capacity", forecast_of(needs))


def test_the_tables_are_for_a_terminal_and_for_programs_too(needs: InterviewNeeds) -> None:
    forecast = forecast_of(needs)

    text = "\n".join(line for table in forecast.tables() for line in table.text())

    breaking = forecast.breaking(of_team=False)
    assert breaking == sorted(breaking, key=lambda limit: limit.most_a_month)
    assert f"  {breaking[0].name}" in text
    rows = forecast.as_json()["Limits of the whole deployment"]
    assert rows[0]["limit"] == breaking[0].name
