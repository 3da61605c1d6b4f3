"""A voice of Piper: a network that turns phonemes into sound, run by onnxruntime.

The file beside the network says how phonemes are numbered and which voice of espeak-ng pronounces for it. A
text is a beginning, its phonemes, each followed by padding, and an end. The network's own randomness is
switched off, so that the same text always sounds the same.
"""

import json
import os
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnxruntime

from local_stack.engines.espeak_library import espeak_library
from local_stack.engines.spoken_sentences import spoken_sentences

_BEGINNING, _PADDING, _END = "^", "_", "$"
# The places where a voice pauses or rises: with white space behind, so that 3.5 and 10:30 stay whole.
_PAUSES: Final = re.compile(
    r"(?<!\b[DJMS]r)(?<!\bMrs)(?<!\bMs)(?<!\bSt)(?<!\bvs)[.,:;!?\u2026]+(?=[\s\"')\]\u201d\u2019\u00bb]|$)"
    r"|\s+[\u2013\u2014-]+\s+|\n+"
)
# espeak-ng says a currency before the amount, as it is written.
_AMOUNT: Final = re.compile(r"([$\u20ac\u00a3])\s?(\d[\d,.]*\d|\d)(?:\s?(thousand|million|billion)\b)?")
_CURRENCIES: Final = {"$": "dollars", "\u20ac": "euros", "\u00a3": "pounds"}
_WITHOUT_NOISE: Final = 0.0
_SILENCE_SECONDS: Final = 0.2
_MOST_PHONEMES: Final = 400
_THREADS: Final = min(4, os.cpu_count() or 1)


class PiperVoice:
    """A voice, loaded from the folder of its model."""

    def __init__(self, folder: Path) -> None:
        settings = json.loads((folder / "voice.json").read_text(encoding="utf-8"))
        self.sample_rate = int(settings["audio"]["sample_rate"])
        self._numbers: Mapping[str, Sequence[int]] = settings["phoneme_id_map"]
        self._speaks: str = settings["espeak"]["voice"]
        self._length = float(settings["inference"]["length_scale"])
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = _THREADS
        # Memory that a long sentence has needed would be held for the next one.
        options.enable_cpu_mem_arena = False
        self._session = onnxruntime.InferenceSession(
            str(folder / "voice.onnx"), options, providers=["CPUExecutionProvider"]
        )
        self._lock = threading.Lock()

    def speak(self, text: str) -> bytes:
        """The 16-bit samples of `text`, sentence by sentence."""
        silence = bytes(2 * int(_SILENCE_SECONDS * self.sample_rate))
        return silence.join(
            self._sound(numbers) for sentence in spoken_sentences(text) for numbers in self._parts(sentence)
        )

    def _parts(self, sentence: str) -> Iterator[list[int]]:
        """The numbers of a sentence's phonemes; a long one in several parts, which end with clauses."""
        part = ""
        for clause in self._clauses(sentence):
            if part and len(part) + len(clause) > _MOST_PHONEMES:
                yield self._numbered(part)
                part = ""
            part += clause
        if part.strip():
            yield self._numbered(part)

    def _clauses(self, sentence: str) -> Iterator[str]:
        """The phonemes of each clause, with the mark behind it, of which espeak-ng tells nothing."""
        sentence = _AMOUNT.sub(_amount, sentence)
        place = 0
        for pause in _PAUSES.finditer(sentence):
            yield self._clause(sentence[place : pause.start()], pause.group().strip())
            place = pause.end()
        yield self._clause(sentence[place:], "")

    def _clause(self, text: str, mark: str) -> str:
        spoken = espeak_library().phonemes(text, self._speaks)
        if not spoken:
            return ""
        sign = mark[:1] if mark[:1] in self._numbers else "." if mark == "\u2026" else ","
        return f"{spoken}{sign if mark else ''} "

    def _numbered(self, phonemes: str) -> list[int]:
        numbers = [*self._numbers[_BEGINNING], *self._numbers[_PADDING]]
        for phoneme in phonemes.rstrip():
            # A sound that the voice does not know is left out.
            if phoneme in self._numbers:
                numbers += [*self._numbers[phoneme], *self._numbers[_PADDING]]
        return [*numbers, *self._numbers[_END]]

    def _sound(self, numbers: list[int]) -> bytes:
        given: dict[str, Any] = {
            "input": np.array([numbers], np.int64),
            "input_lengths": np.array([len(numbers)], np.int64),
            "scales": np.array([_WITHOUT_NOISE, self._length, _WITHOUT_NOISE], np.float32),
        }
        with self._lock:
            [sound] = self._session.run(None, given)
        samples = np.clip(np.asarray(sound).squeeze() * 32_767, -32_768, 32_767)
        return bytes(samples.astype("<i2").tobytes())


def _amount(found: re.Match[str]) -> str:
    return " ".join(filter(None, (found[2], found[3], _CURRENCIES[found[1]])))
