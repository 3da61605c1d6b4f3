"""The ledger in Amazon S3, in a bucket with versions and a lock; the local stack uses it too, with another
endpoint."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from gather.aws.clients import engine_errors
from gather.aws.errors import error_code

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

_ENGINE = "The ledger"


class S3LedgerStore:
    """A LedgerStore in one bucket."""

    def __init__(self, client: Callable[[], S3Client], bucket: str) -> None:
        self._client = client
        self._bucket = bucket

    def save(self, name: str, document: bytes) -> bool:
        """S3 takes nothing for a locked bucket without a checksum, and the client computes none by itself."""
        with engine_errors(_ENGINE):
            try:
                self._client().put_object(
                    Bucket=self._bucket,
                    Key=name,
                    Body=document,
                    ContentType="application/json",
                    ChecksumAlgorithm="SHA256",
                    ChecksumSHA256=base64.b64encode(hashlib.sha256(document).digest()).decode(),
                    IfNoneMatch="*",
                )
            except ClientError as error:
                if error_code(error) == "PreconditionFailed":
                    return False
                raise
        return True

    def names(self, prefix: str) -> Iterator[str]:
        with engine_errors(_ENGINE):
            after = ""
            while True:
                page = self._client().list_objects_v2(Bucket=self._bucket, Prefix=prefix, StartAfter=after)
                yield from (each["Key"] for each in page.get("Contents", ()))
                if not page["IsTruncated"]:
                    return
                after = page["Contents"][-1]["Key"]

    def read(self, name: str) -> bytes:
        with engine_errors(_ENGINE):
            return self._client().get_object(Bucket=self._bucket, Key=name)["Body"].read()
