"""The engine that keeps the ledger: documents that nobody can change or remove for a time."""

from collections.abc import Iterator
from typing import Protocol


class LedgerStore(Protocol):
    """Keeps documents under names. What is kept stays as it is.

    store.save("erasures/org-1/erasure-1", b'{"candidateId": "…"}')
    [store.read(name) for name in store.names("erasures/")]
    """

    def save(self, name: str, document: bytes) -> bool:
        """Save a document, unless there is one of this name; whether there was none. Raises EngineFailed."""
        ...

    def names(self, prefix: str) -> Iterator[str]:
        """The names that begin with `prefix`, in their order. Raises EngineFailed."""
        ...

    def read(self, name: str) -> bytes:
        """The document of this name. Raises EngineFailed, not retryable, when there is none."""
        ...
