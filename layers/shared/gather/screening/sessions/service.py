"""The use cases of a candidate's session: consent, answers, recordings and the completion.

    answer = service.save_answer(records, adapters, invite_token, question_id, request, now=now)

An invite token opens the session. All raise NotFound for an unknown token and Gone after the expiry.
"""

from dataclasses import replace
from datetime import datetime
from functools import partial

from gather.core.clock import timestamp
from gather.core.errors import Conflict, Fault, Gone, NotFound, ValidationFailed
from gather.core.identifiers import new_unguessable_id
from gather.core.media_address import media_key
from gather.ports.media import Media, PresignedUpload
from gather.screening.answers import storage as answer_storage
from gather.screening.answers.models import StoredAnswer
from gather.screening.candidate_interviews import lifecycle
from gather.screening.candidate_interviews.consent import Consent, GiveConsent, accept_consent
from gather.screening.candidate_interviews.erasure_mark_storage import is_erased_link
from gather.screening.candidate_interviews.status import BEGINS_FROM
from gather.screening.candidate_interviews.storage import require_unfinished
from gather.screening.conversations.models import ConversationState
from gather.screening.conversations.storage import INTERVIEW_CONVERSATION
from gather.screening.recordings import storage as recording_storage
from gather.screening.recordings.length import measure_allowed_seconds
from gather.screening.resumes.models import ResumeRequest
from gather.screening.sessions.models import (
    AnswerRequest,
    Recording,
    RecordingRequest,
    Screening,
    answer_to,
    missing_answers,
)
from gather.screening.sessions.storage import (
    ScreeningSession,
    open_any_session,
    open_session,
    open_session_with_consent,
)
from gather.table.conditions import absent
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork
from gather.wiring import Adapters

UPLOAD_SECONDS = 15 * 60


def open_invite(records: Records, invite_token: str) -> ScreeningSession:
    """The session for the candidate's page, also when its time has passed, so that the page can say whom to
    ask. One round trip more for a token that opens nothing.

    Raises NotFound for an unknown token, and Gone for the link of a candidate who was erased.
    """
    try:
        return open_any_session(records, invite_token)
    except NotFound:
        if is_erased_link(records.table, invite_token):
            raise Gone("This link has ended.") from None
        raise


def show(records: Records, invite_token: str, *, now: datetime) -> Screening:
    """Show the candidate's page."""
    return open_session(records, invite_token, now).show()


def give_consent(records: Records, invite_token: str, request: GiveConsent, *, now: datetime) -> Consent:
    """Record the candidate's consent; the first one counts.

    Raises Conflict for another version than the current one, and once nothing can be answered.
    """
    session = records.run(
        lambda unit: _give_consent(unit, open_session(records, invite_token, now), request, now)
    )
    return session.consent()


def _give_consent(
    unit: UnitOfWork, session: ScreeningSession, request: GiveConsent, now: datetime
) -> ScreeningSession:
    """Record the candidate's consent, and return the session as it is then; the first one counts.

    Raises Conflict for another version than the current one, and once nothing can be answered.
    """
    record = session.whole.record
    consent = accept_consent(record.consent, request, timestamp(now))
    if consent == record.consent:
        return session
    session.check_unfinished()
    stored = unit.replace(session.whole.stored, record.changed(consent=consent))
    return replace(session, whole=replace(session.whole, stored=stored))


def save_answer(
    records: Records,
    adapters: Adapters,
    invite_token: str,
    question_id: str,
    request: AnswerRequest,
    *,
    now: datetime,
) -> StoredAnswer:
    """Save an answer; the last one counts. The first one after an invite makes it partially completed.

    Raises Forbidden before a required consent, NotFound, ValidationFailed, and Conflict once the interview
    is completed.
    """

    def save(unit: UnitOfWork) -> StoredAnswer:
        session = open_session_with_consent(records, invite_token, now)
        return _save_answer(unit, session, question_id, request, adapters, now)

    return records.run(save)


def _save_answer(
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
    record = session.whole.record
    question = session.question(question_id)
    if question.survey is None:
        _check_not_conversing(unit, session)
    answer = answer_to(question, request, timestamp(now))
    if request.media_id is not None:
        media = adapters.engines.media()
        found = recording_storage.find_uploaded(
            session.records.table, record, request.media_id, media.describe
        )
        seconds = measure_allowed_seconds(partial(media.read_range, media_key(found.media_id)), found.size)
        answer = answer.changed(content_type=found.content_type, recording_seconds=seconds)
    answer_storage.save(unit, record, answer)
    if record.asked is None or record.status in BEGINS_FROM:
        answered = dict.fromkeys((*session.whole.answers, question_id))
        lifecycle.begin(unit, session.whole.stored, session.asked_questions(), answered, now)
    else:
        require_unfinished(unit, record)
    return answer


def _check_not_conversing(unit: UnitOfWork, session: ScreeningSession) -> None:
    """Raises Conflict, now or at the commit, once a conversation has begun: it asks the spoken questions."""
    if session.whole.conversation is not None:
        raise _conversing()
    record = session.whole.record
    unit.require(INTERVIEW_CONVERSATION.key(record.team_id, record.id), absent(), _conversing())


def _conversing() -> Exception:
    return Conflict("This question is asked in the conversation, which has begun.")


def announce_recording(
    records: Records, media: Media, invite_token: str, request: RecordingRequest, *, now: datetime
) -> tuple[Recording, PresignedUpload]:
    """A place for a recording, and the address to PUT it to. Raises Forbidden and Conflict."""
    return announce_upload(open_session_with_consent(records, invite_token, now), request, media)


def announce_upload(
    session: ScreeningSession, request: RecordingRequest | ResumeRequest, media: Media
) -> tuple[Recording, PresignedUpload]:
    """A place for a recording or another file, and the address to PUT it to.

    Raises Conflict once completed, and when as many as may be were announced.
    """
    session.check_unfinished()
    recording = Recording(media_id=new_unguessable_id(), content_type=request.content_type, size=request.size)
    unit = session.records.unit_of_work()
    # What nothing names is never removed: nobody announces for a candidate who is erased.
    require_unfinished(unit, session.whole.record)
    recording_storage.save(unit, session.whole.record, recording)
    unit.commit()
    upload = media.presigned_upload(
        media_key(recording.media_id), recording.content_type, recording.size, UPLOAD_SECONDS
    )
    return recording, upload


def _missing(session: ScreeningSession) -> list[Fault]:
    """List what is missing before the interview can be completed."""
    conversation = session.whole.conversation
    if conversation is None:
        return missing_answers(session.questions(), session.whole.answers)
    questions = [question for question in session.questions() if question.survey is not None]
    missing = missing_answers(questions, session.whole.answers)
    if conversation.conversation.state is not ConversationState.ENDED:
        missing.insert(0, Fault("conversation", "has not ended"))
    return missing


def complete(records: Records, invite_token: str, *, now: datetime) -> Screening:
    """Complete the interview; once completed it does nothing.

    Raises ValidationFailed that names every question without an answer, and Conflict.
    """
    session = records.run(lambda unit: _complete(unit, open_session(records, invite_token, now), now))
    return session.show()


def _complete(unit: UnitOfWork, session: ScreeningSession, now: datetime) -> ScreeningSession:
    """Complete the interview, and return the session as it is then; once completed it does nothing.

    Raises ValidationFailed that names every question without an answer, and Conflict, also while the
    interview takes no answers.
    """
    record = session.whole.record
    if record.completed_at is not None:
        return session
    session.check_unfinished()
    reading = session.records.table.start(session.interview)
    missing = _missing(session)
    if missing:
        raise ValidationFailed(missing)
    reading.result().check_takes_answers()
    talk = session.whole.conversation
    stored = lifecycle.complete(
        unit,
        session.whole.stored,
        session.asked_questions(),
        session.whole.answers,
        now,
        are_words_kept=talk is None or talk.conversation.configuration.capture_responses,
    )
    return replace(session, whole=replace(session.whole, stored=stored))
