"""The keys and access tokens of integrations: what a suite shows instead of a user and a password.

A key is the integration's password, which names its user: `{identifier}.{token}`. An access token is made for
who shows user and password (RFC 6749, 4.4), and is good for half an hour. It is signed with the password's
hash, so that nothing is stored of it and it ends with the password.
"""

import base64
import binascii
import hashlib
import hmac
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from gather.core.clock import epoch_seconds
from gather.core.identifiers import new_token

ACCESS_TOKEN_SECONDS: Final = 1_800
LONGEST_TOKEN: Final = 400

_KEY_SEPARATOR = "."
_SEPARATOR = "|"


def new_integration_key(vendor: str, user: str) -> str:
    """A new password of the integration with `user`, which is the key of a suite too."""
    return f"{user.removeprefix(f'{vendor}-')}{_KEY_SEPARATOR}{new_token()}"


def user_of_key(vendor: str, key: str) -> str | None:
    """The user whom a key names; None for a text that is no key."""
    identifier, separator, token = key.partition(_KEY_SEPARATOR)
    return f"{vendor}-{identifier}" if separator and identifier and token else None


@dataclass(frozen=True, slots=True)
class AccessToken:
    """An access token that was shown, of whose signature nothing is known yet."""

    user: str
    expires_at: int
    signature: str = field(repr=False)

    def is_good(self, password_hash: str, now: datetime) -> bool:
        """Whether the token was made with the password of this hash, and is not over."""
        expected = _signature(self.user, self.expires_at, password_hash)
        return hmac.compare_digest(expected, self.signature) and epoch_seconds(now) < self.expires_at


def new_access_token(user: str, password_hash: str, now: datetime) -> str:
    """A new access token of the integration with `user`, good for ACCESS_TOKEN_SECONDS."""
    expires_at = epoch_seconds(now) + ACCESS_TOKEN_SECONDS
    parts = (user, str(expires_at), _signature(user, expires_at, password_hash))
    return base64.urlsafe_b64encode(_SEPARATOR.join(parts).encode()).decode().rstrip("=")


def read_access_token(text: str) -> AccessToken | None:
    """Read an access token; None for a text that is none."""
    if len(text) > LONGEST_TOKEN:
        return None
    try:
        padded = text + "=" * (-len(text) % 4)
        parts = base64.b64decode(padded, altchars=b"-_", validate=True).decode().split(_SEPARATOR)
        user, expires_at, signature = parts
        return AccessToken(user, int(expires_at), signature)
    except (binascii.Error, ValueError):
        return None


def _signature(user: str, expires_at: int, password_hash: str) -> str:
    signed = f"{user}{_SEPARATOR}{expires_at}"
    return hmac.new(password_hash.encode(), signed.encode(), hashlib.sha256).hexdigest()
