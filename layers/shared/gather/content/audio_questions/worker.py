"""Speaks the scripts of audio questions (interface: Audio questions, rules 3 and 4).

The audio of a version has one address, so speaking it twice stores one file. The question, the event and the
end of the task are one unit of work, so a repeated task finds nothing left to do.
"""

from datetime import datetime
from typing import NamedTuple

from gather.content.audio_questions.models import AudioQuestionRecord, SpeechVersion
from gather.content.audio_questions.storage import AUDIO_QUESTION
from gather.core.clock import timestamp
from gather.core.media_address import media_key, media_url
from gather.core.observability import count
from gather.events.catalogue import QuestionAudioGenerated
from gather.events.publication import event_of
from gather.ports.failure import EngineFailed
from gather.ports.provider import EngineProvider
from gather.table.kind import Stored
from gather.table.outbox import ClaimedTask
from gather.table.record_reader import RecordReader
from gather.table.unit_of_work import UnitOfWork
from gather.tenancy.organizations.engines import engines_of
from gather.workers.task_runner import Attempt


def speak(attempt: Attempt) -> None:
    """Speak the version that the task names, publish it with the question and tell the team's webhooks.

    Raises EngineFailed."""
    task, adapters = attempt.task, attempt.adapters
    wanted = _wanted(task, adapters.records)
    if wanted is None:
        attempt.end()
        return
    _save_audio(wanted.version, engines_of(adapters, attempt.task.organization_id))
    now = adapters.clock.now()

    def publish(unit: UnitOfWork) -> bool:
        wanted = _wanted(task, unit)
        if wanted is None:
            return False
        address = media_url(adapters.settings.base_url, wanted.version.token)
        unit.replace(wanted.stored, wanted.stored.record.publish_speech(address, timestamp(now)))
        generated = _audio_generated(task, wanted.version, address, now)
        unit.send(event_of(generated, task.organization_id, task.team_id, now))
        return True

    if attempt.finish(publish):
        count("QuestionsSpoken")


def give_up(attempt: Attempt, unit: UnitOfWork) -> bool:
    """Leave the question without audio until its script is patched or the task is retried."""
    wanted = _wanted(attempt.task, unit)
    if wanted is None:
        return False
    moment = timestamp(attempt.adapters.clock.now())
    unit.replace(wanted.stored, wanted.stored.record.give_up_speech(moment))
    return True


class _Wanted(NamedTuple):
    """A question, and its version that the task is about."""

    stored: Stored[AudioQuestionRecord]
    version: SpeechVersion


def _wanted(task: ClaimedTask, records: RecordReader) -> _Wanted | None:
    """The question; None when it now has another script, narrator or recording than the task was made for."""
    stored = records.find(AUDIO_QUESTION, task.team_id, task.payload["questionId"])
    version = stored.record.speech_version if stored is not None else None
    if stored is None or version is None or version.id != task.payload["speechVersionId"]:
        return None
    return _Wanted(stored, version)


def _save_audio(version: SpeechVersion, engines: EngineProvider) -> None:
    audio = engines.speech().synthesize(version.script, version.narrator_id)
    try:
        engines.media().put(media_key(version.token), audio.content, audio.content_type)
    except EngineFailed as failure:
        # The media store refuses no script: the deployment has to be repaired, and then the task succeeds.
        raise EngineFailed(retryable=True, reason=failure.reason, for_operator=True) from failure


def _audio_generated(
    task: ClaimedTask, version: SpeechVersion, audio_url: str, now: datetime
) -> QuestionAudioGenerated:
    return QuestionAudioGenerated(
        ai_audio_version_id=version.id,
        batch_id=task.payload["batchId"],
        narrator_id=version.narrator_id,
        audio_url=audio_url,
        text=version.script,
        created_at=timestamp(now),
    )
