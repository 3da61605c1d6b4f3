"""The trial of a suite's configuration (suites: the guide, "Connect a recruiting suite")."""

from typing import Any

import pytest

from gather.table.store import Table
from tests.builders.connect import basic, connect, customer_key
from tests.builders.service import Service, Tenant
from tests.doubles.vendor_service import VendorService
from tests.support.suite_orders import CONFIGURATIONS

pytestmark = [pytest.mark.routes, pytest.mark.in_process]

KEY_MEMBERS = {"ashby": "apiKey", "smartrecruiters": "clientSecret", "lever": "apiKey"}


@pytest.fixture
def customer(service: Service, table: Table, tenant: Tenant) -> Service:
    """The Connect routes, with a key of the tenant's first team."""
    return connect(service, customer_key(table, tenant))


def tried(customer: Service, vendor: str, url: str, **changes: Any) -> Any:
    told = {**CONFIGURATIONS[vendor], "apiUrl": url, **changes}
    if "tokenUrl" in told:
        told["tokenUrl"] = f"{url}/token"
    reply = customer.post(f"/{vendor}/config/validate", {"configuration": told})
    assert reply.status == 200, reply.body
    return reply.data


def test_credentials_that_the_suite_takes_are_valid(customer: Service, ats: VendorService) -> None:
    ats.answer = lambda path, authorization: (200, {"access_token": "x", "success": True})

    for vendor in KEY_MEMBERS:
        assert tried(customer, vendor, ats.base_url) == {"valid": True, "errors": []}
    assert basic("ashby-key", "")["Authorization"] in [
        headers.get("authorization") for _, headers in ats.asked
    ]


@pytest.mark.parametrize(("vendor", "member"), KEY_MEMBERS.items())
def test_credentials_that_the_suite_refuses_are_named_in_plain_words(
    customer: Service, ats: VendorService, vendor: str, member: str
) -> None:
    ats.answer = lambda path, authorization: (401, {})

    told = tried(customer, vendor, ats.base_url)

    [error] = told["errors"]
    assert (told["valid"], error["field"]) == (False, f"configuration.{member}")
    assert "does not take it" in error["reason"]


def test_a_suite_that_does_not_answer_is_said_to_be_away(customer: Service, ats: VendorService) -> None:
    ats.answer = lambda path, authorization: (503, {})

    [error] = tried(customer, "ashby", ats.base_url)["errors"]

    assert error["field"] == "configuration.apiUrl"
    assert "does not answer" in error["reason"]


def test_a_malformed_configuration_is_not_tried(customer: Service, ats: VendorService) -> None:
    [error] = tried(customer, "ashby", ats.base_url, apiKey=5)["errors"]

    assert error["field"] == "configuration.apiKey"
    assert ats.asked == []


def test_a_suite_without_a_harmless_call_is_not_asked(customer: Service, ats: VendorService) -> None:
    assert tried(customer, "workable", ats.base_url)["valid"] is True
    assert ats.asked == []
