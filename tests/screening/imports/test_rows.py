"""Rows are held to the rules of POST /candidates."""

import json
from typing import Any

import pytest

from gather.screening.imports.rows import WrongRow, candidate_of

PERSON: dict[str, Any] = {
    "firstName": "Ada",
    "lastName": "Lovelace",
    "email": "ada@example.com",
    "phone": "+14155550123",
}


def wrong(text: str) -> list[tuple[str, str]]:
    with pytest.raises(WrongRow) as raised:
        candidate_of(text)
    return [(error.field, error.reason) for error in raised.value.errors]


def test_a_row_describes_a_candidate() -> None:
    row = {**PERSON, "tags": ["a"], "metadata": {"k": "v"}, "linkedInURL": "https://l.example/a", "x": 1}

    candidate = candidate_of(json.dumps(row))

    assert candidate.supplied() == {
        "first_name": "Ada",
        "last_name": "Lovelace",
        "email": "ada@example.com",
        "phone": "+14155550123",
        "tags": ("a",),
        "metadata": {"k": "v"},
        "linked_in_url": "https://l.example/a",
    }


@pytest.mark.parametrize("text", ["", "5", "[]", "null", '"Ada"', "{", "{'a': 1}", '{"a": NaN}', "[" * 5_000])
def test_what_is_no_object_is_no_row(text: str) -> None:
    assert wrong(text) == [("", "must be a JSON object")]


def test_a_fault_names_the_member_alone_and_never_the_value() -> None:
    row = {**PERSON, "email": "se cret", "tags": ["", "secret" * 20], "metadata": {"secret key": 5}}

    found = wrong(json.dumps(row))

    assert {field for field, _reason in found} == {"email", "tags", "metadata"}
    assert "secret" not in str(found)
    assert "se cret" not in str(found)


def test_the_same_fault_is_told_once() -> None:
    assert wrong(json.dumps({**PERSON, "tags": ["", ""]})) == [
        ("tags", "must have at least 1 characters"),
    ]


def test_a_text_with_a_null_character() -> None:
    assert wrong(json.dumps({**PERSON, "metadata": {"k": "a\0b"}, "x": "\0"})) == [
        ("metadata", "must not have the character U+0000")
    ]
