"""Recordings of any length in the containers of browsers and phones, without any sound in them."""

import struct


def wave(seconds: float, bytes_a_second: int = 32_000) -> bytes:
    """WAV whose header tells no size, as a stream's does."""
    form = struct.pack("<HHIIHH", 1, 1, bytes_a_second // 2, bytes_a_second, 2, 16)
    head = b"RIFF\xff\xff\xff\xffWAVEfmt " + struct.pack("<I", len(form)) + form
    return head + b"data\xff\xff\xff\xff" + bytes(int(seconds * bytes_a_second))


def ogg(seconds: float, padding: int = 0) -> bytes:
    """Ogg with Opus: a first page, and a last one that says how many samples there were."""
    first = b"OggS\x00\x02" + bytes(8) + bytes(13) + b"OpusHead\x01\x01" + struct.pack("<HI", 312, 48_000)
    last = b"OggS\x00\x04" + struct.pack("<q", int(seconds * 48_000) + 312) + bytes(13)
    return first + bytes(padding) + last


def element(name: int, content: bytes, *, is_open: bool = False) -> bytes:
    """An element of EBML; an open one says no size, as those of live recordings."""
    head = name.to_bytes((name.bit_length() + 7) // 8, "big")
    length = b"\x01" + b"\xff" * 7 if is_open else (1 << 56 | len(content)).to_bytes(8, "big")
    return head + length + content


def webm(seconds: float, *, told: float | None = None, is_live: bool = True, padding: int = 0) -> bytes:
    """WebM as Chrome records it: without a length, in clusters of ten seconds."""
    information = element(0x2AD7B1, (1_000_000).to_bytes(3, "big"))
    if told is not None:
        information += element(0x4489, struct.pack(">d", told * 1000))
    clusters = [element(0xEC, bytes(padding))]
    for start in range(0, max(1, int(seconds * 1000)), 10_000):
        end = min(10_000, int(seconds * 1000) - start)
        blocks = b"".join(
            element(0xA3, b"\x81" + struct.pack(">h", at) + b"\x80sound") for at in (0, end // 2, end)
        )
        cluster = element(0xE7, start.to_bytes(4, "big")) + blocks
        clusters.append(element(0x1F43B675, cluster, is_open=is_live))
    content = element(0x1549A966, information) + b"".join(clusters)
    segment = element(0x18538067, content, is_open=is_live)
    return element(0x1A45DFA3, b"") + segment


def box(name: bytes, *parts: bytes) -> bytes:
    """A box of an MP4."""
    content = b"".join(parts)
    return struct.pack(">I4s", len(content) + 8, name) + content


def mp4(seconds: float, sound: int = 4000) -> bytes:
    """MP4 as phones write it: the header after the sound."""
    header = struct.pack(">IIIII", 0, 0, 0, 1000, int(seconds * 1000))
    return box(b"ftyp", b"M4A ") + box(b"mdat", bytes(sound)) + box(b"moov", box(b"mvhd", header))


def fragmented_mp4(seconds: int, scale: int = 48_000) -> bytes:
    """MP4 as browsers record it: fragments of a second, and no length."""
    track = box(
        b"trak",
        box(b"tkhd", struct.pack(">IIII", 0, 0, 0, 1)),
        box(b"mdia", box(b"mdhd", struct.pack(">IIIII", 0, 0, 0, scale, 0))),
    )
    movie = box(b"moov", box(b"mvhd", struct.pack(">IIIII", 0, 0, 0, scale, 0)), track, box(b"mvex"))
    fragments = [
        box(
            b"moof",
            box(
                b"traf",
                box(b"tfhd", struct.pack(">III", 8, 1, scale // 50)),
                box(b"tfdt", struct.pack(">II", 0, second * scale)),
                box(b"trun", struct.pack(">II", 0, 50)),
            ),
        )
        + box(b"mdat", bytes(60))
        for second in range(seconds)
    ]
    return box(b"ftyp", b"iso5") + movie + b"".join(fragments)


def flac(seconds: float) -> bytes:
    """FLAC's first block."""
    packed = 16_000 << 44 | 1 << 36 | int(seconds * 16_000)
    return b"fLaC\x80\x00\x00\x22" + bytes(10) + packed.to_bytes(8, "big") + bytes(16)


def mp3(seconds: float, *, tag: int = 0) -> bytes:
    """MP3 of 64 kbit a second."""
    named = b"ID3\x04\x00\x00" + bytes((0, 0, tag >> 7, tag & 127)) + bytes(tag) if tag else b""
    return named + b"\xff\xfb\x50\xc0" + bytes(int(seconds * 8_000) - 4)


def aac(seconds: float) -> bytes:
    """AAC in ADTS: frames of 1,024 samples at 16 kHz."""
    length = 107
    header = bytes((0xFF, 0xF1, 8 << 2, length >> 11, length >> 3 & 0xFF, (length & 7) << 5, 0xFC))
    return (header + bytes(length - 7)) * int(seconds * 16_000 / 1024)
