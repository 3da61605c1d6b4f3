"""Placing an order: candidate, candidate interview, invite and order are made together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from gather.connect.orders.models import (
    Order,
    OrderedCandidate,
    WantedOrder,
    known_candidate,
    new_order,
    ordered_candidate,
    ordered_interview,
)
from gather.connect.orders.storage import (
    ORDER,
    claim_reference,
    person_place,
    reference_place,
    remember_person,
)
from gather.connect.vendor_registry import vendor_names
from gather.content.interviews.models import InterviewDetail
from gather.content.interviews.storage import INTERVIEW
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.email_address import normal_email
from gather.core.errors import Conflict, NotFound
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
from gather.tenancy.organizations.storage import (
    expiry_days_among,
    organization_key,
    sms_countries_among,
)

MOST_MET = 100
"""How many candidates with the same id or address are looked at, the newest first."""


def _overtaken() -> Exception:
    """Another request placed the same order, met the same person or erased them in between."""
    return LostRace("The same is being ordered by others. Try again.")


@dataclass(frozen=True, slots=True)
class Placement:
    """An order to be placed for an integration. `interview_member` is what the vendor calls the interview."""

    vendor: str
    integration_id: str
    interview_member: str
    scope: TeamScope
    wanted: WantedOrder
    fingerprint: str
    now: datetime
    reference: Place | None = field(init=False)
    person: Place | None = field(init=False)

    def __post_init__(self) -> None:
        reference, person = self.wanted.reference, _identity_of(self.wanted.candidate, self.vendor)
        place = None if reference is None else reference_place(self.integration_id, reference)
        object.__setattr__(self, "reference", place)
        object.__setattr__(self, "person", person and person_place(self.scope.team_id, *person))

    def place(self, records: Records) -> tuple[Order, CandidateInterviewRecord]:
        """The order and its candidate interview, made now or by an earlier request with the same reference.

        Four round trips, at most one more for a person who was never ordered before. Where candidates have no
        lookups yet, that person costs a walk over all of them.
        Raises NotFound for the interview; Conflict when it takes nobody, when the reference is another
        order's, and after several lost races; ValidationFailed when the invite reaches nobody.
        """
        return records.run(self._place)

    def _place(self, unit: UnitOfWork) -> tuple[Order, CandidateInterviewRecord]:
        interview_key = INTERVIEW.key(self.scope.team_id, self.wanted.interview_id)
        places = [place.key for place in (self.reference, self.person) if place is not None]
        at_organization = organization_key(self.scope.organization_id)
        found = unit.table.get_many([interview_key, at_organization, *places])
        if self.reference is not None and self.reference.key in found:
            return self._placed_before(unit, found[self.reference.key])
        self._check_interview(found.get(interview_key))
        known = found.get(self.person.key, {}).get("candidateId") if self.person is not None else None
        return self._made(unit, known, found)

    def _placed_before(self, unit: UnitOfWork, pointer: Item) -> tuple[Order, CandidateInterviewRecord]:
        if pointer["fingerprint"] != self.fingerprint:
            raise Conflict("Another order has this reference already.")
        order = unit.get(ORDER, self.scope.team_id, pointer["orderId"]).record
        stored = unit.get(CANDIDATE_INTERVIEW, self.scope.team_id, order.candidate_interview_id)
        return order, stored.record

    def _check_interview(self, item: Item | None) -> None:
        interview = InterviewDetail.model_validate(item) if item else None
        if interview is None or interview.archived_at is not None:
            raise NotFound(INTERVIEW.resource, self.wanted.interview_id, self.interview_member)
        interview.check_takes_candidates()

    def _made(
        self, unit: UnitOfWork, known_id: str | None, found: Mapping[Key, Item]
    ) -> tuple[Order, CandidateInterviewRecord]:
        wanted, organization_id = self.wanted, self.scope.organization_id
        candidate = self._candidate(unit, known_id)
        days = expiry_days_among(found, organization_id)
        countries = sms_countries_among(found, organization_id)
        request = ordered_interview(wanted, candidate.id, wanted.reference)
        invite_by = (
            choose_channels(candidate, wanted.delivery_types, countries) if wanted.send_invite else None
        )
        record = lifecycle.create(
            unit,
            new_candidate_interview(request, self.scope, self.now, days),
            self.now,
            invite_by=invite_by,
        )
        order = new_order(
            wanted, record, self.vendor, self.integration_id, self.fingerprint, self.scope, self.now
        )
        unit.create(ORDER, order)
        if self.reference is not None:
            claim_reference(unit, self.reference, order, self.fingerprint, _overtaken())
        return order, record

    def _candidate(self, unit: UnitOfWork, known_id: str | None) -> Candidate:
        """The candidate that the order is for, stored by `unit` if new or changed."""
        known = self._known(unit, known_id)
        if known is None:
            candidate = ordered_candidate(self.wanted.candidate, self.vendor, self.scope, self.now)
            unit.create(CANDIDATE, candidate)
        else:
            candidate = known_candidate(known.record, self.wanted.candidate, timestamp(self.now))
            if candidate != known.record:
                unit.replace(known, candidate, _overtaken())
            else:
                require_candidate(unit, candidate.team_id, candidate.id, _overtaken())
        if self.person is not None and known_id != candidate.id:
            remember_person(unit, self.person, candidate.id, known_id, _overtaken())
        return candidate

    def _known(self, unit: UnitOfWork, known_id: str | None) -> Stored[Candidate] | None:
        """The candidate whom the team has already, unless archived."""
        candidate_id = known_id or self._met(unit)
        if candidate_id is None:
            return None
        stored = unit.find(CANDIDATE, self.scope.team_id, candidate_id)
        return None if stored is None or stored.record.archived_at is not None else stored

    def _met(self, unit: UnitOfWork) -> str | None:
        """The newest candidate of the team with the vendor's id or, where it gives none, the e-mail address.

        The id of another vendor's person may be the same and names another person.
        """
        person = self.wanted.candidate
        others = {*vendor_names()} - {self.vendor}
        found = self._looked_up(unit, person)
        return next((each.id for each in found if each.source not in others and _is_same(each, person)), None)

    def _looked_up(self, unit: UnitOfWork, person: OrderedCandidate) -> Sequence[Candidate]:
        if person.external_id is not None:
            lookup, value = BY_EXTERNAL_ID, person.external_id
        elif person.email is not None:
            lookup, value = BY_EMAIL, normal_email(person.email)
        else:
            return []
        team_id = self.scope.team_id
        return unit.found_page(CANDIDATE, lookup, team_id, value, Selection.ACTIVE, 0, MOST_MET).records


def _is_same(candidate: Candidate, person: OrderedCandidate) -> bool:
    if person.external_id is not None:
        return candidate.external_id == person.external_id
    return person.email is not None and normal_email(candidate.email or "") == normal_email(person.email)


def _identity_of(person: OrderedCandidate, vendor: str) -> tuple[str, ...] | None:
    """What a person who is ordered again is known by; None when nothing is known that would tell."""
    if person.external_id is not None:
        return "id", vendor, person.external_id
    return None if person.email is None else ("email", normal_email(person.email))
