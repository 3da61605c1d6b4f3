"""Ids, texts and times that clients spell in different ways (interface: Conventions, rules 13 to 16)."""

import base64
from typing import Any
from urllib.parse import quote

import pytest

from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from tests.builders.service import UNKNOWN_ID, Service, Tenant, Transport, make_tenant
from tests.builders.whole_interface import Client, Operation, operations, request_builder_of
from tests.support.setting import Request

pytestmark = pytest.mark.routes

ADA = {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com", "phone": "+14155550123"}
IDS = [each for each in operations() if request_builder_of(each)]
NOT_THE_SAME = ["urn:uuid:{}", "{{{}}}", " {}"]


def in_capitals(value: Any, members: frozenset[str], path: str = "") -> Any:
    """A body with its ids in capitals."""
    if isinstance(value, dict):
        return {
            name: in_capitals(member, members, f"{path}.{name}".lstrip(".")) for name, member in value.items()
        }
    if isinstance(value, list):
        return [in_capitals(element, members, f"{path}[]") for element in value]
    return value.upper() if isinstance(value, str) and path in members else value


@pytest.mark.in_process
@pytest.mark.parametrize("operation", IDS, ids=str)
def test_an_id_in_capitals_names_the_same_record(
    operation: Operation, transport: Transport, records: Records
) -> None:
    tenant = make_tenant(records.table, features=(JOB_WORKFLOW,))
    client = Client(transport, records, tenant, in_sandbox=operation.is_in_sandbox)
    build = request_builder_of(operation)
    assert build is not None
    request = build(client)
    path = {name: value if name == "vendor" else value.upper() for name, value in request.path.items()}
    members = operation.body - {"externalId", "externalJobId"}
    query = {name: value.upper() if name.endswith("Id") else value for name, value in request.query.items()}
    shouted = Request(path, query, in_capitals(request.body, members))

    reply = client.ask(operation.route, shouted)

    assert reply.status not in (400, 404), (shouted, reply.body)
    for value in (*request.path.values(), tenant.team_id):
        assert value.upper() not in str(reply.body) or not any(each.isalpha() for each in value)


def test_an_id_is_returned_in_lower_case(service: Service, tenant: Tenant) -> None:
    made = service.post("/candidates", {**ADA, "teamId": tenant.team_id.upper()}).data

    read = service.get(f"/candidates/{made['id'].upper()}", teamId=tenant.team_id.upper())

    assert (read.data, made["teamId"]) == (made, tenant.team_id)
    absent = service.get(f"/candidates/{UNKNOWN_ID.upper()}")
    assert (absent.status, absent.error["details"]["id"]) == (404, UNKNOWN_ID)


def test_a_list_is_filtered_by_an_id_in_capitals(service: Service) -> None:
    candidate = service.post("/candidates", ADA).data["id"]
    interview = {"title": "A", "displayName": "A", "interviewType": "standard"}
    interview_id = service.post("/interviews", interview).data["interview"]["id"]
    service.post("/candidate-interviews", {"candidateId": candidate, "interviewId": interview_id})

    for query in ({"candidateId": candidate.upper()}, {"interviewId": interview_id.upper()}):
        assert len(service.get("/candidate-interviews", **query).data) == 1


def test_a_list_goes_on_with_an_id_in_the_other_case(service: Service, tenant: Tenant) -> None:
    for number in range(3):
        service.post("/candidates", {**ADA, "firstName": str(number)})
    first = service.get("/candidates", teamId=tenant.team_id, pageSize=2, cursor="")

    following = service.get(
        "/candidates", teamId=tenant.team_id.upper(), cursor=first.body["meta"]["nextCursor"]
    )

    assert [each["firstName"] for each in following.data["candidates"]] == ["0"]


def test_an_identifier_of_the_customer_is_kept_in_its_case(service: Service) -> None:
    service.post("/candidates", {**ADA, "externalId": UNKNOWN_ID.upper()})

    assert service.get("/candidates", externalId=UNKNOWN_ID.upper()).data["pagination"]["total"] == 1
    assert service.get("/candidates", externalId=UNKNOWN_ID).data["pagination"]["total"] == 0


@pytest.mark.parametrize("spelling", NOT_THE_SAME)
def test_another_form_of_a_uuid_is_the_id_of_nothing(service: Service, spelling: str) -> None:
    candidate = service.post("/candidates", ADA).data["id"]

    assert service.get(f"/candidates/{quote(spelling.format(candidate))}").status == 404
    assert service.get(f"/candidates/{candidate.replace('-', '')}").status == 404


def test_the_organization_of_a_legacy_key_may_be_in_capitals(service: Service, tenant: Tenant) -> None:
    login = base64.b64encode(f"{tenant.organization_id.upper()}:{tenant.key}".encode()).decode()

    reply = service.using(None).request("GET", "/candidates", headers={"authorization": f"Basic {login}"})

    assert reply.status == 200


COMPOSED = "Zo\u00eb"
DECOMPOSED = "Zoe\u0308"


@pytest.mark.parametrize(
    ("name", "searched"),
    [
        (COMPOSED, DECOMPOSED),
        (DECOMPOSED, COMPOSED),
        (COMPOSED, DECOMPOSED.upper()),
        ("Stra\u00dfe", "STRASSE"),
        ("Strasse", "stra\u00dfe"),
        ("\u0130stanbul", "istanbul"),
        ("Isparta", "\u0131sparta"),
        ("\uff21\uff22\uff23", "abc"),
        ("Abc", "\uff41\uff42\uff43"),
    ],
)
def test_a_search_finds_the_other_spellings_of_a_name(service: Service, name: str, searched: str) -> None:
    service.post("/candidates", {**ADA, "firstName": name})

    found = service.get("/candidates", search=searched).data["candidates"]

    assert [each["firstName"] for each in found] == [name]


def test_a_search_keeps_accents_apart(service: Service) -> None:
    service.post("/candidates", {**ADA, "firstName": COMPOSED})

    assert service.get("/candidates", search="zoe").data["pagination"]["total"] == 0


@pytest.mark.parametrize("stored", [COMPOSED.casefold(), DECOMPOSED.casefold()])
@pytest.mark.parametrize("searched", [COMPOSED, DECOMPOSED])
def test_a_search_finds_what_was_written_before(
    service: Service, records: Records, monkeypatch: pytest.MonkeyPatch, stored: str, searched: str
) -> None:
    with monkeypatch.context() as before:
        before.setattr("gather.table.kind.fold", lambda text: stored)
        service.post("/candidates", {**ADA, "firstName": COMPOSED})

    assert service.get("/candidates", search=searched).data["pagination"]["total"] == 1


def test_topics_of_one_name_are_the_same_whatever_their_composition(service: Service) -> None:
    topics = [{"topic": f"Caf{each}", "weight": 50} for each in ("\u00e9", "e\u0301")]
    interview = {"title": "A", "displayName": "A", "interviewType": "standard"}
    interview_id = service.post("/interviews", interview).data["interview"]["id"]

    reply = service.post(f"/interviews/{interview_id}/score-card-template", {"topics": topics})

    assert (reply.status, reply.faulty_fields) == (400, {"topics[1].topic"})


def test_a_parameter_given_twice_with_one_value_is_given_once(service: Service) -> None:
    service.post("/candidates", ADA)

    twice = service.request("GET", "/candidates?pageSize=1&pageSize=1&search=a%20&search=a+&x=1&x=2")
    differing = service.request("GET", "/candidates?pageSize=1&pageSize=2&page=1&page=3&archived=perhaps")

    assert (twice.status, twice.data["pagination"]["pageSize"]) == (200, 1)
    assert (differing.status, differing.faulty_fields) == (400, {"pageSize", "page", "archived"})
    assert "given twice" in differing.error["details"][0]["reason"]


def test_the_plus_of_an_offset_that_became_a_space_is_explained(service: Service) -> None:
    refused = service.request("GET", "/webhook-deliveries?startDate=2026-02-03T04:05:06+01:00")
    taken = service.request(
        "GET", "/webhook-deliveries?startDate=2026-02-03t04:05:06%2B01:00&endDate=2026-02-04z"
    )

    assert (refused.status, refused.faulty_fields) == (400, {"startDate"})
    assert "%2B" in refused.error["message"]
    assert (taken.status, taken.faulty_fields) == (400, {"endDate"})
    assert service.get("/webhook-deliveries", startDate="2026-02-03t04:05:06z").status == 200
    assert service.get("/webhook-deliveries", startDate="2026-W05-3").faulty_fields == {"startDate"}


def test_a_byte_order_mark_is_passed_over(service: Service) -> None:
    assert (
        service.post("/questions", raw='\ufeff{"title": "A", "audioURL": "https://a.example/a.mp3"}').status
        == 201
    )


@pytest.mark.parametrize("encoding", ["gzip", "br", "deflate, gzip", "GZIP"])
def test_a_compressed_body_is_refused_with_what_is_read(service: Service, encoding: str) -> None:
    reply = service.post("/candidates", ADA, headers={"content-encoding": encoding})

    assert (reply.status, reply.error["code"]) == (415, "UNSUPPORTED_MEDIA_TYPE")
    assert reply.headers["accept-encoding"] == "identity"
    assert "gzip" in reply.error["message"]
    assert service.post("/candidates", ADA, headers={"content-encoding": "identity"}).status == 201
    assert service.request("GET", "/candidates", headers={"content-encoding": encoding}).status == 200
