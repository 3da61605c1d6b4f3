"""Inviting a candidate into the workflow of a job, over the HTTP interface.

Interface: Enrollments, rules 1 to 3.
"""

from typing import Any

import pytest

from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.evaluations.models import SummaryStatus
from gather.table.records import Records
from gather.table.store import Table
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.tenancy.organizations.storage import ORGANIZATION
from gather.wiring import Adapters
from gather.workflow.enrollments.lifecycle import stop
from gather.workflow.enrollments.storage import ENROLLMENT
from tests.builders.content import make_message_group
from tests.builders.jobs import make_titled
from tests.builders.outbox import events_of, tasks_of
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant
from tests.builders.workflows import add_governed_job, apply, enroll, store_score
from tests.doubles.clock import HandClock
from tests.doubles.table_faults import fail, once_before, throttled
from tests.support.records import (
    add_active_job,
    add_candidate,
    add_interview,
    post_candidate_interview,
    post_workflow_template,
    step,
)

pytestmark = [pytest.mark.routes, pytest.mark.features(JOB_WORKFLOW)]

LINA = {"firstName": "Lina", "lastName": "Example"}


def invite(service: Service, job_id: str, **members: object) -> Reply:
    return service.post(f"/jobs/{job_id}/invite-candidate", members)


def progress(service: Service, job_id: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = service.get(f"/jobs/{job_id}/workflow-progress").data["enrollments"]
    return found


def told_of(table: Table) -> list[tuple[str, dict[str, Any]]]:
    """Returns the events since the interviews were created."""
    return [event for event in events_of(table) if event[0] != "interview.created"]


def test_a_candidate_who_is_named_is_made_enrolled_and_invited(service: Service, tenant: Tenant) -> None:
    interview_id = add_interview(service)
    template = post_workflow_template(
        service,
        tenant,
        step("standard_interview", interview_id, scoreThreshold=60),
        step("standard_interview", interview_id),
    )
    job_id = add_active_job(service)
    (assignment,) = apply(service, tenant, template["id"], jobIds=[job_id])

    reply = invite(service, job_id, **LINA, email="lina@example.com", userId=tenant.user_id)

    assert reply.status == 201
    assert set(reply.data) == {"enrollment", "candidate", "firstInviteUrl"}
    candidate, enrollment = reply.data["candidate"], reply.data["enrollment"]
    assert candidate == service.get(f"/candidates/{candidate['id']}").data
    assert (candidate["firstName"], candidate["email"], candidate["phone"]) == (
        "Lina",
        "lina@example.com",
        None,
    )
    first, second = enrollment["steps"]
    moment = enrollment["createdAt"]
    assert enrollment == {
        "id": enrollment["id"],
        "jobId": job_id,
        "candidateId": candidate["id"],
        "templateId": template["id"],
        "assignmentId": assignment["id"],
        "status": "active",
        "currentStepId": first["id"],
        "createdAt": moment,
        "updatedAt": moment,
        "completedAt": None,
        "steps": [first, second],
    }
    assert first == {
        "id": first["id"],
        "stepId": template["steps"][0]["id"],
        "position": 1,
        "stepType": "standard_interview",
        "artifactId": interview_id,
        "status": "invited",
        "candidateInterviewId": first["candidateInterviewId"],
        "inviteSentAt": moment,
        "score": None,
        "scoreThreshold": 60,
        "completedAt": None,
    }
    assert second == {
        **{name: value for name, value in first.items() if name != "candidateInterviewId"},
        "id": second["id"],
        "stepId": template["steps"][1]["id"],
        "position": 2,
        "status": "pending",
        "inviteSentAt": None,
        "scoreThreshold": None,
    }


def test_the_first_invites_link_opens_the_steps_interview(service: Service, tenant: Tenant) -> None:
    job_id = add_governed_job(service, tenant)

    enrolled = enroll(service, job_id)

    candidate_interview_id = enrolled["enrollment"]["steps"][0]["candidateInterviewId"]
    record = service.get(f"/candidate-interviews/{candidate_interview_id}").data
    assert record["status"] == "invite_sent"
    assert enrolled["firstInviteUrl"].endswith(f"/i/{record['inviteToken']}")
    shown = service.public().get(f"/screening/{record['inviteToken']}")
    assert shown.data["screening"]["candidateFirstName"] == "Ada"


def test_a_first_meetings_link_opens_its_page(service: Service, records: Records, tenant: Tenant) -> None:
    meeting_id = make_titled(records, tenant, "meeting")
    job_id = add_governed_job(service, tenant, step("meeting", meeting_id, scoreThreshold=60))

    enrolled = enroll(service, job_id)

    (only,) = enrolled["enrollment"]["steps"]
    assert only["candidateMeetingId"]
    assert "candidateInterviewId" not in only
    assert only["scoreThreshold"] is None
    token = enrolled["firstInviteUrl"].rpartition("/m/")[2]
    assert "A title" in service.public().get(f"/m/{token}").body


def test_a_candidate_is_enrolled_by_id_and_other_members_are_ignored(
    service: Service, tenant: Tenant
) -> None:
    candidate_id, job_id = add_candidate(service), add_governed_job(service, tenant)

    reply = invite(service, job_id, candidateId=candidate_id, firstName="Somebody else")

    assert reply.status == 201
    assert reply.data["candidate"] == service.get(f"/candidates/{candidate_id}").data
    assert service.get("/candidates").data["pagination"]["total"] == 1


@pytest.mark.parametrize(
    ("members", "fields"),
    [
        ({}, {"firstName", "lastName", "email"}),
        ({"candidateId": None}, {"firstName", "lastName", "email"}),
        ({"firstName": "Lina", "email": "lina@example.com"}, {"lastName"}),
        ({"lastName": "Example", "phone": "+14155550123"}, {"firstName"}),
        (LINA, {"email"}),
        ({**LINA, "email": None, "phone": None}, {"email"}),
        (
            {"firstName": " ", "lastName": 5, "email": "lina", "phone": "0123"},
            {"firstName", "lastName", "email", "phone"},
        ),
        ({**LINA, "phone": "+14155550123", "smsOptIn": "yes"}, {"smsOptIn"}),
        ({"candidateId": 7}, {"candidateId"}),
    ],
)
def test_a_candidate_without_identification_is_a_fault_with_every_missing_member(
    service: Service, tenant: Tenant, members: dict[str, object], fields: set[str]
) -> None:
    reply = invite(service, add_governed_job(service, tenant), **members)

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert reply.faulty_fields == fields
    assert service.get("/candidates").data["candidates"] == []


def test_an_unknown_or_archived_candidate_is_404(
    service: Service, tenant: Tenant, other_tenant: Tenant
) -> None:
    job_id, gone = add_governed_job(service, tenant), add_candidate(service)
    foreign = add_candidate(service.using(other_tenant.key))
    service.delete(f"/candidates/{gone}")

    for candidate_id in (UNKNOWN_ID, "not-a-uuid", "", gone, foreign):
        reply = invite(service, job_id, candidateId=candidate_id)
        assert reply.status == 404
        assert reply.error["details"] == {
            "resource": "candidate",
            "id": candidate_id,
            "field": "candidateId",
        }
    assert progress(service, job_id) == []


@pytest.mark.parametrize("closing", [{"status": 1}, {"status": 2}, None])
def test_a_first_interview_that_is_not_active_takes_no_candidates(
    service: Service, tenant: Tenant, closing: dict[str, int] | None
) -> None:
    interview_id = add_interview(service)
    job_id = add_governed_job(service, tenant, step("standard_interview", interview_id))
    path = f"/interviews/{interview_id}"
    assert (service.patch(path, closing) if closing else service.delete(path)).status == 200

    reply = invite(service, job_id, **LINA, email="lina@example.com")

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert service.get("/candidates").data["pagination"]["total"] == 0


@pytest.mark.parametrize("status", ["closed", "filled", "cancelled"])
def test_a_job_that_has_ended_takes_no_candidates(service: Service, tenant: Tenant, status: str) -> None:
    job_id = add_governed_job(service, tenant)
    service.patch(f"/jobs/{job_id}", {"status": status})

    reply = invite(service, job_id, **LINA, email="lina@example.com")

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert service.get("/candidates").data["candidates"] == []


def test_an_archived_job_takes_no_candidates_until_it_is_unarchived(service: Service, tenant: Tenant) -> None:
    job_id = add_governed_job(service, tenant)
    service.delete(f"/jobs/{job_id}")
    assert invite(service, job_id, **LINA, email="lina@example.com").status == 409

    service.post(f"/jobs/{job_id}/unarchive")

    assert invite(service, job_id, **LINA, email="lina@example.com").status == 201


def test_a_job_without_a_workflow_enrolls_no_candidates(service: Service, tenant: Tenant) -> None:
    job_id = add_active_job(service)

    reply = invite(service, job_id, **LINA, email="lina@example.com")

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert service.get("/candidates").data["candidates"] == []


def test_a_candidate_is_in_a_job_once_at_a_time(service: Service, records: Records, tenant: Tenant) -> None:
    candidate_id, job_id = add_candidate(service), add_governed_job(service, tenant)
    enroll(service, job_id, candidateId=candidate_id)

    reply = invite(service, job_id, candidateId=candidate_id)

    assert (reply.status, reply.error["code"]) == (409, "CONFLICT")
    assert len(progress(service, job_id)) == 1
    assert (
        service.get("/candidate-interviews", candidateId=candidate_id).body["meta"]["pagination"]["total"]
        == 1
    )
    # Another job, and somebody else with the same name, are no repetition.
    enroll(service, add_governed_job(service, tenant), candidateId=candidate_id)
    enroll(service, job_id)


@pytest.mark.in_process
def test_one_of_many_concurrent_invites_enrolls(
    adapters: Adapters, service: Service, tenant: Tenant, table: Table
) -> None:
    candidate_id, job_id = add_candidate(service), add_governed_job(service, tenant)
    others: list[Reply] = []

    def faster(depth: int) -> None:
        if depth:
            once_before(adapters, "TransactWriteItems", lambda: faster(depth - 1))
        others.append(invite(service, job_id, candidateId=candidate_id))

    once_before(adapters, "TransactWriteItems", lambda: faster(3))
    mine = invite(service, job_id, candidateId=candidate_id)

    assert sorted([mine.status, *(reply.status for reply in others)]) == [201, 409, 409, 409, 409]
    assert len(progress(service, job_id)) == 1
    assert [name for name, _ in events_of(table)].count("workflow.enrollment.created") == 1


@pytest.mark.in_process
@pytest.mark.parametrize("end", ["closed job", "enrollment"])
def test_after_the_end_a_candidate_may_be_enrolled_again(
    service: Service, records: Records, tenant: Tenant, end: str
) -> None:
    candidate_id, job_id = add_candidate(service), add_governed_job(service, tenant)
    first = enroll(service, job_id, candidateId=candidate_id)["enrollment"]
    end_enrollment(records, tenant, first["id"])
    if end == "closed job":
        service.patch(f"/jobs/{job_id}", {"status": "closed"})
        service.patch(f"/jobs/{job_id}", {"status": "open"})

    second = enroll(service, job_id, candidateId=candidate_id)["enrollment"]

    assert [each["id"] for each in progress(service, job_id)] == [second["id"], first["id"]]
    assert second["steps"][0]["candidateInterviewId"] != first["steps"][0]["candidateInterviewId"]


def end_enrollment(records: Records, tenant: Tenant, enrollment_id: str) -> None:
    """Stop an enrollment as its worker does."""
    records.run(
        lambda unit: stop(unit, unit.get(ENROLLMENT, tenant.team_id, enrollment_id), HandClock().now())
    )


def test_a_repeated_invite_with_an_idempotency_key_enrolls_once(service: Service, tenant: Tenant) -> None:
    job_id = add_governed_job(service, tenant)
    body, header = {**LINA, "email": "lina@example.com"}, {"Idempotency-Key": "import-7"}

    first = service.post(f"/jobs/{job_id}/invite-candidate", body, headers=header)

    assert service.post(f"/jobs/{job_id}/invite-candidate", body, headers=header).data == first.data
    assert len(progress(service, job_id)) == 1


# How the candidate is reached


@pytest.mark.parametrize(
    ("reach", "channels"),
    [
        ({"email": "lina@example.com"}, ["email"]),
        ({"email": "lina@example.com", "phone": "+14155550123"}, ["email"]),
        ({"email": "lina@example.com", "phone": "+14155550123", "smsOptIn": True}, ["email", "sms"]),
        ({"phone": "+14155550123", "smsOptIn": True}, ["sms"]),
    ],
)
def test_the_invite_goes_the_ways_that_the_candidate_can_be_reached(
    service: Service, tenant: Tenant, table: Table, reach: dict[str, object], channels: list[str]
) -> None:
    enrolled = enroll(service, add_governed_job(service, tenant), **LINA, **reach)

    (payload,) = [payload for name, payload in tasks_of(table) if name == "send_invite"]
    assert (payload["deliveryTypes"], payload["invite"]) == (channels, 1)
    assert payload["candidateInterviewId"] == enrolled["enrollment"]["steps"][0]["candidateInterviewId"]
    # A message that was not sent yet has no event yet.
    assert [name for name, _ in told_of(table)] == ["workflow.enrollment.created"]


@pytest.mark.parametrize("step_type", ["standard_interview", "meeting"])
def test_with_only_a_phone_the_link_is_in_the_response_and_the_event_and_no_message_is_sent(
    service: Service, records: Records, tenant: Tenant, table: Table, step_type: str
) -> None:
    is_meeting = step_type == "meeting"
    artifact_id = make_titled(records, tenant, "meeting") if is_meeting else add_interview(service)
    job_id = add_governed_job(service, tenant, step(step_type, artifact_id))

    enrolled = enroll(service, job_id, **LINA, phone="+14155550123")

    enrollment = enrolled["enrollment"]
    (first,) = enrollment["steps"]
    assert [name for name, _ in tasks_of(table)] == ["start_enrollment"]
    told = dict(told_of(table))
    member = "candidateMeetingId" if is_meeting else "candidateInterviewId"
    assert told["workflow.step.invited"] == {
        "enrollmentId": enrollment["id"],
        "jobId": job_id,
        "candidateId": enrolled["candidate"]["id"],
        "templateId": enrollment["templateId"],
        "assignmentId": enrollment["assignmentId"],
        "status": "invited",
        "enrollmentStepId": first["id"],
        "stepId": first["stepId"],
        "artifactId": artifact_id,
        member: first[member],
        "inviteUrl": enrolled["firstInviteUrl"],
        "invitedAt": first["inviteSentAt"],
    }


def test_a_known_candidate_without_opt_in_gets_no_sms(service: Service, tenant: Tenant, table: Table) -> None:
    candidate_id = add_candidate(service)

    enroll(service, add_governed_job(service, tenant), candidateId=candidate_id, smsOptIn=True)

    (payload,) = [payload for name, payload in tasks_of(table) if name == "send_invite"]
    assert payload["deliveryTypes"] == ["email"]
    assert service.get(f"/candidates/{candidate_id}").data["smsOptIn"] is False


def test_the_messages_are_those_of_the_workflow(service: Service, records: Records, tenant: Tenant) -> None:
    group = make_message_group(records, tenant)
    template, job_id = (
        post_workflow_template(service, tenant, messageGroupId=group.id),
        add_active_job(service),
    )
    apply(service, tenant, template["id"], jobIds=[job_id])

    (first,) = enroll(service, job_id)["enrollment"]["steps"]

    stored = records.get(CANDIDATE_INTERVIEW, tenant.team_id, first["candidateInterviewId"]).record
    assert stored.enrollment is not None
    assert stored.enrollment.message_group_id == group.id


def test_an_invite_holds_as_long_as_the_organizations_invites(
    service: Service, table: Table, tenant: Tenant, clock: HandClock
) -> None:
    organization = ORGANIZATION.key(tenant.organization_id)
    table.put({**(table.get(organization) or {}), "defaultExpiryDays": 3})

    (first,) = enroll(service, add_governed_job(service, tenant))["enrollment"]["steps"]

    record = service.get(f"/candidate-interviews/{first['candidateInterviewId']}").data
    assert record["expiry"] == "2026-03-05T09:30:00.000Z"


# Events


def test_the_enrollment_and_its_events_are_written_together(
    adapters: Adapters, service: Service, tenant: Tenant, table: Table
) -> None:
    job_id = add_governed_job(service, tenant)

    stop = fail(adapters, "TransactWriteItems", throttled("TransactWriteItems"))
    reply = invite(service, job_id, **LINA, email="lina@example.com")
    stop()

    assert reply.status >= 500
    assert (told_of(table), tasks_of(table), progress(service, job_id)) == ([], [], [])
    assert service.get("/candidates").data["candidates"] == []
    enrolled = enroll(service, job_id)
    assert told_of(table) == [
        (
            "workflow.enrollment.created",
            {
                "enrollmentId": enrolled["enrollment"]["id"],
                "jobId": job_id,
                "candidateId": enrolled["candidate"]["id"],
                "templateId": enrolled["enrollment"]["templateId"],
                "assignmentId": enrolled["enrollment"]["assignmentId"],
                "status": "active",
                "createdAt": enrolled["enrollment"]["createdAt"],
            },
        )
    ]
    assert ("start_enrollment", {"enrollmentId": enrolled["enrollment"]["id"], "run": 1}) in tasks_of(table)


# A first step that is delayed


def test_a_delayed_first_step_is_not_invited_yet(service: Service, tenant: Tenant, table: Table) -> None:
    a_step = step("standard_interview", add_interview(service), sendDelayMinutes=0.5)

    enrolled = enroll(service, add_governed_job(service, tenant, a_step))

    assert set(enrolled) == {"enrollment", "candidate"}
    (first,) = enrolled["enrollment"]["steps"]
    assert (first["status"], first["inviteSentAt"]) == ("pending", None)
    assert "candidateInterviewId" not in first
    assert [name for name, _ in tasks_of(table)] == ["start_enrollment"]
    assert [name for name, _ in told_of(table)] == ["workflow.enrollment.created"]
    assert service.get("/candidate-interviews").data == []


# The initial threshold


def scored(
    service: Service, records: Records, tenant: Tenant, candidate_id: str, score: int | None, **fields: Any
) -> str:
    """Creates a completed interview of the candidate with a score, and returns its id."""
    interview_id = fields.pop("interview_id", None) or add_interview(service)
    record = post_candidate_interview(service, candidateId=candidate_id, interviewId=interview_id)
    store_score(records, tenant, record["id"], score, **fields)
    return interview_id


def judged(
    service: Service, tenant: Tenant, candidate_id: str, interview_id: str | None, threshold: float = 60
) -> str:
    """Returns the candidate's enrollment in a job with an initial threshold and an interview attached."""
    job_id = add_governed_job(service, tenant, threshold=threshold)
    if interview_id is not None:
        assert service.patch(f"/jobs/{job_id}/interview", {"interviewId": interview_id}).status == 200
    return str(enroll(service, job_id, candidateId=candidate_id)["enrollment"]["status"])


@pytest.mark.parametrize(
    ("score", "threshold", "status"),
    [(59, 60, "failed"), (60, 60, "active"), (61, 60, "active"), (60, 60.5, "failed"), (0, 0, "active")],
)
def test_a_score_below_the_initial_threshold_ends_the_enrollment_before_it_begins(
    service: Service, records: Records, tenant: Tenant, score: int, threshold: float, status: str
) -> None:
    candidate_id = add_candidate(service)
    interview_id = scored(service, records, tenant, candidate_id, score)

    assert judged(service, tenant, candidate_id, interview_id, threshold) == status


def test_a_candidate_below_the_threshold_is_not_invited_and_has_a_failed_event(
    service: Service, records: Records, tenant: Tenant, table: Table
) -> None:
    candidate_id = add_candidate(service)
    interview_id = scored(service, records, tenant, candidate_id, 10)
    job_id = add_governed_job(service, tenant, threshold=60)
    service.patch(f"/jobs/{job_id}/interview", {"interviewId": interview_id})

    enrolled = enroll(service, job_id, candidateId=candidate_id)

    enrollment = enrolled["enrollment"]
    assert "firstInviteUrl" not in enrolled
    assert (enrollment["status"], enrollment["completedAt"]) == ("failed", enrollment["createdAt"])
    assert [each["status"] for each in enrollment["steps"]] == ["pending"]
    told = [(name, payload) for name, payload in events_of(table) if name.startswith("workflow.")]
    assert [name for name, _ in told] == ["workflow.enrollment.created", "workflow.enrollment.failed"]
    assert told[1][1] == {
        "enrollmentId": enrollment["id"],
        "jobId": job_id,
        "candidateId": candidate_id,
        "templateId": enrollment["templateId"],
        "assignmentId": enrollment["assignmentId"],
        "status": "failed",
        "failedAt": enrollment["completedAt"],
    }
    assert tasks_of(table) == []
    # The candidate is not held: somebody may lower the threshold and try again.
    assert invite(service, job_id, candidateId=candidate_id).status == 201


def test_without_a_score_no_candidate_is_held_back(
    service: Service, records: Records, tenant: Tenant
) -> None:
    candidate_id, interview_id = add_candidate(service), add_interview(service)

    assert judged(service, tenant, candidate_id, None) == "active"
    assert judged(service, tenant, candidate_id, interview_id) == "active"
    scored(service, records, tenant, candidate_id, None, interview_id=interview_id)
    assert judged(service, tenant, candidate_id, interview_id) == "active"
    for number, status in enumerate((SummaryStatus.PROCESSING, SummaryStatus.ERROR), start=2):
        scored(
            service, records, tenant, candidate_id, 5, interview_id=interview_id, status=status, day=number
        )
        assert judged(service, tenant, candidate_id, interview_id) == "active"
    assert (
        enroll(service, add_governed_job(service, tenant, threshold=100))["enrollment"]["status"] == "active"
    )


@pytest.mark.parametrize(("first", "second", "status"), [(90, 10, "failed"), (10, 90, "active")])
@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_the_latest_score_counts(
    service: Service,
    records: Records,
    tenant: Tenant,
    first: int,
    second: int,
    status: str,
    order: tuple[int, int],
) -> None:
    """Latest by its evaluation, in whatever order the interviews were made."""
    candidate_id, interview_id = add_candidate(service), add_interview(service)
    scores = {1: first, 2: second}
    for day in order:
        scored(service, records, tenant, candidate_id, scores[day], interview_id=interview_id, day=day)

    assert judged(service, tenant, candidate_id, interview_id) == status


def test_only_scores_of_the_job_count(service: Service, records: Records, tenant: Tenant) -> None:
    candidate_id, somebody_else = add_candidate(service), add_candidate(service)
    interview_id = scored(service, records, tenant, somebody_else, 10)
    scored(service, records, tenant, candidate_id, 10)

    assert judged(service, tenant, candidate_id, interview_id) == "active"
    assert judged(service, tenant, candidate_id, None) == "active"


def test_the_score_of_a_step_of_the_jobs_own_workflow_counts(
    service: Service, records: Records, tenant: Tenant
) -> None:
    candidate_id = add_candidate(service)
    job_id = add_governed_job(service, tenant, threshold=60)
    before = enroll(service, job_id, candidateId=candidate_id)["enrollment"]
    store_score(records, tenant, before["steps"][0]["candidateInterviewId"], 10)
    end_enrollment(records, tenant, before["id"])

    assert enroll(service, job_id, candidateId=candidate_id)["enrollment"]["status"] == "failed"
    other_job = add_governed_job(service, tenant, threshold=60)
    assert enroll(service, other_job, candidateId=candidate_id)["enrollment"]["status"] == "active"
