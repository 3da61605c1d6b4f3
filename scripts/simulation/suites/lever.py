"""Lever: an opportunity that reaches a stage is the order, and tags, a note and a link tell what became of it
(hire.lever.co/developer)."""

import hmac
import json
import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final

from gather.outgoing.result import AttemptResult
from simulation.suites.credentials import FIRST_REFRESH, PushRequest, RotatingTokens, SuiteOwnKey
from simulation.suites.dialect import (
    ALONG,
    CANCELLED,
    COMPLETED,
    EXPIRED,
    INVITED,
    OWN_KEY,
    ReadPush,
    SuiteCall,
    SuiteDialect,
    SuitePerson,
    WantedOrder,
    basic,
)

_SIGNATURE_TOKEN: Final = "signs-the-events"  # noqa: S105  # nobody's
_TAG: Final = "Phone-Screen"
_USER: Final = "user-1"
_MOST_A_SECOND: Final = 10
_SECOND: Final = timedelta(seconds=1)
_CLIENT: Final = {"client_id": "client-1", "client_secret": "secret-of-the-suite"}
_SCORE: Final = re.compile(r"^Score: ([\d.]+) of 100$", re.MULTILINE)


@dataclass(slots=True)
class SimulatedOpportunity:
    """An opportunity. `reference` is that of the order for it. `is_awaited` says that an event has told of
    its stage, and `is_refused` that something about it was refused for good."""

    reference: str
    person: SuitePerson
    tags: list[str] = field(default_factory=lambda: [_TAG])
    notes: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    is_awaited: bool = False
    is_archived: bool = False
    is_refused: bool = False


class LeverDialect(SuiteDialect):
    """Lever: it tells of stages by events, and some orders are placed by the general route."""

    vendor = "lever"
    told_of = frozenset({INVITED, COMPLETED, EXPIRED, CANCELLED})
    frees_reference = True
    is_told_by_reference = True
    weight = 4
    tags: ClassVar = {
        INVITED: "screening-invited",
        COMPLETED: "screening-completed",
        EXPIRED: "screening-expired",
        CANCELLED: "screening-cancelled",
    }

    def __init__(self, host: str) -> None:
        super().__init__(host)
        self.opportunities: dict[str, SimulatedOpportunity] = {}
        self.credentials = SuiteOwnKey(basic(OWN_KEY))
        self._recent: deque[datetime] = deque()

    def configuration(self, interview_ids: Sequence[str]) -> Mapping[str, Any]:
        triggers = [{"stageId": f"stage of {each}", "interviewId": each} for each in interview_ids]
        return {
            "apiUrl": self.api_url,
            "signatureToken": _SIGNATURE_TOKEN,
            "triggers": [triggers[0] | {"tag": _TAG.lower()}, *triggers[1:]],
            "performAs": _USER,
            **self._own_credentials(),
        }

    def _own_credentials(self) -> Mapping[str, str]:
        return {"apiKey": OWN_KEY}

    def order(self, wanted: WantedOrder) -> SuiteCall:
        reference = self.reference(wanted.name, wanted.interview_id)
        opportunity = self.opportunities.setdefault(
            wanted.name, SimulatedOpportunity(reference, wanted.person)
        )
        opportunity.is_archived = False
        if (wanted.sendings + wanted.person.number) % 3 == 0:
            body = {"opportunityId": wanted.name, "interviewId": wanted.interview_id}
            return SuiteCall("POST", "/orders", body)
        opportunity.is_awaited = True
        stages = {"fromStageId": "lead-new", "toStageId": f"stage of {wanted.interview_id}"}
        return self._event("candidateStageChange", wanted.name, stages, wanted.at)

    def order_id(self, body: Any) -> str | None:
        return str(body["data"]["order"]["id"]) if body else None

    def reference(self, name: str, interview_id: str) -> str:
        return f"{name}:{interview_id}"

    def cancel(self, name: str, _order_id: str, at: datetime) -> SuiteCall:
        self.opportunities[name].is_archived = True
        data = {"fromArchived": None, "toArchived": {"reason": "r-1"}}
        return self._event("candidateArchiveChange", name, data, at)

    def _event(self, event: str, name: str, data: Mapping[str, Any], at: datetime) -> SuiteCall:
        token, triggered_at = f"{event} {name} {at}", round(at.timestamp() * 1000)
        signed = f"{token}{triggered_at}".encode()
        body = {
            "event": event,
            "triggeredAt": triggered_at,
            "token": token,
            "signature": hmac.new(_SIGNATURE_TOKEN.encode(), signed, "sha256").hexdigest(),
            "data": {"opportunityId": name, **data},
        }
        return SuiteCall("POST", f"/webhooks/{self.integration_id}", body, has_key=False)

    def answer(self, request: PushRequest) -> ReadPush | AttemptResult:
        if request.url != self.token_url and self._is_too_much(request.at):
            self.mistakes.append(f"more than {_MOST_A_SECOND} requests in a second until {request.at}")
            return AttemptResult(status=429, status_text="Too Many Requests")
        return super().answer(request)

    def _is_too_much(self, at: datetime) -> bool:
        while self._recent and self._recent[0] <= at - _SECOND:
            self._recent.popleft()
        self._recent.append(at)
        return len(self._recent) > _MOST_A_SECOND

    def read(self, request: PushRequest) -> ReadPush | AttemptResult:
        if request.method == "GET":
            view = self._view(_name_in(request.url))
            return AttemptResult(status=200, status_text="OK", data={"data": view})
        return self._read_push(request)

    def _view(self, name: str) -> Mapping[str, Any]:
        found = self.opportunities[name]
        return {
            "id": name,
            "name": f"Ada {found.person.last_name}",
            "contact": f"contact-{found.person.number}",
            "emails": [found.person.email],
            "phones": [],
            "tags": found.tags,
            "archived": {"archivedAt": 1, "reason": "r-1"} if found.is_archived else None,
        }

    def _read_push(self, request: PushRequest) -> ReadPush:
        address, _, query = request.url.partition("?")
        if request.method != "POST" or query != f"perform_as={_USER}":
            raise ValueError("a push is performed as a user")
        reference, told = self.opportunities[_name_in(request.url)].reference, json.loads(request.body)
        match address.rpartition("/")[2]:
            case "addTags":
                [state] = [each for each, tag in self.tags.items() if [tag] == told["tags"]]
                # The note tells of the completion: it has the score.
                return ReadPush(reference, ALONG if state == COMPLETED else state)
            case "notes":
                score = _SCORE.search(told["value"])
                return ReadPush(reference, COMPLETED, score=None if score is None else float(score[1]))
            case "removeTags" | "addLinks":
                return ReadPush(reference, ALONG)
            case action:
                raise ValueError(action)

    def accept(self, request: PushRequest) -> None:
        opportunity, told = self.opportunities[_name_in(request.url)], json.loads(request.body)
        match request.url.partition("?")[0].rpartition("/")[2]:
            case "addTags":
                opportunity.tags += [tag for tag in told["tags"] if tag not in opportunity.tags]
            case "removeTags":
                opportunity.tags = [tag for tag in opportunity.tags if tag not in told["tags"]]
            case "notes":
                opportunity.notes.append(told["value"])
            case _:
                opportunity.links += [link for link in told["links"] if link not in opportunity.links]

    def refuse(self, request: PushRequest) -> None:
        self.opportunities[_name_in(request.url)].is_refused = True


class LeverWithTokens(LeverDialect):
    """The same for a customer who lets us in by OAuth: each token comes with the next refresh token."""

    def __init__(self, host: str) -> None:
        super().__init__(host)
        self.credentials = RotatingTokens({**_CLIENT, "grant_type": "refresh_token"}, FIRST_REFRESH)

    def _own_credentials(self) -> Mapping[str, str]:
        return {
            "clientId": _CLIENT["client_id"],
            "clientSecret": _CLIENT["client_secret"],
            "refreshToken": FIRST_REFRESH,
            "tokenUrl": self.token_url,
        }


def _name_in(url: str) -> str:
    return url.partition("?")[0].partition("/opportunities/")[2].partition("/")[0]
