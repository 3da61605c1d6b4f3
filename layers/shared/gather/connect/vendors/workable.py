"""Workable, by its assessment providers' interface (workable.readme.io/page/assessment-providers).

Workable lists the interviews as tests and orders one; the result goes to the address that came with the
order. Suites: `workable`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gather.connect.orders.models import OrderedCandidate, OrderRequest, OrderResults
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
    bearer,
    check_push_address,
    fault_text,
    is_no_json,
    order_request,
    topic_scores,
    usable_phone,
)
from gather.connect.vendor_protocol import Configuration, GetJson, Secret
from gather.core.errors import GatherError, NotFound, ValidationFailed
from gather.core.formats import EmailAddress, RecordId, Title
from gather.events.order_tasks import OrderEvent
from gather.outgoing.endpoint import WebhookUrl

DOMAIN: Final = "workable.com"

_ENDED: Final = {OrderEvent.EXPIRED: "expired", OrderEvent.CANCELLED: "rejected"}


class WorkableConfiguration(Configuration):
    """The token that Workable has issued, and where Workable is, if not at its own domain."""

    api_url: WebhookUrl | None = None
    access_token: Secret


class WorkableCandidate(SnakeCaseBody):
    """The person who is assessed."""

    first_name: Title
    last_name: Title
    email: EmailAddress
    phone: LongText | None = None


class WorkableOrder(SnakeCaseBody):
    """An assessment to make. `callback_url` takes its result, and the same one is the same assessment."""

    test_id: RecordId
    callback_url: WebhookUrl
    candidate: WorkableCandidate
    job_shortcode: LongText | None = None
    job_title: LongText | None = None


def list_tests(visit: SuiteVisit[NoSuiteBody, SuiteQuery]) -> SuiteAnswer:
    """List the interviews that may be ordered as tests."""
    tests = [{"id": item.id, "name": item.title} for item in visit.desk.list_catalog()]
    return SuiteAnswer(200, {"tests": tests})


def create_assessment(visit: SuiteVisit[WorkableOrder, SuiteQuery]) -> SuiteAnswer:
    """Order an interview for a candidate, who is invited."""
    return SuiteAnswer(201, {"assessment_id": visit.desk.place(visit.body).id})


class Workable(Suite[WorkableConfiguration, WorkableOrder]):
    """The plug-in of Workable."""

    name = "workable"
    title = "Workable"
    credentials_member = "accessToken"
    configuration = WorkableConfiguration
    order = WorkableOrder
    interview_member = "test_id"
    told_of = frozenset({OrderEvent.COMPLETED, OrderEvent.EXPIRED, OrderEvent.CANCELLED})
    routes = (
        SuiteRoute("GET", "/tests", list_tests),
        SuiteRoute("POST", "/assessments", create_assessment),
    )

    def refuse(self, fault: GatherError) -> SuiteAnswer:
        """The status stands in the body too. A test that is not known is a wrong member."""
        status = fault.status
        is_unknown_test = isinstance(fault, NotFound) and fault.field == self.interview_member
        if is_unknown_test or (isinstance(fault, ValidationFailed) and not is_no_json(fault)):
            status = 422
        return SuiteAnswer(status, {"status": status, "message": fault_text(fault)})

    def check(self, configuration: WorkableConfiguration, get_json: GetJson) -> None:
        """Workable has no call that could be tried without doing something."""

    def read_order(self, order: WorkableOrder) -> OrderRequest:
        """Read an assessment to make."""
        person = order.candidate
        return order_request(
            order.test_id,
            reference=order.callback_url,
            push_url=order.callback_url,
            candidate=OrderedCandidate(
                first_name=person.first_name,
                last_name=person.last_name,
                email=person.email,
                phone=usable_phone(person.phone),
            ),
        )

    def check_order(self, order: WorkableOrder, configuration: Mapping[str, Any]) -> None:
        """Check that the address for the result is Workable's."""
        check_push_address("callback_url", order.callback_url, configuration.get("apiUrl"), DOMAIN)

    def pushes(self, pushed: PushedOrder[WorkableConfiguration]) -> Sequence[Push]:
        """Tell Workable of the end of an assessment."""
        if pushed.order.push_url is None:
            return ()
        if pushed.event in _ENDED:
            body: dict[str, object] = {"status": _ENDED[pushed.event]}
        elif pushed.event is OrderEvent.COMPLETED:
            body = _completed(pushed.outcome)
        else:
            return ()
        return (Push(method="PUT", url=pushed.order.push_url, body=body),)

    def authorization(self, configuration: WorkableConfiguration, _password: str, _token: str | None) -> str:
        """The token that Workable has issued."""
        return bearer(configuration.access_token)


def _completed(outcome: OrderResults) -> dict[str, object]:
    """The members of a result. A `grade` would be a verdict, which is left to people."""
    found = outcome.results
    summary = " ".join(filter(None, (outcome.summary, PERSON_DECIDES)))
    assessment: dict[str, object] = {"summary": summary}
    if found and found.score is not None:
        assessment["score"] = str(found.score)
    topics = dict(topic_scores(found)) if found else {}
    if topics:
        assessment["details"] = topics
    if outcome.seconds is not None:
        assessment["duration"] = _clock_text(outcome.seconds)
    return {"status": "completed", "results_url": outcome.profile_url, "assessment": assessment}


def _clock_text(seconds: int) -> str:
    """A time as `hh:mm:ss`."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{rest:02}"


VENDOR = Workable()
