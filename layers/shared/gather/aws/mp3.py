"""Joining MP3 files that one encoder made with the same settings.

MP3 is a sequence of frames, so that files can be put one after another once what describes a single
file is taken out: tags, and the silent first frame (`Xing` or `Info`) that states its length.
"""

from collections.abc import Sequence

_TAG_HEADER_SIZE = 10
_SAMPLES_PER_FRAME_MPEG1 = 1152
_SAMPLES_PER_FRAME_MPEG2 = 576
# Kilobits a second by bitrate index, layer III; index 0 and 15 name no rate.
_BITRATES_MPEG1 = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_BITRATES_MPEG2 = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
_SAMPLE_RATES = {
    3: (44_100, 48_000, 32_000),
    2: (22_050, 24_000, 16_000),
    0: (11_025, 12_000, 8_000),
}


def joined(files: Sequence[bytes]) -> bytes:
    """One file that plays `files` in turn. A single file is returned as it is."""
    if len(files) == 1:
        return files[0]
    return b"".join(_frames(content) for content in files)


def _frames(content: bytes) -> bytes:
    start = _after_tag(content)
    length = _frame_length(content[start : start + 4])
    first_frame = content[start : start + length]
    if b"Xing" in first_frame[:64] or b"Info" in first_frame[:64]:
        start += length
    end = len(content) - 128 if content[-128:-125] == b"TAG" else len(content)
    return content[start:end]


def _after_tag(content: bytes) -> int:
    """Returns the offset of the first frame, after an ID3v2 tag, whose size has seven bits a byte."""
    if content[:3] != b"ID3" or len(content) < _TAG_HEADER_SIZE:
        return 0
    size = 0
    for byte in content[6:10]:
        size = size << 7 | byte & 0x7F
    return _TAG_HEADER_SIZE + size


def _frame_length(header: bytes) -> int:
    """The length in bytes of the layer III frame with this header, or 0 when it is none."""
    if len(header) < 4 or header[0] != 0xFF or header[1] & 0xE6 != 0xE2:
        return 0
    version = header[1] >> 3 & 3
    bitrate_index, sample_rate_index, padding = (
        header[2] >> 4,
        header[2] >> 2 & 3,
        header[2] >> 1 & 1,
    )
    if version == 1 or sample_rate_index == 3 or bitrate_index in (0, 15):
        return 0
    mpeg1 = version == 3
    bitrate = (_BITRATES_MPEG1 if mpeg1 else _BITRATES_MPEG2)[bitrate_index] * 1000
    samples = _SAMPLES_PER_FRAME_MPEG1 if mpeg1 else _SAMPLES_PER_FRAME_MPEG2
    return samples // 8 * bitrate // _SAMPLE_RATES[version][sample_rate_index] + padding
