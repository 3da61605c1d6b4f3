"""Silero's voice activity, by onnxruntime: how sure it is of speech, 31 times a second."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import onnxruntime

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

RATE: Final = 16_000
FRAME: Final = 512
_CONTEXT: Final = 64


def session_of(model: Path) -> onnxruntime.InferenceSession:
    """A session that takes one processor: others answer somebody else meanwhile."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


class VoiceActivity:
    """Tells speech from other sound."""

    def __init__(self, model: Path) -> None:
        self._session = session_of(model)

    def probabilities(self, sound: "Floats") -> "Floats":
        """How sure it is of speech in each frame of 32 ms. A rest at the beginning is left out."""
        frames = sound[len(sound) % FRAME :].reshape(-1, FRAME)
        state = np.zeros((2, 1, 128), np.float32)
        before = np.zeros(_CONTEXT, np.float32)
        rate = np.array(RATE, np.int64)
        found = np.zeros(len(frames), np.float32)
        for index, frame in enumerate(frames):
            heard = np.concatenate([before, frame])[None]
            output, state = self._session.run(None, {"input": heard, "state": state, "sr": rate})
            found[index] = output[0, 0]
            before = frame[-_CONTEXT:]
        return found
