"""The length of recordings, by their containers (interface: Candidate side, rule 4)."""

import random

import pytest

from gather.core.errors import ValidationFailed
from gather.screening.recordings.length import LONGEST_SECONDS, measure_allowed_seconds, measure_seconds
from tests.builders import containers

HOURS = 18 * 60 * 60


class Store:
    """Serves a recording and notes what was asked for."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.asked: list[int] = []

    def read(self, start: int, length: int) -> bytes:
        assert 0 <= start < len(self.content)
        assert length > 0
        self.asked.append(length)
        return self.content[start : start + length]

    def seconds(self) -> float | None:
        return measure_seconds(self.read, len(self.content))


RECORDINGS = {
    "WAV": containers.wave(12.5),
    "Ogg": containers.ogg(12.5),
    "WebM without a length": containers.webm(12.5),
    "WebM of known sizes": containers.webm(12.5, is_live=False),
    "WebM with a length": containers.webm(12.5, told=12.5),
    "WebM that says less than there is": containers.webm(12.5, told=1),
    "MP4": containers.mp4(12.5),
    "FLAC": containers.flac(12.5),
    "MP3": containers.mp3(12.5),
    "MP3 with a tag": containers.mp3(12.5, tag=200),
    "AAC": containers.aac(12.5),
}


@pytest.mark.parametrize("name", RECORDINGS)
def test_each_container_tells(name: str) -> None:
    assert Store(RECORDINGS[name]).seconds() == pytest.approx(12.5, abs=0.1)


@pytest.mark.parametrize(
    "content",
    [
        containers.webm(HOURS, padding=3_000_000),
        containers.ogg(HOURS, padding=3_000_000),
        containers.mp4(HOURS, sound=3_000_000),
        containers.flac(HOURS),
    ],
    ids=["WebM", "Ogg", "MP4", "FLAC"],
)
def test_a_long_one_is_told_by_few_reads_and_refused_by_name(content: bytes) -> None:
    store = Store(content)

    assert store.seconds() == pytest.approx(HOURS, abs=1)
    assert len(store.asked) <= 5
    assert sum(store.asked) < 1_000_000
    with pytest.raises(ValidationFailed) as refusal:
        measure_allowed_seconds(store.read, len(content))
    told = str(refusal.value.details)
    assert "'field': 'mediaId'" in told
    assert "lasts 1080 minutes; it may last 60 minutes at most" in told


def test_fragments_tell_where_the_header_does_not() -> None:
    store = Store(containers.fragmented_mp4(4000))

    assert store.seconds() == pytest.approx(4000, abs=0.1)
    assert len(store.asked) <= 6


def test_an_hour_is_taken_and_kept() -> None:
    content = containers.webm(LONGEST_SECONDS)

    assert measure_allowed_seconds(Store(content).read, len(content)) == LONGEST_SECONDS


@pytest.mark.parametrize(
    "content", [b"RIFF", b"", b"\x1aE\xdf\xa3", b"OggS", b"\xff\xfb", b"<html>", b"fLaC"]
)
def test_what_is_no_recording_tells_nothing(content: bytes) -> None:
    assert measure_seconds(lambda start, length: content[start : start + length], len(content)) is None


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_broken_recording_breaks_nothing(name: str) -> None:
    chance = random.Random(name)
    for _ in range(60):
        content = bytearray(RECORDINGS[name][: chance.randrange(1, 4000)])
        for _ in range(chance.randrange(1, 12)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        store = Store(bytes(content))

        seconds = store.seconds()

        assert seconds is None or seconds >= 0
        assert len(store.asked) < 40
