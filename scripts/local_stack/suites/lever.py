"""Lever: a customer whose opportunities move through stages (hire.lever.co/developer)."""

import hmac
import secrets
import time
import uuid
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from pydantic import TypeAdapter

from local_stack.suites.simulator import (
    Connection,
    DocumentedMembers,
    HttpAnswer,
    MoveByHand,
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
    basic,
    check_query,
    json_answer,
    read,
    read_form,
    read_json,
)

TOKEN_PATH: Final = "/oauth/token"  # noqa: S105  # a path
OPPORTUNITIES_PATH: Final = "/opportunities/"
STAGES_PATH: Final = "/stages"
STAGE_CHANGE: Final = "candidateStageChange"
ARCHIVE_CHANGE: Final = "candidateArchiveChange"
FIRST_STAGE: Final = "lead-new"
MOST_REQUESTS_A_SECOND: Final = 10
MOST_SECONDS_FOR_EVENT: Final = 5.0
TOKEN_SECONDS: Final = 3_600
OUR_TAGS: Final = "screening-"


class TakenEvent(DocumentedMembers):
    """Our response to an event."""


class EventRefused(DocumentedMembers):
    """Our response to an event that is not let in."""

    message: Text


class TagChange(DocumentedMembers):
    """The body of `addTags` and `removeTags`."""

    tags: list[Text]


class LinkChange(DocumentedMembers):
    """The body of `addLinks`."""

    links: list[WebAddress]


class NewNote(DocumentedMembers):
    """The body of a note. A score of a note would be a verdict, which is not ours."""

    value: Text
    secret: bool | None = None
    notifyFollowers: bool | None = None
    createdAt: int | None = None


_TAKEN: Final = TypeAdapter(TakenEvent)
_REFUSED: Final = TypeAdapter(EventRefused)
_TAGS: Final = TypeAdapter(TagChange)
_LINKS: Final = TypeAdapter(LinkChange)
_NOTE: Final = TypeAdapter(NewNote)
_MOVE: Final = TypeAdapter(MoveByHand)


@dataclass
class Opportunity:
    """An opportunity."""

    id: str
    name: str
    emails: list[str]
    phones: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    stage_id: str = FIRST_STAGE
    is_archived: bool = False
    contact_id: str = field(default_factory=lambda: str(uuid.uuid4()))

    @property
    def view(self) -> dict[str, Any]:
        """The opportunity as the API shows it."""
        return {
            "id": self.id,
            "name": self.name,
            "contact": self.contact_id,
            "emails": self.emails,
            "phones": [{"type": "mobile", "value": phone} for phone in self.phones],
            "tags": self.tags,
            "links": self.links,
            "stage": self.stage_id,
            "archived": {"archivedAt": 1_700_000_000_000, "reason": "r-1"} if self.is_archived else None,
            "urls": {
                "list": "https://hire.lever.co/candidates",
                "show": f"https://hire.lever.co/candidates/{self.id}",
            },
        }


@dataclass(frozen=True)
class LeverWebhook:
    """A webhook as the customer has entered it: our integration, and the signature token of Lever."""

    integration_id: str
    signature_token: str = field(repr=False)


@dataclass(frozen=True)
class LeverClient:
    """A client of Lever's OAuth, with its first refresh token."""

    id: str
    secret: str = field(repr=False)
    refresh_token: str = field(repr=False)


class LeverSimulator(SuiteSimulator):
    """Lever. It takes its `api_key`, and tokens of its OAuth `client` where there is one.

    `users` are the ids that a request may be performed as.
    """

    vendor = "lever"
    title = "Lever"
    _actions: ClassVar[Mapping[str, TypeAdapter[Any]]] = {
        "addTags": _TAGS,
        "removeTags": _TAGS,
        "addLinks": _LINKS,
        "notes": _NOTE,
    }

    def __init__(
        self,
        connection: Connection,
        *,
        api_key: str,
        client: LeverClient | None = None,
        users: Sequence[str] = (),
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(connection, clock)
        self.api_key = api_key
        self.client = client
        self.users = list(users)
        self.opportunities: dict[str, Opportunity] = {}
        self._refresh_tokens = [] if client is None else [client.refresh_token]
        self._tokens: dict[str, float] = {}
        self._recent: deque[float] = deque()

    @property
    def configuration(self) -> Mapping[str, Any]:
        """Our integration calls with Lever's key; the webhook's signature and the triggers are missing."""
        return {"apiUrl": self.connection.api_url, "apiKey": self.api_key}

    @property
    def oauth_configuration(self) -> Mapping[str, Any]:
        """The same for an integration that calls with tokens. Raises LookupError without a client."""
        if self.client is None:
            raise LookupError("this customer has no client of OAuth")
        return {
            "apiUrl": self.connection.api_url,
            "tokenUrl": f"{self.connection.api_url}{TOKEN_PATH}",
            "clientId": self.client.id,
            "clientSecret": self.client.secret,
            "refreshToken": self.client.refresh_token,
        }

    def end_tokens(self) -> None:
        """The access tokens that were issued so far are not accepted any more."""
        self._tokens.clear()

    def create_opportunity(self, person: RecruitedPerson, tags: Sequence[str] = ()) -> Opportunity:
        """A new opportunity for a person."""
        made = Opportunity(
            id=str(uuid.uuid4()),
            name=f"{person.first_name} {person.last_name}",
            emails=[person.email],
            phones=[] if person.phone is None else [person.phone],
            tags=list(tags),
        )
        self.opportunities[made.id] = made
        return made

    def move(self, webhook: LeverWebhook, opportunity: Opportunity, stage_id: str) -> None:
        """Move an opportunity to a stage and tell us. Raises PartnerRefused and PartnerAnswerWrong."""
        data = {"fromStageId": opportunity.stage_id, "toStageId": stage_id}
        opportunity.stage_id = stage_id
        self.send_event(webhook, STAGE_CHANGE, {**_ids(opportunity), **data})

    def archive(self, webhook: LeverWebhook, opportunity: Opportunity) -> None:
        """Archive an opportunity and tell us. Raises PartnerRefused and PartnerAnswerWrong."""
        opportunity.is_archived = True
        data = {"fromArchived": None, "toArchived": {"reason": "r-1"}}
        self.send_event(webhook, ARCHIVE_CHANGE, {**_ids(opportunity), **data})

    def send_test_event(self, webhook: LeverWebhook) -> None:
        """What Lever sends to try a webhook. Raises PartnerRefused and PartnerAnswerWrong."""
        self.send_event(webhook, STAGE_CHANGE, {})

    def send_event(self, webhook: LeverWebhook, event: str, data: Mapping[str, Any]) -> None:
        """Post a signed event. Raises PartnerRefused and PartnerAnswerWrong."""
        self.send_body(webhook, self.body_of(webhook, event, data))

    def send_body(self, webhook: LeverWebhook, body: Mapping[str, Any]) -> None:
        """Post the body of an event as it is, such as once more. Raises PartnerRefused and
        PartnerAnswerWrong."""
        began = time.monotonic()
        answer = self.call_partner("POST", f"/webhooks/{webhook.integration_id}", None, document=body)
        self._read(answer)
        if time.monotonic() - began > MOST_SECONDS_FOR_EVENT:
            self.refuse_answer(answer.call, answer.status, "the answer took longer than 5 s")

    def body_of(self, webhook: LeverWebhook, event: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """The body of an event, signed."""
        token, triggered_at = secrets.token_hex(16), int(self._clock() * 1_000)
        signed = f"{token}{triggered_at}".encode()
        return {
            "id": str(uuid.uuid4()),
            "event": event,
            "triggeredAt": triggered_at,
            "token": token,
            "signature": hmac.new(webhook.signature_token.encode(), signed, "sha256").hexdigest(),
            "data": dict(data),
        }

    def order(self, key: SuiteKey, interview_id: str, person: RecruitedPerson) -> SimulatedOrder:
        """Lever orders nothing: see `move`. Raises TypeError."""
        raise TypeError("Lever orders nothing: an opportunity that reaches a stage is the order")

    def order_by_hand(self, document: object) -> SimulatedOrder:
        """Make an opportunity, and move it to the stage that a person names."""
        wanted = read(_MOVE, document)
        opportunity = self.create_opportunity(wanted.candidate.person, wanted.tags)
        key = SuiteKey(wanted.signature_token)
        order = SimulatedOrder(opportunity.id, "", wanted.candidate.person, key, status="moving")
        webhook = LeverWebhook(wanted.integration_id, wanted.signature_token)

        def move(placed: SimulatedOrder) -> SimulatedOrder:
            placed.tell(f"in stage {wanted.stage_id}")
            self.move(webhook, opportunity, wanted.stage_id)
            return placed

        return self.place(order, move)

    def serve(self, request: SuiteRequest) -> HttpAnswer:
        """Serve opportunities and stages, and issue tokens."""
        if request.path == TOKEN_PATH:
            return self._issue(request)
        self._check_pace()
        self._check_credentials(request)
        if request.path == STAGES_PATH:
            return self._list_stages(request)
        return self._serve_opportunity(request)

    def refuse(self, refused: SuiteRefused) -> HttpAnswer:
        """Lever says what is wrong. The token endpoint's words are those of OAuth."""
        document = {"code": str(refused.status), "error": refused.reason, "message": refused.reason}
        return json_answer(refused.status, document, **refused.headers)

    def _serve_opportunity(self, request: SuiteRequest) -> HttpAnswer:
        opportunity_id, _, action = request.path.removeprefix(OPPORTUNITIES_PATH).partition("/")
        opportunity = self.opportunities.get(opportunity_id)
        if not request.path.startswith(OPPORTUNITIES_PATH) or opportunity is None:
            raise SuiteRefused(404, "there is no such address")
        if not action:
            _check_method(request, "GET")
            check_query(request, ("include", "expand"))
            return json_answer(200, {"data": opportunity.view})
        if action not in self._actions:
            raise SuiteRefused(404, "there is no such address")
        _check_method(request, "POST")
        check_query(request, ("perform_as",))
        performer = request.query.get("perform_as")
        if performer is not None and performer not in self.users:
            raise SuiteRefused(400, "perform_as: there is no such user")
        return self._change(opportunity, action, read(self._actions[action], read_json(request)))

    def _change(self, opportunity: Opportunity, action: str, change: Any) -> HttpAnswer:
        order = self.orders.get(opportunity.id)
        if action == "notes":
            opportunity.notes.append(change.value)
            if order is not None:
                _show_note(order, change.value)
            return json_answer(201, {"data": {"id": str(uuid.uuid4()), "text": change.value}})
        if action == "addLinks":
            opportunity.links += [link for link in change.links if link not in opportunity.links]
            if order is not None:
                order.link = opportunity.links[-1]
        elif action == "addTags":
            opportunity.tags += [tag for tag in change.tags if tag not in opportunity.tags]
        else:
            opportunity.tags = [tag for tag in opportunity.tags if tag not in change.tags]
        ours = [tag for tag in opportunity.tags if tag.startswith(OUR_TAGS)]
        if order is not None and ours and ours[-1] != order.status:
            order.tell(ours[-1])
        return json_answer(200, {"data": opportunity.view})

    def _list_stages(self, request: SuiteRequest) -> HttpAnswer:
        _check_method(request, "GET")
        check_query(request, ("limit", "offset"))
        limit = request.query.get("limit", "100")
        if not limit.isdigit() or not 1 <= int(limit) <= 100:
            raise SuiteRefused(400, "limit: is no number from 1 to 100")
        return json_answer(200, {"data": [{"id": FIRST_STAGE, "text": "New lead"}], "hasNext": False})

    def _check_pace(self) -> None:
        """Raises SuiteRefused with 429 at the eleventh request within a second."""
        now = self._clock()
        while self._recent and self._recent[0] <= now - 1:
            self._recent.popleft()
        if len(self._recent) >= MOST_REQUESTS_A_SECOND:
            reason = f"more than {MOST_REQUESTS_A_SECOND} requests within a second"
            raise SuiteRefused(429, reason, {"Retry-After": "1"})
        self._recent.append(now)

    def _check_credentials(self, request: SuiteRequest) -> None:
        given = request.headers.get("authorization", "")
        scheme, _, token = given.partition(" ")
        if given == basic(self.api_key) or (
            scheme == "Bearer" and self._tokens.get(token, 0) > self._clock()
        ):
            return
        raise SuiteRefused(401, "the key or the token is missing, wrong or too old")

    def _issue(self, request: SuiteRequest) -> HttpAnswer:
        """Issue an access token and a new refresh token; the former one ends."""
        _check_method(request, "POST")
        form = read_form(request)
        if form.get("grant_type") != "refresh_token":
            raise SuiteRefused(400, "unsupported_grant_type")
        known = None if self.client is None else (self.client.id, self.client.secret)
        if (form.get("client_id"), form.get("client_secret")) != known:
            raise SuiteRefused(401, "invalid_client")
        given = form.get("refresh_token", "")
        if given != self._refresh_tokens[-1]:
            what = "was replaced" if given in self._refresh_tokens else "is unknown"
            raise SuiteRefused(400, f"invalid_grant: the refresh token {what}")
        self._refresh_tokens.append(secrets.token_urlsafe(24))
        token = secrets.token_urlsafe(24)
        self._tokens[token] = self._clock() + TOKEN_SECONDS
        return json_answer(
            200,
            {
                "access_token": token,
                "refresh_token": self._refresh_tokens[-1],
                "token_type": "Bearer",
                "expires_in": TOKEN_SECONDS - 1,
            },
        )

    def _read(self, answer: PartnerAnswer) -> None:
        if answer.status == 200:
            self.read_answer(answer, 200, _TAKEN)
            return
        refused = self.read_answer(answer, answer.status, _REFUSED)
        raise PartnerRefused(answer.call, answer.status, refused.message)


def _check_method(request: SuiteRequest, method: str) -> None:
    if request.method != method:
        raise SuiteRefused(405, f"only {method} is allowed")


def _show_note(order: SimulatedOrder, text: str) -> None:
    """Show the line of a note that has the score as the score: Lever itself has no place for one."""
    order.details["note"] = text
    order.score = next((line for line in text.splitlines() if line.startswith("Score:")), None)


def _ids(opportunity: Opportunity) -> dict[str, Any]:
    return {
        "opportunityId": opportunity.id,
        "contactId": opportunity.contact_id,
        "candidateId": opportunity.contact_id,
    }
