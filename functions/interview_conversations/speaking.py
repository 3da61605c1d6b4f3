"""The interviewer's voice: each turn is spoken when it is first asked for, and kept."""

import base64
import hashlib

from gather.content.question_storage import read_questions
from gather.core.errors import NotFound
from gather.engines.protocols import Narrator, Speech
from gather.screening.interview_conversation import InterviewTurn, TurnKind, TurnRole
from gather.screening.interview_conversation_storage import read_turn
from gather.screening.media import media_key, media_url, presentation_of
from gather.screening.screening_session_storage import ScreeningSession
from gather.wiring import Adapters
from interview_conversations.reading import spoken

DOWNLOAD_SECONDS = 60 * 60


def voice_for(speech: Speech, language: str, preferred_id: str | None = None) -> Narrator | None:
    """The narrator that the interview names if it speaks the language, else the first that does, or None."""
    narrators = [each for each in speech.narrators() if _primary(each.language) == _primary(language)]
    preferred = (each for each in narrators if each.id == preferred_id)
    exact = (each for each in narrators if each.language.lower() == language.lower())
    return next(preferred, None) or next(exact, None) or next(iter(narrators), None)


def _primary(language: str) -> str:
    return language.lower().partition("-")[0]


def address_of(turn: InterviewTurn, base_url: str, token: str, *, can_speak: bool) -> str | None:
    """Where a turn can be heard: the candidate's own recording, or the interviewer's voice."""
    if turn.role is TurnRole.CANDIDATE:
        return media_url(base_url, turn.media_id) if turn.media_id else None
    if not can_speak:
        return None
    return f"{base_url}/screening/{token}/conversation/turns/{turn.sequence}/audio"


def spoken_address(session: ScreeningSession, sequence: int, adapters: Adapters) -> str:
    """The address from which an interviewer's turn can be downloaded now.

    The recording of a question is used where the turn is the question alone. Raises NotFound and
    EngineFailed.
    """
    stored = session.whole.conversation
    record = session.whole.record
    turn = read_turn(session.records.table, record.team_id, record.id, sequence) if stored else None
    if stored is None or turn is None or turn.role is not TurnRole.INTERVIEWER:
        raise NotFound("turn", "")
    recorded = _recording_of(session, turn)
    if recorded is not None:
        return recorded
    media = adapters.engines.media()
    key = media_key(_speech_token(record.invite_token, turn))
    kept = media.describe(key)
    if kept is None:
        speech = adapters.engines.speech()
        voice = voice_for(speech, stored.conversation.configuration.language, stored.conversation.narrator_id)
        if voice is None:
            raise NotFound("voice", "")
        audio = speech.synthesize(turn.text, voice.id)
        media.put(key, audio.content, audio.content_type)
        content_type = audio.content_type
    else:
        content_type = kept.content_type
    return media.presigned_download(key, presentation_of(content_type), DOWNLOAD_SECONDS)


def _recording_of(session: ScreeningSession, turn: InterviewTurn) -> str | None:
    """The recording of the question that a turn asks, word for word."""
    if turn.kind is not TurnKind.QUESTION:
        return None
    asked = [each for each in spoken(session.asked()) if each.id == turn.question_id]
    for question in read_questions(session.records.table, session.team_id, asked):
        if question.wording == turn.text:
            return question.audio_url
    return None


def _speech_token(invite_token: str, turn: InterviewTurn) -> str:
    """Where a turn's speech lies: nobody can guess it without the invite's token."""
    digest = hashlib.sha256(f"{invite_token}\x00{turn.id}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
