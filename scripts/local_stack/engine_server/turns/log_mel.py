"""The features that Whisper's encoders take, of eight seconds of sound, in numpy.

Smart Turn's public source says how they are made: the sound has the mean 0 and the variance 1, windows of
25 ms every 10 ms, 80 triangular filters on Slaney's mel scale, logarithms of base 10 within 8 of the loudest.
"""

from typing import TYPE_CHECKING, Final

import numpy as np

from local_stack.engine_server.samples import RATE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

SECONDS: Final = 8
_WINDOW: Final = 400
_STEP: Final = 160
_MELS: Final = 80
_QUIETEST_POWER: Final = 1e-10
_LEAST_VARIANCE: Final = 1e-7
_RANGE: Final = 8.0

_LINEAR_HERTZ_A_MEL: Final = 200 / 3
_LINEAR_UNTIL_HERTZ: Final = 1_000.0
_LINEAR_UNTIL_MEL: Final = _LINEAR_UNTIL_HERTZ / _LINEAR_HERTZ_A_MEL
_LOG_STEP: Final = float(np.log(6.4)) / 27


def log_mel(sound: "Floats") -> "Floats":
    """The features, 80 by 800, of the last eight seconds of `sound`, after silence where it is shorter."""
    length = RATE * SECONDS
    padded = np.zeros(length, np.float32)
    kept = sound[-length:]
    padded[length - len(kept) :] = kept
    normal = (padded - padded.mean()) / np.sqrt(padded.var() + _LEAST_VARIANCE)
    around = np.pad(normal.astype(np.float64), _WINDOW // 2, mode="reflect")
    windows = np.lib.stride_tricks.sliding_window_view(around, _WINDOW)[::_STEP][:-1]
    power = np.abs(np.fft.rfft(windows * _HANN, axis=-1)) ** 2
    mels = np.log10(np.maximum(_QUIETEST_POWER, _FILTERS @ power.T))
    features: Floats = ((np.maximum(mels, mels.max() - _RANGE) + 4) / 4).astype(np.float32)
    return features


def _hertz(mels: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """The frequencies of places on Slaney's scale: linear up to 1 kHz, logarithmic above."""
    logarithmic = _LINEAR_UNTIL_HERTZ * np.exp(_LOG_STEP * (mels - _LINEAR_UNTIL_MEL))
    frequencies: NDArray[np.float64] = np.where(
        mels < _LINEAR_UNTIL_MEL, _LINEAR_HERTZ_A_MEL * mels, logarithmic
    )
    return frequencies


def _filters() -> "NDArray[np.float64]":
    """The filters, 80 by 201: triangles of the same area, evenly spread on the scale up to 8 kHz."""
    highest = _LINEAR_UNTIL_MEL + np.log(RATE / 2 / _LINEAR_UNTIL_HERTZ) / _LOG_STEP
    edges = _hertz(np.linspace(0, highest, _MELS + 2))
    bins = np.linspace(0, RATE / 2, _WINDOW // 2 + 1)
    low, middle, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    triangles = np.maximum(0, np.minimum((bins - low) / (middle - low), (high - bins) / (high - middle)))
    filters: NDArray[np.float64] = triangles * 2 / (high - low)
    return filters


_FILTERS: Final = _filters()
_HANN: Final = np.hanning(_WINDOW + 1)[:-1]
