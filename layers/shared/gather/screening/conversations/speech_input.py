"""How the candidate's speech becomes text: streamed by the browser itself, uploaded, or not at all."""

from datetime import datetime
from enum import StrEnum

from gather.core.clock import timestamp
from gather.core.model import Model
from gather.ports.provider import EngineProvider
from gather.screening.candidate_interviews.storage import require_unfinished
from gather.screening.conversations.models import ConversationState
from gather.screening.conversations.storage import count_stream
from gather.screening.conversations.turn_context import get_material
from gather.screening.sessions.storage import ScreeningSession, open_session_with_consent
from gather.table.records import Records
from gather.tenancy.organizations.engines import engines_of
from gather.wiring import Adapters


class SpeechMode(StrEnum):
    """`stream`: the browser sends sound to `url`. `upload`: it uploads a recording. `none`: people type."""

    STREAM = "stream"
    UPLOAD = "upload"
    NONE = "none"


class SpeechSession(Model):
    """How to turn speech into text. All but `mode` and `turns_url` is null unless `mode` is `stream`.

    `url` is the address of a WebSocket that speaks Amazon Transcribe's streaming protocol. It is to be opened
    before `expires_at` and takes 16-bit PCM of `sample_rate` samples a second.
    """

    mode: SpeechMode
    """How the candidate is heard."""
    url: str | None = None
    """The address to stream the sound to; null without a stream."""
    language_code: str | None = None
    """The language that is listened to; null without a stream."""
    sample_rate: int | None = None
    """Samples a second of the sound; null without a stream."""
    expires_at: str | None = None
    """Until when `url` is good; null without one."""
    turns_url: str | None = None
    """The path that judges from sound whether the candidate has finished; null where none does."""


class _NoMore(Exception):
    """As many addresses were given as may be."""


def get_speech_session(
    records: Records, adapters: Adapters, invite_token: str, *, now: datetime
) -> SpeechSession:
    """Tell how the candidate's speech becomes text now: streamed, uploaded, or not at all.

    Each address of a stream counts; after the last one recordings are uploaded. Raises NotFound, Gone,
    Forbidden before a required consent, and Conflict for an interview without an AI interviewer.
    """
    session = open_session_with_consent(records, invite_token, now)
    stored = session.whole.conversation
    configuration = stored.conversation.configuration if stored else None
    if configuration is None:
        configuration = get_material(session, None).configuration
    speech = speech_session(
        configuration.language, engines_of(adapters, session.whole.record.organization_id), now
    )
    if speech.mode is SpeechMode.STREAM and not claim_stream(records, session):
        return SpeechSession(mode=SpeechMode.UPLOAD, turns_url=speech.turns_url)
    return speech


def claim_stream(records: Records, session: ScreeningSession) -> bool:
    """Count another address of a stream. Returns whether the candidate gets it. One round trip.

    None is given once nothing more is said: the conversation has ended, or the interview is completed.
    """
    record, stored = session.whole.record, session.whole.conversation
    has_ended = stored is not None and stored.conversation.state is ConversationState.ENDED
    if has_ended or record.completed_at is not None:
        return False
    unit = records.unit_of_work()
    # Nothing is counted for a candidate who is erased meanwhile.
    require_unfinished(unit, record)
    count_stream(unit, record, _NoMore())
    try:
        unit.commit()
    except _NoMore:
        return False
    return True


def speech_session(language: str, engines: EngineProvider, now: datetime) -> SpeechSession:
    """How speech in `language` becomes text here. Makes no call."""
    transcription = engines.transcription()
    if not transcription.understands(language):
        return SpeechSession(mode=SpeechMode.NONE)
    stream = transcription.stream(language, now)
    turns_url = engines.turn_detection().address()
    if stream is None:
        return SpeechSession(mode=SpeechMode.UPLOAD, turns_url=turns_url)
    return SpeechSession(
        mode=SpeechMode.STREAM,
        url=stream.url,
        language_code=stream.language_code,
        sample_rate=stream.sample_rate,
        expires_at=timestamp(stream.expires_at),
        turns_url=turns_url,
    )
