"""Pictures as phones and cameras send them."""

import struct
from fractions import Fraction
from typing import Final

import av
from av.video.codeccontext import VideoCodecContext

HEIC: Final = struct.pack(">I4s4sI4s4s", 24, b"ftyp", b"heic", 0, b"mif1", b"heic") + bytes(400)
"""The beginning of what an iPhone keeps."""


def jpeg(width: int = 160, height: int = 120) -> bytes:
    """Returns a JPEG with some kilobytes in its scan."""
    return _encoded("mjpeg", "yuvj420p", width, height)


def webp(width: int = 160, height: int = 120) -> bytes:
    """Lossy."""
    return _encoded("libwebp", "yuv420p", width, height)


def colored_png(width: int = 160, height: int = 120) -> bytes:
    """Returns a PNG with several parts of picture."""
    return _encoded("png", "rgb24", width, height)


def png_part(name: bytes, content: bytes, checksum: int) -> bytes:
    """A part of a PNG."""
    return struct.pack(">I4s", len(content), name) + content + struct.pack(">I", checksum)


def _encoded(codec: str, form: str, width: int, height: int) -> bytes:
    context = av.CodecContext.create(codec, "w")
    assert isinstance(context, VideoCodecContext)
    context.width, context.height, context.pix_fmt = width, height, form
    context.framerate = context.time_base = Fraction(1)
    frame = av.VideoFrame(width, height, form)
    for number, plane in enumerate(frame.planes):
        plane.update(bytes((at * at * (number + 7) >> 3) & 0xFF for at in range(plane.buffer_size)))
    return b"".join(bytes(packet) for packet in (*context.encode(frame), *context.encode(None)))
