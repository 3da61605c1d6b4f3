"""Media in Amazon S3; the local stack uses it too, with another endpoint."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from gather.engines.aws_clients import engine_errors
from gather.engines.aws_errors import error_code
from gather.engines.protocols import PresignedUpload, StoredMedia
from gather.screening.media import Presentation

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

_ENGINE = "The media store"


class S3Media:
    """Keeps media in one bucket."""

    def __init__(self, client: Callable[[], S3Client], bucket: str) -> None:
        self._client = client
        self._bucket = bucket

    def put(self, key: str, content: bytes, content_type: str) -> None:
        with engine_errors(_ENGINE):
            self._client().put_object(Bucket=self._bucket, Key=key, Body=content, ContentType=content_type)

    def get(self, key: str) -> bytes:
        with engine_errors(_ENGINE):
            return self._client().get_object(Bucket=self._bucket, Key=key)["Body"].read()

    def describe(self, key: str) -> StoredMedia | None:
        with engine_errors(_ENGINE):
            try:
                head = self._client().head_object(Bucket=self._bucket, Key=key)
            except ClientError as error:
                if error_code(error) in ("404", "NoSuchKey", "NotFound"):
                    return None
                raise
        return StoredMedia(head["ContentLength"], head["ContentType"])

    def delete(self, key: str) -> None:
        with engine_errors(_ENGINE):
            self._client().delete_object(Bucket=self._bucket, Key=key)

    def purge(self, prefix: str) -> int:
        removed: set[str] = set()
        with engine_errors(_ENGINE):
            # What a page shows is gone when the next one is asked for, so that each is the first.
            while found := self._versions(prefix):
                for key, version_id in found:
                    self._client().delete_object(Bucket=self._bucket, Key=key, VersionId=version_id)
                    removed.add(key)
        return len(removed)

    def _versions(self, prefix: str) -> list[tuple[str, str]]:
        """Some versions of what lies under a prefix, marks of deletion included."""
        page = self._client().list_object_versions(Bucket=self._bucket, Prefix=prefix)
        marks = [(each["Key"], each["VersionId"]) for each in page.get("DeleteMarkers", ())]
        return [*((each["Key"], each["VersionId"]) for each in page.get("Versions", ())), *marks]

    def presigned_upload(
        self, key: str, content_type: str, size: int, expires_seconds: int
    ) -> PresignedUpload:
        """The signature covers type, length and condition: S3 refuses a PUT of anything else, and one to a
        key that has content (412)."""
        with engine_errors(_ENGINE):
            url = self._client().generate_presigned_url(
                "put_object",
                Params={
                    "Bucket": self._bucket,
                    "Key": key,
                    "ContentType": content_type,
                    "ContentLength": size,
                    "IfNoneMatch": "*",
                },
                ExpiresIn=expires_seconds,
                HttpMethod="PUT",
            )
        return PresignedUpload(url, {"Content-Type": content_type, "If-None-Match": "*"})

    def presigned_download(self, key: str, presentation: Presentation, expires_seconds: int) -> str:
        with engine_errors(_ENGINE):
            return self._client().generate_presigned_url(
                "get_object",
                Params={
                    "Bucket": self._bucket,
                    "Key": key,
                    "ResponseContentType": presentation.content_type,
                    "ResponseContentDisposition": presentation.disposition,
                },
                ExpiresIn=expires_seconds,
                HttpMethod="GET",
            )
