"""Lever, by its webhooks, opportunities and notes (hire.lever.co/developer).

Lever orders nothing: an opportunity that reaches a configured stage is the order. Lever tells of it by a
webhook, the opportunity is read, and tags, a note and a link tell what became of it. Suites: `lever`.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Final
from urllib.parse import quote, urlencode

from pydantic import Field

from gather.connect.orders.models import OrderedCandidate, OrderRequest, OrderResults
from gather.connect.suite_protocol import (
    KeylessVisit,
    NotOrdered,
    Push,
    PushedOrder,
    Suite,
    SuiteAnswer,
    SuiteBody,
    SuiteQuery,
    SuiteRoute,
    TokenRequest,
)
from gather.connect.suite_wire import (
    PERSON_DECIDES,
    LongText,
    address_below,
    basic,
    bearer,
    fault_text,
    order_request,
    split_name,
    topic_scores,
    usable_phone,
)
from gather.connect.vendor_protocol import (
    Configuration,
    Failure,
    GetJson,
    OptionalSecret,
    Secret,
    VendorFailed,
)
from gather.core.errors import Fault, GatherError, Unauthorized, ValidationFailed
from gather.core.formats import RecordId, ShortText
from gather.core.model import RequestPart
from gather.events.order_tasks import OrderEvent
from gather.outgoing.endpoint import WebhookUrl

API: Final = "https://api.lever.co/v1"
TOKEN: Final = "https://auth.lever.co/oauth/token"  # noqa: S105  # an address
STAGE_CHANGE: Final = "candidateStageChange"
ARCHIVE_CHANGE: Final = "candidateArchiveChange"

TOKEN_MEMBERS: Final = ("clientId", "clientSecret", "refreshToken")
CREDENTIALS_MISSING: Final = "is required: apiKey, or clientId, clientSecret and refreshToken"

TAGS: Final[Mapping[OrderEvent, str]] = {
    OrderEvent.INVITED: "screening-invited",
    OrderEvent.COMPLETED: "screening-completed",
    OrderEvent.EXPIRED: "screening-expired",
    OrderEvent.CANCELLED: "screening-cancelled",
}
"""The tag that an opportunity has after an event."""

Stage = Annotated[ShortText, Field(min_length=1)]


class LeverTrigger(RequestPart):
    """A stage whose opportunities are interviewed; with a tag only those that have it."""

    stage_id: Stage
    interview_id: RecordId
    tag: ShortText | None = None


class LeverConfiguration(Configuration):
    """The webhook's secret, the stages that order interviews, and the credentials for Lever's interface."""

    api_url: WebhookUrl = API
    signature_token: Secret
    archive_signature_token: OptionalSecret = None
    triggers: Annotated[list[LeverTrigger], Field(min_length=1, max_length=50)]
    perform_as: ShortText | None = None
    api_key: OptionalSecret = None
    client_id: ShortText | None = None
    client_secret: OptionalSecret = None
    refresh_token: OptionalSecret = None
    token_url: WebhookUrl = TOKEN

    @classmethod
    def cross_field_faults(cls, raw: Mapping[str, Any]) -> Iterable[Fault]:
        """There is a key, or all that a token needs."""
        missing = [name for name in TOKEN_MEMBERS if raw.get(name) is None]
        if raw.get("apiKey") is None and missing:
            wanted = missing if len(missing) < len(TOKEN_MEMBERS) else ["apiKey"]
            yield from (Fault(name, CREDENTIALS_MISSING) for name in wanted)

    @property
    def secrets_of_webhooks(self) -> tuple[str, ...]:
        """The secrets by which an event may be signed: in Lever each kind of event has its own."""
        return tuple(filter(None, (self.signature_token, self.archive_signature_token)))


class LeverOrder(RequestPart):
    """An opportunity to interview, before it was read; with `tag` only if it has it."""

    opportunity_id: ShortText
    interview_id: RecordId
    tag: ShortText | None = None


class LeverOrderOfPerson(LeverOrder):
    """The same with the person, out of Lever."""

    person: OrderedCandidate


class LeverEvent(SuiteBody):
    """An event of a webhook. `triggered_at` is milliseconds since 1970."""

    token: LongText
    triggered_at: int
    signature: LongText
    event: Any = None
    data: Any = None

    def is_signed_with(self, secret: str) -> bool:
        """Whether the event was signed with the webhook's secret."""
        signed = f"{self.token}{self.triggered_at}".encode()
        expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
        return hmac.compare_digest(expected.encode(), self.signature.encode())

    def text(self, name: str) -> str | None:
        """A text of the event's data; None without one."""
        value = self.data.get(name) if isinstance(self.data, dict) else None
        return value if isinstance(value, str) and value else None


def take_event(visit: KeylessVisit[LeverEvent, SuiteQuery]) -> SuiteAnswer:
    """Take an event of a webhook: a new stage may order an interview, an archived opportunity cancels it."""
    integration = visit.door.find(visit.path["integrationId"])
    if integration is None:
        raise _unsigned()
    configuration = visit.door.read_configuration(integration)
    event = visit.body
    if not isinstance(configuration, LeverConfiguration) or not any(
        event.is_signed_with(secret) for secret in configuration.secrets_of_webhooks
    ):
        raise _unsigned()
    opportunity_id = event.text("opportunityId")
    if opportunity_id is not None and event.event == STAGE_CHANGE:
        wanted = orders_of(configuration, event.text("toStageId"), opportunity_id)
        visit.door.send_orders(integration, wanted, _moment(event.triggered_at) or visit.door.now)
    if opportunity_id is not None and event.event == ARCHIVE_CHANGE and _is_archived(event):
        references = {_reference(opportunity_id, each.interview_id) for each in configuration.triggers}
        visit.door.cancel_orders(integration, sorted(references))
    return SuiteAnswer(200, {})


def orders_of(
    configuration: LeverConfiguration, stage_id: str | None, opportunity_id: str
) -> list[dict[str, object]]:
    """The orders that an opportunity makes by reaching a stage."""
    return [
        {"opportunityId": opportunity_id, "interviewId": each.interview_id, "tag": each.tag}
        for each in configuration.triggers
        if each.stage_id == stage_id
    ]


def _is_archived(event: LeverEvent) -> bool:
    return isinstance(event.data, dict) and bool(event.data.get("toArchived"))


def _moment(milliseconds: int) -> datetime | None:
    """The time of an event; None for one that no clock shows."""
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        return None


def _unsigned() -> GatherError:
    return Unauthorized("The event is not signed with the secret of a webhook of this integration.")


def _refuse(fault: GatherError) -> SuiteAnswer:
    return SuiteAnswer(fault.status, {"message": fault_text(fault)})


def _refuse_event(fault: GatherError) -> SuiteAnswer:
    """What cannot be read cannot be signed."""
    return _refuse(_unsigned() if isinstance(fault, ValidationFailed) else fault)


def _reference(opportunity_id: str, interview_id: str) -> str:
    return f"{opportunity_id}:{interview_id}"


class Lever(Suite[LeverConfiguration, LeverOrder]):
    """The plug-in of Lever."""

    name = "lever"
    title = "Lever"
    credentials_member = "apiKey"
    configuration = LeverConfiguration
    order = LeverOrder
    interview_member = "interviewId"
    frees_reference = True
    is_told_by_reference = True
    asks_about_orders = True
    told_of = frozenset(TAGS)
    # Half of what Lever takes, since the end of one second and the beginning of the next count together.
    most_requests_a_second = 5
    routes = (SuiteRoute("POST", "/webhooks/{integrationId}", take_event, refusal=_refuse_event),)

    def address(self, connect_url: str, integration_id: str) -> str:
        """Each integration has a webhook of its own."""
        return f"{connect_url}/connect/{self.name}/webhooks/{integration_id}"

    def refuse(self, fault: GatherError) -> SuiteAnswer:
        """Lever reads the status alone."""
        return _refuse(fault)

    def check(self, configuration: LeverConfiguration, get_json: GetJson) -> None:
        """Read one stage with the key, or get a token, which would use up the refresh token."""
        if configuration.api_key is None:
            return
        url = address_below(configuration.api_url, "stages?limit=1")
        if get_json(url, {"Authorization": basic(configuration.api_key)}) is None:
            raise VendorFailed(Failure.INVALID_ANSWER)

    def details_request(self, order: LeverOrder, configuration: LeverConfiguration) -> Push:
        """Read the opportunity."""
        return Push(method="GET", url=_opportunity(configuration, order.opportunity_id), name="read")

    def complete_order(self, order: LeverOrder, details: Any) -> LeverOrder:
        """Complete an order by Lever's opportunity."""
        found = details.get("data") if isinstance(details, dict) else None
        if not isinstance(found, dict):
            raise VendorFailed(Failure.INVALID_ANSWER)
        if found.get("archived"):
            raise NotOrdered("The opportunity is archived.")
        if order.tag is not None and order.tag.casefold() not in map(str.casefold, _texts(found.get("tags"))):
            raise NotOrdered("The opportunity does not have the tag.")
        email = next(iter(_texts(found.get("emails"))), None)
        name = found.get("name")
        if email is None or not isinstance(name, str) or not name.strip():
            raise NotOrdered("The opportunity has no e-mail address, or no name.")
        first_name, last_name = split_name(name)
        person = OrderedCandidate(
            first_name=first_name,
            last_name=last_name,
            email=email,
            phone=_phone(found.get("phones")),
            external_id=found.get("contact") if isinstance(found.get("contact"), str) else None,
        )
        return LeverOrderOfPerson(**order.model_dump(), person=person)

    def read_order(self, order: LeverOrder) -> OrderRequest:
        """Read an order whose opportunity was read."""
        if not isinstance(order, LeverOrderOfPerson):
            raise NotOrdered("The opportunity was not read.")
        return order_request(
            order.interview_id,
            reference=_reference(order.opportunity_id, order.interview_id),
            push_url=None,
            candidate=order.person,
        )

    def pushes(self, pushed: PushedOrder[LeverConfiguration]) -> Sequence[Push]:
        """Tag the opportunity; with the results a note and a link follow."""
        tag, configuration = TAGS.get(pushed.event), pushed.configuration
        if tag is None or pushed.order.reference is None:
            return ()
        opportunity = pushed.order.reference.rpartition(":")[0]

        def call(name: str, action: str, body: object) -> Push:
            url = _opportunity(configuration, opportunity, action)
            return Push(method="POST", url=url, body=body, name=name)

        former = _former_tags(pushed)
        calls = [call("remove_tag", "removeTags", {"tags": former})] if former else []
        calls.append(call("add_tag", "addTags", {"tags": [tag]}))
        if pushed.event is OrderEvent.COMPLETED:
            calls.append(call("note", "notes", {"value": _note(pushed.interview_name, pushed.outcome)}))
            calls.append(call("link", "addLinks", {"links": [pushed.outcome.profile_url]}))
        return calls

    def authorization(self, configuration: LeverConfiguration, _password: str, token: str | None) -> str:
        """Lever's key, or a token of its OAuth."""
        return basic(configuration.api_key) if configuration.api_key else bearer(token or "")

    def token_request(
        self, configuration: LeverConfiguration, refresh_token: str | None
    ) -> TokenRequest | None:
        """A token by the newest refresh token; the one of the configuration begins."""
        if configuration.api_key is not None:
            return None
        return TokenRequest(
            url=configuration.token_url,
            form={
                "grant_type": "refresh_token",
                "client_id": configuration.client_id or "",
                "client_secret": configuration.client_secret or "",
                "refresh_token": refresh_token or configuration.refresh_token or "",
            },
        )


def _former_tags(pushed: PushedOrder[LeverConfiguration]) -> list[str]:
    """The tags that the opportunity may have of what was told before, also of the order before this one.

    A worker that told of the invite may have died before it noted that.
    """
    before = {OrderEvent.EXPIRED, OrderEvent.CANCELLED} if pushed.order.follows_order_id else set()
    before |= {OrderEvent.INVITED, *pushed.tried}
    return [TAGS[event] for event in TAGS if event in before and event is not pushed.event]


def _opportunity(configuration: LeverConfiguration, opportunity_id: str, action: str = "") -> str:
    path = f"opportunities/{quote(opportunity_id, safe='')}{f'/{action}' if action else ''}"
    query = f"?{urlencode({'perform_as': configuration.perform_as})}" if configuration.perform_as else ""
    return address_below(configuration.api_url, f"{path}{query if action else ''}")


def _texts(values: object) -> list[str]:
    return [value for value in values if isinstance(value, str) and value] if isinstance(values, list) else []


def _phone(phones: object) -> str | None:
    values = (
        [each.get("value") for each in phones if isinstance(each, dict)] if isinstance(phones, list) else []
    )
    return next(filter(None, map(usable_phone, _texts(values))), None)


def _note(interview_name: str, outcome: OrderResults) -> str:
    """The text of a note. A note's own score would be a verdict, which is left to people."""
    found = outcome.results
    score = "Score: none" if found is None or found.score is None else f"Score: {found.score} of 100"
    topics = [f"{topic}: {topic_score}" for topic, topic_score in topic_scores(found)] if found else []
    summary = [outcome.summary] if outcome.summary else []
    title, link = f"Screening: {interview_name}", f"Results: {outcome.profile_url}"
    return "\n".join([title, score, *topics, *summary, link, PERSON_DECIDES])


VENDOR = Lever()
