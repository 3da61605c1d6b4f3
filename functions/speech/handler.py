"""The speech worker: speaks the scripts of audio questions (interface: Audio questions; answers: Records).

A message names a task of the outbox, which one worker claims at a time. The audio of a version has one
address, so that speaking it twice stores one file; the question, the event and the end of the task are
one transaction, so that a repeat finds nothing left to do and a death at any step loses nothing: the
claim ends, and the recovery worker sends the task again.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from aws_lambda_powertools.utilities.batch.types import PartialItemFailureResponse
from aws_lambda_powertools.utilities.typing import LambdaContext

from gather import wiring
from gather.content.audio_question import AudioQuestionRecord, spoken, unspoken
from gather.content.audio_question_storage import AUDIO_QUESTION
from gather.core.clock import timestamp
from gather.core.observability import count, logger
from gather.core.settings import settings
from gather.engines.protocols import EngineFailed, SpokenAudio
from gather.events.catalogue import QuestionAudioGenerated
from gather.events.sending import event_of
from gather.screening.media import media_key, media_url
from gather.table import outbox
from gather.table.conversion import Item
from gather.table.outbox import ClaimedTask
from gather.table.records import Stored, Transaction
from gather.workers.batch import run_batch

# Longer than the function's own time limit, so that a claim only ends before its worker has.
LEASE = timedelta(minutes=3)
MOST_ATTEMPTS = 40


class _Superseded(Exception):
    """The question has another script, narrator or recording now."""


class _Ended(Exception):
    """Another worker ended the task first."""


def handler(event: dict[str, Any], context: LambdaContext) -> PartialItemFailureResponse:
    """The function's entry: a batch of the speech queue in, the messages that must come back out."""
    return run_batch("speech", event, context, _receive)


def _receive(message: Mapping[str, Any]) -> None:
    task = outbox.claim(wiring.table(), message["taskId"], wiring.clock().now(), LEASE)
    if task is None:
        return
    try:
        if task.attempt > MOST_ATTEMPTS:
            _give_up(task, "No attempt to speak it succeeded")
        else:
            _speak(task)
    except EngineFailed as failure:
        _give_back(task, failure)
        raise
    except _Superseded:
        outbox.end(wiring.table(), task.id)
    except _Ended:
        return


def _speak(task: ClaimedTask) -> None:
    stored = wiring.records().find(AUDIO_QUESTION, task.team_id, task.payload["questionId"])
    question = _wanted(task, stored)
    try:
        audio = _synthesized(question)
    except EngineFailed as failure:
        if failure.retryable:
            raise
        _give_up(task, failure.reason)
        return
    wiring.engines().media().put(media_key(_token(question)), audio.content, audio.content_type)
    _publish(task)


def _wanted(task: ClaimedTask, stored: Stored[AudioQuestionRecord] | None) -> AudioQuestionRecord:
    """The question, when the task's version is still the one that is wanted. Raises _Superseded."""
    if stored is None or stored.record.speech_version_id != task.payload["speechVersionId"]:
        raise _Superseded
    return stored.record


def _synthesized(question: AudioQuestionRecord) -> SpokenAudio:
    assert question.question_script is not None, "a version to be spoken has a script"
    assert question.narrator_id is not None, "and a narrator"
    return wiring.engines().speech().synthesize(question.question_script, question.narrator_id)


def _token(question: AudioQuestionRecord) -> str:
    assert question.speech_token is not None, "and an address"
    return question.speech_token


def _publish(task: ClaimedTask) -> None:
    """Let the question be heard and tell the team's webhooks."""
    now = wiring.clock().now()

    def change(stored: Stored[AudioQuestionRecord], transaction: Transaction) -> AudioQuestionRecord:
        question = _wanted(task, stored)
        heard = spoken(question, media_url(settings().base_url, _token(question)), timestamp(now))
        told = _audio_generated(task, heard, now)
        transaction.send(event_of(told, task.organization_id, task.team_id, now))
        transaction.write(outbox.finish(task.id), _ended)
        return heard

    wiring.records().change(AUDIO_QUESTION, task.team_id, task.payload["questionId"], change)
    count("QuestionsSpoken")


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


def _give_up(task: ClaimedTask, reason: str) -> None:
    """End a task that cannot be done: the question stays without audio until its script is patched."""
    moment = timestamp(wiring.clock().now())

    def change(stored: Stored[AudioQuestionRecord], transaction: Transaction) -> AudioQuestionRecord:
        transaction.write(outbox.finish(task.id), _ended)
        return unspoken(_wanted(task, stored), moment)

    wiring.records().change(AUDIO_QUESTION, task.team_id, task.payload["questionId"], change)
    logger.error("a script stays unspoken", extra={**_names(task), "reason": reason})
    count("ScriptsUnspoken")


def _give_back(task: ClaimedTask, failure: EngineFailed) -> None:
    """Let the task be tried again, later with each attempt; its message comes back too."""
    outbox.give_back(wiring.table(), task, wiring.clock().now())
    logger.warning("a script waits for another attempt", extra={**_names(task), "reason": failure.reason})
    count("SpeechRetries")


def _ended(_item: Item | None) -> Exception:
    return _Ended()


def _names(task: ClaimedTask) -> dict[str, object]:
    return {"taskId": task.id, "teamId": task.team_id, "questionId": task.payload["questionId"]}
