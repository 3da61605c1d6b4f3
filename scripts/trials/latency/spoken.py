"""A candidate who speaks: how long after the last sample of an answer the reply's first sample is played.

A real browser has the page. Its microphone hears an answer of a synthesized voice, which ends with its last
loud moment, so that the time of its last sample is known. The reply begins when the browser plays its sound:
it says so, and how much it has played by then. The time of a microphone and of a loudspeaker is not in it.
"""

import struct
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from local_stack.engines.espeak_speech import wav
from screening.pages.invite_phrases import phrases
from trials.latency.timings import Timings
from trials.turns.material import RATE, spoken

REPLY: Final = "from the last sample of an answer to the first of the reply"
"""What the figure is called."""
ANSWERS: Final = (
    "I worked in a hotel for three years.",
    "A guest had waited for an hour, so I listened first, and then I called the kitchen.",
    "We were five people at the bar, and I made the plans for the week.",
    "My manager asked me to train the new colleagues. They all stayed.",
    "I learned to stay calm when many people want something at once.",
    "It was a small place near the station.",
)
VOICE: Final = "joe"
_ARGUMENTS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--autoplay-policy=no-user-gesture-required",
)
_PATIENCE_MILLISECONDS: Final = 60_000
_LANGUAGE: Final = "en"

_TRIAL: Final = """
window.trial = { saidAt: 0, playedAt: 0 };
navigator.mediaDevices.getUserMedia = async () => {
  const context = new AudioContext();
  const heard = context.createMediaStreamDestination();
  trial.say = async (recording) => {
    const bytes = Uint8Array.from(atob(recording), (letter) => letter.charCodeAt(0));
    const buffer = await context.decodeAudioData(bytes.buffer);
    const voice = new AudioBufferSourceNode(context, { buffer });
    voice.connect(heard);
    const begins = context.currentTime + 0.05;
    const { contextTime, performanceTime } = context.getOutputTimestamp();
    trial.playedAt = 0;
    trial.saidAt = performanceTime + 1000 * (begins + buffer.duration - contextTime);
    voice.start(begins);
  };
  return heard.stream;
};
const original = window.Audio;
window.Audio = function () {
  const audio = new original();
  audio.addEventListener("playing", () => {
    if (!trial.playedAt) trial.playedAt = performance.now() - 1000 * audio.currentTime;
  });
  return audio;
};
"""
"""A microphone that hears what `say` is given. `saidAt` is when its last sample was heard, `playedAt` when a
sound's first sample was played after that, by the page's clock."""


@contextmanager
def open_browser(executable: str) -> Iterator[Browser]:
    """A Chromium that plays sounds without a click."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(_ARGUMENTS))
        yield browser
        browser.close()


def hold_spoken_conversation(
    browser: Browser, base_url: str, token: str, answers: Sequence[str], timings: Timings
) -> None:
    """Speaks `answers`, each when it is the candidate's turn, and times each reply."""
    context = browser.new_context(base_url=base_url, locale="en-US")
    context.set_default_timeout(_PATIENCE_MILLISECONDS)
    page = context.new_page()
    page.add_init_script(_TRIAL)
    page.goto(f"/i/{token}")
    texts = phrases(_LANGUAGE)
    _agree(page, texts["agree"])
    page.get_by_role("button", name=texts["startByVoice"], exact=True).click()
    for answer in answers:
        _wait_for(page, texts["isListening"])
        page.wait_for_timeout(1_000)
        answered = _count(page, "talk-turn-answered")
        seconds = _say(page, answer)
        timings.add(REPLY, seconds)
        # The response of a turn whose reply was prepared comes after the sound, and is no mark of a reply.
        is_prepared = _count(page, "talk-turn-answered") == answered
        timings.add(f"{REPLY}, {'prepared' if is_prepared else 'not prepared'}", seconds)
    context.close()


def _count(page: Page, mark: str) -> int:
    count: int = page.evaluate("(mark) => performance.getEntriesByName(mark).length", mark)
    return count


def _agree(page: Page, name: str) -> None:
    """Gives the consent, which the page asks for first."""
    page.get_by_role("button", name=name).click()


def _wait_for(page: Page, status: str) -> None:
    page.locator(".stage-status", has_text=status).wait_for()


def _say(page: Page, answer: str) -> float:
    """Seconds from the last sample of the answer to the first of the reply; below 0 it was cut off."""
    page.evaluate("(recording) => trial.say(recording)", b64encode(_recording(answer)).decode())
    page.wait_for_function("() => trial.playedAt")
    milliseconds: float = page.evaluate("trial.playedAt - trial.saidAt")
    return milliseconds / 1_000


def _recording(answer: str) -> bytes:
    sound = spoken(answer, VOICE)
    return wav(struct.pack(f"<{len(sound)}h", *(int(32_767 * each) for each in sound)), RATE)
