"""The speech worker: speaks the scripts of audio questions (interface: Audio questions, rules 3 and 4).

The audio of a version has one address, so speaking it twice stores one file. The question, the event and the
end of the task are one unit of work, so a repeated task finds nothing left to do.
"""

from datetime import datetime, timedelta

from gather.content.audio_question import AudioQuestionRecord, spoken, unspoken
from gather.content.audio_question_storage import AUDIO_QUESTION
from gather.core.clock import timestamp
from gather.core.observability import count
from gather.engines.protocols import EngineFailed, EngineProvider
from gather.events.catalogue import QuestionAudioGenerated
from gather.events.sending import event_of
from gather.screening.media import media_key, media_url
from gather.table.kind import Stored
from gather.table.outbox import ClaimedTask
from gather.table.record_reader import RecordReader
from gather.table.unit_of_work import UnitOfWork
from gather.workers.task_runner import Attempt, Policy, TaskWorker


def _speak(attempt: Attempt) -> None:
    """Speak the version that the task names, let the question be heard and tell the team's webhooks."""
    task, adapters = attempt.task, attempt.adapters
    wanted = _wanted(task, adapters.records)
    if wanted is None:
        attempt.end()
        return
    _store_audio(wanted.record, adapters.engines)
    now = adapters.clock.now()

    def publish(unit: UnitOfWork) -> bool:
        stored = _wanted(task, unit)
        if stored is None:
            return False
        address = media_url(adapters.settings.base_url, _token(stored.record))
        heard = spoken(stored.record, address, timestamp(now))
        unit.replace(stored, heard)
        unit.send(event_of(_audio_generated(task, heard, now), task.organization_id, task.team_id, now))
        return True

    if attempt.finish(publish):
        count("QuestionsSpoken")


def _leave_unspoken(attempt: Attempt) -> bool:
    """Leave the question without audio until its script is patched."""
    moment = timestamp(attempt.adapters.clock.now())

    def leave(unit: UnitOfWork) -> bool:
        stored = _wanted(attempt.task, unit)
        if stored is None:
            return False
        unit.replace(stored, unspoken(stored.record, moment))
        return True

    return attempt.finish(leave)


handler = TaskWorker(
    "speech",
    _speak,
    Policy(timedelta(minutes=3), retried="SpeechRetries", given_up="ScriptsUnspoken"),
    give_up=_leave_unspoken,
)


def _wanted(task: ClaimedTask, records: RecordReader) -> Stored[AudioQuestionRecord] | None:
    """The question; None when it has another script, narrator or recording now than the task was made for."""
    stored = records.find(AUDIO_QUESTION, task.team_id, task.payload["questionId"])
    if stored is None or stored.record.speech_version_id != task.payload["speechVersionId"]:
        return None
    return stored


def _store_audio(question: AudioQuestionRecord, engines: EngineProvider) -> None:
    assert question.question_script is not None, "a version to be spoken has a script"
    assert question.narrator_id is not None, "and a narrator"
    audio = engines.speech().synthesize(question.question_script, question.narrator_id)
    try:
        engines.media().put(media_key(_token(question)), audio.content, audio.content_type)
    except EngineFailed as failure:
        # The media store refuses no script: the deployment has to be repaired, and then the task succeeds.
        raise EngineFailed(retryable=True, reason=failure.reason) from failure


def _token(question: AudioQuestionRecord) -> str:
    assert question.speech_token is not None, "and an address"
    return question.speech_token


def _audio_generated(
    task: ClaimedTask, question: AudioQuestionRecord, now: datetime
) -> QuestionAudioGenerated:
    return QuestionAudioGenerated(
        ai_audio_version_id=task.payload["speechVersionId"],
        batch_id=task.payload["batchId"],
        narrator_id=question.narrator_id or "",
        audio_url=question.audio_url or "",
        text=question.question_script or "",
        created_at=timestamp(now),
    )
