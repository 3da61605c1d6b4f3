"""Orders: a vendor's customer orders an interview for a candidate (interface: Connect, rule 1).

The service's own form of what vendors say in theirs; `gather.connect.vendors` translates between the two.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from gather.content.interviews.models import Interview
from gather.core.caller import TeamScope
from gather.core.formats import HttpUrl, ShortText
from gather.core.model import Model
from gather.core.record import TeamRecord, common_fields
from gather.outgoing.endpoint import WebhookUrl
from gather.screening.candidate_interviews.models import CandidateInterviewRecord, interview_link
from gather.screening.candidate_interviews.requests import CreateCandidateInterview, DeliveryTypes, ExpiryDays
from gather.screening.candidate_interviews.status import DONE, CandidateInterviewStatus
from gather.screening.candidates.models import Candidate
from gather.screening.evaluations.models import SummaryStatus
from gather.screening.results.models import CandidateInterviewResults


class OrderStatus(StrEnum):
    """How far an order is, as far as its customer is concerned."""

    INVITED = "invited"
    STARTED = "started"
    COMPLETED = "completed"
    EXPIRED = "expired"
    CANCELLED = "cancelled"


class OrderedCandidate(Model):
    """Who is to be interviewed; `external_id` is the vendor's own id of the person."""

    first_name: str
    last_name: str
    email: str | None = None
    phone: str | None = None
    external_id: str | None = None
    resume_url: str | None = None


class WantedOrder(Model):
    """What an order asks for. `reference` is the vendor's own name of the order: the same one is the same
    order. `send_invite` has the service write to the candidate; else the customer passes the link on."""

    interview_id: str
    candidate: OrderedCandidate
    reference: ShortText | None = None
    send_invite: bool = True
    delivery_types: DeliveryTypes | None = None
    expiry_days: ExpiryDays | None = None
    callback_url: WebhookUrl | None = None
    redirect_url: HttpUrl | None = None


class Order(TeamRecord):
    """A stored order: who ordered which candidate interview. The rest is the candidate interview's."""

    vendor: str
    integration_id: str
    reference: str | None = None
    interview_id: str
    candidate_id: str
    candidate_interview_id: str
    fingerprint: str


class OrderView(Model):
    """An order with what its vendor may tell of it. `link` opens the interview for the candidate.

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
    """What became of an order. `results` is there once the candidate is done and judged."""

    order: OrderView
    results: CandidateInterviewResults | None = None


def fingerprint(body: Mapping[str, object]) -> str:
    """What tells a repeated order from another one with the same reference."""
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def ordered_interview(
    wanted: WantedOrder, candidate_id: str, reference: str | None
) -> CreateCandidateInterview:
    """The candidate interview that an order asks for."""
    return CreateCandidateInterview(
        candidate_id=candidate_id,
        interview_id=wanted.interview_id,
        send_invite=wanted.send_invite,
        delivery_types=wanted.delivery_types,
        expiry_days=wanted.expiry_days,
        external_id=reference,
        external_redirect_uri=wanted.redirect_url,
        webhook_url=wanted.callback_url,
    )


def ordered_candidate(wanted: OrderedCandidate, source: str, scope: TeamScope, now: datetime) -> Candidate:
    """The candidate that an order brings along."""
    return Candidate(**common_fields(scope, now), source=source, **wanted.model_dump())


def known_candidate(candidate: Candidate, wanted: OrderedCandidate, moment: str) -> Candidate:
    """The candidate as the vendor knows them now, if the vendor's id names them; else as they are.

    What the vendor does not say stays.
    """
    if wanted.external_id is None or candidate.external_id != wanted.external_id:
        return candidate
    changed = candidate.changed(**wanted.model_dump(exclude_none=True))
    return candidate if changed == candidate else changed.changed(updated_at=moment)


def new_order(
    wanted: WantedOrder,
    candidate_interview: CandidateInterviewRecord,
    vendor: str,
    integration_id: str,
    body_fingerprint: str,
    scope: TeamScope,
    now: datetime,
) -> Order:
    """The order that made a candidate interview."""
    return Order(
        **common_fields(scope, now),
        vendor=vendor,
        integration_id=integration_id,
        reference=wanted.reference,
        interview_id=wanted.interview_id,
        candidate_id=candidate_interview.candidate_id,
        candidate_interview_id=candidate_interview.id,
        fingerprint=body_fingerprint,
    )


def view_of(order: Order, candidate_interview: CandidateInterviewRecord, base_url: str) -> OrderView:
    """An order as its vendor may tell it; `base_url` is what links begin with."""
    return OrderView(
        id=order.id,
        reference=order.reference,
        status=status_of(candidate_interview),
        interview_id=order.interview_id,
        candidate_id=order.candidate_id,
        candidate_interview_id=order.candidate_interview_id,
        link=interview_link(base_url, candidate_interview.invite_token),
        expires_at=candidate_interview.expiry,
        created_at=order.created_at,
        completed_at=candidate_interview.completed_at,
    )


def status_of(record: CandidateInterviewRecord) -> OrderStatus:
    """How far the order of a candidate interview is."""
    if record.completion_id is not None or record.status in DONE:
        return OrderStatus.COMPLETED
    return _OPEN.get(record.status, OrderStatus.INVITED) if record.status else OrderStatus.INVITED


_OPEN = {
    CandidateInterviewStatus.PARTIALLY_COMPLETED: OrderStatus.STARTED,
    CandidateInterviewStatus.EXPIRED: OrderStatus.EXPIRED,
    CandidateInterviewStatus.ARCHIVED: OrderStatus.CANCELLED,
}


def results_are_final(status: OrderStatus, results: CandidateInterviewResults) -> bool:
    """Whether there is something to tell: the candidate is done, and nobody is still judging."""
    return status is OrderStatus.COMPLETED and results.summary_status is not SummaryStatus.PROCESSING


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
