"""The service accepts every time zone, and the OpenAPI document says so."""

import json
import re
import zoneinfo
from pathlib import Path

import pytest
from pydantic import TypeAdapter, ValidationError

from gather.core import formats
from gather.core.formats import TimeZone

ZONES = TypeAdapter(TimeZone)
NO_ZONES = {"Factory", "localtime"}
"""Entries of the time zone database that are no zones."""
NAMES = sorted(zoneinfo.available_timezones() | NO_ZONES)
DOCUMENT = json.loads((Path(__file__).parents[2] / "docs" / "openapi.json").read_text(encoding="utf-8"))


def is_taken(name: str) -> bool:
    try:
        ZONES.validate_python(name)
    except ValidationError:
        return False
    return True


def test_the_service_takes_every_zone_of_the_database() -> None:
    assert len(NAMES) > 400
    assert {name for name in NAMES if not is_taken(name)} == NO_ZONES


@pytest.mark.parametrize("model", ["CreateCandidate", "ChangeCandidate"])
def test_the_document_takes_the_same(model: str) -> None:
    [text, _null] = DOCUMENT["components"]["schemas"][model]["properties"]["timezone"]["anyOf"]
    pattern = re.compile(text["pattern"])

    assert {name for name in NAMES if pattern.search(name) is None} == NO_ZONES
    assert max(map(len, NAMES)) <= text["maxLength"]


def test_a_machine_without_the_database_takes_every_zone_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> None:
        raise zoneinfo.ZoneInfoNotFoundError(name)

    monkeypatch.setattr(formats, "ZoneInfo", unknown)

    assert {name for name in NAMES if not is_taken(name)} == NO_ZONES


@pytest.mark.parametrize("name", ["EST5EDT", "GMT0", "GMT+0", "Etc/GMT-14", "America/Port-au-Prince", "W-SU"])
def test_names_with_figures_and_signs_are_zones(name: str) -> None:
    assert is_taken(name)


@pytest.mark.parametrize(
    "name", ["est5edt", "Europe/Nowhere", "Europe/", "/Europe/Berlin", "Europe/Berlin\n", "../x", "UTC+1", ""]
)
def test_other_names_are_none(name: str) -> None:
    assert not is_taken(name)
