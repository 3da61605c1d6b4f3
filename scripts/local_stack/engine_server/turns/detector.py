"""Whether somebody speaks, and whether the speaker has finished: Silero's voice activity and Smart Turn."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from local_stack.engine_server.samples import RATE
from local_stack.engine_server.turns.log_mel import SECONDS, log_mel
from local_stack.engine_server.turns.voice_activity import FRAME, VoiceActivity, session_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

LONGEST: Final = SECONDS * RATE
"""The number of samples that count: the last ones."""
_FRAME_SECONDS: Final = FRAME / RATE
_SPEECH: Final = 0.5
_END_FRAMES: Final = 4
_BREAK_FRAMES: Final = 12
_SHORTEST_PHRASE: Final = RATE
_BEFORE_PHRASE: Final = RATE * 3 // 10


@dataclass(frozen=True, slots=True)
class SpeechActivity:
    """The speech in the last seconds of sound.

    `probability` is how sure it is, from 0 to 1, that somebody speaks at their end. `spoken_seconds` is how
    long somebody spoke, `silent_seconds` how long nobody has spoken since. `last_phrase` is what was said
    since the last break, with a moment before it, or more where that is short; empty without speech.
    """

    probability: float
    spoken_seconds: float
    silent_seconds: float
    last_phrase: "Floats"


class TurnDetector:
    """Judges sound of 16,000 samples a second, from -1 to 1. Nothing of it is kept.

    For example:

        speech = detector.speech(sound)
        is_finished = detector.finished(speech.last_phrase) > 0.5
    """

    def __init__(self, voice_activity: Path, smart_turn: Path) -> None:
        """The files of the two models."""
        self._voice_activity = VoiceActivity(voice_activity)
        self._smart_turn = session_of(smart_turn)

    def speech(self, sound: "Floats") -> SpeechActivity:
        """The speech in the last eight seconds of `sound`."""
        heard = sound[-LONGEST:]
        probabilities = self._voice_activity.probabilities(heard)
        spoken = np.flatnonzero(probabilities > _SPEECH)
        silent = len(probabilities) - 1 - spoken[-1] if len(spoken) else len(probabilities)
        return SpeechActivity(
            probability=float(probabilities[-_END_FRAMES:].max(initial=0)),
            spoken_seconds=len(spoken) * _FRAME_SECONDS,
            silent_seconds=float(silent * _FRAME_SECONDS),
            last_phrase=_last_phrase(heard, spoken, len(probabilities)),
        )

    def finished(self, phrase: "Floats") -> float:
        """How sure it is, from 0 to 1, that whoever said this has finished.

        A phrase tells more than all that was said: a hesitation in it, however long ago, makes the model
        doubt every end.
        """
        [[[probability]]] = self._smart_turn.run(None, {"input_features": log_mel(phrase)[None]})
        return float(probability)


def _last_phrase(heard: "Floats", spoken: "NDArray[np.intp]", frames: int) -> "Floats":
    """The sound from the last break on after which there is enough speech to judge it by."""
    if not len(spoken):
        return heard[:0]
    breaks = spoken[1:][np.diff(spoken) > _BREAK_FRAMES]
    starts = len(heard) - (frames - breaks) * FRAME
    end = len(heard) - (frames - spoken[-1]) * FRAME
    long_enough = starts[end - starts >= _SHORTEST_PHRASE]
    return heard[max(0, int(long_enough[-1]) - _BEFORE_PHRASE) :] if len(long_enough) else heard
