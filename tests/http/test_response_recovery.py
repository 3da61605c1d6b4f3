"""Repetitions of a POST whose first response was lost (interface: Repeated requests, rule 3)."""

from collections.abc import Mapping

import pytest

from gather.core.errors import ServiceUnavailable
from gather.http import idempotency
from gather.http.route_declaration import Route
from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from openapi.declarations import declared_routes
from tests.builders.service import Reply, Service, Tenant, Transport, make_tenant
from tests.builders.whole_interface import Client, Operation, operations, request_builder_of
from tests.doubles.clock import HandClock
from tests.support.route_requests import ROUTE_REQUESTS
from tests.support.setting import Request

pytestmark = pytest.mark.routes

GATHER = "/qsi/gather"
CONNECT = "/connect"

ADA = {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com", "phone": "+14155550123"}

NOT_MADE_ANEW: Mapping[str, str] = {
    f"POST {GATHER}/credentials": "the key is stored nowhere",
    f"POST {CONNECT}/accounts": "the key is stored nowhere",
    f"POST {CONNECT}/{{vendor}}/integrations": "the password is stored nowhere",
    f"POST {GATHER}/candidate-imports/{{importId}}/start": "it changes what is there",
    f"POST {GATHER}/webhooks": "the secret may have been replaced since, and is told to who replaces it",
    f"POST {GATHER}/candidate-interviews/{{candidateInterviewId}}/decision": "a newer decision may count",
    f"POST {GATHER}/candidate-interviews/{{candidateInterviewId}}/comments": "it is no record",
    f"POST {GATHER}/candidate-interviews/{{candidateInterviewId}}/share-link": "a newer link may be there",
    f"POST {GATHER}/teams": "it makes many records",
    f"POST {GATHER}/users": "it makes many records",
    f"POST {GATHER}/workflow-templates/{{id}}/apply": "it makes many records",
    f"POST {GATHER}/jobs/{{jobId}}/workflow-override": "another template may govern the job since",
    f"POST {GATHER}/interviews/{{interviewId}}/score-card-template": "a version is no record of its own",
    f"POST {GATHER}/score-card-previews/{{id}}/apply": "it changes what is there",
    f"POST {GATHER}/webhooks/{{id}}/test": "the deliveries are made later, by the fan-out",
    f"POST {GATHER}/webhooks/{{id}}/redeliver": "the deliveries are made later, by the fan-out",
    f"POST {GATHER}/webhook-deliveries/{{id}}/redeliver": "the deliveries are made later, by the fan-out",
    f"POST {GATHER}/sandbox/candidate-interviews/{{candidateInterviewId}}/play": "a play goes on by itself",
}
"""Routes that create something and answer a repetition with 409, each with the reason."""

ROUTES: Mapping[str, Route] = {each.route.key: each.route for each in declared_routes()}
MADE_ANEW = [each for each in operations() if each.method == "POST" and ROUTES[each.route].makes]


@pytest.fixture
def tenant(records: Records) -> Tenant:
    return make_tenant(records.table, features=(JOB_WORKFLOW,))


@pytest.fixture
def client(transport: Transport, records: Records, tenant: Tenant) -> Client:
    return Client(transport, records, tenant)


def send(client: Client, route: str, request: Request, key: str = "import-7") -> Reply:
    own = client.own(route.partition(" ")[2])
    return client.ask(route, request, Service(own.transport, own.key, "", {"Idempotency-Key": key}))


def lose_responses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes each process seem to die after the work and before it can keep its response."""

    def die(*_: object) -> None:
        raise ServiceUnavailable("The process is gone.")

    monkeypatch.setattr(idempotency, "_keep", die)


def test_every_route_that_makes_something_says_what_becomes_of_a_lost_response() -> None:
    making = {
        each.route for each in operations() if each.method == "POST" and ROUTES[each.route].status != 200
    }

    assert making - {each.route for each in MADE_ANEW} == set(NOT_MADE_ANEW)


@pytest.mark.in_process
@pytest.mark.usefixtures("engines")
@pytest.mark.parametrize("operation", MADE_ANEW, ids=str)
def test_a_lost_response_is_made_anew(
    operation: Operation, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = request_builder_of(operation)
    assert build is not None, f"{operation}: no request in route_requests or whole_interface"
    request = build(client)
    lose_responses(monkeypatch)
    first = send(client, operation.route, request)
    assert first.status == ROUTES[operation.route].status, first.body

    again = send(client, operation.route, request)

    assert (again.status, again.data) == (first.status, first.data)
    assert again.headers.get("etag") == first.headers.get("etag")
    assert again.headers["idempotent-replay"] == "true"


@pytest.mark.in_process
@pytest.mark.parametrize("route", [f"POST {GATHER}/credentials", f"POST {GATHER}/webhooks"])
def test_what_is_told_once_is_never_told_twice(
    route: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = ROUTE_REQUESTS[route](client)
    lose_responses(monkeypatch)
    assert send(client, route, request).status == 201

    again = send(client, route, request)

    assert (again.status, again.error["code"]) == (409, "CONFLICT")


@pytest.mark.in_process
def test_a_response_counts_as_lost_once_it_can_no_longer_come(
    client: Client, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever repeats a request that runs waits for its response, and does not take the work for lost."""
    lose_responses(monkeypatch)
    route = f"POST {GATHER}/webhooks"
    request = ROUTE_REQUESTS[route](client)
    send(client, route, request)

    at_once = send(client, route, request)
    clock.advance(seconds=idempotency.RUNNING.total_seconds())
    later = send(client, route, request)

    assert (at_once.status, later.status) == (409, 409)
    assert "is still running" in at_once.error["message"]
    assert "its response was lost" in later.error["message"]


@pytest.mark.in_process
def test_the_record_is_told_as_it_is_by_then(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    lose_responses(monkeypatch)
    route, request = f"POST {GATHER}/candidates", Request(body=ADA)
    candidate_id = send(client, route, request).data["id"]
    own = client.own(GATHER)
    own.patch(f"{GATHER}/candidates/{candidate_id}", {"firstName": "Augusta"})

    again = send(client, route, request)

    assert (again.status, again.data["id"], again.data["firstName"]) == (201, candidate_id, "Augusta")
    assert again.headers["etag"] == '"2"'


@pytest.mark.in_process
def test_who_was_erased_is_not_made_anew(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    lose_responses(monkeypatch)
    route, request = f"POST {GATHER}/candidates", Request(body=ADA)
    candidate_id = send(client, route, request).data["id"]
    assert client.own(GATHER).post(f"{GATHER}/candidates/{candidate_id}/erase").status == 202

    again = send(client, route, request)

    assert (again.status, again.error["code"]) == (409, "CONFLICT")


@pytest.mark.in_process
def test_another_body_is_refused_all_the_same(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    lose_responses(monkeypatch)
    route = f"POST {GATHER}/candidates"
    send(client, route, Request(body=ADA))

    other = send(client, route, Request(body={**ADA, "firstName": "Eve"}))

    assert other.error["code"] == "IDEMPOTENCY_KEY_REUSED"
