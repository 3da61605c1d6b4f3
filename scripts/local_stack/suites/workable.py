"""Workable: a customer that uses an assessment provider (workable.readme.io/page/assessment-providers)."""

import time
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import StringConstraints, TypeAdapter

from local_stack.suites.simulator import (
    Connection,
    DocumentedMembers,
    HttpAnswer,
    M,
    PartnerAnswer,
    PartnerRefused,
    RecruitedPerson,
    SimulatedOrder,
    SuiteKey,
    SuiteRefused,
    SuiteRequest,
    SuiteSimulator,
    Text,
    WebAddress,
    check_query,
    json_answer,
    read,
    read_json,
)

ASSESSMENTS_PATH: Final = "/assessments/"
PENDING: Final = "pending"
COMPLETED: Final = "completed"


class ListedWorkableTest(DocumentedMembers):
    """A test of `GET /tests`."""

    id: str | int
    name: Text


class ListedWorkableTests(DocumentedMembers):
    """The response to `GET /tests`."""

    tests: list[ListedWorkableTest]


class MadeAssessment(DocumentedMembers):
    """The response to `POST /assessments`."""

    assessment_id: Text


class ProviderError(DocumentedMembers):
    """An error of ours."""

    status: int
    message: Text


class AssessmentScore(DocumentedMembers):
    """The results of a test. `details` is a flat object; `duration` is hh:mm:ss."""

    score: Text | None = None
    summary: str | None = None
    details: dict[str, str | int | float | bool | None] | None = None
    duration: Annotated[str, StringConstraints(pattern=r"^\d{2,}:[0-5]\d:[0-5]\d$")] | None = None
    grade: Literal["failed", "passed", "excelled"] | None = None


class AssessmentCallback(DocumentedMembers):
    """The body of a callback."""

    status: Literal["pending", "completed", "expired", "rejected"]
    results_url: WebAddress | None = None
    assessment: AssessmentScore | None = None


_TESTS: Final = TypeAdapter(ListedWorkableTests)
_MADE: Final = TypeAdapter(MadeAssessment)
_ERROR: Final = TypeAdapter(ProviderError)
_CALLBACK: Final = TypeAdapter(AssessmentCallback)


class WorkableSimulator(SuiteSimulator):
    """Workable. `access_token` is the token that it has issued."""

    vendor = "workable"
    title = "Workable"

    def __init__(
        self, connection: Connection, *, access_token: str, clock: Callable[[], float] = time.time
    ) -> None:
        super().__init__(connection, clock)
        self.access_token = access_token

    @property
    def configuration(self) -> Mapping[str, Any]:
        """Our integration calls with Workable's token."""
        return {"apiUrl": self.connection.api_url, "accessToken": self.access_token}

    def list_tests(self, key: SuiteKey) -> list[ListedWorkableTest]:
        """The tests that may be ordered. Raises PartnerRefused and PartnerAnswerWrong."""
        answer = self.call_partner("GET", "/tests", f"Bearer {key.key}")
        return self._read(answer, 200, _TESTS).tests

    def order(self, key: SuiteKey, interview_id: str, person: RecruitedPerson) -> SimulatedOrder:
        """A recruiter sends an assessment."""
        order = SimulatedOrder(str(self.new_number()), interview_id, person, key, status="sending")
        return self.place(order, self.create)

    def create(self, order: SimulatedOrder) -> SimulatedOrder:
        """Create an assessment, which may have been created before."""
        answer = self.call_partner(
            "POST", "/assessments", f"Bearer {order.key.key}", document=self.body_of(order)
        )
        if answer.status == 409 and order.partner_id is not None:
            return order
        made = self._read(answer, 201, _MADE).assessment_id
        if order.partner_id not in (None, made):
            self.refuse_answer(answer.call, answer.status, "the same assessment has another id")
        order.partner_id = made
        order.tell(PENDING)
        return order

    def body_of(self, order: SimulatedOrder) -> dict[str, Any]:
        """The body of `POST /assessments`."""
        person = order.person
        return {
            "test_id": order.interview_id,
            "job_shortcode": "GROOV001",
            "job_title": "Barista",
            "callback_url": f"{self.connection.api_url}{ASSESSMENTS_PATH}{order.id}",
            "candidate": {
                "first_name": person.first_name,
                "last_name": person.last_name,
                "email": person.email,
                "phone": person.phone,
            },
        }

    def serve(self, request: SuiteRequest) -> HttpAnswer:
        """Take `PUT {callback_url}`."""
        order = self.find_order(request.path, ASSESSMENTS_PATH)
        if request.method != "PUT":
            raise SuiteRefused(405, "only PUT is allowed")
        if request.headers.get("authorization") != f"Bearer {self.access_token}":
            raise SuiteRefused(401, "the token is missing or wrong")
        check_query(request)
        told = read(_CALLBACK, read_json(request))
        if told.status == COMPLETED and told.results_url is None:
            raise SuiteRefused(422, "results_url: is required with completed")
        if told.status != COMPLETED and (told.results_url or told.assessment):
            raise SuiteRefused(422, f"there are results with {told.status}")
        if order.has_ended:
            raise SuiteRefused(409, "the assessment has ended before")
        order.has_ended = told.status != PENDING
        order.link = told.results_url
        if told.assessment is not None:
            order.score = told.assessment.score
            order.details = told.assessment.model_dump(exclude_none=True, exclude={"score"})
        order.tell(told.status)
        return json_answer(200, {})

    def refuse(self, refused: SuiteRefused) -> HttpAnswer:
        """Workable names the error."""
        return json_answer(refused.status, {"error": refused.reason}, **refused.headers)

    def _read(self, answer: PartnerAnswer, status: int, members: TypeAdapter[M]) -> M:
        if answer.status < 400:
            return self.read_answer(answer, status, members)
        error = self.read_answer(answer, answer.status, _ERROR)
        if error.status != answer.status:
            self.refuse_answer(answer.call, answer.status, "the body has another status")
        raise PartnerRefused(answer.call, answer.status, error.message)
