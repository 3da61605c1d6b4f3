"""Whisper, by faster-whisper.

A recording is heard in passages that end in silences, so that one of an hour takes no more memory than one of
a minute. Where nobody speaks nothing is recognized: Whisper would invent words. It is asked whether there is
speech in three ways, by Silero's voice activity, by its own estimate, and by how sure it is of the words.

Whisper was made for windows of 30 seconds, and takes most of its time for the silence that fills them. A
window is cut some seconds behind the speech in it, which takes a third of the time and hears as well. Where a
cut window makes it repeat itself, it hears the whole one.
"""

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from faster_whisper import WhisperModel
from faster_whisper.transcribe import Segment
from faster_whisper.vad import VadOptions, get_speech_timestamps

from gather.core.language import LANGUAGES
from local_stack.engine_server.samples import floats
from local_stack.engine_server.transcription.heard import Heard, HeardWord
from local_stack.engines.recordings import SAMPLE_RATE, passages

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Samples = NDArray[np.float32]

_READ_SECONDS: Final = 15
_LONGEST_PASSAGE: Final = 45 * SAMPLE_RATE
_SHORTEST_PASSAGE: Final = 20 * SAMPLE_RATE
_SHORTEST_WINDOW: Final = 1_000
_BEHIND_SPEECH: Final = 500
"""Frames of a hundredth of a second."""
_SURE_OF_ANOTHER_LANGUAGE: Final = 0.6
_TIMES_SURER: Final = 5
_LEAST_SURE_OF_LANGUAGE_SECONDS: Final = 2.0
_NO_SPEECH: Final = 0.6
_LEAST_LOG_PROBABILITY: Final = -1.0
_REPEATS_ITSELF: Final = 2.4
_LONGEST_REPETITION: Final = 3
_WINDOW_SECONDS: Final = 30.0
_TOKENS_A_SECOND, _FEWEST_TOKENS, _MOST_TOKENS = 10, 20, 220
_BEAMS: Final = 5
_THREADS: Final = min(4, os.cpu_count() or 1)


class Whisper:
    """Hears speech in recordings."""

    def __init__(self, model: str) -> None:
        """`model` is a folder, or the name of a model that faster-whisper fetches."""
        self._model = _Model(model, device="cpu", compute_type="int8", cpu_threads=_THREADS)
        self.model: WhisperModel = self._model
        self._voice = VadOptions(min_silence_duration_ms=500, speech_pad_ms=200)
        self._recognizing = threading.Lock()

    def hear(self, content: bytes, language: str) -> Iterator[Heard | None]:
        """What was heard in the recording, after a None for each passage."""
        heard = Heard()
        waiting: Samples = np.zeros(0, np.float32)
        for piece in passages(content, _READ_SECONDS):
            waiting = np.concatenate([waiting, floats(piece)])
            if len(waiting) >= _LONGEST_PASSAGE:
                passage = waiting[: self._end_of_passage(waiting)]
                waiting = waiting[len(passage) :]
                self._go_on(heard, passage, language)
                yield None
        self._go_on(heard, waiting, language)
        yield heard

    def words_of(self, passage: "Samples", language: str) -> str:
        """What is said in half a minute of sound at most, in a language that is known (ISO 639-1).

        Quickly: whatever seems likeliest word by word, which takes two thirds of the time.
        """
        with self._recognizing:
            segments = self._recognized(passage, language, beams=1, with_times=False)
            if any(each.compression_ratio > _REPEATS_ITSELF for each in segments):
                segments = self._recognized(
                    passage, language, beams=1, with_times=False, longest_repetition=_LONGEST_REPETITION
                )
        return " ".join(each.text.strip() for each in segments if _is_speech(each))

    def _end_of_passage(self, samples: "Samples") -> int:
        """The middle of the last silence, all of the samples where somebody speaks without a break."""
        spoken = self._spoken(samples)
        if not spoken:
            return len(samples)
        ends = [(before["end"] + after["start"]) // 2 for before, after in pairwise(spoken)]
        return max((end for end in ends if end >= _SHORTEST_PASSAGE), default=len(samples))

    def _spoken(self, samples: "Samples") -> Sequence[dict[str, int]]:
        spoken: list[dict[str, int]] = get_speech_timestamps(samples, self._voice)
        return spoken

    def _go_on(self, heard: Heard, samples: "Samples", expected: str) -> None:
        """Add what is said in the next passage of a recording."""
        start = heard.seconds
        heard.seconds += len(samples) / SAMPLE_RATE
        spoken = self._spoken(samples)
        if not spoken:
            return
        if not heard.language:
            speech = np.concatenate([samples[each["start"] : each["end"]] for each in spoken])
            heard.language = self._language(speech, expected)
        segments = self._best_recognized(samples, heard.language)
        segments_of_words = [_words(each, start) for each in segments if _is_speech(each)]
        heard.segments += filter(None, segments_of_words)

    def _best_recognized(self, samples: "Samples", language: str) -> list[Segment]:
        """The segments in cut windows; in whole ones where it is unsure of them or repeats itself, and at
        last those in which it may not repeat itself. One passage at a time: a recording's or a stream's."""
        with self._recognizing:
            segments = self._recognized(samples, language)
            if not any(_is_doubtful(each) for each in segments):
                return segments
            with self._model.whole_windows():
                segments = self._recognized(samples, language)
                if any(each.compression_ratio > _REPEATS_ITSELF for each in segments):
                    return self._recognized(samples, language, longest_repetition=_LONGEST_REPETITION)
            return segments

    def _recognized(
        self,
        samples: "Samples",
        language: str,
        *,
        beams: int = _BEAMS,
        with_times: bool = True,
        longest_repetition: int = 0,
    ) -> list[Segment]:
        """The segments. `longest_repetition` is how many tokens in a row may come again, 0 for any number.

        Nobody says more tokens in a second than the limit allows: who repeats itself is stopped early.
        """
        seconds = min(_WINDOW_SECONDS, len(samples) / SAMPLE_RATE)
        segments, _ = self._model.transcribe(
            samples,
            language=language,
            beam_size=beams,
            temperature=0,
            condition_on_previous_text=False,
            max_new_tokens=min(_MOST_TOKENS, _FEWEST_TOKENS + int(_TOKENS_A_SECOND * seconds)),
            no_repeat_ngram_size=longest_repetition + 1 if longest_repetition else 0,
            word_timestamps=with_times,
            without_timestamps=not with_times,
            vad_filter=True,
            vad_parameters=self._voice,
        )
        return [*segments]

    def _language(self, speech: "Samples", expected: str) -> str:
        """The language that is spoken: the expected one unless it is surely another one."""
        if expected and len(speech) < _LEAST_SURE_OF_LANGUAGE_SECONDS * SAMPLE_RATE:
            return expected
        _, _, probabilities = self._model.detect_language(speech)
        known: dict[str, float] = {name: sure for name, sure in probabilities if name in LANGUAGES}
        likeliest = max(known, key=lambda name: known[name])
        if not expected:
            return likeliest
        is_another = known[likeliest] >= max(
            _SURE_OF_ANOTHER_LANGUAGE, _TIMES_SURER * known.get(expected, 0.0)
        )
        return likeliest if is_another else expected


class _Model(WhisperModel):  # type: ignore[misc]  # the library has no types
    """Cuts windows, and encodes each once where it is asked for its language and then for its words."""

    _encoded: "tuple[Samples, Any] | None" = None
    _cuts = True

    @contextmanager
    def whole_windows(self) -> Iterator[None]:
        """Meanwhile no window is cut."""
        self._cuts = False
        try:
            yield
        finally:
            self._cuts = True

    def encode(self, features: "Samples") -> Any:
        window = _cut(features) if self._cuts else features
        # Several threads may ask at once.
        known = self._encoded
        if known is None or not np.array_equal(known[0], window):
            known = self._encoded = window, super().encode(window)
        return known[1]


def _cut(features: "Samples") -> "Samples":
    """A window without most of what fills it up, which is nothing but zeros."""
    [filled] = np.nonzero(features.any(axis=0))
    end = int(filled[-1]) + 1 if len(filled) else 0
    frames = min(features.shape[-1], max(_SHORTEST_WINDOW, end + _BEHIND_SPEECH))
    # Two frames make one position of the encoder's.
    return np.ascontiguousarray(features[:, : frames - frames % 2])


def _is_doubtful(segment: Segment) -> bool:
    return bool(segment.compression_ratio > _REPEATS_ITSELF or segment.avg_logprob < _LEAST_LOG_PROBABILITY)


def _is_speech(segment: Segment) -> bool:
    """Whether a segment has words that were said, as far as the model can tell."""
    if segment.no_speech_prob > _NO_SPEECH and segment.avg_logprob < _LEAST_LOG_PROBABILITY:
        return False
    return bool(segment.compression_ratio <= _REPEATS_ITSELF)


def _words(segment: Segment, start: float) -> list[HeardWord]:
    """The words, with what stands behind each without a space: `1` and `,000` are one."""
    words: list[HeardWord] = []
    for each in segment.words or ():
        if words and not each.word.startswith(" "):
            last = words[-1]
            sure = min(last.probability, each.probability)
            words[-1] = HeardWord(last.text + each.word, last.start, start + each.end, sure)
        elif each.word.strip():
            words.append(HeardWord(each.word.strip(), start + each.start, start + each.end, each.probability))
    return words
