"""The parts of an erased candidate that a worker removes: all that was found by what is gone already."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import timedelta

from gather.chat.left_messages.storage import list_ids_by_email
from gather.core.clock import from_timestamp, timestamp
from gather.core.media_address import media_key
from gather.core.tenant import is_sandbox
from gather.deliveries.storage import BY_CANDIDATE_INTERVIEW, WEBHOOK_DELIVERY
from gather.events.event_log_storage import KEPT_EVENT
from gather.events.task import TaskName
from gather.messaging.sent_messages.storage import SENT_MESSAGE, messages_partition
from gather.rights.erasure import chat_deletion
from gather.rights.erasure import storage as erasure_storage
from gather.rights.erasure.models import ErasureRecord
from gather.rights.erasure.storage import (
    CHATS_PART,
    DELIVERIES_PART,
    INTERVIEW_PART,
    CountedKind,
    Look,
)
from gather.rights.export import service as export_service
from gather.rights.export import storage as export_storage
from gather.sandbox.inbox import storage as inbox_storage
from gather.screening.answers.storage import ANSWER
from gather.screening.candidate_interviews.erasure_mark_storage import erase_link, list_saved_responses
from gather.screening.candidate_interviews.storage import (
    SHARE,
    list_former_share_tokens,
    parts_of_interview,
)
from gather.screening.candidate_requests.storage import CANDIDATE_REQUEST
from gather.screening.comments.storage import COMMENT
from gather.screening.conversations.storage import INTERVIEW_CONVERSATION, INTERVIEW_TURN
from gather.screening.decisions.storage import DECISION
from gather.screening.evaluations.outcome_storage import OUTCOME
from gather.screening.evaluations.storage import EVALUATION
from gather.screening.human_scores.storage import SCORE_CHANGE
from gather.screening.recordings.media_keys import speech_folder
from gather.screening.recordings.storage import RECORDING
from gather.screening.resumes.storage import RESUME
from gather.table import failures
from gather.table.conversion import Item
from gather.table.idempotency import IDEMPOTENCY, without_response
from gather.table.keys import Key
from gather.table.outbox import DISPATCHED_WITHIN, Task
from gather.table.records import Records
from gather.table.store import ConditionFailed, KeyRange, Table
from gather.table.unit_of_work import UnitOfWork
from gather.wiring import Adapters

DELIVERIES_AT_ONCE = 15
"""How many deliveries one transaction removes; each takes up to six of its hundred writes."""

EVENTS_AT_ONCE = 500
"""How many events of the team's log are looked at in one round trip."""

LATE_UPLOADS = timedelta(hours=2)
"""So long after its removal a file is removed again; an address takes what begins within 15 minutes."""

KINDS: Sequence[CountedKind] = (
    CountedKind("answers", ANSWER),
    CountedKind("evaluations", EVALUATION),
    CountedKind("evaluations", OUTCOME),
    CountedKind("scoreChanges", SCORE_CHANGE),
    CountedKind("decisions", DECISION),
    CountedKind("comments", COMMENT),
    CountedKind("requests", CANDIDATE_REQUEST),
    CountedKind("conversations", INTERVIEW_CONVERSATION),
    CountedKind("turns", INTERVIEW_TURN),
    CountedKind("announcedRecordings", RECORDING),
    CountedKind("resumes", RESUME),
    CountedKind("events", KEPT_EVENT),
    CountedKind("messages", SENT_MESSAGE),
    CountedKind("inboxMessages", inbox_storage.INBOX_MESSAGE),
)
"""The kinds of items that are counted when they are removed, and their names."""

HasTime = Callable[[], bool]


def delete_parts(
    adapters: Adapters, erasure: ErasureRecord, has_time: HasTime, look: Look = Look.FIRST
) -> bool:
    """Remove everything that is left of an erased candidate; False when time ran out before the end."""
    return (
        _delete_parts_of_interviews(adapters, erasure, has_time, look)
        and _delete_other_deliveries(adapters.records, erasure, has_time, look)
        and _delete_events(adapters.records, erasure, has_time, look)
        and _delete_responses(adapters.records, erasure, has_time)
        and _delete_exports(adapters, erasure, has_time)
        and _delete_chats(adapters, erasure, has_time, look)
        and _delete_messages(adapters, erasure)
        and _delete_given_up(adapters.records.table, erasure)
    )


def _delete_parts_of_interviews(
    adapters: Adapters, erasure: ErasureRecord, has_time: HasTime, look: Look
) -> bool:
    table = adapters.records.table
    for interview_id in erasure_storage.list_parts(table, erasure, INTERVIEW_PART, look):
        if not (
            has_time()
            and _delete_items(adapters, erasure, interview_id, has_time)
            and _delete_deliveries(adapters.records, erasure, interview_id, has_time)
        ):
            return False
        _delete_speech(adapters, erasure, interview_id)
        erasure_storage.complete_part(table, erasure, INTERVIEW_PART, interview_id, look)
    return True


def _delete_items(adapters: Adapters, erasure: ErasureRecord, interview_id: str, has_time: HasTime) -> bool:
    """Remove what is stored beside a candidate interview, each recording before what names it."""
    records, media = adapters.records, adapters.engines.media()
    for token in list_former_share_tokens(records.table, erasure.team_id, interview_id):

        def erase(unit: UnitOfWork, token: str = token) -> None:
            erase_link(unit, SHARE.at(token), token)

        records.run(erase)
    for partition in parts_of_interview(erasure.team_id, interview_id):
        for items in _pages(records, partition):
            if not has_time():
                return False
            _await_uploads(adapters, erasure, [item["mediaId"] for item in items if RECORDING.includes(item)])
            for media_id in {item["mediaId"] for item in items if item.get("mediaId")}:
                removed = media.purge(media_key(media_id))
                erasure_storage.increase_count(records.table, erasure, "recordings", min(removed, 1))
            erasure_storage.delete_items(records.table, erasure, KINDS, items)
    return True


def _await_uploads(adapters: Adapters, erasure: ErasureRecord, media_ids: Sequence[str]) -> None:
    """Have files removed that arrive after all: who was given an address may be uploading still."""
    if not media_ids:
        return
    now = adapters.clock.now()
    task = Task(
        name=TaskName.REMOVE_LATE_UPLOADS,
        organization_id=erasure.organization_id,
        team_id=erasure.team_id,
        payload={"mediaIds": media_ids, "notBefore": timestamp(now + LATE_UPLOADS)},
        at=now,
    )
    adapters.records.run(lambda unit: unit.send(task))


def _pages(records: Records, partition: str) -> Iterator[list[Item]]:
    """Read a partition, always from its beginning: the items that were yielded have been removed."""
    while items := records.table.query(KeyRange(partition), limit=200, consistent=True).items:
        yield items


def _delete_speech(adapters: Adapters, erasure: ErasureRecord, interview_id: str) -> None:
    """Remove what was spoken to the candidate, and what the transcription engine wrote."""
    spoken = adapters.engines.media().purge(speech_folder(interview_id))
    erasure_storage.increase_count(adapters.records.table, erasure, "spokenTurns", spoken)
    written = adapters.engines.transcription().delete_jobs(interview_id)
    erasure_storage.increase_count(adapters.records.table, erasure, "transcriptions", written)


def _delete_other_deliveries(records: Records, erasure: ErasureRecord, has_time: HasTime, look: Look) -> bool:
    for subject_id in erasure_storage.list_parts(records.table, erasure, DELIVERIES_PART, look):
        if not (has_time() and _delete_deliveries(records, erasure, subject_id, has_time)):
            return False
        erasure_storage.complete_part(records.table, erasure, DELIVERIES_PART, subject_id, look)
    return True


def _delete_deliveries(records: Records, erasure: ErasureRecord, subject_id: str, has_time: HasTime) -> bool:
    """Remove the deliveries about something of the candidate, with their payloads and what came back."""
    about = KeyRange(BY_CANDIDATE_INTERVIEW.partition(erasure.team_id, subject_id))

    def delete(unit: UnitOfWork) -> int:
        found = unit.table.query(about, limit=DELIVERIES_AT_ONCE, consistent=True).items
        delivery_ids = [Key.of(item).sk for item in found]
        stored = unit.find_many(WEBHOOK_DELIVERY, erasure.team_id, delivery_ids)
        for each in stored:
            unit.delete(each)
        for absent_id in {*delivery_ids} - {each.record.id for each in stored}:
            unit.write(BY_CANDIDATE_INTERVIEW.item_at(erasure.team_id, subject_id, absent_id).delete())
        erasure_storage.count(unit, erasure, {"deliveries": len(stored)} if stored else {})
        return len(found)

    while records.run(delete):
        if not has_time():
            return False
    return True


def _delete_events(records: Records, erasure: ErasureRecord, has_time: HasTime, look: Look) -> bool:
    """Remove the candidate's events from the team's log. How far a look came is kept, so that it looks at
    nothing twice."""
    table = records.table
    after = erasure_storage.find_events_place(table, erasure, look) or _first_event(erasure, look)
    log = KEPT_EVENT.key(erasure.team_id, "", "").pk
    while True:
        page = table.query(KeyRange(log, between=(after, "~")), limit=EVENTS_AT_ONCE, consistent=True)
        about = [each for each in page.items if each["payload"].get("candidateId") == erasure.candidate_id]
        erasure_storage.delete_items(table, erasure, KINDS, about)
        if page.next_key is None:
            return True
        after = Key.of(page.items[-1]).sk
        erasure_storage.save_events_place(table, erasure, look, after)
        if not has_time():
            return False


def _first_event(erasure: ErasureRecord, look: Look) -> str:
    """The time from which on an event may be in the log that `look` has to remove."""
    if look is Look.FIRST:
        return erasure.events_since
    oldest_undispatched = from_timestamp(erasure.requested_at) - DISPATCHED_WITHIN
    return max(erasure.events_since, timestamp(oldest_undispatched))


def _delete_responses(records: Records, erasure: ErasureRecord, has_time: HasTime) -> bool:
    """Remove the responses about the candidate that are kept for an `Idempotency-Key`. The key stays used."""
    table = records.table
    for reference, credential_id, key in list_saved_responses(table, erasure.team_id, erasure.candidate_id):
        if not has_time():
            return False
        with suppress(ConditionFailed):
            table.update(IDEMPOTENCY.key(credential_id, key), without_response())
            erasure_storage.increase_count(table, erasure, "keptResponses", 1)
        table.delete(reference.key)
    return True


def _delete_exports(adapters: Adapters, erasure: ErasureRecord, has_time: HasTime) -> bool:
    for export_id in export_storage.list_ids(adapters.records.table, erasure.team_id, erasure.candidate_id):
        if not has_time():
            return False
        export_service.delete(adapters, erasure.team_id, export_id)
        erasure_storage.increase_count(adapters.records.table, erasure, "exports", 1)
    return True


def _delete_chats(adapters: Adapters, erasure: ErasureRecord, has_time: HasTime, look: Look) -> bool:
    """Remove the chats in which a message was left with the candidate's address."""
    table = adapters.records.table
    for address in erasure_storage.list_parts(table, erasure, CHATS_PART, look):
        for left_id in list_ids_by_email(table, erasure.team_id, address):
            if not has_time():
                return False
            now = adapters.clock.now()
            removed = chat_deletion.delete_left_message(
                adapters.records, adapters.engines.media(), erasure.team_id, left_id, now=now
            )
            for kind, count in removed.items():
                erasure_storage.increase_count(table, erasure, kind, count)
        erasure_storage.complete_part(table, erasure, CHATS_PART, address, look)
    return True


def _delete_messages(adapters: Adapters, erasure: ErasureRecord) -> bool:
    """Remove what is kept of messages to the candidate: by the engines, and in the inbox of a sandbox."""
    table = adapters.records.table
    for items in _pages(adapters.records, messages_partition(erasure.team_id, erasure.candidate_id)):
        erasure_storage.delete_items(table, erasure, KINDS, items)
    forgotten = adapters.engines.kept_messages().delete_about(erasure.candidate_id)
    erasure_storage.increase_count(table, erasure, "inboxMessages", forgotten)
    if is_sandbox(erasure.organization_id):
        inbox = inbox_storage.list_about_candidate(table, erasure.organization_id, erasure.candidate_id)
        erasure_storage.delete_items(table, erasure, KINDS, inbox)
    return True


def _delete_given_up(table: Table, erasure: ErasureRecord) -> bool:
    """Take what is about the candidate off the list of work that was given up: an event may hold a link."""
    for failure in failures.all_failures(table):
        is_theirs = failure.payload.get("candidateId") == erasure.candidate_id
        if is_theirs and failure.team_id == erasure.team_id:
            table.write(failures.delete(failure.id))
            erasure_storage.increase_count(table, erasure, "failures", 1)
    return True
