"""Times as clients write them (RFC 3339)."""

from datetime import UTC, datetime

import pytest

from gather.core.moment import moment_of


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-02-03T04:05:06Z", datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)),
        ("2026-02-03t04:05:06z", datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)),
        ("2026-02-03T04:05:06.5+01:00", datetime(2026, 2, 3, 3, 5, 6, 500_000, tzinfo=UTC)),
        ("2026-02-03T04:05:06.123456789-00:00", datetime(2026, 2, 3, 4, 5, 6, 123_456, tzinfo=UTC)),
        ("2026-02-03 04:05", datetime(2026, 2, 3, 4, 5, tzinfo=UTC)),
        ("2026-02-03", datetime(2026, 2, 3, tzinfo=UTC)),
        ("2016-12-31T23:59:60Z", datetime(2017, 1, 1, tzinfo=UTC)),
        ("2016-12-31T15:59:60.7-08:00", datetime(2017, 1, 1, tzinfo=UTC)),
    ],
)
def test_a_time_of_rfc_3339_is_read(text: str, moment: datetime) -> None:
    assert moment_of(text).astimezone(UTC) == moment


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-W05",
        "2026-W05-3",
        "2026-W05-3T10:00:00Z",
        "2026-034",
        "20260203",
        "20260203T040506Z",
        "2026-02-03T040506Z",
        "2026-02-03T04",
        "2026-02-03T24:00:00Z",
        "2026-02-03T25:00:00Z",
        "2026-02-30",
        "2026-02-03T04:05:06,5Z",
        "2026-02-03T04:05:06+0100",
        "2026-02-03T04:05:06+25:00",
        "2026-02-03T04:05:60Z",
        "2026-02-03T23:59:61Z",
        "9999-12-31T23:59:60Z",
        "0000-01-01",
        "２026-02-03",
        "1770091506",
        "tomorrow",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="must be a date or a time"):
        moment_of(text)


@pytest.mark.parametrize("text", ["2026-02-03T04:05:06 01:00", "2026-02-03T04:05 01:00"])
def test_a_plus_that_a_query_made_a_space_is_explained(text: str) -> None:
    with pytest.raises(ValueError, match="%2B"):
        moment_of(text)
