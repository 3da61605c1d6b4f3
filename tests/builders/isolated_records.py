"""Builders of the records that lists show and that bodies name, for every list and every such member."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from gather.core.clock import timestamp
from gather.core.identifiers import new_id
from gather.sandbox.inbox import storage as inbox_storage
from gather.sandbox.inbox.models import SandboxMessage
from gather.screening.candidates.delivery_type import DeliveryType
from tests.builders.deliveries import make_delivery, make_event, make_webhook
from tests.builders.sandboxes import sandbox_tenant
from tests.builders.service import UNKNOWN_ID
from tests.builders.whole_interface import (
    Client,
    Operation,
    account,
    candidate_import,
    integration_id,
    job_family,
    knowledge_base,
    meeting,
    order,
    questionnaire,
    request_builder_of,
)
from tests.support.records import (
    BARISTA,
    add_ai_text_question,
    add_chatbot,
    add_interview_with_question,
    add_job,
    add_knowledge_base,
    add_meeting,
    add_question,
    add_survey_question,
    post_ai_interview,
    post_credential,
    post_message_group,
    post_replica,
)
from tests.support.route_requests import (
    ROUTE_REQUESTS,
    candidate,
    candidate_interview,
    message_group,
    workflow_template,
)
from tests.support.setting import GATHER, Request, Setting

Make = Callable[[Client], Sequence[str]]
"""Creates records of a client, and returns the values in the list that no other tenant may see."""


def _one(make: Callable[[Setting], str]) -> Make:
    return lambda client: [make(client)]


def _replica(client: Setting) -> str:
    return str(post_replica(client)["id"])


def _brand(client: Client) -> Sequence[str]:
    name = f"Only {client.team_id}"
    route = f"PATCH {GATHER}/teams/{{teamId}}/branding"
    client.send(route, Request({"teamId": client.team_id}, body={"displayName": name}))
    return [name]


def _candidate_interviews(client: Client) -> Sequence[str]:
    made = candidate_interview(client)
    client.kept.update(candidateId=made["candidateId"], interviewId=made["interviewId"])
    route = f"POST {GATHER}/jobs/{{jobId}}/invite-candidate"
    enrolls = ROUTE_REQUESTS[route](client)
    client.send(route, enrolls)
    client.kept.update(jobId=enrolls.path["jobId"])
    return [made["id"], made["inviteToken"]]


def _deliveries(client: Client) -> Sequence[str]:
    webhook = make_webhook(client.records, client.tenant)
    delivery = make_delivery(client.records, client.tenant, webhook.id, candidate_interview_id=UNKNOWN_ID)
    client.kept.update(webhookConfigurationId=webhook.id, candidateInterviewId=UNKNOWN_ID)
    return [delivery.id]


def _events(client: Client) -> Sequence[str]:
    event = make_event(client.records, client.tenant, at=datetime.now(UTC))
    return [event.id]


def _webhooks(client: Client) -> Sequence[str]:
    return [make_webhook(client.records, client.tenant).id]


def _integrations(client: Client) -> Sequence[str]:
    integration = client.integration()
    client.kept["integrationId"] = integration["id"]
    return [integration["id"]]


def _catalog(client: Client) -> Sequence[str]:
    _integrations(client)
    return [add_interview_with_question(client)]


def _orders(client: Client) -> Sequence[str]:
    _integrations(client)
    return [order(client)]


def _credentials(client: Client) -> Sequence[str]:
    return [str(post_credential(client, client)["id"])]


def _resources(client: Client) -> Sequence[str]:
    makes = (add_interview_with_question, questionnaire, meeting, message_group, add_job, job_family)
    return [make(client) for make in makes]


def _waiting(client: Client) -> Sequence[str]:
    client.kept["jobId"] = add_job(client, status="pending_approval")
    return [str(client.kept["jobId"])]


def _inbox(client: Client) -> list[str]:
    message = SandboxMessage(
        channel=DeliveryType.EMAIL,
        to="ada@example.com",
        subject=f"About {new_id()}",
        body="Hello",
        sent_at=timestamp(datetime.now(UTC)),
    )
    organization_id, team_id = sandbox_tenant(client.tenant)
    inbox_storage.save(client.records.table, organization_id, team_id, new_id(), message, None)
    return [message.subject or ""]


LISTS: Mapping[str, Make] = {
    "GET /ai-text-questions": _one(add_ai_text_question),
    "GET /audit-log": _credentials,
    "GET /branding": _brand,
    "GET /candidate-imports": _one(candidate_import),
    "GET /candidate-interviews": _candidate_interviews,
    "GET /candidates": _one(candidate),
    "GET /chatbots": _one(add_chatbot),
    "GET /connect/accounts": _one(account),
    "GET /connect/{vendor}/catalog": _catalog,
    "GET /connect/{vendor}/health": _integrations,
    "GET /connect/{vendor}/integrations": _integrations,
    "GET /connect/{vendor}/orders": _orders,
    "GET /credentials": _credentials,
    "GET /events": _events,
    "GET /interviews": lambda client: [add_interview_with_question(client), questionnaire(client)],
    "GET /job-families": _one(job_family),
    "GET /jobs": _one(add_job),
    "GET /knowledge-bases": _one(add_knowledge_base),
    "GET /meetings": _one(add_meeting),
    "GET /message-groups": _one(message_group),
    "GET /questions": _one(add_question),
    "GET /replicas": _one(_replica),
    "GET /review-queue": _waiting,
    "GET /sandbox/inbox": _inbox,
    "GET /survey-questions": _one(add_survey_question),
    "GET /teams": lambda client: [client.team_id, client.tenant.second_team_id],
    "GET /users": lambda client: [client.user_id],
    "GET /webhook-deliveries": _deliveries,
    "GET /webhooks": _webhooks,
    "GET /workflow-resources": _resources,
    "GET /workflow-templates": _one(workflow_template),
}
"""The builder of the records of each list, by its route."""

PAGING = {"page", "pageSize", "limit", "cursor", "includeTeams", "endDate", "until"}
FILTERS: Mapping[str, str] = {
    "archived": "true",
    "completedSince": "2020-01-01T00:00:00Z",
    "completedUntil": "2100-01-01T00:00:00Z",
    "createdSince": "2020-01-01T00:00:00Z",
    "createdUntil": "2100-01-01T00:00:00Z",
    "department": "Logistics",
    "email": "ada@example.com",
    "event": "interview.created",
    "eventType": "interview.created",
    "externalId": "A-1815",
    "interviewType": "questionnaire",
    "kind": "approval",
    "waitingFor": "you",
    "location": "Berlin",
    "phone": "+14155550123",
    "scoreMax": "100",
    "scoreMin": "0",
    "search": "a",
    "since": "2020-01-01T00:00:00Z",
    "sort": "createdAt",
    "source": "api",
    "startDate": "2020-01-01T00:00:00Z",
    "tag": "night-shift",
    "type": "requisition",
    "updatedSince": "2020-01-01T00:00:00Z",
}
"""A value of each filter that is no id; those of `status` follow from the list."""
STATUSES = {
    "GET /candidate-interviews": "invite_sent",
    "GET /jobs": "draft",
    "GET /webhook-deliveries": "pending",
}


def filters(operation: Operation, owner: Client) -> Iterator[dict[str, str]]:
    """Yields each filter of a list with a value that fits the owner's records."""
    values = {
        **FILTERS,
        **{name: value for name, value in owner.kept.items() if isinstance(value, str)},
        "organizationId": owner.organization_id,
        "status": STATUSES.get(str(operation), ""),
        "teamId": owner.team_id,
        "userId": owner.user_id,
    }
    for name in sorted(operation.query - PAGING):
        assert values.get(name), f"{operation}: no value for the filter {name}"
        yield {name: values[name]}


def _message(client: Setting) -> str:
    group = post_message_group(client, client, {"type": "INVITE", "emailBody": "Hello: {{link}}"})
    return str(group["messages"][0]["id"])


def _team(client: Setting) -> str:
    return client.team_id


def _organization(client: Setting) -> str:
    return client.organization_id


def _user(client: Setting) -> str:
    return client.user_id


OF_TEAM: Mapping[str, Callable[[Setting], str]] = {
    "aiConfiguration.replicaId": _replica,
    "aiTextQuestionIds[]": add_ai_text_question,
    "audioQuestionAndMessageIds[]": add_question,
    "candidateId": candidate,
    "candidateInterviewIds[]": lambda client: str(candidate_interview(client)["id"]),
    "interviewId": add_interview_with_question,
    "invite.interviewId": add_interview_with_question,
    "invite.jobId": add_job,
    "interviewIds[]": add_interview_with_question,
    "jobFamilyIds[]": job_family,
    "jobId": add_job,
    "jobIds[]": add_job,
    "knowledgeBaseIds[]": knowledge_base,
    "meetingId": meeting,
    "messageGroupId": message_group,
    "messages[].id": _message,
    "questionIds[]": add_question,
    "screeningQuestionnaireId": questionnaire,
    "steps[].artifactId": add_interview_with_question,
    "surveyQuestions[].id": add_survey_question,
    "templateId": workflow_template,
    "templateInterviewId": add_interview_with_question,
}
"""Builders of a team's records, by the member that names the record."""
OF_ORGANIZATION: Mapping[str, Callable[[Setting], str]] = {
    "assignedRecruiterId": _user,
    "integrationId": integration_id,
    "notificationSubscribers[]": _user,
    "organizationId": _organization,
    "targetTeamId": _team,
    "teamIds[]": _team,
    "teamId": _team,
    "teams[].userIds[]": _user,
    "userId": _user,
    "users[].teamIds[]": _team,
}
"""Builders of an organization's records, by the member that names the record."""
NO_REFERENCES: Mapping[str, str] = {
    "audioMessageId": "given by the client",
    "externalId": "another system's",
    "externalJobId": "the vendor's",
    "groups[].candidateIds[]": "counted where they are the team's, which they are not",
    "narratorId": "a voice of the speech engine",
    "options[].id": "a part of the question itself",
    "replicaId": "the provider's",
    "slots[].id": "a part of the meeting itself",
    "steps[].id": "a part of the template itself",
    "removedQuestionIds[]": "taken out where it is, which it is not",
    "removedSurveyQuestionIds[]": "taken out where it is, which it is not",
    "removedAITextQuestionIds[]": "taken out where it is, which it is not",
}
"""Members that name no record of any tenant, and the reason."""
AI_MEMBERS = {"aiConfiguration.replicaId", "aiTextQuestionIds[]", "knowledgeBaseIds[]"}


def own_request(operation: Operation, member: str, client: Client) -> Request:
    """Returns a request that the client may make, in which the member has an effect."""
    needs_ai = member in AI_MEMBERS and "/interviews" in operation.path
    name = f"{operation} {needs_ai}"
    if name not in client.kept:
        build = request_builder_of(operation)
        assert build is not None, f"{operation}: no request in tests.builders.whole_interface"
        client.kept[name] = _ai_request(operation, client) if needs_ai else build(client)
    request: Request = client.kept[name]
    if member.startswith("steps[]"):
        assert isinstance(request.body, dict)
        return replace(request, body={**request.body, "steps": [{"stepType": "standard_interview"}]})
    return request


def _ai_request(operation: Operation, client: Client) -> Request:
    if operation.method == "POST":
        configuration = {"aiConfiguration": {"replicaId": _replica(client)}}
        return Request(body={**BARISTA, "interviewType": "ai_interviewer", **configuration})
    made = post_ai_interview(client)["id"]
    if operation.path.endswith("/bulk-update"):
        return Request(body={"interviewIds": [made], "mode": "overwrite"})
    return Request({"interviewId": made}, body={})


def place(body: Any, member: str, value: str) -> None:
    """Set a member of a body, which may be the first of a list, and create the objects on its path."""
    steps = re.findall(r"\w+|\[\]", member)
    last = steps[-1]
    for way, following in pairwise(steps):
        fresh: Any = [] if following == "[]" else {}
        if way == "[]":
            if not body:
                body.append(fresh)
            body = body[0]
        else:
            body = body.setdefault(way, fresh)
    if last == "[]":
        body[:] = [value]
    else:
        body[last] = value
