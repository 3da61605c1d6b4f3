"""No tenant reaches another's records.

Every route of the OpenAPI document that takes a key is tried with keys that are not the record's own. A new
route needs a request, in `tests.support.route_requests` or `tests.builders.whole_interface`. A new list needs
a builder of its records, and a new member that names records needs one too, in `isolated_records`.
"""

import json
import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace

import pytest

from gather.core.caller import Scope
from gather.core.tenant import sandbox_of
from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from tests.builders.connect import EXAMPLE
from tests.builders.intruders import SHARED_WITH_SANDBOX, intrusions, stored
from tests.builders.isolated_records import (
    LISTS,
    NO_REFERENCES,
    OF_ORGANIZATION,
    OF_TEAM,
    filters,
    own_request,
    place,
)
from tests.builders.service import UNKNOWN_ID, Reply, Tenant, Transport, make_tenant
from tests.builders.whole_interface import (
    RIGHTFUL,
    Client,
    Operation,
    operations,
    paths_without_key,
    request_builder_of,
)
from tests.support.setting import Request

pytestmark = pytest.mark.routes

FOR_EVERYONE = {
    "GET /narrators": "the voices of the speech engine",
    "GET /narrators/{id}": "the voices of the speech engine",
}
"""Routes that answer the same to every tenant."""

OPENED_BY_A_TOKEN = {"chat", "i", "m", "media", "screening", "share", "unsubscribe"}
REFERENCE = {"console", "docs", "qsi"}
"""Routes that are the same for everyone: the OpenAPI document, the page that shows it, and the console's."""

NOT_IN_A_SANDBOX = {
    "POST /teams": 403,
    "PATCH /teams/{teamId}/branding": 403,
    "POST /jobs/assign-ats": 404,
}
"""Routes that a sandbox refuses (interface: Sandbox, rules 2 and 3)."""

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
def owner(transport: Transport, records: Records, in_sandbox: bool) -> Client:
    """The owner of the records."""
    return Client(transport, records, _tenant(records), in_sandbox=in_sandbox)


@pytest.fixture
def stranger(transport: Transport, records: Records, in_sandbox: bool) -> Client:
    """A client of another organization."""
    return Client(transport, records, _tenant(records), in_sandbox=in_sandbox)


@pytest.fixture
def colleague(transport: Transport, records: Records, owner: Client) -> Client:
    """A client of another team of the owner's organization."""
    theirs = owner.outside
    swapped = replace(theirs, team_id=theirs.second_team_id, second_team_id=theirs.team_id)
    return Client(transport, records, swapped, in_sandbox=owner.in_sandbox)


@pytest.fixture
def in_sandbox(operation: Operation) -> bool:
    """Whether everybody works in a sandbox, because the route is for nobody else."""
    return operation.is_in_sandbox


def _tenant(records: Records) -> Tenant:
    return make_tenant(records.table, features=(JOB_WORKFLOW,))


def test_only_addresses_with_a_token_are_opened_without_a_key() -> None:
    assert paths_without_key() == OPENED_BY_A_TOKEN | REFERENCE


@pytest.mark.parametrize("operation", BY_ID, ids=str)
def test_a_record_is_absent_for_everybody_else(
    operation: Operation, owner: Client, stranger: Client, colleague: Client
) -> None:
    build = request_builder_of(operation)
    assert build is not None, f"{operation}: no request in route_requests or whole_interface"
    request = build(owner)
    ways = list(intrusions(operation, owner, stranger, colleague))
    shown, before = _shown(operation, request, owner), stored(owner.transport)

    for intrusion in ways:
        tried = _as_user(request, owner, intrusion.client)
        reply = owner.ask(operation.route, tried, intrusion.way, intrusion.query)
        assert reply.status == intrusion.status, (intrusion.name, reply.body)
        assert "etag" not in reply.headers
        if reply.status == 404:
            path = {**tried.path, operation.identifiers[-1]: UNKNOWN_ID}
            absent = owner.ask(operation.route, replace(tried, path=path), intrusion.way, intrusion.query)
            assert _error(reply, tried.path) == _error(absent, path), intrusion.name
    if isinstance(request.body, dict) and operation.works_in_team:
        body = {**request.body, "teamId": owner.team_id}
        named = owner.ask(operation.route, replace(request, body=body), ways[1].way)
        assert (named.status, named.error["code"]) == (404, "NOT_FOUND")

    assert stored(owner.transport) == before
    assert _shown(operation, request, owner) == shown
    expected = RIGHTFUL.get(operation.route, 200)
    if expected is not None:
        rightful = owner.ask(operation.route, request)
        assert rightful.status in (expected, 201, 202), rightful.body


def _as_user(request: Request, owner: Client, intruder: Client) -> Request:
    """Replaces the owner's user in the request by the intruder's, because the owner's would give it away."""
    text = json.dumps([dict(request.query), request.body]).replace(owner.user_id, intruder.user_id)
    query, body = json.loads(text)
    return Request(request.path, query, body)


def _error(reply: Reply, path: Mapping[str, str]) -> object:
    """Returns an error without the ids of the request, so that it can hold nothing else of a record."""
    error = json.dumps(reply.error)
    for position, identifier in enumerate(path.values()):
        error = error.replace(identifier, f"<{position}>")
    return json.loads(error)


PROGRESS = {"status", "url", "counts", "completedAt", "candidateInterviews"}
"""Members of an erasure, an export, a play or a preview that a worker changes during the test."""


def _without_progress(name: str, member: object) -> object:
    if name not in ("erasure", "export", "play", "preview") or not isinstance(member, dict):
        return member
    return {key: value for key, value in member.items() if key not in PROGRESS}


def _shown(operation: Operation, request: Request, owner: Client) -> object:
    """Returns the record as its owner reads it, where a route shows it; its last change may be a worker's."""
    last = operation.path.rindex("}") + 1
    place = re.sub(r"{\w+}", "{}", operation.path[:last])
    for other in operations():
        if other.method == "GET" and re.sub(r"{\w+}", "{}", other.path) == place:
            values = dict(zip(other.parameters, request.path.values(), strict=True))
            reply = owner.ask(other.route, Request(values))
            assert reply.status == 200, reply.body
            kept = {name: _without_progress(name, member) for name, member in reply.data.items()}
            return re.sub(r'"updatedAt": "[^"]*"', "", json.dumps(kept, sort_keys=True))
    return None


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
    for query in [{}, *filters(operation, owner)]:
        for intrusion in ways:
            if "teamId" in query and intrusion.client.organization_id == owner.organization_id:
                continue  # Who is of the organization may work in each of its teams.
            reply = owner.ask(operation.route, request, intrusion.way, {**intrusion.query, **query})

            told = json.dumps(reply.body["data"]) if reply.status == 200 else ""
            assert not any(mark in told for mark in marks), (intrusion.name, query)
            expected = {intrusion.status, 404} | ({200} if intrusion.status == 404 else set())
            assert reply.status in expected, (intrusion.name, query, reply.body)


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
    """Make a request of the intruder's own in which only `member` names another tenant's record."""
    request = own_request(operation, member, intruder)
    body = deepcopy(request.body)
    place(body, member, named)
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
    """Whether the route does not read the member."""
    if operation.scope is Scope.ADMIN:
        return False
    return member in ("teamId", "userId") and not operation.works_in_team


@pytest.mark.parametrize("operation", [each for each in operations() if each.scope is Scope.GATHER], ids=str)
def test_no_answer_in_a_sandbox_tells_that_its_ids_are_marked(
    operation: Operation, transport: Transport, records: Records
) -> None:
    client = Client(transport, records, _tenant(records), in_sandbox=True)
    build = request_builder_of(operation)
    make = LISTS.get(str(operation))
    if make is not None and not operation.path.startswith(SHARED_WITH_SANDBOX):
        make(client)
    request = build(client) if build else Request()

    reply = client.ask(operation.route, request)

    expected = NOT_IN_A_SANDBOX.get(str(operation)) or RIGHTFUL.get(operation.route, 200)
    # Where a model is asked there may be none.
    assert reply.status in (expected, 200, 201, 202, 503), reply.body
    assert sandbox_of("") not in json.dumps([reply.body, dict(reply.headers)])
