"""One person's speech, understood while it is heard.

Whisper hears whole passages. So the passage is recognized in each pause, each time with all that was said in
it. It is final once it is long, or followed by a longer silence, and the next one begins.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from local_stack.engine_server.samples import RATE, floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

FRAME: Final = 512
"""Samples, as many as Silero hears at once."""
_FRAMES_A_SECOND: Final = RATE / FRAME
_SPEECH: Final = 0.5
_LEAST_SPEECH_FRAMES: Final = 4
"""What is shorter is a click or a cough."""
_PAUSE_FRAMES: Final = 6
_SILENCE_FRAMES: Final = round(1.5 * _FRAMES_A_SECOND)
_BEFORE_SPEECH_FRAMES: Final = 15
_LONG_FRAMES: Final = round(10 * _FRAMES_A_SECOND)
_LONGEST_FRAMES: Final = round(25 * _FRAMES_A_SECOND)
_CUT_FRAMES: Final = round(5 * _FRAMES_A_SECOND)
"""Of a passage without a pause, the last frames in which it is cut."""


class Listener(Protocol):
    """What tells speech from other sound."""

    def probability(self, frame: "Floats") -> float:
        """How sure it is, from 0 to 1, of speech in the next frame."""
        ...


@dataclass(frozen=True, slots=True)
class Understood:
    """The words of the passage `number`, which may change while it `is_partial`.

    `begins` and `ends` are seconds of the stream.
    """

    number: int
    begins: float
    ends: float
    text: str
    is_partial: bool


class StreamedSpeech:
    """For example:

    speech = StreamedSpeech(listener, recognize)
    for sound in sounds:
        results = speech.hear(sound)
    last = speech.end()
    """

    def __init__(self, listener: Listener, recognize: "Callable[[Floats], str]") -> None:
        """`recognize` returns the words in samples from -1 to 1."""
        self._listener = listener
        self._recognize = recognize
        self._rest: Floats = np.zeros(0, np.float32)
        self._passage: list[Floats] = []
        self._probabilities: list[float] = []
        self._number = 0
        self._begins = 0
        self._new_speech = 0
        self._silence = 0
        self._text = ""

    def hear(self, sound: bytes) -> Understood | None:
        """Go on with 16-bit samples. Returns what is understood of the passage where that is new."""
        samples = np.concatenate([self._rest, floats(sound)])
        whole = len(samples) - len(samples) % FRAME
        self._rest = samples[whole:]
        for frame in samples[:whole].reshape(-1, FRAME):
            self._notice(frame)
        return self._understood()

    def end(self) -> Understood | None:
        """What is understood of the last passage when the sound has ended."""
        if self._new_speech:
            self._recognize_up_to(len(self._passage))
        return self._final(len(self._passage))

    def _notice(self, frame: "Floats") -> None:
        probability = self._listener.probability(frame)
        self._passage.append(frame)
        self._probabilities.append(probability)
        if probability > _SPEECH:
            self._new_speech += 1
            self._silence = 0
        else:
            self._silence += 1

    def _understood(self) -> Understood | None:
        length = len(self._passage)
        if self._silence >= _PAUSE_FRAMES and self._new_speech >= _LEAST_SPEECH_FRAMES:
            self._recognize_up_to(length)
            return self._final(length) if length >= _LONG_FRAMES else self._result(length, is_partial=True)
        if self._silence >= _SILENCE_FRAMES:
            # Of what nobody said, a moment is kept in which somebody may have begun.
            return self._final(max(0, length - _BEFORE_SPEECH_FRAMES))
        if length >= _LONGEST_FRAMES:
            end = self._quietest()
            self._recognize_up_to(end)
            return self._final(end)
        return None

    def _recognize_up_to(self, end: int) -> None:
        self._text = self._recognize(np.concatenate(self._passage[:end]))
        self._new_speech = 0

    def _quietest(self) -> int:
        """The end of the frame of the last seconds in which speech is the least likely."""
        first = len(self._passage) - _CUT_FRAMES
        return first + int(np.argmin(self._probabilities[first:])) + 1

    def _result(self, end: int, *, is_partial: bool) -> Understood:
        begins, ends = self._begins, self._begins + end
        return Understood(
            self._number, begins / _FRAMES_A_SECOND, ends / _FRAMES_A_SECOND, self._text, is_partial
        )

    def _final(self, end: int) -> Understood | None:
        """What is understood of the passage up to a frame, where the next one begins; None for nothing."""
        result = self._result(end, is_partial=False) if self._text else None
        self._begins += end
        del self._passage[:end], self._probabilities[:end]
        self._new_speech = sum(each > _SPEECH for each in self._probabilities)
        self._text = ""
        self._number += 1 if result else 0
        return result
