"""Answers, recordings and the completion: what a candidate changes."""

from dataclasses import replace
from datetime import datetime, timedelta

from gather import wiring
from gather.core.clock import epoch_seconds, timestamp
from gather.core.errors import Conflict, NotFound, ValidationFailed
from gather.core.identifiers import is_token, new_token
from gather.engines.protocols import PresignedUpload
from gather.events.catalogue import CandidateInterviewPartiallyCompleted
from gather.events.sending import event_of
from gather.screening import candidate_interview_operations
from gather.screening.candidate_interview import (
    CandidateInterviewRecord,
    CandidateInterviewStatus,
    StoredAnswer,
)
from gather.screening.candidate_interview_storage import CANDIDATE_INTERVIEW
from gather.screening.media import media_key, plain_type
from gather.screening.screening import (
    MOST_RECORDINGS,
    AnswerRequest,
    Recording,
    RecordingRequest,
    answer_to,
    unanswered,
)
from gather.table import keys, store
from gather.table.conversion import Item
from gather.table.records import Transaction
from gather.table.store import Update
from screening.session import Session

UPLOAD_SECONDS = 15 * 60
ANNOUNCED = timedelta(days=90)
"""How long an announcement is kept; an answer needs it no longer."""
NOT_COMPLETED = "attribute_exists(pk) AND attribute_not_exists(completedAt)"

_BEGINS_FROM = {None, CandidateInterviewStatus.INVITE_SENT}


def give(session: Session, question_id: str, request: AnswerRequest, now: datetime) -> StoredAnswer:
    """Keep an answer; the last one counts. The first one after an invite makes it partially completed.

    Raises NotFound, ValidationFailed, and Conflict once the interview is completed.
    """
    session.check_unfinished()
    question = session.question(question_id)
    answer = answer_to(question, request, timestamp(now))
    if request.media_id is not None:
        answer = answer.changed(content_type=_uploaded(session, request.media_id).content_type)
    transaction = session.records.transaction()
    record = session.whole.record
    transaction.write(store.put(_item(record, answer)))
    if record.asked is None or record.status in _BEGINS_FROM:
        _begin(session, transaction, question_id, now)
    else:
        transaction.require(
            CANDIDATE_INTERVIEW.key(record.team_id, record.id), NOT_COMPLETED, _completed_meanwhile
        )
    transaction.commit()
    return answer


def _begin(session: Session, transaction: Transaction, question_id: str, now: datetime) -> None:
    """Fix the questions, and tell that the interview is partially completed."""
    record = session.whole.record
    status = record.status
    if status in _BEGINS_FROM:
        status = CandidateInterviewStatus.PARTIALLY_COMPLETED
    answered = dict.fromkeys((*session.whole.answers, question_id))
    begun = record.changed(
        asked=session.asked(), answered=tuple(answered), status=status, updated_at=timestamp(now)
    )
    transaction.replace(session.whole.stored, begun)
    if status is record.status or status is None:
        return
    partially = CandidateInterviewPartiallyCompleted(
        **candidate_interview_operations.ids_of(begun), status=status, updated_at=begun.updated_at
    )
    transaction.send(event_of(partially, record.organization_id, record.team_id, now))
    candidate_interview_operations.send_status_changed(transaction, record, begun, now)


def _completed_meanwhile(_item: Item | None) -> Exception:
    return Conflict("This interview has been completed.")


def _item(record: CandidateInterviewRecord, answer: StoredAnswer) -> Item:
    key = keys.answer(record.team_id, record.id, answer.question_id)
    return {"pk": key.pk, "sk": key.sk, "entity": "ANSWER", **answer.model_dump(by_alias=True)}


def _uploaded(session: Session, media_id: str) -> Recording:
    """The recording, uploaded as it was announced.

    Raises NotFound, and ValidationFailed while it is not uploaded or is not what was announced. S3 refuses
    an upload of another type or length than was signed; the check does not rely on the store for it.
    """
    record = session.whole.record
    key = keys.recording(record.team_id, record.id, media_id)
    item = session.records.table.get(key) if is_token(media_id) else None
    if item is None:
        raise NotFound("recording", media_id, "mediaId")
    recording = Recording.model_validate(item)
    stored = wiring.engines().media().describe(media_key(recording.media_id))
    if stored is None:
        raise ValidationFailed.of("mediaId", "names a recording that was not uploaded yet")
    if stored.size > recording.size:
        raise ValidationFailed.of("mediaId", "names a recording that is larger than was announced")
    if plain_type(stored.content_type) != plain_type(recording.content_type):
        raise ValidationFailed.of("mediaId", "names a recording of another type than was announced")
    return recording


def announce(session: Session, request: RecordingRequest, now: datetime) -> tuple[Recording, PresignedUpload]:
    """A place for a recording, and the address to PUT it to.

    Raises Conflict once completed, and when as many as may be were announced.
    """
    session.check_unfinished()
    recording = Recording(media_id=new_token(), content_type=request.content_type, size=request.size)
    _keep(session, recording, epoch_seconds(now + ANNOUNCED))
    upload = (
        wiring.engines()
        .media()
        .presigned_upload(
            media_key(recording.media_id), recording.content_type, recording.size, UPLOAD_SECONDS
        )
    )
    return recording, upload


def _keep(session: Session, recording: Recording, expires_at_epoch: int) -> None:
    record = session.whole.record
    key = keys.recording(record.team_id, record.id, recording.media_id)
    item = {
        "pk": key.pk,
        "sk": key.sk,
        "entity": "RECORDING",
        **recording.model_dump(by_alias=True),
        "expiresAtEpoch": expires_at_epoch,
    }
    count = Update(
        "SET expiresAtEpoch = :expires ADD announced :one",
        {":one": 1, ":most": MOST_RECORDINGS, ":expires": expires_at_epoch},
        condition="attribute_not_exists(announced) OR announced < :most",
    )
    transaction = session.records.transaction()
    transaction.write(store.put(item, "attribute_not_exists(pk)"))
    transaction.write(store.update(keys.recordings_size(record.team_id, record.id), count), _too_many)
    transaction.commit()


def _too_many(_item: Item | None) -> Exception:
    return Conflict(f"An interview may have {MOST_RECORDINGS} recordings, and this one has had them.")


def complete(session: Session, now: datetime) -> Session:
    """Complete the interview, and answer the session as it is then; once completed it does nothing.

    Raises ValidationFailed that names every question without an answer, and Conflict.
    """
    record = session.whole.record
    if record.completed_at is not None:
        return session
    session.check_unfinished()
    missing = unanswered(session.questions(), session.whole.answers)
    if missing:
        raise ValidationFailed(missing)
    transaction = session.records.transaction()
    answered = record.changed(
        asked=session.asked(), answered=tuple(session.whole.answers), taken_at=timestamp(now)
    )
    after = candidate_interview_operations.complete(transaction, answered, now, confirm=True)
    stored = transaction.replace(session.whole.stored, after)
    transaction.commit()
    return replace(session, whole=replace(session.whole, stored=stored))
