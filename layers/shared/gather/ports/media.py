"""The engine that keeps recordings and documents."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Presentation:
    """The type and disposition that content is served with."""

    content_type: str
    disposition: str


@dataclass(frozen=True, slots=True)
class PresignedUpload:
    """The URL and the headers with which a browser PUTs a file."""

    url: str
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class StoredMedia:
    """The facts about content that need no reading: its bytes, and the type that it was stored with."""

    size: int
    content_type: str


class MediaWriter(Protocol):
    """Takes content in parts."""

    def write(self, content: bytes, /) -> object:
        """Take the next part."""
        ...


class Media(Protocol):
    """Keeps recordings and spoken questions under keys."""

    def put(self, key: str, content: bytes, content_type: str) -> None:
        """Store `content`, replacing what was there."""
        ...

    def get(self, key: str) -> bytes:
        """The content at `key`. Raises EngineFailed, not retryable, when there is none."""
        ...

    def read(self, key: str) -> Iterator[bytes]:
        """The content at `key` in parts of at most a megabyte. Raises EngineFailed as `get` does."""
        ...

    def read_range(self, key: str, start: int, length: int) -> bytes:
        """`length` bytes of the content at `key` from `start` on, fewer at its end. Raises EngineFailed."""
        ...

    def writing(self, key: str, content_type: str) -> AbstractContextManager[MediaWriter]:
        """Store what is written inside of the context, of which a few megabytes are in memory at a time.

        It is there once the context has ended; after a fault nothing is.
        """
        ...

    def describe(self, key: str) -> StoredMedia | None:
        """The size and type of the content at `key`, or None without any."""
        ...

    def delete(self, key: str) -> None:
        """Remove what is at `key`, if anything is. A store with versions may bring it back for a while."""
        ...

    def purge(self, prefix: str) -> int:
        """Remove everything whose key begins with `prefix` for good, all versions of it; how many keys."""
        ...

    def presigned_upload(
        self, key: str, content_type: str, size: int, expires_seconds: int
    ) -> PresignedUpload:
        """An address that accepts one file of exactly this type and size until it expires.

        What is at `key` is never replaced. The address is good only for a PUT with all of the headers.
        """
        ...

    def presigned_download(self, key: str, presentation: Presentation, expires_seconds: int) -> str:
        """An address from which the content can be read until it expires. Does not check the key.

        It is served as `presentation` says, whatever type it was stored with.
        """
        ...
