"""Ashby: a customer that uses the assessments framework (developers.ashbyhq.com, `assessment.*`)."""

import time
import uuid
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, Literal

from pydantic import TypeAdapter

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
    basic,
    check_query,
    json_answer,
    read,
    read_json,
)

UPDATE: Final = "/assessment.update"
KEY_INFO: Final = "/apiKey.info"
PERMISSIONS: Final = {UPDATE: "candidatesWrite", KEY_INFO: "apiKeysRead"}
"""The calls that Ashby takes, each with the permission that the key needs for it."""

STARTED: Final = "Started"
COMPLETED: Final = "Completed"
CANCELLED: Final = "Cancelled"

_BANNED_AGENTS: Final = ("python-urllib", "node-fetch")
_NUMERIC: Final = ("numeric_score", "numeric_duration_minutes")


class ListedAssessment(DocumentedMembers):
    """A type of `assessment.list`."""

    assessment_type_id: Text
    name: Text
    description: str


class NamedAssessment(DocumentedMembers):
    """The results of `assessment.start` and `assessment.cancel`."""

    assessment_id: Text


class ListedAssessments(DocumentedMembers):
    """The response to `assessment.list`."""

    success: Literal[True]
    results: list[ListedAssessment]


class TakenAssessment(DocumentedMembers):
    """The response to `assessment.start` and `assessment.cancel`."""

    success: Literal[True]
    results: NamedAssessment


class FailedCall(DocumentedMembers):
    """A response that says what went wrong."""

    success: Literal[False]
    errors: list[Text]


class ShownMessage(DocumentedMembers):
    """A response whose message Ashby shows to its user, by 422."""

    message: Text


class DataBlob(DocumentedMembers):
    """A value as Ashby shows it."""

    identifier: Text
    label: Text
    type: Literal["numeric_score", "numeric_duration_minutes", "url", "string", "boolean_success"]
    value: str | int | float | bool
    description: str | None = None


class AssessmentUpdate(DocumentedMembers):
    """The body of `assessment.update`."""

    assessment_id: Text
    timestamp: int
    assessment_status: DataBlob | None = None
    assessment_profile_url: DataBlob | None = None
    assessment_result: DataBlob | None = None
    cancelled_reason: DataBlob | None = None
    metadata: list[DataBlob] | None = None

    @property
    def blobs(self) -> list[DataBlob]:
        """All values of the update."""
        named = (
            self.assessment_status,
            self.assessment_profile_url,
            self.assessment_result,
            self.cancelled_reason,
        )
        return [blob for blob in named if blob is not None] + list(self.metadata or ())


class NoMembers(DocumentedMembers):
    """The body of `apiKey.info`."""


_LISTED: Final = TypeAdapter(ListedAssessments)
_TAKEN: Final = TypeAdapter(TakenAssessment)
_FAILED: Final = TypeAdapter(FailedCall)
_MESSAGE: Final = TypeAdapter(ShownMessage)
_UPDATE: Final = TypeAdapter(AssessmentUpdate)
_NOTHING: Final = TypeAdapter(NoMembers)


class AshbySimulator(SuiteSimulator):
    """Ashby. `api_key` is the key that it has issued, with `permissions`."""

    vendor = "ashby"
    title = "Ashby"

    def __init__(
        self,
        connection: Connection,
        *,
        api_key: str,
        permissions: Collection[str] = frozenset(PERMISSIONS.values()),
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(connection, clock)
        self.api_key = api_key
        self.permissions = permissions
        self.updates: list[Mapping[str, Any]] = []
        """The updates that it took, oldest first."""
        self._last: dict[str, int] = {}

    @property
    def configuration(self) -> Mapping[str, Any]:
        """Our integration calls with Ashby's key."""
        return {"apiUrl": self.connection.api_url, "apiKey": self.api_key}

    def list_types(self, key: SuiteKey) -> list[ListedAssessment]:
        """The types that may be started. Raises PartnerRefused and PartnerAnswerWrong."""
        answer = self.call_partner("POST", "/assessment.list", basic(key.key), document={})
        return self._read(answer, _LISTED).results

    def order(self, key: SuiteKey, interview_id: str, person: RecruitedPerson) -> SimulatedOrder:
        """A recruiter starts an assessment."""
        order = SimulatedOrder(str(uuid.uuid4()), interview_id, person, key, status="starting")
        return self.place(order, self.start)

    def start(self, order: SimulatedOrder) -> SimulatedOrder:
        """Start an assessment, which may have been started before. Its order's id is the application's."""
        answer = self.call_partner(
            "POST", "/assessment.start", basic(order.key.key), document=self.body_of(order)
        )
        if answer.status == 409 and order.partner_id is not None:
            return order
        started = self._read(answer, _TAKEN).results.assessment_id
        if order.partner_id not in (None, started) and not order.has_ended:
            self.refuse_answer(answer.call, answer.status, "the same assessment has another id")
        order.partner_id, order.has_ended = started, False
        order.tell("sent")
        return order

    def body_of(self, order: SimulatedOrder) -> dict[str, Any]:
        """The body of `assessment.start`."""
        person, app = order.person, "https://app.ashbyhq.com"
        person_id = person.id or str(uuid.uuid5(uuid.NAMESPACE_URL, person.email))
        return {
            "assessment_type_id": order.interview_id,
            "candidate": {
                "ashby_id": person_id,
                "first_name": person.first_name,
                "last_name": person.last_name,
                "email": person.email,
                "ashby_profile_url": f"{app}/candidates/{person_id}",
            },
            "application": {"ashby_id": order.id, "status": "Active"},
            "job": {
                "ashby_id": "0190a0b0-c0d0-7123-8456-0000000000a1",
                "name": "Barista",
                "ashby_job_url": f"{app}/jobs/1",
                "req_id": None,
            },
        }

    def cancel(self, order: SimulatedOrder) -> None:
        """A recruiter cancels an assessment. Raises PartnerRefused and PartnerAnswerWrong."""
        document = {"assessment_id": order.partner_id}
        answer = self.call_partner("POST", "/assessment.cancel", basic(order.key.key), document=document)
        if self._read(answer, _TAKEN).results.assessment_id != order.partner_id:
            self.refuse_answer(answer.call, answer.status, "another assessment was cancelled")
        order.tell(CANCELLED)

    def serve(self, request: SuiteRequest) -> HttpAnswer:
        """Take `assessment.update` and `apiKey.info`."""
        permission = PERMISSIONS.get(request.path)
        if permission is None:
            raise SuiteRefused(404, "there is no such call")
        if request.method != "POST":
            raise SuiteRefused(405, "only POST is allowed")
        self._check_headers(request)
        if permission not in self.permissions:
            raise SuiteRefused(403, f"missing_endpoint_permission: {permission}")
        check_query(request)
        if request.path == KEY_INFO:
            read(_NOTHING, read_json(request))
            results = {"title": "Interviews", "createdAt": "2026-01-12T08:00:00.000Z"}
            return json_answer(200, {"success": True, "results": results})
        document = read_json(request)
        self._take(read(_UPDATE, document))
        self.updates.append(document)
        return json_answer(200, {"success": True, "results": {"assessment_id": document["assessment_id"]}})

    def refuse(self, refused: SuiteRefused) -> HttpAnswer:
        """Ashby answers with 200 what its calls do not take, and with a status what it does not let in."""
        status = 200 if refused.status == 422 else refused.status
        document = {"success": False, "errors": [refused.reason]}
        return json_answer(status, document, **refused.headers)

    def _check_headers(self, request: SuiteRequest) -> None:
        """Raises SuiteRefused: 401 for a missing key, 403 for a wrong one, and for a banned client."""
        agent = request.headers.get("user-agent", "").strip().lower()
        if not agent or agent.startswith(_BANNED_AGENTS):
            raise SuiteRefused(403, "error 1010: the User-Agent is empty or banned")
        given = request.headers.get("authorization")
        if given is None:
            raise SuiteRefused(401, "the key is missing")
        if given != basic(self.api_key):
            raise SuiteRefused(403, "the key is wrong")

    def _take(self, update: AssessmentUpdate) -> None:
        order = next((each for each in self.orders.values() if each.partner_id == update.assessment_id), None)
        if order is None:
            raise SuiteRefused(422, "assessment_id: there is no such assessment")
        _check_blobs(update)
        if order.has_ended:
            raise SuiteRefused(422, "the assessment has ended before")
        if update.timestamp <= self._last.get(update.assessment_id, 0):
            raise SuiteRefused(422, "timestamp: is not later than that of the last update")
        if update.timestamp < 1_000_000_000_000:
            raise SuiteRefused(422, "timestamp: is not in milliseconds")
        self._last[update.assessment_id] = update.timestamp
        if update.assessment_profile_url is not None:
            order.link = str(update.assessment_profile_url.value)
        for blob in update.metadata or ():
            order.details[blob.label] = blob.value
        if update.cancelled_reason is not None:
            order.details["reason"], order.has_ended = update.cancelled_reason.value, True
            order.tell(CANCELLED)
        elif update.assessment_result is not None:
            value = update.assessment_result.value
            order.score = value if update.assessment_result.type == "numeric_score" else str(value)
            order.has_ended = True
            order.tell(COMPLETED)
        elif update.assessment_status is not None:
            order.tell(str(update.assessment_status.value))

    def _read(self, answer: PartnerAnswer, members: TypeAdapter[M]) -> M:
        """Read a success. Raises PartnerRefused for a documented failure."""
        if answer.status == 422 and isinstance(answer.document, dict) and "message" in answer.document:
            shown = self.read_answer(answer, 422, _MESSAGE)
            raise PartnerRefused(answer.call, 422, shown.message)
        has_failed = isinstance(answer.document, dict) and answer.document.get("success") is False
        if answer.status != 200 or has_failed:
            failed = self.read_answer(answer, answer.status, _FAILED)
            raise PartnerRefused(answer.call, answer.status, "; ".join(failed.errors))
        return self.read_answer(answer, 200, members)


def _check_blobs(update: AssessmentUpdate) -> None:
    """Raises SuiteRefused where members contradict each other."""
    blobs = update.blobs
    if len({blob.identifier for blob in blobs}) < len(blobs):
        raise SuiteRefused(422, "two values have the same identifier")
    for blob in blobs:
        if not _fits(blob):
            raise SuiteRefused(422, f"{blob.identifier}: the value is no {blob.type}")
    if update.cancelled_reason is None and update.assessment_status is None:
        raise SuiteRefused(422, "assessment_status: is required without cancelled_reason")
    if update.cancelled_reason is not None and update.assessment_result is not None:
        raise SuiteRefused(422, "there are both a result and cancelled_reason")
    if update.cancelled_reason is not None and update.cancelled_reason.type != "string":
        raise SuiteRefused(422, "cancelled_reason: is no string")
    if update.assessment_result is not None and update.assessment_profile_url is None:
        raise SuiteRefused(422, "assessment_profile_url: is required with a result")
    if update.assessment_profile_url is not None and update.assessment_profile_url.type != "url":
        raise SuiteRefused(422, "assessment_profile_url: is no url")


def _fits(blob: DataBlob) -> bool:
    if blob.type == "boolean_success":
        return isinstance(blob.value, bool)
    if blob.type in _NUMERIC:
        return isinstance(blob.value, int | float) and not isinstance(blob.value, bool)
    if blob.type == "url":
        return isinstance(blob.value, str) and blob.value.startswith(("http://", "https://"))
    return isinstance(blob.value, str)
