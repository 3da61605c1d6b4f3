"""`POST /v1/turns`: the judgement of the last seconds of what a microphone hears.

The body is sound: 16-bit PCM, mono, 16,000 samples a second. The query has `language`, the code of the
language that is spoken, and `about`: `end` (the default) asks whether the speaker has finished, `speech` only
whether somebody speaks.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
from werkzeug.wrappers import Request, Response

from gather.core.language import primary_language
from local_stack.engine_server.failures import EngineRefusal, json_response
from local_stack.engine_server.samples import floats
from local_stack.engine_server.turns.detector import LONGEST, SpeechActivity

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

LARGEST_BODY: Final = 2 * LONGEST
"""In bytes: eight seconds."""
_LEAST_SPEECH_SECONDS: Final = 0.1
_ABOUT: Final = ("end", "speech")


class Detector(Protocol):
    """What judges sound, as `TurnDetector` does."""

    def speech(self, sound: "Floats") -> SpeechActivity:
        """The speech in the last seconds of sound."""
        ...

    def finished(self, phrase: "Floats") -> float:
        """How sure it is, from 0 to 1, that whoever said this has finished."""
        ...


class WordListener(Protocol):
    """What hears the last words of a phrase."""

    def hear(self, phrase: "Floats", language: str) -> str:
        """The words; `language` is an ISO 639-1 code, or empty."""
        ...


class Turns:
    """The route's engine. `words` returns what hears words, or None while there is no model for them.

    Words that take longer than `patience` seconds are left out.
    """

    def __init__(
        self,
        detector: Detector,
        words: Callable[[], WordListener | None],
        patience: float,
    ) -> None:
        self._detector = detector
        self._words = words
        self._patience = patience
        self._listener = ThreadPoolExecutor(1, "last-words")
        # The model takes longer to load than a pause lasts.
        self._listener.submit(words)

    def __call__(self, request: Request) -> Response:
        about = request.args.get("about", _ABOUT[0])
        if about not in _ABOUT:
            raise EngineRefusal(400, f"`about` is one of {', '.join(_ABOUT)}.")
        if (request.content_length or 0) > LARGEST_BODY:
            raise EngineRefusal(413, f"The sound has more than {LARGEST_BODY} bytes.")
        content = request.get_data()
        if not content or len(content) % 2:
            raise EngineRefusal(400, "The body is no sound of 16-bit samples.")
        sound = floats(content)
        return json_response(self._judge(sound, about, primary_language(request.args.get("language", ""))))

    def _judge(self, sound: "Floats", about: str, language: str) -> dict[str, object]:
        speech = self._detector.speech(sound)
        judgement: dict[str, object] = {
            "speech": round(speech.probability, 3),
            "spokenSeconds": round(speech.spoken_seconds, 3),
            "silentSeconds": round(speech.silent_seconds, 3),
            "finished": None,
            "words": None,
        }
        if about == "speech" or speech.spoken_seconds < _LEAST_SPEECH_SECONDS:
            return judgement
        hearing = self._listener.submit(self._hear, speech.last_phrase, language)
        judgement["finished"] = round(self._detector.finished(speech.last_phrase), 3)
        try:
            judgement["words"] = hearing.result(self._patience)
        except TooLate:
            # Words that come late are of no use, and would make others late.
            hearing.cancel()
        return judgement

    def _hear(self, phrase: "Floats", language: str) -> str | None:
        words = self._words()
        return words.hear(phrase, language) if words else None
