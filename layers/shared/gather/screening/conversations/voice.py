"""The interviewer's voice: each turn, or part of it, is spoken when it is first asked for, and kept.

For example:

    url = get_audio_address(records, adapters, invite_token, sequence, None, now=now)
"""

import base64
import hashlib
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Self

from gather.content.questions.storage import list_questions
from gather.core.errors import NotFound
from gather.core.language import primary_language
from gather.ports.failure import EngineFailed
from gather.ports.provider import EngineProvider
from gather.ports.speech import Narrator, Speech, SpokenAudio
from gather.screening.conversations.models import InterviewConversation, InterviewTurn, TurnRole
from gather.screening.conversations.requests import FirstSound
from gather.screening.conversations.sentences import spoken_parts
from gather.screening.recordings.media_keys import presentation_of, speech_folder
from gather.screening.sessions.storage import OpenedTurn, open_turn
from gather.table.records import Records
from gather.tenancy.organizations.engines import engines_of
from gather.wiring import Adapters

DOWNLOAD_SECONDS = 60 * 60
MOST_SEQUENCE_DIGITS = 6

SOUND_PATIENCE_SECONDS: Final = 2.0
"""How long a response waits for its first sentence's sound. Without it the page asks for the sound itself."""
LARGEST_SOUND_BYTES: Final = 1_000_000
"""A larger sound does not fit into a response beside everything else."""


def choose_voice(speech: Speech, language: str, preferred_id: str | None = None) -> Narrator | None:
    """The narrator that the interview names if it speaks the language, else the first that does, or None."""
    narrators = [
        each for each in speech.narrators() if primary_language(each.language) == primary_language(language)
    ]
    preferred = (each for each in narrators if each.id == preferred_id)
    exact = (each for each in narrators if each.language.lower() == language.lower())
    return next(preferred, None) or next(exact, None) or next(iter(narrators), None)


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where a turn can be heard: as a whole, and in parts, of which the first is ready sooner."""

    whole: str | None = None
    parts: tuple[str, ...] = ()


def list_addresses(turn: InterviewTurn, base_url: str, token: str, *, can_speak: bool) -> Addresses:
    """Where the interviewer's voice can be heard with a turn; nowhere with a turn of the candidate."""
    if turn.role is TurnRole.CANDIDATE:
        return Addresses()
    if not can_speak or not turn.text:
        return Addresses()
    whole = f"{base_url}/screening/{token}/conversation/turns/{turn.sequence}/audio"
    parts = range(1, len(_parts(turn)) + 1)
    return Addresses(whole, tuple(f"{whole}?part={part}" for part in parts))


class FirstSentence:
    """The first sentence of a reply, which is spoken while the reply is stored.

    For example:

        sentence = FirstSentence.begin(turns, conversation, engines)
        unit.commit()
        sound = sentence.sound()
    """

    def __init__(self, text: str, speaking: Future[SpokenAudio] | None) -> None:
        """`speaking` is None where there is nothing to speak."""
        self._text = text
        self._speaking = speaking

    @classmethod
    def begin(
        cls,
        turns: Sequence[InterviewTurn],
        conversation: InterviewConversation,
        engines: EngineProvider,
    ) -> Self:
        """Begin to speak what the first of the interviewer's `turns` says first.

        A recorded question is left to its address: the recording is there already.
        """
        first = next((turn for turn in turns if turn.role is TurnRole.INTERVIEWER and turn.text), None)
        speech = engines.speech()
        voice = choose_voice(speech, conversation.configuration.language, conversation.narrator_id)
        if first is None or first.is_recorded or voice is None:
            return cls("", None)
        text = _parts(first)[0]
        thread = ThreadPoolExecutor(1, "first-sentence")
        speaking = thread.submit(speech.synthesize, text, voice.id)
        # A sound that comes too late is not waited for, and its call ends by the time-out of its client.
        thread.shutdown(wait=False)
        return cls(text, speaking)

    def sound(self) -> FirstSound | None:
        """The sound, or None where there is none in time: a reply without sound is better than none."""
        if self._speaking is None:
            return None
        try:
            audio = self._speaking.result(SOUND_PATIENCE_SECONDS)
        except (EngineFailed, TimeoutError):
            return None
        if len(audio.content) > LARGEST_SOUND_BYTES:
            return None
        content = base64.b64encode(audio.content).decode()
        return FirstSound(text=self._text, content_type=audio.content_type, content=content)


def get_audio_address(
    records: Records,
    adapters: Adapters,
    invite_token: str,
    sequence: str,
    part: int | None,
    *,
    now: datetime,
) -> str:
    """The address from which an interviewer's turn, or a part of it, can be downloaded now.

    The recording of a question is used where the turn is the question alone. Without one the text is spoken
    when it is first asked for: one call of the media store for a text that was spoken before, else two and
    one of the speech engine. `sequence` is the turn's place as the path has it. Raises NotFound, Gone and
    EngineFailed.
    """
    if not (sequence.isascii() and sequence.isdigit() and len(sequence) <= MOST_SEQUENCE_DIGITS):
        raise NotFound("turn", "")
    opened = open_turn(records, invite_token, int(sequence), now)
    turn = opened.turn
    if turn.role is not TurnRole.INTERVIEWER or not turn.text or (part or 1) > len(_parts(turn)):
        raise NotFound("turn", "")
    recorded = _recording_of(opened, records) if turn.is_recorded else None
    if recorded is not None:
        return recorded
    media = adapters.engines.media()
    text, token = _piece(turn, part)
    key = f"{speech_folder(opened.record.id)}{_speech_token(opened.record.invite_token, token)}"
    kept = media.describe(key)
    content_type = kept.content_type if kept else _speak(text, key, opened, adapters)
    return media.presigned_download(key, presentation_of(content_type), DOWNLOAD_SECONDS)


def _parts(turn: InterviewTurn) -> tuple[str, ...]:
    """The parts of a turn that are spoken separately. A recording is one part."""
    return (turn.text,) if turn.is_recorded else spoken_parts(turn.text)


def _piece(turn: InterviewTurn, part: int | None) -> tuple[str, str]:
    """The text to speak, and what names it. The one part of a turn is the turn itself."""
    parts = _parts(turn)
    if part is None or len(parts) == 1:
        return turn.text, turn.id
    return parts[part - 1], f"{turn.id}\x00{part}"


def _speak(text: str, key: str, opened: OpenedTurn, adapters: Adapters) -> str:
    """Save the sound of `text` under `key`, and tell its content type."""
    speech = engines_of(adapters, opened.record.organization_id).speech()
    conversation = opened.conversation
    voice = choose_voice(speech, conversation.configuration.language, conversation.narrator_id)
    if voice is None:
        raise NotFound("voice", "")
    audio = speech.synthesize(text, voice.id)
    adapters.engines.media().put(key, audio.content, audio.content_type)
    return audio.content_type


def _recording_of(opened: OpenedTurn, records: Records) -> str | None:
    """The recording of the question that a turn asks, if it still says the same. One round trip."""
    record, turn = opened.record, opened.turn
    asked = [each for each in record.asked or () if each.id == turn.question_id]
    questions = list_questions(records.table, record.team_id, asked)
    return next((each.audio_url for each in questions if each.wording == turn.text), None)


def _speech_token(invite_token: str, name: str) -> str:
    """Where a text's speech lies: nobody can guess it without the invite's token."""
    digest = hashlib.sha256(f"{invite_token}\x00{name}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
