"""Media in Amazon S3; the local stack uses it too, with another endpoint."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from gather.aws.clients import engine_errors
from gather.aws.errors import error_code
from gather.ports.media import Presentation, PresignedUpload, StoredMedia

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client
    from mypy_boto3_s3.type_defs import CompletedPartTypeDef

_ENGINE = "The media store"


_MEGABYTE = 1024 * 1024
_PART = 8 * _MEGABYTE
"""The size of an upload's parts. S3 takes ten thousand parts, and all but the last must have
five megabytes."""


class S3Writer:
    """Content that is uploaded while it is written. What fits into one part is put at once."""

    def __init__(self, client: S3Client, bucket: str, key: str, content_type: str) -> None:
        self._client = client
        self._bucket = bucket
        self._key = key
        self._content_type = content_type
        self._waiting = bytearray()
        self._upload_id: str | None = None
        self._tags: list[str] = []

    def write(self, content: bytes) -> None:
        self._waiting += content
        while len(self._waiting) >= _PART:
            self._upload(bytes(self._waiting[:_PART]))
            del self._waiting[:_PART]

    def finish(self) -> None:
        """Upload what is left, and have the parts put together."""
        if self._upload_id is None:
            body = bytes(self._waiting)
            self._client.put_object(
                Bucket=self._bucket, Key=self._key, Body=body, ContentType=self._content_type
            )
            return
        if self._waiting:
            self._upload(bytes(self._waiting))
        parts: list[CompletedPartTypeDef] = [
            {"PartNumber": number, "ETag": tag} for number, tag in enumerate(self._tags, start=1)
        ]
        self._client.complete_multipart_upload(
            Bucket=self._bucket, Key=self._key, UploadId=self._upload_id, MultipartUpload={"Parts": parts}
        )

    def abort(self) -> None:
        """Leave nothing behind. What cannot be removed now is removed by the bucket within a day."""
        if self._upload_id is not None:
            with suppress(ClientError, BotoCoreError):
                self._client.abort_multipart_upload(
                    Bucket=self._bucket, Key=self._key, UploadId=self._upload_id
                )

    def _upload(self, part: bytes) -> None:
        if self._upload_id is None:
            begun = self._client.create_multipart_upload(
                Bucket=self._bucket, Key=self._key, ContentType=self._content_type
            )
            self._upload_id = begun["UploadId"]
        number = len(self._tags) + 1
        done = self._client.upload_part(
            Bucket=self._bucket, Key=self._key, UploadId=self._upload_id, PartNumber=number, Body=part
        )
        self._tags.append(done["ETag"])


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

    def read(self, key: str) -> Iterator[bytes]:
        with engine_errors(_ENGINE):
            body = self._client().get_object(Bucket=self._bucket, Key=key)["Body"]
            while part := body.read(_MEGABYTE):
                yield part

    def read_range(self, key: str, start: int, length: int) -> bytes:
        with engine_errors(_ENGINE):
            asked = f"bytes={start}-{start + length - 1}"
            return self._client().get_object(Bucket=self._bucket, Key=key, Range=asked)["Body"].read()

    @contextmanager
    def writing(self, key: str, content_type: str) -> Iterator[S3Writer]:
        with engine_errors(_ENGINE):
            writer = S3Writer(self._client(), self._bucket, key, content_type)
            try:
                yield writer
                writer.finish()
            except BaseException:
                writer.abort()
                raise

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
            # Each page is deleted before the next request, so that every request asks for the first page.
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
