"""Placing an order: candidate, candidate interview, invite and order are made in one transaction.

order, candidate_interview = place_order(records, integration, body, user_id, now=now)
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from gather.connect.integrations.models import IntegrationRecord
from gather.connect.orders.models import (
    ENDED,
    Order,
    OrderedCandidate,
    OrderRequest,
    fingerprint,
    new_order,
    order_status,
)
from gather.connect.orders.storage import (
    ORDER,
    erased_person_place,
    person_place,
    reference_place,
    save_person,
    save_reference,
)
from gather.connect.vendor_registry import get_vendor, vendor_names
from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.email_address import normal_email
from gather.core.errors import Conflict, NotFound, ValidationFailed
from gather.core.model import RequestPart
from gather.core.validation_faults import faults_of
from gather.events.order_tasks import OrderEvent, send_push
from gather.screening.candidate_interviews import lifecycle
from gather.screening.candidate_interviews.models import CandidateInterviewRecord, new_candidate_interview
from gather.screening.candidate_interviews.storage import CANDIDATE_INTERVIEW
from gather.screening.candidates.delivery_type import choose_channels
from gather.screening.candidates.models import Candidate
from gather.screening.candidates.storage import BY_EMAIL, BY_EXTERNAL_ID, CANDIDATE, require_candidate
from gather.table.conversion import Item
from gather.table.item_kind import Place
from gather.table.keys import Key
from gather.table.kind import Stored
from gather.table.listing import Selection
from gather.table.records import Records
from gather.table.unit_of_work import LostRace, UnitOfWork
from gather.tenancy.organizations.storage import expiry_days_among, organization_key, sms_countries_among

MOST_CANDIDATES = 100
"""How many candidates with the same id or address are read, the newest first."""


Complete = Callable[[IntegrationRecord, RequestPart], RequestPart]
"""Completes a valid order by what its vendor says of it."""


class PersonErased(Conflict):
    """The person was erased after the order was asked for."""


def _overtaken() -> Exception:
    """Another request placed the same order, or stored or erased the same person in between."""
    return LostRace("The same is being ordered by others. Try again.")


def place_order(
    records: Records,
    integration: IntegrationRecord,
    body: dict[str, Any],
    user_id: str | None,
    complete: Complete | None = None,
    *,
    now: datetime,
) -> tuple[Order, CandidateInterviewRecord]:
    """Place the order that `body` asks for in the vendor's words.

    Returns it with its candidate interview, made now or by an earlier request with the same reference.
    `complete` asks the vendor for what the order does not say itself. Raises ValidationFailed with all faults
    of the body, and what `complete` and `place_request` raise.
    """
    vendor = get_vendor(integration.vendor)
    try:
        order = vendor.order.model_validate_json(json.dumps(body), by_alias=True, by_name=False)
    except ValidationError as error:
        raise ValidationFailed(faults_of(error)) from None
    if complete is not None:
        order = complete(integration, order)
    return place_valid_order(records, integration, order, user_id, body=body, now=now)


def place_valid_order(
    records: Records,
    integration: IntegrationRecord,
    order: RequestPart,
    user_id: str | None,
    *,
    body: Mapping[str, object] | None = None,
    requested_at: str | None = None,
    now: datetime,
) -> tuple[Order, CandidateInterviewRecord]:
    """Place an order, as `place_order` does, of the vendor's model.

    `requested_at` is when it was asked for, where that may be long ago.

    Raises PersonErased, ValidationFailed, Forbidden for another company's order, and what `place_request`
    raises.
    """
    vendor = get_vendor(integration.vendor)
    vendor.check_order(order, integration.configuration)
    try:
        request = vendor.read_order(order).changed(requested_at=requested_at)
    except ValidationError as error:
        raise ValidationFailed(faults_of(error)) from None
    return place_request(records, integration, request, user_id, body=body, now=now)


def place_request(
    records: Records,
    integration: IntegrationRecord,
    request: OrderRequest,
    user_id: str | None,
    *,
    body: Mapping[str, object] | None = None,
    now: datetime,
) -> tuple[Order, CandidateInterviewRecord]:
    """Place an order, as `place_order` does, that was read from `body`.

    Four round trips, at most one more for a person who was never ordered before.

    Raises ValidationFailed when the invite reaches nobody; NotFound for the
    interview; Conflict when it takes nobody, when the reference is another order's, and after several lost
    races.
    """
    vendor = get_vendor(integration.vendor)
    transaction = _Transaction(
        vendor=integration.vendor,
        integration_id=integration.id,
        interview_member=vendor.interview_member,
        told_of=vendor.told_of,
        frees_reference=vendor.frees_reference,
        scope=TeamScope(integration.organization_id, integration.team_id, user_id),
        request=request,
        fingerprint="" if vendor.knows_by_reference else fingerprint(body or {}),
        now=now,
    )
    return records.run(transaction.run)


@dataclass(frozen=True, slots=True)
class _Transaction:
    """The writes of an order. `interview_member` is the vendor's name of the interview.

    `told_of` are the events of the order that the vendor is told of. `frees_reference` says that an order
    which has ended without a result holds its reference no longer.
    """

    vendor: str
    integration_id: str
    interview_member: str
    told_of: frozenset[OrderEvent]
    frees_reference: bool
    scope: TeamScope
    request: OrderRequest
    fingerprint: str
    now: datetime
    reference: Place | None = field(init=False)
    person: Place | None = field(init=False)

    def __post_init__(self) -> None:
        reference, person = self.request.reference, _identity_of(self.request.candidate, self.vendor)
        place = None if reference is None else reference_place(self.integration_id, reference)
        object.__setattr__(self, "reference", place)
        object.__setattr__(self, "person", person and person_place(self.scope.team_id, *person))

    def run(self, unit: UnitOfWork) -> tuple[Order, CandidateInterviewRecord]:
        interview_key = INTERVIEW.key(self.scope.team_id, self.request.interview_id)
        places = [place.key for place in (self.reference, self.person) if place is not None]
        at_organization = organization_key(self.scope.organization_id)
        erasures = self._erasures()
        found = unit.table.get_many([interview_key, at_organization, *places, *erasures])
        self._check_erasures(found.get(each) for each in erasures)
        pointer = found.get(self.reference.key) if self.reference is not None else None
        if pointer is not None:
            order, record = self._get_placed_before(unit, pointer)
            is_free = self.frees_reference and order_status(record) in ENDED
            if not is_free or self.request.is_older_than(record):
                return order, record
        self._check_interview(found.get(interview_key))
        known = found.get(self.person.key, {}).get("candidateId") if self.person is not None else None
        return self._create(unit, known, found, pointer)

    def _erasures(self) -> list[Key]:
        """Where it stands that the person was erased. Nowhere for who is ordered now."""
        if self.request.requested_at is None:
            return []
        person = self.request.candidate
        identities = dict.fromkeys((_identity_of(person, self.vendor), _identity_by_address(person)))
        return [erased_person_place(self.scope.team_id, *each).key for each in identities if each]

    def _check_erasures(self, erasures: Iterable[Item | None]) -> None:
        requested_at = self.request.requested_at or ""
        if any(each is not None and requested_at <= each["erasedAt"] for each in erasures):
            raise PersonErased("The candidate was erased after the order.")

    def _get_placed_before(self, unit: UnitOfWork, pointer: Item) -> tuple[Order, CandidateInterviewRecord]:
        if pointer["fingerprint"] != self.fingerprint:
            raise Conflict("Another order has this reference already.")
        order = unit.get(ORDER, self.scope.team_id, pointer["orderId"]).record
        stored = unit.get(CANDIDATE_INTERVIEW, self.scope.team_id, order.candidate_interview_id)
        return order, stored.record

    def _check_interview(self, item: Item | None) -> None:
        interview = InterviewDetail.model_validate(item) if item else None
        if interview is None or interview.archived_at is not None:
            raise NotFound(INTERVIEW.resource, self.request.interview_id, self.interview_member)
        interview.check_takes_candidates()

    def _create(
        self, unit: UnitOfWork, known_id: str | None, found: Mapping[Key, Item], pointer: Item | None
    ) -> tuple[Order, CandidateInterviewRecord]:
        """Make the order. `pointer` is the item of its reference, held by an order that has ended."""
        order_request, organization_id = self.request, self.scope.organization_id
        candidate = self._save_candidate(unit, known_id)
        days = expiry_days_among(found, organization_id)
        countries = sms_countries_among(found, organization_id)
        interview_request = order_request.new_interview_request(candidate.id)
        invite_by = (
            choose_channels(candidate, order_request.delivery_types, countries)
            if order_request.send_invite
            else None
        )
        planned = new_candidate_interview(interview_request, self.scope, self.now, days)
        before = None if pointer is None else pointer["orderId"]
        order = new_order(
            order_request,
            planned,
            self.vendor,
            self.integration_id,
            self.fingerprint,
            self.scope,
            self.now,
            follows=before,
        )
        if self.told_of:
            planned = planned.changed(order_id=order.id)
        record = lifecycle.create(unit, planned, self.now, invite_by=invite_by)
        unit.create(ORDER, order)
        if OrderEvent.INVITED in self.told_of:
            for task in send_push(record, OrderEvent.INVITED, self.now):
                unit.send(task)
        if self.reference is not None:
            save_reference(unit, self.reference, order, self.fingerprint, before, _overtaken())
        return order, record

    def _save_candidate(self, unit: UnitOfWork, known_id: str | None) -> Candidate:
        """Save the candidate that the order is for, if new or changed."""
        known = self._find_known(unit, known_id)
        if known is None:
            candidate = self.request.candidate.new_candidate(self.vendor, self.scope, self.now)
            unit.create(CANDIDATE, candidate)
        else:
            candidate = self.request.candidate.update(known.record, timestamp(self.now))
            if candidate != known.record:
                unit.replace(known, candidate, _overtaken())
            else:
                require_candidate(unit, candidate.team_id, candidate.id, _overtaken())
        if self.person is not None and known_id != candidate.id:
            save_person(unit, self.person, candidate.id, known_id, _overtaken())
        return candidate

    def _find_known(self, unit: UnitOfWork, known_id: str | None) -> Stored[Candidate] | None:
        """Find the candidate whom the team has already, unless archived."""
        candidate_id = known_id or self._find_candidate(unit)
        if candidate_id is None:
            return None
        stored = unit.find(CANDIDATE, self.scope.team_id, candidate_id)
        return None if stored is None or stored.record.archived_at is not None else stored

    def _find_candidate(self, unit: UnitOfWork) -> str | None:
        """Find the newest candidate of the team with the vendor's id or, without one, the e-mail address.

        The id of another vendor's person may be the same and names another person.
        """
        person = self.request.candidate
        others = {*vendor_names()} - {self.vendor}
        found = self._list_by_lookup(unit, person)
        return next((each.id for each in found if each.source not in others and _is_same(each, person)), None)

    def _list_by_lookup(self, unit: UnitOfWork, person: OrderedCandidate) -> Sequence[Candidate]:
        if person.external_id is not None:
            lookup, value = BY_EXTERNAL_ID, person.external_id
        elif person.email is not None:
            lookup, value = BY_EMAIL, normal_email(person.email)
        else:
            return []
        team_id = self.scope.team_id
        return unit.found_page(
            CANDIDATE, lookup, team_id, value, Selection.ACTIVE, 0, MOST_CANDIDATES
        ).records


def _is_same(candidate: Candidate, person: OrderedCandidate) -> bool:
    if person.external_id is not None:
        return candidate.external_id == person.external_id
    return person.email is not None and normal_email(candidate.email or "") == normal_email(person.email)


def _identity_of(person: OrderedCandidate, vendor: str) -> tuple[str, ...] | None:
    """The parts of the hash that a person who is ordered again is recognized by; None without any."""
    if person.external_id is not None:
        return "id", vendor, person.external_id
    return _identity_by_address(person)


def _identity_by_address(person: OrderedCandidate) -> tuple[str, ...] | None:
    return None if person.email is None else ("email", normal_email(person.email))
