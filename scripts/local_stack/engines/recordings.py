"""Reading recordings, in whatever browsers and phones record, as the sound that speech recognition takes.

FFmpeg reads them (PyAV). A recording comes from anybody, so only the containers that the service takes are
opened: others, such as playlists, would have FFmpeg open files and addresses.
"""

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from gather.screening.recordings.length import LONGEST_SECONDS

if TYPE_CHECKING:
    from av.audio.frame import AudioFrame
    from av.audio.resampler import AudioResampler
    from av.audio.stream import AudioStream
    from av.container import InputContainer

SAMPLE_RATE: Final = 16_000
SAMPLE_BYTES: Final = 2

_CONTAINERS: Final = "matroska,webm,mov,mp4,m4a,3gp,3g2,mj2,ogg,mp3,aac,flac,wav"
_MOST_DAMAGED_PARTS: Final = 1_000


class UnreadableRecording(Exception):
    """Nothing can be heard in the recording; the message says why."""


def passages(content: bytes, seconds: int, skipped: int = 0) -> Iterator[bytes]:
    """The sound in passages of `seconds`, without the first `skipped`: 16 kHz, mono, 16 bits each.

    No more of the sound than one passage is in memory. What can be decoded of a recording that was cut off or
    is damaged is heard. After `LONGEST_SECONDS` nothing is, whatever its container says of its length. Raises
    UnreadableRecording for what has no sound or cannot be read.
    """
    size, passage = seconds * SAMPLE_RATE * SAMPLE_BYTES, bytearray()
    for sound in _converted(_decoded(content), skipped * seconds):
        passage += sound
        while len(passage) >= size:
            yield bytes(passage[:size])
            del passage[:size]
    if passage:
        yield bytes(passage)


def _decoded(content: bytes) -> Iterator["AudioFrame"]:
    import av

    try:
        # A recording's title and the like may be in any encoding.
        opened = av.open(
            io.BytesIO(content), "r", metadata_errors="replace", options={"format_whitelist": _CONTAINERS}
        )
    except (av.FFmpegError, ValueError) as error:
        raise UnreadableRecording(
            "The recording is of no known kind, or damaged at its beginning."
        ) from error
    with opened:
        # An iPhone records the sound of the room in a track of its own, which hardly any program knows.
        # Such a track has no context, whatever the types say.
        known = [track for track in opened.streams.audio if getattr(track, "codec_context", None)]
        if not known:
            raise UnreadableRecording("The recording has no sound that is known.")
        yield from _frames(opened, known[0])


def _frames(opened: "InputContainer", track: "AudioStream") -> Iterator["AudioFrame"]:
    """The frames of a track that can be decoded. Raises UnreadableRecording where all of it is damaged."""
    import av

    packets, damaged, is_heard = opened.demux(track), 0, False
    while damaged < _MOST_DAMAGED_PARTS:
        try:
            packet = next(packets, None)
            frames = packet.decode() if packet else None
        except (av.FFmpegError, ValueError):
            damaged += 1
            continue
        if frames is None:
            break
        for frame in frames:
            is_heard = True
            yield frame
    if damaged and not is_heard:
        raise UnreadableRecording("The recording is damaged.")


def _converted(frames: Iterator["AudioFrame"], start: int) -> Iterator[bytes]:
    """The sound from `start` seconds on. What is before is decoded again, because not every container can say
    where in it a time is, but not converted."""
    place, form, converter = 0.0, None, _converter()
    for frame in frames:
        end = place + frame.samples / (frame.sample_rate or SAMPLE_RATE)
        if end > start:
            found = (frame.format.name, frame.layout.name, frame.sample_rate)
            if form and found != form:
                # The parts of a recording may differ, such as after another microphone was plugged in.
                yield from _sounds(converter, None)
                converter = _converter()
            form, frame.pts = found, None
            yield from _sounds(converter, frame, cut=round(max(0.0, start - place) * SAMPLE_RATE))
        place = end
        if place >= LONGEST_SECONDS:
            break
    yield from _sounds(converter, None)


def _converter() -> "AudioResampler":
    import av

    return av.AudioResampler(format="s16", layout="mono", rate=SAMPLE_RATE)


def _sounds(converter: "AudioResampler", frame: "AudioFrame | None", cut: int = 0) -> Iterator[bytes]:
    """The samples converted from a frame and from those before it, without the first `cut` samples."""
    import av

    try:
        converted = converter.resample(frame)
    except (av.FFmpegError, ValueError) as error:
        raise UnreadableRecording("The recording has a form of sound that cannot be read.") from error
    for each in converted:
        # Behind its samples a plane may have bytes that align it.
        yield bytes(each.planes[0])[SAMPLE_BYTES * cut : SAMPLE_BYTES * each.samples]
        cut = max(0, cut - each.samples)
