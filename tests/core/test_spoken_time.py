"""The form of times on pages and in messages."""

from datetime import UTC, datetime

import pytest

from gather.core.language import LANGUAGES
from gather.core.spoken_time import shapes, spoken_moment

EVENING = datetime(2026, 12, 8, 23, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "zone", "written"),
    [
        ("en", None, "December 8, 2026 at 11:05 PM (UTC)"),
        ("en-GB", "Europe/Berlin", "December 9, 2026 at 12:05 AM (Europe/Berlin)"),
        ("en", "America/New_York", "December 8, 2026 at 6:05 PM (America/New York)"),
        ("de", "Europe/Berlin", "9. Dezember 2026, 00:05 Uhr (Europe/Berlin)"),
        ("fr", None, "8 décembre 2026 à 23:05 (UTC)"),
    ],
)
def test_a_moment_is_written_in_the_language_and_the_zone(
    language: str, zone: str | None, written: str
) -> None:
    assert spoken_moment(EVENING, zone, language) == written


@pytest.mark.parametrize("hour", [0, 11, 12, 23])
def test_english_counts_to_twelve_twice(hour: int) -> None:
    told = spoken_moment(EVENING.replace(hour=hour), None, "en")

    assert f"{hour % 12 or 12}:05 {'AM' if hour < 12 else 'PM'}" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_script_gets_what_it_needs_to_write_the_same(language: str) -> None:
    told = shapes(language)

    assert len(told["months"]) == 12
    assert told["hasHalves"] is (language == "en")
    assert all(value in told["day"] + told["moment"] for value in ("{month}", "{year}", "{time}", "{zone}"))
