"""The rules for every text of a request, over the whole interface (interface: Errors, rules 8 to 11)."""

import copy
import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from gather.table.records import Records
from gather.tenancy.organizations.models import JOB_WORKFLOW
from tests.builders.connect import EXAMPLE, connect, customer_key, integrate, order_body
from tests.builders.service import Service, Tenant, Transport, make_tenant
from tests.builders.whole_interface import DOCUMENT, Client, Operation, operations, request_builder_of
from tests.doubles.chat_candidate import chatting
from tests.doubles.vendor_service import VendorService
from tests.support.records import add_interview_with_question, post_chatbot
from tests.support.setting import Request

pytestmark = [pytest.mark.routes, pytest.mark.in_process]

ADA = {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com", "phone": "+14155550123"}
Path = tuple[str | int, ...]
NOT_BLANK = "[^\\s"
"""The beginning of the pattern of a text that is trimmed and must not be empty."""
IGNORED = frozenset(
    {"POST /interviews aiConfiguration", "POST /interviews scoreCardTopics", "survey-questions options"}
)
"""Members that types of interviews and questions do not have, and that the service ignores."""
BAD_ADDRESSES = [
    "ada\u0007@example.com",
    "ada\u0000@example.com",
    "ada\u200b@example.com",
    "ada@example.com:25",
    "mailto:ada@example.com",
    ".ada@example.com",
    "ada@exa/mple.com",
    "josé@example.com",
]


@cache
def document() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    return read


def texts(schema: Mapping[str, Any], *path: str | int) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yields each text of a schema, with its path."""
    while "$ref" in schema:
        schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for variant in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from texts(variant, *path)
    if "items" in schema:
        yield from texts(schema["items"], *path, 0)
    for name, member in schema.get("properties", {}).items():
        yield from texts(member, *path, name)
    if schema.get("type") == "string" and "enum" not in schema:
        yield path, dict(schema)


def with_text(body: Any, path: Path, text: str) -> Any:
    """Puts a text into the body at its path."""
    step, *rest = path
    if isinstance(step, int):
        elements = list(body) if isinstance(body, list) and body else [None]
        elements[0] = with_text(elements[0], tuple(rest), text) if rest else text
        return elements
    members = dict(body) if isinstance(body, dict) else {}
    members[step] = with_text(members.get(step), tuple(rest), text) if rest else text
    return members


def spelled(path: Path) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def bodies(operation: Operation) -> Mapping[str, Any]:
    declared = document()["paths"][operation.path][operation.method.lower()]
    content: Mapping[str, Any] = declared.get("requestBody", {}).get("content", {})
    schema: Mapping[str, Any] = content.get("application/json", {}).get("schema", {})
    return schema


WITH_TEXTS = [each for each in operations() if request_builder_of(each) and any(texts(bodies(each)))]


@pytest.mark.parametrize("operation", WITH_TEXTS, ids=str)
def test_each_text_of_a_body_is_held_to_what_people_can_read(
    operation: Operation, transport: Transport, records: Records
) -> None:
    client = Client(
        transport,
        records,
        make_tenant(records.table, features=(JOB_WORKFLOW,)),
        in_sandbox=operation.is_in_sandbox,
    )
    build = request_builder_of(operation)
    assert build is not None
    request = build(client)
    for path, schema in texts(bodies(operation)):
        if any(name == path[0] and where in str(operation) for where, name in map(_parts, IGNORED)):
            continue
        tried = ["Ada\0"]
        if schema.get("pattern", "").startswith(NOT_BLANK):
            tried += ["\u200b", "\u3164\u2800", "\u0301", "\u202e"]
        if schema.get("format") == "email":
            tried += BAD_ADDRESSES
        for text in tried:
            body = with_text(copy.deepcopy(request.body), path, text)
            reply = client.ask(operation.route, Request(request.path, request.query, body))
            assert reply.status == 400, (path, ascii(text), reply.body)
            assert spelled(path) in reply.faulty_fields, (path, ascii(text), reply.body)


def _parts(ignored: str) -> tuple[str, str]:
    where, _, name = ignored.rpartition(" ")
    return where, name


@pytest.mark.parametrize("title", ["\u200b", "A\0", "A\nB"])
def test_an_option_of_a_question_is_read(service: Service, title: str) -> None:
    body = {"type": "MULTIPLE_CHOICE", "title": "Which?", "options": [{"title": "A"}, {"title": title}]}

    reply = service.post("/survey-questions", body)

    assert (reply.status, reply.faulty_fields) == (400, {"options[1].title"})


def test_each_parameter_of_a_query_is_refused_with_nul(service: Service) -> None:
    for path, name in [("/candidates", "search"), ("/candidates", "externalId"), ("/jobs", "department")]:
        reply = service.get(path, **{name: "a\0b"})

        assert (reply.status, reply.faulty_fields) == (400, {name})


@pytest.mark.parametrize("identifier", ["%00", "a%00b", "%E2%80%8B", "%ED%A0%80"])
def test_a_path_with_nul_names_no_record(service: Service, identifier: str) -> None:
    assert service.get(f"/candidates/{identifier}").status == 404


@pytest.mark.parametrize("raw", [r'{"firstName": "\ud800"}', r'{"descriptionJson": {"\udfff": 1}}'])
def test_half_of_a_surrogate_pair_is_no_json(service: Service, raw: str) -> None:
    for path in ("/candidates", "/jobs"):
        assert service.post(path, raw=raw).status == 400


def test_an_open_object_is_refused_with_nul_in_a_value_or_a_name(service: Service) -> None:
    job = {"title": "Barista", "type": "requisition"}
    for inner in ({"a": ["\0"]}, {"a": {"b\0": 1}}):
        reply = service.post("/jobs", {**job, "descriptionJson": inner})

        assert reply.status == 400
        assert all(field.startswith("descriptionJson.a") for field in reply.faulty_fields)
    kept = service.post("/jobs", {**job, "descriptionJson": {"a": "\\u0000 \a"}})
    assert kept.data["job"]["descriptionJson"] == {"a": "\\u0000 \a"}


@pytest.mark.parametrize("text", ["line\nline\ttab", "page\x0cbreak\x0b", "زو\u200cج \u202aab\u202c"])
def test_a_long_text_is_kept_as_it_is(service: Service, text: str) -> None:
    reply = service.post("/jobs", {"title": "Barista", "type": "requisition", "description": text})

    assert reply.data["job"]["description"] == text


@pytest.mark.parametrize("address", BAD_ADDRESSES, ids=ascii)
def test_a_message_that_is_left_in_a_chat_takes_no_such_address(service: Service, address: str) -> None:
    reply = chatting(service, post_chatbot(service)).leave("Is there a pool?", email=address)

    assert (reply.status, reply.faulty_fields) == (400, {"email"})


@pytest.mark.parametrize("text", ["a\0b", "\u200b", "\u3164", "\u2800\u2060", "\u0301"], ids=ascii)
def test_a_chat_takes_nothing_that_nobody_sees(service: Service, text: str) -> None:
    candidate = chatting(service, post_chatbot(service))

    assert candidate.say(text).faulty_fields == {"content"}
    assert candidate.leave(text).faulty_fields == {"content"}
    assert candidate.leave("Is there a pool?", name=text).faulty_fields == {"name"}


@pytest.mark.parametrize("address", BAD_ADDRESSES, ids=ascii)
def test_an_order_of_a_vendor_takes_no_address_that_mail_cannot_go_to(
    service: Service, tenant: Tenant, records: Records, ats: VendorService, address: str
) -> None:
    vendor = integrate(connect(service, customer_key(records.table, tenant)), ats.base_url).login
    body = order_body(add_interview_with_question(service))
    body["candidate"]["email"] = address

    reply = vendor.post(f"/{EXAMPLE}/orders", body)

    assert (reply.status, reply.faulty_fields) == (400, {"candidate.email"})


@pytest.mark.parametrize(
    "zone",
    ["localtime", "Factory", "right/Europe/Berlin", "posix/Europe/Berlin", "posixrules", "zone.tab"],
)
def test_a_time_zone_is_one_that_people_live_in(service: Service, zone: str) -> None:
    reply = service.post("/candidates", {**ADA, "timezone": zone})

    assert (reply.status, reply.faulty_fields) == (400, {"timezone"})


@pytest.mark.parametrize(
    "zone", ["US/Pacific", "Etc/GMT+5", "UTC", "America/Argentina/Ushuaia", "Asia/Calcutta"]
)
def test_a_link_to_a_time_zone_is_one(service: Service, zone: str) -> None:
    assert service.post("/candidates", {**ADA, "timezone": zone}).data["timezone"] == zone
