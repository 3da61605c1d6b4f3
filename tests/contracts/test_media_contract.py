"""The contract of every media store."""

from contextlib import suppress
from urllib.parse import parse_qs, urlsplit

import pytest

from gather.ports.failure import EngineFailed
from gather.ports.media import Media, Presentation, StoredMedia


def test_gives_back_what_was_put(media: Media) -> None:
    media.put("questions/1.mp3", b"sound", "audio/mpeg")

    assert media.get("questions/1.mp3") == b"sound"
    assert media.describe("questions/1.mp3") == StoredMedia(5, "audio/mpeg")


def test_putting_again_replaces(media: Media) -> None:
    media.put("questions/1.mp3", b"sound", "audio/mpeg")
    media.put("questions/1.mp3", b"silence", "audio/mpeg")

    assert media.get("questions/1.mp3") == b"silence"


def test_has_no_description_of_what_is_absent(media: Media) -> None:
    assert media.describe("questions/2.mp3") is None


def test_refuses_to_get_what_is_absent_for_good(media: Media) -> None:
    with pytest.raises(EngineFailed) as failure:
        media.get("questions/2.mp3")

    assert not failure.value.retryable


def test_an_upload_address_names_the_key_the_type_and_that_nothing_is_replaced(media: Media) -> None:
    upload = media.presigned_upload("answers/1.webm", "audio/webm", 1_000, 600)

    assert "answers/1.webm" in upload.url
    assert upload.headers == {"Content-Type": "audio/webm", "If-None-Match": "*"}


def test_a_download_address_names_the_key_and_how_it_is_answered(media: Media) -> None:
    address = urlsplit(media.presigned_download("answers/1.webm", Presentation("audio/webm", "inline"), 600))

    assert "answers/1.webm" in address.path
    query = parse_qs(address.query)
    assert query["response-content-type"] == ["audio/webm"]
    assert query["response-content-disposition"] == ["inline"]


def test_purging_removes_everything_under_a_prefix_and_nothing_else(media: Media) -> None:
    for key in ("conversations/1/a", "conversations/1/b", "conversations/10/a"):
        media.put(key, b"sound", "audio/mpeg")
    media.put("conversations/1/a", b"silence", "audio/mpeg")

    assert media.purge("conversations/1/") == 2
    assert media.purge("conversations/1/") == 0
    assert media.describe("conversations/1/a") is None
    assert media.get("conversations/10/a") == b"sound"


@pytest.mark.parametrize("size", [0, 10, 20 * 1024 * 1024 + 7])
def test_what_is_written_in_parts_is_read_in_parts(media: Media, size: int) -> None:
    content = bytes(range(256)) * (size // 256 + 1)
    with media.writing("exports/1.zip", "application/zip") as writer:
        for start in range(0, size, 3_000_001):
            writer.write(content[start : min(start + 3_000_001, size)])
        assert media.describe("exports/1.zip") is None

    assert media.describe("exports/1.zip") == StoredMedia(size, "application/zip")
    assert b"".join(media.read("exports/1.zip")) == content[:size]


def test_after_a_fault_nothing_is_written(media: Media) -> None:
    with suppress(ZeroDivisionError), media.writing("exports/1.zip", "application/zip") as writer:
        writer.write(bytes(9 * 1024 * 1024))
        raise ZeroDivisionError

    assert media.describe("exports/1.zip") is None
