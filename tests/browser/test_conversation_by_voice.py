"""An AI interview by voice in a real browser, whose microphone hears synthesized speech."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.conftest import Open
from tests.browser.page import TalkPage
from tests.browser.transcription_socket import TranscriptionSocket, transcription_socket
from tests.doubles.screening_candidate import Screening

UNDERSTOOD = "I have worked for seven years in two hotels"
SAID = re.compile(r"^You(?!r recording)\s*\w+")
"""A turn with words in it. Which words the local transcription hears depends on where a recording begins."""

A_WHOLE_CONVERSATION = 90_000


@pytest.fixture
def understanding() -> Iterator[TranscriptionSocket]:
    with transcription_socket(UNDERSTOOD) as served:
        yield served


def open_with_stream(open_talk: Open, screening: Screening, served: TranscriptionSocket) -> TalkPage:
    """A page whose service streams speech, as on AWS. The local page's own policy knows no stream."""
    expires_at = (datetime.now(UTC) + timedelta(minutes=5)).isoformat()
    speech = {"url": served.url, "languageCode": "en-US", "sampleRate": 16_000, "expiresAt": expires_at}
    talk = open_talk(screening, bypass_csp=True)
    talk.page.route(
        "**/conversation/speech",
        lambda route: route.fulfill(json={"data": {"speech": {"mode": "stream", **speech}}}),
    )
    talk.open()
    return talk


def test_a_whole_conversation_that_is_uploaded(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)

    talk.start("Start by voice")

    expect(talk.button("Finish")).to_be_visible(timeout=A_WHOLE_CONVERSATION)
    responses = plain.results()["responses"]
    assert [bool(each["transcription"].split()) for each in responses] == [True, True], responses
    assert plain.read()["status"] == "new_response"


def test_what_was_heard_in_a_stream_is_shown_and_corrected_before_it_counts(
    open_talk: Open, plain: Screening, understanding: TranscriptionSocket
) -> None:
    talk = open_with_stream(open_talk, plain, understanding)
    talk.start("Start by voice")

    expect(talk.page.locator(".partial")).to_have_text("I have")
    heard = talk.page.get_by_role("group", name="This is what we heard")
    expect(heard).to_contain_text(UNDERSTOOD)
    assert plain.show().data["screening"]["conversation"]["progress"]["asked"] == 1
    heard.get_by_role("button", name="Correct").click()
    expect(talk.field).to_have_value(UNDERSTOOD)
    talk.field.fill("In three hotels.")
    talk.field.press("Enter")

    expect(talk.turns.nth(2)).to_contain_text("In three hotels.")
    assert understanding.ended == 1
    assert understanding.heard > 16_000


def test_what_was_heard_sends_itself(
    open_talk: Open, plain: Screening, understanding: TranscriptionSocket
) -> None:
    talk = open_with_stream(open_talk, plain, understanding)
    talk.start("Start by voice")

    expect(talk.page.get_by_text("Sends itself in")).to_be_visible()

    expect(talk.turns.nth(2)).to_contain_text(UNDERSTOOD)


def test_a_stream_that_fails_gives_way_to_an_upload(open_talk: Open, plain: Screening) -> None:
    with transcription_socket("", fails=True) as failing:
        talk = open_with_stream(open_talk, plain, failing)
        talk.start("Start by voice")

        expect(talk.turns.nth(2)).to_contain_text(SAID)


def test_a_recording_without_words_may_be_said_again(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)
    fault = {"field": "mediaId", "reason": "names a recording in which no words can be heard"}

    def refuse(route: Route) -> None:
        error = {"code": "VALIDATION_ERROR", "message": "", "details": [fault]}
        route.fulfill(status=400, json={"error": error})

    talk.page.route("**/conversation/turns", refuse, times=1)
    talk.start("Start by voice")

    expect(talk.note).to_contain_text("could not make out any words")
    expect(talk.turns.nth(2)).to_contain_text(SAID)


def test_speaking_interrupts_the_interviewer(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)
    talk.start("Start by voice")

    expect(talk.status).to_have_text("Robin is speaking…")
    # The greeting takes longer to say than it takes until the candidate speaks.
    expect(talk.page.locator(".voice-status")).to_have_text("We hear you.", timeout=5_000)
    expect(talk.status).to_have_text("Listening to you")


def test_a_pause_switches_the_microphone_off(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)
    talk.page.evaluate(_WATCH_TRACKS)
    talk.start("Start by voice")
    expect(talk.status).to_have_text("Robin is speaking…")

    talk.button("Pause").click()

    expect(talk.status).to_have_text("Paused")
    assert talk.page.evaluate("window.tracks.map((track) => track.readyState)") == ["ended"]
    talk.button("Go on").click()
    expect(talk.turns.nth(2)).to_be_visible()


def test_without_automatic_detection_the_button_ends_an_answer(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)
    talk.start("Start by voice")
    talk.page.get_by_text("Voice settings").click()
    talk.page.get_by_role("switch").uncheck()
    talk.button("Interrupt").click()
    expect(talk.page.locator(".voice-status")).to_have_text("We hear you.")

    expect(talk.turns).to_have_count(2)
    talk.button("I am done speaking").click()

    expect(talk.status).not_to_have_text("Listening to you")


def test_without_a_microphone_it_goes_on_by_text(
    open_talk: Open, plain: Screening, silent_browser: Browser
) -> None:
    talk = open_talk(plain, on=silent_browser)

    talk.start("Start by voice")

    expect(talk.note).to_contain_text(re.compile("microphone", re.IGNORECASE))
    talk.button("Sound").click()
    talk.say("I like the smell of it in the morning.")
    expect(talk.turns.nth(2)).to_contain_text("I like the smell")


def test_covered_captions_show_what_was_said_only_afterwards(
    open_talk: Open, make_talk: Callable[..., Screening]
) -> None:
    talk = open_talk(make_talk(closedCaptions=False))
    talk.start("Start by voice")

    expect(talk.turns.first).to_contain_text("Robin is speaking")
    talk.button("Captions").click()
    expect(talk.turns.first).to_contain_text("welcome")


_WATCH_TRACKS = """() => {
  window.tracks = [];
  const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const stream = await original(constraints);
    window.tracks.push(...stream.getTracks());
    return stream;
  };
}"""
