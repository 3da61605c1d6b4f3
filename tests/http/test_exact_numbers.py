"""Open objects come back with each number as it was sent (interface: Conventions, rule 12)."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from gather.core.open_object import MOST_BYTES
from gather.events.catalogue import PAYLOADS
from gather.table.store import Table
from gather.wiring import Adapters
from tests.builders.connect import connect, customer_key, integrate
from tests.builders.service import GATHER, Service, Tenant
from tests.doubles.gateway import InProcess
from tests.doubles.vendor_service import VendorService

pytestmark = [pytest.mark.routes, pytest.mark.in_process]

NUMBERS = [
    *("1.10", "1.0", "0.1", "-0", "-0.0", "0", "1e400", "-1E+2", "1e-400", "1.5", "7", "12345678.90"),
    *("3.14159265358979323846264338327950288", "123456789012345678901234567890", "9007199254740993"),
    "9" * 4_000,
]
OPEN = "{" + ",".join(f'"n{place}":{number}' for place, number in enumerate(NUMBERS)) + ',"deep":[{"":1.10}]}'


@pytest.fixture
def raw(adapters: Adapters) -> InProcess:
    """The handlers, whose bodies are looked at as text."""
    return InProcess(adapters)


def sent(raw: InProcess, tenant: Tenant, method: str, path: str, body: str | None = None) -> str:
    """The text of the response."""
    headers = {"x-api-key": tenant.key, "content-type": "application/json"}
    return str(raw.answer(method, f"{GATHER}{path}", headers, body).body)


@pytest.mark.parametrize("member", ["descriptionJson", "requirementsJson"])
def test_a_job_keeps_the_text_of_each_number(raw: InProcess, tenant: Tenant, member: str) -> None:
    body = f'{{"title":"Barista","type":"pipeline","tags":["1.10"],"{member}":{OPEN}}}'

    made = sent(raw, tenant, "POST", "/jobs", body)
    job_id = json.loads(made)["data"]["job"]["id"]

    for answer in (made, sent(raw, tenant, "GET", f"/jobs/{job_id}"), sent(raw, tenant, "GET", "/jobs")):
        assert f'"{member}":{OPEN}' in answer

    changed = sent(raw, tenant, "PATCH", f"/jobs/{job_id}", f'{{"{member}":{{"a":1.100}}}}')
    assert f'"{member}":{{"a":1.100}}' in changed
    assert f'"{member}":{{"a":1.100}}' in sent(raw, tenant, "GET", f"/jobs/{job_id}")


def test_a_repeated_request_has_the_same_answer(raw: InProcess, tenant: Tenant) -> None:
    headers = {"x-api-key": tenant.key, "content-type": "application/json", "idempotency-key": "k-1"}
    body = f'{{"title":"Barista","type":"pipeline","descriptionJson":{OPEN}}}'

    first, second = (str(raw.answer("POST", f"{GATHER}/jobs", headers, body).body) for _ in range(2))

    assert json.loads(first)["data"] == json.loads(second)["data"]
    assert OPEN in first
    assert OPEN in second


def test_an_ats_job_has_the_numbers_of_the_ats(
    raw: InProcess, service: Service, table: Table, tenant: Tenant, ats: VendorService
) -> None:
    integration = integrate(connect(service, customer_key(table, tenant)), ats.base_url)
    known = ats.answer
    ats.answer = lambda path, login: _with(known(path, login), "openings", "1.10")
    body = json.dumps({"integrationId": integration.id, "externalJobId": "ATS-1001"})

    made = sent(raw, tenant, "POST", "/jobs/assign-ats", body)

    assert '"openings":1.10' in made
    assert '"openings":1.10' in sent(raw, tenant, "GET", f"/jobs/{json.loads(made)['data']['job']['id']}")


def _with(answer: tuple[int, Any], name: str, number: str) -> tuple[int, Any]:
    """The answer with a number as the ATS writes it."""
    status, body = answer
    return status, json.dumps({**body, name: "number"}).replace('"number"', number).encode()


def test_numbers_elsewhere_are_what_they_were(raw: InProcess, tenant: Tenant) -> None:
    """Only open objects are kept as they are."""
    body = '{"title":"Barista","type":"pipeline","descriptionJson":{"a":1.10},"location":[1.10]}'

    answer = json.loads(sent(raw, tenant, "POST", "/jobs", body))

    assert [fault["field"] for fault in answer["error"]["details"]] == ["location[0]"]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ('{"a":NaN}', "is not valid JSON"),
        ('{"a":01.10}', "is not valid JSON"),
        (f'{{"a":{"9" * 5_000}}}', "holds a number with too many digits"),
        ('{"a":1.10,"b":"\\u0000"}', "must not have the character U+0000"),
        (f'{{"a":1.{"1" * MOST_BYTES}}}', f"must have at most {MOST_BYTES} bytes"),
    ],
)
def test_what_is_no_object_is_still_refused(raw: InProcess, tenant: Tenant, value: str, reason: str) -> None:
    body = f'{{"title":"Barista","type":"pipeline","descriptionJson":{value}}}'

    answer = json.loads(sent(raw, tenant, "POST", "/jobs", body))

    assert reason in [fault["reason"] for fault in answer["error"]["details"]]


def test_no_event_has_an_open_object() -> None:
    """A receiver's signature therefore covers only numbers that the service has written itself."""
    schemas = [TypeAdapter(payload).json_schema(by_alias=True) for payload in PAYLOADS.values()]

    assert '"additionalProperties": true' not in json.dumps(schemas)
