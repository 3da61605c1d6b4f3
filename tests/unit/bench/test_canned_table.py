"""The stand-in tells operations apart by what they ask for."""

import json

import pytest

from bench.canned_table import http_responses, response_to

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
