"""What is stored beside a candidate, so that lists find it."""

from collections import Counter
from typing import Any

import pytest

from gather.core.caller import TeamScope
from gather.core.identifiers import new_id
from gather.screening.candidates.storage import CANDIDATE
from gather.table.kind import record_attributes
from tests.builders.candidates import new_candidate

TEAM = TeamScope(new_id(), new_id(), None)
ADA = {"first_name": "Ada", "email": "ada.x@example.com", "phone": "+14155550123"}


def thin_items(**fields: Any) -> Counter[str]:
    """How many items of each sort a candidate has beside its record."""
    candidate = new_candidate(TEAM, **{**ADA, **fields})
    lookups = CANDIDATE.lookups_of(candidate, record_attributes(CANDIDATE, candidate))
    return Counter(place.entity or "" for place in lookups)


def test_a_usual_candidate_has_six_items_for_filters_search_and_changes() -> None:
    assert thin_items() == {
        "CANDIDATE_EMAIL": 1,
        "CANDIDATE_PHONE": 1,
        "CANDIDATE_SOURCE": 1,
        "CANDIDATE_WORD": 2,
        "CHANGE": 1,
    }


@pytest.mark.parametrize(
    ("fields", "more"),
    [
        ({"external_id": "A-1"}, {"CANDIDATE_EXTERNAL_ID": 1}),
        ({"tags": ("night-shift", "forklift")}, {"CANDIDATE_TAG": 2}),
        ({"email": "lovelace@example.com"}, {"CANDIDATE_WORD": 1}),
    ],
)
def test_each_value_by_which_it_is_found_has_another(fields: dict[str, Any], more: dict[str, int]) -> None:
    assert thin_items(**fields) - thin_items() == more


def test_a_long_name_has_twelve_words_at_most() -> None:
    name = " ".join(f"Name{number}" for number in range(30))

    assert thin_items(first_name=name)["CANDIDATE_WORD"] <= 12


def test_keys_hold_nothing_that_a_person_is_called() -> None:
    # A name like Ada is made of hexadecimal digits, and stands in one hash in some hundred by chance.
    robin = {**ADA, "first_name": "Robin", "email": "robin.x@example.com"}
    candidate = new_candidate(TEAM, **robin, tags=("night-shift",), source="referral")
    lookups = CANDIDATE.lookups_of(candidate, record_attributes(CANDIDATE, candidate))

    for place in lookups:
        key = f"{place.key.pk} {place.key.sk}".casefold()
        assert not any(word in key for word in ("robin", "example", "4155550123", "night", "referral"))
