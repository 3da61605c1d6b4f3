"""Speech by Amazon Polly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from gather.aws.clients import engine_errors
from gather.aws.mp3 import joined
from gather.aws.passages import passages
from gather.aws.polly_voices import VOICES, PollyVoice
from gather.ports.failure import EngineFailed
from gather.ports.speech import Narrator, SpokenAudio

if TYPE_CHECKING:
    from mypy_boto3_polly import PollyClient

_ENGINE: Final = "The speech engine"

# SynthesizeSpeech refuses more than 3,000 billed characters.
_CHARACTERS_A_CALL: Final = 2_800


class PollySpeech:
    """Speaks MP3 with Polly's neural voices; long scripts passage by passage, joined into one file."""

    def __init__(self, client: Callable[[], PollyClient]) -> None:
        self._client = client
        self._voices: dict[str, PollyVoice] = {voice.narrator.id: voice for voice in VOICES}

    def narrators(self) -> Sequence[Narrator]:
        return [voice.narrator for voice in VOICES]

    def narrator(self, narrator_id: str) -> Narrator | None:
        voice = self._voices.get(narrator_id)
        return voice.narrator if voice else None

    def synthesize(self, text: str, narrator_id: str) -> SpokenAudio:
        voice = self._voices.get(narrator_id)
        if voice is None:
            raise EngineFailed(retryable=False, reason=f"{_ENGINE} has no narrator with this id")
        parts = passages(text, _CHARACTERS_A_CALL)
        if not parts:
            raise EngineFailed(retryable=False, reason=f"{_ENGINE} was given nothing to say")
        return SpokenAudio(joined([self._spoken(part, voice) for part in parts]), "audio/mpeg")

    def _spoken(self, text: str, voice: PollyVoice) -> bytes:
        with engine_errors(_ENGINE):
            response = self._client().synthesize_speech(
                Engine="neural",
                LanguageCode=voice.language,
                VoiceId=voice.name,
                OutputFormat="mp3",
                TextType="text",
                Text=text,
            )
            return response["AudioStream"].read()
