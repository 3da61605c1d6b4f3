"""Speech by espeak-ng, in this process."""

import io
import wave
from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID, uuid5

from gather.ports.failure import EngineFailed
from gather.ports.speech import Narrator, SpokenAudio
from local_stack.engines.espeak_library import espeak_library

_ESPEAK: Final = UUID("8d0a4b4e-0f5b-5c57-8a39-7f0f6f2b9f11")


class EspeakVoice(NamedTuple):
    """A narrator's name and what espeak-ng calls its language and variant."""

    name: str
    espeak_name: str
    language: str
    gender: str
    speaks: str

    @property
    def narrator(self) -> Narrator:
        return Narrator(
            id=str(uuid5(_ESPEAK, f"espeak-ng/{self.espeak_name}")),
            name=self.name,
            language=self.language,
            gender=self.gender,
            description=f"{self.speaks}, {self.gender} voice of the local stack (espeak-ng)",
        )


VOICES: Final[tuple[EspeakVoice, ...]] = (
    EspeakVoice("Alan", "en-us+m3", "en-US", "male", "US English"),
    EspeakVoice("Ada", "en-us+f3", "en-US", "female", "US English"),
    EspeakVoice("Beatrice", "en+f2", "en-GB", "female", "British English"),
    EspeakVoice("Bernard", "en+m1", "en-GB", "male", "British English"),
    EspeakVoice("Carla", "es+f2", "es-ES", "female", "Spanish"),
    EspeakVoice("Diego", "es-419+m3", "es-MX", "male", "Latin American Spanish"),
    EspeakVoice("Elise", "fr+f2", "fr-FR", "female", "French"),
    EspeakVoice("Frieda", "de+f2", "de-DE", "female", "German"),
    EspeakVoice("Georg", "de+m3", "de-DE", "male", "German"),
    EspeakVoice("Ilaria", "it+f2", "it-IT", "female", "Italian"),
    EspeakVoice("Joana", "pt-BR+f2", "pt-BR", "female", "Brazilian Portuguese"),
    EspeakVoice("Layla", "ar+f2", "ar-SA", "female", "Arabic"),
    EspeakVoice("Marieke", "nl+f2", "nl-NL", "female", "Dutch"),
    EspeakVoice("Zofia", "pl+f2", "pl-PL", "female", "Polish"),
)


class EspeakSpeech:
    """Speaks 16-bit mono WAV."""

    def __init__(self) -> None:
        self._voices = {voice.narrator.id: voice for voice in VOICES}

    def narrators(self) -> Sequence[Narrator]:
        return [voice.narrator for voice in VOICES]

    def narrator(self, narrator_id: str) -> Narrator | None:
        voice = self._voices.get(narrator_id)
        return voice.narrator if voice else None

    def synthesize(self, text: str, narrator_id: str) -> SpokenAudio:
        voice = self._voices.get(narrator_id)
        if voice is None:
            raise EngineFailed(retryable=False, reason="The speech engine has no narrator with this id")
        if not any(character.isalnum() for character in text):
            raise EngineFailed(retryable=False, reason="The speech engine was given nothing to say")
        rate, samples = espeak_library().speak(text, voice.espeak_name)
        return SpokenAudio(wav(samples, rate), "audio/wav")


def wav(samples: bytes, rate: int) -> bytes:
    """A WAV file of 16-bit mono samples."""
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(rate)
        writer.writeframes(samples)
    return file.getvalue()
