"""Speech in a stream is understood in its pauses, in passages that are neither lost nor heard twice."""

from typing import TYPE_CHECKING

import numpy as np
import pytest

from local_stack.engine_server.samples import RATE
from local_stack.engine_server.transcription.streamed_speech import StreamedSpeech, Understood

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


class ByLoudness:
    """Takes what is loud for speech."""

    def probability(self, frame: "Floats") -> float:
        return float(np.abs(frame).max())


class Stream:
    """Sound that passes by, in pieces of 50 ms. The words of a passage are its seconds of speech."""

    def __init__(self) -> None:
        self.passages: list[float] = []
        self.speech = StreamedSpeech(ByLoudness(), self._recognize)

    def _recognize(self, passage: "Floats") -> str:
        self.passages.append(len(passage) / RATE)
        return f"{(np.abs(passage) > 0.5).sum() / RATE:.1f}"

    def hear(self, seconds: float, *, loudness: float = 0.0) -> list[Understood]:
        piece = np.full(RATE // 20, 32_767 * loudness, "<i2").tobytes()
        heard = (self.speech.hear(piece) for _ in range(round(seconds * 20)))
        return [understood for understood in heard if understood]

    def speak(self, seconds: float) -> list[Understood]:
        return self.hear(seconds, loudness=0.9)


def told(results: list[Understood]) -> list[tuple[int, str, bool]]:
    return [(each.number, each.text, each.is_partial) for each in results]


def test_what_is_said_is_understood_in_the_pause() -> None:
    stream = Stream()

    assert stream.speak(2) == []
    assert told(stream.hear(0.3)) == [(0, "2.0", True)]


def test_a_pause_within_a_phrase_is_none() -> None:
    stream = Stream()

    stream.speak(1)
    assert stream.hear(0.15) + stream.speak(1) == []


def test_a_passage_that_goes_on_is_understood_as_a_whole() -> None:
    stream = Stream()
    stream.speak(1)
    stream.hear(0.5)
    stream.speak(2)

    assert told(stream.hear(0.5)) == [(0, "3.0", True)]


def test_what_was_understood_is_not_recognized_again() -> None:
    stream = Stream()
    stream.speak(1)
    stream.hear(0.6)
    recognized = len(stream.passages)

    last = stream.speech.end()

    assert last
    assert told([last]) == [(0, "1.0", False)]
    assert (last.begins, last.ends) == pytest.approx((0, 1.6), abs=0.04)
    assert len(stream.passages) == recognized == 1


def test_what_was_said_until_the_end_is_understood_then() -> None:
    stream = Stream()
    stream.speak(1.28)

    last = stream.speech.end()

    assert last
    assert told([last]) == [(0, "1.3", False)]


def test_a_longer_silence_ends_a_passage() -> None:
    stream = Stream()
    stream.speak(1)
    results = stream.hear(2) + stream.speak(2) + stream.hear(2)

    assert told(results) == [(0, "1.0", True), (0, "1.0", False), (1, "2.0", True), (1, "2.0", False)]
    assert 0 < results[2].begins - results[1].ends < 0.5
    assert stream.speech.end() is None


def test_a_long_passage_ends_in_a_pause() -> None:
    stream = Stream()
    stream.speak(10.5)
    results = stream.hear(0.3) + stream.speak(1)

    assert told(results) == [(0, "10.5", False)]
    last = stream.speech.end()
    assert last
    assert told([last]) == [(1, "1.0", False)]


def test_a_passage_without_a_pause_is_cut_where_it_is_quietest() -> None:
    stream = Stream()
    results = stream.speak(22) + stream.hear(0.05, loudness=0.6) + stream.speak(8)
    last = stream.speech.end()

    assert last
    assert [each.is_partial for each in (*results, last)] == [False, False]
    assert results[0].ends == pytest.approx(22, abs=0.1)
    assert sum(float(each.text) for each in (*results, last)) == pytest.approx(30, abs=0.2)
    assert max(stream.passages) <= 25.1


def test_a_click_is_no_speech_and_silence_is_not_kept() -> None:
    stream = Stream()

    assert stream.hear(60) == []
    stream.speak(0.05)
    assert stream.hear(60) == []
    stream.speak(1)
    stream.hear(0.3)
    assert stream.speech.end()
    assert max(stream.passages) < 2


def test_the_beginning_of_speech_after_silence_is_kept() -> None:
    stream = Stream()
    stream.hear(10)
    stream.speak(1)

    [understood] = stream.hear(0.3)

    assert 0.3 < 10 - understood.begins < 0.7


def test_frames_do_not_depend_on_the_pieces() -> None:
    sound = np.concatenate([np.full(RATE, 30_000, "<i2"), np.zeros(RATE // 2, "<i2")])
    texts = []
    for size in (1, 160, 511, 512, 4_000):
        stream = Stream()
        heard = [stream.speech.hear(sound[at : at + size].tobytes()) for at in range(0, len(sound), size)]
        texts.append([each.text for each in heard if each])

    assert texts == [["1.0"]] * 5
