"""The filters of the log of deliveries (interface: Deliveries, rule 9)."""

from typing import Any

import pytest
from pydantic import ValidationError

from gather.deliveries.models import new_delivery
from gather.deliveries.requests import WebhookDeliveryQuery
from tests.builders.delivery_attempts import EVENT, TARGET


class TestQuery:
    def test_without_parameters_it_is_the_first_page_of_50_of_everything(self) -> None:
        query = WebhookDeliveryQuery.model_validate({})
        assert (query.page, query.page_size) == (1, 50)
        assert query.ids() is None

    @pytest.mark.parametrize(
        "parameters",
        [
            {"page": "0"},
            {"page": "x"},
            {"page": "1.5"},
            {"page": "1000001"},
            {"pageSize": "0"},
            {"pageSize": "201"},
            {"status": "done"},
            {"startDate": "yesterday"},
            {"endDate": "2026-13-01"},
            {"startDate": "0001-01-01T00:00:00+14:00"},
            {"endDate": "9999-12-31T23:59:59-14:00"},
        ],
    )
    def test_what_is_out_of_range_is_refused_and_not_clamped(self, parameters: dict[str, str]) -> None:
        with pytest.raises(ValidationError) as refusal:
            WebhookDeliveryQuery.model_validate(parameters)
        assert [error["loc"] for error in refusal.value.errors()] == [(next(iter(parameters)),)]

    @pytest.mark.parametrize(
        ("parameters", "selected"),
        [
            ({"startDate": "2026-02-03T04:05:06.789Z"}, True),
            ({"startDate": "2026-02-03T04:05:06.7891Z"}, False),
            ({"startDate": "2026-02-03T06:05:06.789+02:00"}, True),
            ({"startDate": "2026-02-03"}, True),
            ({"startDate": "2026-02-04"}, False),
            ({"startDate": "0001-01-01"}, True),
            ({"startDate": "9999-12-31"}, False),
            ({"endDate": "2026-02-03T04:05:06.789Z"}, True),
            ({"endDate": "2026-02-03T04:05:06.788Z"}, False),
            ({"endDate": "2026-02-03"}, True),
            ({"endDate": "2026-02-02"}, False),
            ({"endDate": "0001-01-01"}, False),
            ({"endDate": "9999-12-31T23:59:59.999Z"}, True),
            ({"startDate": "2026-02-03T04:05:06.789Z", "endDate": "2026-02-03T04:05:06.789Z"}, True),
        ],
    )
    def test_dates_are_inclusive_and_ranges_of_ids(self, parameters: dict[str, Any], selected: bool) -> None:
        ids = WebhookDeliveryQuery.model_validate(parameters).ids()
        assert ids is not None
        assert (ids[0] <= new_delivery(EVENT, TARGET).id <= ids[1]) is selected
