"""The browser's microphone: speech of the local stack's voices, or a sound that the test controls."""

import io
import wave
from array import array
from pathlib import Path

from local_stack.engines.espeak_speech import EspeakSpeech

BEFORE_SECONDS = 2.0
AFTER_SECONDS = 1.5

HAND_MICROPHONE = """
navigator.mediaDevices.getUserMedia = async () => {
  const context = new AudioContext();
  const voice = new OscillatorNode(context, { frequency: 300 });
  const loudness = new GainNode(context, { gain: 0 });
  const heard = context.createMediaStreamDestination();
  voice.connect(loudness).connect(heard);
  voice.start();
  window.speakInto = (isLoud) => { loudness.gain.value = isLoud ? 0.4 : 0; };
  return heard.stream;
};
"""
"""A microphone that is silent until `speakInto(true)` is called, for a page that has not opened yet."""


def speak_into(file: Path, text: str, voice: str) -> None:
    """Write a WAV file of `text` spoken by `voice`, which the browser plays repeatedly.

    The silence after the text is longer than the pause that ends speech.
    """
    speech = EspeakSpeech()
    narrator = next(each for each in speech.narrators() if each.name == voice)
    with wave.open(io.BytesIO(speech.synthesize(text, narrator.id).content)) as spoken:
        parameters = spoken.getparams()
        frames = spoken.readframes(spoken.getnframes())
    with wave.open(str(file), "wb") as heard:
        heard.setparams(parameters)
        heard.writeframes(_silence(parameters, BEFORE_SECONDS) + frames + _silence(parameters, AFTER_SECONDS))


def _silence(parameters: wave._wave_params, seconds: float) -> bytes:
    return array("h", bytes(2 * int(parameters.framerate * seconds))).tobytes()
