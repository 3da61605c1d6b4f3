"""SmartRecruiters, by its Assessment API of 2021 (developers.smartrecruiters.com).

SmartRecruiters gets an access token from us and calls with it; it lists the interviews as packages and orders
one. The result goes to the address that came with the order, with an access token of SmartRecruiters'.
Suites: `smartrecruiters`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import Field

from gather.connect.integrations.access_token import ACCESS_TOKEN_SECONDS
from gather.connect.orders.models import CatalogItem, OrderedCandidate, OrderRequest
from gather.connect.suite_protocol import (
    KeylessVisit,
    NoSuiteBody,
    Push,
    PushedOrder,
    SnakeCaseBody,
    Suite,
    SuiteAnswer,
    SuiteBody,
    SuiteQuery,
    SuiteRoute,
    SuiteVisit,
    TokenRequest,
)
from gather.connect.suite_wire import (
    PERSON_DECIDES,
    LongText,
    bearer,
    check_push_address,
    fault_text,
    form,
    order_request,
    topic_scores,
    usable_phone,
)
from gather.connect.vendor_protocol import Configuration, Failure, GetJson, Secret, VendorFailed
from gather.core.errors import Conflict, Forbidden, GatherError, NotFound, ValidationFailed
from gather.core.formats import EmailAddress, RecordId, ShortText, Title
from gather.events.order_tasks import OrderEvent
from gather.outgoing.endpoint import WebhookUrl

API: Final = "https://api.smartrecruiters.com"
TOKEN: Final = "https://www.smartrecruiters.com/identity/oauth/token"  # noqa: S105  # an address
DOMAIN: Final = "smartrecruiters.com"
CLIENT_CREDENTIALS: Final = "client_credentials"
MAXIMUM_SCORE: Final = 100

_ENDED: Final = {
    OrderEvent.EXPIRED: ("EXPIRED", "The time to answer has passed."),
    OrderEvent.CANCELLED: ("CANCELLED", "The interview was cancelled."),
}


class SmartRecruitersConfiguration(Configuration):
    """The customer's company, its own client credentials, and where SmartRecruiters is."""

    api_url: WebhookUrl = API
    token_url: WebhookUrl = TOKEN
    company_id: ShortText = Field(min_length=1)
    client_id: ShortText = Field(min_length=1)
    client_secret: Secret


class SmartRecruitersCandidate(SuiteBody):
    """The person who is assessed."""

    first_name: Title
    last_name: Title
    email: EmailAddress
    id: ShortText | None = None
    phone_number: LongText | None = None


class SmartRecruitersOrder(SuiteBody):
    """A package to order. The result goes to `resultCallbackURL`, and the same one is the same order."""

    result_callback_url: WebhookUrl = Field(alias="resultCallbackURL")
    candidate: SmartRecruitersCandidate
    job: dict[str, Any]
    assessment_package_id: RecordId
    job_id: ShortText
    company_id: ShortText


class TokenForm(SnakeCaseBody):
    """The form of a request for an access token (RFC 6749, 4.4.2)."""

    grant_type: LongText = ""
    client_id: LongText = ""
    client_secret: LongText = Field(default="", repr=False)


def issue_token(visit: KeylessVisit[TokenForm, SuiteQuery]) -> SuiteAnswer:
    """Issue an access token to who shows an integration's user and password."""
    if visit.body.grant_type != CLIENT_CREDENTIALS:
        return _oauth_error("unsupported_grant_type")
    token = visit.door.issue_token(visit.body.client_id, visit.body.client_secret)
    if token is None:
        return _oauth_error("invalid_client")
    body = {"access_token": token, "token_type": "Bearer", "expires_in": ACCESS_TOKEN_SECONDS}
    return SuiteAnswer(200, body, {"Cache-Control": "no-store"})


def list_packages(visit: SuiteVisit[NoSuiteBody, SuiteQuery]) -> SuiteAnswer:
    """List the interviews that may be ordered as packages."""
    packages = list(map(_package, visit.desk.list_catalog()))
    if not packages:
        return SuiteAnswer(204)
    total = len(packages)
    return SuiteAnswer(200, {"content": packages, "totalFound": total, "limit": total, "offset": 0})


def get_package(visit: SuiteVisit[NoSuiteBody, SuiteQuery]) -> SuiteAnswer:
    """Read one interview that may be ordered."""
    wanted = visit.path["assessmentPackageId"]
    for item in visit.desk.list_catalog():
        if item.id == wanted:
            return SuiteAnswer(200, _package(item))
    raise NotFound("interview", wanted)


def place_order(visit: SuiteVisit[SmartRecruitersOrder, SuiteQuery]) -> SuiteAnswer:
    """Order an interview for a candidate, who is invited."""
    return SuiteAnswer(202, {"id": visit.desk.place(visit.body).id})


def disconnect(visit: SuiteVisit[NoSuiteBody, SuiteQuery]) -> SuiteAnswer:
    """Disable the integration, as its company asks for in SmartRecruiters."""
    _check_company(visit.path["companyId"], visit.integration.configuration)
    visit.disable()
    return SuiteAnswer(204)


def _package(item: CatalogItem) -> dict[str, str]:
    return {"id": item.id, "name": item.title, "description": item.description or item.display_name}


def _oauth_error(error: str) -> SuiteAnswer:
    return SuiteAnswer(400, {"error": error}, {"Cache-Control": "no-store"})


def _refuse(fault: GatherError) -> SuiteAnswer:
    status = 400 if isinstance(fault, Conflict) else fault.status
    return SuiteAnswer(status, {"message": fault_text(fault)})


def _refuse_token(fault: GatherError) -> SuiteAnswer:
    return _oauth_error("invalid_request") if isinstance(fault, ValidationFailed) else _refuse(fault)


def _check_company(company_id: str, configuration: Mapping[str, Any]) -> None:
    if company_id != configuration.get("companyId"):
        raise Forbidden("The integration is another company's.")


class SmartRecruiters(Suite[SmartRecruitersConfiguration, SmartRecruitersOrder]):
    """The plug-in of SmartRecruiters."""

    name = "smartrecruiters"
    title = "SmartRecruiters"
    credentials_member = "clientSecret"
    configuration = SmartRecruitersConfiguration
    order = SmartRecruitersOrder
    interview_member = "assessmentPackageId"
    told_of = frozenset({OrderEvent.COMPLETED, OrderEvent.EXPIRED, OrderEvent.CANCELLED})
    routes = (
        SuiteRoute("POST", "/oauth/token", issue_token, refusal=_refuse_token, takes_form=True),
        SuiteRoute("GET", "/packages", list_packages),
        SuiteRoute("GET", "/packages/{assessmentPackageId}", get_package),
        SuiteRoute("POST", "/packages/orders", place_order),
        SuiteRoute("DELETE", "/integrations/companies/{companyId}", disconnect),
    )

    def refuse(self, fault: GatherError) -> SuiteAnswer:
        """The status is one that SmartRecruiters documents."""
        return _refuse(fault)

    def check(self, configuration: SmartRecruitersConfiguration, get_json: GetJson) -> None:
        """Ask SmartRecruiters for an access token."""
        request = self.token_request(configuration, None)
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = get_json(request.url, headers, form(request.form))
        if not isinstance(answer, dict) or not answer.get("access_token"):
            raise VendorFailed(Failure.INVALID_ANSWER)

    def read_order(self, order: SmartRecruitersOrder) -> OrderRequest:
        """Read a package to order."""
        person = order.candidate
        return order_request(
            order.assessment_package_id,
            reference=order.result_callback_url,
            push_url=order.result_callback_url,
            candidate=OrderedCandidate(
                first_name=person.first_name,
                last_name=person.last_name,
                email=person.email,
                phone=usable_phone(person.phone_number),
                external_id=person.id,
            ),
        )

    def check_order(self, order: SmartRecruitersOrder, configuration: Mapping[str, Any]) -> None:
        """Check that the order is of the integration's company, and its address SmartRecruiters'."""
        _check_company(order.company_id, configuration)
        check_push_address(
            "resultCallbackURL", order.result_callback_url, configuration.get("apiUrl"), DOMAIN
        )

    def pushes(self, pushed: PushedOrder[SmartRecruitersConfiguration]) -> Sequence[Push]:
        """Tell SmartRecruiters of the end of an order."""
        if pushed.order.push_url is None:
            return ()
        if pushed.event in _ENDED:
            status, description = _ENDED[pushed.event]
            body: dict[str, object] = {"status": status, "name": pushed.interview_name}
            body["description"] = description
        elif pushed.event is OrderEvent.COMPLETED:
            body = _completed(pushed)
        else:
            return ()
        return (Push(method="PATCH", url=pushed.order.push_url, body=body),)

    def authorization(
        self, configuration: SmartRecruitersConfiguration, _password: str, token: str | None
    ) -> str:
        """The access token of SmartRecruiters'."""
        return bearer(token or "")

    def token_request(
        self, configuration: SmartRecruitersConfiguration, _refresh_token: str | None
    ) -> TokenRequest:
        """A token by the customer's client credentials."""
        return TokenRequest(
            url=configuration.token_url,
            form={
                "grant_type": CLIENT_CREDENTIALS,
                "client_id": configuration.client_id,
                "client_secret": configuration.client_secret,
            },
        )


def _completed(pushed: PushedOrder[SmartRecruitersConfiguration]) -> dict[str, object]:
    """The members of a result. The link and the topics stand in the description."""
    outcome, found = pushed.outcome, pushed.outcome.results
    topics = [f"{topic}: {score}" for topic, score in topic_scores(found)] if found else []
    lines = [f"Results: {outcome.profile_url}", *topics, PERSON_DECIDES]
    body: dict[str, object] = {
        "status": "COMPLETED",
        "name": pushed.interview_name,
        "description": "\n".join(lines),
        "submissionDate": outcome.order.completed_at,
        "assessmentPackageDate": outcome.order.created_at,
    }
    if outcome.summary:
        body["summary"] = outcome.summary
    if found and found.score is not None:
        body["score"] = {"raw": found.score, "min": 0, "max": MAXIMUM_SCORE}
        body["scoreLabel"] = f"{found.score} of {MAXIMUM_SCORE}"
    return body


VENDOR = SmartRecruiters()
