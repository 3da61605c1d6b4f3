"""Rules for every request: bodies, envelopes, failures, logs.

Interface: Conventions, rules 2 and 12; Errors, rules 1 to 7.
"""

import io
import json
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from pydantic import TypeAdapter, ValidationError

from gather.core.errors import MOST_FAULTS_TOLD, PayloadTooLarge
from gather.core.identifiers import is_id
from gather.core.observability import logger
from gather.http import envelope
from gather.http.envelope import ENVELOPE
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import CANDIDATE
from gather.table.store import Table
from gather.wiring import Adapters
from tests.builders.service import UNKNOWN_ID, Reply, Service, Tenant
from tests.doubles.clock import HandClock
from tests.doubles.table_faults import fail, throttled, timed_out

pytestmark = pytest.mark.routes

ADA = {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com", "phone": "+14155550123"}
MEBIBYTE = 1024 * 1024


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """The output of the log."""
    stream = io.StringIO()
    for handler in logger.handlers:
        monkeypatch.setattr(handler, "stream", stream)
    return stream


def made(service: Service) -> int:
    total: int = service.get("/candidates").data["pagination"]["total"]
    return total


def test_every_response_names_its_request_and_its_time(service: Service, clock: HandClock) -> None:
    for reply in (service.get("/candidates"), service.get("/candidates/none"), service.using(None).get("/x")):
        assert set(reply.body) in ({"data", "meta"}, {"error", "meta"})
        assert is_id(reply.body["meta"]["requestId"])
        assert reply.body["meta"]["timestamp"] == "2026-03-02T09:30:00.000Z"
        assert reply.headers["content-type"] == "application/json"


@pytest.mark.parametrize(("limit", "status"), [("30.0", 201), ("3e1", 201), ("30.5", 400), ('"30"', 400)])
def test_a_number_without_a_fraction_is_a_whole_one(service: Service, limit: str, status: int) -> None:
    members = f'"title": "Why us?", "type": "FREE_TEXT", "maxCharacterLength": {limit}'

    reply = service.post("/survey-questions", raw=f"{{{members}}}")

    assert reply.status == status
    if status == 201:
        assert reply.data["surveyQuestion"]["maxCharacterLength"] == 30


@pytest.mark.parametrize("raw", ["{", "firstName=Ada", "{'firstName': 'Ada'}", '{"firstName": NaN}', "\x00"])
def test_a_body_that_is_not_json_is_refused(service: Service, raw: str) -> None:
    reply = service.post("/candidates", raw=raw)

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert made(service) == 0


@pytest.mark.parametrize(
    ("tags", "status"), [('"1"', 200), ('"7", "1"', 200), ("*", 200), ('"7"', 412), ('"7", "8"', 412)]
)
def test_a_change_may_name_several_versions(service: Service, tags: str, status: int) -> None:
    candidate = service.post("/candidates", ADA).data

    reply = service.patch(f"/candidates/{candidate['id']}", {"source": "Fair"}, headers={"if-match": tags})

    assert reply.status == status


def test_a_number_with_thousands_of_digits_is_refused_as_what_it_is(service: Service) -> None:
    job = '{"title": "Barista", "type": "requisition", "descriptionJson": {"count": %s}}'

    refused = service.post("/jobs", raw=job % ("1" * 5_000))
    taken = service.post("/jobs", raw=job % ("1" * 400))

    assert (refused.status, refused.error["message"]) == (400, "body: holds a number with too many digits")
    assert taken.data["job"]["descriptionJson"] == {"count": int("1" * 400)}


@pytest.mark.parametrize("raw", ["[]", '"text"', "7", "null", "true"])
def test_a_body_that_is_no_object_is_refused(service: Service, raw: str) -> None:
    reply = service.post("/candidates", raw=raw)

    assert (reply.status, reply.faulty_fields) == (400, {"body"})


def test_no_body_counts_as_an_empty_object(service: Service) -> None:
    reply = service.request("POST", "/candidates")

    assert reply.faulty_fields == {"firstName", "lastName", "email", "phone"}


def padded(size: int) -> str:
    """Returns a candidate's body of `size` bytes."""
    body = json.dumps({**ADA, "note": "é"}, ensure_ascii=False)
    return body.replace("é", "é" + "x" * (size - len(body.encode())))


def test_a_body_of_a_mebibyte_passes_and_a_byte_more_does_not(service: Service) -> None:
    assert service.post("/candidates", raw=padded(MEBIBYTE)).status == 201

    reply = service.post("/candidates", raw=padded(MEBIBYTE + 1))

    assert (reply.status, reply.error["code"]) == (413, "PAYLOAD_TOO_LARGE")
    assert made(service) == 1


@pytest.mark.parametrize(
    ("path", "body", "member"),
    [
        ("/interviews", {"questionIds": ["x"] * 19_000}, "questionIds"),
        ("/users", {"users": [{}] * 9_000}, "users"),
        ("/jobs", {"location": [7] * 19_000}, "location"),
    ],
)
def test_an_array_that_is_far_too_long_is_one_fault(
    service: Service, path: str, body: dict[str, object], member: str
) -> None:
    reply = service.post(path, raw=json.dumps(body, separators=(",", ":")))

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert [each["field"] for each in reply.error["details"]].count(member) == 1
    assert not any(each["field"].startswith(f"{member}[") for each in reply.error["details"])


def test_a_body_with_very_many_values_is_one_fault(service: Service) -> None:
    reply = service.post("/users", raw=json.dumps({"users": [{}] * 250_000}, separators=(",", ":")))

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert [each["field"] for each in reply.error["details"]] == ["body"]


def test_of_very_many_faults_the_first_are_listed(service: Service) -> None:
    topic = {"lookingFor": [7] * 50}
    body = {"scoreCardTopics": [topic] * 50}

    reply = service.post("/interviews", body)

    assert (reply.status, reply.error["code"]) == (400, "VALIDATION_ERROR")
    assert len(reply.error["details"]) == MOST_FAULTS_TOLD
    assert len(json.dumps(reply.body)) < MEBIBYTE


@pytest.mark.in_process
def test_a_response_that_is_too_large_is_refused_and_a_smaller_page_is_not(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        service.post("/candidates", ADA)
    monkeypatch.setattr(envelope, "LARGEST_RESPONSE_BYTES", 1_500)

    whole, page = service.get("/candidates"), service.get("/candidates", pageSize="1")

    assert (whole.status, whole.error["code"]) == (413, "PAYLOAD_TOO_LARGE")
    assert (page.status, len(page.data["candidates"])) == (200, 1)


@pytest.mark.parametrize(
    ("character", "passing"), [("x", 6_000_000), ("\u00e9", 3_000_000), ('"', 1_500_000)]
)
def test_a_response_is_as_large_as_lambda_sends_it(character: str, passing: int) -> None:
    """Lambda sends the body as a text of its own JSON, in which a quote of a text takes four bytes."""

    def status(length: int) -> int:
        data = character * length
        try:
            answer = ENVELOPE.success(
                data, TypeAdapter(str), 200, UNKNOWN_ID, datetime(2026, 3, 2, tzinfo=UTC), {}
            )
        except PayloadTooLarge as fault:
            return fault.status
        return answer.status_code

    assert (status(passing), status(passing * 21 // 20)) == (200, 413)


def test_unknown_members_are_ignored(service: Service) -> None:
    reply = service.post("/candidates", {**ADA, "id": "mine", "shoeSize": 43})

    assert reply.status == 201
    assert reply.data["id"] != "mine"
    assert "shoeSize" not in reply.data


def test_faults_of_query_and_body_come_together(service: Service) -> None:
    reply = service.request("POST", "/candidates", {**ADA, "phone": 1}, {"teamId": "x" * 101})

    assert reply.faulty_fields == {"phone", "teamId"}


@pytest.mark.parametrize("fault", [throttled, timed_out])
@pytest.mark.parametrize("operation", ["UpdateItem", "TransactWriteItems"])
@pytest.mark.in_process
def test_a_table_that_does_not_respond_is_503_and_nothing_is_written(
    adapters: Adapters, service: Service, fault: Callable[[str], Exception], operation: str
) -> None:
    stop = fail(adapters, operation, fault(operation))
    reply = service.post("/candidates", ADA)
    stop()

    assert (reply.status, reply.error["code"]) == (503, "SERVICE_UNAVAILABLE")
    assert reply.headers["retry-after"] == "1"
    assert is_id(reply.body["meta"]["requestId"])
    assert made(service) == 0


@pytest.mark.in_process
def test_an_unexpected_failure_is_500_and_says_nothing_of_its_cause(
    adapters: Adapters, service: Service
) -> None:
    stop = fail(adapters, "TransactWriteItems", RuntimeError("cannot store ada@example.com"))
    reply = service.post("/candidates", ADA)
    stop()

    assert (reply.status, reply.error["code"]) == (500, "INTERNAL_ERROR")
    assert set(reply.error) == {"code", "message"}
    assert "ada@" not in json.dumps(reply.body)
    assert reply.headers["x-ratelimit-remaining"] == "999"


def lines(log: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


@pytest.mark.in_process
def test_a_failure_is_logged_with_what_finds_it(
    adapters: Adapters, service: Service, log: io.StringIO
) -> None:
    stop = fail(adapters, "TransactWriteItems", RuntimeError("cannot store ada@example.com"))
    reply = service.post("/candidates", ADA)
    stop()

    failure = next(line for line in lines(log) if line["level"] == "ERROR")

    assert failure["requestId"] == reply.body["meta"]["requestId"]
    assert failure["route"] == "POST /qsi/gather/candidates"
    assert "RuntimeError" in str(failure["faults"])
    assert "create_candidate" in str(failure["faults"])


@pytest.mark.in_process
def test_each_request_is_one_line_with_its_metrics(
    service: Service, tenant: Tenant, log: io.StringIO
) -> None:
    reply = service.post("/candidates", {**ADA, "phone": "none"})

    (line,) = lines(log)

    assert line["requestId"] == reply.body["meta"]["requestId"]
    assert line["organizationId"] == tenant.organization_id
    assert (line["route"], line["status"], line["Refusals"]) == ("POST /qsi/gather/candidates", 400, 1)


def exchange(adapters: Adapters, service: Service) -> list[Reply]:
    """Sends requests of every outcome, with personal data wherever a request can carry it."""
    secret = {"Idempotency-Key": "ada-secret"}
    replies = [
        service.post("/candidates", ADA, headers=secret),
        service.post("/candidates", ADA, headers=secret),
        service.post("/candidates", {**ADA, "phone": "+1999ada"}),
        service.get("/candidates", search="ada@example.com"),
        service.get("/candidates/ada@example.com"),
        service.get("/ada@example.com"),
        service.using("qapi_adas_key").get("/candidates"),
    ]
    for fault in (throttled("PutItem"), RuntimeError("ada@example.com"), ValueError("+14155550123")):
        stop = fail(adapters, "TransactWriteItems", fault)
        replies.append(service.post("/candidates", ADA))
        stop()
    return replies


@pytest.mark.in_process
def test_no_personal_data_and_no_key_reaches_the_log(
    adapters: Adapters, service: Service, tenant: Tenant, log: io.StringIO
) -> None:
    statuses = {reply.status for reply in exchange(adapters, service)}

    assert statuses == {200, 201, 400, 401, 404, 500, 503}
    logged = log.getvalue()
    for secret in (tenant.key, "adas_key", "ada@", "Lovelace", "4155550123", "+1999ada", "ada-secret"):
        assert secret not in logged


@pytest.mark.in_process
def test_a_stored_record_that_cannot_be_read_is_not_quoted_in_the_log(
    service: Service, table: Table, tenant: Tenant, log: io.StringIO
) -> None:
    candidate_id = service.post("/candidates", ADA).data["id"]
    item = table.get(CANDIDATE.key(tenant.team_id, candidate_id))
    assert item is not None
    table.put({**item, "firstName": ["Ada Lovelace"]})

    reply = service.get(f"/candidates/{candidate_id}")

    assert reply.status == 500
    assert "Lovelace" not in log.getvalue() + json.dumps(reply.body)


def test_the_fault_of_a_record_does_not_quote_it() -> None:
    """Workers leave their failures to the runtime, which logs them with their messages."""
    with pytest.raises(ValidationError) as fault:
        Candidate.model_validate({"firstName": ["Ada"], "email": "ada@example.com"})

    assert "Ada" not in str(fault.value)
    assert "firstName" in str(fault.value)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_a_number_that_json_does_not_have_is_no_json(service: Service, number: str) -> None:
    body = json.dumps(ADA)[:-1] + f', "x": {number}}}'

    reply = service.request("POST", "/candidates", raw=body)

    assert reply.error["details"] == [{"field": "body", "reason": "is not valid JSON"}]


def test_a_text_may_speak_of_numbers_that_json_does_not_have(service: Service) -> None:
    assert service.post("/candidates", {**ADA, "lastName": "NaN Infinity"}).status == 201


def test_the_missing_team_is_named_with_all_other_faults(service: Service, tenant: Tenant) -> None:
    whole = service.using(tenant.organization_key)

    assert whole.post("/candidates", {**ADA, "email": 5}).faulty_fields == {"email", "teamId"}
    assert whole.get("/candidates", page="x").faulty_fields == {"page", "teamId"}
    assert whole.post("/candidates", {**ADA, "teamId": tenant.team_id}).status == 201


def test_an_array_with_a_wrong_element_is_one_fault(service: Service) -> None:
    body = {"candidateId": "x", "interviewId": "y", "deliveryTypes": ["fax"]}

    assert service.post("/candidate-interviews", body).faulty_fields == {"deliveryTypes[0]"}
    empty = service.post("/candidate-interviews", {**body, "deliveryTypes": []})
    assert empty.error["details"] == [{"field": "deliveryTypes", "reason": "must have at least 1 elements"}]


def test_a_patch_that_names_nothing_changes_nothing(service: Service) -> None:
    candidate = service.post("/candidates", ADA)

    reply = service.patch(f"/candidates/{candidate.data['id']}", {})

    assert (reply.data, reply.headers["etag"]) == (candidate.data, candidate.headers["etag"])


def test_a_member_goes_by_the_interfaces_name_alone(service: Service) -> None:
    reply = service.post("/candidates", {**ADA, "external_id": "crm-1"})

    assert reply.data["externalId"] is None
    assert service.get("/candidates", page_size=500).status == 200
