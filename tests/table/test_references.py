"""A record that a body names has to exist, to be in use, and to be of the expected kind."""

import pytest

from gather.core.errors import NotFound
from gather.core.identifiers import new_id
from gather.table import keys
from gather.table.conversion import Item
from gather.table.references import Reference, read_references
from gather.table.store import Table
from tests.builders.service import UNKNOWN_ID

TEAM_ID = UNKNOWN_ID


def stored(table: Table, **attributes: object) -> str:
    record_id = new_id()
    key = keys.record(TEAM_ID, "INTERVIEW", record_id)
    table.put({"pk": key.pk, "sk": key.sk, "id": record_id, **attributes})
    return record_id


def reference(record_id: str, *, archived_too: bool = False, **having: object) -> Reference:
    key = keys.record(TEAM_ID, "INTERVIEW", record_id)
    return Reference("quiz", record_id, "quizId", key, archived_too=archived_too, having=having)


def read(table: Table, wanted: Reference) -> Item:
    return read_references(table, [wanted])[wanted.key]


def test_a_record_that_is_what_it_has_to_be_is_read(table: Table) -> None:
    record_id = stored(table, interviewType="questionnaire", language="en", archivedAt=None)

    assert read(table, reference(record_id))["id"] == record_id
    assert read(table, reference(record_id, interviewType="questionnaire", language="en"))["id"] == record_id


@pytest.mark.parametrize("attributes", [{}, {"interviewType": "standard"}, {"interviewType": None}])
def test_a_record_that_is_something_else_is_as_good_as_absent(
    table: Table, attributes: dict[str, object]
) -> None:
    record_id = stored(table, **attributes)

    with pytest.raises(NotFound, match="Quiz not found") as refused:
        read(table, reference(record_id, archived_too=True, interviewType="questionnaire"))

    assert refused.value.details == {"resource": "quiz", "id": record_id, "field": "quizId"}


def test_what_is_archived_counts_only_where_that_does_not_matter(table: Table) -> None:
    record_id = stored(table, interviewType="questionnaire", archivedAt="2026-01-02T00:00:00.000Z")

    with pytest.raises(NotFound):
        read(table, reference(record_id, interviewType="questionnaire"))
    assert read(table, reference(record_id, archived_too=True, interviewType="questionnaire"))


@pytest.mark.parametrize("record_id", [UNKNOWN_ID, "no-uuid", ""])
def test_what_is_absent_is_not_found(table: Table, record_id: str) -> None:
    with pytest.raises(NotFound):
        read(table, reference(record_id))
