"""Workflows over the interface, jobs that templates govern, enrolled candidates, and their scores."""

from typing import Any

from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.evaluations.models import StoredEvaluation, SummaryStatus
from gather.screening.evaluations.storage import EVALUATION
from gather.table.records import Records
from tests.builders.service import Reply, Service, Tenant
from tests.support.records import add_active_job, post_workflow_template


def ask_for_template(service: Service, tenant: Tenant, **members: object) -> Reply:
    """The reply to a new template."""
    return service.post("/workflow-templates", {"name": "Hiring", "userId": tenant.user_id, **members})


def read_template(service: Service, template_id: str) -> dict[str, Any]:
    """A template as its single get answers it, with its assignments."""
    template: dict[str, Any] = service.get(f"/workflow-templates/{template_id}").data["workflowTemplate"]
    return template


def listed_templates(service: Service, **query: object) -> list[str]:
    """The names of the templates of the list."""
    found = service.get("/workflow-templates", **query).data["workflowTemplates"]
    return [template["name"] for template in found]


def archive_template(service: Service, tenant: Tenant, template_id: str) -> Reply:
    """The reply to the DELETE of a template."""
    return service.delete(f"/workflow-templates/{template_id}", userId=tenant.user_id)


def apply(service: Service, tenant: Tenant, template_id: str, **members: object) -> list[dict[str, Any]]:
    """Apply a template to `jobIds` or `jobFamilyIds`; the assignments."""
    reply = service.post(f"/workflow-templates/{template_id}/apply", {"userId": tenant.user_id, **members})
    assert reply.status == 201, reply.body
    assignments: list[dict[str, Any]] = reply.data["assignments"]
    return assignments


def add_governed_job(
    service: Service, tenant: Tenant, *steps: dict[str, object], threshold: float | None = None
) -> str:
    """An active job with a workflow of `steps`; its id."""
    job_id, template = add_active_job(service), post_workflow_template(service, tenant, *steps)
    apply(service, tenant, template["id"], jobIds=[job_id], initialScoreThreshold=threshold)
    return job_id


def enroll(service: Service, job_id: str, **members: object) -> dict[str, Any]:
    """The answer to an invite of a candidate, by default one with an e-mail address."""
    body = members or {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com"}
    reply = service.post(f"/jobs/{job_id}/invite-candidate", body)
    assert reply.status == 201, reply.body
    data: dict[str, Any] = reply.data
    return data


def store_score(
    records: Records,
    tenant: Tenant,
    candidate_interview_id: str,
    score: int | None,
    *,
    day: int = 1,
    status: SummaryStatus = SummaryStatus.COMPLETE,
) -> None:
    """Complete a candidate interview, evaluated on a day of March 2026."""
    moment = f"2026-03-{day:02}T09:00:00.000Z"
    records.change(
        CANDIDATE_INTERVIEW,
        tenant.team_id,
        candidate_interview_id,
        lambda stored, _: stored.record.changed(completed_at=moment),
    )
    evaluation = StoredEvaluation(run=1, summary_status=status, score=score, evaluated_at=moment)
    put_evaluation(records, tenant.team_id, candidate_interview_id, evaluation)


def put_evaluation(
    records: Records, team_id: str, candidate_interview_id: str, evaluation: StoredEvaluation
) -> None:
    """The evaluation that a candidate interview has, whatever it had before."""
    place = EVALUATION.at(team_id, candidate_interview_id)
    records.table.write(place.put(**evaluation.model_dump(by_alias=True)))
