"""The use cases of audio questions.

question = service.create(records, team, request, lambda: engines.speech(), now=now)
questions = service.list_of_interview(records, team, interview_id)
"""

from collections.abc import Callable
from datetime import datetime

from gather.content.audio_questions.models import (
    AudioQuestionRecord,
    ChangeAudioQuestion,
    CreateAudioQuestion,
    new_question,
)
from gather.content.audio_questions.storage import AUDIO_QUESTION
from gather.content.interviews.storage import INTERVIEW
from gather.content.questions import service as question_service
from gather.core.caller import TeamScope
from gather.core.clock import timestamp
from gather.core.errors import Fault, NotFound
from gather.core.identifiers import new_id
from gather.core.precondition import Precondition
from gather.core.text_language import seems_to_be_in_another_language
from gather.ports.speech import Narrator, Speech
from gather.table.kind import Stored
from gather.table.records import Records
from gather.table.unit_of_work import UnitOfWork


def create(
    records: Records,
    team: TeamScope,
    request: CreateAudioQuestion,
    speech: Callable[[], Speech],
    *,
    now: datetime,
) -> AudioQuestionRecord:
    """Create the audio question that the request asks for, and have its script spoken.

    Asks `speech` for a narrator only. Raises NotFound for an unknown narrator.
    """
    question = new_question(request, team, now)
    check_narrator(question.narrator_id, speech)
    unit = records.unit_of_work()
    unit.create(AUDIO_QUESTION, question)
    if question.speech_version_id is not None:
        question_service.send_to_speech(unit, question, new_id(), now)
    unit.commit()
    return question


def update(
    records: Records,
    team: TeamScope,
    request: ChangeAudioQuestion,
    question_id: str,
    speech: Callable[[], Speech],
    *,
    now: datetime,
    precondition: Precondition,
) -> Stored[AudioQuestionRecord]:
    """Change an audio question and have a new script or narrator spoken; its personas follow new words.

    Raises NotFound, also of a narrator, ValidationFailed, PreconditionFailed, Conflict.
    """
    batch_id = new_id()

    def change(before: AudioQuestionRecord, unit: UnitOfWork) -> AudioQuestionRecord:
        question = before.change(request, timestamp(now))
        if question.speech_version_id not in (None, before.speech_version_id):
            question_service.send_to_speech(unit, question, batch_id, now)
        if not question.has_wording_of(before):
            question_service.send_persona_refresh(unit, question, now)
        return question

    check_narrator(request.narrator_id, speech)
    return question_service.update(
        records, AUDIO_QUESTION, team, question_id, change, precondition=precondition
    )


def list_of_interview(records: Records, team: TeamScope, interview_id: str) -> list[AudioQuestionRecord]:
    """The audio questions of an interview in the order in which they are asked. Raises NotFound.

    Two round trips, one more for each further hundred questions.
    """
    interview = records.get(INTERVIEW, team.team_id, interview_id).record
    found = records.get_readable(AUDIO_QUESTION, team.team_id, interview.question_ids)
    return [found[question_id] for question_id in interview.question_ids if question_id in found]


def warnings(question: AudioQuestionRecord, speech: Callable[[], Speech]) -> list[Fault]:
    """What is odd about a question that is taken all the same: a script in another language than its
    narrator's, who would read it as if it were his own."""
    if question.question_script is None or question.narrator_id is None:
        return []
    narrator = speech().narrator(question.narrator_id)
    if narrator is None or not seems_to_be_in_another_language(question.question_script, narrator.language):
        return []
    return [
        Fault("questionScript", f"seems to be in another language than its narrator's, {narrator.language}")
    ]


def list_narrators(speech: Speech, language: str | None) -> list[Narrator]:
    """The voices of the speech engine that speak a language, all without one.

    A code takes in the codes that begin with its parts, in any case: `de` also means `de-DE` (RFC 4647,
    section 3.3.1).
    """
    if language is None:
        return list(speech.narrators())
    wanted = f"{language.lower()}-"
    return [each for each in speech.narrators() if f"{each.language.lower()}-".startswith(wanted)]


def get_narrator(speech: Speech, narrator_id: str) -> Narrator:
    """A voice of the speech engine. Raises NotFound."""
    narrator = speech.narrator(narrator_id)
    if narrator is None:
        raise NotFound("narrator", narrator_id)
    return narrator


def check_narrator(narrator_id: str | None, speech: Callable[[], Speech]) -> None:
    """Check that the speech engine has a narrator; None names none. Raises NotFound, naming `narratorId`."""
    if narrator_id is not None and speech().narrator(narrator_id) is None:
        raise NotFound("narrator", narrator_id, "narratorId")
