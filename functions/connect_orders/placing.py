"""Placing an order: candidate, candidate interview, invite and order are made together."""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime

from gather.connect.order import (
    Order,
    OrderedCandidate,
    WantedOrder,
    known_candidate,
    new_order,
    ordered_candidate,
    ordered_interview,
)
from gather.connect.order_storage import ORDER
from gather.connect.vendor_registry import vendor_names
from gather.content.interview import InterviewDetail, InterviewStatus
from gather.content.interview_storage import INTERVIEW
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Conflict, NotFound
from gather.screening import candidate_interview_operations
from gather.screening.candidate import Candidate
from gather.screening.candidate_interview import (
    CandidateInterviewRecord,
    channels,
    invited,
    new_candidate_interview,
)
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.screening.candidate_storage import CANDIDATE
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.listing import Selection
from gather.table.records import Stored, Transaction
from gather.table.search import Search
from gather.tenancy.organization import DEFAULT_EXPIRY_DAYS
from gather.tenancy.user import normal_email
from gather.wiring import records, table

ATTEMPTS = 5


class _Overtaken(Exception):
    """Another request placed the same order or met the same person in between."""


def _overtaken(_item: Item | None) -> Exception:
    return _Overtaken()


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
    reference_key: keys.Key | None = field(init=False)
    person_key: keys.Key | None = field(init=False)

    def __post_init__(self) -> None:
        reference = self.wanted.reference
        key = None if reference is None else keys.order_reference(self.integration_id, _hash(reference))
        object.__setattr__(self, "reference_key", key)
        object.__setattr__(self, "person_key", _person_key(self.scope.team_id, self.vendor, self.wanted))

    def place(self) -> tuple[Order, CandidateInterviewRecord]:
        """The order and its candidate interview, made now or by an earlier request with the same reference.

        Four round trips, and a walk over the team's candidates for a person who was never ordered before.
        Raises NotFound for the interview; Conflict when it takes nobody, when the reference is another
        order's, and after several lost races; ValidationFailed when the invite reaches nobody.
        """
        for _ in range(ATTEMPTS):
            try:
                return self._place()
            except _Overtaken:
                continue
        raise Conflict("The same is being ordered by others. Try again.")

    def _place(self) -> tuple[Order, CandidateInterviewRecord]:
        interview_key = INTERVIEW.key(self.scope.team_id, self.wanted.interview_id)
        organization_key = keys.organization(self.scope.organization_id)
        also = [key for key in (self.reference_key, self.person_key) if key is not None]
        found = table().get_many([interview_key, organization_key, *also])
        if self.reference_key in found:
            return self._placed_before(found[self.reference_key])
        self._check_interview(found.get(interview_key))
        days = found.get(organization_key, {}).get("defaultExpiryDays", DEFAULT_EXPIRY_DAYS)
        return self._made(found.get(self.person_key) if self.person_key else None, days)

    def _placed_before(self, pointer: Item) -> tuple[Order, CandidateInterviewRecord]:
        if pointer["fingerprint"] != self.fingerprint:
            raise Conflict("Another order has this reference already.")
        order = records().get(ORDER, self.scope.team_id, pointer["orderId"]).record
        stored = records().get(CANDIDATE_INTERVIEW, self.scope.team_id, order.candidate_interview_id)
        return order, stored.record

    def _check_interview(self, item: Item | None) -> None:
        interview = InterviewDetail.model_validate(item) if item else None
        if interview is None or interview.archived_at is not None:
            raise NotFound(INTERVIEW.resource, self.wanted.interview_id, self.interview_member)
        if interview.status is not InterviewStatus.ACTIVE:
            raise Conflict(f"The interview is {interview.status.name.casefold()} and takes no candidates.")

    def _made(self, person: Item | None, days: int) -> tuple[Order, CandidateInterviewRecord]:
        wanted, transaction = self.wanted, records().transaction()
        candidate = self._candidate(transaction, person)
        request = ordered_interview(wanted, candidate.id, wanted.reference)
        record = new_candidate_interview(request, self.scope, self.now, days)
        if wanted.send_invite:
            record = invited(record, channels(candidate, wanted.delivery_types), self.now)
            candidate_interview_operations.send_invite(transaction, record, self.now)
        candidate_interview_operations.create(transaction, record)
        order = new_order(
            wanted, record, self.vendor, self.integration_id, self.fingerprint, self.scope, self.now
        )
        transaction.create(ORDER, order)
        if self.reference_key is not None:
            pointer = _item(self.reference_key, "ORDER_REFERENCE", orderId=order.id)
            pointer["fingerprint"] = self.fingerprint
            transaction.write(store.put(pointer, "attribute_not_exists(pk)"), _overtaken)
        transaction.commit()
        return order, record

    def _candidate(self, transaction: Transaction, person: Item | None) -> Candidate:
        """The candidate that the order is for, stored by `transaction` if new or changed."""
        known = self._known(person)
        if known is None:
            candidate = ordered_candidate(self.wanted.candidate, self.vendor, self.scope, self.now)
            transaction.create(CANDIDATE, candidate)
        else:
            candidate = known_candidate(known.record, self.wanted.candidate, timestamp(self.now))
            if candidate != known.record:
                transaction.replace(known, candidate, _overtaken)
        if self.person_key is not None and (person is None or person["candidateId"] != candidate.id):
            pointer = _item(self.person_key, "ORDERED_CANDIDATE", candidateId=candidate.id)
            if person is None:
                transaction.write(store.put(pointer, "attribute_not_exists(pk)"), _overtaken)
            else:
                unchanged = store.put(pointer, "candidateId = :before", before=person["candidateId"])
                transaction.write(unchanged, _overtaken)
        return candidate

    def _known(self, person: Item | None) -> Stored[Candidate] | None:
        """The candidate whom the team has already, unless archived."""
        candidate_id = person["candidateId"] if person else _met(self.scope.team_id, self.vendor, self.wanted)
        if candidate_id is None:
            return None
        stored = records().find(CANDIDATE, self.scope.team_id, candidate_id)
        return None if stored is None or stored.record.archived_at is not None else stored


def _met(team_id: str, vendor: str, wanted: WantedOrder) -> str | None:
    """The newest candidate of the team with the vendor's id or, where it gives none, the e-mail address.

    The id of another vendor's person may be the same and means somebody else.
    """
    person = wanted.candidate
    if person.external_id is not None:
        search = Search(equals={"externalId": person.external_id})
    elif person.email is not None:
        search = Search(person.email)
    else:
        return None
    others = {*vendor_names()} - {vendor}
    page = records().page(CANDIDATE, CANDIDATE.team_listing(team_id), Selection.ACTIVE, 0, 100, search)
    return next(
        (each.id for each in page.records if each.source not in others and _is_same(each, person)), None
    )


def _is_same(candidate: Candidate, person: OrderedCandidate) -> bool:
    if person.external_id is not None:
        return candidate.external_id == person.external_id
    return person.email is not None and normal_email(candidate.email or "") == normal_email(person.email)


def _person_key(team_id: str, vendor: str, wanted: WantedOrder) -> keys.Key | None:
    """Under which hash the person is remembered: personal data has no place in a key."""
    person = wanted.candidate
    if person.external_id is not None:
        return keys.ordered_candidate(team_id, _hash("id", vendor, person.external_id))
    if person.email is not None:
        return keys.ordered_candidate(team_id, _hash("email", normal_email(person.email)))
    return None


def _hash(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _item(key: keys.Key, entity: str, **attributes: str) -> Item:
    return {"pk": key.pk, "sk": key.sk, "entity": entity, **attributes}
