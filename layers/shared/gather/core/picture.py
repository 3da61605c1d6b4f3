"""Checks that a picture is whole: a PNG, a JPEG or a WebP with all required parts, to its end.

Nothing is decoded. A picture that was cut off, as by a broken connection, lacks some parts.
"""

import re
import struct
from collections.abc import Iterator
from typing import Final

from gather.core.document_fault import DocumentFault, NotTaken
from gather.core.document_type import PictureType, picture_type

_MOST_PARTS: Final = 20_000
"""A picture of 10 MB has some thousand."""

_START_OF_IMAGE, _END_OF_IMAGE, _START_OF_SCAN = 0xD8, 0xD9, 0xDA
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers before a JPEG's size."""
_WITHOUT_LENGTH: Final = frozenset((0x01, *range(0xD0, 0xD8)))
_NEXT_MARKER: Final = re.compile(rb"\xff+([\x01-\xcf\xd8-\xfe])")
"""The marker at the end of a scan. In it a zero or the number of a restart follows a byte of ones."""

_PANORAMA_END: Final = b"SEFT"
"""The end of what Samsung's phones put behind a panorama, of which they leave the end out."""

_WEBP_PICTURES: Final = (b"VP8 ", b"VP8L", b"ANMF")


def checked_picture(content: bytes) -> PictureType | None:
    """The kind of a picture that is a whole file, None for every other file. Raises NotTaken for one that
    is not whole."""
    kind = picture_type(content)
    try:
        is_whole = kind is None or _CHECKS[kind](content)
    except (struct.error, IndexError):  # cut off in the middle of a number
        is_whole = False
    if not is_whole:
        raise NotTaken(DocumentFault.DAMAGED)
    return kind


def _is_whole_png(content: bytes) -> bool:
    """Whether it has all parts from header to end, with correct checksums (ISO/IEC 15948, 5 and 11)."""
    names = []
    for name, part, checksum in _png_parts(content):
        # Parts whose names begin with a capital are needed to show the picture.
        if name[:1].isupper() and _checksum(name + part) != checksum:
            return False
        if name == b"IHDR" and 0 in struct.unpack_from(">II", part):
            return False
        names.append(name)
        if name == b"IEND":
            return names[0] == b"IHDR" and b"IDAT" in names
    return False


def _png_parts(content: bytes) -> Iterator[tuple[bytes, bytes, int]]:
    place = 8
    for _ in range(_MOST_PARTS):
        length, name = struct.unpack_from(">I4s", content, place)
        end = place + 8 + length
        yield name, content[place + 8 : end], struct.unpack_from(">I", content, end)[0]
        place = end + 4


def _checksum(content: bytes) -> int:
    from zlib import crc32

    return crc32(content)


def _is_whole_jpeg(content: bytes) -> bool:
    """Whether it has a size and a scan before its end (ITU-T T.81, B). More may follow, such as a film."""
    place, has_size, has_scan = 2, False, False
    for _ in range(_MOST_PARTS):
        marker, place = _jpeg_marker(content, place)
        if marker == _END_OF_IMAGE:
            return has_scan
        if marker in _WITHOUT_LENGTH:
            continue
        length = struct.unpack_from(">H", content, place)[0]
        if length < 2 or place + length > len(content) or marker == _START_OF_IMAGE:
            return False
        if marker in _FRAMES:
            # Lines may be counted after the first scan (DNL); columns are not.
            has_size = struct.unpack_from(">H", content, place + 5)[0] > 0
        place += length
        if marker == _START_OF_SCAN:
            found = _NEXT_MARKER.search(content, place)
            if not has_size or found is None or content.endswith(_PANORAMA_END):
                return has_size and content.endswith(_PANORAMA_END)
            has_scan, place = True, found.start()
    return False


def _jpeg_marker(content: bytes, place: int) -> tuple[int, int]:
    """The marker at a place, and where it ends. Ones may stand before it. Raises IndexError at the end."""
    if content[place] != 0xFF:
        raise IndexError
    while content[place] == 0xFF:
        place += 1
    return content[place], place + 1


def _is_whole_webp(content: bytes) -> bool:
    """Whether it is as long as it says, with a picture in it (RFC 9649, 2)."""
    end, place, has_picture = 8 + struct.unpack_from("<I", content, 4)[0], 12, False
    if end > len(content):
        return False
    for _ in range(_MOST_PARTS):
        if place + 8 > end:
            return has_picture
        name, length = struct.unpack_from("<4sI", content, place)
        place += 8 + length + length % 2
        if place - length % 2 > end:
            return False
        has_picture |= name in _WEBP_PICTURES and length > 0
    return False


_CHECKS: Final = {
    PictureType.PNG: _is_whole_png,
    PictureType.JPEG: _is_whole_jpeg,
    PictureType.WEBP: _is_whole_webp,
}
