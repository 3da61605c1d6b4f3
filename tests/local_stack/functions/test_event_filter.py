"""Filter patterns match as those of Lambda's event source mappings do."""

import json
from typing import Any

import pytest

from local_stack.functions.event_filter import Filter


@pytest.mark.parametrize(
    ("pattern", "matches"),
    [
        ({"eventName": ["INSERT"]}, True),
        ({"eventName": ["MODIFY", "REMOVE"]}, False),
        ({"dynamodb": {"NewImage": {"entity": {"S": ["EVENT", "TASK"]}}}}, True),
        ({"dynamodb": {"NewImage": {"entity": {"S": [{"prefix": "EV"}]}}}}, True),
        ({"dynamodb": {"NewImage": {"entity": {"S": [{"anything-but": ["EVENT"]}]}}}}, False),
        ({"dynamodb": {"OldImage": {"entity": {"S": [{"exists": False}]}}}}, True),
    ],
)
def test_filter_patterns(pattern: dict[str, Any], matches: bool) -> None:
    record = {"eventName": "INSERT", "dynamodb": {"NewImage": {"entity": {"S": "EVENT"}}}}
    criteria = {"FilterCriteria": {"Filters": [{"Pattern": json.dumps(pattern)}]}}
    assert Filter(criteria).matches(record) is matches
