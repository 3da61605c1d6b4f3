"""The keys of servers: given with the settings, or stored in AWS Secrets Manager.

A stored key is fetched at the first request and again when it is old, or when the server refuses it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

from gather.aws.clients import engine_errors

if TYPE_CHECKING:
    from mypy_boto3_secretsmanager import SecretsManagerClient

FRESH_SECONDS: Final = 900.0
"""How long a fetched key is used without asking again."""
_QUICKEST_RENEWAL_SECONDS: Final = 30.0
"""A server that refuses every key must not make the process fetch one for each request."""


class ApiKey(Protocol):
    """The key of a server; empty for a server that wants none."""

    def value(self) -> str:
        """Returns the key. Raises EngineFailed when it cannot be fetched."""
        ...

    def renew(self) -> bool:
        """Look for another key than the one that the server refused; whether there is one."""
        ...


@dataclass(frozen=True, slots=True)
class GivenKey:
    """A key that is part of the settings."""

    key: str = field(default="", repr=False)

    def value(self) -> str:
        return self.key

    def renew(self) -> bool:
        return False


class StoredKey:
    """A key in Secrets Manager: the secret's text, or the one member of the object that it is."""

    def __init__(
        self,
        client: Callable[[], SecretsManagerClient],
        secret_arn: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._secret_arn = secret_arn
        self._clock = clock
        self._key: str | None = None
        self._fetched_at = 0.0

    def value(self) -> str:
        if self._key is None or self._clock() - self._fetched_at > FRESH_SECONDS:
            self._fetch()
        return self._key or ""

    def renew(self) -> bool:
        refused = self._key
        if self._clock() - self._fetched_at < _QUICKEST_RENEWAL_SECONDS:
            return False
        self._fetch()
        return self._key != refused

    def _fetch(self) -> None:
        with engine_errors("The store of keys"):
            secret = self._client().get_secret_value(SecretId=self._secret_arn)
        self._key = _key_in(secret.get("SecretString", ""))
        self._fetched_at = self._clock()


def _key_in(text: str) -> str:
    """The key in a secret. The console makes objects of names and values."""
    try:
        read: Any = json.loads(text)
    except ValueError:
        return text.strip()
    if isinstance(read, dict) and len(read) == 1:
        (value,) = read.values()
        return str(value).strip()
    return text.strip()
