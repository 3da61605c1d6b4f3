"""Arrays of a large body are held to their limits before their elements are validated."""

import json
from typing import Annotated

import pytest
from pydantic import BeforeValidator, Field

from gather.core.errors import ValidationFailed
from gather.core.model import NoQuery, RequestModel, RequestPart
from gather.http.array_limits import without_overlong_arrays
from gather.http.validation import validate

PADDING = "x" * 5_000


class Cup(RequestPart):
    sizes: Annotated[list[int], Field(min_length=1, max_length=3)]


class Shelf(RequestModel):
    title: str
    cups: Annotated[tuple[Cup, ...], Field(max_length=2)] = ()
    labels: Annotated[list[str], Field(max_length=2)] | None = None
    anything: dict[str, object] | None = None


def faults(body: object) -> list[tuple[str, str]]:
    with pytest.raises(ValidationFailed) as raised:
        validate(Shelf, json.dumps(body), NoQuery, {})
    return [(fault.field, fault.reason) for fault in raised.value.faults]


def test_an_array_that_is_too_long_is_one_fault_whatever_is_in_it() -> None:
    body = {"title": "Bar", "labels": [7] * 3_000}

    assert faults(body) == [("labels", "must have at most 2 elements")]


def test_the_other_members_are_validated_all_the_same() -> None:
    body = {"labels": ["a"] * 3_000, "cups": [{"sizes": []}], "anything": 7}

    assert [field for field, _ in faults(body)] == ["labels", "title", "cups[0].sizes", "anything"]


def test_an_array_within_an_array_is_named_by_its_place() -> None:
    body = {"title": PADDING, "cups": [{"sizes": [1]}, {"sizes": [1] * 4}]}

    assert faults(body) == [("cups[1].sizes", "must have at most 3 elements")]


def test_a_small_body_gets_the_same_fault_from_the_model() -> None:
    assert faults({"title": "Bar", "labels": ["a"] * 3}) == [("labels", "must have at most 2 elements")]


def test_an_open_object_may_hold_what_it_likes() -> None:
    body = json.dumps({"title": "Bar", "anything": {"labels": [7] * 3_000}})

    assert without_overlong_arrays(Shelf, body) == (body, [])
    assert validate(Shelf, body, NoQuery, {})[0].anything == {"labels": [7] * 3_000}


@pytest.mark.parametrize("body", ["[" * 5_000, json.dumps([7] * 3_000), json.dumps(PADDING)])
def test_what_is_no_object_is_left_to_the_model(body: str) -> None:
    assert without_overlong_arrays(Shelf, body) == (body, [])


def test_no_element_of_an_array_that_is_too_long_is_validated() -> None:
    validated: list[object] = []

    def note(element: object) -> object:
        validated.append(element)
        return element

    class Counting(RequestModel):
        cups: Annotated[list[Annotated[object, BeforeValidator(note)]], Field(max_length=2)]

    with pytest.raises(ValidationFailed):
        validate(Counting, json.dumps({"cups": [{}] * 3_000}), NoQuery, {})

    assert validated == []
