"""The addresses under which browsers reach the media bucket."""

from urllib.parse import parse_qs, urlsplit

import boto3
import pytest
import requests
from moto import mock_aws

from gather.aws import clients as aws_clients
from gather.aws.media import S3Media
from gather.ports.media import Presentation

SOUND = Presentation("audio/webm", "inline")


def _media() -> S3Media:
    client = aws_clients.s3()
    return S3Media(lambda: client, "the-media")


def test_an_upload_address_is_signed_for_one_type_and_size_and_for_the_first_upload() -> None:
    upload = _media().presigned_upload("answers/1.webm", "audio/webm", 1_000, 600)

    query = parse_qs(urlsplit(upload.url).query)
    assert query["X-Amz-SignedHeaders"] == ["content-length;content-type;host;if-none-match"]
    assert query["X-Amz-Expires"] == ["600"]
    assert "x-amz-checksum-crc32" not in query


def test_a_recording_is_not_replaced_while_its_address_is_still_good() -> None:
    with mock_aws():
        boto3.client("s3").create_bucket(
            Bucket="the-media", CreateBucketConfiguration={"LocationConstraint": "eu-central-1"}
        )
        media = _media()
        upload = media.presigned_upload("answers/1.webm", "audio/webm", 5, 600)

        statuses = [
            requests.put(upload.url, content, headers=dict(upload.headers), timeout=5).status_code
            for content in (b"first", b"other")
        ]

        assert statuses == [200, 412]
        assert media.get("answers/1.webm") == b"first"


def test_addresses_name_the_bucket_s_own_regional_host() -> None:
    address = urlsplit(_media().presigned_download("answers/1.webm", SOUND, 60))

    assert address.hostname == "the-media.s3.eu-central-1.amazonaws.com"
    assert address.path == "/answers/1.webm"


def test_addresses_lead_to_a_local_endpoint_when_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:5000")

    address = _media().presigned_download("a.mp3", SOUND, 60)

    assert address.startswith("http://127.0.0.1:5000/the-media/a.mp3?")
