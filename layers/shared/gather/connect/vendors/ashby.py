"""Ashby, by its assessments framework (developers.ashbyhq.com, OpenAPI `assessment.*`).

Ashby lists the interviews as assessment types, starts and cancels assessments, and is told of every change by
`assessment.update`. Suites: `ashby`.
"""

import hashlib
from collections.abc import Sequence
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
    address_below,
    basic,
    fault_text,
    order_request,
    refused_with,
    topic_scores,
)
from gather.connect.vendor_protocol import Configuration, GetJson, Secret
from gather.core.errors import Conflict, GatherError, NotFound, ValidationFailed
from gather.core.formats import EmailAddress, RecordId, ShortText, Title
from gather.events.order_tasks import OrderEvent
from gather.outgoing.endpoint import WebhookUrl
from gather.outgoing.result import AttemptResult

API: Final = "https://api.ashbyhq.com"
HEADERS: Final = {"Accept": "application/json; version=1"}

_ENDED: Final = {
    OrderEvent.EXPIRED: "The time to answer has passed.",
    OrderEvent.CANCELLED: "The interview was cancelled.",
}


class AshbyConfiguration(Configuration):
    """Where Ashby is, and a key of its own with the permission `candidatesWrite`."""

    api_url: WebhookUrl = API
    api_key: Secret


class AshbyCandidate(SnakeCaseBody):
    """The person who is assessed."""

    first_name: Title
    last_name: Title
    email: EmailAddress
    ashby_id: ShortText | None = None
    ashby_profile_url: LongText | None = None


class AshbyApplication(SnakeCaseBody):
    """The application that the assessment is for."""

    ashby_id: ShortText


class AshbyOrder(SnakeCaseBody):
    """An assessment to start. The same application and type are the same assessment while it is open."""

    assessment_type_id: RecordId
    candidate: AshbyCandidate
    application: AshbyApplication


class AshbyCancellation(SnakeCaseBody):
    """An assessment to cancel."""

    assessment_id: RecordId


def list_types(visit: SuiteVisit[NoSuiteBody, SuiteQuery]) -> SuiteAnswer:
    """List the interviews that may be ordered as assessment types."""
    types = [
        {
            "assessment_type_id": item.id,
            "name": item.title,
            "description": item.description or item.display_name,
        }
        for item in visit.desk.list_catalog()
    ]
    return _success(types)


def start(visit: SuiteVisit[AshbyOrder, SuiteQuery]) -> SuiteAnswer:
    """Order an interview for a candidate, who is invited."""
    return _success({"assessment_id": visit.desk.place(visit.body).id})


def cancel(visit: SuiteVisit[AshbyCancellation, SuiteQuery]) -> SuiteAnswer:
    """Cancel an assessment, so that its link takes no answers any more."""
    return _success({"assessment_id": visit.desk.cancel(visit.body.assessment_id).id})


def _success(results: object) -> SuiteAnswer:
    return SuiteAnswer(200, {"success": True, "results": results})


def _failure(status: int, fault: GatherError) -> SuiteAnswer:
    return SuiteAnswer(status, {"success": False, "errors": [fault_text(fault)]})


def _refuse(fault: GatherError) -> SuiteAnswer:
    return _failure(422 if isinstance(fault, ValidationFailed) else fault.status, fault)


def _refuse_start(fault: GatherError) -> SuiteAnswer:
    """Ashby shows the message of a 422 to its user."""
    is_for_user = isinstance(fault, ValidationFailed | Conflict)
    is_unknown = isinstance(fault, NotFound) and fault.field == Ashby.interview_member
    return SuiteAnswer(422, {"message": fault_text(fault)}) if is_for_user or is_unknown else _refuse(fault)


def _refuse_cancel(fault: GatherError) -> SuiteAnswer:
    """Ashby documents both shapes of a response under 200."""
    return _failure(200, fault) if isinstance(fault, NotFound | Conflict) else _refuse(fault)


class Ashby(Suite[AshbyConfiguration, AshbyOrder]):
    """The plug-in of Ashby."""

    name = "ashby"
    title = "Ashby"
    credentials_member = "apiKey"
    configuration = AshbyConfiguration
    order = AshbyOrder
    interview_member = "assessment_type_id"
    frees_reference = True
    told_of = frozenset({OrderEvent.STARTED, OrderEvent.COMPLETED, OrderEvent.EXPIRED, OrderEvent.CANCELLED})
    routes = (
        SuiteRoute("POST", "/assessment.list", list_types),
        SuiteRoute("POST", "/assessment.start", start, refusal=_refuse_start),
        SuiteRoute("POST", "/assessment.cancel", cancel, refusal=_refuse_cancel),
    )

    def refuse(self, fault: GatherError) -> SuiteAnswer:
        """Every failure has the shape of Ashby's own."""
        return _refuse(fault)

    def check(self, configuration: AshbyConfiguration, get_json: GetJson) -> None:
        """Ask Ashby what the key may do, which needs the permission `apiKeysRead`."""
        headers = {
            **HEADERS,
            "Authorization": basic(configuration.api_key),
            "Content-Type": "application/json",
        }
        get_json(address_below(configuration.api_url, "apiKey.info"), headers, b"{}")

    def read_order(self, order: AshbyOrder) -> OrderRequest:
        """Read an assessment to start."""
        person = order.candidate
        return order_request(
            order.assessment_type_id,
            reference=f"{order.application.ashby_id}:{order.assessment_type_id}",
            push_url=None,
            candidate=OrderedCandidate(
                first_name=person.first_name,
                last_name=person.last_name,
                email=person.email,
                external_id=person.ashby_id,
            ),
        )

    def pushes(self, pushed: PushedOrder[AshbyConfiguration]) -> Sequence[Push]:
        """Tell Ashby of the beginning and of the end of an assessment."""
        told = _update(pushed)
        if told is None:
            return ()
        body = {"assessment_id": pushed.order.id, "timestamp": pushed.update, **told}
        url = address_below(pushed.configuration.api_url, "assessment.update")
        return (Push(method="POST", url=url, body=body, headers=HEADERS),)

    def authorization(self, configuration: AshbyConfiguration, _password: str, _token: str | None) -> str:
        """Ashby's own key."""
        return basic(configuration.api_key)

    def find_refusal(self, result: AttemptResult) -> str | None:
        """Ashby answers a failure with 200 too."""
        if not isinstance(result.data, dict) or result.data.get("success") is not False:
            return None
        return refused_with(result.data.get("errors"))


def _update(pushed: PushedOrder[AshbyConfiguration]) -> dict[str, Any] | None:
    """The members of an update by its event; None for an event that Ashby is not told of."""
    if pushed.event is OrderEvent.STARTED:
        return {"assessment_status": _blob("status", "Status", "string", "Started")}
    if pushed.event in _ENDED:
        return {"cancelled_reason": _blob("reason", "Reason", "string", _ENDED[pushed.event])}
    return _completed(pushed.outcome) if pushed.event is OrderEvent.COMPLETED else None


def _completed(outcome: OrderResults) -> dict[str, Any]:
    found = outcome.results
    score = found.score if found else None
    result = (
        _blob("no_score", "Score", "string", "No score")
        if score is None
        else _blob("score", "Score", "numeric_score", score)
    )
    metadata = []
    if outcome.seconds is not None:
        minutes = round(outcome.seconds / 60, 1)
        metadata.append(_blob("duration", "Duration", "numeric_duration_minutes", minutes))
    if outcome.summary:
        metadata.append(_blob("summary", "Summary", "string", outcome.summary))
    for topic, topic_score in topic_scores(found) if found else ():
        metadata.append(_blob(_topic_identifier(topic), topic, "numeric_score", topic_score))
    metadata.append(_blob("note", "Note", "string", PERSON_DECIDES))
    return {
        "assessment_status": _blob("status", "Status", "string", "Completed"),
        "assessment_profile_url": _blob("profile", "Results", "url", outcome.profile_url),
        "assessment_result": result,
        "metadata": metadata,
    }


def _topic_identifier(topic: str) -> str:
    """Names a topic in the same way in all updates, as Ashby wants it."""
    return f"topic_{hashlib.sha256(topic.encode()).hexdigest()[:12]}"


def _blob(identifier: str, label: str, kind: str, value: object) -> dict[str, object]:
    return {"identifier": identifier, "label": label, "type": kind, "value": value}


VENDOR = Ashby()
