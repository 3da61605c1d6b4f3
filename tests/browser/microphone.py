"""The browser's microphone: speech of the local stack's voices, or a sound that the test controls."""

import io
import wave
from array import array
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

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


def take_microphone(page: Page) -> None:
    """Put the microphone of a page that has not opened yet into the test's hand.

    Its sound is a tone, which nobody who judges sound takes for speech. The page therefore decides by
    loudness, and uploads what it hears, as where the service judges and streams nothing.
    """
    page.add_init_script(HAND_MICROPHONE)
    upload_speech(page)


def say_how_one_is_heard(page: Page, speech: dict[str, Any]) -> None:
    """Respond to a page in place of the service, which says how the candidate is heard."""
    page.route("**/conversation/speech", lambda route: route.fulfill(json={"data": {"speech": speech}}))


def upload_speech(page: Page) -> None:
    """Have a page upload what it hears, as where the service judges and streams nothing."""
    say_how_one_is_heard(page, {"mode": "upload"})


def take_microphone_for_recordings(page: Page) -> None:
    """Let the microphone of a page that has not opened yet hear the recordings that the test plays."""
    page.add_init_script(SPOKEN_MICROPHONE)


def spoken(text: str, voice: str) -> bytes:
    """A recording of `text` by `voice`, as a WAV file."""
    speech = EspeakSpeech()
    narrator = next(each for each in speech.narrators() if each.name == voice)
    return speech.synthesize(text, narrator.id).content


def speak_into(file: Path, text: str, voice: str) -> None:
    """Write a WAV file of `text` spoken by `voice`, which the browser plays repeatedly.

    The silence after the text is longer than the pause that ends speech.
    """
    with wave.open(io.BytesIO(spoken(text, voice))) as recording:
        parameters = recording.getparams()
        frames = recording.readframes(recording.getnframes())
    with wave.open(str(file), "wb") as heard:
        heard.setparams(parameters)
        heard.writeframes(_silence(parameters, BEFORE_SECONDS) + frames + _silence(parameters, AFTER_SECONDS))


def _silence(parameters: wave._wave_params, seconds: float) -> bytes:
    return array("h", bytes(2 * int(parameters.framerate * seconds))).tobytes()


SPOKEN_MICROPHONE = """
window.seen = [];
const notes = (name) => seen.push([name, performance.now()]);
for (const name of ["pause", "play"]) {
  const original = HTMLMediaElement.prototype[name];
  HTMLMediaElement.prototype[name] = function () {
    if (this.currentSrc && this.paused === (name === "play")) notes(name);
    return original.call(this);
  };
}
navigator.mediaDevices.getUserMedia = async () => {
  const context = new AudioContext();
  const heard = context.createMediaStreamDestination();
  window.sayInto = async (recording) => {
    const bytes = Uint8Array.from(atob(recording), (letter) => letter.charCodeAt(0));
    const buffer = await context.decodeAudioData(bytes.buffer);
    const voice = new AudioBufferSourceNode(context, { buffer });
    voice.connect(heard);
    voice.addEventListener("ended", () => notes("said"));
    notes("saying");
    voice.start();
  };
  return heard.stream;
};
"""
"""A microphone that hears the recordings that `sayInto` is given. `seen` has when each began and ended, and
when the interviewer's sound was paused and went on."""
