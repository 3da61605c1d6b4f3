"""Reading WAV recordings as the samples that speech recognition takes: 16 kHz, mono, 16 bits."""

import io
import sys
import wave
from array import array
from itertools import accumulate, pairwise

SAMPLE_RATE = 16_000


class UnreadableRecording(Exception):
    """The recording is not in a form that can be read; the message says why."""


def samples(content: bytes) -> "array[int]":
    """The recording as 16-bit samples at 16 kHz. Raises UnreadableRecording."""
    try:
        with wave.open(io.BytesIO(content)) as recording:
            channels, width, rate = (
                recording.getnchannels(),
                recording.getsampwidth(),
                recording.getframerate(),
            )
            frames = recording.readframes(recording.getnframes())
    except (wave.Error, EOFError, RuntimeError) as error:  # a chunk that leads beyond the file is the last
        raise UnreadableRecording(
            f"The local stack transcribes uncompressed WAV only, and this is {_container(content)}."
        ) from error
    if not 4_000 <= rate <= 192_000 or not 1 <= channels <= 8 or not 1 <= width <= 4:
        raise UnreadableRecording("The WAV recording has a sample rate or format that cannot be read.")
    return _at_rate(_mono(_sixteen_bit(frames, width), channels), rate)


def _container(content: bytes) -> str:
    if content.startswith(b"\x1aE\xdf\xa3"):
        return "WebM"
    if content.startswith((b"ID3", b"\xff\xfb", b"\xff\xf3", b"\xff\xf2")):
        return "MP3"
    if content.startswith(b"OggS"):
        return "Ogg"
    if content[4:8] == b"ftyp":
        return "MP4"
    if content.startswith(b"RIFF"):
        return "another kind of WAV"
    return "something else"


def _sixteen_bit(frames: bytes, width: int) -> "array[int]":
    whole = frames[: len(frames) // width * width]
    if width == 1:
        return array("h", [(byte - 128) << 8 for byte in whole])
    # WAV is little-endian: the two highest bytes of each sample are its last two.
    highest = bytearray(len(whole) // width * 2)
    highest[0::2] = whole[width - 2 :: width]
    highest[1::2] = whole[width - 1 :: width]
    converted = array("h", bytes(highest))
    if sys.byteorder == "big":
        converted.byteswap()
    return converted


def _mono(interleaved: "array[int]", channels: int) -> "array[int]":
    if channels == 1:
        return interleaved
    each = [interleaved[channel::channels] for channel in range(channels)]
    return array("h", [sum(values) // channels for values in zip(*each, strict=False)])


def _at_rate(source: "array[int]", rate: int) -> "array[int]":
    if rate == SAMPLE_RATE or not source:
        return source
    count = len(source) * SAMPLE_RATE // rate
    if rate >= 2 * SAMPLE_RATE:
        return _averaged(source, count, rate)
    return _interpolated(source, count, rate)


def _averaged(source: "array[int]", count: int, rate: int) -> "array[int]":
    """Each sample is the mean of those it replaces, which also takes away what 16 kHz cannot hold."""
    sums = list(accumulate(source, initial=0))
    bounds = [index * rate // SAMPLE_RATE for index in range(count + 1)]
    return array(
        "h",
        [(sums[end] - sums[start]) // (end - start) for start, end in pairwise(bounds)],
    )


def _interpolated(source: "array[int]", count: int, rate: int) -> "array[int]":
    last = len(source) - 1
    converted = array("h", bytes(2 * count))
    for index in range(count):
        position, rest = divmod(index * rate, SAMPLE_RATE)
        here, following = source[position], source[min(position + 1, last)]
        converted[index] = here + (following - here) * rest // SAMPLE_RATE
    return converted
