"""The resources that workflow templates can use (interface: Workflow templates, rule 7)."""

import pytest

from gather.content.interviews.models import InterviewType
from gather.core.record import archived
from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from gather.workflow.meetings.storage import MEETING
from tests.builders.content import make_interview, make_job, make_knowledge_base, make_message_group
from tests.builders.jobs import make_job_family, make_titled
from tests.builders.service import Service, Tenant
from tests.support.records import add_active_job, add_interview

pytestmark = [pytest.mark.routes, pytest.mark.features(JOB_WORKFLOW)]


def test_the_resources_are_the_teams_own_without_what_is_archived(
    service: Service, records: Records, tenant: Tenant, other_tenant: Tenant
) -> None:
    group = make_message_group(records, tenant)
    family = make_job_family(records, tenant)
    questionnaire = make_interview(records, tenant, interview_type=InterviewType.QUESTIONNAIRE)
    interview = make_interview(records, tenant, title="Nights")
    meeting_id = make_titled(records, tenant, "meeting")
    old, new = add_active_job(service, title="Older"), add_active_job(service, title="Newer")
    make_knowledge_base(records, tenant)
    gone = make_titled(records, tenant, "meeting")
    records.change(
        MEETING, tenant.team_id, gone, lambda stored, _: archived(stored.record, stored.record.created_at)
    )
    assert service.delete(f"/jobs/{add_active_job(service)}").status == 200
    assert service.delete(f"/interviews/{add_interview(service)}").status == 200
    for resource in ("meeting", "screening questionnaire"):
        make_titled(records, other_tenant, resource)
    make_job(records, other_tenant)
    make_job_family(records, other_tenant)
    make_message_group(records, other_tenant)

    resources = service.get("/workflow-resources").data

    assert {name: [each["id"] for each in found] for name, found in resources.items()} == {
        "interviews": [interview.id, questionnaire.id],
        "meetings": [meeting_id],
        "messageGroups": [group.id],
        "jobs": [new, old],
        "jobFamilies": [family.id],
    }
    first = resources["interviews"][0]
    assert (first["title"], first["interviewType"], first["status"]) == ("Nights", "standard", 0)
    assert (resources["jobs"][0]["title"], resources["jobs"][0]["status"]) == ("Newer", "active")
    assert resources["jobFamilies"][0]["displayName"] == family.display_name


def test_a_team_without_anything_has_no_resources(service: Service, tenant: Tenant) -> None:
    answer = service.get("/workflow-resources", teamId=tenant.second_team_id).data

    assert answer == {name: [] for name in ("interviews", "meetings", "messageGroups", "jobs", "jobFamilies")}
