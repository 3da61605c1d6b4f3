"""libespeak-ng of the `espeakng-loader` wheel, loaded into this process.

It hands over samples instead of playing them, and says how a text is pronounced.
"""

import ctypes
import re
import threading
from functools import cache
from typing import Final

import espeakng_loader

from gather.ports.failure import EngineFailed

# Of espeak-ng's speak_lib.h.
_SYNCHRONOUS_RETRIEVAL: Final = 2
_NO_EXIT: Final = 0x8000
_OK: Final = 0
_CHARACTERS_UTF8: Final = 1
_PHONEMES_IPA: Final = 2
_RATE_PARAMETER: Final = 1
_WORDS_A_MINUTE: Final = 150

_SampleCallback = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p
)
# Where a word is of another language, its phonemes stand between two of these: `(fr)`.
_LANGUAGE_SWITCH: Final = re.compile(r"\([a-z-]+\)")
_LOADING: Final = threading.Lock()


def espeak_library() -> "EspeakLibrary":
    """The library, of which a process has one."""
    # Two threads that initialize espeak-ng at once destroy its memory, and `cache` alone lets both begin.
    with _LOADING:
        return _loaded()


@cache
def _loaded() -> "EspeakLibrary":
    return EspeakLibrary()


class EspeakLibrary:
    """espeak-ng. It has one global state: one text at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._espeak = ctypes.CDLL(espeakng_loader.get_library_path())
        self._espeak.espeak_TextToPhonemes.restype = ctypes.c_char_p
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
        script = _c_text(text)
        with self._lock:
            self._choose(voice)
            self._samples.clear()
            status = self._espeak.espeak_Synth(
                script, ctypes.c_size_t(len(script) + 1), 0, 0, 0, _CHARACTERS_UTF8, None, None
            )
            if status != _OK or self._espeak.espeak_Synchronize() != _OK:
                raise EngineFailed(retryable=True, reason="espeak-ng did not finish speaking")
            return self._rate, bytes(self._samples)

    def phonemes(self, text: str, voice: str) -> str:
        """How `text` is pronounced, in the International Phonetic Alphabet, without its punctuation."""
        script = ctypes.c_char_p(_c_text(text))
        clauses: list[str] = []
        with self._lock:
            self._choose(voice)
            # Each call takes one clause, and moves the pointer behind it: to null at the end.
            while script.value:
                said = self._espeak.espeak_TextToPhonemes(
                    ctypes.byref(script), _CHARACTERS_UTF8, _PHONEMES_IPA
                )
                clauses.append((said or b"").decode())
        return " ".join(" ".join(_LANGUAGE_SWITCH.sub("", each) for each in clauses).split())

    def _choose(self, voice: str) -> None:
        if self._espeak.espeak_SetVoiceByName(voice.encode()) != _OK:
            raise EngineFailed(retryable=False, reason="espeak-ng does not know this voice")

    def _receive(
        self,
        samples: "ctypes._Pointer[ctypes.c_short]",
        count: int,
        _events: int | None,
    ) -> int:
        if count > 0:
            self._samples += ctypes.string_at(samples, count * 2)
        return 0


def _c_text(text: str) -> bytes:
    """`text` for C, where a NUL would end it early."""
    return text.replace("\0", " ").encode()
