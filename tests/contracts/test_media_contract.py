"""What every media store promises."""

from urllib.parse import parse_qs, urlsplit

import pytest

from gather.engines.protocols import EngineFailed, Media, StoredMedia
from gather.screening.media import Presentation


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
