"""Recordings as browsers and phones encode them, of sound that can be heard."""

import io
import wave
from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

import av

NONE: Final[Mapping[str, str]] = MappingProxyType({})


def wav(frames: bytes, rate: int = 16_000, channels: int = 1, width: int = 2) -> bytes:
    """Uncompressed, of `frames` of samples of `width` bytes."""
    written = io.BytesIO()
    with wave.open(written, "wb") as writer:
        writer.setnchannels(channels)
        writer.setsampwidth(width)
        writer.setframerate(rate)
        writer.writeframes(frames)
    return written.getvalue()


def webm(sound: bytes) -> bytes:
    """Encodes sound as Chrome records it: clusters of no size, and no length."""
    return _encoded(sound, "webm", "libopus", {"live": "1", "cluster_time_limit": "1000"})


def safari_mp4(sound: bytes) -> bytes:
    """Encodes sound as Safari records it: fragments, and no length."""
    fragments = {"movflags": "empty_moov+default_base_moof", "frag_duration": "1000000"}
    return _encoded(sound, "mp4", "aac", fragments)


def ogg(sound: bytes) -> bytes:
    """Encodes sound as Firefox records it."""
    return _encoded(sound, "ogg", "libopus")


def voice_memo(sound: bytes) -> bytes:
    """An iPhone's: `audio/x-m4a`, with the header after the sound."""
    return _encoded(sound, "ipod", "aac")


def film(sound: bytes, container: str = "mov") -> bytes:
    """A phone's, with a picture before the sound."""
    return _encoded(sound, container, "aac", with_picture=True)


def silent_film() -> bytes:
    """A film without a track of sound."""
    return _encoded(b"", "mp4", None, with_picture=True)


def film_with_two_tracks(sound: bytes) -> bytes:
    """Encodes sound as a newer iPhone does: hardly any program can decode the first track."""
    written = io.BytesIO()
    with av.open(written, "w", format="mov") as output:
        tracks = [output.add_stream(codec, rate=48_000, layout="mono") for codec in ("pcm_s16le", "aac")]
        for track in tracks:
            assert isinstance(track, av.AudioStream)
            for heard in (*_frames(sound, 48_000), None):
                output.mux(track.encode(heard))
    return written.getvalue().replace(b"sowt", b"apac")


def encoded(sound: bytes, container: str, codec: str, rate: int = 48_000) -> bytes:
    """Encodes sound in any container that FFmpeg writes."""
    return _encoded(sound, container, codec, rate=rate)


def _encoded(
    sound: bytes,
    container: str,
    codec: str | None,
    options: Mapping[str, str] = NONE,
    *,
    rate: int = 48_000,
    with_picture: bool = False,
) -> bytes:
    """`sound` is a WAV."""
    written = io.BytesIO()
    with av.open(written, "w", format=container, options=dict(options)) as output:
        picture = output.add_stream("mpeg4", rate=10) if with_picture else None
        track = output.add_stream(codec, rate=rate, layout="mono") if codec else None
        if picture:
            picture.width, picture.height, picture.pix_fmt = 64, 64, "yuv420p"
            for shown in (*_pictures(), None):
                output.mux(picture.encode(shown))
        if isinstance(track, av.AudioStream):
            for heard in (*_frames(sound, rate), None):
                output.mux(track.encode(heard))
    return written.getvalue()


def _pictures() -> Iterator[av.VideoFrame]:
    for number in range(20):
        frame = av.VideoFrame(64, 64, "yuv420p")
        frame.pts, frame.time_base = number, Fraction(1, 10)
        yield frame


def _frames(sound: bytes, rate: int) -> Iterator[av.AudioFrame]:
    converter = av.AudioResampler(format="s16", layout="mono", rate=rate, frame_size=960)
    with av.open(io.BytesIO(sound), "r") as read:
        for frame in read.decode(audio=0):
            yield from converter.resample(frame)
    yield from converter.resample(None)
