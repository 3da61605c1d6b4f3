"""The removal of data that an organization keeps for a time only.

    for place in service.list_places(records, [organization]):
        service.delete_due(adapters, organization, place, until, remaining_milliseconds)

Due records are found in the listings of the organization's teams, oldest first, and decided again on the
current records. Every step may be repeated: what is removed is not found any more, and a candidate interview
names what was removed of it.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from typing import Literal

from gather.chat.chatbots.storage import CHATBOT
from gather.chat.chats.models import ChatRecord
from gather.chat.chats.storage import CHAT, chats_partition
from gather.core.caller import OPERATOR
from gather.core.errors import NotFound
from gather.core.media_address import media_key
from gather.deliveries.models import DeliveryRecord
from gather.deliveries.storage import WEBHOOK_DELIVERY
from gather.rights.erasure import chat_deletion
from gather.rights.erasure import service as erasure_service
from gather.rights.retention.models import (
    cutoff,
    days_kept,
    has_media_due,
    is_candidate_due,
    is_chat_due,
    is_completed_by,
    is_delivery_due,
    is_interview_due,
)
from gather.rights.retention.round import RetentionPlace
from gather.rights.retention.storage import list_created_by, list_tenants
from gather.rights.retention.transcripts import delete_transcript
from gather.screening.answers.storage import ANSWER
from gather.screening.candidate_interviews.models import CandidateInterviewRecord
from gather.screening.candidate_interviews.storage import (
    CANDIDATE_INTERVIEW,
    candidate_listing,
    parts_of_interview,
)
from gather.screening.conversations.storage import INTERVIEW_TURN
from gather.screening.recordings.storage import RECORDING
from gather.screening.resumes.storage import RESUME
from gather.table import keys
from gather.table.changes import Update
from gather.table.conditions import equal
from gather.table.conversion import Item
from gather.table.due import RunSummary, work_through
from gather.table.keys import Key
from gather.table.listing import SLOTS
from gather.table.readable import UnreadableRecord, readable
from gather.table.records import Records
from gather.table.store import ConditionFailed, KeyRange
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.models import Organization, RetainedKind
from gather.wiring import Adapters

_MediaKind = Literal[RetainedKind.RECORDINGS, RetainedKind.UPLOADS]


def list_places(records: Records, organizations: Iterable[Organization]) -> Iterator[RetentionPlace]:
    """The places of a round, in its order. One round trip for each organization."""
    for organization in sorted(organizations, key=lambda each: each.id):
        kept = days_kept(organization)
        yield from sorted(
            (
                RetentionPlace(organization_id=organization.id, kind=kind, team_id=team_id)
                for team_id in list_tenants(records.table, organization.id)
                for kind in RetainedKind
                if kind in kept
            ),
            key=lambda each: each.order,
        )


def delete_due(
    adapters: Adapters,
    organization: Organization,
    place: RetentionPlace,
    until: datetime,
    remaining_milliseconds: Callable[[], int],
) -> RunSummary:
    """Remove what the organization keeps no longer at `place` as of `until`, while time is left."""
    moment = cutoff(organization, place.kind, until)
    if moment is None:
        return RunSummary(0, more=False)
    due_ids = _due_in_team(adapters.records, place.team_id, place.kind, moment)
    return work_through(
        ({"teamId": place.team_id, "id": record_id} for record_id in due_ids),
        f"retention of {place.kind}",
        lambda item: _delete(adapters, place.kind, item, moment),
        remaining_milliseconds,
    )


def list_due(
    records: Records, organization: Organization, kind: RetainedKind, until: datetime
) -> Iterator[Item]:
    """The records of `kind` that are to be removed as of `until`, each by its `teamId` and `id`."""
    moment = cutoff(organization, kind, until)
    if moment is None:
        return
    for team_id in list_tenants(records.table, organization.id):
        for record_id in _due_in_team(records, team_id, kind, moment):
            yield {"teamId": team_id, "id": record_id}


def _due_in_team(records: Records, team_id: str, kind: RetainedKind, moment: str) -> Iterator[str]:
    match kind:
        case RetainedKind.RECORDINGS | RetainedKind.UPLOADS | RetainedKind.TRANSCRIPTS:
            for record in _interviews(records, team_id, moment):
                if is_interview_due(record, kind, moment):
                    yield record.id
        case RetainedKind.CANDIDATES:
            yield from _candidates_due(records, team_id, moment)
        case RetainedKind.DELIVERIES:
            made = list_created_by(records.table, keys.listing(team_id, WEBHOOK_DELIVERY.name), moment)
            for delivery in readable(DeliveryRecord, made):
                if is_delivery_due(delivery, moment):
                    yield delivery.id
        case RetainedKind.CHATS:
            yield from _chats_due(records, team_id, moment)


def _interviews(records: Records, team_id: str, moment: str) -> Iterator[CandidateInterviewRecord]:
    made = list_created_by(records.table, keys.listing(team_id, CANDIDATE_INTERVIEW.name), moment)
    return readable(CandidateInterviewRecord, made)


def _chats_due(records: Records, team_id: str, moment: str) -> Iterator[str]:
    """Chats with each of the team's chatbots, archived ones too."""
    chatbots = KeyRange(keys.listing(team_id, CHATBOT.name), SLOTS[0].index)
    for chatbot in records.table.query_all(chatbots):
        made = list_created_by(records.table, chats_partition(team_id, chatbot["id"]), moment)
        for chat in readable(ChatRecord, made):
            if is_chat_due(chat, moment):
                yield chat.id


def _candidates_due(records: Records, team_id: str, moment: str) -> Iterator[str]:
    seen: set[str] = set()
    for record in _interviews(records, team_id, moment):
        if record.candidate_id in seen or not is_completed_by(record, moment):
            continue
        seen.add(record.candidate_id)
        # What an interview that cannot be read says of the candidate is not known: the candidate stays.
        with suppress(UnreadableRecord):
            if is_candidate_due(_of_candidate(records, team_id, record.candidate_id), moment):
                yield record.candidate_id


def _of_candidate(records: Records, team_id: str, candidate_id: str) -> list[CandidateInterviewRecord]:
    """The candidate's interviews as they are stored; the index may be behind. Two round trips."""
    listed = KeyRange(candidate_listing(team_id, candidate_id), SLOTS[1].index)
    ids = [item["id"] for item in records.table.query_all(listed)]
    return [*records.get_many(CANDIDATE_INTERVIEW, team_id, ids).values()]


def _delete(adapters: Adapters, kind: RetainedKind, place: Item, moment: str) -> bool:
    team_id, record_id = place["teamId"], place["id"]
    match kind:
        case RetainedKind.RECORDINGS | RetainedKind.UPLOADS:
            return _delete_media(adapters, kind, team_id, record_id, moment)
        case RetainedKind.TRANSCRIPTS:
            return delete_transcript(adapters, team_id, record_id, moment)
        case RetainedKind.CANDIDATES:
            return _erase(adapters, team_id, record_id, moment)
        case RetainedKind.DELIVERIES:
            return _delete_delivery(adapters.records, team_id, record_id, moment)
        case RetainedKind.CHATS:
            return _delete_chat(adapters, team_id, record_id, moment)


def _delete_media(adapters: Adapters, kind: _MediaKind, team_id: str, interview_id: str, moment: str) -> bool:
    """Remove media of a candidate interview, each before what names it, and note it on the record."""
    records = adapters.records
    stored = records.find(CANDIDATE_INTERVIEW, team_id, interview_id)
    if stored is None or not has_media_due(stored.record, kind, moment):
        return False
    for item in _items_with_media(records, kind, team_id, interview_id):
        adapters.engines.media().purge(media_key(item["mediaId"]))
        _delete_media_references(records, item)

    def mark_deleted(unit: UnitOfWork) -> bool:
        current = unit.find(CANDIDATE_INTERVIEW, team_id, interview_id)
        if current is None or not has_media_due(current.record, kind, moment):
            return False
        removed = (*current.record.removed_kinds, kind.value)
        unit.replace(current, current.record.changed(removed_kinds=removed))
        return True

    return records.run(mark_deleted)


def _items_with_media(records: Records, kind: _MediaKind, team_id: str, interview_id: str) -> list[Item]:
    """The items that name media of `kind`: of uploads, the announcements that no answer and no turn uses."""
    partitions = [KeyRange(partition) for partition in parts_of_interview(team_id, interview_id)]
    items = [item for each in partitions for item in records.table.query_all(each, consistent=True)]
    with_media = [item for item in items if item.get("mediaId")]
    if kind is RetainedKind.RECORDINGS:
        return with_media
    used = {item["mediaId"] for item in with_media if not RECORDING.includes(item)}
    return [item for item in with_media if item["mediaId"] not in used]


def _delete_media_references(records: Records, item: Item) -> None:
    """Have an answer or a turn name its recording no longer; the announcement of a file goes, as does a
    résumé."""
    if RECORDING.includes(item) or RESUME.includes(item):
        records.table.delete(Key.of(item))
    elif ANSWER.includes(item) or INTERVIEW_TURN.includes(item):
        without = Update(set={"mediaId": None}, condition=equal("mediaId", item["mediaId"]))
        # It was erased, or another run was here.
        with suppress(ConditionFailed):
            records.table.update(Key.of(item), without)


def _erase(adapters: Adapters, team_id: str, candidate_id: str, moment: str) -> bool:
    """Request the erasure of a candidate, for the operator; its worker carries it out."""
    if not is_candidate_due(_of_candidate(adapters.records, team_id, candidate_id), moment):
        return False
    with suppress(NotFound):
        erasure_service.begin(adapters.records, team_id, candidate_id, OPERATOR, now=adapters.clock.now())
        return True
    return False


def _delete_delivery(records: Records, team_id: str, delivery_id: str, moment: str) -> bool:
    def delete(unit: UnitOfWork) -> bool:
        stored = unit.find(WEBHOOK_DELIVERY, team_id, delivery_id)
        if stored is None or not is_delivery_due(stored.record, moment):
            return False
        unit.delete(stored)
        return True

    return records.run(delete)


def _delete_chat(adapters: Adapters, team_id: str, chat_id: str, moment: str) -> bool:
    """Remove a chat with its messages, files and what was left in it. It is over and stays so."""
    stored = adapters.records.find(CHAT, team_id, chat_id)
    if stored is None or not is_chat_due(stored.record, moment):
        return False
    records, media, now = adapters.records, adapters.engines.media(), adapters.clock.now()
    removed = chat_deletion.delete_chat(records, media, team_id, chat_id, now=now)
    return bool(removed["chats"])
