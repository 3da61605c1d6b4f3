"""An AI interview by voice in a real browser, whose microphone hears synthesized speech."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from local_stack.settings import TURNS_PATH
from tests.browser.conftest import SAID as WORDS
from tests.browser.conftest import UNDERSTOOD, VOICE, Open
from tests.browser.legs import MARKS, measured
from tests.browser.microphone import (
    say_how_one_is_heard,
    spoken,
    take_microphone,
    take_microphone_for_recordings,
    upload_speech,
)
from tests.browser.page import UNDERSTANDING, TalkPage, wait_for_event
from tests.browser.transcription_socket import TranscriptionSocket, transcription_socket
from tests.doubles.screening_candidate import Screening

SAID = re.compile(r"^You(?!r recording)\s*\w+")
"""A turn with words in it. Which words the local transcription hears depends on where a recording begins."""

A_SECOND_OF_SOUND = 32_000


def begin_to_speak(talk: TalkPage) -> None:
    """Start by voice, and interrupt the greeting with a first word that is understood."""
    talk.start("Start by voice")
    talk.button("Interrupt").click()
    expect(talk.status).to_have_text("Listening to you")
    talk.speak()
    expect(talk.page.locator(".partial")).to_be_visible()


def say_when_asked(talk: TalkPage) -> None:
    """Wait for one's turn, and say something once.

    The browser's own microphone would go on speaking while the service understands, which is all one answer.
    """
    expect(talk.status).to_have_text("Listening to you", timeout=UNDERSTANDING)
    talk.play(spoken(WORDS, VOICE))


def upload_recordings(page: Page) -> None:
    """A page that hears the recordings that are played, whose end the stack judges, and uploads them."""
    take_microphone_for_recordings(page)
    say_how_one_is_heard(page, {"mode": "upload", "turnsUrl": TURNS_PATH})


def test_a_whole_conversation_that_is_uploaded(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain, prepare=upload_recordings)

    talk.start("Start by voice")
    for turn in (2, 4):
        say_when_asked(talk)
        expect(talk.turns.nth(turn + 1)).to_be_visible(timeout=UNDERSTANDING)

    expect(talk.button("Finish")).to_be_visible()
    responses = plain.results()["responses"]
    assert [bool(each["transcription"].split()) for each in responses] == [True, True], responses
    assert plain.read()["status"] == "new_response"


def test_the_legs_of_a_reply_are_measured(
    open_streaming: Open, plain: Screening, understanding: TranscriptionSocket
) -> None:
    talk = open_streaming(plain, understanding)
    begin_to_speak(talk)
    talk.speak(False)

    expect(talk.turns.nth(2)).to_contain_text(UNDERSTOOD)
    expect(talk.status).to_have_text("Listening to you")

    marks, measures = measured(talk.page)
    print({name: round(milliseconds) for name, milliseconds in measures.items()})
    assert list(marks) == MARKS
    assert list(marks.values()) == sorted(marks.values())
    assert measures["talk-reply"] == pytest.approx(sum(measures.values()) - measures["talk-reply"], abs=1)


def test_what_was_heard_is_sent_at_once(
    open_streaming: Open, plain: Screening, understanding: TranscriptionSocket
) -> None:
    talk = open_streaming(plain, understanding)
    begin_to_speak(talk)
    expect(talk.page.locator(".partial")).to_have_text("I have")
    begun = understanding.heard
    talk.speak(False)

    expect(talk.turns.nth(2)).to_contain_text(UNDERSTOOD)
    expect(talk.heard).to_have_count(0)
    expect(talk.status).to_have_text("Listening to you")
    heard = [turn["machineTranscribed"] for turn in plain.results()["conversation"][:3]]
    assert heard == [False, False, True]
    assert understanding.ended == 1
    assert 0.8 * A_SECOND_OF_SOUND < understanding.heard - begun < 2 * A_SECOND_OF_SOUND


def test_a_thought_that_goes_on_gets_more_time(open_streaming: Open, plain: Screening) -> None:
    with transcription_socket("Well, and we") as served:
        talk = open_streaming(plain, served)
        begin_to_speak(talk)
        expect(talk.page.locator(".partial")).to_have_text("Well, and")
        begun = served.heard
        talk.speak(False)

        expect(talk.turns.nth(2)).to_contain_text("Well, and we")
        assert served.heard - begun > 2 * A_SECOND_OF_SOUND


def test_speech_that_goes_on_while_it_is_understood_is_one_answer(
    open_streaming: Open, plain: Screening, understanding: TranscriptionSocket
) -> None:
    talk = open_streaming(plain, understanding)
    understanding.may_answer.clear()
    begin_to_speak(talk)
    talk.speak(False)
    expect(talk.status).not_to_have_text("Listening to you")

    talk.speak()
    expect(talk.status).to_have_text("Listening to you")
    expect(talk.page.locator(".partial")).to_have_text("I have I have")
    understanding.may_answer.set()
    talk.speak(False)

    expect(talk.turns.nth(2)).to_contain_text(f"{UNDERSTOOD} {UNDERSTOOD}")
    assert understanding.ended == 2


def test_a_candidate_may_check_what_was_heard_before_it_counts(
    open_streaming: Open, plain: Screening, understanding: TranscriptionSocket
) -> None:
    talk = open_streaming(plain, understanding)
    talk.page.clock.install()
    begin_to_speak(talk)

    talk.button("Check before sending").click()

    expect(talk.heard).to_contain_text(UNDERSTOOD)
    expect(talk.heard.get_by_role("button", name="Send")).to_be_focused()
    talk.page.clock.fast_forward(60_000)
    expect(talk.page.get_by_text("Sends itself")).to_be_hidden()
    assert plain.show().data["screening"]["conversation"]["progress"]["asked"] == 1
    talk.heard.get_by_role("button", name="Correct").click()
    expect(talk.field).to_have_value(UNDERSTOOD)
    talk.type("In three hotels.")

    expect(talk.turns.nth(2)).to_contain_text("In three hotels.")
    assert understanding.ended == 1


def test_what_was_heard_may_wait_before_it_sends_itself(
    open_streaming: Open, plain: Screening, understanding: TranscriptionSocket
) -> None:
    talk = open_streaming(plain, understanding)
    talk.page.clock.install()
    begin_to_speak(talk)
    talk.page.get_by_text("Voice settings").click()
    talk.page.get_by_label("What was heard is sent").select_option("after 5 seconds")
    talk.button("I’m done").click()

    expect(talk.heard).to_contain_text("Sends itself in")
    talk.page.clock.run_for(6_000)

    expect(talk.turns.nth(2)).to_contain_text(UNDERSTOOD)


def test_a_pause_in_mid_sentence_keeps_what_was_understood(
    open_streaming: Open, plain: Screening, understanding: TranscriptionSocket
) -> None:
    talk = open_streaming(plain, understanding)
    begin_to_speak(talk)

    talk.button("Pause").click()

    expect(talk.note).to_contain_text("What you were saying is kept")
    talk.button("Go on").click()
    expect(talk.heard).to_contain_text(UNDERSTOOD)
    expect(talk.page.get_by_text("Sends itself")).to_be_hidden()
    talk.heard.get_by_role("button", name="Send").click()
    expect(talk.turns.nth(2)).to_contain_text(UNDERSTOOD)


def test_a_pause_in_mid_sentence_keeps_a_recording(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain, prepare=upload_speech)
    talk.start("Start by voice")
    expect(talk.page.locator(".voice-status")).to_have_text("We hear you.")

    talk.button("Pause").click()
    talk.button("Go on").click()

    kept = talk.page.locator(".heard")
    expect(kept.get_by_role("group", name="Your recording")).to_be_visible()
    kept.get_by_role("button", name="Send").click()
    expect(talk.turns.nth(2)).to_be_visible()
    expect(talk.turns.nth(2)).to_have_class(re.compile("candidate"))


def test_typing_instead_keeps_what_was_understood(
    open_streaming: Open, plain: Screening, understanding: TranscriptionSocket
) -> None:
    talk = open_streaming(plain, understanding)
    begin_to_speak(talk)

    talk.button("Type only").click()

    expect(talk.field).to_have_value("I have")
    expect(talk.field).to_be_focused()


def test_a_recording_is_kept_beside_streamed_text(
    open_streaming: Open, make_talk: Callable[..., Screening], understanding: TranscriptionSocket
) -> None:
    screening = make_talk(callRecording=True)
    talk = open_streaming(screening, understanding)
    begin_to_speak(talk)
    with talk.page.expect_request("**/conversation/turns") as sent:
        talk.button("I’m done").click()

    expect(talk.turns.nth(2)).to_contain_text(UNDERSTOOD)
    assert {"text", "mediaId"} <= set(sent.value.post_data_json or {})
    talk.button("Sound").click()
    talk.button("End").click()
    talk.button("End the conversation").click()
    talk.button("Finish").click()
    expect(talk.page.locator(".ending")).to_be_visible()
    answer = screening.results()["responses"][0]
    assert answer["transcription"] == UNDERSTOOD
    recorded = talk.page.request.get(answer["audioUrl"])
    assert recorded.body()[:4] == b"RIFF"


def test_uploads_that_keep_failing_lead_to_typing(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain, prepare=take_microphone)
    refused: list[Route] = []

    def refuse(route: Route) -> None:
        refused.append(route)
        route.fulfill(status=503, json={"error": {"code": "UNAVAILABLE", "message": ""}})

    talk.page.route("**/media", refuse)
    talk.start("Start by voice")
    talk.button("Interrupt").click()
    talk.speak()
    expect(talk.page.locator(".voice-status")).to_have_text("We hear you.")
    talk.button("I’m done").click()
    expect(talk.page.get_by_text("The connection is interrupted")).to_be_visible()

    def was_tried_five_times() -> bool:
        # The page tries again as soon as the connection is back.
        talk.page.evaluate("window.dispatchEvent(new Event('online'))")
        return len(refused) == 5

    wait_for_event(talk.page, was_tried_five_times)

    expect(talk.note).to_contain_text("Speech cannot be understood here at the moment")
    expect(talk.field).to_be_focused()
    assert len(refused) == 5
    talk.say("I like the smell of it in the morning.")


def test_a_stream_that_fails_gives_way_to_an_upload(open_streaming: Open, plain: Screening) -> None:
    with transcription_socket("", fails=True) as failing:
        talk = open_streaming(plain, failing)
        talk.start("Start by voice")
        talk.button("Interrupt").click()
        talk.speak()
        expect(talk.page.locator(".voice-status")).to_have_text("We hear you.")

        with talk.page.expect_request("**/conversation/turns") as sent:
            talk.button("I’m done").click()

        said = sent.value.post_data_json or {}
        assert "mediaId" in said
        assert "text" not in said


@pytest.mark.parametrize("breaks_off", [True, False], ids=["broken off", "late"])
def test_a_stream_that_does_not_end_gives_way_to_an_upload(
    open_streaming: Open, plain: Screening, understanding: TranscriptionSocket, breaks_off: bool
) -> None:
    """What is understood by then has not the last words, which the recording has."""
    understanding.breaks_off = breaks_off
    if not breaks_off:
        understanding.may_answer.clear()
    talk = open_streaming(plain, understanding)
    begin_to_speak(talk)
    expect(talk.page.locator(".partial")).to_have_text("I have")

    with talk.page.expect_request("**/conversation/turns") as sent:
        talk.button("I’m done").click()

    understanding.may_answer.set()
    said = sent.value.post_data_json or {}
    assert "mediaId" in said
    assert "text" not in said


def test_a_recording_without_words_may_be_said_again(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain, prepare=upload_recordings)
    fault = {"field": "mediaId", "reason": "names a recording in which no words can be heard"}

    refused: list[Route] = []

    def refuse_once(route: Route) -> None:
        # What is prepared in a pause counts for nothing.
        if refused or "prepare" in (route.request.post_data_json or {}):
            route.continue_()
            return
        refused.append(route)
        error = {"code": "VALIDATION_ERROR", "message": "", "details": [fault]}
        route.fulfill(status=400, json={"error": error})

    talk.page.route("**/conversation/turns", refuse_once)
    talk.start("Start by voice")
    say_when_asked(talk)

    expect(talk.note).to_contain_text("could not make out any words", timeout=UNDERSTANDING)
    say_when_asked(talk)
    expect(talk.turns.nth(2)).to_contain_text(SAID, timeout=UNDERSTANDING)


def test_speaking_interrupts_the_interviewer(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain)
    talk.start("Start by voice")

    expect(talk.status).to_have_text("Robin is speaking…")
    # The greeting takes longer to say than it takes until the candidate speaks.
    expect(talk.page.locator(".voice-status")).to_have_text("We hear you.", timeout=5_000)
    expect(talk.status).to_have_text("Listening to you")


def test_a_pause_switches_the_microphone_off(open_talk: Open, plain: Screening) -> None:
    # In the test's hand it is silent: what is said before the pause would be checked after it.
    talk = open_talk(plain, prepare=take_microphone)
    talk.page.evaluate(_WATCH_TRACKS)
    talk.start("Start by voice")
    expect(talk.status).to_have_text("Robin is speaking…")

    talk.button("Pause").click()

    expect(talk.status).to_have_text("Paused")
    assert talk.page.evaluate("window.tracks.map((track) => track.readyState)") == ["ended"]
    talk.button("Go on").click()
    talk.page.wait_for_function("window.tracks.at(-1).readyState === 'live'")
    talk.speak()
    expect(talk.page.locator(".voice-status")).to_have_text("We hear you.")


def test_without_automatic_detection_the_button_ends_an_answer(open_talk: Open, plain: Screening) -> None:
    talk = open_talk(plain, prepare=take_microphone)
    talk.start("Start by voice")
    talk.page.get_by_text("Voice settings").click()
    talk.page.get_by_role("switch").uncheck()
    talk.button("Interrupt").click()
    talk.speak()
    expect(talk.page.locator(".voice-status")).to_have_text("We hear you.")

    expect(talk.turns).to_have_count(2)
    talk.button("I’m done").click()

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
