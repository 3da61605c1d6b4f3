"""No tenant reaches another's records.

Every route of the OpenAPI document that takes a key is tried with keys that are not the record's own. A new
route needs a request, in `bench.recipes` or in `tests.builders.whole_interface`; a new list needs what makes
its records, in LISTS; a new member that names records needs what makes one, in OF_TEAM or OF_ORGANIZATION.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import pytest

from bench.calls import Request
from bench.recipes import (
    GATHER,
    REPLICA,
    Setting,
    ai_text_question,
    audio_question,
    candidate,
    candidate_interview,
    chatbot,
    interview,
    job,
    message_group,
    survey_question,
    workflow_template,
)
from gather import aws
from gather.domain.caller import Scope
from gather.domain.organization import JOB_WORKFLOW
from gather.settings import settings
from gather.table.records import Records
from gather.wiring import records as stored_records
from tests.builders.connect import EXAMPLE, basic
from tests.builders.deliveries import make_delivery, make_webhook
from tests.builders.service import UNKNOWN_ID, InProcess, Reply, Service, Tenant, Transport, make_tenant
from tests.builders.whole_interface import (
    RIGHTFUL,
    Client,
    Operation,
    account,
    integration_id,
    job_family,
    knowledge_base,
    meeting,
    operations,
    order,
    paths_without_key,
    questionnaire,
    recipe_of,
)

FOR_EVERYONE = {
    "GET /narrators": "the voices of the speech engine",
    "GET /narrators/{id}": "the voices of the speech engine",
}
"""Routes that answer the same to every tenant."""

OPENED_BY_A_TOKEN = {"chat", "i", "m", "media", "screening", "share"}

BY_ID = [each for each in operations() if each.identifiers and str(each) not in FOR_EVERYONE]
LISTS_OF_DOCUMENT = [
    each
    for each in operations()
    if each.method == "GET" and not each.identifiers and str(each) not in FOR_EVERYONE
]
IN_THE_VENDOR_S_WORDS = {"POST /connect/{vendor}/orders": {"interviewId"}}
"""Members that only a vendor's own model has, which the document leaves open."""
WITH_REFERENCES = [each for each in operations() if each.body or str(each) in IN_THE_VENDOR_S_WORDS]


@pytest.fixture
def owner(transport: Transport, records: Records) -> Client:
    """Whose records they are."""
    return Client(transport, records, _tenant(records))


@pytest.fixture
def stranger(transport: Transport, records: Records) -> Client:
    """Another organization."""
    return Client(transport, records, _tenant(records))


@pytest.fixture
def colleague(transport: Transport, records: Records, owner: Client) -> Client:
    """Another team of the owner's organization."""
    theirs = owner.tenant
    swapped = replace(theirs, team_id=theirs.second_team_id, second_team_id=theirs.team_id)
    return Client(transport, records, swapped)


def _tenant(records: Records) -> Tenant:
    return make_tenant(records.table, features=(JOB_WORKFLOW,))


def stored(transport: Transport) -> object:
    """All that the table holds, but how often keys were used; nothing where others write to it meanwhile."""
    if not isinstance(transport, InProcess):
        return None
    pages = aws.dynamodb().get_paginator("scan").paginate(TableName=settings().table_name)
    items = [item for page in pages for item in page["Items"]]
    for item in items:
        if item.get("entity") in ({"S": "CREDENTIAL"}, {"S": "INTEGRATION_LOGIN"}):
            for counted in ("used", "windowEndsAt", "lastUsedAt"):
                item.pop(counted, None)
    return sorted(json.dumps(item, sort_keys=True) for item in items)


def test_only_addresses_with_a_token_are_opened_without_a_key() -> None:
    assert paths_without_key() == OPENED_BY_A_TOKEN


# Records named by the path


@dataclass(frozen=True)
class Intrusion:
    """A way in that is not the record's own, and what is answered there."""

    name: str
    way: Service
    client: Client
    query: Mapping[str, str] = field(default_factory=dict)
    status: int = 404


def intrusions(
    operation: Operation, owner: Client, stranger: Client, colleague: Client
) -> Iterator[Intrusion]:
    """Every way in that another tenant could try."""
    other_scope = Scope.INTEGRATIONS if operation.scope is Scope.GATHER else Scope.GATHER
    elsewhere = owner.using(owner.key_of(other_scope, owner.team_id))
    yield Intrusion("the owner's key of another scope", elsewhere, owner, status=403)
    if operation.scope is Scope.ADMIN:
        return
    team, organization = _ways(stranger, operation.scope)
    yield Intrusion("another organization's team", team, stranger)
    if operation.scope is Scope.INTEGRATIONS:
        yield from _over_integrations(operation, stranger, colleague)
    if operation.works_in_team:
        theirs, ours = {"teamId": owner.team_id}, {"teamId": stranger.team_id}
        yield Intrusion("another organization's team in the owner's", team, stranger, theirs)
        yield Intrusion("another organization", organization, stranger, ours)
        yield Intrusion("another organization in the owner's team", organization, stranger, theirs)
        yield Intrusion("another organization without a team", organization, stranger, status=400)
    else:
        yield Intrusion("another organization", organization, stranger)
    if operation.works_in_team or operation.scope is Scope.INTEGRATIONS:
        yield Intrusion("another team", _ways(colleague, operation.scope)[0], colleague)


def _ways(client: Client, scope: Scope) -> tuple[Service, Service]:
    """With the client's key of a team, and with that of the organization."""
    team, organization = (client.key_of(scope, team_id) for team_id in (client.team_id, None))
    return client.using(team), client.using(organization)


def _over_integrations(operation: Operation, *clients: Client) -> Iterator[Intrusion]:
    """Each has an integration of its own, so that it gets as far as the record, also with Basic."""
    takes_basic = operation.path.split("/")[3] in ("catalog", "orders", "results")
    for client in clients:
        integration = client.integration()
        header = basic(integration["user"], integration["password"])
        yield Intrusion(
            "another integration's password",
            client.using(None, **header),
            client,
            status=404 if takes_basic else 401,
        )


@pytest.mark.parametrize("operation", BY_ID, ids=str)
def test_a_record_is_absent_for_everybody_else(
    operation: Operation, owner: Client, stranger: Client, colleague: Client
) -> None:
    recipe = recipe_of(operation)
    assert recipe is not None, f"{operation}: no request in bench.recipes or tests.builders.whole_interface"
    request = recipe(owner)
    ways = list(intrusions(operation, owner, stranger, colleague))
    shown, before = _shown(operation, request, owner), stored(owner.transport)

    for intrusion in ways:
        tried = _as_user(request, owner, intrusion.client)
        nowhere = Request({**tried.path, operation.identifiers[-1]: UNKNOWN_ID}, tried.query, tried.body)
        reply = owner.ask(operation.route, tried, intrusion.way, intrusion.query)
        absent = owner.ask(operation.route, nowhere, intrusion.way, intrusion.query)

        assert reply.status == intrusion.status, (intrusion.name, reply.body)
        assert _error(reply, request) == _error(absent, nowhere), intrusion.name
        assert "etag" not in reply.headers
    if isinstance(request.body, dict) and operation.works_in_team:
        body = {**request.body, "teamId": owner.team_id}
        named = owner.ask(operation.route, replace(request, body=body), ways[1].way)
        assert (named.status, named.error["code"]) == (404, "NOT_FOUND")

    assert stored(owner.transport) == before
    assert _shown(operation, request, owner) == shown
    expected = RIGHTFUL.get(operation.route, 200)
    if expected is not None:
        rightful = owner.ask(operation.route, request)
        assert rightful.status in (expected, 201), rightful.body


def _as_user(request: Request, owner: Client, intruder: Client) -> Request:
    """The request with the intruder's own user in the place of the owner's, which would give it away."""
    text = json.dumps([dict(request.query), request.body]).replace(owner.user_id, intruder.user_id)
    query, body = json.loads(text)
    return Request(request.path, query, body)


def _error(reply: Reply, request: Request) -> object:
    """What an answer says, without the ids that were asked for: nothing else of a record can be in it."""
    error = json.dumps(reply.error)
    for position, identifier in enumerate(request.path.values()):
        error = error.replace(identifier, f"<{position}>")
    return json.loads(error)


def _shown(operation: Operation, request: Request, owner: Client) -> object:
    """The record as its owner reads it, where a route shows it; its last change may be a worker's."""
    last = operation.path.rindex("}") + 1
    place = re.sub(r"{\w+}", "{}", operation.path[:last])
    for other in operations():
        if other.method == "GET" and re.sub(r"{\w+}", "{}", other.path) == place:
            values = dict(zip(other.parameters, request.path.values(), strict=True))
            reply = owner.ask(other.route, Request(values))
            assert reply.status == 200, reply.body
            return re.sub(r'"updatedAt": "[^"]*"', "", json.dumps(reply.data, sort_keys=True))
    return None


# Lists


Make = Callable[[Client], Sequence[str]]
"""Makes records of a client; answers what of them the list shows to nobody else."""


def _one(make: Callable[[Setting], str]) -> Make:
    return lambda client: [make(client)]


def _replica(client: Setting) -> str:
    made: str = client.make("/replicas", REPLICA, "replica", "id")
    return made


def _brand(client: Client) -> Sequence[str]:
    name = f"Only {client.team_id}"
    route = f"PATCH {GATHER}/teams/{{teamId}}/branding"
    client.send(route, Request({"teamId": client.team_id}, body={"displayName": name}))
    return [name]


def _candidate_interviews(client: Client) -> Sequence[str]:
    made = candidate_interview(client)
    client.kept.update(candidateId=made["candidateId"], interviewId=made["interviewId"])
    return [made["id"], made["inviteToken"]]


def _deliveries(client: Client) -> Sequence[str]:
    webhook = make_webhook(stored_records(), client.tenant)
    delivery = make_delivery(stored_records(), client.tenant, webhook.id, candidate_interview_id=UNKNOWN_ID)
    client.kept.update(webhookConfigurationId=webhook.id, candidateInterviewId=UNKNOWN_ID)
    return [delivery.id]


def _webhooks(client: Client) -> Sequence[str]:
    return [make_webhook(stored_records(), client.tenant).id]


def _integrations(client: Client) -> Sequence[str]:
    integration = client.integration()
    client.kept["integrationId"] = integration["id"]
    return [integration["id"]]


def _catalog(client: Client) -> Sequence[str]:
    _integrations(client)
    return [interview(client)]


def _orders(client: Client) -> Sequence[str]:
    _integrations(client)
    return [order(client)]


def _credentials(client: Client) -> Sequence[str]:
    body = {"organizationId": client.organization_id, "teamId": client.team_id, "name": "Site"}
    made: str = client.make("/credentials", {**body, "permissions": ["read"]}, "id")
    return [made]


def _resources(client: Client) -> Sequence[str]:
    return [make(client) for make in (interview, questionnaire, meeting, message_group, job, job_family)]


LISTS: Mapping[str, Make] = {
    "GET /ai-text-questions": _one(ai_text_question),
    "GET /branding": _brand,
    "GET /candidate-interviews": _candidate_interviews,
    "GET /candidates": _one(candidate),
    "GET /chatbots": _one(chatbot),
    "GET /connect/accounts": _one(account),
    "GET /connect/{vendor}/catalog": _catalog,
    "GET /connect/{vendor}/health": _integrations,
    "GET /connect/{vendor}/integrations": _integrations,
    "GET /connect/{vendor}/orders": _orders,
    "GET /credentials": _credentials,
    "GET /interviews": lambda client: [interview(client), questionnaire(client)],
    "GET /job-families": _one(job_family),
    "GET /jobs": _one(job),
    "GET /message-groups": _one(message_group),
    "GET /questions": _one(audio_question),
    "GET /replicas": _one(_replica),
    "GET /survey-questions": _one(survey_question),
    "GET /teams": lambda client: [client.team_id, client.tenant.second_team_id],
    "GET /users": lambda client: [client.user_id],
    "GET /webhook-deliveries": _deliveries,
    "GET /webhooks": _webhooks,
    "GET /workflow-resources": _resources,
    "GET /workflow-templates": _one(workflow_template),
}
"""What makes the records of each list, and what it shows of them."""

PAGING = {"page", "pageSize", "limit", "includeTeams", "endDate"}
FILTERS: Mapping[str, str] = {
    "archived": "true",
    "department": "Logistics",
    "eventType": "interview.created",
    "externalId": "A-1815",
    "interviewType": "questionnaire",
    "location": "Berlin",
    "search": "a",
    "startDate": "2020-01-01T00:00:00Z",
    "type": "requisition",
}
"""A value of each filter that is no id; those of `status` follow from the list."""
STATUSES = {
    "GET /candidate-interviews": "invite_sent",
    "GET /jobs": "draft",
    "GET /webhook-deliveries": "pending",
}


@pytest.mark.parametrize("operation", LISTS_OF_DOCUMENT, ids=str)
def test_a_list_shows_nothing_of_anybody_else(
    operation: Operation, owner: Client, stranger: Client, colleague: Client
) -> None:
    make = LISTS.get(str(operation))
    assert make is not None, f"{operation}: nothing in LISTS makes the records that it shows"
    marks = make(owner)
    request = Request({"vendor": EXAMPLE}) if "vendor" in operation.parameters else Request()
    if operation.scope is Scope.ADMIN:
        request = replace(request, query={"organizationId": owner.organization_id})
    own = owner.ask(operation.route, request)
    assert own.status == 200, own.body
    assert all(mark in json.dumps(own.body) for mark in marks), "its owner sees what was made"

    ways = list(intrusions(operation, owner, stranger, colleague))
    for query in [{}, *_filters(operation, owner)]:
        for intrusion in ways:
            if "teamId" in query and intrusion.client.organization_id == owner.organization_id:
                continue  # Who is of the organization may work in each of its teams.
            reply = owner.ask(operation.route, request, intrusion.way, {**intrusion.query, **query})

            told = json.dumps(reply.body["data"]) if reply.status == 200 else ""
            assert not any(mark in told for mark in marks), (intrusion.name, query)
            expected = {intrusion.status, 404} | ({200} if intrusion.status == 404 else set())
            assert reply.status in expected, (intrusion.name, query, reply.body)


def _filters(operation: Operation, owner: Client) -> Iterator[dict[str, str]]:
    """Each filter of a list with a value that fits the owner's records."""
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


# Records named by the body


def _message(client: Setting) -> str:
    body = {"title": "Friendly", "type": "standard", "status": "PUBLISHED", "teamId": client.team_id}
    message = {"type": "INVITE", "emailBody": "Hello: {{link}}"}
    group = client.make("/message-groups", {**body, "messages": [message]}, "messageGroup")
    made: str = group["messages"][0]["id"]
    return made


def _team(client: Setting) -> str:
    return client.team_id


def _user(client: Setting) -> str:
    return client.user_id


OF_TEAM: Mapping[str, Callable[[Setting], str]] = {
    "aiConfiguration.replicaId": _replica,
    "aiTextQuestionIds[]": ai_text_question,
    "audioQuestionAndMessageIds[]": audio_question,
    "candidateId": candidate,
    "interviewId": interview,
    "interviewIds[]": interview,
    "jobFamilyIds[]": job_family,
    "jobIds[]": job,
    "knowledgeBaseIds[]": knowledge_base,
    "meetingId": meeting,
    "messageGroupId": message_group,
    "messages[].id": _message,
    "questionIds[]": audio_question,
    "screeningQuestionnaireId": questionnaire,
    "steps[].artifactId": interview,
    "surveyQuestions[].id": survey_question,
    "templateId": workflow_template,
    "templateInterviewId": interview,
}
"""The record that a member names, by the member: those of a team."""
OF_ORGANIZATION: Mapping[str, Callable[[Setting], str]] = {
    "assignedRecruiterId": _user,
    "integrationId": integration_id,
    "notificationSubscribers[]": _user,
    "targetTeamId": _team,
    "teamId": _team,
    "teams[].userIds[]": _user,
    "userId": _user,
    "users[].teamIds[]": _team,
}
"""The record that a member names, by the member: those of an organization."""
NO_REFERENCES: Mapping[str, str] = {
    "audioMessageId": "given by the client",
    "externalId": "another system's",
    "externalJobId": "the vendor's",
    "narratorId": "a voice of the speech engine",
    "options[].id": "a part of the question itself",
    "replicaId": "the provider's",
    "steps[].id": "a part of the template itself",
    "removedQuestionIds[]": "taken out where it is, which it is not",
    "removedSurveyQuestionIds[]": "taken out where it is, which it is not",
    "removedAITextQuestionIds[]": "taken out where it is, which it is not",
}
"""Members that name no record of any tenant, and why."""
AI_MEMBERS = {"aiConfiguration.replicaId", "aiTextQuestionIds[]", "knowledgeBaseIds[]"}


@pytest.mark.parametrize("operation", WITH_REFERENCES, ids=str)
def test_a_body_cannot_name_anybody_else_s_record(
    operation: Operation, owner: Client, stranger: Client, colleague: Client
) -> None:
    members = operation.body | IN_THE_VENDOR_S_WORDS.get(str(operation), set())
    for member in sorted(members - NO_REFERENCES.keys()):
        if _is_ignored(operation, member):
            continue
        make = OF_TEAM.get(member) or OF_ORGANIZATION.get(member)
        assert make is not None, f"{operation}: neither OF_TEAM nor OF_ORGANIZATION makes what {member} names"
        named = make(owner)
        for intruder in (stranger, colleague) if member in OF_TEAM else (stranger,):
            _try_to_name(operation, member, named, intruder)


def _try_to_name(operation: Operation, member: str, named: str, intruder: Client) -> None:
    """Make a request of the intruder's own in which only `member` names what is somebody else's."""
    request = _own_request(operation, member, intruder)
    body = deepcopy(request.body)
    _place(body, member, named)
    way = intruder.own(operation.path)
    before = stored(intruder.transport)

    reply = intruder.ask(operation.route, replace(request, body=body), way)

    if operation.path.endswith("/bulk-update") and reply.status == 200:
        assert (reply.data["success"], reply.data["updatedCount"]) == (False, 0), member
    else:
        assert reply.status == 404, (member, reply.body)
        details = reply.error["details"]
        assert (details["id"], details["field"]) == (named, member.replace("[]", "[0]"))
    assert stored(intruder.transport) == before, member


def _is_ignored(operation: Operation, member: str) -> bool:
    """Whether the route does not read the member, or may name any tenant with it."""
    if operation.scope is Scope.ADMIN:
        return True
    return member in ("teamId", "userId") and not operation.works_in_team


def _own_request(operation: Operation, member: str, client: Client) -> Request:
    """A request to the route that the client may make, in which the member counts."""
    needs_ai = member in AI_MEMBERS and "/interviews" in operation.path
    name = f"{operation} {needs_ai}"
    if name not in client.kept:
        recipe = recipe_of(operation)
        assert recipe is not None, f"{operation}: no request in tests.builders.whole_interface"
        client.kept[name] = _ai_request(operation, client) if needs_ai else recipe(client)
    request: Request = client.kept[name]
    if member.startswith("steps[]"):
        assert isinstance(request.body, dict)
        return replace(request, body={**request.body, "steps": [{"stepType": "standard_interview"}]})
    return request


def _ai_request(operation: Operation, client: Client) -> Request:
    configuration = {"aiConfiguration": {"replicaId": _replica(client)}}
    body = {"title": "Barista", "displayName": "Barista", "interviewType": "ai_interviewer", **configuration}
    if operation.method == "POST":
        return Request(body=body)
    made = client.make("/interviews", body, "interview", "id")
    if operation.path.endswith("/bulk-update"):
        return Request(body={"interviewIds": [made], "mode": "overwrite"})
    return Request({"interviewId": made}, body={})


def _place(body: Any, member: str, value: str) -> None:
    """Set a member of a body, the first of a list, and what leads to it."""
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
