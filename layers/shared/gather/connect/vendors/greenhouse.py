"""Greenhouse, by its assessment partner API (grnhse/greenhouse-api-docs, `source/includes/assessment`).

Greenhouse lists the interviews as tests, sends one to a candidate, is told by PATCH that it is complete, and
then asks for its status. Suites: `greenhouse`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import Field

from gather.connect.orders.models import OrderedCandidate, OrderRequest, OrderResults, OrderStatus
from gather.connect.suite_protocol import (
    NoSuiteBody,
    Push,
    PushedOrder,
    SnakeCaseBody,
    Suite,
    SuiteAnswer,
    SuiteQuery,
    SuiteRoute,
    SuiteVisit,
)
from gather.connect.suite_wire import (
    PERSON_DECIDES,
    LongText,
    basic,
    check_push_address,
    fault_text,
    order_request,
    topic_scores,
    usable_phone,
    usable_url,
)
from gather.connect.vendor_protocol import Configuration, GetJson, OptionalSecret
from gather.core.errors import Conflict, GatherError, ValidationFailed
from gather.core.formats import EmailAddress, RecordId, ShortText, Text, Title
from gather.events.order_tasks import OrderEvent
from gather.outgoing.endpoint import WebhookUrl

DOMAIN: Final = "greenhouse.io"
_PERSON_ID = re.compile(r"/people/(\d+)")


class GreenhouseConfiguration(Configuration):
    """Where Greenhouse is, if not at its own domain, and the key of its calls, if not the integration's."""

    api_url: WebhookUrl | None = None
    api_key: OptionalSecret = None


class GreenhouseCandidate(SnakeCaseBody):
    """The person who is tested."""

    first_name: Title
    last_name: Title
    email: EmailAddress
    preferred_name: Text | None = None
    phone_number: Text | None = None
    resume_url: LongText | None = None
    greenhouse_profile_url: LongText | None = None

    @property
    def person_id(self) -> str | None:
        """Greenhouse's own id of the person, out of the address of the profile."""
        found = _PERSON_ID.search(self.greenhouse_profile_url or "")
        return found[1] if found else None


class GreenhouseOrder(SnakeCaseBody):
    """A test to send. `url` is Greenhouse's own address of it, and the same one is the same test."""

    partner_test_id: RecordId
    candidate: GreenhouseCandidate
    url: WebhookUrl
    sent_by: Text | None = None


class GreenhouseStatusQuery(SuiteQuery):
    """Query of `test_status`."""

    partner_interview_id: RecordId = Field(alias="partner_interview_id")


class GreenhouseReport(SnakeCaseBody):
    """What Greenhouse found wrong with one of our responses."""

    api_call: ShortText
    errors: list[Text] = Field(max_length=100)
    partner_test_id: Text | None = None
    partner_test_name: Text | None = None
    partner_interview_id: Text | None = None
    candidate_email: Text | None = None


def list_tests(visit: SuiteVisit[NoSuiteBody, SuiteQuery]) -> SuiteAnswer:
    """List the interviews that may be ordered as tests."""
    tests = [
        {"partner_test_id": item.id, "partner_test_name": item.title} for item in visit.desk.list_catalog()
    ]
    return SuiteAnswer(200, tests)


def send_test(visit: SuiteVisit[GreenhouseOrder, SuiteQuery]) -> SuiteAnswer:
    """Order an interview for a candidate, who is invited."""
    return SuiteAnswer(200, {"partner_interview_id": visit.desk.place(visit.body).id})


def get_test_status(visit: SuiteVisit[NoSuiteBody, GreenhouseStatusQuery]) -> SuiteAnswer:
    """Say how far an interview is, and its score once there is one."""
    return SuiteAnswer(200, status_of(visit.desk.get_results(visit.query.partner_interview_id)))


def report_error(visit: SuiteVisit[GreenhouseReport, SuiteQuery]) -> SuiteAnswer:
    """Take a report of what Greenhouse found wrong with a response."""
    report = visit.body
    visit.desk.report(report.partner_interview_id or "", report.api_call, report.errors)
    return SuiteAnswer(200, {"status": 200})


def status_of(outcome: OrderResults) -> dict[str, object]:
    """The members of `test_status`. Score and profile are there once the test is complete."""
    found = outcome.results
    if found is None:
        is_evaluated = outcome.order.status is OrderStatus.COMPLETED
        return {"partner_status": "processing" if is_evaluated else outcome.order.status.value}
    metadata: dict[str, str | int] = {}
    if outcome.summary:
        metadata["Summary"] = outcome.summary
    metadata |= {f"Score: {topic}": score for topic, score in topic_scores(found)}
    metadata["Note"] = PERSON_DECIDES
    answer: dict[str, object] = {
        "partner_status": "complete",
        "partner_profile_url": outcome.profile_url,
        "metadata": metadata,
    }
    return answer if found.score is None else {**answer, "partner_score": found.score}


class Greenhouse(Suite[GreenhouseConfiguration, GreenhouseOrder]):
    """The plug-in of Greenhouse."""

    name = "greenhouse"
    title = "Greenhouse"
    credentials_member = "apiKey"
    configuration = GreenhouseConfiguration
    order = GreenhouseOrder
    interview_member = "partner_test_id"
    calls_with_password = True
    told_of = frozenset({OrderEvent.COMPLETED, OrderEvent.EXPIRED, OrderEvent.CANCELLED})
    routes = (
        SuiteRoute("GET", "/list_tests", list_tests),
        SuiteRoute("POST", "/send_test", send_test),
        SuiteRoute("GET", "/test_status", get_test_status),
        SuiteRoute("POST", "/response_error", report_error),
    )

    def refuse(self, fault: GatherError) -> SuiteAnswer:
        """Greenhouse documents 401 and 404 by their status alone."""
        status = 422 if isinstance(fault, ValidationFailed | Conflict) else fault.status
        return SuiteAnswer(status, {"message": fault_text(fault)})

    def check(self, configuration: GreenhouseConfiguration, get_json: GetJson) -> None:
        """Greenhouse has no call that could be tried without doing something."""

    def read_order(self, order: GreenhouseOrder) -> OrderRequest:
        """Read a test to send."""
        person = order.candidate
        return order_request(
            order.partner_test_id,
            reference=order.url,
            push_url=order.url,
            candidate=OrderedCandidate(
                first_name=person.first_name,
                last_name=person.last_name,
                email=person.email,
                phone=usable_phone(person.phone_number),
                external_id=person.person_id,
                resume_url=usable_url(person.resume_url),
            ),
        )

    def check_order(self, order: GreenhouseOrder, configuration: Mapping[str, Any]) -> None:
        """Check that the address of the test is Greenhouse's."""
        check_push_address("url", order.url, configuration.get("apiUrl"), DOMAIN)

    def pushes(self, pushed: PushedOrder[GreenhouseConfiguration]) -> Sequence[Push]:
        """Have Greenhouse ask for the status of a test that is over."""
        if pushed.event not in self.told_of or pushed.order.push_url is None:
            return ()
        return (Push(method="PATCH", url=pushed.order.push_url),)

    def authorization(self, configuration: GreenhouseConfiguration, password: str, _token: str | None) -> str:
        """The same key as in Greenhouse's own calls, or the one that was configured."""
        return basic(configuration.api_key or password)


VENDOR = Greenhouse()
