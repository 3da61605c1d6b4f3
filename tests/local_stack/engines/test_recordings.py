"""The local stack's reading of recordings."""

import math
import struct
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gather.screening.recordings.length import LONGEST_SECONDS, measure_seconds
from local_stack.engines import recordings
from local_stack.engines.recordings import SAMPLE_RATE, UnreadableRecording, passages
from tests.builders import encoded_sound
from tests.builders.encoded_sound import wav

CONTAINERS = (
    encoded_sound.webm,
    encoded_sound.safari_mp4,
    encoded_sound.ogg,
    encoded_sound.voice_memo,
    encoded_sound.film,
)


def _tone(rate: int, seconds: float = 0.5) -> bytes:
    """A 440 Hz tone at half of full loudness."""
    count = round(rate * seconds)
    return struct.pack(
        f"<{count}h", *(round(16_000 * math.sin(2 * math.pi * 440 * n / rate)) for n in range(count))
    )


def _samples(content: bytes) -> list[int]:
    sound = b"".join(passages(content, 20))
    return list(struct.unpack(f"<{len(sound) // 2}h", sound))


def _crossings(samples: list[int]) -> int:
    """Counts how often a tone rises through zero: its hertz, in a second."""
    return sum(before < 0 <= after for before, after in pairwise(samples))


@pytest.mark.parametrize("encode", CONTAINERS)
def test_any_container_keeps_its_length_and_tone(encode: Callable[[bytes], bytes]) -> None:
    content = encode(wav(_tone(SAMPLE_RATE, 3)))

    read = _samples(content)

    assert len(read) == pytest.approx(3 * SAMPLE_RATE, abs=SAMPLE_RATE // 10)
    assert _crossings(read[SAMPLE_RATE : 2 * SAMPLE_RATE]) == pytest.approx(440, abs=2)
    assert measure_seconds(
        lambda start, length: content[start : start + length], len(content)
    ) == pytest.approx(3, abs=0.1)


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 44_100, 48_000, 192_000])
def test_a_wav_keeps_its_length_and_tone_at_any_rate(rate: int) -> None:
    read = _samples(wav(_tone(rate, 2), rate))

    assert len(read) == pytest.approx(2 * SAMPLE_RATE, abs=20)
    assert _crossings(read[SAMPLE_RATE // 2 : 3 * SAMPLE_RATE // 2]) == pytest.approx(440, abs=1)
    assert max(read) == pytest.approx(16_000, abs=500)


def test_channels_are_mixed() -> None:
    frames = struct.pack("<6h", 1_000, 3_000, -500, 500, 30_000, 30_000)

    assert _samples(wav(frames, channels=2)) == [2_000, 0, 30_000]


@pytest.mark.parametrize("channels", [3, 6, 8])
def test_as_many_channels_as_a_studio_has_are_mixed(channels: int) -> None:
    assert len(_samples(wav(bytes(2 * channels * SAMPLE_RATE), channels=channels))) == SAMPLE_RATE


@pytest.mark.parametrize(
    ("width", "frames"),
    [(1, b"\x80\xff\x00"), (3, b"\0\0\0\0\0\x7f\0\0\x80"), (4, b"\0\0\0\0\0\0\0\x7f\0\0\0\x80")],
)
def test_any_sample_width_is_read(width: int, frames: bytes) -> None:
    assert _samples(wav(frames, width=width)) == [0, 127 << 8, -128 << 8]


def test_passages_have_their_length_and_go_on_where_the_ones_before_ended() -> None:
    content = wav(_tone(SAMPLE_RATE, 5))

    whole = list(passages(content, 2))

    assert [len(each) // 2 for each in whole] == [2 * SAMPLE_RATE, 2 * SAMPLE_RATE, SAMPLE_RATE]
    assert list(passages(content, 2, skipped=1)) == whole[1:]
    assert list(passages(content, 2, skipped=3)) == []


@pytest.mark.parametrize("encode", CONTAINERS)
def test_what_was_heard_before_is_left_out_in_any_container(encode: Callable[[bytes], bytes]) -> None:
    content = encode(wav(_tone(SAMPLE_RATE, 5)))
    whole = list(passages(content, 2))

    rest = list(passages(content, 2, skipped=1))

    assert len(b"".join(rest)) == pytest.approx(len(b"".join(whole[1:])), abs=SAMPLE_RATE // 50)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"hello",
        bytes(range(256)) * 4,
        b"\x1aE\xdf\xa3",
        b"OggS" + bytes(60),
        b"\0\0\0\x20ftypisom" + bytes(400),
        b"RIFF\x04\0\0\0AVI ",
    ],
)
def test_what_is_no_recording_is_unreadable(content: bytes) -> None:
    with pytest.raises(UnreadableRecording, match="no known kind, or damaged at its beginning"):
        _samples(content)


def test_a_film_without_sound_is_unreadable() -> None:
    with pytest.raises(UnreadableRecording, match="has no sound that is known"):
        _samples(encoded_sound.silent_film())


@pytest.mark.parametrize("end", [b"moof", b"\x1f\x43\xb6\x75"], ids=["mp4", "webm"])
def test_a_recording_that_ended_before_it_began_has_no_words(end: bytes) -> None:
    """Its beginning is there, and no sound came: as of a page that was left at once."""
    encode, start = (encoded_sound.safari_mp4, -4) if end == b"moof" else (encoded_sound.webm, 0)
    whole = encode(wav(bytes(SAMPLE_RATE)))
    with suppress(UnreadableRecording):
        assert _samples(whole[: whole.index(end) + start]) == []


def test_a_wav_without_sound_has_no_words() -> None:
    assert _samples(wav(b"")) == []


@pytest.mark.parametrize("encode", [encoded_sound.webm, encoded_sound.safari_mp4, encoded_sound.ogg])
def test_of_a_recording_that_was_cut_off_the_rest_is_heard(encode: Callable[[bytes], bytes]) -> None:
    whole = encode(wav(_tone(SAMPLE_RATE, 6)))

    read = _samples(whole[: len(whole) // 2])

    assert 1.5 * SAMPLE_RATE < len(read) < 4.5 * SAMPLE_RATE


def test_a_memo_that_was_cut_off_before_its_header_is_unreadable() -> None:
    whole = encoded_sound.voice_memo(wav(_tone(SAMPLE_RATE, 3)))

    with pytest.raises(UnreadableRecording):
        _samples(whole[: whole.index(b"moov") - 4])


@pytest.mark.parametrize("encode", CONTAINERS)
def test_a_recording_with_damaged_bytes_is_heard_or_unreadable(encode: Callable[[bytes], bytes]) -> None:
    whole = encode(wav(_tone(SAMPLE_RATE, 2)))
    for start in range(0, len(whole), max(1, len(whole) // 60)):
        damaged = (
            whole[:start] + bytes(byte ^ 0x55 for byte in whole[start : start + 40]) + whole[start + 40 :]
        )
        with suppress(UnreadableRecording):
            assert len(_samples(damaged)) <= LONGEST_SECONDS * SAMPLE_RATE


@given(
    place=st.integers(0, 43),
    rubbish=st.binary(min_size=1, max_size=8),
    length=st.integers(0, 44),
)
@example(place=0, rubbish=b"RIFF", length=12)
@example(place=16, rubbish=b"\xff\xff\xff\xff", length=44)
def test_a_broken_recording_is_unreadable_whatever_is_broken(place: int, rubbish: bytes, length: int) -> None:
    whole = wav(b"")
    broken = (whole[:place] + rubbish + whole[place + len(rubbish) :])[:length]
    with suppress(UnreadableRecording):
        _samples(broken)


@pytest.mark.parametrize(("container", "codec"), [("mp3", "libmp3lame"), ("adts", "aac"), ("ogg", "libopus")])
def test_a_recording_whose_form_changes_in_the_middle_is_heard_to_its_end(container: str, codec: str) -> None:
    """This happens when somebody plugs in a headset with a microphone."""
    before = encoded_sound.encoded(wav(_tone(SAMPLE_RATE, 2)), container, codec)
    after = encoded_sound.encoded(wav(_tone(24_000, 2), 24_000), container, codec, 24_000)

    read = _samples(before + after)

    assert len(read) == pytest.approx(4 * SAMPLE_RATE, abs=SAMPLE_RATE // 5)
    assert _crossings(read[-3 * SAMPLE_RATE // 2 : -SAMPLE_RATE // 2]) == pytest.approx(440, abs=2)


def test_the_track_that_is_known_is_heard() -> None:
    """An iPhone's film has the sound of the room in another track, which only Apple's programs know."""
    read = _samples(encoded_sound.film_with_two_tracks(wav(_tone(SAMPLE_RATE, 2))))

    assert len(read) == pytest.approx(2 * SAMPLE_RATE, abs=SAMPLE_RATE // 10)


def test_a_track_in_an_unknown_form_is_unreadable() -> None:
    content = encoded_sound.webm(wav(_tone(SAMPLE_RATE, 1))).replace(b"A_OPUS", b"A_NEWS")

    with pytest.raises(UnreadableRecording, match="has no sound that is known"):
        _samples(content)


def test_a_playlist_opens_no_file(tmp_path: Path) -> None:
    """FFmpeg reads playlists, and what they name: files of this machine and addresses."""
    other = tmp_path / "other.wav"
    other.write_bytes(wav(_tone(SAMPLE_RATE)))
    hls = f"#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:9,\n{other}\n#EXT-X-ENDLIST\n"
    for playlist in (hls, f"ffconcat version 1.0\nfile {other}\n"):
        with pytest.raises(UnreadableRecording):
            _samples(playlist.encode())


def test_no_more_than_a_few_passages_are_in_memory() -> None:
    """Ten minutes are 19 MB of samples."""
    content = encoded_sound.encoded(wav(bytes(2 * 600 * SAMPLE_RATE)), "flac", "flac", SAMPLE_RATE)
    tracemalloc.start()
    try:
        count = sum(1 for _ in passages(content, 20))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert count == 30
    assert most < 4_000_000


def test_a_recording_of_many_hours_is_heard_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence of FLAC is small: 200 MB of it would be a year."""
    monkeypatch.setattr(recordings, "LONGEST_SECONDS", 3)

    read = _samples(encoded_sound.encoded(wav(bytes(2 * 10 * SAMPLE_RATE)), "flac", "flac"))

    assert len(read) == pytest.approx(3 * SAMPLE_RATE, abs=SAMPLE_RATE // 4)
