"""The last words that were said, by Whisper, in the time of a pause.

Whisper takes 30 seconds of sound, and as long for one second as for all. It is given a short window here, and
whatever seems likeliest word by word. That is worse than a transcription, and four times as fast.
"""

from typing import TYPE_CHECKING, Any, Final

import ctranslate2
import numpy as np
from faster_whisper.tokenizer import Tokenizer

from local_stack.engine_server.samples import RATE

if TYPE_CHECKING:
    from faster_whisper import WhisperModel
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_SECONDS: Final = 3.5
_WINDOW_SECONDS: Final = 4
_FRAMES_A_SECOND: Final = 100
_LONGEST_TEXT: Final = 30
_LONGEST_REPETITION: Final = 2
_BEGINNING: Final = 2
_DEFAULT_LANGUAGE: Final = "en"


class LastWords:
    """Hears the last words with a model that others use too."""

    def __init__(self, model: "WhisperModel") -> None:
        self._model = model

    def hear(self, phrase: "Floats", language: str) -> str:
        """The words of the last seconds of `phrase`. `language` is an ISO 639-1 code, English where empty."""
        kept = phrase[-int(_SECONDS * RATE) :]
        padded = np.pad(kept, (0, _WINDOW_SECONDS * RATE - len(kept)))
        features = self._model.feature_extractor(padded, padding=0)[
            None, :, : _WINDOW_SECONDS * _FRAMES_A_SECOND
        ]
        tokenizer: Any = Tokenizer(
            self._model.hf_tokenizer, True, task="transcribe", language=language or _DEFAULT_LANGUAGE
        )
        view = ctranslate2.StorageView.from_array(np.ascontiguousarray(features, np.float32))
        prompt = [*tokenizer.sot_sequence, tokenizer.no_timestamps]
        [heard] = self._model.model.generate(
            view,
            [prompt],
            beam_size=1,
            max_length=_LONGEST_TEXT,
            no_repeat_ngram_size=_LONGEST_REPETITION + 1,
        )
        return said_once(tokenizer.decode(heard.sequences_ids[0]))


def said_once(text: str) -> str:
    """The text without its repetitions: in a short window Whisper may begin again with what it has heard."""
    words = text.split()
    beginning = [_letters(word) for word in words[:_BEGINNING]]
    for place in range(len(beginning), len(words) - 1):
        if [_letters(word) for word in words[place : place + _BEGINNING]] == beginning:
            return " ".join(words[:place])
    return " ".join(words)


def _letters(word: str) -> str:
    return word.strip(".,?!").lower()
