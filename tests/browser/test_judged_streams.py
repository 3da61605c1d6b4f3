"""An answer that is streamed where the service judges its end, as on the local stack, in a real browser."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, Request

from gather.core.words import words
from local_stack.engine_server.transcription.stream import SpeechStreams
from local_stack.engine_server.transcription.streamed_speech import StreamedSpeech
from local_stack.engines.stream_address import stream_address
from local_stack.http.keep_alive_server import KeepAliveServer
from tests.browser.conftest import Open
from tests.browser.microphone import say_how_one_is_heard, take_microphone_for_recordings
from tests.browser.page import TalkPage
from tests.browser.test_prepared_replies import Preparing, answer
from tests.browser.test_turns import (
    FINISHED,
    MOST_TRIES,
    RATE,
    UNFINISHED,
    Judge,
    ended,
    listen,
    prepare,
    seen,
    tone,
)
from tests.browser.test_turns import answer as voice
from tests.doubles.screening_candidate import Screening
from tests.support.word_errors import word_errors

if TYPE_CHECKING:
    import numpy as np

KEY = "a-key"
PLACES = ("in one hotel", "in two hotels", "in three hotels")


class ByLoudness:
    """Takes what is loud for speech."""

    def probability(self, frame: "np.ndarray[Any, np.dtype[np.float32]]") -> float:
        return 1.0 if float(abs(frame).max()) > 0.1 else 0.0


@dataclass
class Streams:
    """Streams of which each pause tells of one hotel more. `opened` counts them.

    After the first time it takes `later_seconds` to recognize what was said.
    """

    url: str = ""
    later_seconds: float = 0.0
    opened: int = 0
    recognized: list[float] = field(default_factory=list)

    def ears(self, language: str) -> StreamedSpeech:
        self.opened += 1
        return StreamedSpeech(ByLoudness(), self._recognize)

    def _recognize(self, passage: "np.ndarray[Any, np.dtype[np.float32]]") -> str:
        if self.recognized:
            time.sleep(self.later_seconds)
        self.recognized.append(len(passage) / RATE)
        return f"I worked {PLACES[min(len(self.recognized), len(PLACES)) - 1]}."


@pytest.fixture
def streams() -> Iterator[Streams]:
    streams = Streams()
    serving = SpeechStreams(KEY, lambda: streams.ears)
    server = KeepAliveServer(0, lambda environ, start_response: [], web_sockets=serving)
    streams.url = f"http://127.0.0.1:{server.port}/v1"
    server.start()
    yield streams
    server.close()


def open_streamed(
    open_talk: Open, plain: Screening, streams: Streams, judge: Judge
) -> tuple[TalkPage, Preparing]:
    """A page that listens, whose speech is streamed and whose end `judge` tells."""
    preparing = Preparing()
    expires_at = datetime.now(UTC) + timedelta(minutes=5)
    speech = {
        "mode": "stream",
        "url": stream_address(streams.url, KEY, "en", expires_at),
        "languageCode": "en",
        "sampleRate": RATE,
        "expiresAt": expires_at.isoformat(),
        "turnsUrl": "/turns-judge",
    }

    def preparing_page(page: Page) -> None:
        prepare(judge)(page)
        say_how_one_is_heard(page, speech)
        preparing.watch(page)

    # The policy of a page has the stack's own streams alone.
    talk = open_talk(plain, prepare=preparing_page, bypass_csp=True)
    listen(talk)
    return talk, preparing


def test_a_finished_answer_counts_after_a_second_with_its_reply_prepared(
    open_talk: Open, plain: Screening, streams: Streams
) -> None:
    judge = Judge(dict(FINISHED))
    talk, preparing = open_streamed(open_talk, plain, streams, judge)

    answer(talk, tone(1.5))

    wait = ended(talk) - seen(talk, "saying")[0] - 1.5
    print(f"ended after {wait:.2f} s")
    assert 0.9 < wait < 1.5
    said = "I worked in one hotel."
    assert preparing.prepared == [{"text": said}]
    assert [(body["text"], body["heard"]) for body in preparing.taken] == [(said, True)]
    assert "sound" not in preparing.taken[0], "it has been heard"
    assert len(judge.asked) == 1, "a finished answer is not judged again"


def test_who_goes_on_within_the_second_is_understood_in_one_stream(
    open_talk: Open, plain: Screening, streams: Streams
) -> None:
    talk, preparing = open_streamed(open_talk, plain, streams, Judge(dict(FINISHED)))

    answer(talk, tone(1.5, 0.7, 1.5))

    assert streams.opened == 1
    assert streams.recognized[-1] > 3.5, "the whole answer is heard as one"
    assert [body["text"] for body in preparing.taken] == ["I worked in two hotels."]


def test_a_reply_is_prepared_in_a_pause_that_the_judge_doubts(
    open_talk: Open, plain: Screening, streams: Streams
) -> None:
    talk, preparing = open_streamed(open_talk, plain, streams, Judge(dict(UNFINISHED)))

    answer(talk, tone(1.5))

    assert ended(talk) - seen(talk, "saying")[0] - 1.5 > 2.2
    assert preparing.prepared == [{"text": "I worked in one hotel."}]


def test_what_was_understood_before_the_pause_is_not_replied_to(
    open_talk: Open, plain: Screening, streams: Streams
) -> None:
    """The words of a pause may come later than half a second: a reply without them would be in vain."""
    streams.later_seconds = 0.6
    talk, preparing = open_streamed(open_talk, plain, streams, Judge(dict(UNFINISHED)))

    answer(talk, tone(1.5, 0.4, 1.5))

    # The first pause is too short for a reply to so few words.
    assert preparing.prepared == [{"text": "I worked in two hotels."}]


@pytest.mark.models("piper-joe", "silero-vad", "smart-turn", "whisper-base")
def test_the_local_stack_understands_a_voice_while_it_speaks(
    open_talk: Open, make_talk: Callable[[], Screening]
) -> None:
    text = "I worked in a hotel for three years."
    recording, _ = voice(text)

    errors: list[int] = []
    while not (errors and errors[-1] <= 1) and len(errors) < MOST_TRIES:
        said = said_to_the_local_stack(open_talk, make_talk(), recording)
        errors.append(word_errors(text, said) if words(said) else len(words(text)))

    assert errors[-1] <= 1, f"so many words are wrong, each time: {errors}"


def said_to_the_local_stack(open_talk: Open, screening: Screening, recording: bytes) -> str:
    """What the page sent of a recording, as text that was heard. Nothing is changed in the page."""
    talk = open_talk(screening, prepare=take_microphone_for_recordings)
    uploads: list[str] = []
    talk.page.on("request", lambda sent: uploads.append(sent.url) if sent.url.endswith("/media") else None)
    listen(talk)

    def is_turn(sent: Request) -> bool:
        return sent.url.endswith("/conversation/turns") and "text" in (sent.post_data_json or {})

    with talk.page.expect_request(is_turn) as turn:
        talk.play(recording)

    body = turn.value.post_data_json or {}
    assert body["heard"] is True
    assert uploads == []
    return str(body["text"])
