"""SmartRecruiters: a company that uses the Assessment API (developers.smartrecruiters.com, partner app and
`assessment-api/v202010`)."""

import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from pydantic import TypeAdapter, model_validator

from local_stack.suites.simulator import (
    Connection,
    DocumentedMembers,
    HttpAnswer,
    M,
    Moment,
    PartnerAnswer,
    PartnerRefused,
    RecruitedPerson,
    SimulatedOrder,
    SuiteKey,
    SuiteRefused,
    SuiteRequest,
    SuiteSimulator,
    Text,
    check_query,
    json_answer,
    read,
    read_form,
    read_json,
)

TOKEN_PATH: Final = "/identity/oauth/token"  # noqa: S105  # a path
ORDERS_PATH: Final = "/assessment-api/v202010/orders/"
RESULTS: Final = "/results"
COMPLETED: Final = "COMPLETED"
TOKEN_SECONDS: Final = 1_800

_PACKAGES: Final = "/packages?country-code=de&region-abbr=BE&city=Berlin&postal-code=10115&remote=false"


class IssuedToken(DocumentedMembers):
    """Our response to `POST /oauth/token`."""

    access_token: Text
    token_type: Literal["Bearer"]
    expires_in: int


class TokenDenied(DocumentedMembers):
    """Our response to wrong credentials."""

    error: Literal["invalid_client", "unsupported_grant_type"]


class ListedPackage(DocumentedMembers):
    """A package."""

    id: Text
    name: Text
    description: str | None = None


class ListedPackages(DocumentedMembers):
    """Our response to `GET /packages`."""

    content: list[ListedPackage]
    totalFound: int | None = None
    limit: int | None = None
    offset: int | None = None


class AcceptedOrder(DocumentedMembers):
    """Our response to an order."""

    id: Text


class PackageError(DocumentedMembers):
    """An error of ours."""

    message: Text


class PackageScore(DocumentedMembers):
    """A score between the least and the best possible one."""

    raw: int | float
    min: int | float
    max: int | float

    @model_validator(mode="after")
    def check(self) -> "PackageScore":
        """Raises ValueError for a score outside."""
        if not self.min < self.max or not self.min <= self.raw <= self.max:
            raise ValueError("raw is not between min and max")
        return self


class PackageResults(DocumentedMembers):
    """The body of a result."""

    status: Text
    name: str | None = None
    summary: str | None = None
    description: str | None = None
    submissionDate: Moment | None = None
    assessmentPackageDate: Moment | None = None
    score: PackageScore | None = None
    scoreLabel: str | None = None
    attachments: list[dict[str, Any]] | None = None
    assessmentResults: list[dict[str, Any]] | None = None


_TOKEN: Final = TypeAdapter(IssuedToken)
_DENIED: Final = TypeAdapter(TokenDenied)
_PACKAGE_LIST: Final = TypeAdapter(ListedPackages)
_PACKAGE: Final = TypeAdapter(ListedPackage)
_ACCEPTED: Final = TypeAdapter(AcceptedOrder)
_ERROR: Final = TypeAdapter(PackageError)
_RESULTS: Final = TypeAdapter(PackageResults)


class SmartRecruitersSimulator(SuiteSimulator):
    """SmartRecruiters. `client_id` and `client_secret` are what it has issued to the company."""

    vendor = "smartrecruiters"
    title = "SmartRecruiters"

    def __init__(
        self,
        connection: Connection,
        *,
        company_id: str,
        client_id: str,
        client_secret: str,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(connection, clock)
        self.company_id = company_id
        self._client = (client_id, client_secret)
        self._tokens: dict[str, float] = {}

    @property
    def configuration(self) -> Mapping[str, Any]:
        """Our integration calls with a token of the company's client."""
        client_id, client_secret = self._client
        return {
            "apiUrl": self.connection.api_url,
            "tokenUrl": f"{self.connection.api_url}{TOKEN_PATH}",
            "companyId": self.company_id,
            "clientId": client_id,
            "clientSecret": client_secret,
        }

    def end_tokens(self) -> None:
        """The tokens that were issued so far are not accepted any more."""
        self._tokens.clear()

    def get_token(self, key: SuiteKey) -> str:
        """A token of ours, by the integration's user and password. Raises PartnerRefused and
        PartnerAnswerWrong."""
        form = {
            "grant_type": "client_credentials",
            "client_id": key.user or "",
            "client_secret": key.key,
        }
        answer = self.call_partner("POST", "/oauth/token", None, form=form)
        if answer.status == 400:
            denied = self.read_answer(answer, 400, _DENIED)
            raise PartnerRefused(answer.call, 400, denied.error)
        token = self.read_answer(answer, 200, _TOKEN)
        if "no-store" not in answer.headers.get("cache-control", ""):
            self.refuse_answer(answer.call, 200, "a token may be stored by what lies between")
        if token.expires_in <= 0:
            self.refuse_answer(answer.call, 200, "expires_in: is no time")
        return token.access_token

    def list_packages(self, key: SuiteKey) -> list[ListedPackage]:
        """The packages that may be ordered. Raises PartnerRefused and PartnerAnswerWrong."""
        answer = self.call_partner("GET", _PACKAGES, self._authorization(key))
        if answer.status == 204 and answer.document is None:
            return []
        listed = self._read(answer, 200, _PACKAGE_LIST).content
        if not listed:
            self.refuse_answer(answer.call, answer.status, "no packages are 204")
        return listed

    def get_package(self, key: SuiteKey, package_id: str) -> ListedPackage:
        """A package. Raises PartnerRefused and PartnerAnswerWrong."""
        answer = self.call_partner("GET", f"/packages/{package_id}", self._authorization(key))
        return self._read(answer, 200, _PACKAGE)

    def order(self, key: SuiteKey, interview_id: str, person: RecruitedPerson) -> SimulatedOrder:
        """A recruiter orders a package."""
        order = SimulatedOrder(str(self.new_number()), interview_id, person, key, status="ordering")
        return self.place(order, self.send_order)

    def send_order(self, order: SimulatedOrder) -> SimulatedOrder:
        """Order a package, which may have been ordered before."""
        authorization = self._authorization(order.key)
        answer = self.call_partner("POST", "/packages/orders", authorization, document=self.body_of(order))
        accepted = self._read(answer, 202, _ACCEPTED).id
        if order.partner_id not in (None, accepted):
            self.refuse_answer(answer.call, answer.status, "the same order has another id")
        order.partner_id = accepted
        order.tell("ORDERED")
        return order

    def body_of(self, order: SimulatedOrder) -> dict[str, Any]:
        """The body of an order."""
        person = order.person
        return {
            "resultCallbackURL": f"{self.connection.api_url}{ORDERS_PATH}{order.id}{RESULTS}",
            "candidate": {
                "id": person.id,
                "firstName": person.first_name,
                "lastName": person.last_name,
                "email": person.email,
                "phoneNumber": person.phone,
            },
            "job": {"id": "job-1", "title": "Barista"},
            "assessmentPackageId": order.interview_id,
            "jobId": "job-1",
            "companyId": self.company_id,
            "requester": {"email": "recruiter@example.com"},
        }

    def disconnect(self, key: SuiteKey) -> None:
        """The company ends the integration. Raises PartnerRefused and PartnerAnswerWrong."""
        path = f"/integrations/companies/{self.company_id}"
        answer = self.call_partner("DELETE", path, self._authorization(key))
        if answer.status >= 400:
            self._read(answer, 204, _ACCEPTED)
        if answer.status != 204 or answer.document is not None:
            self.refuse_answer(answer.call, answer.status, "the status is not 204 without a body")

    def serve(self, request: SuiteRequest) -> HttpAnswer:
        """Issue tokens, and take `PATCH {resultCallbackURL}`."""
        if request.path == TOKEN_PATH:
            return self._issue(request)
        order = self.find_order(request.path, ORDERS_PATH, RESULTS)
        if request.method != "PATCH":
            raise SuiteRefused(405, "only PATCH is allowed")
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme != "Bearer" or self._tokens.get(token, 0) <= self._clock():
            raise SuiteRefused(401, "the token is missing, wrong or too old")
        check_query(request)
        told = read(_RESULTS, read_json(request))
        is_complete = told.status.upper() == COMPLETED
        if told.score is not None and not is_complete:
            raise SuiteRefused(422, f"score: there is one with {told.status}")
        if order.has_ended:
            raise SuiteRefused(409, "the order has its results")
        order.has_ended = True
        order.score = None if told.score is None else told.score.raw
        order.link = _link_in(told.description)
        order.details = told.model_dump(exclude_none=True, exclude={"status", "score"})
        order.tell(told.status)
        return HttpAnswer(204, {}, b"")

    def refuse(self, refused: SuiteRefused) -> HttpAnswer:
        """SmartRecruiters says what is wrong. The token endpoint's words are those of OAuth."""
        document = {"error": refused.reason, "message": refused.reason}
        return json_answer(refused.status, document, **refused.headers)

    def _issue(self, request: SuiteRequest) -> HttpAnswer:
        if request.method != "POST":
            raise SuiteRefused(405, "only POST is allowed")
        form = read_form(request)
        if form.get("grant_type") != "client_credentials":
            raise SuiteRefused(400, "unsupported_grant_type")
        if (form.get("client_id"), form.get("client_secret")) != self._client:
            raise SuiteRefused(401, "invalid_client")
        token = secrets.token_urlsafe(24)
        self._tokens[token] = self._clock() + TOKEN_SECONDS
        document = {"access_token": token, "token_type": "Bearer", "expires_in": TOKEN_SECONDS - 1}
        return json_answer(200, document)

    def _authorization(self, key: SuiteKey) -> str:
        """A token where the suite has the user, and the key itself otherwise."""
        return f"Bearer {self.get_token(key) if key.user else key.key}"

    def _read(self, answer: PartnerAnswer, status: int, members: TypeAdapter[M]) -> M:
        if answer.status < 400:
            return self.read_answer(answer, status, members)
        error = self.read_answer(answer, answer.status, _ERROR)
        raise PartnerRefused(answer.call, answer.status, error.message)


def _link_in(description: str | None) -> str | None:
    """The address in a description, which is the only place for one."""
    words = (description or "").split()
    return next((word for word in words if word.startswith(("http://", "https://"))), None)
