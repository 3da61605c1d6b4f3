"""How long a recording is, read from its container, with few and bounded reads.

What a browser records often says no length: the last cluster, fragment or page tells it then. A container
that says one is not believed where its last part says more.
"""

import struct
from collections.abc import Callable, Iterator
from typing import Final

from gather.core.errors import ValidationFailed

LONGEST_SECONDS: Final = 60 * 60
Read = Callable[[int, int], bytes]
"""Bytes of a recording from a place on, fewer at its end."""

_HEAD: Final = 64 * 1024
_TAILS: Final = (64 * 1024, 1024 * 1024, 8 * 1024 * 1024)
"""How much of the end is read, until the beginning of the last part is in it."""
_MOST_BOXES: Final = 24
_MOST_ELEMENTS: Final = 50_000
_NUMBER_BYTES: Final = 8
_LARGEST_MOVIE_HEADER: Final = 1024 * 1024

_SEGMENT, _INFO, _SCALE, _DURATION = 0x18538067, 0x1549A966, 0x2AD7B1, 0x4489
_CLUSTER, _TIMESTAMP, _SIMPLE_BLOCK, _BLOCK_GROUP, _BLOCK = 0x1F43B675, 0xE7, 0xA3, 0xA0, 0xA1
_CLUSTER_MARK: Final = b"\x1f\x43\xb6\x75"

_MP3_KBITS: Final = {
    3: (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0),
    2: (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0),
}
_MP3_RATES: Final = {3: (44_100, 48_000, 32_000), 2: (22_050, 24_000, 16_000), 0: (11_025, 12_000, 8_000)}
_AAC_RATES: Final = (
    *(96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000),
    *(22_050, 16_000, 12_000, 11_025, 8_000, 7_350),
)
_AAC_SAMPLES: Final = 1024
_OPUS_RATE: Final = 48_000


def measure_allowed_seconds(read: Read, size: int) -> float | None:
    """Measure a recording as `measure_seconds` does. Raises ValidationFailed for one that lasts too long."""
    seconds = measure_seconds(read, size)
    if seconds is not None and seconds > LONGEST_SECONDS:
        lasts = f"names a recording that lasts {seconds / 60:.0f} minutes"
        raise ValidationFailed.of("mediaId", f"{lasts}; it may last {LONGEST_SECONDS // 60} minutes at most")
    return None if seconds is None else round(seconds, 3)


def measure_seconds(read: Read, size: int) -> float | None:
    """The length of a recording of `size` bytes, None where its container does not tell."""
    try:
        head = read(0, min(size, _HEAD))
        seconds = _seconds_of(head, read, size)
    except (struct.error, LookupError, ArithmeticError, StopIteration, ValueError):
        return None
    return seconds if seconds is not None and 0 <= seconds < float("inf") else None


def _seconds_of(head: bytes, read: Read, size: int) -> float | None:
    if head.startswith(b"\x1aE\xdf\xa3"):
        return _matroska(head, read, size)
    if head[:4] in (b"RIFF", b"RF64") and head[8:12] == b"WAVE":
        return _wave(head, size)
    if head.startswith(b"OggS"):
        return _ogg(head, read, size)
    if head.startswith(b"fLaC"):
        return _flac(head[8:])
    if head[4:8] in (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip"):
        return _movie(read, size)
    if head.startswith(b"ID3"):
        tag = 10 + (head[6] << 21 | head[7] << 14 | head[8] << 7 | head[9])
        head = read(tag, min(_HEAD, size - tag)) if tag < size else b""
        size -= tag
    if len(head) > 4 and head[0] == 0xFF and head[1] & 0xF6 == 0xF0:
        return _adts(head, size)
    return _mp3(head, size)


def _wave(head: bytes, size: int) -> float | None:
    place, bytes_a_second = 12, 0
    while place + 8 <= len(head):
        name, length = head[place : place + 4], struct.unpack_from("<I", head, place + 4)[0]
        if name == b"fmt ":
            bytes_a_second = struct.unpack_from("<I", head, place + 16)[0]
        if name == b"data":
            return (size - place - 8) / bytes_a_second
        place += 8 + length + length % 2
    return None


def _ogg(head: bytes, read: Read, size: int) -> float | None:
    """The place of the last page, in samples (RFC 3533)."""
    rate, skipped = _OPUS_RATE, 0
    if (opus := head.find(b"OpusHead", 0, 512)) >= 0:
        skipped = struct.unpack_from("<H", head, opus + 10)[0]
    elif (vorbis := head.find(b"\x01vorbis", 0, 512)) >= 0:
        rate = struct.unpack_from("<I", head, vorbis + 12)[0]
    elif (flac := head.find(b"fLaC", 0, 512)) >= 0:
        rate = _flac_rate(head[flac + 8 :])
    else:
        return None
    for tail in _tails(read, size):
        place = tail.rfind(b"OggS")
        while place >= 0:
            samples = struct.unpack_from("<q", tail, place + 6)[0] if place + 14 <= len(tail) else -1
            if samples >= 0:
                return float(max(0, samples - skipped) / rate)
            place = tail.rfind(b"OggS", 0, place)
    return None


def _flac_rate(information: bytes) -> int:
    return int.from_bytes(information[10:13], "big") >> 4


def _flac(information: bytes) -> float | None:
    """From the first block (RFC 9639, section 8.2), which may not know."""
    samples = int.from_bytes(information[13:18], "big") & 0xF_FFFF_FFFF
    return samples / _flac_rate(information) if samples else None


def _adts(head: bytes, size: int) -> float | None:
    place, frames = 0, 0
    rate = _AAC_RATES[head[2] >> 2 & 0xF]
    while place + 7 <= len(head) and head[place] == 0xFF:
        length = (head[place + 3] & 3) << 11 | head[place + 4] << 3 | head[place + 5] >> 5
        if length < 7:
            break
        place += length
        frames += 1
    return size * frames * _AAC_SAMPLES / rate / place if place else None


def _mp3(head: bytes, size: int) -> float | None:
    start = next((at for at in range(min(len(head) - 4, 4096)) if _is_mp3(head[at : at + 4])), None)
    if start is None:
        return None
    version = head[start + 1] >> 3 & 3
    rate = _MP3_RATES[version][head[start + 2] >> 2 & 3]
    samples = 1152 if version == 3 else 576
    for name in (b"Xing", b"Info"):
        at = head.find(name, start, start + 64)
        if at >= 0 and head[at + 7] & 1:
            return float(struct.unpack_from(">I", head, at + 8)[0] * samples / rate)
    kbits = _MP3_KBITS[3 if version == 3 else 2][head[start + 2] >> 4]
    return (size - start) * 8 / (kbits * 1000)


def _is_mp3(header: bytes) -> bool:
    is_layer_3 = header[0] == 0xFF and header[1] & 0xE6 == 0xE2 and header[1] >> 3 & 3 != 1
    return is_layer_3 and header[2] >> 4 not in (0, 15) and header[2] >> 2 & 3 != 3


def _boxes(content: bytes, start: int = 0) -> Iterator[tuple[bytes, bytes]]:
    """The names and contents of boxes that stand one after the other (ISO/IEC 14496-12)."""
    while start + 8 <= len(content):
        length, name = struct.unpack_from(">I4s", content, start)
        header = 8
        if length == 1:
            length, header = struct.unpack_from(">Q", content, start + 8)[0], 16
        end = start + length if length >= header else len(content)
        yield name, content[start + header : end]
        start = end


def _movie(read: Read, size: int) -> float | None:
    movie = _movie_header(read, size)
    if movie is None:
        return None
    told = max((_time(content) for name, content in _boxes(movie) if name == b"mvhd"), default=0.0)
    is_fragmented = any(name == b"mvex" for name, _ in _boxes(movie))
    return max(told, _last_fragment(movie, read, size)) if is_fragmented else told


def _movie_header(read: Read, size: int) -> bytes | None:
    place = 0
    for _ in range(_MOST_BOXES):
        header = read(place, min(16, size - place)) if place + 8 <= size else b""
        if len(header) < 8:
            return None
        length, name = struct.unpack_from(">I4s", header)
        if length == 1:
            length = struct.unpack_from(">Q", header, 8)[0]
        if name == b"moov":
            return read(place, min(length or size, _LARGEST_MOVIE_HEADER, size - place))[8:]
        if length < 8:
            return None
        place += length
    return None


def _time(content: bytes) -> float:
    """The duration that a header of a movie or a medium tells."""
    scale, ticks = struct.unpack_from(">IQ" if content[0] else ">II", content, 20 if content[0] else 12)
    return 0.0 if ticks in (0xFFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF) else ticks / scale


def _last_fragment(movie: bytes, read: Read, size: int) -> float:
    scales = dict(_scales(movie))
    for tail in _tails(read, size):
        place = tail.rfind(b"moof")
        if place >= 4:
            _, fragment = next(_boxes(tail, place - 4))
            tracks = [content for name, content in _boxes(fragment) if name == b"traf"]
            return max((_end_of(track, scales) for track in tracks), default=0.0)
    return 0.0


def _scales(movie: bytes) -> Iterator[tuple[int, int]]:
    """How many ticks a second each track has, by its id."""
    for name, track in _boxes(movie):
        if name == b"trak":
            parts = dict(_boxes(track))
            header, medium = parts[b"tkhd"], dict(_boxes(parts[b"mdia"]))[b"mdhd"]
            track_id = struct.unpack_from(">I", header, 20 if header[0] else 12)[0]
            yield track_id, struct.unpack_from(">I", medium, 20 if medium[0] else 12)[0]


def _end_of(track: bytes, scales: dict[int, int]) -> float:
    parts = dict(_boxes(track))
    header, begins = parts[b"tfhd"], parts[b"tfdt"]
    track_id, flags = struct.unpack_from(">I", header, 4)[0], int.from_bytes(header[1:4], "big")
    usual = (
        struct.unpack_from(">I", header, 8 + 8 * (flags & 1) + 4 * (flags >> 1 & 1))[0] if flags & 8 else 0
    )
    ticks = struct.unpack_from(">Q" if begins[0] else ">I", begins, 4)[0]
    ticks += sum(_ticks(run, usual) for name, run in _boxes(track) if name == b"trun")
    return float(ticks / scales[track_id])


def _ticks(run: bytes, usual: int) -> int:
    flags, count = int.from_bytes(run[1:4], "big"), struct.unpack_from(">I", run, 4)[0]
    if not flags & 0x100:
        return int(count * usual)
    step = 4 * sum(flags >> bit & 1 for bit in (8, 9, 10, 11))
    start = 8 + 4 * (flags & 1) + 4 * (flags >> 2 & 1)
    places = range(start, min(start + step * count, len(run) - 3), step)
    return sum(struct.unpack_from(">I", run, place)[0] for place in places)


def _number(content: bytes, place: int, *, keeps_marker: bool) -> tuple[int, int]:
    """A number of variable length (RFC 8794, section 4) and where it ends. All ones stand for unknown: -1."""
    first = content[place]
    length = 9 - first.bit_length()
    end = place + length
    value = int.from_bytes(content[place:end], "big")
    if keeps_marker or first == 0:
        return value, end
    value &= (1 << 7 * length) - 1
    return (-1 if value == (1 << 7 * length) - 1 else value), end


def _elements(content: bytes, place: int, end: int) -> Iterator[tuple[int, int, int]]:
    """The elements that stand one after the other: id, begin and end of what is in each."""
    for _ in range(_MOST_ELEMENTS):
        if place >= end:
            return
        name, place = _number(content, place, keeps_marker=True)
        length, place = _number(content, place, keeps_marker=False)
        close = end if length < 0 else place + length
        yield name, place, close
        place = close


def _matroska(head: bytes, read: Read, size: int) -> float | None:
    scale, told = 1_000_000, 0.0
    for name, begin, end in _elements(head, 0, len(head)):
        if name == _SEGMENT:
            scale, told = _information(head, begin, min(end, len(head)))
    for tail in _tails(read, size):
        place = tail.rfind(_CLUSTER_MARK)
        while place >= 0:
            last = _last_block(tail, place)
            if last is not None:
                return max(told, last) * scale / 1e9
            place = tail.rfind(_CLUSTER_MARK, 0, place)
    return told * scale / 1e9 if told else None


def _information(head: bytes, begin: int, end: int) -> tuple[int, float]:
    """How many nanoseconds a tick has, and how many ticks the recording says to have."""
    scale, told = 1_000_000, 0.0
    for name, start, close in _elements(head, begin, end):
        if name == _CLUSTER:
            break
        for inner, first, last in _elements(head, start, min(close, end)) if name == _INFO else ():
            if inner == _SCALE:
                scale = int.from_bytes(head[first : min(last, first + _NUMBER_BYTES)], "big")
            if inner == _DURATION:
                told = struct.unpack(">d" if last - first == 8 else ">f", head[first:last])[0]
    return scale, told


def _last_block(tail: bytes, place: int) -> float | None:
    """The time of the last block of a cluster, in ticks; None where no cluster begins."""
    try:
        length, begin = _number(tail, place + 4, keeps_marker=False)
        if tail[begin] != _TIMESTAMP:
            return None
        end = len(tail) if length < 0 else min(len(tail), begin + length)
        return _last_time(tail, begin, end)
    except (IndexError, struct.error):  # what only looks like a cluster
        return None


def _last_time(tail: bytes, begin: int, end: int) -> float:
    at, last = 0, 0
    for name, start, close in _elements(tail, begin, end):
        if name == _TIMESTAMP:
            at = int.from_bytes(tail[start : min(close, start + _NUMBER_BYTES)], "big")
        block = start if name == _SIMPLE_BLOCK else None
        if name == _BLOCK_GROUP:
            groups = _elements(tail, start, min(close, end))
            block = next((first for inner, first, _ in groups if inner == _BLOCK), None)
        if block is not None and block + 4 <= len(tail):
            _, time = _number(tail, block, keeps_marker=False)
            last = max(last, struct.unpack_from(">h", tail, time)[0])
        if close > end:
            break
    return float(at + last)


def _tails(read: Read, size: int) -> Iterator[bytes]:
    """More and more of the recording's end."""
    for length in _TAILS:
        start = max(0, size - length)
        yield read(start, size - start)
        if start == 0:
            return
