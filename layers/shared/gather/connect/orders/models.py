"""Orders: a vendor's customer orders an interview for a candidate (interface: Connect, rule 1).

Vendors send orders in a form of their own; `gather.connect.vendors` translates it to this one and back.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Final

from gather.content.interviews.models import Interview
from gather.core.caller import TeamScope
from gather.core.clock import from_timestamp
from gather.core.formats import HttpUrl
from gather.core.model import Model
from gather.core.record import TeamRecord, common_fields
from gather.outgoing.endpoint import WebhookUrl
from gather.screening.answers.models import StoredAnswer
from gather.screening.candidate_interviews.models import CandidateInterviewRecord, interview_link
from gather.screening.candidate_interviews.requests import CreateCandidateInterview, DeliveryTypes, ExpiryDays
from gather.screening.candidate_interviews.status import DONE, CandidateInterviewStatus
from gather.screening.candidates.models import Candidate
from gather.screening.evaluations.models import SummaryStatus
from gather.screening.results.models import CandidateInterviewResults

LONGEST_EXTERNAL_ID: Final = 500
"""The most characters of a candidate interview's `externalId`."""


class OrderStatus(StrEnum):
    """Status of an order, as its customer sees it."""

    INVITED = "invited"
    STARTED = "started"
    COMPLETED = "completed"
    EXPIRED = "expired"
    CANCELLED = "cancelled"


ENDED: Final = frozenset({OrderStatus.EXPIRED, OrderStatus.CANCELLED})
"""The statuses of an order that has ended without a result."""


class OrderedCandidate(Model):
    """The person who is to be interviewed; `external_id` is the vendor's own id of the person."""

    first_name: str
    last_name: str
    email: str | None = None
    phone: str | None = None
    external_id: str | None = None
    resume_url: str | None = None

    def new_candidate(self, source: str, scope: TeamScope, now: datetime) -> Candidate:
        """Make the candidate of an order."""
        return Candidate(**common_fields(scope, now), source=source, **self.model_dump())

    def update(self, candidate: Candidate, moment: str) -> Candidate:
        """Update the candidate by the order, if the vendor's id names them; else the same record.

        Members that the vendor does not send stay.
        """
        if self.external_id is None or candidate.external_id != self.external_id:
            return candidate
        changed = candidate.changed(**self.model_dump(exclude_none=True))
        return candidate if changed == candidate else changed.changed(updated_at=moment)


class OrderRequest(Model):
    """An order to place. `reference` is the vendor's own name of the order: the same one is the same
    order. `send_invite` has the service write to the candidate; else the customer passes the link on.
    `push_url` is where the vendor wants to be told of this order. `requested_at` is when it was asked for,
    where that may be long ago: an order that has ended since then is not made again."""

    interview_id: str
    candidate: OrderedCandidate
    reference: str | None = None
    send_invite: bool = True
    delivery_types: DeliveryTypes | None = None
    expiry_days: ExpiryDays | None = None
    callback_url: WebhookUrl | None = None
    redirect_url: HttpUrl | None = None
    push_url: str | None = None
    requested_at: str | None = None

    def new_interview_request(self, candidate_id: str) -> CreateCandidateInterview:
        """Make the request for the candidate interview of the order."""
        return CreateCandidateInterview(
            candidate_id=candidate_id,
            interview_id=self.interview_id,
            send_invite=self.send_invite,
            delivery_types=self.delivery_types,
            expiry_days=self.expiry_days,
            external_id=self._short_reference,
            external_redirect_uri=self.redirect_url,
            webhook_url=self.callback_url,
        )

    def is_older_than(self, ended: CandidateInterviewRecord) -> bool:
        """Whether the order was asked for before the interview of an earlier one ended."""
        return self.requested_at is not None and self.requested_at <= ended.updated_at

    @property
    def _short_reference(self) -> str | None:
        """The reference, if a foreign identifier may be as long; a suite's may be a long address."""
        return self.reference if self.reference and len(self.reference) <= LONGEST_EXTERNAL_ID else None


class Order(TeamRecord):
    """A stored order of a candidate interview, which has the rest.

    `push_url` is the vendor's own address of the order. `follows_order_id` is the order that had the
    reference before and has ended, None for none.
    """

    vendor: str
    integration_id: str
    reference: str | None = None
    interview_id: str
    candidate_id: str
    candidate_interview_id: str
    fingerprint: str
    push_url: str | None = None
    follows_order_id: str | None = None

    def view(self, candidate_interview: CandidateInterviewRecord, base_url: str) -> "OrderView":
        """View the order as its vendor sees it; `base_url` is the beginning of its links."""
        return OrderView(
            id=self.id,
            reference=self.reference,
            status=order_status(candidate_interview),
            interview_id=self.interview_id,
            candidate_id=self.candidate_id,
            candidate_interview_id=self.candidate_interview_id,
            link=interview_link(base_url, candidate_interview.invite_token),
            expires_at=candidate_interview.expiry,
            created_at=self.created_at,
            completed_at=candidate_interview.completed_at,
        )


class OrderView(Model):
    """An order as its vendor sees it. `link` opens the interview for the candidate.

    `callback_secret` signs what goes to the order's callback address; it is there in the response to
    the order alone.
    """

    id: str
    reference: str | None
    status: OrderStatus
    interview_id: str
    candidate_id: str
    candidate_interview_id: str
    link: str
    expires_at: str
    created_at: str
    completed_at: str | None = None
    callback_secret: str | None = None


class OrderResults(Model):
    """The results of an order; `results` is None before the candidate is done and judged.

    `profile_url` is the page that shows them to a colleague, which says so where its time is over. `seconds`
    is the time from the first answer to the completion. `summary` is that of the results without the
    candidate's words, which no suite is told. All three are there with `results` alone, `seconds` where it is
    known.
    """

    order: OrderView
    results: CandidateInterviewResults | None = None
    summary: str | None = None
    profile_url: str | None = None
    seconds: int | None = None


def fingerprint(body: Mapping[str, object]) -> str:
    """The hash that tells a repeated order from another one with the same reference."""
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def new_order(
    request: OrderRequest,
    candidate_interview: CandidateInterviewRecord,
    vendor: str,
    integration_id: str,
    body_fingerprint: str,
    scope: TeamScope,
    now: datetime,
    *,
    follows: str | None = None,
) -> Order:
    """Make the order of a candidate interview. `follows` is the order that had its reference before."""
    return Order(
        **common_fields(scope, now),
        vendor=vendor,
        integration_id=integration_id,
        reference=request.reference,
        interview_id=request.interview_id,
        candidate_id=candidate_interview.candidate_id,
        candidate_interview_id=candidate_interview.id,
        fingerprint=body_fingerprint,
        push_url=request.push_url,
        follows_order_id=follows,
    )


def order_status(record: CandidateInterviewRecord) -> OrderStatus:
    """The status of a candidate interview's order."""
    if record.completion_id is not None or record.status in DONE:
        return OrderStatus.COMPLETED
    return _OPEN.get(record.status, OrderStatus.INVITED) if record.status else OrderStatus.INVITED


_OPEN = {
    CandidateInterviewStatus.PARTIALLY_COMPLETED: OrderStatus.STARTED,
    CandidateInterviewStatus.EXPIRED: OrderStatus.EXPIRED,
    CandidateInterviewStatus.ARCHIVED: OrderStatus.CANCELLED,
}


def results_are_final(status: OrderStatus, results: CandidateInterviewResults) -> bool:
    """Whether the candidate is done and the answers are judged."""
    return status is OrderStatus.COMPLETED and results.summary_status is not SummaryStatus.PROCESSING


def seconds_taken(record: CandidateInterviewRecord, answers: Iterable[StoredAnswer]) -> int | None:
    """The time from the first answer to the completion of an interview; None where that is not known."""
    first = min((answer.answered_at for answer in answers), default=None)
    if first is None or record.completed_at is None or record.completed_at < first:
        return None
    return round((from_timestamp(record.completed_at) - from_timestamp(first)).total_seconds())


class CatalogItem(Model):
    """An interview that may be ordered."""

    id: str
    title: str
    display_name: str
    description: str | None
    type: str
    language: str

    @classmethod
    def of(cls, interview: Interview) -> "CatalogItem":
        """The catalog's entry for an interview."""
        return cls(
            id=interview.id,
            title=interview.title,
            display_name=interview.display_name,
            description=interview.description,
            type=interview.interview_type,
            language=interview.language,
        )
