"""What people who have signed in may do, by their role (interface: Console, rules 5 and 9)."""

import pytest

from gather.core.caller import Role, Scope
from gather.http.routes import GATHER_PREFIX
from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from openapi.declarations import declared_routes
from tests.builders.intruders import stored
from tests.builders.people import make_person, token_of
from tests.builders.service import Transport, make_tenant
from tests.builders.whole_interface import (
    RIGHTFUL,
    Client,
    Operation,
    operations,
    request_builder_of,
)
from tests.support.setting import Request

pytestmark = pytest.mark.routes

OF_REVIEWERS = {
    "PATCH /candidate-interviews/{candidateInterviewId}/status",
    "PATCH /candidate-interviews/{candidateInterviewId}/results",
    "POST /candidate-interviews/{candidateInterviewId}/evaluate",
    "POST /candidate-interviews/{candidateInterviewId}/decision",
    "POST /candidate-interviews/{candidateInterviewId}/comments",
    "POST /candidate-interviews/{candidateInterviewId}/share-link",
    "DELETE /candidate-interviews/{candidateInterviewId}/share-link",
    # It changes nothing.
    "POST /fairness-reports",
}
OF_ADMINISTRATORS = {
    "POST /users",
    "PATCH /users/{userId}",
    "DELETE /users/{userId}",
    "POST /teams",
    "PATCH /teams/{teamId}/branding",
    "POST /webhooks",
    "PATCH /webhooks/{id}",
    "PUT /webhooks/{id}",
    "DELETE /webhooks/{id}",
    "POST /webhooks/{id}/rotate-secret",
    "POST /webhooks/{id}/test",
    "POST /webhooks/{id}/redeliver",
    "POST /webhook-deliveries/{id}/redeliver",
    "POST /candidates/{candidateId}/erase",
    "POST /credentials",
    "GET /credentials",
    "DELETE /credentials/{credentialId}",
    "GET /audit-log",
}


def role_of(operation: Operation) -> Role | None:
    """The least role that may use a route, by the interface; None where keys alone may."""
    if not operation.path.startswith(f"{GATHER_PREFIX}/") or operation.is_in_sandbox:
        return None
    if str(operation) in OF_ADMINISTRATORS:
        return Role.ADMINISTRATOR
    return Role.REVIEWER if operation.method == "GET" or str(operation) in OF_REVIEWERS else Role.MANAGER


@pytest.fixture
def owner(transport: Transport, records: Records) -> Client:
    """The tenant whose people sign in."""
    return Client(transport, records, make_tenant(records.table, features=(JOB_WORKFLOW,)))


def test_every_route_says_the_role_that_the_interface_says() -> None:
    declared = {
        each.route.key: each.route.least_role if each.route.takes_session else None
        for each in declared_routes()
        if each.route.takes_key and each.route.is_ours
    }

    assert declared == {operation.route: role_of(operation) for operation in operations()}


@pytest.mark.parametrize(
    "operation", [each for each in operations() if role_of(each) not in (None, Role.REVIEWER)], ids=str
)
def test_what_a_role_may_not_do_is_refused_and_changes_nothing(
    operation: Operation, owner: Client, records: Records
) -> None:
    least = role_of(operation)
    build = request_builder_of(operation)
    assert build is not None
    assert least is not None
    request = build(owner)
    lesser = [role for role in Role if not role.includes(least)]
    tokens = {role: token_of(records, make_person(records, owner.tenant, role)) for role in (*lesser, least)}
    before = stored(owner.transport)

    for role in lesser:
        reply = owner.ask(operation.route, request, owner.using(None, authorization=f"Bearer {tokens[role]}"))
        assert (reply.status, reply.error["code"]) == (403, "FORBIDDEN"), role

    assert stored(owner.transport) == before
    reply = owner.ask(operation.route, request, owner.using(None, authorization=f"Bearer {tokens[least]}"))
    expected = RIGHTFUL.get(operation.route, 200)
    assert expected is None or reply.status in (expected, 200, 201, 202, 503), reply.body


@pytest.mark.parametrize("operation", [each for each in operations() if role_of(each) is None], ids=str)
def test_no_role_opens_what_is_for_keys_alone(operation: Operation, owner: Client, records: Records) -> None:
    token = token_of(records, make_person(records, owner.tenant, Role.ADMINISTRATOR))
    build = request_builder_of(operation)
    sandbox = Client(owner.transport, records, owner.outside, in_sandbox=True)
    request = build(sandbox if operation.is_in_sandbox else owner) if build else Request()

    reply = owner.ask(operation.route, request, owner.using(None, authorization=f"Bearer {token}"))

    assert (reply.status, reply.error["code"]) == (403, "FORBIDDEN")


def test_only_routes_of_gather_and_of_its_administration_take_sessions() -> None:
    scopes = {each.route.scopes for each in declared_routes() if each.route.takes_session}

    assert scopes == {frozenset({Scope.GATHER}), frozenset({Scope.ADMIN})}
