"""Speech by espeak-ng, loaded into this process from the `espeakng-loader` wheel."""

import ctypes
import io
import threading
import wave
from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple
from uuid import UUID, uuid5

import espeakng_loader

from gather.ports.failure import EngineFailed
from gather.ports.speech import Narrator, SpokenAudio

_ESPEAK: Final = UUID("8d0a4b4e-0f5b-5c57-8a39-7f0f6f2b9f11")

# Of espeak-ng's speak_lib.h.
_SYNCHRONOUS_RETRIEVAL: Final = 2
_NO_EXIT: Final = 0x8000
_OK: Final = 0
_CHARACTERS_UTF8: Final = 1
_RATE_PARAMETER: Final = 1
_WORDS_A_MINUTE: Final = 150

_SampleCallback = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p
)


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
    EspeakVoice("Ada", "en-us+f3", "en-US", "female", "US English"),
    EspeakVoice("Alan", "en-us+m3", "en-US", "male", "US English"),
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
    """Speaks 16-bit mono WAV. The library has one global state: one script at a time."""

    def __init__(self) -> None:
        self._voices = {voice.narrator.id: voice for voice in VOICES}
        self._lock = threading.Lock()

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
        with self._lock:
            rate, samples = self._library.speak(text, voice.espeak_name)
        return SpokenAudio(_wav(samples, rate), "audio/wav")

    @cached_property
    def _library(self) -> "_Library":
        return _Library()


class _Library:
    """libespeak-ng, handing over samples instead of playing them."""

    def __init__(self) -> None:
        self._espeak = ctypes.CDLL(espeakng_loader.get_library_path())
        data_path = espeakng_loader.get_data_path().encode()
        self._rate = self._espeak.espeak_Initialize(_SYNCHRONOUS_RETRIEVAL, 0, data_path, _NO_EXIT)
        if self._rate <= 0:
            raise EngineFailed(retryable=False, reason="espeak-ng found no data at its path")
        self._samples = bytearray()
        # ctypes does not keep the callback alive; this attribute does.
        self._callback = _SampleCallback(self._receive)
        self._espeak.espeak_SetSynthCallback(self._callback)
        self._espeak.espeak_SetParameter(_RATE_PARAMETER, _WORDS_A_MINUTE, 0)

    def speak(self, text: str, voice: str) -> tuple[int, bytes]:
        """The sample rate and the 16-bit samples of `text`."""
        self._samples.clear()
        # A NUL would end the C string early.
        script = text.replace("\0", " ").encode()
        if self._espeak.espeak_SetVoiceByName(voice.encode()) != _OK:
            raise EngineFailed(retryable=False, reason="espeak-ng does not know this voice")
        status = self._espeak.espeak_Synth(
            script,
            ctypes.c_size_t(len(script) + 1),
            0,
            0,
            0,
            _CHARACTERS_UTF8,
            None,
            None,
        )
        if status != _OK or self._espeak.espeak_Synchronize() != _OK:
            raise EngineFailed(retryable=True, reason="espeak-ng did not finish speaking")
        return self._rate, bytes(self._samples)

    def _receive(
        self,
        samples: "ctypes._Pointer[ctypes.c_short]",
        count: int,
        _events: int | None,
    ) -> int:
        if count > 0:
            self._samples += ctypes.string_at(samples, count * 2)
        return 0


def _wav(samples: bytes, rate: int) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(rate)
        writer.writeframes(samples)
    return file.getvalue()
