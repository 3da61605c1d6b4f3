"""Sound as the models take it: numbers from -1 to 1, of one channel."""

from typing import TYPE_CHECKING, Final

import numpy as np

from local_stack.engines.recordings import SAMPLE_RATE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

RATE: Final = SAMPLE_RATE
"""Samples a second."""
_FULL_SCALE: Final = np.float32(32_768)


def floats(sound: bytes) -> "Floats":
    """The samples of 16-bit PCM. Raises ValueError for half a sample."""
    return np.frombuffer(sound, "<i2").astype(np.float32) / _FULL_SCALE
