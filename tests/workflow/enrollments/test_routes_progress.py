"""The progress of candidates, and another invite to a step, over the HTTP interface.

Interface: Enrollments, rules 7 and 8.
"""

from typing import Any

import pytest

from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.wiring import Adapters
from gather.workflow.candidate_meetings.models import CandidateMeeting, CandidateMeetingStatus
from gather.workflow.candidate_meetings.storage import CANDIDATE_MEETING
from gather.workflow.enrollments.models import EnrollmentRecord
from gather.workflow.enrollments.status import EnrollmentStatus, StepStatus
from gather.workflow.enrollments.storage import ENROLLMENT
from tests.builders.jobs import make_titled
from tests.builders.outbox import events_of, tasks_of
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant
from tests.builders.workflows import add_governed_job, enroll
from tests.doubles.clock import HandClock
from tests.doubles.table_faults import once_before
from tests.support.records import add_active_job, add_interview, step

pytestmark = [pytest.mark.routes, pytest.mark.features(JOB_WORKFLOW)]

BY_PHONE = {"firstName": "Lina", "lastName": "Example", "phone": "+14155550123"}


def progress(service: Service, job_id: str, **query: object) -> dict[str, Any]:
    data: dict[str, Any] = service.get(f"/jobs/{job_id}/workflow-progress", **query).data
    return data


def resend(service: Service, step_id: str) -> Reply:
    return service.post(f"/workflow-enrollment-steps/{step_id}/resend-invite")


def move(
    records: Records, tenant: Tenant, enrollment: dict[str, Any], step_changes: dict[str, Any], **changes: Any
) -> None:
    """Change the current step and the enrollment as the machine does; members by their Python names."""

    def changed(stored: Any, _unit: object) -> EnrollmentRecord:
        record: EnrollmentRecord = stored.record
        return record.with_step(record.current.changed(**step_changes)).changed(**changes)

    records.change(ENROLLMENT, tenant.team_id, enrollment["id"], changed)


def change_interview(records: Records, tenant: Tenant, enrollment: dict[str, Any], **changes: Any) -> None:
    def changed(stored: Any, _unit: object) -> CandidateInterviewRecord:
        record: CandidateInterviewRecord = stored.record
        return record.changed(**changes)

    found = enrollment["steps"][0]["candidateInterviewId"]
    records.change(CANDIDATE_INTERVIEW, tenant.team_id, found, changed)


def change_meeting(records: Records, tenant: Tenant, enrollment: dict[str, Any], **changes: Any) -> None:
    def changed(stored: Any, _unit: object) -> CandidateMeeting:
        record: CandidateMeeting = stored.record
        return record.changed(**changes)

    found = enrollment["steps"][0]["candidateMeetingId"]
    records.change(CANDIDATE_MEETING, tenant.team_id, found, changed)


# Progress


def test_progress_is_paged_newest_first(service: Service, tenant: Tenant) -> None:
    job_id = add_governed_job(service, tenant)
    enrolled = [enroll(service, job_id)["enrollment"] for _ in range(28)]
    enroll(service, add_governed_job(service, tenant))
    newest_first = [each["id"] for each in reversed(enrolled)]

    first, second = progress(service, job_id), progress(service, job_id, page=2)

    assert [each["id"] for each in first["enrollments"] + second["enrollments"]] == newest_first
    assert first["enrollments"][0] == enrolled[-1]
    assert first["pagination"] == {"total": 28, "page": 1, "totalPages": 2, "pageSize": 25}
    assert second["pagination"] == {"total": 28, "page": 2, "totalPages": 2, "pageSize": 25}
    whole = progress(service, job_id, pageSize=100)
    assert [each["id"] for each in whole["enrollments"]] == newest_first
    assert progress(service, job_id, page=3)["enrollments"] == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"page": 0}, "page"),
        ({"page": "x"}, "page"),
        ({"pageSize": 0}, "pageSize"),
        ({"pageSize": 101}, "pageSize"),
        ({"pageSize": 2.5}, "pageSize"),
    ],
)
def test_a_page_out_of_range_is_refused(service: Service, query: dict[str, object], field: str) -> None:
    reply = service.get(f"/jobs/{add_active_job(service)}/workflow-progress", **query)

    assert (reply.status, reply.faulty_fields) == (400, {field})


def test_a_job_without_candidates_has_an_empty_page(service: Service) -> None:
    assert progress(service, add_active_job(service)) == {
        "enrollments": [],
        "pagination": {"total": 0, "page": 1, "totalPages": 0, "pageSize": 25},
    }


@pytest.mark.in_process
def test_progress_tells_each_steps_state_and_nothing_internal(
    service: Service, records: Records, tenant: Tenant
) -> None:
    interview_id, meeting_id = add_interview(service), make_titled(records, tenant, "meeting")
    job_id = add_governed_job(
        service,
        tenant,
        step("standard_interview", interview_id, scoreThreshold=60),
        step("meeting", meeting_id, sendDelayMinutes=5),
    )
    enrollment = enroll(service, job_id)["enrollment"]
    moment = "2026-03-02T09:30:00.000Z"
    move(
        records,
        tenant,
        enrollment,
        {"status": StepStatus.PASSED, "score": 71, "completed_at": moment},
        task_token="secret",
    )

    (shown,) = progress(service, job_id)["enrollments"]

    first, second = enrollment["steps"]
    assert shown == {
        **enrollment,
        "steps": [{**first, "status": "passed", "score": 71, "completedAt": moment}, second],
    }
    assert set(second) == {
        "id",
        "stepId",
        "position",
        "stepType",
        "artifactId",
        "status",
        "inviteSentAt",
        "score",
        "scoreThreshold",
        "completedAt",
    }


def test_progress_of_an_archived_job_stays_readable(service: Service, tenant: Tenant) -> None:
    job_id = add_governed_job(service, tenant)
    enroll(service, job_id)
    service.delete(f"/jobs/{job_id}")

    assert len(progress(service, job_id)["enrollments"]) == 1


# The invite once more


@pytest.mark.parametrize("status", [StepStatus.INVITED, StepStatus.IN_PROGRESS])
def test_a_steps_invite_is_sent_again(
    service: Service, records: Records, tenant: Tenant, table: Table, clock: HandClock, status: StepStatus
) -> None:
    enrollment = enroll(service, add_governed_job(service, tenant))["enrollment"]
    move(records, tenant, enrollment, {"status": status})
    clock.advance(days=1)

    reply = resend(service, enrollment["currentStepId"])

    assert reply.status == 200
    assert reply.data["enrollmentStep"] == {
        **enrollment["steps"][0],
        "status": status.value,
        "inviteSentAt": "2026-03-03T09:30:00.000Z",
    }
    record = service.get(f"/candidate-interviews/{enrollment['steps'][0]['candidateInterviewId']}").data
    assert record["inviteSentAt"] == "2026-03-03T09:30:00.000Z"
    assert [payload["invite"] for name, payload in tasks_of(table) if name == "send_invite"] == [1, 2]


def test_a_meetings_invite_is_sent_again_with_its_whole_time(
    service: Service, records: Records, tenant: Tenant, table: Table, clock: HandClock
) -> None:
    job_id = add_governed_job(service, tenant, step("meeting", make_titled(records, tenant, "meeting")))
    enrolled = enroll(service, job_id)
    enrollment = enrolled["enrollment"]
    clock.advance(days=13)

    reply = resend(service, enrollment["currentStepId"])

    assert reply.data["enrollmentStep"]["inviteSentAt"] == "2026-03-15T09:30:00.000Z"
    sent = [payload["invite"] for name, payload in tasks_of(table) if name == "send_meeting_invite"]
    assert sent == [1, 2]
    clock.advance(days=13)
    token = enrolled["firstInviteUrl"].rpartition("/m/")[2]
    assert service.public().get(f"/m/{token}").status == 200


@pytest.mark.parametrize("step_type", ["standard_interview", "meeting"])
def test_an_invite_without_a_channel_has_an_event_each_time(
    service: Service, records: Records, tenant: Tenant, table: Table, clock: HandClock, step_type: str
) -> None:
    is_meeting = step_type == "meeting"
    artifact_id = make_titled(records, tenant, "meeting") if is_meeting else add_interview(service)
    enrolled = enroll(service, add_governed_job(service, tenant, step(step_type, artifact_id)), **BY_PHONE)
    clock.advance(hours=1)

    resend(service, enrolled["enrollment"]["currentStepId"])

    told = [payload for name, payload in events_of(table) if name == "workflow.step.invited"]
    assert [payload["invitedAt"] for payload in told] == [
        "2026-03-02T09:30:00.000Z",
        "2026-03-02T10:30:00.000Z",
    ]
    assert {payload["inviteUrl"] for payload in told} == {enrolled["firstInviteUrl"]}
    assert "candidate_interview.invited" not in dict(events_of(table))


def test_an_invite_that_has_just_expired_gets_its_whole_time_again(
    service: Service, records: Records, tenant: Tenant, table: Table, clock: HandClock
) -> None:
    enrollment = enroll(service, add_governed_job(service, tenant))["enrollment"]
    clock.advance(days=15)
    change_interview(records, tenant, enrollment, status=CandidateInterviewStatus.EXPIRED)

    assert resend(service, enrollment["currentStepId"]).status == 200

    record = service.get(f"/candidate-interviews/{enrollment['steps'][0]['candidateInterviewId']}").data
    assert (record["status"], record["expiry"]) == ("invite_sent", "2026-03-31T09:30:00.000Z")


@pytest.mark.in_process
@pytest.mark.parametrize(
    ("step_changes", "changes"),
    [
        ({"status": StepStatus.PENDING}, {}),
        ({"status": StepStatus.WAITING_FOR_EVALUATION}, {}),
        ({"status": StepStatus.PASSED}, {}),
        ({"status": StepStatus.COMPLETED}, {}),
        ({"status": StepStatus.FAILED}, {"status": EnrollmentStatus.FAILED}),
        ({}, {"status": EnrollmentStatus.STOPPED}),
    ],
)
def test_a_step_that_the_candidate_is_not_at_is_not_invited_again(
    service: Service, records: Records, tenant: Tenant, step_changes: dict[str, Any], changes: dict[str, Any]
) -> None:
    job_id = add_governed_job(service, tenant)
    enrollment = enroll(service, job_id)["enrollment"]
    move(records, tenant, enrollment, step_changes, **changes)
    (before,) = progress(service, job_id)["enrollments"]

    reply = resend(service, enrollment["currentStepId"])

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert progress(service, job_id)["enrollments"] == [before]


def test_a_step_that_is_still_to_come_is_not_invited_yet(service: Service, tenant: Tenant) -> None:
    a_step = step("standard_interview", add_interview(service))
    enrollment = enroll(service, add_governed_job(service, tenant, a_step, a_step))["enrollment"]

    assert resend(service, enrollment["steps"][1]["id"]).status == 409


@pytest.mark.in_process
@pytest.mark.parametrize(
    "changes",
    [
        {"completion_id": UNKNOWN_ID},
        {"status": CandidateInterviewStatus.HIRED},
        {"status": CandidateInterviewStatus.ARCHIVED},
    ],
)
def test_an_interview_that_the_candidate_is_done_with_is_not_invited_again(
    service: Service, records: Records, tenant: Tenant, changes: dict[str, Any]
) -> None:
    enrollment = enroll(service, add_governed_job(service, tenant))["enrollment"]
    change_interview(records, tenant, enrollment, **changes)

    assert resend(service, enrollment["currentStepId"]).status == 409


@pytest.mark.in_process
@pytest.mark.parametrize("status", [CandidateMeetingStatus.CONFIRMED, CandidateMeetingStatus.EXPIRED])
def test_a_meeting_that_is_confirmed_or_over_is_not_invited_again(
    service: Service, records: Records, tenant: Tenant, status: CandidateMeetingStatus
) -> None:
    job_id = add_governed_job(service, tenant, step("meeting", make_titled(records, tenant, "meeting")))
    enrollment = enroll(service, job_id)["enrollment"]
    change_meeting(records, tenant, enrollment, status=status)

    assert resend(service, enrollment["currentStepId"]).status == 409


@pytest.mark.in_process
@pytest.mark.parametrize("end", ["job", "candidate"])
def test_no_invite_is_sent_again_once_the_job_has_ended_or_the_candidate_is_archived(
    service: Service, tenant: Tenant, table: Table, end: str
) -> None:
    """Also in the moment before the enrollment is stopped."""
    job_id = add_governed_job(service, tenant)
    enrolled = enroll(service, job_id)
    if end == "job":
        service.patch(f"/jobs/{job_id}", {"status": "filled"})
    else:
        service.delete(f"/candidates/{enrolled['candidate']['id']}")

    assert resend(service, enrolled["enrollment"]["currentStepId"]).status == 409
    assert [name for name, _ in tasks_of(table)].count("send_invite") == 1


@pytest.mark.in_process
def test_a_step_that_moves_while_it_is_invited_again_is_read_again(
    adapters: Adapters, service: Service, records: Records, tenant: Tenant, table: Table
) -> None:
    enrollment = enroll(service, add_governed_job(service, tenant))["enrollment"]
    once_before(
        adapters,
        "TransactWriteItems",
        lambda: move(records, tenant, enrollment, {"status": StepStatus.COMPLETED}),
    )

    assert resend(service, enrollment["currentStepId"]).status == 409
    assert [name for name, _ in tasks_of(table)].count("send_invite") == 1


def test_the_id_of_the_templates_step_is_no_step_of_an_enrollment(service: Service, tenant: Tenant) -> None:
    enrollment = enroll(service, add_governed_job(service, tenant))["enrollment"]

    reply = resend(service, enrollment["steps"][0]["stepId"])

    assert (reply.status, reply.error["details"]["resource"]) == (404, "enrollment step")
