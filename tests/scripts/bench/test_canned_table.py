"""The stand-in tells operations apart by what they ask for."""

import json
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bench.canned_responses import canned_table, round_trips
from bench.canned_table import RoundTrips, http_responses, response_to

RESPONSES = http_responses({"Query": {"Items": ["head"]}, "Query of an index": {"Items": ["page"]}})


def items(body: bytes) -> list[str]:
    head = b"POST / HTTP/1.1\r\nX-Amz-Target: DynamoDB_20120810.Query"
    answer = response_to(head, body, RESPONSES).partition(b"\r\n\r\n")[2]
    found: list[str] = json.loads(answer)["Items"]
    return found


def test_a_query_of_an_index_is_returned_with_a_page_and_any_other_with_the_head() -> None:
    assert items(b'{"TableName":"t"}') == ["head"]
    assert items(b'{"TableName":"t","IndexName":"listing1"}') == ["page"]


def test_an_operation_without_an_answer_is_an_error() -> None:
    with pytest.raises(KeyError):
        response_to(b"POST / HTTP/1.1\r\nx-amz-target: DynamoDB_20120810.Scan", b"{}", RESPONSES)


def test_requests_under_way_together_are_one_round_trip_and_those_after_another_are_two() -> None:
    trips = RoundTrips()

    first, beside = trips.begin(), trips.begin()
    trips.end(first)
    trips.end(beside)
    after = trips.begin()
    trips.end(after)

    assert trips.count == 2


def test_the_stand_in_says_how_many_round_trips_it_has_seen(tmp_path: Path) -> None:
    def get() -> bytes:
        request = urllib.request.Request(endpoint, b"{}", {"X-Amz-Target": "DynamoDB_20120810.GetItem"})
        with urllib.request.urlopen(request, timeout=10) as response:
            content: bytes = response.read()
            return content

    with canned_table(tmp_path, seconds=0.2) as endpoint, ThreadPoolExecutor() as threads:
        assert b"Item" in get()
        side_by_side = [threads.submit(get) for _ in range(2)]
        assert all(each.result() for each in side_by_side)

        assert round_trips(endpoint) == 2
