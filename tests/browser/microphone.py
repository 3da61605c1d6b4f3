"""What the browser's fake microphone hears: speech of the local stack's voices, with silence around it."""

import io
import wave
from array import array
from pathlib import Path

from local_stack.engines.espeak_speech import EspeakSpeech

BEFORE_SECONDS = 2
AFTER_SECONDS = 4


def speak_into(file: Path, text: str, voice: str) -> None:
    """Write a WAV in which `voice` says `text`. The browser plays it over and over."""
    speech = EspeakSpeech()
    narrator = next(each for each in speech.narrators() if each.name == voice)
    with wave.open(io.BytesIO(speech.synthesize(text, narrator.id).content)) as spoken:
        parameters = spoken.getparams()
        frames = spoken.readframes(spoken.getnframes())
    with wave.open(str(file), "wb") as heard:
        heard.setparams(parameters)
        heard.writeframes(_silence(parameters, BEFORE_SECONDS) + frames + _silence(parameters, AFTER_SECONDS))


def _silence(parameters: wave._wave_params, seconds: int) -> bytes:
    return array("h", bytes(2 * parameters.framerate * seconds)).tobytes()
