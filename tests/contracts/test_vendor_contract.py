"""The contract of every vendor's plug-in, whatever its vocabulary. That of suites is beside it."""

import json
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from pydantic import ValidationError

from gather.connect.orders.models import CatalogItem, OrderResults, OrderStatus, OrderView
from gather.connect.suite_registry import suites
from gather.connect.vendor_client import VendorClient
from gather.connect.vendor_protocol import AnyVendor, AtsVendor, Failure, VendorFailed
from gather.connect.vendor_registry import get_vendor, vendor_names
from gather.screening.candidate_interviews.status import CandidateInterviewStatus
from gather.screening.evaluations.models import SummaryStatus
from gather.screening.results.models import CandidateInterviewResults
from local_stack.seeding import example_ats
from tests.builders.service import UNKNOWN_ID
from tests.connect.vendors import referral_desk
from tests.doubles.vendor_service import VendorService, vendor_service

CONFIGURATIONS: dict[str, Callable[[str], dict[str, Any]]] = {
    "example-ats": lambda url: {"baseUrl": url, "apiToken": example_ats.TOKEN},
    "assessment-partner": lambda url: {"statusUrl": f"{url}/status", "apiKey": "suite-key"},
    "referral-desk": lambda url: {"deskUrl": url, "deskKey": "desk-key"},
}
PERSON = {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com"}
ORDERS: dict[str, dict[str, Any]] = {
    "example-ats": {"interviewId": UNKNOWN_ID, "reference": "O-1", "candidate": PERSON},
    "assessment-partner": {
        "partner_test_id": UNKNOWN_ID,
        "url": "https://suite.example.com/tests/1",
        "candidate": {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"},
    },
    "referral-desk": {
        "Interview": UNKNOWN_ID,
        "Ticket": "T-1",
        "GivenName": "Ada",
        "FamilyName": "Lovelace",
        "Mail": "ada@example.com",
    },
}
MOMENT = "2026-03-01T09:00:00.000Z"
LINK = "https://gather.example.com/i/token"


@pytest.fixture(params=sorted(CONFIGURATIONS))
def name(request: pytest.FixtureRequest) -> str:
    return cast("str", request.param)


@pytest.fixture
def vendor(name: str) -> AnyVendor:
    return referral_desk.VENDOR if name == "referral-desk" else get_vendor(name)


@pytest.fixture
def running() -> Iterator[VendorService]:
    """The vendor's service, which accepts everything."""
    with vendor_service(lambda path, authorization: (200, {"status": "ok"})) as service:
        yield service


@pytest.fixture
def configuration(name: str, vendor: AnyVendor, running: VendorService) -> Any:
    told = json.dumps(CONFIGURATIONS[name](running.base_url))
    return vendor.configuration.model_validate_json(told, by_alias=True, by_name=False)


GET_JSON = VendorClient(allow_private_addresses=True).get_json


def order_view(status: OrderStatus = OrderStatus.INVITED) -> OrderView:
    return OrderView(
        id=UNKNOWN_ID,
        reference="O-1",
        status=status,
        interview_id=UNKNOWN_ID,
        candidate_id=UNKNOWN_ID,
        candidate_interview_id=UNKNOWN_ID,
        link=LINK,
        expires_at=MOMENT,
        created_at=MOMENT,
    )


def test_every_vendor_of_the_service_is_tested_here() -> None:
    suites_names = {suite.name for suite in suites()}

    assert set(vendor_names()) - suites_names <= set(CONFIGURATIONS)


def test_a_configuration_has_secrets_that_it_does_not_show(vendor: AnyVendor, configuration: Any) -> None:
    secrets = vendor.configuration.secret_members()
    told = configuration.model_dump(by_alias=True)

    assert secrets
    assert secrets <= told.keys()
    for member in secrets:
        assert told[member] not in repr(configuration)


def test_every_member_of_a_configuration_may_be_wrong_at_once(vendor: AnyVendor, configuration: Any) -> None:
    wrong = dict.fromkeys(configuration.model_dump(by_alias=True), 5)

    with pytest.raises(ValidationError) as caught:
        vendor.configuration.model_validate_json(json.dumps(wrong), by_alias=True, by_name=False)

    assert {error["loc"][0] for error in caught.value.errors()} == set(wrong)


def test_a_service_that_is_there_is_healthy(
    vendor: AnyVendor, configuration: Any, running: VendorService
) -> None:
    vendor.check(configuration, GET_JSON)

    assert len(running.asked) == 1


@pytest.mark.parametrize(
    ("status", "failure", "times"),
    [
        (500, Failure.UNREACHABLE, 2),
        (429, Failure.UNREACHABLE, 2),
        (401, Failure.CREDENTIALS_REFUSED, 1),
        (403, Failure.CREDENTIALS_REFUSED, 1),
        (302, Failure.INVALID_ANSWER, 1),
    ],
)
def test_a_service_that_is_of_no_use_says_why(
    vendor: AnyVendor, configuration: Any, running: VendorService, status: int, failure: Failure, times: int
) -> None:
    running.answer = lambda path, authorization: (status, {})

    with pytest.raises(VendorFailed) as failed:
        vendor.check(configuration, GET_JSON)

    assert failed.value.failure is failure
    assert len(running.asked) == times


def test_an_order_says_who_is_to_take_which_interview(name: str, vendor: AnyVendor) -> None:
    order = vendor.order.model_validate_json(json.dumps(ORDERS[name]), by_alias=True, by_name=False)

    wanted = vendor.read_order(order)

    assert wanted.interview_id == UNKNOWN_ID
    assert wanted.reference
    assert (wanted.candidate.first_name, wanted.candidate.email) == ("Ada", "ada@example.com")
    assert vendor.interview_member in ORDERS[name]


def test_an_order_without_anything_has_faults(vendor: AnyVendor) -> None:
    with pytest.raises(ValidationError):
        vendor.order.model_validate_json("{}", by_alias=True, by_name=False)


def test_an_answer_to_an_order_has_its_id_and_the_link(vendor: AnyVendor) -> None:
    answer = json.loads(json.dumps(vendor.order_response(order_view())))

    assert UNKNOWN_ID in answer.values()
    assert LINK in answer.values()


@pytest.mark.parametrize("status", list(OrderStatus))
def test_every_status_has_an_answer_with_and_without_results(vendor: AnyVendor, status: OrderStatus) -> None:
    results = CandidateInterviewResults(
        candidate_interview_id=UNKNOWN_ID,
        status=CandidateInterviewStatus.NEW_RESPONSE,
        taken_at=MOMENT,
        transcription="Yes.",
        audio_url=None,
        score=81,
        average_rating="4.1",
        summary="A good start.",
        summary_status=SummaryStatus.COMPLETE,
        score_card=None,
        responses=[],
        share_link="https://gather.example.com/share/token",
    )

    pending = json.loads(json.dumps(vendor.results_response(OrderResults(order=order_view(status)))))
    final = vendor.results_response(OrderResults(order=order_view(status), results=results))

    assert "81" not in json.dumps(pending)
    assert "81" in json.dumps(final)


def test_a_catalog_item_has_the_id_that_orders_name(vendor: AnyVendor) -> None:
    item = CatalogItem(
        id=UNKNOWN_ID,
        title="Barista",
        display_name="Barista",
        description=None,
        type="standard",
        language="en",
    )

    assert UNKNOWN_ID in json.loads(json.dumps(vendor.catalog_item(item))).values()


def test_a_job_that_the_ats_does_not_have_is_none(
    vendor: AnyVendor, configuration: Any, running: VendorService
) -> None:
    running.answer = lambda path, authorization: (404, {})

    job = vendor.find_job(configuration, "J-1", GET_JSON) if isinstance(vendor, AtsVendor) else None

    assert job is None


@pytest.mark.parametrize("nonsense", [{}, [], [1], {"id": 1, "title": 2, "Name": 3, "Vacant": 4}])
def test_a_job_that_makes_no_sense_is_a_failure(
    vendor: AnyVendor, configuration: Any, running: VendorService, nonsense: object
) -> None:
    running.answer = lambda path, authorization: (200, nonsense)

    if isinstance(vendor, AtsVendor):
        with pytest.raises(VendorFailed) as failed:
            vendor.find_valid_job(configuration, "J-1", GET_JSON)
        assert failed.value.failure is Failure.INVALID_ANSWER
