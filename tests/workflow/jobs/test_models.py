"""Rules of jobs (interface: Jobs, rules 2 to 4)."""

from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.core.caller import TeamScope
from gather.core.errors import Conflict, Forbidden, ValidationFailed
from gather.core.identifiers import new_id
from gather.table.conversion import from_attributes, to_attributes
from gather.workflow.jobs.models import (
    FIRST_STATUSES,
    ChangeJob,
    CreateJob,
    JobRecord,
    JobStatus,
    new_job,
)

LATER = "2026-03-03T09:30:00.000Z"
RUNNING = "paused on_hold closed filled cancelled"
WAITING = "active open closed cancelled"

# The row of the answers page, one status a line.
ALLOWED = {
    "draft": "pending_approval active cancelled",
    "pending_approval": "draft cancelled",
    "approved": "active open on_hold cancelled",
    "active": f"open {RUNNING}",
    "open": f"active {RUNNING}",
    "paused": WAITING,
    "on_hold": WAITING,
    "closed": "open archived",
    "filled": "open archived",
    "cancelled": "draft archived",
    "archived": "",
}


def job(**fields: Any) -> JobRecord:
    request = CreateJob.model_validate_json('{"title": "Barista", "type": "pipeline"}')
    scope = TeamScope(new_id(), new_id(), new_id())
    return new_job(request, scope, datetime(2026, 3, 2, tzinfo=UTC)).changed(**fields)


@pytest.mark.parametrize(("current", "wanted"), list(product(JobStatus, repeat=2)))
def test_the_transitions_are_those_of_the_table(current: JobStatus, wanted: JobStatus) -> None:
    if current == wanted or wanted in ALLOWED[current].split():
        current.check_transition(wanted)
    elif (current, wanted) == ("pending_approval", "approved"):
        with pytest.raises(Forbidden):
            current.check_transition(wanted)
    else:
        with pytest.raises(ValidationFailed) as refusal:
            current.check_transition(wanted)
        assert refusal.value.message == f"status: cannot change from {current} to {wanted}"


@given(st.lists(st.sampled_from(JobStatus), max_size=12), st.sampled_from(sorted(FIRST_STATUSES)))
def test_no_key_ever_brings_a_job_to_be_approved(wanted: list[JobStatus], first: JobStatus) -> None:
    """For all statuses that a key asks for, in any order."""
    current = job(status=first)
    for status in wanted:
        try:
            current = current.update(ChangeJob(status=status), LATER)
        except (ValidationFailed, Forbidden):
            continue
        assert current.status is status

    assert current.status is not JobStatus.APPROVED


def test_what_changes_nothing_leaves_the_record_untouched() -> None:
    before = job(tags=("a",), description_json={"a": [1]})

    same = ChangeJob(title="Barista", tags=("a",), description_json={"a": [1]}, status=before.status)

    assert before.update(same, LATER) is before
    assert before.update(ChangeJob(), LATER) is before
    assert before.update(ChangeJob(tags=()), LATER).updated_at == LATER


@pytest.mark.parametrize("imported", [{"external_id": "1"}, {"import_source": "x"}, {"ats": {}}])
def test_an_imported_job_is_not_patched_and_takes_what_is_ours(imported: dict[str, object]) -> None:
    of_ats = job(**imported)

    with pytest.raises(Conflict, match="assign-ats"):
        of_ats.update(ChangeJob(), LATER)

    assert of_ats.replace_with(of_ats.changed(interview_id="1"), LATER).interview_id == "1"


def test_what_a_list_names_twice_is_in_it_once() -> None:
    first, second = new_id(), new_id()
    twice = (second, first, second)

    changed = job().update(ChangeJob(job_family_ids=twice, knowledge_base_ids=twice), LATER)

    assert changed.job_family_ids == changed.knowledge_base_ids == (second, first)


def test_a_job_leaves_its_team_without_what_is_the_team_s() -> None:
    of_team = {"interview_id": "1", "meeting_id": "2", "screening_questionnaire_id": "3"}
    lists = {"knowledge_base_ids": ("4",), "job_family_ids": ("5",)}
    own = {"title": "Barista", "tags": ("a",), "external_id": "6", "assigned_recruiter_id": "7"}

    left = job(**of_team, **lists, **own).unassign(LATER)

    assert left == job(**own).changed(
        **{name: getattr(left, name) for name in ("id", "organization_id", "team_id", "created_by_id")},
        updated_at=LATER,
    )


def test_search_looks_through_title_and_description() -> None:
    assert "Barista" in job().search_text()
    assert "At night" in job(description="At night").search_text()


NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(st.dictionaries(st.text(), VALUES, max_size=4))
def test_an_open_object_comes_back_from_the_table_as_it_was(value: dict[str, Any]) -> None:
    """With all that JSON allows and the table does not: long numbers, deep nesting, empty names."""
    before = job(description_json=value, requirements_json=value, ats=value)

    item = from_attributes(to_attributes(before.model_dump(by_alias=True)))

    after = JobRecord.model_validate(item)
    assert after == before
    assert isinstance(item["descriptionJson"], str)
    assert JobRecord.model_validate_json(after.model_dump_json()) == before


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a": ' + "[" * 99 + "]" * 99 + "}", None),
        ('{"a": ' + "[" * 100 + "]" * 100 + "}", "at most 100 levels deep"),
        ('{"a": 1e400}', "too large"),
        ('{"a": "' + "x" * 29_992 + '"}', None),
        ('{"a": "' + "x" * 29_993 + '"}', "at most 30000 bytes"),
        ('{"a": "' + "ü" * 15_000 + '"}', "at most 30000 bytes"),
    ],
)
def test_an_open_object_of_a_request_is_bounded(text: str, reason: str | None) -> None:
    body = f'{{"title": "Barista", "type": "pipeline", "descriptionJson": {text}}}'
    if reason is None:
        assert CreateJob.model_validate_json(body).description_json
        return
    with pytest.raises(ValueError, match=reason):
        CreateJob.model_validate_json(body)
