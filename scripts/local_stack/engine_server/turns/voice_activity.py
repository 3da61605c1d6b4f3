"""Silero's voice activity, by onnxruntime: how sure it is of speech, 31 times a second."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
import onnxruntime

from local_stack.engine_server.samples import RATE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

FRAME: Final = 512
_CONTEXT: Final = 64
_SAMPLE_RATE: Final = np.array(RATE, np.int64)


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
        listener = self.listener()
        frames = sound[len(sound) % FRAME :].reshape(-1, FRAME)
        return np.array([listener.probability(frame) for frame in frames], np.float32)

    def listener(self) -> "VoiceListener":
        """What hears one sound, frame by frame."""
        return VoiceListener(self._session)


class VoiceListener:
    """Hears the frames of one sound in their order."""

    def __init__(self, session: onnxruntime.InferenceSession) -> None:
        self._session = session
        self._state = np.zeros((2, 1, 128), np.float32)
        self._before = np.zeros(_CONTEXT, np.float32)

    def probability(self, frame: "Floats") -> float:
        """How sure it is, from 0 to 1, of speech in the next frame, of 32 ms."""
        heard = np.concatenate([self._before, frame])[None]
        output, self._state = self._session.run(
            None, {"input": heard, "state": self._state, "sr": _SAMPLE_RATE}
        )
        self._before = frame[-_CONTEXT:]
        return float(output[0, 0])
