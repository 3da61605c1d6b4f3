"""A reply that is prepared in the pause that may end an answer, in a real browser."""

from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Response, Route, expect

from tests.browser.conftest import UNDERSTOOD, Open
from tests.browser.microphone import take_microphone
from tests.browser.page import UNDERSTANDING, TalkPage
from tests.browser.test_interviewer_voice import PART_SECONDS, silence
from tests.browser.test_turns import FINISHED, RATE, UNFINISHED, Judge, listen, prepare, seen, tone
from tests.browser.transcription_socket import TranscriptionSocket, transcription_socket
from tests.doubles.screening_candidate import Screening

SAID = "Two hotels."
"""Understood at once: the socket tells the first two words meanwhile."""
QUESTION = "Whom do you work with best?"
"""What follows the first answer of a plain conversation."""

WATCHED_SOUNDS = """
window.sounds = [];
const made = window.Audio;
window.Audio = function () {
  const sound = new made();
  sounds.push(sound);
  return sound;
};
"""
"""`sounds` are the page's players."""


@dataclass
class Preparing:
    """The service, which responds to a preparation with `text`, or refuses it with `status`.

    `prepared` and `taken` are the bodies of the requests. With `holds` turns wait for `release`.
    """

    text: str = QUESTION
    status: int = 200
    holds: bool = False
    seconds: float = PART_SECONDS
    prepared: list[dict[str, Any]] = field(default_factory=list)
    taken: list[dict[str, Any]] = field(default_factory=list)
    _held: list[Route] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.add_init_script(WATCHED_SOUNDS)
        page.route("**/conversation/turns", self._respond)

    def release(self) -> None:
        for route in self._held:
            route.continue_()

    def fail(self) -> None:
        error = {"code": "VALIDATION_ERROR", "message": "", "details": []}
        for route in self._held:
            route.fulfill(status=400, json={"error": error})

    def _respond(self, route: Route) -> None:
        body = route.request.post_data_json or {}
        if "prepare" not in body:
            self.taken.append(body)
            if self.holds:
                self._held.append(route)
            else:
                route.continue_()
            return
        self.prepared.append(body["prepare"])
        if self.status != 200:
            route.fulfill(status=self.status, json={"error": {"code": "VALIDATION_ERROR", "message": ""}})
            return
        sound = sound_of(self.text, self.seconds)
        route.fulfill(json={"data": {"turns": [], "conversation": {}, "firstSound": sound}})


def sound_of(text: str, seconds: float = PART_SECONDS) -> dict[str, str]:
    """The sound of a first sentence, as a response has it."""
    return {"text": text, "contentType": "audio/wav", "content": b64encode(silence(seconds)).decode()}


@pytest.fixture
def understanding_at_once() -> Iterator[TranscriptionSocket]:
    """A service that understands SAID."""
    with transcription_socket(SAID) as served:
        yield served


@pytest.fixture
def open_prepared(open_streaming: Open, plain: Screening) -> Callable[..., TalkPage]:
    """Opens pages whose service streams speech, behind `preparing`."""

    def opening(preparing: Preparing, served: TranscriptionSocket) -> TalkPage:
        talk = open_streaming(plain, served)
        preparing.watch(talk.page)
        talk.open()
        talk.start("Start by voice")
        talk.button("Interrupt").click()
        expect(talk.status).to_have_text("Listening to you")
        return talk

    return opening


def speak(talk: TalkPage) -> None:
    """Say something that is understood, and fall silent."""
    talk.speak()
    expect(talk.page.locator(".partial")).to_be_visible()
    talk.speak(False)


def answer(talk: TalkPage, recording: bytes) -> None:
    """Say an answer, and wait until the service has responded to its turn."""

    def is_of_turn(response: Response) -> bool:
        is_turn = response.url.endswith("/conversation/turns")
        return is_turn and "prepare" not in (response.request.post_data_json or {})

    with talk.page.expect_response(is_of_turn, timeout=UNDERSTANDING):
        talk.play(recording)


def wait_for_sound(talk: TalkPage) -> None:
    talk.page.wait_for_function("() => performance.getEntriesByName('talk-sound-began').length")


def test_the_reply_is_heard_while_the_turn_is_on_its_way(
    open_prepared: Callable[..., TalkPage], understanding_at_once: TranscriptionSocket
) -> None:
    preparing = Preparing(holds=True)
    talk = open_prepared(preparing, understanding_at_once)

    speak(talk)
    wait_for_sound(talk)

    assert preparing.prepared == [{"text": SAID}]
    assert [body["text"] for body in preparing.taken] == [SAID]
    assert "sound" not in preparing.taken[0]
    expect(talk.turns.last).not_to_contain_text(QUESTION)
    preparing.release()
    expect(talk.turns.last).to_contain_text(QUESTION)
    expect(talk.status).to_have_text("Listening to you")
    reply = talk.page.evaluate("performance.getEntriesByName('talk-reply').length")
    assert reply == 1


def test_it_is_prepared_before_the_silence_ends_the_answer(
    open_prepared: Callable[..., TalkPage], understanding_at_once: TranscriptionSocket
) -> None:
    preparing = Preparing()
    talk = open_prepared(preparing, understanding_at_once)

    with talk.page.expect_request(
        lambda sent: sent.url.endswith("/turns") and "prepare" in (sent.post_data_json or {})
    ):
        speak(talk)

    assert not talk.page.evaluate("performance.getEntriesByName('talk-speech-ended').length")
    assert not talk.page.evaluate("performance.getEntriesByName('talk-sound-began').length")
    expect(talk.turns.last).to_contain_text(QUESTION)


def test_what_was_prepared_for_other_words_is_not_heard(
    open_prepared: Callable[..., TalkPage], understanding: TranscriptionSocket
) -> None:
    """At first the page knows two words, and all of them in the end."""
    preparing = Preparing(text="Two words are not much.")
    talk = open_prepared(preparing, understanding)

    speak(talk)

    expect(talk.turns.last).to_contain_text(QUESTION)
    assert preparing.prepared == [{"text": "I have"}]
    assert [(body["text"], body["sound"]) for body in preparing.taken] == [(UNDERSTOOD, True)]


def test_a_candidate_who_goes_on_hears_nothing(
    open_prepared: Callable[..., TalkPage], understanding_at_once: TranscriptionSocket
) -> None:
    preparing = Preparing()
    talk = open_prepared(preparing, understanding_at_once)

    with talk.page.expect_request(
        lambda sent: sent.url.endswith("/turns") and "prepare" in (sent.post_data_json or {})
    ):
        speak(talk)
    talk.speak()
    talk.page.wait_for_timeout(1_200)

    assert not talk.page.evaluate("performance.getEntriesByName('talk-sound-began').length")
    assert preparing.taken == []
    expect(talk.status).to_have_text("Listening to you")


@pytest.mark.parametrize("status", [400, 503])
def test_a_service_that_prepares_nothing_responds_as_before(
    open_prepared: Callable[..., TalkPage], understanding_at_once: TranscriptionSocket, status: int
) -> None:
    """An older release refuses it while both are deployed."""
    preparing = Preparing(status=status)
    talk = open_prepared(preparing, understanding_at_once)

    speak(talk)

    expect(talk.turns.last).to_contain_text(QUESTION)
    wait_for_sound(talk)
    assert [(body["text"], body["sound"]) for body in preparing.taken] == [(SAID, True)]
    assert len(preparing.prepared) == 1
    expect(talk.status).to_have_text("Listening to you")


def test_a_sound_that_is_not_the_reply_gives_way_to_it(
    open_prepared: Callable[..., TalkPage], understanding_at_once: TranscriptionSocket
) -> None:
    preparing = Preparing(text="Something else altogether.")
    talk = open_prepared(preparing, understanding_at_once)

    with talk.page.expect_request("**/audio?part=1"):
        speak(talk)

    expect(talk.turns.last).to_contain_text(QUESTION)


def test_a_turn_that_is_refused_ends_its_reply(
    open_prepared: Callable[..., TalkPage], understanding_at_once: TranscriptionSocket
) -> None:
    preparing = Preparing(holds=True)
    talk = open_prepared(preparing, understanding_at_once)
    speak(talk)
    wait_for_sound(talk)

    preparing.fail()

    expect(talk.field).to_have_value(SAID)
    expect(talk.status).to_have_text("Listening to you")
    expect(talk.turns.last).not_to_contain_text(QUESTION)


def test_who_checks_the_words_first_has_nothing_prepared(
    open_prepared: Callable[..., TalkPage], understanding_at_once: TranscriptionSocket
) -> None:
    preparing = Preparing()
    talk = open_prepared(preparing, understanding_at_once)
    talk.page.get_by_text("Voice settings").click()
    talk.page.get_by_label("What was heard is sent").select_option("after 5 seconds")

    speak(talk)

    expect(talk.heard).to_contain_text(SAID)
    assert preparing.prepared == []


def test_a_recording_is_prepared_while_the_answer_settles(open_talk: Open, plain: Screening) -> None:
    preparing = Preparing()
    judge = Judge(dict(FINISHED))

    def preparing_page(page: Page) -> None:
        prepare(judge)(page)
        preparing.watch(page)

    talk = open_talk(plain, prepare=preparing_page)
    uploads: list[int] = []
    talk.page.on("request", lambda sent: uploads.append(len(sent.post_data_buffer or b"")))
    listen(talk)

    answer(talk, tone(1.5))

    prepared, taken = preparing.prepared[0], preparing.taken[0]
    assert prepared == {"mediaId": taken["mediaId"]}
    assert sum(size > RATE for size in uploads) >= 1
    counted = talk.page.evaluate("performance.getEntriesByName('talk-turn-posted')[0].startTime") / 1000
    assert counted - seen(talk, "saying")[0] - 1.5 > 0.9, "it counts after a second of silence, as before"


def test_a_recording_is_prepared_in_a_pause_that_the_judge_doubts(open_talk: Open, plain: Screening) -> None:
    preparing = Preparing()
    talk, uploads = open_doubted(open_talk, plain, preparing)

    answer(talk, tone(1.5))

    [prepared] = preparing.prepared
    assert prepared == {"mediaId": preparing.taken[0]["mediaId"]}
    [recording] = uploads
    assert recording / RATE / 2 < 2.6, "the second half of the silence is not uploaded"


def test_what_is_said_after_a_doubtful_pause_is_in_the_answer(open_talk: Open, plain: Screening) -> None:
    preparing = Preparing()
    talk, uploads = open_doubted(open_talk, plain, preparing)

    answer(talk, tone(1.5, 1.2, 1.5))

    first, last = preparing.prepared
    assert first != last
    assert last == {"mediaId": preparing.taken[0]["mediaId"]}
    assert uploads[1] / RATE / 2 > 4.2


def test_an_answer_counts_although_its_recording_was_refused_in_the_pause(
    open_talk: Open, plain: Screening
) -> None:
    preparing = Preparing()
    talk, uploads = open_doubted(open_talk, plain, preparing)
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.fallback()
            return
        refused.append(route.request.url)
        route.fulfill(status=400, json={"error": {"code": "VALIDATION_ERROR", "message": ""}})

    talk.page.route("**/screening/*/media", refuse_once)

    answer(talk, tone(1.5))

    assert len(refused) == 1
    assert preparing.prepared == []
    assert preparing.taken[0]["mediaId"]
    assert len(uploads) == 1


def open_doubted(open_talk: Open, plain: Screening, preparing: Preparing) -> tuple[TalkPage, list[int]]:
    """A page that listens, whose judge finds no answer finished, and the sizes of what it uploads."""
    judge = Judge(dict(UNFINISHED))

    def preparing_page(page: Page) -> None:
        prepare(judge)(page)
        preparing.watch(page)

    talk = open_talk(plain, prepare=preparing_page)
    uploads: list[int] = []

    def notice(sent: Request) -> None:
        if sent.method == "PUT" and len(sent.post_data_buffer or b"") > RATE:
            uploads.append(len(sent.post_data_buffer or b""))

    talk.page.on("request", lambda sent: notice(sent))
    listen(talk)
    return talk, uploads


def test_the_first_sentence_comes_with_the_turn(open_talk: Open, plain: Screening) -> None:
    """A busy machine speaks too late for that: the test has the sound."""

    def speak_at_once(route: Route) -> None:
        body = {**(route.request.post_data_json or {}), "sound": None}
        response = route.fetch(post_data=body)
        data = {**response.json()["data"], "firstSound": sound_of(QUESTION)}
        route.fulfill(response=response, json={"data": data})

    talk = open_talk(plain, prepare=take_microphone)
    asked: list[str] = []
    talk.page.on("request", lambda sent: asked.append(sent.url))
    talk.page.route("**/conversation/turns", speak_at_once)
    talk.start("Start by voice")
    talk.button("Interrupt").click()
    expect(talk.status).to_have_text("Listening to you")

    talk.type("I like the smell of it in the morning.")

    expect(talk.turns.last).to_contain_text(QUESTION)
    wait_for_sound(talk)
    expect(talk.status).to_have_text("Listening to you")
    assert not [url for url in asked if "/turns/4/audio" in url]
    talk.button("Replay").click()
    expect(talk.status).to_have_text("Robin is speaking…")
    expect(talk.status).to_have_text("Listening to you")
    assert not [url for url in asked if "/turns/4/audio" in url]


def test_an_interruption_stops_a_reply_that_was_prepared(
    open_prepared: Callable[..., TalkPage], understanding_at_once: TranscriptionSocket
) -> None:
    """It is the beginning of a turn like any other as soon as the turn is taken."""
    talk = open_prepared(Preparing(seconds=6), understanding_at_once)
    speak(talk)
    expect(talk.status).to_have_text("Robin is speaking…")

    talk.speak()

    expect(talk.status).to_have_text("Listening to you")
    assert talk.page.evaluate("sounds.every((sound) => sound.paused)")
