"""Answers, recordings and the completion: what a candidate changes."""

from dataclasses import replace
from datetime import datetime, timedelta

from gather.core.clock import epoch_seconds, timestamp
from gather.core.errors import Conflict, NotFound, ValidationFailed
from gather.core.identifiers import new_token
from gather.engines.protocols import Media, PresignedUpload
from gather.screening import answer_storage, candidate_interview_operations, recording_storage
from gather.screening.candidate_interview import BEGINS_FROM, StoredAnswer
from gather.screening.candidate_interview_storage import require_unfinished
from gather.screening.media import media_key, plain_type
from gather.screening.screening import (
    AnswerRequest,
    Recording,
    RecordingRequest,
    answer_to,
    unanswered,
)
from gather.table.conversion import Item
from gather.table.unit_of_work import UnitOfWork
from gather.wiring import Adapters
from screening.session import ScreeningSession

UPLOAD_SECONDS = 15 * 60
ANNOUNCED = timedelta(days=90)
"""How long an announcement is kept; an answer needs it no longer."""


def save_answer(
    unit: UnitOfWork,
    session: ScreeningSession,
    question_id: str,
    request: AnswerRequest,
    adapters: Adapters,
    now: datetime,
) -> StoredAnswer:
    """Save an answer; the last one counts. The first one after an invite makes it partially completed.

    Raises NotFound, ValidationFailed, and Conflict once the interview is completed.
    """
    session.check_unfinished()
    question = session.question(question_id)
    answer = answer_to(question, request, timestamp(now))
    if request.media_id is not None:
        answer = answer.changed(content_type=_uploaded(session, request.media_id, adapters).content_type)
    record = session.whole.record
    answer_storage.put_in(unit, record, answer)
    if record.asked is None or record.status in BEGINS_FROM:
        answered = dict.fromkeys((*session.whole.answers, question_id))
        candidate_interview_operations.begin(unit, session.whole.stored, session.asked(), answered, now)
    else:
        require_unfinished(unit, record, _completed_meanwhile)
    return answer


def _completed_meanwhile(_item: Item | None) -> Exception:
    return Conflict("This interview has been completed.")


def _uploaded(session: ScreeningSession, media_id: str, adapters: Adapters) -> Recording:
    """The recording, uploaded as it was announced.

    Raises NotFound, and ValidationFailed while it is not uploaded or is not what was announced. S3 refuses
    an upload of another type or length than was signed; the check does not rely on the store for it.
    """
    recording = recording_storage.find(session.records.table, session.whole.record, media_id)
    if recording is None:
        raise NotFound("recording", media_id, "mediaId")
    stored = adapters.engines.media().describe(media_key(recording.media_id))
    if stored is None:
        raise ValidationFailed.of("mediaId", "names a recording that was not uploaded yet")
    if stored.size > recording.size:
        raise ValidationFailed.of("mediaId", "names a recording that is larger than was announced")
    if plain_type(stored.content_type) != plain_type(recording.content_type):
        raise ValidationFailed.of("mediaId", "names a recording of another type than was announced")
    return recording


def announce(
    session: ScreeningSession, request: RecordingRequest, media: Media, now: datetime
) -> tuple[Recording, PresignedUpload]:
    """A place for a recording, and the address to PUT it to.

    Raises Conflict once completed, and when as many as may be were announced.
    """
    session.check_unfinished()
    recording = Recording(media_id=new_token(), content_type=request.content_type, size=request.size)
    unit = session.records.unit_of_work()
    recording_storage.put_in(unit, session.whole.record, recording, epoch_seconds(now + ANNOUNCED))
    unit.commit()
    upload = media.presigned_upload(
        media_key(recording.media_id), recording.content_type, recording.size, UPLOAD_SECONDS
    )
    return recording, upload


def complete(unit: UnitOfWork, session: ScreeningSession, now: datetime) -> ScreeningSession:
    """Complete the interview, and return the session as it is then; once completed it does nothing.

    Raises ValidationFailed that names every question without an answer, and Conflict.
    """
    record = session.whole.record
    if record.completed_at is not None:
        return session
    session.check_unfinished()
    missing = unanswered(session.questions(), session.whole.answers)
    if missing:
        raise ValidationFailed(missing)
    stored = candidate_interview_operations.complete(
        unit, session.whole.stored, session.asked(), session.whole.answers, now
    )
    return replace(session, whole=replace(session.whole, stored=stored))
