"""Greenhouse: a customer that uses the Assessment Partner API (grnhse/greenhouse-api-docs, `assessment`)."""

import time
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from pydantic import TypeAdapter

from local_stack.suites.simulator import (
    Connection,
    DocumentedMembers,
    HttpAnswer,
    M,
    PartnerAnswer,
    PartnerAnswerWrong,
    PartnerRefused,
    RecruitedPerson,
    SimulatedOrder,
    SuiteKey,
    SuiteRefused,
    SuiteRequest,
    SuiteSimulator,
    Text,
    WebAddress,
    basic,
    check_query,
)

TESTS_PATH: Final = "/take_home_tests/"
COMPLETE: Final = "complete"
_ENDED: Final = frozenset({COMPLETE, "expired", "cancelled"})


class ListedTest(DocumentedMembers):
    """A test of `list_tests`."""

    partner_test_id: Text
    partner_test_name: Text


class SentTest(DocumentedMembers):
    """The response to `send_test`: a single key."""

    partner_interview_id: Text


class StatusOfTest(DocumentedMembers):
    """The response to `test_status`. Properties without a value may be null. `metadata` is not nested."""

    partner_status: Text
    partner_profile_url: WebAddress | None = None
    partner_score: int | float | None = None
    metadata: dict[str, str | int | float | bool | None] | None = None


class HeardError(DocumentedMembers):
    """Our response to `response_error`."""

    status: int


_TESTS: Final = TypeAdapter(list[ListedTest])
_SENT: Final = TypeAdapter(SentTest)
_STATUS: Final = TypeAdapter(StatusOfTest)
_HEARD: Final = TypeAdapter(HeardError)


class GreenhouseSimulator(SuiteSimulator):
    """Greenhouse. `api_key` is what it expects of a PATCH; None for the key that it has from us."""

    vendor = "greenhouse"
    title = "Greenhouse"

    def __init__(
        self, connection: Connection, *, api_key: str | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        super().__init__(connection, clock)
        self.api_key = api_key
        self.hired: set[str] = set()
        """The orders whose candidates were hired: their tests take no PATCH any more."""

    @property
    def configuration(self) -> Mapping[str, Any]:
        """Our integration calls with its own key."""
        own = {} if self.api_key is None else {"apiKey": self.api_key}
        return {"apiUrl": self.connection.api_url, **own}

    def list_tests(self, key: SuiteKey) -> list[ListedTest]:
        """The tests that may be sent. Raises PartnerRefused and PartnerAnswerWrong."""
        return self._read(self.call_partner("GET", "/list_tests", basic(key.key)), _TESTS)

    def order(self, key: SuiteKey, interview_id: str, person: RecruitedPerson) -> SimulatedOrder:
        """A recruiter sends a test."""
        number = self.new_number()
        person_id = person.id or str(17_681_000 + number)
        known = RecruitedPerson(person.first_name, person.last_name, person.email, person.phone, person_id)
        order = SimulatedOrder(str(number), interview_id, known, key, status="sending")
        return self.place(order, self.send_test)

    def send_test(self, order: SimulatedOrder) -> SimulatedOrder:
        """Send a test, which may have been sent before."""
        answer = self.call_partner("POST", "/send_test", basic(order.key.key), document=self.body_of(order))
        sent = self._read(answer, _SENT, order).partner_interview_id
        if order.partner_id not in (None, sent):
            self.refuse_answer(answer.call, answer.status, "the same test has another partner_interview_id")
        order.partner_id = sent
        order.tell("sent")
        return order

    def body_of(self, order: SimulatedOrder) -> dict[str, Any]:
        """The body of `send_test`."""
        person = order.person
        profile = f"https://app.greenhouse.io/people/{person.id}?application_id={26_234_000 + int(order.id)}"
        return {
            "partner_test_id": order.interview_id,
            "candidate": {
                "first_name": person.first_name,
                "last_name": person.last_name,
                "preferred_name": None,
                "email": person.email,
                "phone_number": person.phone,
                # Greenhouse signs the address anew each time.
                "resume_url": f"https://grnhse.example.com/resumes/{order.id}?signature={self.new_number()}",
                "greenhouse_profile_url": profile,
            },
            "url": f"{self.connection.api_url}{TESTS_PATH}{order.id}",
            "sent_by": "recruiter@example.com",
        }

    def read_status(self, order: SimulatedOrder) -> StatusOfTest:
        """Ask how a test stands, as after a PATCH. Raises PartnerRefused and PartnerAnswerWrong."""
        query = urlencode({"partner_interview_id": order.partner_id})
        answer = self.call_partner("GET", f"/test_status?{query}", basic(order.key.key))
        found = self._read(answer, _STATUS, order)
        is_complete = found.partner_status == COMPLETE
        if is_complete and found.partner_profile_url is None:
            self._report(answer, order, "partner_profile_url is required with complete")
        if not is_complete and (found.partner_profile_url or found.partner_score is not None):
            self._report(answer, order, "there is a result before complete")
        order.tell(found.partner_status)
        order.score, order.link = found.partner_score, found.partner_profile_url
        order.details = dict(found.metadata or {})
        order.has_ended = found.partner_status in _ENDED
        return found

    def serve(self, request: SuiteRequest) -> HttpAnswer:
        """Take `PATCH {url}`: a test has news, which Greenhouse then asks for."""
        order = self.find_order(request.path, TESTS_PATH)
        if request.method != "PATCH":
            raise SuiteRefused(405, "only PATCH is allowed")
        if request.headers.get("authorization") != basic(self.api_key or order.key.key):
            raise SuiteRefused(401, "the key is missing or wrong")
        check_query(request)
        if request.body:
            raise SuiteRefused(422, "a PATCH has no body")
        if order.id in self.hired:
            raise SuiteRefused(404, "the candidate was hired")
        if order.partner_id is None:
            raise SuiteRefused(404, "the test was not sent")
        if order.has_ended:
            raise SuiteRefused(422, "the test has ended before")
        self.defer(lambda: self._follow(order))
        return HttpAnswer(200, {}, b"")

    def refuse(self, refused: SuiteRefused) -> HttpAnswer:
        """Greenhouse answers with a status alone."""
        return HttpAnswer(refused.status, refused.headers, b"")

    def report_error(self, key: SuiteKey, document: object) -> None:
        """Tell us that a response of ours was wrong. Raises PartnerRefused and PartnerAnswerWrong."""
        answer = self.call_partner("POST", "/response_error", basic(key.key), document=document)
        if self._read(answer, _HEARD).status != 200:
            self.refuse_answer(answer.call, answer.status, "the status in the body is not 200")

    def _follow(self, order: SimulatedOrder) -> None:
        """Ask for what a PATCH has announced, which must be there."""
        try:
            found = self.read_status(order)
            if found.partner_status not in _ENDED:
                self.refuse_answer("GET /test_status", 200, f"{found.partner_status} after the PATCH")
        except (PartnerAnswerWrong, PartnerRefused):
            # Recorded. Greenhouse asks again each hour.
            return

    def _read(self, answer: PartnerAnswer, members: TypeAdapter[M], order: SimulatedOrder | None = None) -> M:
        if answer.status != 200:
            document = answer.document
            if not isinstance(document, dict) or document.keys() != {"message"}:
                self.refuse_answer(answer.call, answer.status, "an error has another body than a message")
            raise PartnerRefused(answer.call, answer.status, str(document["message"]))
        try:
            return self.read_answer(answer, 200, members)
        except PartnerAnswerWrong as wrong:
            if order is not None:
                self._tell_error(answer, order, str(wrong))
            raise

    def _report(self, answer: PartnerAnswer, order: SimulatedOrder, reason: str) -> None:
        self._tell_error(answer, order, reason)
        self.refuse_answer(answer.call, answer.status, reason)

    def _tell_error(self, answer: PartnerAnswer, order: SimulatedOrder, reason: str) -> None:
        known = {} if order.partner_id is None else {"partner_interview_id": order.partner_id}
        report = {
            "api_call": answer.call.rpartition("/")[2],
            "errors": [reason],
            "partner_test_id": order.interview_id,
            "partner_test_name": None,
            "candidate_email": order.person.email,
            **known,
        }
        try:
            self.report_error(order.key, report)
        except (PartnerRefused, PartnerAnswerWrong):
            # What was wrong is recorded already.
            return
