"""Keeps the objects of the buckets in files, because moto keeps them in memory alone."""

import hashlib
import json
import threading
from pathlib import Path
from typing import Any

from moto.s3.models import FakeKey, S3Backend

_KEPT_HEADERS = (
    "Content-Type",
    "Content-Encoding",
    "Content-Disposition",
    "Cache-Control",
    "Content-Language",
)


class ObjectFiles:
    """A folder for each bucket; two files for each object: its bytes, and its key and headers as JSON."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._buckets: set[str] = set()
        self._lock = threading.Lock()

    def keeps(self, bucket: str) -> bool:
        """Whether objects of the bucket are kept: those of the buckets that were restored."""
        return bucket in self._buckets

    def restore(self, store: S3Backend, bucket: str) -> None:
        """Puts what the files hold into the bucket, and keeps the bucket's objects from now on."""
        directory = self._directory / bucket
        directory.mkdir(parents=True, exist_ok=True)
        for description_file in directory.glob("*.json"):
            description = json.loads(description_file.read_text(encoding="utf-8"))
            stored = store.put_object(
                bucket, description["key"], description_file.with_suffix("").read_bytes()
            )
            stored.set_metadata(description["headers"])
        self._buckets.add(bucket)

    def save(self, store: S3Backend, bucket: str, key: str) -> None:
        """Makes the object's files say what the bucket says. Several objects at once when `key` is empty."""
        with self._lock:
            for name in [key] if key else self._differing(store, bucket):
                self._save_one(store.get_object(bucket, name), bucket, name)

    def _save_one(self, stored: FakeKey | None, bucket: str, key: str) -> None:
        content = self._directory / bucket / hashlib.sha256(key.encode()).hexdigest()
        description = content.with_suffix(".json")
        if stored is None:
            description.unlink(missing_ok=True)
            content.unlink(missing_ok=True)
            return
        headers = {name: value for name, value in stored.metadata.items() if _is_kept(name)}
        _write(content, stored.value)
        _write(description, json.dumps({"key": key, "headers": headers}).encode())

    def _differing(self, store: S3Backend, bucket: str) -> list[str]:
        present = set(store.get_bucket(bucket).keys)
        kept = {
            str(json.loads(file.read_text(encoding="utf-8"))["key"])
            for file in (self._directory / bucket).glob("*.json")
        }
        return sorted(present ^ kept)


def _is_kept(header: str) -> bool:
    return header.title() in _KEPT_HEADERS or header.lower().startswith("x-amz-meta-")


def _write(path: Path, content: Any) -> None:
    temporary = path.with_suffix(".part")
    temporary.write_bytes(content)
    temporary.replace(path)
