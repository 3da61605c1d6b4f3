"""A picture is taken as a whole, or not at all."""

import struct
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gather.core.document_fault import DocumentFault, NotTaken
from gather.core.document_type import PictureType
from gather.core.picture import checked_picture
from tests.builders.documents import png
from tests.builders.pictures import HEIC, colored_png, jpeg, png_part, webp

MADE = {PictureType.JPEG: jpeg(), PictureType.PNG: colored_png(), PictureType.WEBP: webp()}
SIGNATURE = b"\x89PNG\r\n\x1a\n"
END = png_part(b"IEND", b"", crc32(b"IEND"))


def is_damaged(content: bytes) -> bool:
    try:
        checked_picture(content)
    except NotTaken as refused:
        return refused.fault is DocumentFault.DAMAGED
    return False


def with_segment(content: bytes, marker: int, held: bytes) -> bytes:
    """A JPEG with another segment at its beginning."""
    return content[:2] + struct.pack(">BBH", 0xFF, marker, len(held) + 2) + held + content[2:]


@pytest.mark.parametrize("kind", PictureType)
def test_a_whole_picture_is_told_by_its_content(kind: PictureType) -> None:
    assert checked_picture(MADE[kind]) is kind


@pytest.mark.parametrize("kind", PictureType)
def test_a_picture_that_was_cut_off_anywhere_is_told(kind: PictureType) -> None:
    whole = MADE[kind]
    step = max(1, len(whole) // 400)

    taken = [length for length in range(12, len(whole), step) if not is_damaged(whole[:length])]

    assert taken == []
    assert is_damaged(whole[:-1])


@pytest.mark.parametrize("kind", PictureType)
def test_what_stands_behind_a_picture_is_nobody_s_concern(kind: PictureType) -> None:
    """Phones put films, depth and marks of their own there."""
    assert checked_picture(MADE[kind] + b"ftypmp42" + bytes(100)) is kind


@pytest.mark.parametrize("content", [b"", b"GIF89a" + bytes(99), HEIC, b"<svg/>", b"BM" + bytes(99), b"RIFF"])
def test_what_is_no_picture_that_is_taken_is_none(content: bytes) -> None:
    assert checked_picture(content) is None


def test_a_panorama_of_a_phone_that_leaves_its_end_out_is_whole() -> None:
    """Samsung's: the phone's own mark stands behind the scan."""
    panorama = jpeg()[:-2] + b"\x00\x00\x01\x0bMotionPhoto_Data" + b"\xff\x05" * 40 + b"SEFH\x65\x00SEFT"

    assert checked_picture(panorama) is PictureType.JPEG
    assert is_damaged(panorama[:-1])


def test_a_preview_within_a_jpeg_does_not_end_it() -> None:
    """Cameras put a small JPEG, with an end of its own, before the picture."""
    with_preview = with_segment(jpeg(), 0xE1, b"Exif\0\0" + jpeg(16, 16))

    assert checked_picture(with_preview) is PictureType.JPEG
    assert is_damaged(with_preview[: len(with_preview) // 2])


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xd8\xff\xd9",
        b"\xff\xd8\xff\xe0",
        b"\xff\xd8\xff\xe0\x00\x00" + jpeg()[2:],
        b"\xff\xd8\xff\xe0\x00\x04ab" * 3,
        jpeg().replace(b"\xff\xc0\x00\x11\x08\x00\x78\x00\xa0", b"\xff\xc0\x00\x11\x08\x00\x78\x00\x00"),
        SIGNATURE + END,
        png()[:8] + png()[33:],
        png().replace(struct.pack(">II", 1, 1), struct.pack(">II", 0, 1)),
        colored_png()[:600] + b"\x00\x01" + colored_png()[602:],
        b"RIFF\x04\x00\x00\x00WEBP",
        b"RIFF\xff\xff\xff\xffWEBP" + webp()[12:],
    ],
    ids=[
        *("nothing", "a beginning", "no length", "no scan", "no columns"),
        *("only an end", "no header", "no lines", "changed bytes", "no picture", "too long"),
    ],
)
def test_what_no_program_shows_is_told(content: bytes) -> None:
    assert is_damaged(content)


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xd8" + b"\xff\xfe\x00\x02" * 200_000,
        SIGNATURE + png_part(b"IDAT", b"", crc32(b"IDAT")) * 200_000,
        b"RIFF" + struct.pack("<I", 4 + 8 * 400_000) + b"WEBP" + b"VP8 \0\0\0\0" * 400_000,
    ],
    ids=["jpeg", "png", "webp"],
)
def test_a_picture_of_countless_parts_is_not_walked(content: bytes) -> None:
    assert is_damaged(content)


@given(kind=st.sampled_from(PictureType), place=st.integers(0, 20_000), bits=st.integers(1, 255))
def test_a_changed_byte_is_taken_or_told(kind: PictureType, place: int, bits: int) -> None:
    whole = MADE[kind]
    place %= len(whole)

    is_damaged(whole[:place] + bytes([whole[place] ^ bits]) + whole[place + 1 :])
